#include "read/code_sides.hpp"

#include <algorithm>

namespace cu2cpp {
namespace {

Side side_by(bool device, bool host) {
  return device ? (host ? Side::both : Side::device) : Side::host;
}

// A definition without a qualifier is for the sides that its declarations name.
Side side_of(const Function& f, const Program& program) {
  if (f.global) return Side::device;
  if (f.device || f.host) return side_by(f.device, f.host);
  const auto [first, last] = program.functions.equal_range(f.name);
  Side side = Side::none;
  for (auto entry = first; entry != last; ++entry) {
    const Function& g = entry->second;
    if (g.scope != f.scope || g.parameter_count != f.parameter_count) continue;
    if (!g.global && !g.device && !g.host) continue;
    const Side said = g.global ? Side::device : side_by(g.device, g.host);
    if (side != Side::none && side != said) return Side::host;  // overloads that only their types tell apart
    side = said;
  }
  return side == Side::none ? Side::host : side;
}

}  // namespace

CodeSides::CodeSides(const SourceFile& file, const Survey& survey, const Program& program)
    : innermost_(file.code.size(), -1) {
  const Tokens& t = file.code;
  for (const std::vector<Function>* list : {&survey.functions, &survey.operators}) {
    for (const Function& f : *list) {
      if (f.body_end <= f.body_begin) continue;
      bodies_.push_back({f.body_begin, f.body_end, f.head_begin, side_of(f, program), f.constant});
    }
  }
  add_lambdas(t);
  std::sort(bodies_.begin(), bodies_.end(), [](const CodeBody& a, const CodeBody& b) { return a.begin < b.begin; });
  for (std::size_t b = 0; b < bodies_.size(); ++b) {
    CodeBody& body = bodies_[b];
    body.around = innermost_[body.begin];
    const Side around = body.around < 0 ? Side::none : bodies_[static_cast<std::size_t>(body.around)].side;
    if (around == Side::device) body.side = Side::device;
    std::fill(innermost_.begin() + static_cast<std::ptrdiff_t>(body.begin) + 1,
              innermost_.begin() + static_cast<std::ptrdiff_t>(body.end) + 1, static_cast<int>(b));
  }
}

// [=] __device__ (int i) mutable -> T { … }, [] __host__ __device__ { … }
void CodeSides::add_lambdas(const Tokens& t) {
  for (std::size_t i = 1; i < t.size(); ++i) {
    const auto says = [&](std::size_t k) { return t[k].says(Qualifier::device) || t[k].says(Qualifier::host); };
    if (!t[i - 1].is("]") || !says(i)) continue;
    bool device = false, host = false;
    std::size_t open = i;
    for (; open < t.size() && says(open); ++open) {
      device |= t[open].says(Qualifier::device);
      host |= t[open].says(Qualifier::host);
    }
    if (open < t.size() && t[open].is("(")) open = closing(t, open);
    while (open < t.size() && !t[open].is("{") && !t[open].is(";") && !t[open].is("}")) ++open;
    if (open >= t.size() || !t[open].is("{")) continue;
    const std::size_t end = closing(t, open);
    if (end != npos) bodies_.push_back({open, end, i, side_by(device, host)});
  }
}

const CodeBody* CodeSides::body_of(std::size_t token) const {
  const int at = token < innermost_.size() ? innermost_[token] : -1;
  return at < 0 ? nullptr : &bodies_[static_cast<std::size_t>(at)];
}

Side CodeSides::operator[](std::size_t token) const {
  const CodeBody* body = body_of(token);
  return body ? body->side : Side::none;
}

const CodeBody* CodeSides::twofold(const CodeBody* body) const {
  while (body->around >= 0 && bodies_[static_cast<std::size_t>(body->around)].side == Side::both) {
    body = &bodies_[static_cast<std::size_t>(body->around)];
  }
  return body;
}

}  // namespace cu2cpp
