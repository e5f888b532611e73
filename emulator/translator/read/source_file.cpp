#include "read/source_file.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

namespace cu2cpp {
namespace {

// Bytes of a UTF-8 sequence, or of any 8-bit encoding, count as letters.
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_' || c == '$' || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// Longest first. A > is always a separate token, because only the reader of a template or a launch knows what >> means.
constexpr std::string_view punctuators[] = {
    "<<<", "<<=", "->*", "...", "<=>", "<<", "<=", ">=", "->", "::", "##", "&&", "||",
    "==",  "!=",  "+=",  "-=",  "*=",  "/=", "%=", "&=", "|=", "^=", "++", "--", ".*"};

class Lexer {
 public:
  explicit Lexer(SourceFile& file) : file_(file), s_(file.text) {}

  void run() {
    bool line_start = true;
    while (skip_layout(line_start)) {
      if (line_start && s_[i_] == '#') {
        directive();
        line_start = true;
        continue;
      }
      line_start = false;
      const Token token = next(file_.code);
      if (skipping_ == 0) {
        mention(token);
        file_.code.push_back(token);
      }
    }
  }

 private:
  // Length of a backslash-newline at i, or 0.
  [[nodiscard]] std::size_t splice(std::size_t i) const {
    if (i >= s_.size() || s_[i] != '\\') return 0;
    std::size_t j = i + 1;
    while (j < s_.size() && (s_[j] == ' ' || s_[j] == '\t' || s_[j] == '\r')) ++j;
    return j < s_.size() && s_[j] == '\n' ? j + 1 - i : 0;
  }

  // Moves to the next token. Outside of a directive newlines are whitespace; in one, the newline ends it.
  bool skip_layout(bool& line_start, bool in_directive = false) {
    while (i_ < s_.size()) {
      const char c = s_[i_];
      if (c == '\n') {
        if (in_directive) return false;
        line_start = true;
        ++i_;
      } else if (std::isspace(static_cast<unsigned char>(c))) {
        ++i_;
      } else if (const std::size_t n = splice(i_)) {
        i_ += n;
      } else if (s_.compare(i_, 2, "//") == 0) {
        while (i_ < s_.size() && s_[i_] != '\n') i_ += std::max<std::size_t>(splice(i_), 1);
      } else if (s_.compare(i_, 2, "/*") == 0) {
        const std::size_t end = s_.find("*/", i_ + 2);
        i_ = end == npos ? s_.size() : end + 2;
      } else {
        return true;
      }
    }
    return false;
  }

  Token make(Kind kind, std::size_t begin) { return {kind, std::string_view(s_).substr(begin, i_ - begin), begin}; }

  Token next(const Tokens& before) {
    const std::size_t begin = i_;
    const char c = s_[i_];
    if (is_letter(c)) {
      while (i_ < s_.size() && (is_letter(s_[i_]) || is_digit(s_[i_]))) ++i_;
      const std::string_view word = std::string_view(s_).substr(begin, i_ - begin);
      const char quote = i_ < s_.size() ? s_[i_] : '\0';
      if (quote == '"' && (word == "R" || word == "LR" || word == "uR" || word == "UR" || word == "u8R")) {
        return raw_string(begin);
      }
      if ((quote == '"' || quote == '\'') && (word == "L" || word == "u" || word == "U" || word == "u8")) {
        return quoted(begin);
      }
      Token token = make(Kind::identifier, begin);
      token.qualifiers = qualifiers_of(word);
      return token;
    }
    if (is_digit(c) || (c == '.' && i_ + 1 < s_.size() && is_digit(s_[i_ + 1]))) return number(begin);
    if (c == '"' || c == '\'') return quoted(begin);
    for (const std::string_view p : punctuators) {
      if (std::string_view(s_).substr(i_).starts_with(p)) {
        // operator<<<T>(…) and operator<< <> are calls of a shift, never a launch.
        const bool after_operator = !before.empty() && before.back().is("operator");
        if (p == "<<" && !after_operator) close_up(begin);
        if (p == "<<" && !after_operator && s_[begin + 2] == '<') {
          i_ += 3;
        } else {
          i_ += after_operator && p == "<<<" ? 2 : p.size();
        }
        return make(Kind::punctuation, begin);
      }
    }
    ++i_;
    return make(Kind::punctuation, begin);
  }

