// What the translator knows of the source (translator/tell/).
#pragma once
#include <string>

#include "ground/lines.hpp"
#include "ground/state.hpp"
#include "platform/facts.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

bool says(const Line&, Fact, const std::string& word = "");
// Of the line of an instruction, or of its file; other: of an instruction whose line is the word. Found only once.
bool says_of(u32 site, Fact, u32 other = most_sites);
std::string word_of(const Line&, Fact);  // empty: there is no such fact
inline bool says(const std::string& file, Fact fact, const std::string& word = "") {
  return says(Line{file, 0}, fact, word);
}
Line line_of_branch(u32 block, const std::vector<Line>& sides);
bool are_in_loop_with_barrier(const Line& one, const Line& other);

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
