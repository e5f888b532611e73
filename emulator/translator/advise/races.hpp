// Races and lost updates that the source shows: the passes are in the files lost_updates, missing_barrier, flag_reads
// and warp_steps. Each reads one function at a time and knows no values: where a thread may access only its own
// elements it says nothing.
#pragma once
#include <set>
#include <string>
#include <vector>

#include "advise/note.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

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

// A note for each place, in the order of the file.
std::vector<Note> advise_on_races(const SourceFile& file, const Survey& survey, const Facts& facts);

}  // namespace cu2cpp
