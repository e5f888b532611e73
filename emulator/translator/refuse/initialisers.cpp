// Device variables whose value would have to be computed when the program begins. Here calls and constructors without
// arguments; the compiler refuses what else is no constant (rewrite/initialisers.hpp).
#include <algorithm>

#include "read/code_sides.hpp"
#include "refuse/refuse.hpp"

namespace cu2cpp {
namespace {

class Initialisers : Refusals {
 public:
  using Refusals::Refusals;

  std::vector<Complaint> run() {
    for (const Range& d : survey_.device_definitions) definition(d.begin, d.end);
    for (std::size_t i = 0; i < t_.size(); ++i) {  // static float x = f(y); of a device function
      const bool local = t_[i].says(Qualifier::static_) && !survey_.outside_functions[i] && !shared(i);
      if (!local || (sides_[i] != Side::device)) continue;
      std::size_t end = i;
      while (end < t_.size() && !t_[end].is(";")) ++end;
      definition(i, end);
      if (!survey_.around(i)) continue;
      const Function& f = *survey_.around(i);
      for (std::size_t k = i; k < end; ++k) {  // static int n = x;
        const bool value = t_[k].kind == Kind::identifier && (t_[k - 1].is("=") || t_[k - 1].is("("));
        if (value && shadowed(t_, t_[k].text, f)) complain(i, "static __device__");
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] bool shared(std::size_t i) const {
    return t_[i + 1].says(Qualifier::shared) || (i > 0 && t_[i - 1].says(Qualifier::shared));
  }

  void definition(std::size_t begin, std::size_t end) {
    std::size_t value = begin;
    bool constructs = false, pointer = false;
    std::string kind = "static __device__";
    for (; value < end && !t_[value].is("=") && !t_[value].is("{") && !t_[value].is("("); ++value) {
      constructs |= program_.constructs(t_[value].text, false);
      pointer |= t_[value].is("*") || t_[value].is("&");
      if (t_[value].is("[") || t_[value].is("<")) {
        const std::size_t close = t_[value].is("[") ? closing(t_, value) : closing_angle(t_, value);
        if (close == npos) return;
        value = close;
      }
      for (const auto word : {"__constant__", "__managed__", "__shared__", "__device__"}) {
        if (t_[value].says(static_cast<Qualifier>(qualifiers_of(word)))) kind = word;
      }
    }
    bool computed = value == end && constructs && !pointer;
    for (std::size_t i = value; i + 1 < end && !computed; ++i) {
      const bool call = t_[i].kind == Kind::identifier && t_[i + 1].is("(") && i > value;
      computed = call && (!t_[i - 1].is("::") || t_[i - 2].is("std")) && is_computed(t_[i].text);
    }
    if (computed) complain(begin, kind);
  }

  void complain(std::size_t token, const std::string& kind) {
    Refusals::complain(token, "dynamic initialization is not supported for a " + kind + " variable");
  }

  [[nodiscard]] bool is_computed(std::string_view function) const {
    const auto [first, last] = program_.functions.equal_range(function);
    if (first == last) {
      return is_device_builtin(function) && function != "min" && function != "max" &&
             !program_.macros.contains(function);
    }
    return std::none_of(first, last, [](const auto& entry) {
      return entry.second.constant || entry.second.name == entry.second.scope;
    });
  }

  const CodeSides sides_{file_, survey_, program_};
};

}  // namespace

std::vector<Complaint> initialiser_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                              const Rules& rules) {
  return Initialisers(file, survey, program, rules).run();
}

}  // namespace cu2cpp
