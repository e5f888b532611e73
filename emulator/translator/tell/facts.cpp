#include "tell/facts.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

class Teller {
 public:
  Teller(const SourceFile& file, const Survey& survey) : file_(file), t_(file.code), survey_(survey) {
    std::size_t line = 1, at = 0;
    for (const Token& token : t_) {
      for (; at < token.begin; ++at) line += file.text[at] == '\n';
      table_.lines.push_back(line);
    }
  }

  std::string run() {
    words();
    for (std::size_t i = 0; i < t_.size(); ++i) {
      variables(i);
      conditions(i);
      calls(i);
      halving(i);
    }
    grid_barrier();
    for (const Function& f : survey_.functions) kernel(f);
    for (const std::vector<Function>* list : {&survey_.functions, &survey_.operators}) {
      for (const Function& f : *list) tell_statements(t_, f, table_);
    }
    std::string text;
    for (const std::string& fact : table_.facts) text += fact + '\n';
    return text;
  }

 private:
  // ---- variables: a word, and the names that it declares.
  void variables(std::size_t i) {
    if (t_[i].says(Qualifier::constant)) names(i, Fact::constant_variable);
    if (t_[i].says(Qualifier::device)) names(i, Fact::device_variable);
    if (t_[i].says(Qualifier::managed)) names(i, Fact::managed_variable);
    if (t_[i].is("constexpr")) names(i, Fact::constexpr_variable);
    if (!t_[i].says(Qualifier::shared)) return;
    names(i, Fact::shared_variable);
    if (i > 0 && t_[i - 1].says(Qualifier::extern_) && survey_.outside_functions[i])
      table_.add(Fact::sets_reference, i, "");
    constexpr std::array<std::string_view, 11> types = {"float", "float2", "float4", "double", "double2", "int",
                                                        "int2",  "int4",   "uint2",  "uint4",  "unsigned"};
    if (i + 3 < t_.size() && is_one_of(t_[i + 1], types) && t_[i + 3].is("[")) {
      table_.add(Fact::plain_shared_variable, t_[i + 2].text);
    }
  }
  void names(std::size_t i, Fact fact) {
    constexpr std::array<std::string_view, 5> behind = {";", "=", "{", "[", ","};
    for (std::size_t k = i + 1; k + 1 < t_.size(); ++k) {
      if (t_[k].is(";") || t_[k].is("=") || t_[k].is("{")) return;
      if (t_[k].is("(") || t_[k].is("[")) {
        k = closing(t_, k);
        if (k == npos) return;
      } else if (t_[k].kind == Kind::identifier && is_one_of(t_[k + 1], behind)) {
        table_.add(fact, t_[k].text);
      }
    }
  }

