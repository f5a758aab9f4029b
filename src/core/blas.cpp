// SPDX-License-Identifier: BSD-3-Clause
#include "core/blas.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

namespace sparkdyn::core {
namespace {

template <typename Function>
Function* find(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// What OpenBLAS calls the best kernels for this processor; null where it cannot be wrong.
const char* best_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return "SkylakeX";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return "Haswell";
#endif
  return nullptr;
}

std::string kernels() {
  const auto name = find<char*()>("openblas_get_corename");
  return name ? name() : "";
}

}  // namespace

void choose_blas_kernels() {
  constexpr auto variable = "OPENBLAS_CORETYPE";
  constexpr auto what_unknown_processors_get = "Prescott";
  const char* best = best_kernels();
  const auto forget = find<void()>("gotoblas_dynamic_quit");
  const auto choose = find<void()>("gotoblas_dynamic_init");
  if (!best || !forget || !choose || std::getenv(variable) ||
      kernels() != what_unknown_processors_get)
    return;
  ::setenv(variable, best, 0);
  forget();
  choose();
}

std::string blas_description() {
  // OpenBLAS is recognised by a function only it has; the threads are asked from it.
  if (const auto config = find<char*()>("openblas_get_config")) {
    std::string text = config();
    text = text.substr(0, text.find(' ', text.find(' ') + 1));  // "OpenBLAS 0.3.21"
    const auto threads = find<int()>("openblas_get_num_threads");
    const int count = threads ? threads() : 1;
    return fmt::format("{} ({}), {} thread{} per rank", text, kernels(), count,
                       count == 1 ? "" : "s");
  }
  if (dlsym(RTLD_DEFAULT, "mkl_get_version")) return "Intel MKL";
  if (dlsym(RTLD_DEFAULT, "bli_info_get_version_str")) return "BLIS";
  return "reference BLAS (slow: install libopenblas0-serial)";
}

}  // namespace sparkdyn::core
