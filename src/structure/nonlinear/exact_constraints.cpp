// SPDX-License-Identifier: BSD-3-Clause
#include "exact_constraints.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sparkdyn::structure::nonlinear {
namespace {

using core::check;

double factor(const std::vector<double>& x, int place) {
  return place < 0 ? 1.0 : x[static_cast<std::size_t>(place)];
}
double motion(const std::vector<double>& v, int place) {
  return place < 0 ? 0.0 : v[static_cast<std::size_t>(place)];
}

bool same(const Timing& a, const Timing& b) {
  return a.kind == b.kind && a.amplitude == b.amplitude &&
         (a.factor == b.factor || a.kind == Timing::Kind::value);
}

int place_of(const std::vector<PetscInt>& sorted, PetscInt number) {
  if (number < 0) return -1;
  return static_cast<int>(std::lower_bound(sorted.begin(), sorted.end(), number) - sorted.begin());
}

core::Matrix like(Mat pattern) {
  core::Matrix copy;
  check(MatDuplicate(pattern, MAT_DO_NOT_COPY_VALUES, copy.out()));
  return copy;
}

void assemble(Mat matrix) {
  check(MatAssemblyBegin(matrix, MAT_FINAL_ASSEMBLY));
  check(MatAssemblyEnd(matrix, MAT_FINAL_ASSEMBLY));
}

}  // namespace

ExactConstraints::ExactConstraints(const std::vector<mechanics::AmplitudePtr>& amplitudes,
                                   const LocalExactRows& rows, const Layout& layout)
    : amplitudes_(amplitudes), first_(rows.first) {
  for (const LocalTerm& term : rows.terms)
    for (const PetscInt number : {term.a, term.b, term.angle})
      if (number >= 0) needed_.push_back(number);
  std::sort(needed_.begin(), needed_.end());
  needed_.erase(std::unique(needed_.begin(), needed_.end()), needed_.end());
  for (const LocalTerm& term : rows.terms)
    terms_.push_back({term.coefficient, place_of(needed_, term.a), place_of(needed_, term.b),
                      timing_of(term.timing), place_of(needed_, term.angle), term.turn, term.curve,
                      -1, -1, -1});
  lay_out(layout);
  lay_out_curvature(layout);
  const auto count = static_cast<PetscInt>(needed_.size());
  core::IndexSet from;
  check(ISCreateGeneral(PETSC_COMM_SELF, count, needed_.data(), PETSC_COPY_VALUES, from.out()));
  check(VecCreateSeq(PETSC_COMM_SELF, count, gathered_.out()));
  const core::Vector q = core::make_vector(layout.comm, layout.local);
  check(VecScatterCreate(q, from, gathered_, nullptr, scatter_.out()));
}

int ExactConstraints::timing_of(const Timing& timing) {
  for (std::size_t i = 0; i < timings_.size(); ++i)
    if (same(timings_[i], timing)) return static_cast<int>(i);
  timings_.push_back(timing);
  return static_cast<int>(timings_.size()) - 1;
}

void ExactConstraints::lay_out(const Layout& layout) {
  row_first_.push_back(0);
  for (PetscInt row = 0; row < rows(); ++row) {
    const auto begin = static_cast<std::size_t>(first_[static_cast<std::size_t>(row)]);
    const auto end = static_cast<std::size_t>(first_[static_cast<std::size_t>(row) + 1]);
    std::vector<int> places;
    for (std::size_t k = begin; k < end; ++k)
      for (const int place : {terms_[k].a, terms_[k].b, terms_[k].angle})
        if (place >= 0) places.push_back(place);
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    const auto to = [&](int place) {
      return place < 0
                 ? -1
                 : static_cast<PetscInt>(
                       row_first_.back() +
                       (std::lower_bound(places.begin(), places.end(), place) - places.begin()));
    };
    for (std::size_t k = begin; k < end; ++k) {
      terms_[k].to_a = to(terms_[k].a);
      terms_[k].to_b = to(terms_[k].b);
      terms_[k].to_angle = to(terms_[k].angle);
    }
    for (const int place : places) columns_.push_back(needed_[static_cast<std::size_t>(place)]);
    places_.insert(places_.end(), places.begin(), places.end());
    row_first_.push_back(static_cast<PetscInt>(columns_.size()));
  }
  const std::vector<double> zeros(columns_.size(), 0.0);
  check(MatCreate(layout.comm, pattern_.out()));
  check(MatSetSizes(pattern_, rows(), layout.local, PETSC_DETERMINE, layout.global));
  check(MatSetType(pattern_, MATAIJ));
  check(MatSeqAIJSetPreallocationCSR(pattern_, row_first_.data(), columns_.data(), zeros.data()));
  check(MatMPIAIJSetPreallocationCSR(pattern_, row_first_.data(), columns_.data(), zeros.data()));
}

