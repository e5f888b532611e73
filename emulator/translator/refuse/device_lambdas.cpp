// Lambdas with __device__ or __host__ __device__: nvcc needs an option for them, and refuses some that C++ allows.
#include <algorithm>

#include "read/code_sides.hpp"
#include "refuse/refuse.hpp"

namespace cu2cpp {
namespace {

class Lambdas : Refusals {
 public:
  using Refusals::Refusals;

  std::vector<Complaint> run() {
    for (std::size_t i = 1; i < t_.size(); ++i) {
      const auto says = [&](std::size_t k) { return t_[k].says(Qualifier::device) || t_[k].says(Qualifier::host); };
      if (!t_[i - 1].is("]") || !says(i) || t_[i].says(Qualifier::doubtful)) continue;
      const std::size_t open = opening(t_, i - 1);
      if (open == npos || (open > 0 && t_[open - 1].is("["))) continue;  // [[attribute]] __device__
      if (rules_.no_lambdas) {
        complain(i, "__host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag");
        continue;
      }
      bool device = false, host = false;
      for (std::size_t k = i; k < t_.size() && says(k); ++k) {
        device |= t_[k].says(Qualifier::device);
        host |= t_[k].says(Qualifier::host);
      }
      const Side around = sides_[open];
      if (!device || around == Side::device || around == Side::none) continue;
      captures(open, host);
      for (std::size_t k = i; host && k < t_.size() && !t_[k].is("{"); ++k) {
        if (t_[k].is("auto")) complain(k, "__host__ __device__ extended lambdas cannot be generic lambdas");
      }
      if (const Function* const f = survey_.around(i)) function_around(i, *f);
    }
    return std::move(out_);
  }

 private:
  void captures(std::size_t open, bool host) {
    const std::string kind = host ? "__host__ __device__" : "__device__";
    for (const Range& capture : arguments(t_, open)) {
      const bool reference = t_[capture.begin].is("&");
      if (reference) {
        complain(capture.begin,
                 "an extended " + kind + " lambda cannot capture variables by reference: [=] gives it copies");
        return;
      }
      const bool initialised = host && capture.end > capture.begin + 1 && t_[capture.begin + 1].is("=");
      if (initialised)
        complain(capture.begin, "init-captures are not allowed for extended __host__ __device__ lambdas");
    }
  }

  void function_around(std::size_t i, const Function& f) {
    const auto [first, last] = program_.functions.equal_range(f.name);
    const bool hidden = f.hidden || std::any_of(first, last, [&](const auto& entry) {
                          const Function& g = entry.second;
                          return g.hidden && g.scope == f.scope && g.parameter_count == f.parameter_count;
                        });
    if (f.member && hidden) {
      complain(i, "the enclosing parent function '" + f.name +
                      "' for an extended lambda cannot have private or protected access within its class");
    } else if (f.member && (f.name == f.scope || f.name == '~' + f.scope)) {
      complain(i, "the enclosing parent function '" + f.name +
                      "' for an extended lambda must allow its address to be taken");
    }
    const auto has = [&](std::size_t begin, std::size_t end, std::string_view word) {
      return std::any_of(t_.begin() + static_cast<std::ptrdiff_t>(begin), t_.begin() + static_cast<std::ptrdiff_t>(end),
                         [&](const Token& token) { return token.is(word); });
    };
    if (has(f.head_begin, f.name_at, "auto") && !has(f.parameters_end, f.body_begin, "->")) {
      complain(
          i, "the enclosing parent function '" + f.name + "' for an extended lambda must not have deduced return type");
    }
  }

  const CodeSides sides_{file_, survey_, program_};
};

}  // namespace

std::vector<Complaint> lambda_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                         const Rules& rules) {
  return Lambdas(file, survey, program, rules).run();
}

}  // namespace cu2cpp
