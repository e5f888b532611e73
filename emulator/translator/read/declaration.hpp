// Reads one declaration from its head, the tokens before its ; or {.
#pragma once
#include <string>
#include <vector>

#include "read/survey.hpp"

namespace cu2cpp {

struct Head {
  const Tokens& t;
  std::size_t begin, end;

  [[nodiscard]] bool has(std::string_view word) const;
  [[nodiscard]] bool says(Qualifier q) const;
};

// Fills f; false if it is not a function. Operators are functions named operator+ and so on.
bool read_function(const Head& head, Function& f);
bool is_class_head(const Head& head);
// Empty for a class without a name.
std::string class_name(const Head& head);

// A __device__, __constant__, __managed__ or __shared__ variable, not only declared, and not constexpr.
bool defines_device_variable(const Head& head);
// Those of variables: what the head adds to the lists.
void read_declaration(const Head& head, std::vector<Declaration>& out);
void read_variables(const Head& head, std::vector<Variable>& out);
void read_host_variable(const Head& head, std::vector<Variable>& out);
void read_host_constants(const Head& head, bool member, std::vector<HostVariable>& out);

}  // namespace cu2cpp
