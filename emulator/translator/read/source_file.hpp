// A source file as tokens: comments and whitespace are left out, every token has its position.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "read/qualifiers.hpp"

namespace cu2cpp {

enum class Kind { identifier, number, text, punctuation };  // text: a string or character literal

struct Token {
  Kind kind;
  std::string_view text;
  std::size_t begin;        // offset in the source
  unsigned qualifiers = 0;  // the meaning of the word, or the macro that it is

  [[nodiscard]] std::size_t end() const { return begin + text.size(); }
  [[nodiscard]] bool is(std::string_view other) const { return text == other; }
  [[nodiscard]] bool says(Qualifier q) const { return (qualifiers & static_cast<unsigned>(q)) != 0; }
  // A macro used as qualifiers, or one of several with different expansions.
  [[nodiscard]] bool says_by_macro() const { return qualifiers != 0 && qualifiers_of(text) == 0; }
};
struct Tokens : std::vector<Token> {
  // Of a whole file: per bracket the index of its partner, so that #else does not count its brackets twice; npos if
  // there is none, and for all other tokens.
  std::vector<std::size_t> partners;
};

// #define NAME or #define NAME(parameters): its replacement list is separate code.
struct Macro {
  std::string name;
  std::set<std::string, std::less<>> parameters;
  Tokens body;
  bool takes_arguments = false;
  std::size_t begin = 0;  // of its name
};

struct Include {
  std::string name;
  bool quoted;
  std::size_t begin, end;  // of "name" or <name>, delimiters included
  bool macro = false;      // #include NAME
};

// #if, #else and #endif between code tokens: both branches are read, so braces may open twice.
struct Conditional {
  enum Type { open, other, close } type;
  std::size_t at;       // index of the code token that follows
  bool unless = false;  // #ifndef: an include guard, if it encloses the whole file
};

struct SourceFile {
  SourceFile() = default;
  SourceFile(const SourceFile&) = delete;
  SourceFile& operator=(const SourceFile&) = delete;

  std::filesystem::path path;
  std::string text;
  Tokens code;  // outside of preprocessor lines; code in #if 0 is skipped
  std::vector<Macro> macros;
  std::vector<Include> includes;
  std::vector<Conditional> conditionals;
  // The uses of __CUDA_ARCH__, in a conditional or in code. at: index of the code token that follows, or of itself;
  // conditional: number of directives read by then, including this one.
  struct Mention {
    std::size_t begin, end, at, conditional;
  };
  std::vector<Mention> architecture;
  // Per code token: is it outside of all conditionals, except one around the whole file, so that the compiler always
  // sees it?
  std::vector<bool> certain;

  [[nodiscard]] std::size_t line_of(std::size_t offset) const;
};

// Fills file, whose tokens point into its text: it must not be copied. Throws std::runtime_error.
void read_source(const std::filesystem::path& path, SourceFile& file);
void read_text(std::string text, SourceFile& file);

constexpr std::size_t npos = std::string_view::npos;

template <std::size_t n>
bool is_one_of(std::string_view word, const std::array<std::string_view, n>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
template <std::size_t n>
bool is_one_of(const Token& token, const std::array<std::string_view, n>& words) {
  return is_one_of(token.text, words);
}
inline constexpr std::array<std::string_view, 11> assignments = {
    "=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="};
inline bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Index of the bracket that closes the (, [ or { at i, or npos.
std::size_t closing(const Tokens& tokens, std::size_t i);
// Index of the bracket that opens the ), ] or } at i, or npos.
std::size_t opening(const Tokens& tokens, std::size_t i);
// Index of the > that closes the < at i, or npos; brackets of other kinds are skipped as a whole.
std::size_t closing_angle(const Tokens& tokens, std::size_t i);
std::size_t opening_angle(const Tokens& tokens, std::size_t i);

// Tokens from begin to end, without end.
struct Range {
  std::size_t begin = 0, end = 0;
};
// The arguments between the ( at open and its ).
std::vector<Range> arguments(const Tokens& tokens, std::size_t open);
// The ( behind the >>> of a launch whose <<< is before i; npos: the statement ends before, or there are no arguments.
std::size_t arguments_of_launch(const Tokens& tokens, std::size_t i);

}  // namespace cu2cpp
