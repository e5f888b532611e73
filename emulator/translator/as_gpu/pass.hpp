// What the passes of this folder have in common: each looks at one function, rewrites what is wrong there so that it
// comes out as on a GPU, and leaves a note.
#pragma once
#include <string>
#include <vector>

#include "as_gpu.hpp"
#include "statements.hpp"
#include "thread_words.hpp"

namespace cu2cpp {

struct AsGpu {
  std::vector<Edit>& edits;
  std::vector<Note>& notes;
  const Facts& facts;
};

class Pass : protected Statements {
 protected:
  Pass(const SourceFile& file, const Function& function, AsGpu& out)
      : Statements(file.code, function, out.edits),
        words_(t_, f_.body_begin, f_.body_end),
        facts_(out.facts),
        notes_(out.notes) {}

  // What is wrong at token i: the end of the sentence is the same for all.
  void note(std::size_t i, const std::string& what) {
    notes_.push_back({t_[i].begin, what + "; the result is undefined (shown as a GPU would)"});
  }

  [[nodiscard]] bool is_wait(std::size_t i) const;
  [[nodiscard]] bool waits(std::size_t begin, std::size_t end) const;
  // The innermost for, while or do that holds the token at i, or npos.
  [[nodiscard]] std::size_t loop_around(std::size_t i) const;
  // Does a barrier stand between the two tokens, whatever turn of a loop around them each belongs to?
  [[nodiscard]] bool are_separated(std::size_t a, std::size_t b) const;

  // Only one thread comes to the token at i: it stands under an `if` that picks one, or all others have returned.
  [[nodiscard]] bool is_for_one(std::size_t i) const;

  // Not all threads come to it: an `if` or a loop around it asks for the thread, or others have returned.
  [[nodiscard]] bool is_for_some(std::size_t i) const;

  // ---- elements of arrays: a name and its indices ----
  [[nodiscard]] std::string element(std::size_t i) const;
  // Is it an element, and not the array's declaration?
  [[nodiscard]] bool has_index(std::size_t i) const;
  // Behind the indices of the element at i: where the sign of an assignment to it would stand.
  [[nodiscard]] std::size_t behind_indices(std::size_t i) const;
  // Two elements of one array, in different words, of which a thread takes its own only: s[2 * t] and s[2 * t + 1],
  // s[t][0] and s[t][i], and what it stores to both of, as when it swaps them. Or that lie in two buffers.
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
