// SPDX-License-Identifier: BSD-3-Clause
#include "output/support.hpp"

#include <fmt/format.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "core/hdf5.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output::test {

double known_value(char quantity, long step, PetscInt index) {
  // One third: numbers that no short decimal holds.
  return quantity + 1000.0 * static_cast<double>(step) + static_cast<double>(index) / 3;
}

double known_time(long step) {
  return static_cast<double>(step) * 0.1;
}

namespace {

core::Vector make(const FakeShape& shape, PetscInt size) {
  const MPI_Comm comm = PETSC_COMM_WORLD;
  PetscInt local = core::split_rows(comm, size).size();
  if (shape.all_on_last_rank) local = core::rank(comm) == core::size(comm) - 1 ? size : 0;
  return core::make_vector(comm, local);
}

void fill(Vec vector, char quantity, long step) {
  if (!vector) return;
  const core::RowRange range = core::row_range(vector);
  const core::WriteArray values(vector);
  for (PetscInt i = 0; i < values.size(); ++i)
    values[i] = known_value(quantity, step, range.begin + i);
}

}  // namespace

FakeFrame::FakeFrame(FakeShape shape, long last_step)
    : last_step_(last_step), q_(make(shape, shape.dofs)), v_(make(shape, shape.dofs)) {
  if (shape.accelerations) a_ = make(shape, shape.dofs);
  if (shape.constraints > 0) lambda_ = make(shape, shape.constraints);
  set_step(0);
}

void FakeFrame::set_step(long step) {
  step_ = step;
  fill(q_, 'q', step);
  fill(v_, 'v', step);
  fill(a_, 'a', step);
  fill(lambda_, 'l', step);
  const auto k = static_cast<double>(step);
  energies_ = {k + 0.1, k + 0.2, k + 0.3, k + 0.4, -1e-17 * k};
  violations_ = {1e-15 * k, 1e-14 * k};
}

void run(run::Observer& observer, FakeFrame& frame, long until) {
  frame.set_step(0);
  observer.on_start(frame);
  for (long step = 1; step <= until; ++step) {
    frame.set_step(step);
    observer.on_step(frame);
  }
  observer.on_finish(frame);
}

std::vector<long> stored_steps(long every, long last) {
  std::vector<long> steps;
  for (long step = 0; step <= last; ++step)
    if (step == 0 || step == last || (every > 0 && step % every == 0)) steps.push_back(step);
  return steps;
}

Table read_dataset(const std::filesystem::path& path, const std::string& name) {
  Table table;
  const core::Hdf5File file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT));
  if (file.empty() || H5Lexists(file, name.c_str(), H5P_DEFAULT) <= 0) return table;
  const core::Hdf5Dataset dataset(H5Dopen2(file, name.c_str(), H5P_DEFAULT));
  const core::Hdf5Space space(H5Dget_space(dataset));
  std::vector<hsize_t> sizes(static_cast<std::size_t>(H5Sget_simple_extent_ndims(space)));
  H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
  table.sizes.assign(sizes.begin(), sizes.end());
  table.values.resize(static_cast<std::size_t>(H5Sget_simple_extent_npoints(space)));
  H5Dread(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, table.values.data());
  return table;
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void write_text(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

int run_python(const std::string& program, const std::filesystem::path& file) {
  const auto script = std::filesystem::path(file).concat(".py");
  write_text(script, program);
  const int status = std::system(
      fmt::format("/usr/bin/python3 '{}' '{}'", script.string(), file.string()).c_str());
  return WIFEXITED(status) && WEXITSTATUS(status) != 127 ? WEXITSTATUS(status) : -1;
}

bool python_has(const std::string& module) {
  return std::system(fmt::format("/usr/bin/python3 -c 'import {}' 2>/dev/null", module).c_str()) ==
         0;
}

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error& error) {
    return error.what();
  }
  return "";
}

}  // namespace sparkdyn::output::test
