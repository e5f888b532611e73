// The words of a kernel whose values come from threadIdx: what a condition made of them says of the threads.
#pragma once
#include <set>
#include <string>

#include "source_file.hpp"

namespace cu2cpp {

class ThreadWords {
 public:
  // Of the tokens from begin to end; none if the code there does not ask who it is.
  ThreadWords(const Tokens& tokens, std::size_t begin, std::size_t end);

  [[nodiscard]] bool empty() const { return words_.empty(); }
  [[nodiscard]] bool contains(std::string_view word) const { return words_.contains(word); }
  [[nodiscard]] bool occur(std::size_t begin, std::size_t end) const;
  // if (threadIdx.x == 0), if (!i), if (i < 1): does the condition that opens there mean a single thread?
  [[nodiscard]] bool mean_one(std::size_t open) const;

 private:
  const Tokens& t_;
  std::set<std::string, std::less<>> words_;
};

}  // namespace cu2cpp
