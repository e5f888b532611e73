// The side of a function's body, for named functions, operators and lambdas: the host's, the device's, or both.
#pragma once
#include <vector>

#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

enum class Side : char { none, host, device, both };

struct CodeBody {
  std::size_t begin = 0, end = 0;  // token indices of { and }
  std::size_t head = 0;            // first token of the declaration
  Side side = Side::none;          // within what is around it
  bool constant = false;           // constexpr
  int around = -1;                 // index of the body that contains it, or -1
};

class CodeSides {
 public:
  CodeSides(const SourceFile& file, const Survey& survey, const Program& program);

  // The innermost body around a token that states its own side; null outside of all.
  [[nodiscard]] const CodeBody* body_of(std::size_t token) const;
  [[nodiscard]] Side operator[](std::size_t token) const;
  // The body for both sides that must be generated twice, so that one within it is compiled for each.
  [[nodiscard]] const CodeBody* twofold(const CodeBody* body) const;
  [[nodiscard]] const std::vector<CodeBody>& bodies() const { return bodies_; }

 private:
  void add_lambdas(const Tokens& t);

  std::vector<CodeBody> bodies_;  // by their begin
  std::vector<int> innermost_;    // per token
};

}  // namespace cu2cpp
