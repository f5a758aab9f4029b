#pragma once
// What makes a restart the same run: the model, told by a few numbers that any change of a matrix
// or load changes, and the method with its step.

#include <string>

#include "sparkdyn/app/file_order.hpp"
#include "sparkdyn/output/checkpoint.hpp"

namespace sparkdyn::app {

/// Adds "model. …": sizes, xᵀMx, xᵀCx, xᵀKx and |Gx| for one x that depends on the input's
/// numbering alone, and xᵀF and |c| at some times from `start` to `now`: what comes later may be
/// changed. @note Collective.
void describe_model(const mechanics::System& system, const FileOrder& order, int load_case,
                    double start, double now, output::Facts& facts);

/// Throws core::Error (input) that says what differs between the model a checkpoint was made of and
/// this one. Numbers may differ by round-off.
void require_same_model(const output::Facts& before, const output::Facts& now,
                        const std::string& checkpoint);

}  // namespace sparkdyn::app
