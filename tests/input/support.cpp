// SPDX-License-Identifier: BSD-3-Clause
#include "support.hpp"

#include <petscsys.h>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {

std::string error_of(const std::function<void()>& body) {
  std::string message;
  try {
    body();
  } catch (const core::Error& error) {
    message = error.what();
    EXPECT_EQ(error.exit_status(), 2) << message;
  }
  EXPECT_NE(message, "") << "nothing was thrown";
  EXPECT_EQ(message, core::broadcast(PETSC_COMM_WORLD, message)) << "ranks disagree";
  return message;
}

void expect_words(const std::string& message, std::initializer_list<std::string> words) {
  for (const std::string& word : words)
    EXPECT_NE(message.find(word), std::string::npos) << "'" << word << "' is not in: " << message;
}

}  // namespace sparkdyn::input
