#include "platform/wasm/symbols.hpp"

#include <cxxabi.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <sstream>

#include "platform/source_line.hpp"
#include "platform/thread_variables.hpp"

extern "C" __attribute__((import_module("cuda_emulator"), import_name("symbols"))) std::size_t cuda_emulator_symbols(
    char* text, std::size_t bytes);  // at most so many bytes of it; returns its length

namespace cuda_emulator {
namespace {

struct Symbols {
  std::vector<ProgramSymbol> functions, variables;
  std::string source;
};

// A line per symbol: f NUMBER NAME, or v LOW HIGH NAME; s NAME is the file whose lines are known.
const Symbols& symbols() {
  static const auto& read = *[] {
    auto* const found = new Symbols;
    std::string text(cuda_emulator_symbols(nullptr, 0), ' ');
    cuda_emulator_symbols(text.data(), text.size());
    std::istringstream lines(text);
    for (std::string kind; lines >> kind;) {
      if (kind == "s") {
        lines >> found->source;
        continue;
      }
      ProgramSymbol symbol{};
      lines >> symbol.low;
      if (kind == "v") lines >> symbol.high;
      lines >> symbol.name;
      if (kind != "v") symbol.high = symbol.low;
      (kind == "v" ? found->variables : found->functions).push_back(symbol);
    }
    return found;
  }();
  return read;
}

}  // namespace

const std::vector<ProgramSymbol>& program_functions() {
  return symbols().functions;
}
const std::vector<ProgramSymbol>& program_shared_variables() {
  return symbols().variables;
}

const char* kernel_name(const void* kernel) {
  static auto& names = *new std::map<const void*, std::string>;
  std::string& name = names[kernel];
  if (!name.empty()) return name.c_str();
  for (const ProgramSymbol& function : program_functions()) {
    if (function.low != reinterpret_cast<std::uintptr_t>(kernel)) continue;
    int status = 0;
    char* const readable = abi::__cxa_demangle(function.name.c_str(), nullptr, nullptr, &status);
    name = status == 0 ? readable : function.name;
    std::free(readable);
  }
  if (name.empty()) name = "kernel " + std::to_string(reinterpret_cast<std::uintptr_t>(kernel));
  return name.c_str();
}

// A module does not know which code called. What is known of a bad access is its line (unwind.h).
std::map<void*, std::string> source_lines(const std::vector<void*>& return_addresses) {
  std::map<void*, std::string> lines;
  for (void* address : return_addresses) {
    const auto line = reinterpret_cast<std::uintptr_t>(address);
    lines[address] = line == 0 ? unknown_line : symbols().source + ":" + std::to_string(line);
  }
  return lines;
}
std::map<void*, std::vector<std::string>> source_frames(const std::vector<void*>& return_addresses) {
  std::map<void*, std::vector<std::string>> frames;
  for (void* address : return_addresses) frames[address] = {};
  return frames;
}

// There is one OS thread, and its variables are among all others. Those that __shared__ declares have a section.
extern "C" char __start_cuda_emulator_shared[] __attribute__((weak));
extern "C" char __stop_cuda_emulator_shared[] __attribute__((weak));

TlsRange program_tls() {
  return {__start_cuda_emulator_shared, __stop_cuda_emulator_shared};
}
bool is_thread_local_of_object(const void*) {
  return false;
}
std::vector<ThreadVariables> thread_variables() {
  static const auto& list = *[] {
    auto* const made = new std::vector<ThreadVariable>;
    for (const ProgramSymbol& variable : program_shared_variables()) {
      made->push_back({variable.low, variable.high, variable.name});
    }
    return made;
  }();
  return {{nullptr, &list}};
}
unsigned long long loaded_objects() {
  return 1;
}

}  // namespace cuda_emulator