  // << <, as some editors format a launch, becomes <<< and whitespace: no expression has a < after a <<.
  void close_up(std::size_t begin) {
    std::size_t i = begin + 2;
    while (i < s_.size() && std::isspace(static_cast<unsigned char>(s_[i]))) ++i;
    if (i < s_.size() && s_[i] == '<') std::swap(s_[begin + 2], s_[i]);
  }

  // A preprocessing number: 1'000, 0x1p-3, 1.5e+3f; the ' of 1'000 does not begin a character literal.
  Token number(std::size_t begin) {
    while (i_ < s_.size()) {
      const char c = s_[i_];
      const bool sign = (c == '+' || c == '-') && std::string_view("eEpP").find(s_[i_ - 1]) != npos;
      const bool separator = c == '\'' && i_ + 1 < s_.size() && std::isalnum(static_cast<unsigned char>(s_[i_ + 1]));
      if (!sign && !separator && !is_letter(c) && !is_digit(c) && c != '.') break;
      ++i_;
    }
    return make(Kind::number, begin);
  }

  // Ends at the end of the line at the latest: text in #error lines may contain single apostrophes.
  Token quoted(std::size_t begin) {
    const char quote = s_[i_++];
    while (i_ < s_.size() && s_[i_] != quote && s_[i_] != '\n') {
      const std::size_t n = splice(i_);
      i_ += n ? n : s_[i_] == '\\' ? 2 : 1;
    }
    i_ = std::min(i_, s_.size());
    if (i_ < s_.size() && s_[i_] == quote) ++i_;
    return make(Kind::text, begin);
  }

  Token raw_string(std::size_t begin) {
    const std::size_t open = s_.find('(', i_);
    std::string end(1, ')');
    if (open != npos) end.append(s_, i_ + 1, open - i_ - 1);
    end += '"';
    const std::size_t close = open == npos ? npos : s_.find(end, open);
    i_ = close == npos ? s_.size() : close + end.size();
    return make(Kind::text, begin);
  }

  void directive() {
    bool line_start = false;
    ++i_;
    if (!skip_layout(line_start, true)) return;
    Tokens tokens;
    tokens.push_back(next(tokens));
    const std::string_view name = tokens[0].text;
    const bool include = name == "include" && skipping_ == 0;
    if (include && skip_layout(line_start, true) && (s_[i_] == '<' || s_[i_] == '"')) read_include();
    while (skip_layout(line_start, true)) tokens.push_back(next(tokens));
    if (include && tokens.size() == 2 && tokens[1].kind == Kind::identifier) {
      file_.includes.push_back({std::string(tokens[1].text), false, tokens[1].begin, tokens[1].end(), true});
    }
    conditional(tokens);
    if (skipping_ == 0 && name != "define")
      std::for_each(tokens.begin(), tokens.end(), [&](const Token& t) { mention(t); });
    if (name == "define" && skipping_ == 0) define(tokens);
  }

  void mention(const Token& token) {
    if (token.is("__CUDA_ARCH__"))
      file_.architecture.push_back({token.begin, token.end(), file_.code.size(), file_.conditionals.size()});
  }

  void read_include() {
    const std::size_t begin = i_;
    const std::size_t end = s_.find_first_of(s_[i_] == '<' ? ">\n" : "\"\n", i_ + 1);
    if (end == npos || s_[end] == '\n') return;
    i_ = end + 1;
    file_.includes.push_back({s_.substr(begin + 1, end - begin - 1), s_[begin] == '"', begin, end + 1});
  }

