// The mistakes that nvcc refuses and g++ would not see, each with one clear line.
#pragma once
#include <string>
#include <vector>

#include "source_file.hpp"
#include "survey.hpp"

namespace cu2cpp {

struct Complaint {
  std::size_t offset;
  std::string text;
};

std::vector<Complaint> complaints(const SourceFile& file, const Survey& survey, const Program& program);

}  // namespace cu2cpp
