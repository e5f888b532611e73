// From addresses in the program to lines of the .cu file and to names of kernels.
#include "platform/source_line.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace cuda_emulator {
namespace {

struct Module {
  std::string file;
  std::uintptr_t base;
};

struct Search {
  std::uintptr_t address;
  Module found;
};

int holds_address(dl_phdr_info* info, std::size_t, void* data) {
  Search& search = *static_cast<Search*>(data);
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& segment = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + segment.p_vaddr;
    if (segment.p_type != PT_LOAD || search.address < begin || search.address >= begin + segment.p_memsz) continue;
    search.found = {*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", info->dlpi_addr};
    return 1;
  }
  return 0;
}

Module module_of(const void* address) {
  Search search{reinterpret_cast<std::uintptr_t>(address), {}};
  dl_iterate_phdr(holds_address, &search);
  return search.found;
}

// The emulator's own headers and sources, and what is known to be no kernel code.
bool is_foreign(const std::string& line) {
  for (const char* part : {"/emulator/include/", "/emulator/src/", "/include/emulator/", "/include/cooperative_groups",
                           "/include/cuda_runtime.h", "/include/c++/", "??", ":?"}) {
    if (line.find(part) != std::string::npos) return true;
  }
  return false;
}

// addr2line of some versions names the translation where the line table names the .cu file, with the latter's number.
// The translation's first line says which file that is.
std::string in_original(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos || colon < 4 || place.compare(colon - 4, 4, ".cpp") != 0) return place;
  static std::mutex mutex;
  static auto& originals = *new std::map<std::string, std::string>();
  const std::lock_guard lock(mutex);
  const std::string file = place.substr(0, colon);
  auto known = originals.find(file);
  if (known == originals.end()) {
    known = originals.emplace(file, file).first;
    char first[4096] = "", path[4096];
    if (FILE* const translation = std::fopen(file.c_str(), "r")) {
      if (std::fgets(first, sizeof first, translation) && std::sscanf(first, "#line 1 \"%4095[^\"]\"", path) == 1) {
        known->second = path;
      }
      std::fclose(translation);
    }
  }
  return known->second + place.substr(colon);
}

}  // namespace

std::map<void*, std::string> source_lines(const std::vector<void*>& return_addresses) {
  std::map<void*, std::string> lines;
  std::map<std::string, std::vector<std::pair<void*, std::uintptr_t>>> by_file;
  for (void* address : return_addresses) {
    char* const inside = static_cast<char*>(address) - 1;  // a return address may lie behind the caller's last line
    const Module module = module_of(inside);
    lines[address] = unknown_line;
    if (!module.file.empty()) {
      by_file[module.file].push_back({address, reinterpret_cast<std::uintptr_t>(inside) - module.base});
    }
  }
  char exe[4096];
  const ssize_t length = readlink("/proc/self/exe", exe, sizeof exe - 1);
  exe[length < 0 ? 0 : length] = 0;
  for (const auto& [file, addresses] : by_file) {
    std::string command = std::string("addr2line -a -i -e '") + (file == "/proc/self/exe" ? exe : file.c_str()) + "'";
    std::map<std::uintptr_t, void*> asked;
    for (const auto& [address, offset] : addresses) {
      char text[32];
      std::snprintf(text, sizeof text, " 0x%lx", static_cast<unsigned long>(offset));
      command += text;
      asked[offset] = address;
    }
    command += " 2>/dev/null";
    FILE* const output = popen(command.c_str(), "r");
    if (!output) continue;
    char text[4096];
    void* current = nullptr;
    while (std::fgets(text, sizeof text, output)) {
      if (std::strncmp(text, "0x", 2) == 0) {
        const auto place = asked.find(std::strtoul(text, nullptr, 16));
        current = place == asked.end() ? nullptr : place->second;
        continue;
      }
      text[std::strcspn(text, "\n")] = 0;
      if (char* const addition = std::strstr(text, " (discriminator")) *addition = 0;
      if (!current || is_foreign(text)) continue;
      lines[current] = in_original(text);
      current = nullptr;  // the rest are the callers into which it was inlined
    }
    pclose(output);
  }
  return lines;
}

const char* kernel_name(const void* kernel) {
  static std::mutex mutex;
  static std::map<const void*, std::string> names;
  const std::lock_guard lock(mutex);
  const auto known = names.find(kernel);
  if (known != names.end()) return known->second.c_str();
  std::string name;
  Dl_info info;
  if (dladdr(kernel, &info) && info.dli_sname) {
    int status = 0;
    char* const readable = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
    name = status == 0 ? readable : info.dli_sname;
    std::free(readable);
  } else {
    char text[32];
    std::snprintf(text, sizeof text, "kernel at %p", kernel);
    name = text;
  }
  return names.emplace(kernel, name).first->second.c_str();
}

}  // namespace cuda_emulator
