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

// With strict, constexpr functions of the standard library are refused in device code, as nvcc does without
// --expt-relaxed-constexpr.
std::vector<Complaint> complaints(const SourceFile& file, const Survey& survey, const Program& program, bool strict);

// Code of one side that uses functions or variables of the other (sides.cpp).
std::vector<Complaint> side_complaints(const SourceFile& file, const Survey& survey, const Program& program,
                                       bool strict);

// Can name have another meaning in this function than outside: as a parameter, a local variable, an enumerator?
bool shadowed(const Tokens& tokens, std::string_view name, const Function& f);
// Does CUDA have a device function of this name? A host function of the same name is then an overload.
bool is_device_builtin(std::string_view name);
// Code under __CUDA_ARCH__ differs between host and device.
bool depends_on_side(const SourceFile& file, const Function& f);

}  // namespace cu2cpp
