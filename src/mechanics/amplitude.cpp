#include "sparkdyn/mechanics/amplitude.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <optional>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/mechanics/table_points.hpp"

namespace sparkdyn::mechanics {
namespace {

void require_finite(double value, const char* what) {
  if (!std::isfinite(value)) core::input_error("the {} of an amplitude must be finite", what);
}

class Constant final : public Amplitude {
 public:
  explicit Constant(double value) : value_(value) { require_finite(value, "constant"); }
  double value(double) const override { return value_; }
  double rate(double) const override { return 0; }
  double acceleration(double) const override { return 0; }
  std::string text() const override { return fmt::format("{{constant: {}}}", value_); }
  bool is_constant() const override { return true; }

 private:
  double value_;
};

class Table final : public Amplitude {
 public:
  using Point = std::pair<double, double>;

  explicit Table(std::vector<Point> points) : points_(std::move(points)) {
    if (points_.empty()) core::input_error("the table of an amplitude is empty");
    for (std::size_t i = 0; i < points_.size(); ++i) {
      require_finite(points_[i].first, "times in the table");
      require_finite(points_[i].second, "values in the table");
      if (i > 0 && points_[i].first <= points_[i - 1].first)
        core::input_error("the times of an amplitude table must increase: {} follows {}",
                          points_[i].first, points_[i - 1].first);
    }
  }

  double value(double t) const override {
    const auto right = segment_end(t);
    if (right == points_.begin()) return points_.front().second;
    if (right == points_.end()) return points_.back().second;
    const auto left = right - 1;
    const double share = (t - left->first) / (right->first - left->first);
    return std::lerp(left->second, right->second, share);
  }
  double rate(double t) const override {
    const auto right = segment_end(t);
    if (right == points_.begin() || right == points_.end()) return 0;
    const auto left = right - 1;
    return (right->second - left->second) / (right->first - left->first);
  }
  double acceleration(double) const override { return 0; }
  std::string text() const override {
    std::string list;
    for (const auto& [time, value] : points_)
      list += fmt::format("{}[{}, {}]", list.empty() ? "" : ", ", time, value);
    return "{table: [" + list + "]}";
  }
  const std::vector<Point>& points() const { return points_; }
  bool is_constant() const override {
    return std::all_of(points_.begin(), points_.end(),
                       [&](const Point& point) { return point.second == points_[0].second; });
  }

 private:
  /// The first point after t.
  std::vector<Point>::const_iterator segment_end(double t) const {
    return std::upper_bound(points_.begin(), points_.end(), t,
                            [](double time, const Point& point) { return time < point.first; });
  }

  std::vector<Point> points_;
};

class Sine final : public Amplitude {
 public:
  Sine(double frequency, double phase) : frequency_(frequency), phase_(phase) {
    require_finite(frequency, "frequency");
    require_finite(phase, "phase");
  }
  double value(double t) const override { return std::sin(omega() * t + phase_); }
  double rate(double t) const override { return omega() * std::cos(omega() * t + phase_); }
  double acceleration(double t) const override { return -omega() * omega() * value(t); }
  std::string text() const override {
    return fmt::format("{{sine: {{frequency: {}, phase: {}}}}}", frequency_, phase_);
  }
  bool is_constant() const override { return frequency_ == 0; }

 private:
  double omega() const { return 2 * std::numbers::pi * frequency_; }

