// From addresses in the program to lines of the .cu file and to names of kernels.
#include "platform/source_line.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <sstream>

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

// The output of a program that is run with these arguments. No shell is involved: a path may contain any characters.
std::string output_of(std::vector<std::string> words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return "";
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int error = posix_spawnp(&child, list[0], &actions, nullptr, list.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string text;
  char part[4096];
  for (ssize_t got = 0; error == 0;) {
    got = read(ends[0], part, sizeof part);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    text.append(part, static_cast<std::size_t>(got));
  }
  close(ends[0]);
  while (error == 0 && waitpid(child, nullptr, 0) < 0 && errno == EINTR) {
  }
  return text;
}

std::string executable() {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return {path, static_cast<std::size_t>(length < 0 ? 0 : length)};
}
char* hexadecimal(std::uintptr_t address, char (&text)[32]) {
  std::snprintf(text, sizeof text, "0x%lx", static_cast<unsigned long>(address));
  return text;
}

// The emulator's own folder in line tables: the path of this file, up to its src.
const std::string& own_folder() {
  static const std::string& folder = *[] {
    const auto* const here = reinterpret_cast<const char*>(&output_of);
    const Module module = module_of(here);
    auto* const found = new std::string;
    if (module.file.empty()) return found;
    char text[32];
    hexadecimal(reinterpret_cast<std::uintptr_t>(here) - module.base, text);
    const std::string file = module.file == "/proc/self/exe" ? executable() : module.file;
    const std::string line = output_of({"addr2line", "-e", file, text});
    const std::size_t src = line.rfind("/src/");
    if (src != std::string::npos) *found = line.substr(0, src + 1);
    return found;
  }();
  return folder;
}

// Is it a source of the emulator's own? One that was compiled in another folder, as a compiler cache may return it, or
// installed, is known by its path below the emulator's folder. A program's folders may have the same names, but not the
// files in them.
bool is_own(const std::string& line) {
  const std::string& own = own_folder();
  static const bool has_sources = !own.empty() && access(own.c_str(), F_OK) == 0;
  const std::string file = line.substr(0, line.rfind(':'));
  for (const std::string folder : {"/src/", "/include/", "/microscope/"}) {
    for (std::size_t at = 0; (at = file.find(folder, at)) != std::string::npos; ++at) {
      const std::string rest = file.substr(at + 1);
      if (!own.empty() && file.compare(0, at + 1, own) == 0) return true;
      const bool is_header =
          rest.rfind("include/emulator/", 0) == 0 || rest.rfind("include/cooperative_groups", 0) == 0;
      const std::string parent = "/emulator";
      if (!is_header && (at < parent.size() || file.compare(at - parent.size(), parent.size(), parent) != 0)) continue;
      if (has_sources ? access((own + rest).c_str(), F_OK) == 0 : folder == "/include/") return true;
    }
  }
  return false;
}

// The emulator's own, and other code that cannot be a kernel.
bool is_foreign(const std::string& line) {
  for (const char* part : {"/include/cuda_runtime.h", "/include/c++/", "??", ":?"}) {
    if (line.find(part) != std::string::npos) return true;
  }
  return is_own(line);
}

// Some versions of addr2line (binutils 2.40) take the line table's file 1 for its file 0, which is the translation.
// File 1 is the .cu file, which the translation's first line names, or the header of the first function.

// Is it a function of such a header of the emulator or the C++ library? A program has none in these namespaces.
bool is_function_of_headers(const std::string& name) {
  for (const char* start : {"_ZN13cuda_emulator", "_ZNK13cuda_emulator", "_ZNSt", "_ZNKSt", "_ZSt"}) {
    if (name.rfind(start, 0) == 0) return true;
  }
  return false;
}
bool is_translation(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  return colon != std::string::npos && colon >= 4 && place.compare(colon - 4, 4, ".cpp") == 0;
}
std::string in_original(const std::string& place) {
  if (!is_translation(place)) return place;
  const std::size_t colon = place.rfind(':');
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

std::map<void*, std::vector<std::string>> source_frames(const std::vector<void*>& return_addresses) {
  std::map<void*, std::vector<std::string>> frames;
  std::map<std::string, std::vector<std::pair<void*, std::uintptr_t>>> by_file;
  for (void* address : return_addresses) {
    char* const inside = static_cast<char*>(address) - 1;  // a return address may be after the caller's last line
    const Module module = module_of(inside);
    frames[address] = {};
    if (!module.file.empty()) {
      by_file[module.file].push_back({address, reinterpret_cast<std::uintptr_t>(inside) - module.base});
    }
  }
  for (const auto& [file, addresses] : by_file) {
    std::vector<std::string> words = {"addr2line", "-a", "-i",
                                      "-f",        "-e", file == "/proc/self/exe" ? executable() : file};
    std::map<std::uintptr_t, void*> asked;
    for (const auto& [address, offset] : addresses) {
      char text[32];
      words.emplace_back(hexadecimal(offset, text));
      asked[offset] = address;
    }
    std::istringstream output(output_of(words));
    std::string text, function;
    void* current = nullptr;
    while (std::getline(output, text)) {
      if (text.compare(0, 2, "0x") == 0) {
        const auto place = asked.find(std::strtoul(text.c_str(), nullptr, 16));
        current = place == asked.end() ? nullptr : place->second;
        continue;
      }
      function = text;  // its name, and on the next line its place
      if (!std::getline(output, text)) break;
      text = text.substr(0, text.find(" (discriminator"));
      const bool of_header = is_translation(text) && is_function_of_headers(function);
      if (current && !of_header && !is_foreign(text)) frames[current].push_back(in_original(text));
    }
  }
  return frames;
}

std::map<void*, std::string> source_lines(const std::vector<void*>& return_addresses) {
  std::map<void*, std::string> lines;
  for (const auto& [address, frames] : source_frames(return_addresses)) {
    lines[address] = frames.empty() ? unknown_line : frames.front();
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
