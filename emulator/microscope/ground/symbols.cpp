// The program's symbols, and information derived from them.
#include "ground/symbols.hpp"

#include <cxxabi.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "ground/moments.hpp"
#include "ground/settings.hpp"
#include "ground/state.hpp"

namespace cuda_emulator::microscope {

const Symbols& symbols() {
  static const Symbols& found = *[] {
    auto* const made = new Symbols();
    Symbols& s = *made;
    std::uintptr_t base = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* out) {
          *static_cast<std::uintptr_t*>(out) = info->dlpi_addr;
          return 1;  // the program comes first
        },
        &base);
    const int file = open("/proc/self/exe", O_RDONLY);
    struct stat status {};
    if (file < 0 || fstat(file, &status) != 0) return made;
    void* const map = mmap(nullptr, static_cast<std::size_t>(status.st_size), PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (map == MAP_FAILED) return made;
    const char* const bytes = static_cast<const char*>(map);
    const auto* const header = reinterpret_cast<const ElfW(Ehdr)*>(bytes);
    const auto* const sections = reinterpret_cast<const ElfW(Shdr)*>(bytes + header->e_shoff);
    for (int i = 0; i < header->e_shnum; ++i) {
      if (sections[i].sh_type != SHT_SYMTAB) continue;
      const auto* const list = reinterpret_cast<const ElfW(Sym)*>(bytes + sections[i].sh_offset);
      const char* const names = bytes + sections[sections[i].sh_link].sh_offset;
      for (std::size_t k = 0; k < sections[i].sh_size / sizeof *list; ++k) {
        const ElfW(Sym)& symbol = list[k];
        if (symbol.st_shndx == SHN_UNDEF || symbol.st_size == 0) continue;
        const int type = symbol.st_info & 15;
        const std::uintptr_t low = symbol.st_value + (type == STT_TLS ? 0 : base);
        const Symbol one{low, low + symbol.st_size, names + symbol.st_name};
        if (type == STT_OBJECT) s.variables.push_back(one);
        if (type == STT_TLS) s.thread_variables.push_back(one);
        if (type == STT_FUNC) s.functions.push_back(one);
      }
    }
    munmap(map, static_cast<std::size_t>(status.st_size));
    for (auto* list : {&s.variables, &s.thread_variables, &s.functions}) {
      std::sort(list->begin(), list->end(), [](const Symbol& a, const Symbol& b) { return a.low < b.low; });
    }
    return made;
  }();
  return found;
}

namespace {
// The last one that begins at the address or before it, if that is no further than `reach` behind its end.
const Symbol* before(const std::vector<Symbol>& list, std::uintptr_t at, std::uintptr_t reach) {
  const auto after = std::upper_bound(list.begin(), list.end(), at,
                                      [](std::uintptr_t a, const Symbol& symbol) { return a < symbol.low; });
  if (after == list.begin()) return nullptr;
  const Symbol& last = *std::prev(after);
  return at < last.high + reach ? &last : nullptr;
}
}  // namespace

const Symbol* holder(const std::vector<Symbol>& list, std::uintptr_t at) {
  return before(list, at, 0);
}

// The variable whose bounds an access between variables has probably exceeded.
const Symbol* shortly_before(std::uintptr_t address) {
  return before(symbols().variables, address, 4096);
}

std::string readable(const std::string& name) {
  int status = 0;
  char* const text = abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 ? text : name;
  std::free(text);
  return result;
}

// "void scan::kernel<float>(float const*)::tile" -> "tile"
std::string last_name(const std::string& full) {
  int depth = 0;
  for (std::size_t i = full.size(); i-- > 1;) {
    depth += (full[i] == '>' || full[i] == ')') - (full[i] == '<' || full[i] == '(');
    if (depth == 0 && full[i] == ':' && full[i - 1] == ':') return full.substr(i + 1);
  }
  return full;
}

// Inserted between the program's variables by the translator.
bool is_red_zone(const Symbol& symbol) {
  return symbol.name.find("cuda_emulator_red_zone") != std::string::npos;
}
bool is_of_the_program(const Symbol& symbol) {
  return !is_red_zone(symbol) && symbol.name.find("13cuda_emulator") == std::string::npos &&
         symbol.name.rfind("_ZGV", 0) != 0;
}

bool is_shared_variable(const Symbol& symbol) {  // of fixed size: by __shared__'s own mark (cuda_runtime.h)
  return is_of_the_program(symbol) && symbol.name.find("B10__shared__") != std::string::npos;
}

std::string variable_at(std::uintptr_t address, std::uintptr_t* low, std::uintptr_t* high) {
  const TlsRange tls = program_tls();
  const std::uintptr_t thread_memory = reinterpret_cast<std::uintptr_t>(tls.low);
  const bool local = address >= thread_memory && address < reinterpret_cast<std::uintptr_t>(tls.high);
  const Symbol* const symbol =
      local ? holder(symbols().thread_variables, address - thread_memory) : holder(symbols().variables, address);
  if (!symbol) return "";
  *low = symbol->low + (local ? thread_memory : 0);
  *high = symbol->high + (local ? thread_memory : 0);
  std::string name = last_name(readable(symbol->name));
  name = name.substr(0, name.find("[abi:"));  // the mark of __shared__ variables
  // A shared variable of a type with a constructor, which nobody runs.
  if (constexpr std::string_view raw = "cuda_emulator_raw_"; name.starts_with(raw)) name.erase(0, raw.size());
  return name == "shared_buffer" ? "dynamic shared memory" : name;
}

bool is_library(std::uintptr_t pc) {
  const Symbol* const symbol = holder(symbols().functions, pc - 1);
  if (!symbol) return false;
  // Past the marks of scopes, constness and lambdas in lambdas: _ZZZNK13cuda_emulator...
  const std::size_t start = symbol->name.find_first_not_of("_ZNK");
  if (start == std::string::npos) return false;
  const std::string name = symbol->name.substr(start);
  for (const char* scope :
       {"St", "Sa", "Ss", "Sb", "9__gnu_cxx", "13cuda_emulator", "18cooperative_groups", "6nvcuda"}) {
    if (name.rfind(scope, 0) == 0) return true;
  }
  return false;
}

bool is_own_code(const void* return_address) {
  const auto pc = reinterpret_cast<std::uintptr_t>(return_address);
  return pc - code_low < code_size && !is_library(pc);
}

bool is_operator_new(std::uintptr_t pc) {
  const Symbol* const symbol = holder(symbols().functions, pc - 1);
  return symbol && (symbol->name.rfind("_Znw", 0) == 0 || symbol->name.rfind("_Zna", 0) == 0);
}

bool is_of_the_compiler(std::uintptr_t pc) {
  const Symbol* const symbol = holder(symbols().functions, pc - 1);
  if (!symbol) return false;
  return symbol->name == "__tls_init" || symbol->name.rfind("_ZTH", 0) == 0 || symbol->name.rfind("_ZTW", 0) == 0;
}

std::string function_at(const void* address) {
  const Symbol* const symbol = holder(symbols().functions, reinterpret_cast<std::uintptr_t>(address));
  if (!symbol) return "";
  static const std::string unnamed = "(anonymous namespace)::";
  std::string name = readable(symbol->name);
  for (std::size_t at; (at = name.find(unnamed)) != std::string::npos;) name.erase(at, unnamed.size());
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    depth += (name[i] == '<') - (name[i] == '>');
    if (name[i] == '(' && depth == 0) {
      name.erase(i);
      break;
    }
  }
  return name.rfind("void ", 0) == 0 ? name.substr(5) : name;
}

}  // namespace cuda_emulator::microscope
