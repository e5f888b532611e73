// __shared__ variables among an ELF file's symbols. The macro marks them (cuda_runtime.h); a variable within a function
// carries the function's name in its own: _ZZ4sortPfE4tileB10__shared__ is sort(float*)::tile.
#pragma once
#include <string>
#include <string_view>

#include "platform/elf_symbols.hpp"

namespace cuda_emulator {

inline bool is_shared_variable(const ElfSymbol& symbol) {
  return symbol.type == STT_TLS && symbol.name.find("B10__shared__") != std::string_view::npos &&
         symbol.name.substr(0, 4) != "_ZGV";
}

// Is the variable declared in the function, or in a lambda of it? function: a mangled name, or a C function's.
inline bool stands_in(const ElfSymbol& variable, const ElfSymbol& function) {
  if (function.local && variable.local && function.unit != variable.unit) return false;
  const std::string_view name = function.name;
  const std::string encoding =
      name.substr(0, 2) == "_Z" ? std::string(name.substr(2)) : std::to_string(name.size()) + std::string(name);
  // One more Z per enclosing function: the kernel's name may begin after any of them.
  for (std::size_t z = 2; z < variable.name.size() && variable.name.substr(0, 2) == "_Z"; ++z) {
    if (variable.name[z - 1] != 'Z') return false;
    if (variable.name.size() > z + encoding.size() && variable.name.substr(z, encoding.size()) == encoding &&
        variable.name[z + encoding.size()] == 'E') {
      return true;
    }
  }
  return false;
}

}  // namespace cuda_emulator
