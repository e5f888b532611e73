#include "fast_math.hpp"

#include <algorithm>

#include "contraction.hpp"

namespace cu2cpp {
namespace {

enum Side : char { neither, device, both };

// Which side's code a token is. The survey knows the named functions; operators and lambdas are looked for here.
class Sides {
 public:
  Sides(const SourceFile& file, const Survey& survey) : t_(file.code), sides_(t_.size(), neither) {
    for (const Function& f : survey.functions) {
      if (f.global || f.device) mark(f.body_begin, f.body_end, f.host ? both : device);
    }
    for (std::size_t i = 1; i < t_.size(); ++i) {
      if (t_[i].is("operator")) operator_function(i);
      if (t_[i].is("__device__") && (t_[i - 1].is("]") || (t_[i - 1].is("__host__") && i > 1 && t_[i - 2].is("]"))))
        lambda(i);
    }
  }

  [[nodiscard]] Side operator[](std::size_t token) const { return sides_[token]; }

 private:
  void mark(std::size_t begin, std::size_t end, Side side) {
    std::fill(sides_.begin() + static_cast<std::ptrdiff_t>(begin), sides_.begin() + static_cast<std::ptrdiff_t>(end),
              side);
  }

  // The body behind the parameters that open at i, if one follows.
  void body_behind(std::size_t i, Side side) {
    const std::size_t parameters = closing(t_, i);
    if (parameters == npos) return;
    std::size_t open = parameters + 1;
    while (open < t_.size() && !t_[open].is("{") && !t_[open].is(";") && !t_[open].is("}")) ++open;
    if (open == t_.size() || !t_[open].is("{")) return;
    if (const std::size_t end = closing(t_, open); end != npos) mark(open, end, side);
  }

  void operator_function(std::size_t i) {
    bool on_device = false, on_host = false;
    for (std::size_t k = i; k-- > 0 && !t_[k].is(";") && !t_[k].is("{") && !t_[k].is("}");) {
      on_device |= t_[k].is("__device__");
      on_host |= t_[k].is("__host__");
    }
    std::size_t open = i + 1;
    if (open + 1 < t_.size() && t_[open].is("(") && t_[open + 1].is(")")) open += 2;
    while (open < t_.size() && !t_[open].is("(")) ++open;
    if (on_device && open < t_.size()) body_behind(open, on_host ? both : device);
  }

  void lambda(std::size_t i) {
    const Side side = t_[i - 1].is("__host__") || (i + 1 < t_.size() && t_[i + 1].is("__host__")) ? both : device;
    std::size_t open = i + 1;
    while (open < t_.size() && !t_[open].is("(") && !t_[open].is("{")) ++open;
    if (open == t_.size()) return;
    if (t_[open].is("(")) return body_behind(open, side);
    if (const std::size_t end = closing(t_, open); end != npos) mark(open, end, side);
  }

  const Tokens& t_;
  std::vector<Side> sides_;
};

}  // namespace

std::vector<Edit> with_fast_math(const SourceFile& file, const Survey& survey, const Program& program,
                                 std::vector<Edit> edits) {
  const Tokens& t = file.code;
  const Sides sides(file, survey);
  mark_device_code(file, survey, program, edits, true);
  for (std::size_t i = 3; i + 1 < t.size(); ++i) {
    if (sides[i] == neither || t[i - 1].is("operator")) continue;
    const std::string quotient =
        sides[i] == both ? " ::cuda_emulator::quotient_of_both " : " ::cuda_emulator::quotient ";
    if (t[i].is("/")) edits.push_back({t[i].end(), t[i].end(), quotient + '*'});
    if (t[i].is("/=")) edits.push_back({t[i].end(), t[i].end(), quotient + '='});
    const bool root = t[i].is("sqrt") || t[i].is("sqrtf");
    if (!root || !t[i + 1].is("(") || t[i - 1].is(".") || t[i - 1].is("->")) continue;
    std::size_t first = i;
    if (t[i - 1].is("::")) {
      const bool standard = t[i - 2].is("std");
      if (t[i - 2].kind == Kind::identifier && !standard && !t[i - 2].is("return")) continue;  // another's
      first = standard ? i - 2 : i - 1;
    }
    // What is divided by a root is multiplied by the reciprocal root.
    const bool divides = t[first - 1].is("/");
    edits.push_back(
        {t[first].begin, t[i].end(), divides ? "::cuda_emulator::root_below" : "::cuda_emulator::fast_root"});
  }
  return edits;
}

}  // namespace cu2cpp