/// Rows of other ranks' unknowns are sent to them.
void ExactConstraints::lay_out_curvature(const Layout& layout) {
  std::vector<PetscInt> rows, columns;
  const auto add = [&](int a, int b) {
    if (a < 0 || b < 0) return;
    rows.push_back(needed_[static_cast<std::size_t>(a)]);
    columns.push_back(needed_[static_cast<std::size_t>(b)]);
  };
  for (const Term& term : terms_) {
    for (const auto& [a, b] : {std::pair(term.a, term.b), std::pair(term.a, term.angle),
                               std::pair(term.b, term.angle)}) {
      add(a, b);
      add(b, a);
    }
    add(term.angle, term.angle);
  }
  check(MatCreate(layout.comm, curvature_pattern_.out()));
  check(MatSetSizes(curvature_pattern_, layout.local, layout.local, layout.global, layout.global));
  check(MatSetType(curvature_pattern_, MATAIJ));
  check(MatSetPreallocationCOO(curvature_pattern_, static_cast<PetscCount>(rows.size()),
                               rows.data(), columns.data()));
}

ExactConstraints::Value ExactConstraints::turn_of(const Term& term,
                                                  const std::vector<double>& x) const {
  if (term.turn == Turn::none) return {};
  const double z = x[static_cast<std::size_t>(term.angle)];
  if (term.turn == Turn::curve) {
    const auto& function = *amplitudes_[static_cast<std::size_t>(term.curve)];
    return {function.value(z), function.rate(z), function.acceleration(z)};
  }
  const double s = std::sin(z), c = std::cos(z);
  return term.turn == Turn::sine ? Value{s, c, -s} : Value{c, -s, -c};
}

std::vector<ExactConstraints::Value> ExactConstraints::timings(double t) const {
  std::vector<Value> values;
  for (const Timing& timing : timings_) {
    Value value;
    if (timing.kind != Timing::Kind::constant) {
      Value a;
      if (timing.amplitude >= 0) {
        const auto& amplitude = *amplitudes_[static_cast<std::size_t>(timing.amplitude)];
        a = {amplitude.value(t), amplitude.rate(t), amplitude.acceleration(t)};
      }
      value = a;
      if (timing.kind != Timing::Kind::value) {
        const double k = timing.factor, s = std::sin(k * a.at), c = std::cos(k * a.at);
        const double turned = k * a.rate, changed = k * a.second;
        value = timing.kind == Timing::Kind::sine
                    ? Value{s, turned * c, changed * c - turned * turned * s}
                    : Value{c, -turned * s, -changed * s - turned * turned * c};
      }
    }
    values.push_back(value);
  }
  return values;
}

