#include "platform/thread_variables.hpp"

#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

#include "platform/elf_symbols.hpp"

namespace cuda_emulator {
namespace {

TlsRange thread_memory(const dl_phdr_info* object) {
  for (int i = 0; i < object->dlpi_phnum && object->dlpi_tls_data; ++i) {
    if (object->dlpi_phdr[i].p_type != PT_TLS) continue;
    char* const low = static_cast<char*>(object->dlpi_tls_data);
    return {low, low + object->dlpi_phdr[i].p_memsz};
  }
  return {nullptr, nullptr};
}

void read_symbols(std::string_view file, std::vector<ThreadVariable>* list) {
  for (const ElfSymbol& symbol : elf_symbols(file)) {
    if (symbol.type != STT_TLS || symbol.size == 0) continue;
    list->push_back({symbol.value, symbol.value + symbol.size, std::string(symbol.name)});
  }
  std::sort(list->begin(), list->end(), [](const ThreadVariable& a, const ThreadVariable& b) { return a.low < b.low; });
}

const std::vector<ThreadVariable>& variables_of(const std::string& path) {
  static std::mutex mutex;
  static auto& known = *new std::map<std::string, std::vector<ThreadVariable>>();
  const std::lock_guard lock(mutex);
  const auto found = known.find(path);
  if (found != known.end()) return found->second;
  std::vector<ThreadVariable>& list = known[path];
  const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  struct stat status {};
  if (file >= 0 && fstat(file, &status) == 0) {
    const std::size_t size = static_cast<std::size_t>(status.st_size);
    void* const map = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (map != MAP_FAILED) {
      read_symbols({static_cast<const char*>(map), size}, &list);
      munmap(map, size);
    }
  }
  if (file >= 0) close(file);
  return list;
}

}  // namespace

// The program comes first in the list of loaded objects.
TlsRange program_tls() {
  static __thread TlsRange range;
  if (!range.low) {
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* data) {
          *static_cast<TlsRange*>(data) = thread_memory(info);
          return 1;
        },
        &range);
  }
  return range;
}

bool is_thread_local_of_object(const void* address) {
  struct Search {
    const void* address;
    bool program;
  } search{address, true};
  return dl_iterate_phdr(
             [](dl_phdr_info* info, std::size_t, void* data) {
               Search& s = *static_cast<Search*>(data);
               if (std::exchange(s.program, false)) return 0;
               const TlsRange range = thread_memory(info);
               return s.address >= range.low && s.address < range.high ? 1 : 0;
             },
             &search) != 0;
}

std::vector<ThreadVariables> thread_variables() {
  std::vector<std::pair<char*, std::string>> objects;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& list = *static_cast<std::vector<std::pair<char*, std::string>>*>(data);
        const TlsRange range = thread_memory(info);
        if (range.low) list.emplace_back(range.low, *info->dlpi_name ? info->dlpi_name : "/proc/self/exe");
        return 0;
      },
      &objects);
  std::vector<ThreadVariables> all;
  for (const auto& [memory, path] : objects) all.push_back({memory, &variables_of(path)});
  return all;
}

unsigned long long loaded_objects() {
  unsigned long long changes = 0;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* data) {
        auto& number = *static_cast<unsigned long long*>(data);
        if (number == 0) number = info->dlpi_adds + info->dlpi_subs;
        if (info->dlpi_tls_data) number += 1ull << 32;  // allocated when the thread first accesses it
        return 0;
      },
      &changes);
  return changes;
}

}  // namespace cuda_emulator
