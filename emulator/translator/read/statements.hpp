// Where the statements of a function begin and end, and what they assign: determined from its tokens, as far as
// possible.
#pragma once
#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

// Positions are indices of tokens; npos where there is no such token.
class Statements {
 protected:
  Statements(const Tokens& tokens, const Function& function) : t_(tokens), f_(function) {}

  // The first token of the statement that contains i; npos if i is within parentheses.
  [[nodiscard]] std::size_t statement_begin(std::size_t i) const;
  [[nodiscard]] std::size_t statement_end(std::size_t i) const;
  // The last token of the statement that begins at i.
  [[nodiscard]] std::size_t statement_last(std::size_t i) const;
  [[nodiscard]] bool is_head(std::size_t i) const;
  // The last token of an assignment operator that begins at k, or npos. An operator of several characters may be one
  // token or several.
  [[nodiscard]] std::size_t assignment_at(std::size_t k) const;
  // x = …, x += …, ++x, x++
  [[nodiscard]] bool is_changed(std::size_t i) const;
  // The last token of the ++ or -- at i, or npos.
  [[nodiscard]] std::size_t step_sign(std::size_t i) const;
  [[nodiscard]] bool in_parentheses(std::size_t from, std::size_t i) const;

  const Tokens& t_;
  const Function& f_;
};

}  // namespace cu2cpp
