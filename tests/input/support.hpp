// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Files for a test, and the words of an error that all ranks must throw.

#include <gtest/gtest.h>

#include <functional>
#include <initializer_list>
#include <string>

#include "support/shared_folder.hpp"

namespace sparkdyn::input {

using test::SharedFolder;

/// The message of the core::Error (input) that `body` throws; fails the test when it throws none,
/// or when ranks disagree.
std::string error_of(const std::function<void()>& body);

/// Every word must be in the message.
void expect_words(const std::string& message, std::initializer_list<std::string> words);

}  // namespace sparkdyn::input
