// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/model_identity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/hash.hpp"
#include "mechanics/table_amplitude.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output {
namespace {

using core::Fingerprint, core::ItemHash;

using core::check;
using core::Space;

std::uint64_t over_ranks(MPI_Comm comm, std::uint64_t mine) {
  std::uint64_t all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, comm);
  return all;
}

/// 0, 1, 2, … as a vector in the order of files, taken to the solver's: the input's number of each
/// of this rank's entries.
core::Vector input_numbers(const FileOrder& order, Space space, core::Vector own) {
  const core::Vector in_file = order.make(space, own);
  {
    const core::RowRange range = core::row_range(Vec(in_file));
    const core::WriteArray values(in_file);
    for (PetscInt i = 0; i < values.size(); ++i) values[i] = static_cast<double>(range.begin + i);
  }
  order.from_file(space, in_file, own);
  return own;
}

std::vector<double> as_list(Vec vector) {
  const core::ReadArray values(vector);
  return {values.data(), values.data() + values.size()};
}

/// Numbers of the columns that this rank's rows of a matrix refer to. @note Collective.
class ColumnNumbers {
 public:
  ColumnNumbers(Mat matrix, Vec numbers) {
    core::for_each_row(matrix, [&](PetscInt, auto columns, auto) {
      used_.insert(used_.end(), columns.begin(), columns.end());
    });
    std::sort(used_.begin(), used_.end());
    used_.erase(std::unique(used_.begin(), used_.end()), used_.end());
    const auto count = static_cast<PetscInt>(used_.size());
    core::IndexSet from;
    check(ISCreateGeneral(PETSC_COMM_SELF, count, used_.data(), PETSC_COPY_VALUES, from.out()));
    core::Vector here;
    check(VecCreateSeq(PETSC_COMM_SELF, count, here.out()));
    core::Scatter scatter;
    check(VecScatterCreate(numbers, from, here, nullptr, scatter.out()));
    check(VecScatterBegin(scatter, numbers, here, INSERT_VALUES, SCATTER_FORWARD));
    check(VecScatterEnd(scatter, numbers, here, INSERT_VALUES, SCATTER_FORWARD));
    numbers_ = as_list(here);
  }
  double of(PetscInt column) const {
    const auto at = std::lower_bound(used_.begin(), used_.end(), column) - used_.begin();
    return numbers_[static_cast<std::size_t>(at)];
  }

 private:
  std::vector<PetscInt> used_;
  std::vector<double> numbers_;
};

/// factor · matrix, by its entries that are not zero. @note Collective.
std::uint64_t print_of(Mat matrix, double factor, Vec rows, Vec columns) {
  const ColumnNumbers numbers(matrix, columns);
  const std::vector<double> row_numbers = as_list(rows);
  const PetscInt begin = core::row_range(matrix).begin;
  Fingerprint print;
  core::for_each_row(matrix, [&](PetscInt row, auto at, auto values) {
    for (std::size_t k = 0; k < at.size(); ++k)
      if (values[k] != 0 && factor != 0)
        print.add(ItemHash()
                      .add(row_numbers[static_cast<std::size_t>(row - begin)])
                      .add(numbers.of(at[k]))
                      .add(values[k])
                      .add(factor));
  });
  return over_ranks(core::comm_of(matrix), print.value());
}

std::uint64_t print_of(Vec vector, const std::vector<double>& numbers) {
  const std::vector<double> values = as_list(vector);
  Fingerprint print;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] != 0) print.add(ItemHash().add(numbers[i]).add(values[i]));
  return over_ranks(core::comm_of(vector), print.value());
}

std::uint64_t print_of(const mechanics::System& system, mechanics::Kind kind, Vec numbers) {
  std::uint64_t sum = 0;
  for (const auto& term : system.terms())
    if (term.kind == kind)
      for (const auto& part : term.parts)
        sum += print_of(*part.matrix, part.factor, numbers, numbers);
  return sum;
}

std::string in_hexadecimal(std::uint64_t print) {
  return fmt::format("{:016x}", print);
}

constexpr const char* load_key = "model.load";
constexpr const char* prescribed_key = "model.prescribed";
constexpr double round_off = 1e-9;

/// Between the times that steps look at an amplitude may have no value, or no derivative, and say
/// so.
double value_of(const mechanics::Amplitude& amplitude, int derivative, double t) {
  try {
    return derivative == 0   ? amplitude.value(t)
           : derivative == 1 ? amplitude.rate(t)
                             : amplitude.acceleration(t);
  } catch (const core::Error&) {
    return std::numeric_limits<double>::quiet_NaN();
  }
}

/// In [0, 1), the same everywhere: looks at even times would be blind for what has their period.
double jitter(int look) {
  return static_cast<double>(ItemHash().add(look).value() >> 11) * 0x1p-53;
}

