// The notes look for "=" where a variable gets a value. As long as an object of this class lives, a file's tokens show
// int i{t + 1}; as int i = t + 1;
#pragma once
#include <utility>
#include <vector>

#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

class BraceInitialisersAsAssignments {
 public:
  BraceInitialisersAsAssignments(SourceFile& file, const Survey& survey);
  ~BraceInitialisersAsAssignments();
  BraceInitialisersAsAssignments(const BraceInitialisersAsAssignments&) = delete;
  BraceInitialisersAsAssignments& operator=(const BraceInitialisersAsAssignments&) = delete;

 private:
  Tokens& t_;
  std::vector<std::pair<std::size_t, std::size_t>> braces_;
};

}  // namespace cu2cpp
