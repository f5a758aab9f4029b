// SPDX-License-Identifier: BSD-3-Clause
#include "expression_program.hpp"

#include <cctype>
#include <cstdlib>
#include <initializer_list>
#include <numbers>
#include <string_view>

#include "expression_functions.hpp"

namespace sparkdyn::mechanics {
namespace {

using Instruction = ExpressionProgram::Instruction;
using Action = ExpressionProgram::Kind;

/// Recursive descent; from loose to tight:
///   choice := either ['?' choice ':' choice]     either := both {'||' both}
///   both := comparison {'&&' comparison}         comparison := sum {('<'|'<='|…) sum}
///   sum := product {('+'|'-') product}           product := signed {('*'|'/') signed}
///   signed := ['+'|'-'] power                    power := primary ['^' signed]
/// so that -t^2 is -(t^2), 2^-t is 2^(-t), and a^b^c is a^(b^c), as in muParser.
class Compiler {
 public:
  explicit Compiler(const std::string& text) : text_(text) {}

  std::vector<Instruction> program() {
    choice();
    skip_blanks();
    if (at_ < text_.size()) unknown();
    return std::move(program_);
  }

 private:
  /// Brackets, powers and choices nest by recursion.
  class Nesting {
   public:
    explicit Nesting(int& depth) : depth_(depth) {
      constexpr int deepest = 500;
      if (++depth_ > deepest)
        throw NotDifferentiable("it is nested more than " + std::to_string(deepest) + " deep");
    }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;
    ~Nesting() { --depth_; }

   private:
    int& depth_;
  };

  [[noreturn]] void unknown() const {
    throw NotDifferentiable("the derivative of '" + text_.substr(at_, 20) + "' is not known");
  }

  void skip_blanks() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
  }

  /// The first of `operators` that stands here, longer ones listed first; empty when none does.
  std::string_view accept(std::initializer_list<std::string_view> operators) {
    skip_blanks();
    for (const std::string_view candidate : operators)
      if (text_.compare(at_, candidate.size(), candidate) == 0) {
        at_ += candidate.size();
        return candidate;
      }
    return {};
  }
  void expect(std::string_view symbol) {
    if (accept({symbol}).empty()) unknown();
  }

  void apply(std::string_view name, int operands) {
    program_.push_back({Action::function, 0, operator_named(std::string(name)), operands});
  }

  template <typename Operand>
  void chain_of(std::initializer_list<std::string_view> operators, Operand operand) {
    operand();
    for (auto found = accept(operators); !found.empty(); found = accept(operators)) {
      operand();
      apply(found, 2);
    }
  }

  void choice() {
    const Nesting nested(depth_);
    either();
    if (accept({"?"}).empty()) return;
    choice();
    expect(":");
    choice();
    apply("?:", 3);
  }
  void either() {
    chain_of({"||"}, [&] { both(); });
  }
  void both() {
    chain_of({"&&"}, [&] { comparison(); });
  }
  void comparison() {
    chain_of({"<=", ">=", "==", "!=", "<", ">"}, [&] { sum(); });
  }
  void sum() {
    chain_of({"+", "-"}, [&] { product(); });
  }
  void product() {
    chain_of({"*", "/"}, [&] { signed_power(); });
  }
  void signed_power() {
    const std::string_view sign = accept({"+", "-"});
    power();
    if (sign == "-") apply("negative", 1);
  }
  void power() {
    const Nesting nested(depth_);
    primary();
    if (accept({"^"}).empty()) return;
    signed_power();
    apply("^", 2);
  }

  void primary() {
    skip_blanks();
    if (at_ >= text_.size()) unknown();
    const char first = text_[at_];
    if (first == '(') {
      ++at_;
      choice();
      expect(")");
    } else if (std::isdigit(static_cast<unsigned char>(first)) || first == '.') {
      number();
    } else {
      name();
    }
  }

  void number() {
    char* end = nullptr;
    const std::string digits = text_.substr(at_, number_length());
    const double value = std::strtod(digits.c_str(), &end);
    if (digits.empty() || *end != '\0') unknown();
    at_ += digits.size();
    program_.push_back({Action::number, value, nullptr, 0});
  }
  /// Digits, a point, an exponent: what strtod also takes (0x10) is none of muParser's.
  std::size_t number_length() const {
    std::size_t end = at_;
    const auto digits = [&] {
      while (end < text_.size() && std::isdigit(static_cast<unsigned char>(text_[end]))) ++end;
    };
    digits();
    if (end < text_.size() && text_[end] == '.') ++end;
    digits();
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E')) {
      ++end;
      if (end < text_.size() && (text_[end] == '+' || text_[end] == '-')) ++end;
      digits();
    }
    return end - at_;
  }

  void name() {
    std::size_t end = at_;
    while (end < text_.size() &&
           (std::isalnum(static_cast<unsigned char>(text_[end])) || text_[end] == '_'))
      ++end;
    const std::string word = text_.substr(at_, end - at_);
    const bool called = end < text_.size() && text_[end] == '(';
    if (called) return call(word, end + 1);
    const bool is_pi = word == "pi" || word == "_pi", is_e = word == "e" || word == "_e";
    if (word == "t")
      program_.push_back({Action::time, 0, nullptr, 0});
    else if (is_pi || is_e)
      program_.push_back({Action::number, is_pi ? std::numbers::pi : std::numbers::e, nullptr, 0});
    else
      unknown();
    at_ = end;
  }

  void call(const std::string& word, std::size_t arguments) {
    const auto function = function_named(word);
    if (function == nullptr)
      throw NotDifferentiable("the derivative of its function '" + word + "' is not known");
    at_ = arguments;
    int count = 0;
    do {
      choice();
      ++count;
    } while (!accept({","}).empty());
    expect(")");
    program_.push_back({Action::function, 0, function, count});
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Instruction> program_;
};

}  // namespace

ExpressionProgram::ExpressionProgram(const std::string& text)
    : instructions_(Compiler(text).program()) {}

Jet ExpressionProgram::operator()(double t) const {
  stack_.clear();
  for (const Instruction& instruction : instructions_) {
    if (instruction.kind == Action::number) {
      stack_.push_back(constant_jet(instruction.number));
    } else if (instruction.kind == Action::time) {
      stack_.push_back({t, 1, 0, false});
    } else {
      const std::size_t first = stack_.size() - static_cast<std::size_t>(instruction.operands);
      const Jet result = instruction.function(stack_.data() + first, instruction.operands);
      stack_.resize(first);
      stack_.push_back(result);
    }
  }
  return stack_.back();
}

}  // namespace sparkdyn::mechanics
