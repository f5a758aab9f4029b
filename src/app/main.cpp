// SPDX-License-Identifier: BSD-3-Clause
#include "app/command_line.hpp"

int main(int argc, char** argv) {
  return sparkdyn::app::run_command_line(sparkdyn::app::split_arguments(argc, argv));
}
