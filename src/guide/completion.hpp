// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What shells and man need of the command line, made from the parser itself. share/ has what they
// print, to be installed; scripts/share writes it anew.

#include <CLI/CLI.hpp>
#include <string>

namespace sparkdyn::guide {

/// A script for bash, zsh or fish.
std::string completion(const CLI::App& app, const std::string& shell);

/// The manual page, in the language of man.
std::string manual(const CLI::App& app);

}  // namespace sparkdyn::guide
