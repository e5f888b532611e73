// Shared by the passes that look for races: each looks at one function, and adds a note for each place.
#pragma once
#include <string>
#include <vector>

#include "advise/races.hpp"
#include "read/statements.hpp"
#include "read/thread_words.hpp"

namespace cu2cpp {

struct Races {
  std::vector<Note>& notes;
  const Facts& facts;
};

class Pass : protected Statements {
 protected:
  Pass(const SourceFile& file, const Function& function, Races& out)
      : Statements(file.code, function), words_(t_, f_.body_begin, f_.body_end), facts_(out.facts), notes_(out.notes) {}

  // The error at token i: the end of the sentence is the same for all.
  void note(std::size_t i, const std::string& what, bool others_first = false) {
    notes_.push_back({t_[i].begin, what + "; on a GPU the result is undefined", others_first});
  }

  [[nodiscard]] bool is_wait(std::size_t i) const;
  [[nodiscard]] bool waits(std::size_t begin, std::size_t end) const;
  // The innermost for, while or do that contains the token at i, or npos.
  [[nodiscard]] std::size_t loop_around(std::size_t i) const;
  // Is there a barrier between the two tokens, whatever iteration of an enclosing loop each belongs to?
  [[nodiscard]] bool are_separated(std::size_t a, std::size_t b) const;

  // Only one thread reaches the token at i: an `if` selects it, or all others have returned.
  [[nodiscard]] bool is_for_one(std::size_t i) const;

  // Not all threads reach it: an `if` or a loop around it depends on the thread, or others have returned.
  [[nodiscard]] bool is_for_some(std::size_t i) const;

  // ---- elements of arrays: a name and its indices ----
  [[nodiscard]] std::string element(std::size_t i) const;
  // Is it an element, and not the array's declaration?
  [[nodiscard]] bool has_index(std::size_t i) const;
  // After the indices of the element at i: where the operator of an assignment to it would be.
  [[nodiscard]] std::size_t behind_indices(std::size_t i) const;
  // Two elements of one array, written differently, such that a thread uses only its own: s[2 * t] and s[2 * t + 1],
  // s[t][0] and s[t][i], and elements to both of which it stores, as in a swap. Or elements in two buffers.
  [[nodiscard]] bool are_of_one_thread(std::size_t a, std::size_t b) const;

  const ThreadWords words_;

 private:
  [[nodiscard]] bool picks_one(std::size_t open, std::size_t close) const;
  [[nodiscard]] bool picks_others(std::size_t open, std::size_t close) const;
  [[nodiscard]] bool are_of_one_row(std::size_t a, std::size_t b) const;
  [[nodiscard]] bool is_stored_anywhere(const std::string& text) const;

  const Facts& facts_;
  std::vector<Note>& notes_;
};

}  // namespace cu2cpp