  void conditional(const Tokens& tokens) {
    const std::string_view name = tokens[0].text;
    if (name == "if" || name == "ifdef" || name == "ifndef") {
      const bool never = name == "if" && tokens.size() == 2 && tokens[1].is("0");
      if (skipping_ > 0 || never) {
        ++skipping_;
      } else {
        const bool unless = name == "ifndef" || (tokens.size() > 1 && tokens[1].is("!"));
        file_.conditionals.push_back({Conditional::open, file_.code.size(), unless});
      }
    } else if (name == "else" || name == "elif" || name == "elifdef" || name == "elifndef") {
      if (skipping_ == 1) {  // the other branch of an #if 0 is read as if it were the only one
        skipping_ = 0;
        file_.conditionals.push_back({Conditional::open, file_.code.size()});
      } else if (skipping_ == 0) {
        file_.conditionals.push_back({Conditional::other, file_.code.size()});
      }
    } else if (name == "endif") {
      if (skipping_ > 0) {
        --skipping_;
      } else {
        file_.conditionals.push_back({Conditional::close, file_.code.size()});
      }
    }
  }

  void define(const Tokens& tokens) {
    if (tokens.size() < 2) return;
    Macro macro{std::string(tokens[1].text), {}, {}};
    macro.begin = tokens[1].begin;
    std::size_t body = 2;
    if (tokens.size() > 2 && tokens[2].is("(") && tokens[2].begin == tokens[1].end()) {  // no space: parameters
      for (body = 3; body < tokens.size() && !tokens[body].is(")"); ++body) {
        if (tokens[body].kind == Kind::identifier) macro.parameters.emplace(tokens[body].text);
      }
      ++body;
      macro.takes_arguments = true;
    }
    if (body < tokens.size()) macro.body.assign(tokens.begin() + static_cast<std::ptrdiff_t>(body), tokens.end());
    file_.macros.push_back(std::move(macro));
  }

  SourceFile& file_;
  std::string& s_;
  std::size_t i_ = 0;
  int skipping_ = 0;  // depth of conditionals inside an #if 0, itself included
};

bool is_open(const Token& t) {
  return t.is("(") || t.is("[") || t.is("{");
}
bool is_close(const Token& t) {
  return t.is(")") || t.is("]") || t.is("}");
}

// Open brackets, each with those that conditionals put in its place: #if … if (a) { #else if (b) { #endif … }.
using OpenBrackets = std::vector<std::vector<std::size_t>>;

// The brackets that are open after #endif: one closing bracket serves all branches. If only one branch opens a bracket,
// another conditional must close it.
OpenBrackets joined(const OpenBrackets& before, OpenBrackets now) {
  if (before.size() != now.size()) return before.size() > now.size() ? before : now;
  for (std::size_t i = 0; i < now.size(); ++i) {
    for (const std::size_t at : before[i]) {
      if (std::find(now[i].begin(), now[i].end(), at) == now[i].end()) now[i].insert(now[i].begin(), at);
    }
  }
  return now;
}

void find_partners(SourceFile& file) {
  struct Branches {
    OpenBrackets at_if;
    std::optional<OpenBrackets> so_far;
  };
  Tokens& t = file.code;
  t.partners.assign(t.size(), npos);
  OpenBrackets open;
  std::vector<Branches> branches;
  auto next = file.conditionals.begin();
  for (std::size_t i = 0; i < t.size(); ++i) {
    for (; next != file.conditionals.end() && next->at <= i; ++next) {
      if (next->type == Conditional::open) {
        branches.push_back({open, std::nullopt});
      } else if (!branches.empty()) {
        Branches& last = branches.back();
        if (last.so_far) open = joined(*last.so_far, std::move(open));
        if (next->type == Conditional::other) {
          last.so_far = std::exchange(open, last.at_if);
        } else {
          branches.pop_back();
        }
      }
    }
    if (is_open(t[i])) open.push_back({i});
    if (!is_close(t[i]) || open.empty()) continue;
    for (const std::size_t at : open.back()) t.partners[at] = i;
    t.partners[i] = open.back().back();
    open.pop_back();
  }
}

void mark_certain(SourceFile& file) {
  file.certain.assign(file.code.size(), true);
  std::vector<Conditional> open;
  for (const Conditional& c : file.conditionals) {
    if (c.type == Conditional::open) open.push_back(c);
    if (c.type != Conditional::close || open.empty()) continue;
    const bool guard = open.size() == 1 && open[0].unless && open[0].at == 0 && c.at == file.code.size();
    for (std::size_t i = open.back().at; i < c.at && !guard; ++i) file.certain[i] = false;
    open.pop_back();
  }
}

}  // namespace

std::size_t SourceFile::line_of(std::size_t offset) const {
  return 1 +
         static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
}

void read_source(const std::filesystem::path& path, SourceFile& file) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + path.string());
  file.path = path;
  read_text({std::istreambuf_iterator<char>(in), {}}, file);
}