  // ---- words that stand in the file
  struct Words {
    Fact fact;
    bool present;
    std::vector<std::string_view> words;
  };
  void words() {
    for (const Words& one :
         {Words{Fact::may_poll, true, {"volatile", "_system", "atomic_ref", "std::atomic", "cuda::atomic", "__atomic"}},
          Words{Fact::names_folding, true, {"cudaAddressModeWrap", "cudaAddressModeMirror"}},
          Words{Fact::sums_up_nowhere,
                false,
                {"threadfence", "atomic", "this_grid", "cub::", "thrust::", "cublas", "cudaGraph"}}}) {
      if (any_of(file_.text, one.words) == one.present) table_.add(one.fact, "");
    }
    const bool own =
        std::any_of(file_.includes.begin(), file_.includes.end(), [](const Include& i) { return i.quoted; });
    if (!own && survey_.device_definitions.empty()) table_.add(Fact::declares_no_variables, "");
  }
  static bool any_of(const std::string& text, const std::vector<std::string_view>& words) {
    return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.find(word) != npos; });
  }
  // The tokens of some lines, without blanks.
  [[nodiscard]] std::string code(std::size_t first, std::size_t last) const {
    std::string all;
    const auto begin = std::lower_bound(table_.lines.begin(), table_.lines.end(), first);
    for (auto line = begin; line != table_.lines.end() && *line <= last; ++line) {
      all += t_[static_cast<std::size_t>(line - table_.lines.begin())].text;
    }
    return all;
  }

  void conditions(std::size_t i) {
    constexpr std::array<std::string_view, 7> words = {"if", "for", "while", "switch", "?", "&&", "||"};
    if (is_one_of(t_[i], words)) table_.add(Fact::has_condition, i, "");
  }

  // ---- calls, with what stands around them
  void calls(std::size_t i) {
    const std::size_t line = table_.lines[i];
    if (t_[i].is("malloc") || t_[i].is("new")) {
      if (any_of(code(line, line + 4), {"NULL", "nullptr", "if(!", "assert"})) table_.add(Fact::checks_pointer, i, "");
    } else if (t_[i].is("atomicMin") || t_[i].is("atomicMax")) {
      const std::string around = code(std::max<std::size_t>(line, 4) - 3, line + 1);
      if (any_of(around, {"float_as_int"}) && !any_of(around, {"?", "^", ">=0", "<0"})) {
        table_.add(Fact::compares_bits, i, "");
      }
    } else if (t_[i].text.find("shfl") != npos && i + 1 < t_.size() && t_[i + 1].is("(") && combines(i)) {
      table_.add(Fact::combines_lanes, i, "");
    }
  }
  // v += shuffle(v); v = v + shuffle(v); v = f(v, shuffle(v)); v = shuffle(v) + v; with no if before it.
  [[nodiscard]] bool combines(std::size_t i) const {
    constexpr std::array<std::string_view, 6> signs = {"+", "-", "*", "|", "&", "^"};
    const std::size_t close = closing(t_, i + 1);
    std::size_t begin = i, first = i;
    while (begin > 1 && (t_[begin - 1].is(".") || t_[begin - 1].is("::"))) begin -= 2;
    const auto ends = [&](std::size_t k) { return t_[k].is(";") || t_[k].is("{") || t_[k].is("}") || t_[k].is(")"); };
    while (first > 0 && !ends(first - 1)) --first;
    if (close == npos || close + 2 >= t_.size() || begin < first + 2) return false;
    if (first > 0 && t_[first - 1].is(")") && t_[opening(t_, first - 1) - 1].is("if")) return false;
    const std::string_view v = t_[first].text, sign = t_[first + 1].text;
    const bool set = sign == "=", last = t_[close + 1].is(";");
    if (begin == first + 2) {
      const bool changed = sign.size() == 2 && sign[1] == '=' && is_one_of(sign.substr(0, 1), signs);
      return (changed && last) ||
             (set && is_one_of(t_[close + 1], signs) && t_[close + 2].is(v) && t_[close + 3].is(";"));
    }
    if (begin == first + 4 && last) return set && t_[first + 2].is(v) && is_one_of(t_[first + 3], signs);
    return set && t_[begin - 1].is(",") && t_[begin - 2].is(v) && t_[begin - 3].is("(") && t_[close + 1].is(")") &&
           t_[close + 2].is(";") && t_[first + 2].kind == Kind::identifier;
  }

  // ---- for (s = blockDim.x / 2; s > 0; s /= 2) if (t < s) x[t] += x[t + s]: a loop that handles an odd s has % or &.
  void halving(std::size_t i) {
    const std::size_t first = table_.lines[i];
    if (!t_[i].is("blockDim") || !any_of(code(first, first), {"=blockDim.x/2;", "=blockDim.x>>1;"})) return;
    for (std::size_t line = first; line <= first + 4; ++line) {
      const std::string loop = code(first, line + 4);
      if (any_of(loop, {">>=1", "/=2"}) && !any_of(loop, {"%", "&1", "+1)", "==1"}) &&
          any_of(code(line, line), {"+="})) {
        table_.add_at(Fact::halves_threads, line, std::to_string(first));
      }
    }
  }

  // ---- atomicAdd(&arrived, 1); while (arrived < gridDim.x);
  void grid_barrier() {
    if (!any_of(file_.text, {"gridDim"})) return;
    for (std::size_t i = 0; i + 1 < t_.size(); ++i) {
      if (!t_[i].is("atomicAdd") || !t_[i + 1].is("(")) continue;
      const std::vector<Range> given = arguments(t_, i + 1);
      std::size_t counter = given.empty() ? 0 : given[0].end, loop = i;
      while (counter > i && t_[counter].kind != Kind::identifier) --counter;
      while (loop < t_.size() && !t_[loop].is("while") && t_[loop].begin < t_[i].begin + 300) ++loop;
      if (loop + 1 >= t_.size() || !t_[loop].is("while") || closing(t_, loop + 1) == npos) continue;
      bool compares = false, names = false;
      for (std::size_t k = loop + 1; k < closing(t_, loop + 1); ++k) {
        compares |= t_[k].is("<") || t_[k].is("<=") || t_[k].is("!=");
        names |= t_[k].is(t_[counter].text);
      }
      if (compares && names) return table_.add(Fact::waits_for_blocks, std::to_string(table_.lines[loop]));
    }
  }

  // ---- kernels: which of the built-in indices a kernel's own text names.
  void kernel(const Function& f) {
    for (std::size_t i = f.body_begin; f.global && i < f.body_end; ++i) {
      if (t_[i].is("gridDim")) table_.add(Fact::kernel_says, f.name + " gridDim");
      if (!t_[i].is("gridDim") && !t_[i].is("blockIdx") && !t_[i].is("threadIdx")) continue;
      table_.add(Fact::kernel_says, f.name + ' ' + std::string(t_[i].text) + '.' + std::string(t_[i + 2].text));
    }
  }

  const SourceFile& file_;
  const Tokens& t_;
  const Survey& survey_;
  FactTable table_;
};

}  // namespace

std::string facts_of(const SourceFile& file, const Survey& survey) {
  return Teller(file, survey).run();
}

}  // namespace cu2cpp
