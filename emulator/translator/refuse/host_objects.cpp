// Objects whose functions are the host's, used in device code: containers of the standard library and the like, and
// classes whose operators lack __device__.
#include <algorithm>
#include <array>
#include <map>

#include "read/code_sides.hpp"
#include "refuse/refuse.hpp"

namespace cu2cpp {
namespace {

constexpr std::array<std::string_view, 24> containers = {"vector",
                                                         "string",
                                                         "deque",
                                                         "list",
                                                         "queue",
                                                         "stack",
                                                         "priority_queue",
                                                         "map",
                                                         "unordered_map",
                                                         "unordered_set",
                                                         "set",
                                                         "array",
                                                         "complex",
                                                         "function",
                                                         "optional",
                                                         "string_view",
                                                         "bitset",
                                                         "multimap",
                                                         "valarray",
                                                         "forward_list",
                                                         "basic_string",
                                                         "initializer_list",
                                                         "atomic",
                                                         "mutex"};
constexpr std::array<std::string_view, 16> operators = {
    "+", "-", "*", "/", "%", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "&&", "||", "<<"};

class Objects : Refusals {
 public:
  using Refusals::Refusals;

  std::vector<Complaint> run() {
    for (std::size_t i = 1; i + 1 < t_.size(); ++i) {  // std::vector<int> v; outside of functions
      const std::size_t begin = i > 1 && t_[i - 1].is("::") ? i - 2 : i;
      const bool first = begin == 0 || t_[begin - 1].is(";") || t_[begin - 1].is("}") || t_[begin - 1].is("{") ||
                         t_[begin - 1].says(Qualifier::static_);
      if (survey_.outside_functions[i] && first) container(i, globals_);
    }
    for (const Function& f : survey_.functions) {
      const bool of_device = f.global || (f.device && !f.host);
      if (of_device && f.body_end > f.body_begin && program_.is_plain(f) && !depends_on_side(file_, f)) body(f);
    }
    return std::move(out_);
  }

 private:
  using Names = std::map<std::string_view, std::string_view>;  // of variables, with their class

  // std::vector<int>& name: a declaration at i.
  void container(std::size_t i, Names& names) const {
    if (!is_one_of(t_[i].text, containers)) return;
    const bool qualified = t_[i - 1].is("::") && t_[i - 2].is("std") && (i < 4 || !t_[i - 3].is("::"));
    if (!qualified && (!program_.using_std || t_[i - 1].is("::") || program_.classes.contains(t_[i].text))) return;
    std::size_t k = i + 1;
    if (t_[k].is("<")) k = closing_angle(t_, k) == npos ? k : closing_angle(t_, k) + 1;
    while (k + 1 < t_.size() && (t_[k].is("&") || t_[k].is("*") || t_[k].is("const"))) ++k;
    if (k + 1 < t_.size() && t_[k].kind == Kind::identifier && !t_[k + 1].is("::")) names[t_[k].text] = t_[i].text;
  }

  void body(const Function& f) {
    Names names, objects;
    for (const auto& [name, type] : globals_) {
      if (!shadowed(t_, name, f)) names[name] = type;
    }
    for (std::size_t i = f.parameters_begin + 1; i + 1 < f.body_end; ++i) {
      if (t_[i].kind != Kind::identifier) continue;
      container(i, names);
      const std::size_t type = t_[i - 1].is("&") ? i - 2 : i - 1;
      const bool declared = t_[type].kind == Kind::identifier && program_.classes.contains(t_[type].text) &&
                            !t_[type - 1].is("::") && !t_[type - 1].is(".") && !t_[i + 1].is("[");
      if (declared) objects[t_[i].text] = t_[type].text;
      if (i <= f.body_begin || t_[i - 1].is(".") || t_[i - 1].is("->") || t_[i - 1].is("::")) continue;
      if (rules_.strict && names.contains(t_[i].text)) use(f, i, names.at(t_[i].text));
      if (!declared && objects.contains(t_[i].text)) operation(f, i, objects.at(t_[i].text));
    }
  }

  void complain(const Function& f, std::size_t i, const std::string& function) {
    out_.push_back({t_[i].begin, "calling the host function '" + function + "' from the " +
                                     (f.global ? "kernel '" : "device function '") + f.name + "'"});
  }

  void use(const Function& f, std::size_t i, std::string_view type) {
    const std::string prefix = "std::" + std::string(type) + "::";
    std::size_t k = i + 1;
    if (t_[k].is(")") && t_[i - 1].is("*")) ++k;
    const bool member = (t_[k].is(".") || t_[k].is("->")) && t_[k + 2].is("(");
    if (member) return complain(f, k + 1, prefix + std::string(t_[k + 1].text));
    if (t_[k].is("[")) return complain(f, k, prefix + "operator[]");
    if (t_[i - 1].is(":") && t_[k].is(")")) return complain(f, i, prefix + "begin");
    const bool call = t_[k].is("(") && type == "function" && t_[i - 1].kind == Kind::punctuation && !t_[i - 1].is(">");
    if (call) complain(f, i, prefix + "operator()");
  }

  // a + b, a[1], a(1)
  void operation(const Function& f, std::size_t i, std::string_view type) {
    const Token& sign = t_[i + 1];
    const bool index = sign.is("["), call = sign.is("(") && t_[i - 1].kind != Kind::identifier;
    if (!index && !call && !is_one_of(sign.text, operators)) return;
    if (sign.is("*") && t_[i + 2].kind != Kind::identifier) return;
    const std::string name = "operator" + (index ? "[]" : call ? "()" : std::string(sign.text));
    const auto [first, last] = program_.functions.equal_range(name);
    const bool host =
        first != last && std::all_of(first, last, [&](const auto& entry) {
          const Function& g = entry.second;
          return !g.device && !g.global && !g.defaulted && (!g.constant || rules_.strict) && program_.is_plain(g);
        });
    const bool own = std::any_of(first, last, [&](const auto& entry) {
      return entry.second.member ? entry.second.scope == type : !index && !call;
    });
    if (host && own) complain(f, i, std::string(type) + "::" + name);
  }

  Names globals_;
};

}  // namespace

std::vector<Complaint> object_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                         const Rules& rules) {
  return Objects(file, survey, program, rules).run();
}

}  // namespace cu2cpp
