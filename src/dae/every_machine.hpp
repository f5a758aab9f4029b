// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One version of a loop per generation of machines; a function cannot say this.

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define SPARKDYN_FOR_EVERY_MACHINE __attribute__((target_clones("arch=haswell", "default")))
#else
#define SPARKDYN_FOR_EVERY_MACHINE
#endif
