// The notes look for "=" where a variable gets a value. As long as an object of this class lives, a file's tokens show
// int i{t + 1}; and int i(t + 1); as int i = t + 1;
#pragma once
#include <string_view>
#include <vector>

#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

class InitialisersAsAssignments {
 public:
  InitialisersAsAssignments(SourceFile& file, const Survey& survey);
  ~InitialisersAsAssignments();
  InitialisersAsAssignments(const InitialisersAsAssignments&) = delete;
  InitialisersAsAssignments& operator=(const InitialisersAsAssignments&) = delete;

 private:
  Tokens& t_;
  struct Brackets {
    std::size_t open, close;
    std::string_view before, after;  // their texts
  };
  std::vector<Brackets> brackets_;
};

}  // namespace cu2cpp
