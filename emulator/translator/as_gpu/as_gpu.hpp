// Wrong programs that give the results that a GPU gives: ../../docs/as-gpu.md describes each of the passes in this
// folder. They only change the order of execution, never the result of a correct program; where they rewrite, a note
// says why.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "rewrite/rewrite.hpp"

namespace cu2cpp {

struct Note {
  std::size_t offset;
  std::string text;
};

// Information of all files together, for the passes.
class Facts {
 public:
  void add(const SourceFile& file, const Survey& survey);

  // Can several threads of a block run the kernel? Not if every launch starts one. If there is no launch in the files,
  // a kernel that does not read its thread index counts as one of a single thread.
  [[nodiscard]] bool has_several_threads(std::string_view kernel, bool asks) const {
    return several_.contains(kernel) || (asks && !one_.contains(kernel));
  }
  // Does a function of this name wait for other threads?
  [[nodiscard]] bool waits(std::string_view function) const;

 private:
  std::set<std::string, std::less<>> one_, several_;
  mutable std::set<std::string, std::less<>> waiting_;
  mutable std::vector<std::pair<std::string, std::set<std::string, std::less<>>>> calls_;  // until the first use
};

// Is it the name of a barrier, or of a function that lanes execute together?
bool is_wait(const Token& token);

// Adds to the edits of a file, and returns a note for each place, in the order of the file.
std::vector<Note> behave_as_gpu(const SourceFile& file, const Survey& survey, const Facts& facts,
                                std::vector<Edit>& edits);

}  // namespace cu2cpp
