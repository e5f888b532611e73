#include "rewrite/inline_ptx.hpp"

#include <algorithm>

#include "ptx/ptx_instructions.hpp"
#include "ptx/ptx_words.hpp"

namespace cu2cpp {
namespace {

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != npos;
}

}  // namespace

void InlinePtx::inline_ptx(std::size_t i) {
  std::size_t open = i + 1;
  while (open < t_.size() && (t_[open].is("volatile") || t_[open].is("__volatile__"))) ++open;
  if (open + 1 >= t_.size() || !t_[open].is("(")) return;
  const std::size_t close = closing(t_, open);
  if (close == npos) return;
  std::size_t end = open + 1;  // of the text
  while (end < close && !t_[end].is(":") && !t_[end].is("::")) ++end;
  if (!is_ptx(i, open + 1, end)) return;
  if (const std::string refused = refused_instruction(open + 1, end); !refused.empty()) {
    replace(t_[i].begin, t_[close].end(), "{ static_assert(false, \"inline PTX: " + refused + "\"); }");
    return;
  }
  replace(t_[i].begin, t_[open + 1].begin, "::cuda_emulator::ptx([]() -> const char* { return ");
  std::string before = "; }";  // text before the next operand
  std::size_t from = t_[end - 1].end();
  int section = 0;
  std::string name;
  for (std::size_t k = end; k < close && section < 3; ++k) {
    if (t_[k].is(":") || t_[k].is("::")) {
      section += t_[k].is(":") ? 1 : 2;
    } else if (t_[k].is("[") && k + 2 < close) {
      name = t_[k + 1].text;
      k += 2;
    } else if (t_[k].kind == Kind::text && section < 3) {
      const std::size_t first = k;
      while (k + 1 < close && !t_[k + 1].is("(")) ++k;
      const std::size_t operand = k + 1;
      if (operand >= close) return;
      replace(from, t_[operand].end(),
              before + ", ::cuda_emulator::ptx_" + (section == 1 ? "output(\"" : "input(\"") + name + "\", " +
                  on_one_line(t_, first, operand) + ", ");
      k = closing(t_, operand);
      if (k == npos) return;
      from = t_[k].end();  // the operand's own ) stays
      before.clear();
      name.clear();
    }
  }
  replace(from, t_[close].begin, before);  // clobbered registers need no mention
}

bool InlinePtx::is_ptx(std::size_t i, std::size_t begin, std::size_t end) const {
  bool empty = true, points = false;
  for (std::size_t k = begin; k < end; ++k) {
    empty &= t_[k].is("\"\"");
    points |= t_[k].kind == Kind::text && contains(t_[k].text, ".") && !contains(t_[k].text, ".byte");
  }
  if (empty) return false;
  if (!survey_ || !survey_->around(i)) return points;
  const Function& f = *survey_->around(i);
  return f.device || f.global || (points && !f.host);
}

std::string InlinePtx::refused_instruction(std::size_t begin, std::size_t end) const {
  std::string text;
  for (std::size_t k = begin; k < end; ++k) {
    if (t_[k].kind != Kind::text || t_[k].text.size() < 2) return {};
    text += t_[k].text.substr(1, t_[k].text.size() - 2);
  }
  for (const auto layout : {"\\n", "\\t", "\\r"}) {
    for (std::size_t at; (at = text.find(layout)) != npos;) text.replace(at, 2, layout[1] == 'n' ? "\n" : " ");
  }
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t stop = std::min(text.find(';', at), text.size());
    std::string_view statement = std::string_view(text).substr(at, stop - at);
    at = stop + 1;
    const auto skip = [&](std::string_view these) {
      const std::size_t first = statement.find_first_not_of(these);
      statement.remove_prefix(first == npos ? statement.size() : first);
    };
    skip(" \n{}");
    while (statement.starts_with("//")) {
      statement.remove_prefix(std::min(statement.find('\n'), statement.size()));
      skip(" \n{}");
    }
    if (const std::size_t colon = statement.find(':');
        colon != npos && colon < statement.find_first_of(" .\n") && !statement.substr(colon).starts_with("::")) {
      statement.remove_prefix(colon + 1);
      skip(" \n{}");
    }
    if (statement.starts_with("@")) {
      statement.remove_prefix(std::min(statement.find_first_of(" \n"), statement.size()));
      skip(" \n");
    }
    if (statement.empty() || statement.front() == '.' || statement.starts_with("/*")) continue;
    const std::string_view word = statement.substr(0, statement.find_first_of(". \n;:"));
    const bool known = std::binary_search(std::begin(cuda_emulator::ptx_instructions),
                                          std::end(cuda_emulator::ptx_instructions), word);
    const bool plain =
        std::all_of(word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); });
    if (!plain) continue;
    const std::string opcode(statement.substr(0, statement.find_first_of(" \n;")));
    if (!known) return opcode + " is not emulated";
    const std::string what = cuda_emulator::ptx_refusal(cuda_emulator::words_of_opcode(opcode));
    if (!what.empty()) return opcode + " is not emulated (" + what + ")";
  }
  return {};
}

}  // namespace cu2cpp