  double frequency_;
  double phase_;
};

using Function = std::function<double(double)>;

struct Estimate {
  double value = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::infinity();
};

constexpr int levels = 9;
constexpr double ratio = 1.4;
using Levels = std::array<double, levels>;  ///< of steps h, h/ratio, h/ratio², …

/// Ridders (1982): D(h) = D(0) + c₁h^p + c₂h^{2p} + … extrapolated to 0; of all extrapolations the
/// one whose neighbours agree best, counting `noise`, the rounding error of each D.
Estimate extrapolate(const Levels& D, const Levels& noise, int power) {
  const double growth = std::pow(ratio, power);
  Levels previous{};
  Levels current{};
  Estimate best;
  for (int i = 0; i < levels; ++i) {
    current[0] = D[i];
    double factor = growth;
    for (int j = 1; j <= i; ++j, factor *= growth) {
      current[j] = (factor * current[j - 1] - previous[j - 1]) / (factor - 1);
      const double error = noise[i] + std::max(std::abs(current[j] - current[j - 1]),
                                               std::abs(current[j] - previous[j - 1]));
      if (error < best.error) best = {current[j], error};
    }
    previous = current;
  }
  return best;
}

enum class Side { both, right };

/// The difference quotients of f at t for the steps of one scale.
struct Differences {
  Levels first{};
  Levels second{};
  Levels first_noise{};  ///< rounding errors
  Levels second_noise{};
  Levels gap{};          ///< how far the mean of the neighbours is from f(t)
  double size = 0;       ///< of f
  double tolerance = 0;  ///< of f: what counts as round-off at this scale
  bool finite = true;
};

Differences differences(const Function& f, double t, double scale, Side side) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  Differences result;
  const double here = f(t);
  double range = 0;
  for (int i = 0; i < levels; ++i, scale /= ratio) {
    const volatile double moved = std::abs(t) + scale;
    const double h = moved - std::abs(t);  // so that t + h and t − h are not rounded
    const double step = side == Side::both ? here - f(t - h) : f(t + h) - here;
    const double next = side == Side::both ? f(t + h) - here : f(t + 2 * h) - f(t + h);
    result.finite = result.finite && std::isfinite(step) && std::isfinite(next);
    result.first[i] = (side == Side::both ? (step + next) / 2 : step) / h;
    result.second[i] = (next - step) / (h * h);
    result.gap[i] = side == Side::both ? (next - step) / 2 : 0;
    range = std::max({range, std::abs(step), std::abs(next)});
    // f is known to a rounding error of its own and one of its argument.
    result.size = std::abs(here) + range;
    const double rounding = epsilon * (result.size + range / h * std::abs(t));
    result.first_noise[i] = rounding / h;
    result.second_noise[i] = rounding / (h * h);
    result.tolerance = 1e-10 * range + 50 * rounding;
  }
  return result;
}

/// What one scale says; `size` is that of f around t.
struct AtScale {
  Estimate estimate;
  double size = 0;
};

/// Empty when the steps are too long for f: they do not predict f(t), or their quotients disagree.
std::optional<AtScale> at_scale(const Function& f, double t, double scale, int order, Side side) {
  const Differences found = differences(f, t, scale, side);
  if (!found.finite) return std::nullopt;
  const int power = side == Side::both ? 2 : 1;
  const Estimate first = extrapolate(found.first, found.first_noise, power);
  const Estimate second = extrapolate(found.second, found.second_noise, power);
  const double missed = std::abs(extrapolate(found.gap, {}, power).value);
  // Near a point of symmetry one of the two quotients vanishes at every scale; only both tell.
  const double spread = std::max(first.error * scale, second.error * scale * scale);
  if (missed > found.tolerance || spread > 1e4 * found.tolerance) return std::nullopt;
  return AtScale{order == 1 ? first : second, found.size};
}

/// The time scale of f is unknown: from long steps to short ones, the first that resolve f, and on
/// while the error falls. Still shorter steps drown in rounding and cannot improve on it, but when
/// they contradict it beyond rounding, the longer ones have jumped over a pulse.
std::optional<double> derivative(const Function& f, double t, int order, Side side) {
  constexpr int patience = 4;
  Estimate best;
  double size = 0;
  int waited = 0;
  // Not a round number, which could be a multiple of the period and see a constant.
  for (double scale = 739.0851332; scale > 1e-9; scale /= std::sqrt(10.0)) {
    const auto found = at_scale(f, t, scale, order, side);
    if (!found) {
      if (std::isfinite(best.value)) ++waited;
      continue;
    }
    const Estimate& now = found->estimate;
    size = std::max(size, found->size);
    const double shortest = scale / std::pow(ratio, levels - 1);
    const double rounding =
        std::numeric_limits<double>::epsilon() * size / std::pow(shortest, order);
    const bool contradicts =
        std::abs(now.value - best.value) > 100 * (now.error + best.error + rounding);
    const bool improves = waited < patience && now.error < best.error;
    if (contradicts || improves) best = now;
    waited = contradicts || improves ? 0 : waited + 1;
  }
  if (!std::isfinite(best.value)) return std::nullopt;
  return best.value;
}

/// One parsed expression of t.
class Formula {
 public:
  explicit Formula(std::string text) : text_(std::move(text)) {
    for (char& c : text_)
      if (c == '\n' || c == '\r' || c == '\t') c = ' ';
    constexpr std::size_t longest = 10000;
    if (text_.size() > longest)
      core::input_error("an expression of {} characters, '{}...'; at most {} are allowed",
                        text_.size(), text_.substr(0, 40), longest);
    reject_assignment();
    try {
      parser_.DefineVar("t", &t_);
      // muParser's own _pi has only twelve digits.
      for (const char* pi : {"pi", "_pi"}) parser_.DefineConst(pi, std::numbers::pi);
      for (const char* e : {"e", "_e"}) parser_.DefineConst(e, std::numbers::e);
      parser_.SetExpr(text_);
      parser_.Eval();
      constant_ = parser_.GetUsedVar().empty();
    } catch (const mu::Parser::exception_type& error) {
      core::input_error("the expression '{}' is wrong at position {}: {}", text_,
                        error.GetPos() + 1, error.GetMsg());
    }
    if (parser_.GetNumResults() != 1)
      core::input_error("the expression '{}' must give one value, not {}", text_,
                        parser_.GetNumResults());
  }
  Formula(const Formula&) = delete;  // the parser points to t_
  Formula& operator=(const Formula&) = delete;

