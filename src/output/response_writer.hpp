// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A response over frequency as files: response.csv (frequency, amplitude and phase of each probe),
// response.h5 (the same as complex numbers, /real and /imaginary) and summary.json.

#include <Eigen/Core>
#include <string>
#include <vector>

#include "output/output_folder.hpp"
#include "output/report.hpp"

namespace sparkdyn::output {

/// Where a probe moves more than at neighbouring frequencies.
struct ResponsePeak {
  std::size_t probe = 0;
  double frequency = 0;
  std::complex<double> value;
};

struct FoundResponse {
  std::string title, program, method;
  std::vector<double> frequencies;
  std::vector<std::string> probes;
  Eigen::MatrixXcd values;  ///< a row for each frequency, a column for each probe
  std::vector<ResponsePeak> peaks;
  double accuracy = 0, bound = 0,
         checked = 0;  ///< asked; the largest bound; one error that was seen
  int factorizations = 0;
  long long vectors = 0, dofs = 0, constraints = 0;
  int ranks = 1;
  double seconds = 0;
  std::vector<std::string> warnings;
};

Report report_of(const FoundResponse& found);
/// In degrees, (−180, 180].
double phase_of(const std::complex<double>& value);
/// @note Collective.
void write_response(MPI_Comm comm, const OutputFolder& folder, const FoundResponse& found);

}  // namespace sparkdyn::output
