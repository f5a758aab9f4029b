// SPDX-License-Identifier: BSD-3-Clause
#include "linear/shifted.hpp"

#include <algorithm>

#include "factored_saddle.hpp"
#include "iterated_saddle.hpp"
#include "linear/placement.hpp"
#include "petsc_saddle.hpp"

namespace sparkdyn::linear {
namespace {

class RealAsComplex final : public Shifted<std::complex<double>> {
 public:
  using Complex = std::complex<double>;
  explicit RealAsComplex(std::unique_ptr<Shifted<double>> real) : real_(std::move(real)) {}

  void set_up() override { real_->set_up(); }
  void agree() override { real_->agree(); }
  void send(std::span<const Complex> right, int count, Guess guess) override {
    take_real_parts(right, values_);
    if (guess) take_real_parts(*guess, guess_);
    real_->send(values_, count, guess ? Shifted<double>::Guess(guess_) : std::nullopt);
  }
  void solve() override { real_->solve(); }
  SolveResult receive(std::span<Complex> left) override {
    values_.resize(left.size());
    SolveResult result = real_->receive(values_);
    std::copy(values_.begin(), values_.end(), left.begin());
    return result;
  }
  SolverCost cost() const override { return real_->cost(); }
  bool iterates() const override { return real_->iterates(); }

 private:
  static void take_real_parts(std::span<const Complex> from, std::vector<double>& to) {
    to.resize(from.size());
    std::transform(from.begin(), from.end(), to.begin(), [](const Complex& z) { return z.real(); });
  }

  std::unique_ptr<Shifted<double>> real_;
  std::vector<double> values_, guess_;
};

}  // namespace

std::unique_ptr<Shifted<std::complex<double>>> as_complex(std::unique_ptr<Shifted<double>> real) {
  return std::make_unique<RealAsComplex>(std::move(real));
}

template <typename Scalar>
std::unique_ptr<Shifted<Scalar>> make_shifted(const Operators& system,
                                              const std::vector<WeightedMatrix<Scalar>>& sum,
                                              const ShiftedOptions& options) {
  if (options.spaces) return std::make_unique<IteratedSaddle<Scalar>>(system, sum, options);
  if constexpr (std::is_same_v<Scalar, double>)
    if (options_choose_solver(options.prefix))
      return std::make_unique<PetscSaddle>(system, sum, options);
  return std::make_unique<FactoredSaddle<Scalar>>(system, sum, options);
}

template std::unique_ptr<Shifted<double>> make_shifted(const Operators&,
                                                       const std::vector<WeightedMatrix<double>>&,
                                                       const ShiftedOptions&);
template std::unique_ptr<Shifted<std::complex<double>>> make_shifted(
    const Operators&, const std::vector<WeightedMatrix<std::complex<double>>>&,
    const ShiftedOptions&);

}  // namespace sparkdyn::linear
