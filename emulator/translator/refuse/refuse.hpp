// The mistakes that nvcc refuses and g++ would accept, each with one clear line.
#pragma once
#include <string>
#include <vector>

#include "read/source_file.hpp"
#include "read/survey.hpp"

namespace cu2cpp {

struct Complaint {
  std::size_t offset;
  std::string text;
};

// What depends on nvcc's options.
struct Rules {
  bool strict = false;         // no constexpr functions of the standard library, as without --expt-relaxed-constexpr
  bool no_lambdas = false;     // none with __device__, as without --extended-lambda
  bool whole_program = false;  // no device code of other files, as without -rdc=true
};

using Complaints = std::vector<Complaint>(const SourceFile& file, const Survey& survey, const Program& program,
                                          const Rules& rules);
Complaints complaints;  // all of them

Complaints side_complaints;         // code of one side that uses functions or variables of the other (sides.cpp)
Complaints form_complaints;         // forms that device code does not have (device_forms.cpp)
Complaints lambda_complaints;       // the rules of lambdas for the device (device_lambdas.cpp)
Complaints object_complaints;       // objects whose functions are the host's (host_objects.cpp)
Complaints initialiser_complaints;  // device variables with a value that is no constant (initialisers.cpp)

// What each of these looks at, and what it has found.
class Refusals {
 public:
  Refusals(const SourceFile& file, const Survey& survey, const Program& program, const Rules& rules)
      : file_(file), t_(file.code), survey_(survey), program_(program), rules_(rules) {}

 protected:
  void complain(std::size_t token, const std::string& text) { out_.push_back({t_[token].begin, text}); }

  const SourceFile& file_;
  const Tokens& t_;
  const Survey& survey_;
  const Program& program_;
  const Rules rules_;
  std::vector<Complaint> out_;
};

// Can name have another meaning in this function than outside: as a parameter, a local variable, an enumerator?
bool shadowed(const Tokens& tokens, std::string_view name, const Function& f);
// Does CUDA have a device function of this name? A host function of the same name is then an overload.
bool is_device_builtin(std::string_view name);
// Code under __CUDA_ARCH__ differs between host and device.
bool depends_on_side(const SourceFile& file, const Function& f);

}  // namespace cu2cpp