void read_text(std::string text, SourceFile& file) {
  file.text = std::move(text);
  if (file.text.starts_with("\xEF\xBB\xBF")) file.text.erase(0, 3);  // the #line before it would lose its effect
  Lexer(file).run();
  find_partners(file);
  mark_certain(file);
}

std::size_t closing(const Tokens& tokens, std::size_t i) {
  if (i < tokens.partners.size() && is_open(tokens[i])) return tokens.partners[i];
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    depth += is_open(tokens[i]) - is_close(tokens[i]);
    if (depth == 0) return i;
  }
  return npos;
}

std::size_t opening(const Tokens& tokens, std::size_t i) {
  if (i < tokens.partners.size() && is_close(tokens[i])) return tokens.partners[i];
  int depth = 0;
  for (;; --i) {
    depth += is_close(tokens[i]) - is_open(tokens[i]);
    if (depth == 0) return i;
    if (i == 0) return npos;
  }
}

std::size_t closing_angle(const Tokens& tokens, std::size_t i) {
  int depth = 0;
  for (; i < tokens.size(); ++i) {
    const Token& t = tokens[i];
    if (is_open(t)) {
      i = closing(tokens, i);
      if (i == npos) return npos;
    } else if (is_close(t) || t.is(";")) {
      return npos;
    } else {
      depth += t.is("<") - t.is(">");
      if (depth == 0) return i;
    }
  }
  return npos;
}

std::size_t opening_angle(const Tokens& tokens, std::size_t i) {
  int depth = 0;
  for (;; --i) {
    const Token& t = tokens[i];
    if (is_close(t)) {
      i = opening(tokens, i);
      if (i == npos) return npos;
    } else if (is_open(t) || t.is(";")) {
      return npos;
    } else {
      depth += t.is(">") - t.is("<");
      if (depth == 0) return i;
    }
    if (i == 0) return npos;
  }
}

std::vector<Range> arguments(const Tokens& tokens, std::size_t open) {
  std::vector<Range> list;
  const std::size_t close = closing(tokens, open);
  if (close == npos || close == open + 1) return list;
  std::size_t begin = open + 1;
  for (std::size_t i = begin; i <= close; ++i) {
    if (i == close || tokens[i].is(",")) {
      list.push_back({begin, i});
      begin = i + 1;
    } else if (tokens[i].is("(") || tokens[i].is("[") || tokens[i].is("{")) {
      i = closing(tokens, i);
      if (i == npos) return {};
    }
  }
  return list;
}

std::size_t arguments_of_launch(const Tokens& tokens, std::size_t i) {
  for (; i + 3 < tokens.size() && !tokens[i].is(";"); ++i) {
    if (!tokens[i].is(">") || !tokens[i + 1].is(">") || !tokens[i + 2].is(">")) continue;
    return tokens[i + 3].is("(") ? i + 3 : npos;
  }
  return npos;
}

}  // namespace cu2cpp
