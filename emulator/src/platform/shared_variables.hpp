// __shared__ variables among an ELF file's symbols. The macro marks them (cuda_runtime.h); a variable within a function
// carries the function's name in its own: _ZZ4sortPfE4tileB10__shared__ is sort(float*)::tile.
#pragma once
#include <string_view>

#include "platform/elf_symbols.hpp"
#include "platform/shared_names.hpp"

namespace cuda_emulator {

inline bool is_shared_variable(const ElfSymbol& symbol) {
  return symbol.type == STT_TLS && symbol.name.find("B10__shared__") != std::string_view::npos &&
         symbol.name.substr(0, 4) != "_ZGV";
}

inline bool stands_in(const ElfSymbol& variable, const ElfSymbol& function) {
  if (function.local && variable.local && function.unit != variable.unit) return false;
  return stands_in(variable.name, function.name);
}

}  // namespace cuda_emulator
