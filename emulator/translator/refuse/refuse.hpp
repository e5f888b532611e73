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

std::vector<Complaint> complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                  const Rules& rules);

// Code of one side that uses functions or variables of the other (sides.cpp).
std::vector<Complaint> side_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                       bool strict);
// Forms that device code does not have (device_forms.cpp), and the rules of lambdas for the device
// (device_lambdas.cpp).
std::vector<Complaint> form_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                       const Rules& rules);
// Objects whose functions are the host's (host_objects.cpp).
std::vector<Complaint> object_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                         bool strict);
// Device variables with a value that is no constant (initialisers.cpp).
std::vector<Complaint> initialiser_complaints(const SourceFile& file, const Survey& survey, const Program& program);
std::vector<Complaint> lambda_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                         const Rules& rules);

// Can name have another meaning in this function than outside: as a parameter, a local variable, an enumerator?
bool shadowed(const Tokens& tokens, std::string_view name, const Function& f);
// Does CUDA have a device function of this name? A host function of the same name is then an overload.
bool is_device_builtin(std::string_view name);
// Code under __CUDA_ARCH__ differs between host and device.
bool depends_on_side(const SourceFile& file, const Function& f);

}  // namespace cu2cpp
