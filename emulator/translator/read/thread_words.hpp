// The names in a kernel whose values come from threadIdx, or from a group's thread_rank(): they show how a condition or
// an index depends on the thread.
#pragma once
#include <map>
#include <set>
#include <string>

#include "read/source_file.hpp"

namespace cu2cpp {

class ThreadWords {
 public:
  // Of the tokens from begin to end; none if the code there does not read the thread index.
  ThreadWords(const Tokens& tokens, std::size_t begin, std::size_t end);

  [[nodiscard]] bool empty() const { return words_.empty(); }
  [[nodiscard]] bool contains(std::string_view word) const { return words_.contains(word); }
  [[nodiscard]] bool occur(std::size_t begin, std::size_t end) const;
  // if (threadIdx.x == 0), if (!i), if (i < 1): does the condition that opens there select a single thread?
  [[nodiscard]] bool mean_one(std::size_t open) const;
  // bool first = threadIdx.x == 0;
  [[nodiscard]] bool tells_one(std::string_view word) const { return flags_.contains(word); }
  // The factor of a thread's index between two tokens, which keeps threads that far apart: "2" for
  // 2 * t + 1, "K" for t * K + i and for (t + 1) * K - 1. Empty if there is none, or if another number is added
  // directly.
  [[nodiscard]] std::string factor(std::size_t begin, std::size_t end) const;

 private:
  void find_words(std::size_t begin, std::size_t end);
  void note_assignment(std::size_t word, std::size_t begin, std::size_t end);
  [[nodiscard]] std::string factor_at(std::size_t i, std::size_t begin, std::size_t end) const;

  const Tokens& t_;
  std::set<std::string, std::less<>> words_, flags_;
  std::map<std::string, std::string, std::less<>> factors_;  // of names that hold a multiple of a thread's index
};

}  // namespace cu2cpp