/// Derivatives may be found from values around a time, those after it among them: they are told to
/// six digits of the largest.
void add_derivatives(const mechanics::Amplitude& amplitude, int derivative, double start,
                     double now, Fingerprint& samples) {
  constexpr int looks = 64, bits = 20;
  std::vector<double> values;
  double largest = 0;
  for (int i = 0; i < looks; ++i) {
    values.push_back(
        value_of(amplitude, derivative, start + (now - start) * (i + jitter(i)) / looks));
    if (std::isfinite(values.back())) largest = std::max(largest, std::abs(values.back()));
  }
  int exponent = 0;
  std::frexp(1.4 * largest, &exponent);  // not where a plain number like 1 is rounded to and fro
  for (int i = 0; i < looks; ++i)
    samples.add(
        ItemHash()
            .add(derivative)
            .add(i)
            .add(std::round(std::ldexp(values[static_cast<std::size_t>(i)], bits - exponent))));
}

}  // namespace

/// a(t) of a shape up to a time.
struct ModelIdentity::History {
  std::string key, name;
  std::uint64_t shape = 0;
  std::uint64_t text = 0;     ///< of the amplitude at all times
  std::uint64_t points = 0;   ///< of a table, those before the time
  std::uint64_t samples = 0;  ///< of anything else
  double value = 0;           ///< at the time
  bool acts = false;          ///< it has not been zero all the time

  std::string line() const {
    return fmt::format("{:016x} {:016x} {:016x} {:016x} {} {}", shape, text, points, samples, value,
                       name);
  }
  static History parse(const std::string& key, const std::string& line) {
    History result;
    result.key = key;
    const char* at = line.data();
    const char* const end = line.data() + line.size();
    const auto take = [&](auto& number, auto... base) {
      const auto [next, error] = std::from_chars(at, end, number, base...);
      if (error != std::errc() || next == end || *next != ' ')
        core::input_error("its '{}' is '{}', which is no history", key, line);
      at = next + 1;
    };
    take(result.shape, 16);
    take(result.text, 16);
    take(result.points, 16);
    take(result.samples, 16);
    take(result.value);
    result.name.assign(at, end);
    return result;
  }

  /// The same at all times, or at those up to the checkpoint.
  bool same_amplitude(const History& other) const {
    if (text == other.text) return true;
    const double scale = std::max(std::abs(value), std::abs(other.value));
    return points == other.points && samples == other.samples &&
           std::abs(value - other.value) <= round_off * scale;
  }
};

ModelIdentity::ModelIdentity(const mechanics::System& system, const FileOrder& order,
                             const mechanics::State& initial) {
  const core::Vector numbers =
      input_numbers(order, Space::displacement, system.make_displacement());
  const std::vector<double> list = as_list(numbers);
  parts_ = {
      {"model.dofs", "the number of degrees of freedom", static_cast<std::uint64_t>(system.dofs())},
      {"model.mass", "the mass matrix", print_of(*system.mass(), 1.0, numbers, numbers)},
      {"model.stiffness", "the stiffness matrix",
       print_of(system, mechanics::Kind::elastic, numbers)},
      {"model.damping", "the damping matrix", print_of(system, mechanics::Kind::damping, numbers)},
      {"model.initial_displacement", "the initial displacement", print_of(initial.q, list)},
      {"model.initial_velocity", "the initial velocity", print_of(initial.v, list)}};
  add_conditions(system, order);
}

ModelIdentity::ModelIdentity(const mechanics::System& system, const FileOrder& order,
                             std::vector<ModelPart> parts)
    : parts_(std::move(parts)) {
  for (ModelPart& part : parts_) part.print = over_ranks(system.comm(), part.print);
  add_conditions(system, order);
}

void ModelIdentity::add_conditions(const mechanics::System& system, const FileOrder& order) {
  const core::Vector dofs = input_numbers(order, Space::displacement, system.make_displacement());
  const core::Vector rows = input_numbers(order, Space::multiplier, system.make_multiplier());
  const bool constrained = system.constrained();
  parts_.push_back({"model.constraints", "the number of constraints",
                    static_cast<std::uint64_t>(system.constraints())});
  parts_.push_back({"model.constraint_matrix", "the constraint matrix G",
                    constrained ? print_of(system.G(), 1.0, rows, dofs) : 0});
  add_shapes(system.loads(), as_list(dofs), load_key, 0);
  if (constrained && system.prescribes())
    add_shapes(system.prescribed(), as_list(rows), prescribed_key, 2);
}

