// How many bytes of __shared__ variables a kernel declares: by the names that the build has written beside the module.
#include <map>

#include "platform/shared_names.hpp"
#include "platform/wasm/symbols.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {

std::size_t static_shared(const void* kernel) {
  static auto& known = *new std::map<const void*, std::size_t>;
  const auto [entry, is_new] = known.try_emplace(kernel, 0);
  if (!is_new) return entry->second;
  for (const ProgramSymbol& function : program_functions()) {
    if (function.low != reinterpret_cast<std::uintptr_t>(kernel)) continue;
    for (const ProgramSymbol& variable : program_shared_variables()) {
      const bool is_zone = variable.name.find("B10__shared__") == std::string::npos;
      if (!is_zone && stands_in(variable.name, function.name)) entry->second += variable.high - variable.low;
    }
  }
  return entry->second;
}

}  // namespace cuda_emulator
