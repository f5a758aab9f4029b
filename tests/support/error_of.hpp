// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the user reads when something is refused.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::support {

/// The message of the error that `body` throws; a failure when it throws none, or of another kind.
inline std::string error_of(const std::function<void()>& body,
                            core::Failure kind = core::Failure::input) {
  try {
    body();
  } catch (const core::Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace sparkdyn::support
