// How many bytes of __shared__ variables a kernel declares. The compiler stores this in the symbols of the program, or
// of the shared object or module that contains the kernel.
//
// This counts the kernel's own variables, including those of its lambdas. It does not count those of __device__
// functions that it calls or variables outside of functions: nothing in the program says which kernel they belong to. 0
// for a program without symbols (strip, -s).
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>

#include "platform/shared_variables.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {

// A file that is mapped while its symbols are read.
class MappedFile {
 public:
  explicit MappedFile(const char* path) {
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (file >= 0 && fstat(file, &about) == 0 && about.st_size > 0) {
      void* const map = mmap(nullptr, static_cast<std::size_t>(about.st_size), PROT_READ, MAP_PRIVATE, file, 0);
      if (map != MAP_FAILED) bytes_ = {static_cast<const char*>(map), static_cast<std::size_t>(about.st_size)};
    }
    if (file >= 0) close(file);
  }
  ~MappedFile() {
    if (!bytes_.empty()) munmap(const_cast<char*>(bytes_.data()), bytes_.size());
  }
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  std::string_view bytes() const { return bytes_; }

 private:
  std::string_view bytes_;
};

struct Module {
  std::string file;
  std::uintptr_t base = 0;
};
Module module_of(const void* address) {
  Dl_info info;
  link_map* map = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) || !map) return {};
  return {map->l_name && *map->l_name ? map->l_name : "/proc/self/exe", map->l_addr};
}

std::size_t read_static_shared(const void* kernel) {
  const Module module = module_of(kernel);
  if (module.file.empty()) return 0;
  const MappedFile file(module.file.c_str());
  const std::vector<ElfSymbol> symbols = elf_symbols(file.bytes());
  const std::uint64_t at = reinterpret_cast<std::uintptr_t>(kernel) - module.base;
  std::vector<ElfSymbol> names;  // a function may have several
  for (const ElfSymbol& symbol : symbols) {
    if (symbol.type == STT_FUNC && symbol.value == at) names.push_back(symbol);
  }
  std::size_t bytes = 0;
  for (const ElfSymbol& symbol : symbols) {
    const auto holds = [&](const ElfSymbol& function) { return stands_in(symbol, function); };
    if (is_shared_variable(symbol) && std::any_of(names.begin(), names.end(), holds)) bytes += symbol.size;
  }
  return bytes;
}

}  // namespace

std::size_t static_shared(const void* kernel) {
  static std::mutex mutex;
  static auto* const known = new std::map<const void*, std::size_t>;  // modules stay loaded
  const std::lock_guard lock(mutex);
  const auto [entry, is_new] = known->try_emplace(kernel, 0);
  if (is_new) entry->second = read_static_shared(kernel);
  return entry->second;
}

}  // namespace cuda_emulator