void ExactConstraints::gather(Vec q, std::vector<double>& values) const {
  check(VecScatterBegin(scatter_, q, gathered_, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(scatter_, q, gathered_, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray read(gathered_);
  values.assign(read.data(), read.data() + read.size());
}

void ExactConstraints::residual(double t, Vec q, Vec r) const {
  std::vector<double> x;
  gather(q, x);
  const auto timing = timings(t);
  const core::WriteArray g(r);
  for (PetscInt row = 0; row < rows(); ++row) {
    double sum = 0;
    for (PetscInt k = first_[static_cast<std::size_t>(row)];
         k < first_[static_cast<std::size_t>(row) + 1]; ++k) {
      const Term& term = terms_[static_cast<std::size_t>(k)];
      sum += term.coefficient * timing[static_cast<std::size_t>(term.timing)].at *
             factor(x, term.a) * factor(x, term.b) * turn_of(term, x).at;
    }
    g[row] = sum;
  }
}

void ExactConstraints::magnitude(double t, Vec q, Vec r) const {
  std::vector<double> x;
  gather(q, x);
  const auto timing = timings(t);
  const core::WriteArray sums(r);
  for (PetscInt row = 0; row < rows(); ++row) {
    sums[row] = 0;
    for (PetscInt k = first_[static_cast<std::size_t>(row)];
         k < first_[static_cast<std::size_t>(row) + 1]; ++k) {
      const Term& term = terms_[static_cast<std::size_t>(k)];
      sums[row] += std::abs(term.coefficient * timing[static_cast<std::size_t>(term.timing)].at *
                            factor(x, term.a) * factor(x, term.b) * turn_of(term, x).at);
    }
  }
}

std::vector<double> ExactConstraints::entries(double t, Vec q) const {
  std::vector<double> x;
  gather(q, x);
  const auto timing = timings(t);
  std::vector<double> values(columns_.size(), 0.0);
  for (const Term& term : terms_) {
    const Value turn = turn_of(term, x);
    const double all = term.coefficient * timing[static_cast<std::size_t>(term.timing)].at;
    const double c = all * turn.at;
    if (term.a >= 0) values[static_cast<std::size_t>(term.to_a)] += c * factor(x, term.b);
    if (term.b >= 0) values[static_cast<std::size_t>(term.to_b)] += c * factor(x, term.a);
    if (term.angle >= 0)
      values[static_cast<std::size_t>(term.to_angle)] +=
          all * factor(x, term.a) * factor(x, term.b) * turn.rate;
  }
  return values;
}

core::MatrixPtr ExactConstraints::gradient(double t, Vec q) const {
  const std::vector<double> values = entries(t, q);
  core::Matrix G = like(pattern_);
  const PetscInt begin = core::row_range(G.get()).begin;
  for (PetscInt row = 0; row < rows(); ++row) {
    const auto at = static_cast<std::size_t>(row_first_[static_cast<std::size_t>(row)]);
    const PetscInt count =
        row_first_[static_cast<std::size_t>(row) + 1] - row_first_[static_cast<std::size_t>(row)];
    const PetscInt number = begin + row;
    check(MatSetValues(G, 1, &number, count, columns_.data() + at, values.data() + at,
                       INSERT_VALUES));
  }
  assemble(G);
  return std::make_shared<const core::Matrix>(std::move(G));
}

void ExactConstraints::add_reaction(double t, Vec q, Vec lambda, double scale, Vec r) const {
  const std::vector<double> values = entries(t, q);
  {
    const core::ReadArray multiplier(lambda);
    const core::WriteArray sums(gathered_);
    std::fill_n(sums.data(), sums.size(), 0.0);
    for (PetscInt row = 0; row < rows(); ++row)
      for (PetscInt k = row_first_[static_cast<std::size_t>(row)];
           k < row_first_[static_cast<std::size_t>(row) + 1]; ++k)
        sums[places_[static_cast<std::size_t>(k)]] +=
            scale * multiplier[row] * values[static_cast<std::size_t>(k)];
  }
  check(VecScatterBegin(scatter_, gathered_, r, ADD_VALUES, SCATTER_REVERSE));
  check(VecScatterEnd(scatter_, gathered_, r, ADD_VALUES, SCATTER_REVERSE));
}

void ExactConstraints::apply_gradient(double t, Vec q, Vec v, Vec r) const {
  const std::vector<double> values = entries(t, q);
  std::vector<double> rates;
  gather(v, rates);
  const core::WriteArray sums(r);
  for (PetscInt row = 0; row < rows(); ++row) {
    sums[row] = 0;
    for (PetscInt k = row_first_[static_cast<std::size_t>(row)];
         k < row_first_[static_cast<std::size_t>(row) + 1]; ++k)
      sums[row] += values[static_cast<std::size_t>(k)] *
                   rates[static_cast<std::size_t>(places_[static_cast<std::size_t>(k)])];
  }
}

void ExactConstraints::rate(const mechanics::Configuration& at, int order, Vec r) const {
  std::vector<double> x, v;
  gather(at.q, x);
  if (order == 2) gather(at.v, v);
  const auto timing = timings(at.t);
  const core::WriteArray g(r);
  for (PetscInt row = 0; row < rows(); ++row) {
    double sum = 0;
    for (PetscInt k = first_[static_cast<std::size_t>(row)];
         k < first_[static_cast<std::size_t>(row) + 1]; ++k) {
      const Term& term = terms_[static_cast<std::size_t>(k)];
      const Value& tau = timing[static_cast<std::size_t>(term.timing)];
      const double a = factor(x, term.a), b = factor(x, term.b);
      const Value turn = turn_of(term, x);
      if (order == 1) {
        sum += term.coefficient * tau.rate * a * b * turn.at;
      } else {
        const double va = motion(v, term.a), vb = motion(v, term.b), vz = motion(v, term.angle);
        const double moved = va * b + a * vb;
        sum += term.coefficient *
               ((tau.second * a * b + 2 * tau.rate * moved + 2 * tau.at * va * vb) * turn.at +
                2 * (tau.rate * a * b + tau.at * moved) * vz * turn.rate +
                tau.at * a * b * vz * vz * turn.second);
      }
    }
    g[row] = sum;
  }
}

std::vector<mechanics::ScaledMatrix> ExactConstraints::curvature(const mechanics::Configuration& at,
                                                                 Vec lambda) const {
  const auto timing = timings(at.t);
  std::vector<double> x, values;
  gather(at.q, x);
  {
    const core::ReadArray multiplier(lambda);
    for (PetscInt row = 0; row < rows(); ++row)
      for (PetscInt k = first_[static_cast<std::size_t>(row)];
           k < first_[static_cast<std::size_t>(row) + 1]; ++k) {
        const Term& term = terms_[static_cast<std::size_t>(k)];
        const double c =
            multiplier[row] * term.coefficient * timing[static_cast<std::size_t>(term.timing)].at;
        const Value turn = turn_of(term, x);
        const double a = factor(x, term.a), b = factor(x, term.b);
        // In the order of lay_out_curvature().
        if (term.a >= 0 && term.b >= 0) values.insert(values.end(), 2, c * turn.at);
        if (term.angle < 0) continue;
        if (term.a >= 0) values.insert(values.end(), 2, c * b * turn.rate);
        if (term.b >= 0) values.insert(values.end(), 2, c * a * turn.rate);
        values.push_back(c * a * b * turn.second);
      }
  }
  check(MatSetValuesCOO(curvature_pattern_, values.data(), INSERT_VALUES));
  core::Matrix K;
  check(MatDuplicate(curvature_pattern_, MAT_COPY_VALUES, K.out()));
  return {{1.0, std::make_shared<const core::Matrix>(std::move(K))}};
}

}  // namespace sparkdyn::structure::nonlinear
