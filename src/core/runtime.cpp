#include "sparkdyn/core/runtime.hpp"

#include <dlfcn.h>
#include <petscsys.h>
#include <sys/resource.h>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::core {

Runtime::Runtime(const std::vector<std::string>& petsc_options) {
  // Options come from the command line; PETSc would also take them from a .petscrc beside the case.
  std::vector<std::string> words{"sparkdyn", "-skip_petscrc"};
  words.insert(words.end(), petsc_options.begin(), petsc_options.end());
  std::vector<char*> pointers;
  for (auto& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  int count = static_cast<int>(words.size());
  char** arguments = pointers.data();

  int running = 0;
  MPI_Initialized(&running);
  if (!running) {
    MPI_Init(nullptr, nullptr);
    started_mpi_ = true;
  }
  check(PetscInitialize(&count, &arguments, nullptr, nullptr));
  // Errors come back as codes and become exceptions; PETSc must not abort or print by itself, and
  // signals are left to the operating system so that a kill is a kill.
  check(PetscPushErrorHandler(PetscIgnoreErrorHandler, nullptr));
  check(PetscPopSignalHandler());
}

Runtime::~Runtime() {
  PetscFinalize();
  if (started_mpi_) MPI_Finalize();
}

MPI_Comm Runtime::comm() const {
  return PETSC_COMM_WORLD;
}

std::string Runtime::blas() {
  // OpenBLAS is recognised by a function only it has; the threads are asked from it.
  using ConfigFunction = char* (*)();
  using ThreadsFunction = int (*)();
  const auto config = reinterpret_cast<ConfigFunction>(dlsym(RTLD_DEFAULT, "openblas_get_config"));
  const auto threads =
      reinterpret_cast<ThreadsFunction>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
  if (config) {
    std::string text = config();
    text = text.substr(0, text.find(' ', text.find(' ') + 1));  // "OpenBLAS 0.3.21"
    const int count = threads ? threads() : 1;
    return fmt::format("{}, {} thread{} per rank", text, count, count == 1 ? "" : "s");
  }
  if (dlsym(RTLD_DEFAULT, "mkl_get_version")) return "Intel MKL";
  if (dlsym(RTLD_DEFAULT, "bli_info_get_version_str")) return "BLIS";
  return "reference BLAS (slow: install libopenblas0-serial)";
}

double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return 1024.0 * static_cast<double>(usage.ru_maxrss);
}

}  // namespace sparkdyn::core
