// Names of __shared__ variables, as they are in a linker's output.
#pragma once
#include <string>
#include <string_view>

namespace cuda_emulator {

// Is the variable declared in the function, or in a lambda of it? function: a mangled name, or a C function's.
inline bool stands_in(std::string_view variable, std::string_view function) {
  const std::string encoding = function.substr(0, 2) == "_Z" ? std::string(function.substr(2))
                                                             : std::to_string(function.size()) + std::string(function);
  // One more Z per enclosing function: the kernel's name may begin after any of them.
  for (std::size_t z = 2; z < variable.size() && variable.substr(0, 2) == "_Z"; ++z) {
    if (variable[z - 1] != 'Z') return false;
    if (variable.size() > z + encoding.size() && variable.substr(z, encoding.size()) == encoding &&
        variable[z + encoding.size()] == 'E') {
      return true;
    }
  }
  return false;
}

}  // namespace cuda_emulator
