// Mistakes that a program's source shows before it runs: notes at compile time.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

// sizeof of a pointer instead of its target, cudaMemset with a value that is not a byte, a symbol's name in quotes, a
// vector instead of its elements, a clock or an event read while a kernel runs, and what the others say; with_costs:
// also doubles in a kernel of floats.
std::vector<Note> advise(const SourceFile& file, const Survey& survey, const Program& program, bool with_costs);

// A look at a file, for one kind of mistakes.
class Look {
 public:
  Look(const SourceFile& file, const Survey& survey, const Program& program)
      : macros_(file.macros), t_(file.code), survey_(survey), program_(program) {}
  std::vector<Note> notes;

 protected:
  void note(std::size_t token, const std::string& text) { notes.push_back({t_[token].begin, text}); }

  const std::vector<Macro>& macros_;
  const Tokens& t_;
  const Survey& survey_;
  const Program& program_;
};
template <class Adviser>
std::vector<Note> notes_of(const SourceFile& file, const Survey& survey, const Program& program) {
  Adviser adviser(file, survey, program);
  adviser.look();
  return std::move(adviser.notes);
}

// Each in a file of its name.
using Advice = std::vector<Note>(const SourceFile& file, const Survey& survey, const Program& program);
Advice advise_on_values, advise_on_threads, advise_on_work, advise_on_visibility, advise_on_libraries, advise_on_graphs,
    advise_on_random_states, advise_on_bytes, advise_on_indexes;

}  // namespace cu2cpp
