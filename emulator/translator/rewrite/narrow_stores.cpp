#include "rewrite/narrow_stores.hpp"

#include <algorithm>
#include <array>

namespace cu2cpp {
namespace {

// unsigned char* x, uint8_t* x, uchar* x among the parameters
bool is_array_of_bytes(const Tokens& t, const Function& f, std::string_view name) {
  for (std::size_t k = f.parameters_begin + 2; k < f.parameters_end; ++k) {
    if (t[k].text != name || !(t[k + 1].is(",") || k + 1 == f.parameters_end)) continue;
    std::size_t star = k - 1;
    while (t[star].is("__restrict__") || t[star].is("const")) --star;
    if (!t[star].is("*")) return false;
    const Token &type = t[star - 1], &before = t[star - 2];
    return type.is("uint8_t") || type.is("uchar") || (type.is("char") && before.is("unsigned"));
  }
  return false;
}

// Where the value begins that a cast to a byte is given: behind (unsigned char)( or static_cast<unsigned char>(.
std::size_t behind_cast(const Tokens& t, std::size_t i) {
  const bool cast = t[i].is("(") || (t[i].is("static_cast") && t[i + 1].is("<"));
  if (!cast) return i;
  std::size_t k = t[i].is("(") ? i + 1 : i + 2;
  if (t[k].is("unsigned") && t[k + 1].is("char")) {
    k += 2;
  } else if (t[k].is("uint8_t") || t[k].is("uchar")) {
    ++k;
  } else {
    return i;
  }
  return (t[k].is(")") || t[k].is(">")) && t[k + 1].is("(") ? k + 2 : npos;
}

// Sums, differences or products, an element among their terms, and nothing that cuts bits off, chooses, or calls.
bool is_plain_arithmetic(const Tokens& t, std::size_t begin, std::size_t end) {
  constexpr std::array<std::string_view, 12> others = {"&", "|", "^", "%", "?", "<<", ">>", "~", "=", "<", ">", ","};
  bool computes = false, element = false;
  for (std::size_t k = begin; k < end; ++k) {
    if (std::find(others.begin(), others.end(), t[k].text) != others.end()) return false;
    if (t[k].is("(") && k > begin && t[k - 1].kind == Kind::identifier) return false;
    computes |= t[k].is("+") || t[k].is("-") || t[k].is("*");
    if (t[k].is("[")) {
      element = true;
      k = closing(t, k);
      if (k == npos) return false;
    }
  }
  return computes && element;
}

}  // namespace

void mark_narrow_stores(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  const Tokens& t = file.code;
  for (const Function& f : survey.functions) {
    if (!f.global || f.body_end <= f.body_begin) continue;
    for (std::size_t i = f.body_begin + 1; i < f.body_end; ++i) {
      if (t[i].kind != Kind::identifier || !t[i + 1].is("[") || !is_array_of_bytes(t, f, t[i].text)) continue;
      const std::size_t close = closing(t, i + 1);
      if (close == npos || !t[close + 1].is("=") || t[close + 2].is("=")) continue;
      std::size_t begin = behind_cast(t, close + 2);
      if (begin == npos) continue;
      std::size_t end = begin > close + 2 ? closing(t, begin - 1) : begin;
      if (begin > close + 2 && (end == npos || !t[end + 1].is(";"))) continue;
      while (begin == close + 2 && end < f.body_end && !t[end].is(";")) ++end;
      if (end >= f.body_end || !is_plain_arithmetic(t, begin, end)) continue;
      edits.push_back({t[begin].begin, t[begin].begin, "::cuda_emulator::byte_of("});
      edits.push_back({t[end].begin, t[end].begin, ")"});
    }
  }
}

namespace {

bool is_narrow_type(const Token& type) {
  constexpr std::array<std::string_view, 7> types = {"short",   "ushort", "uint16_t", "int16_t",
                                                     "uint8_t", "int8_t", "uchar"};
  return std::find(types.begin(), types.end(), type.text) != types.end();
}

// A product of names, elements and numbers, or the size of a container: whoever cuts bits off on purpose casts, masks
// or calls something.
bool is_plain_product(const Tokens& t, std::size_t begin, std::size_t end) {
  bool product = false;
  for (std::size_t k = begin; k < end; ++k) {
    const Token& token = t[k];
    product |= token.is("*");
    if (token.kind == Kind::identifier) {
      const bool size = token.is("size") && t[k + 1].is("(") && t[k + 2].is(")");
      product |= size;
      if (size) k += 2;
      if (!size && (t[k + 1].is("(") || t[k + 1].is("<") || t[k + 1].is("{"))) return false;
    } else if (token.is("(") && k > begin && t[k - 1].is(")")) {
      return false;
    } else if (token.kind != Kind::number && !token.is("*") && !token.is("+") && !token.is("-") && !token.is(".") &&
               !token.is("->") && !token.is("(") && !token.is(")") && !token.is("::") && !token.is("[") &&
               !token.is("]")) {
      return false;
    }
  }
  return product;
}

// Is the name in a statement that allocates, copies or launches?
bool is_count(const Tokens& t, const Function& f, std::string_view name) {
  bool names = false, uses = false;
  for (std::size_t i = f.body_begin + 1; i <= f.body_end; ++i) {
    if (t[i].is(";") || t[i].is("{") || t[i].is("}")) {
      if (names && uses) return true;
      names = uses = false;
    }
    names |= t[i].is(name);
    uses |= t[i].is("<<<") || t[i].text.starts_with("cudaMalloc") || t[i].text.starts_with("cudaMemcpy") ||
            t[i].text.starts_with("cudaMemset");
  }
  return false;
}

}  // namespace

void mark_narrow_counts(const SourceFile& file, const Survey& survey, std::vector<Edit>& edits) {
  const Tokens& t = file.code;
  for (const Function& f : survey.functions) {
    if (f.global || f.device || f.body_end <= f.body_begin) continue;
    for (std::size_t i = f.body_begin + 2; i + 2 < f.body_end; ++i) {
      if (t[i].kind != Kind::identifier || !t[i + 1].is("=") || !is_narrow_type(t[i - 1])) continue;
      std::size_t end = i + 2;
      while (end < f.body_end && !t[end].is(";") && !t[end].is(",")) ++end;
      if (!t[end].is(";") || !is_plain_product(t, i + 2, end) || !is_count(t, f, t[i].text)) continue;
      edits.push_back(
          {t[i + 2].begin, t[i + 2].begin, "::cuda_emulator::count_of<decltype(" + std::string(t[i].text) + ")>("});
      edits.push_back({t[end].begin, t[end].begin, ")"});
    }
  }
}

}  // namespace cu2cpp
