#include "rewrite/inline_ptx.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "ptx/ptx_instructions.hpp"
#include "ptx/ptx_words.hpp"

namespace cu2cpp {

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
  std::string before = "; }, {";  // text before the next operand
  std::size_t from = t_[end - 1].end();
  const std::vector<Operand> all = operands(end, close);
  for (auto operand = all.begin(); operand != all.end();) {
    const std::size_t count = elements(operand, all.end());
    const Operand& last = operand[static_cast<std::ptrdiff_t>(count - 1)];
    if (count > 1) {
      replace(from, t_[last.close].begin,
              before + "::cuda_emulator::ptx_outputs<" + std::string(t_[operand->close - 2].text) + ", " +
                  std::to_string(count) + ">(" + on_one_line(t_, operand->constraint, operand->open) + ", " +
                  on_one_line(t_, operand->open + 1, operand->close - 3));
    } else {
      replace(from, t_[operand->open].end(),
              before + "::cuda_emulator::ptx_" + (operand->output ? "output(\"" : "input(\"") + operand->name + "\", " +
                  on_one_line(t_, operand->constraint, operand->open) + ", ");
    }
    from = t_[last.close].end();  // the operand's own ) stays
    before = ", ";
    operand += static_cast<std::ptrdiff_t>(count);
  }
  replace(from, t_[close].begin, all.empty() ? "; }" : "}");  // clobbered registers need no mention
}

std::vector<InlinePtx::Operand> InlinePtx::operands(std::size_t begin, std::size_t end) const {
  std::vector<Operand> all;
  int section = 0;
  std::string name;
  for (std::size_t k = begin; k < end && section < 3; ++k) {
    if (t_[k].is(":") || t_[k].is("::")) {
      section += t_[k].is(":") ? 1 : 2;
    } else if (t_[k].is("[") && k + 2 < end) {
      name = t_[k + 1].text;
      k += 2;
    } else if (t_[k].kind == Kind::text && section < 3) {
      Operand one{section == 1, name, k, k + 1, npos};
      while (one.open < end && !t_[one.open].is("(")) ++one.open;
      if (one.open < end) one.close = closing(t_, one.open);
      if (one.close == npos) break;
      k = one.close;
      all.push_back(std::move(one));
      name.clear();
    }
  }
  return all;
}

std::size_t InlinePtx::elements(std::vector<Operand>::const_iterator first,
                                std::vector<Operand>::const_iterator end) const {
  const auto array = [&](const Operand& o) {  // `array` of array[index]; empty for another expression
    if (!o.output || !o.name.empty() || o.close < o.open + 5 || !t_[o.close - 1].is("]") || !t_[o.close - 3].is("["))
      return std::string();
    const bool plain = std::all_of(at(o.open + 1), at(o.close - 3), [](const Token& t) {
      return t.kind == Kind::identifier || t.kind == Kind::number || t.is(".") || t.is("->") || t.is("[") || t.is("]");
    });
    return plain ? on_one_line(t_, o.constraint, o.open) + on_one_line(t_, o.open + 1, o.close - 3) : std::string();
  };
  const auto index = [&](const Operand& o) {
    const std::string_view text = t_[o.close - 2].text;
    std::size_t number = npos;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && stop == text.data() + text.size() ? number : npos;
  };
  const std::string same = array(*first);
  if (same.empty() || index(*first) == npos) return 1;
  auto next = first + 1;
  while (next != end && array(*next) == same && index(*next) == index(next[-1]) + 1) ++next;
  return static_cast<std::size_t>(next - first);
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