  /// NaN or infinity where the expression has no value.
  double raw(double t) const {
    t_ = t;
    try {
      return parser_.Eval();
    } catch (const mu::Parser::exception_type&) {
      return std::numeric_limits<double>::quiet_NaN();
    }
  }
  double operator()(double t) const {
    const double result = raw(t);
    if (!std::isfinite(result))
      core::numerics_error("the expression '{}' is {} at t = {}", text_, result, t);
    return result;
  }
  const std::string& text() const { return text_; }
  bool is_constant() const { return constant_; }

 private:
  /// muParser would let "t = 3" change the time.
  void reject_assignment() const {
    for (std::size_t i = 0; i < text_.size(); ++i) {
      if (text_[i] != '=') continue;
      const bool doubled = i + 1 < text_.size() && text_[i + 1] == '=';
      const bool compares = i > 0 && std::string("<>!").find(text_[i - 1]) != std::string::npos;
      if (!doubled && !compares)
        core::input_error(
            "the expression '{}' is wrong at position {}: '=' assigns; compare with "
            "'=='",
            text_, i + 1);
      if (doubled) ++i;
    }
  }

  std::string text_;
  mutable double t_ = 0;
  mutable mu::Parser parser_;  // Eval() is not const
  bool constant_ = false;
};

std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

class Expression final : public Amplitude {
 public:
  Expression(const std::string& value, const std::string& rate, const std::string& acceleration)
      : value_(value) {
    if (!rate.empty()) rate_.emplace(rate);
    if (!acceleration.empty()) acceleration_.emplace(acceleration);
  }

  double value(double t) const override { return value_(t); }

  double rate(double t) const override {
    if (rate_) return (*rate_)(t);
    if (is_constant()) return 0;
    return difference(value_, t, 1, "derivative");
  }

  double acceleration(double t) const override {
    if (acceleration_) return (*acceleration_)(t);
    if (is_constant()) return 0;
    if (rate_) return difference(*rate_, t, 1, "second_derivative");
    return difference(value_, t, 2, "second_derivative");
  }

  std::string text() const override {
    std::string result = "{expression: " + quoted(value_.text());
    if (rate_) result += ", derivative: " + quoted(rate_->text());
    if (acceleration_) result += ", second_derivative: " + quoted(acceleration_->text());
    return result + "}";
  }
  bool is_constant() const override { return value_.is_constant() && !rate_ && !acceleration_; }

 private:
  static double difference(const Formula& formula, double t, int order, const char* key) {
    formula(t);  // says so when there is no value at all
    const Function f = [&](double x) { return formula.raw(x); };
    auto result = derivative(f, t, order, Side::both);
    if (!result) result = derivative(f, t, order, Side::right);
    if (!result)
      core::numerics_error(
          "the expression '{}' has no derivative that differences could find at t = "
          "{}; give '{}'",
          formula.text(), t, key);
    return *result;
  }

  Formula value_;
  std::optional<Formula> rate_;
  std::optional<Formula> acceleration_;
};

}  // namespace

AmplitudePtr constant_amplitude(double value) {
  return std::make_shared<Constant>(value);
}

AmplitudePtr table_amplitude(std::vector<std::pair<double, double>> points) {
  return std::make_shared<Table>(std::move(points));
}

AmplitudePtr sine_amplitude(double frequency, double phase) {
  return std::make_shared<Sine>(frequency, phase);
}

AmplitudePtr expression_amplitude(const std::string& value, const std::string& rate,
                                  const std::string& acceleration) {
  return std::make_shared<Expression>(value, rate, acceleration);
}

void visit_points(const Amplitude& amplitude,
                  const std::function<void(double time, double value)>& visit) {
  if (const auto* table = dynamic_cast<const Table*>(&amplitude))
    for (const auto& [time, value] : table->points()) visit(time, value);
}

}  // namespace sparkdyn::mechanics