void ModelIdentity::add_shapes(const std::vector<mechanics::TimedVector>& items,
                               const std::vector<double>& numbers, const char* key,
                               int derivatives) {
  for (const auto& item : items) {
    Fingerprint print;
    const auto points = mechanics::points_of(*item.amplitude);
    for (const auto& [time, value] : points) print.add(ItemHash().add(time).add(value));
    // A table is told by its points alone: the text of a long one would take long.
    const std::string text = points.empty() ? item.amplitude->text()
                                            : fmt::format("{{table of {} points}}", points.size());
    if (points.empty()) print.add(ItemHash().add(std::string_view(text)));
    const std::string name =
        item.name.empty()
            ? fmt::format("{} with amplitude {:.72}", derivatives == 0 ? "load" : "motion", text)
            : item.name;
    shapes_.push_back({key, name, print_of(item.shape, numbers), item.amplitude, print.value(),
                       item.load_case, derivatives});
  }
}

std::vector<ModelIdentity::History> ModelIdentity::histories(int load_case, double start,
                                                             double now) const {
  constexpr int looks = 256;
  std::vector<History> found;
  for (const Shape& shape : shapes_) {
    if (shape.load_case >= 0 && shape.load_case != load_case) continue;
    const mechanics::Amplitude& amplitude = *shape.amplitude;
    History history{.key = shape.key, .name = shape.name, .shape = shape.print, .text = shape.text};
    history.value = value_of(amplitude, 0, now);
    history.acts = history.value != 0;
    const auto table_points = mechanics::points_of(amplitude);
    const bool table = !table_points.empty();
    Fingerprint points, samples;
    for (const auto& [time, value] : table_points) {
      if (time >= now) break;
      points.add(ItemHash().add(time).add(value));
      history.acts = history.acts || value != 0;
    }
    for (int i = 0; i < looks && !table; ++i) {
      const double t = start + (now - start) * (i + jitter(i)) / looks;
      const double value = value_of(amplitude, 0, t);
      samples.add(ItemHash().add(i).add(value));
      history.acts = history.acts || value != 0;
    }
    for (int k = 1; k <= shape.derivatives && !table; ++k)
      add_derivatives(amplitude, k, start, now, samples);
    history.points = points.value();
    history.samples = samples.value();
    if (history.acts && history.shape != 0) found.push_back(std::move(history));
  }
  return found;
}

void ModelIdentity::describe(int load_case, double start, double now, Facts& facts) const {
  for (const ModelPart& part : parts_) facts.set(part.key, in_hexadecimal(part.print));
  int number = 0;
  for (const History& history : histories(load_case, start, now))
    facts.set(fmt::format("{}.{}", history.key, ++number), history.line());
}

namespace {

std::string subject(const std::string& key, const std::string& name) {
  return fmt::format("the {}{}", key.starts_with(load_key) ? "" : "prescribed ", name);
}

}  // namespace

void ModelIdentity::require_same(const Facts& before, int load_case, double start, double now,
                                 const std::string& checkpoint) const {
  std::vector<std::string> differ;
  for (const ModelPart& part : parts_)
    if (!before.has(part.key) || before.text(part.key) != in_hexadecimal(part.print))
      differ.emplace_back(part.meaning);
  std::vector<History> then;
  try {
    for (const char* key : {load_key, prescribed_key})
      for (const auto& [name, line] : before.starting_with(std::string(key) + "."))
        then.push_back(History::parse(key, line));
  } catch (const core::Error& error) {
    core::input_error("'{}' cannot be used: {}", checkpoint, error.what());
  }
  // Each is looked for among those of the checkpoint; what is the same is taken out there first, so
  // that two of one shape are not mistaken for one another.
  std::vector<History> mine = histories(load_case, start, now);
  std::erase_if(mine, [&](const History& history) {
    const auto found = std::find_if(then.begin(), then.end(), [&](const History& other) {
      return other.key == history.key && other.shape == history.shape &&
             history.same_amplitude(other);
    });
    if (found == then.end()) return false;
    then.erase(found);
    return true;
  });
  for (const History& history : mine) {
    const auto found = std::find_if(then.begin(), then.end(), [&](const History& other) {
      return other.key == history.key && other.shape == history.shape;
    });
    differ.push_back(found == then.end() ? subject(history.key, history.name)
                                         : fmt::format("the amplitude of {} up to t = {:.9g}",
                                                       subject(history.key, history.name), now));
    if (found != then.end()) then.erase(found);
  }
  // One of another size was named by its new shape already.
  if (mine.empty())
    for (const History& gone : then)
      differ.push_back(subject(gone.key, gone.name) + " that is there no more");
  if (!differ.empty())
    core::input_error("'{}' is of another model; what differs: {}", checkpoint,
                      fmt::join(differ, ", "));
}

}  // namespace sparkdyn::output
