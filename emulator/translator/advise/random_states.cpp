// States of cuRAND's generators that a kernel copies and does not store back.
#include <string>

#include "advise/advise.hpp"
#include "read/statements.hpp"

namespace cu2cpp {
namespace {

// curandState mine = states[i]; … curand_uniform(&mine) …, and no states[i] = mine: the next launch draws the same.
class StateAdviser : Statements {
 public:
  StateAdviser(const SourceFile& file, const Survey& survey, const Function& f, std::vector<Note>& notes)
      : Statements(file.code, f), file_(file), survey_(survey), notes_(notes) {}

  void look() {
    for (std::size_t i = f_.body_begin + 1; i + 3 < f_.body_end; ++i) {
      if (t_[i].kind != Kind::identifier || !t_[i + 1].is("=")) continue;
      if (!is_state_type(i - 1) && !t_[i - 1].is("auto")) continue;
      const std::size_t source = t_[i + 2].is("*") ? i + 3 : i + 2;
      const bool element = source == i + 3 || t_[source + 1].is("[");
      const std::size_t parameter = parameter_of(source);
      if (!element || parameter == npos || !draws(i) || goes_on(i)) continue;
      const std::size_t again = launched_again(parameter);
      if (again == npos) continue;
      notes_.push_back({t_[i].begin, std::string(t_[i].text) +
                                         " is a copy of a random state that is never stored back: "
                                         "the launch in line " +
                                         std::to_string(file_.line_of(t_[again].begin)) +
                                         " draws the same numbers each time; " + std::string(t_[source].text) +
                                         "[i] = " + std::string(t_[i].text) + " at the kernel's end continues"});
      return;
    }
  }

 private:
  [[nodiscard]] bool is_state_type(std::size_t k) const { return t_[k].text.find("curandState") != npos; }
  // The number of the parameter with this name, if it points to states.
  [[nodiscard]] std::size_t parameter_of(std::size_t name) const {
    const std::vector<Range> list = arguments(t_, f_.parameters_begin);
    for (std::size_t n = 0; n < list.size(); ++n) {
      bool states = false, named = false;
      for (std::size_t k = list[n].begin; k < list[n].end; ++k) {
        states |= is_state_type(k);
        named |= t_[k].text == t_[name].text;
      }
      if (states && named) return n;
    }
    return npos;
  }
  [[nodiscard]] bool draws(std::size_t state) const {
    for (std::size_t k = state; k + 3 < f_.body_end; ++k) {
      if (t_[k].text.starts_with("curand") && t_[k + 1].is("(") && t_[k + 2].is("&") &&
          t_[k + 3].text == t_[state].text)
        return true;
    }
    return false;
  }
  // Is it stored, or given to another function?
  [[nodiscard]] bool goes_on(std::size_t state) const {
    for (std::size_t k = state + 1; k < f_.body_end; ++k) {
      if (t_[k].text != t_[state].text || t_[k].kind != Kind::identifier) continue;
      const bool drawn = t_[k - 1].is("&") && t_[k - 2].is("(") && t_[k - 3].text.starts_with("curand");
      if (!drawn) return true;
    }
    return false;
  }
  // A launch in a loop, or the second of two, with nothing else between them that gets the states; or npos.
  [[nodiscard]] std::size_t launched_again(std::size_t parameter) const {
    std::size_t earlier = npos;
    for (std::size_t i = 1; i + 1 < t_.size(); ++i) {
      if (t_[i].text != f_.name || !t_[i + 1].is("<<<") || !survey_.around(i)) continue;
      const Function& host = *survey_.around(i);
      if (host.global || host.device) return npos;
      std::size_t open = i + 2;
      while (open < host.body_end && !(t_[open].is("(") && t_[open - 1].is(">"))) ++open;
      const std::vector<Range> list = open < host.body_end ? arguments(t_, open) : std::vector<Range>();
      if (list.size() <= parameter) return npos;
      const std::string_view states = t_[list[parameter].begin].text;
      const std::size_t loop = loop_around(host, i);
      if (loop != npos && only_use(states, loop, closing_of(host, loop), i)) return i;
      if (earlier != npos && survey_.owner[earlier] == survey_.owner[i] && only_use(states, earlier, i, earlier))
        return i;
      earlier = i;
    }
    return npos;
  }
  [[nodiscard]] std::size_t loop_around(const Function& host, std::size_t i) const {
    for (std::size_t k = i; k-- > host.body_begin + 1;) {
      if (!t_[k].is("for") && !t_[k].is("while") && !t_[k].is("do")) continue;
      const std::size_t last = closing_of(host, k);
      if (last != npos && last > i) return k;
    }
    return npos;
  }
  [[nodiscard]] std::size_t closing_of(const Function& host, std::size_t statement) const {
    struct InHost : Statements {
      InHost(const Tokens& tokens, const Function& f) : Statements(tokens, f) {}
      using Statements::statement_last;
    };
    return InHost(t_, host).statement_last(statement);
  }
  [[nodiscard]] bool only_use(std::string_view states, std::size_t begin, std::size_t end, std::size_t launch) const {
    if (end == npos) return false;
    std::size_t last = launch;
    while (last < t_.size() && !t_[last].is(";")) ++last;
    for (std::size_t k = begin; k < end; ++k) {
      if (t_[k].text == states && (k < launch || k > last)) return false;
    }
    return true;
  }

  const SourceFile& file_;
  const Survey& survey_;
  std::vector<Note>& notes_;
};

}  // namespace

std::vector<Note> advise_on_random_states(const SourceFile& file, const Survey& survey, const Program&) {
  std::vector<Note> notes;
  for (const Function& f : survey.functions) {
    if (f.global && f.body_end > f.body_begin) StateAdviser(file, survey, f, notes).look();
  }
  return notes;
}

}  // namespace cu2cpp
