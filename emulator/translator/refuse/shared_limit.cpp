#include "refuse/shared_limit.hpp"

#include <cxxabi.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "platform/shared_variables.hpp"

namespace cu2cpp {
namespace {

using cuda_emulator::ElfSymbol;

constexpr std::size_t most_static_shared = 48 * 1024;

// The exit status of a program that is run with these arguments; output: its output, if requested.
int run(char** words, std::string* output = nullptr) {
  int ends[2] = {-1, -1};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (output) {
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  pid_t child = 0;
  const int error = posix_spawnp(&child, words[0], &actions, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  if (output) {
    close(ends[1]);
    char part[4096];
    for (ssize_t got; !error && (got = read(ends[0], part, sizeof part)) > 0;) output->append(part, got);
    close(ends[0]);
  }
  if (error) throw std::runtime_error(std::string("cannot run ") + words[0] + ": " + std::strerror(error));
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string readable(std::string_view name) {
  const std::string mangled(name);
  int status = 0;
  char* const text = abi::__cxa_demangle(mangled.c_str(), nullptr, nullptr, &status);
  const std::string result = status == 0 ? text : mangled;
  std::free(text);
  return result;
}

// "void sort<float>(float*)::tile[abi:__shared__]": the parts before and after the last ::.
std::pair<std::string, std::string> function_and_name(const ElfSymbol& variable) {
  std::string full = readable(variable.name.substr(0, variable.name.find("B10__shared__")));
  int depth = 0;
  for (std::size_t i = full.size(); i-- > 1;) {
    depth +=
        (full[i] == '>' || full[i] == ')' || full[i] == '}') - (full[i] == '<' || full[i] == '(' || full[i] == '{');
    if (depth == 0 && full[i] == ':' && full[i - 1] == ':') return {full.substr(0, i - 1), full.substr(i + 1)};
  }
  return {"", full};
}

// "a.cu:12", the place where a function of an object begins; "" if unknown.
std::string place_of(const std::string& object, const ElfSymbol& function) {
  std::string section;
  {
    // Each function may be in a section of its own, and addr2line needs its name.
    std::string text, index = std::to_string(function.section);
    std::string words[] = {"readelf", "-SW", object};
    char* list[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    if (run(list, &text) != 0) return "";
    const std::string mark = std::string(index.size() < 2 ? " " : "") + index + "] ";
    const std::size_t at = text.find("[" + mark);
    if (at == std::string::npos) return "";
    const std::size_t begin = at + 1 + mark.size();
    section = text.substr(begin, text.find(' ', begin) - begin);
  }
  char address[32];
  std::snprintf(address, sizeof address, "0x%llx", static_cast<unsigned long long>(function.value));
  std::string text;
  std::string words[] = {"addr2line", "-j", section, "-e", object, address};
  char* list[] = {words[0].data(), words[1].data(), words[2].data(), words[3].data(),
                  words[4].data(), words[5].data(), nullptr};
  if (run(list, &text) != 0) return "";
  text = text.substr(0, text.find('\n'));
  text = text.substr(0, text.find(" ("));
  if (text.find('?') != std::string::npos) return "";
  // If the line table names the translation, the translation's first line names the source.
  const std::size_t colon = text.rfind(':');
  std::ifstream translation(text.substr(0, colon));
  std::string first;
  constexpr std::string_view line = "#line 1 \"";
  if (std::getline(translation, first) && first.rfind(line, 0) == 0 && first.back() == '"') {
    text = first.substr(line.size(), first.size() - line.size() - 1) + text.substr(colon);
  }
  return text;
}

bool check(const std::string& object) {
  std::ifstream in(object, std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(in), {}};
  const std::vector<ElfSymbol> symbols = cuda_emulator::elf_symbols(bytes);
  struct Function {
    std::size_t bytes = 0;
    std::string variables;
    const ElfSymbol* one = nullptr;  // of the variables
  };
  std::map<std::string, Function> functions;
  for (const ElfSymbol& symbol : symbols) {
    if (!cuda_emulator::is_shared_variable(symbol)) continue;
    const auto [function, name] = function_and_name(symbol);
    // Variables outside of functions belong to the kernels that use them, which is not known here: each is checked
    // separately.
    Function& found = functions[function.empty() ? std::string(symbol.name) : function];
    found.bytes += symbol.size;
    found.variables += (found.variables.empty() ? "" : ", ") + name + ": " + std::to_string(symbol.size);
    found.one = &symbol;
  }
  bool good = true;
  for (const auto& [name, function] : functions) {
    if (function.bytes <= most_static_shared) continue;
    good = false;
    std::string place;
    for (const ElfSymbol& symbol : symbols) {
      if (symbol.type != STT_FUNC || !cuda_emulator::stands_in(*function.one, symbol)) continue;
      place = place_of(object, symbol);
      if (!place.empty()) break;
    }
    const bool inside = function.one->name.substr(0, 3) == "_ZZ";
    std::cerr << (place.empty() ? object : place) << ": error: " << (inside ? "'" + name + "' declares " : "")
              << function.bytes << " bytes of __shared__ variables (" << function.variables << "); "
              << most_static_shared << " are the most\n";
  }
  return good;
}

}  // namespace

int compile_and_check(char** command) {
  if (!*command) throw std::invalid_argument("--compile needs a command");
  if (const int status = run(command)) return status;
  bool to_object = false;
  std::string object;
  for (char** word = command; *word; ++word) {
    if (std::string_view(*word) == "-c") to_object = true;
    if (std::string_view(*word) == "-o" && word[1]) object = word[1];
  }
  if (!to_object || object.empty() || check(object)) return 0;
  unlink(object.c_str());  // or the next build would consider it up to date
  return 1;
}

}  // namespace cu2cpp
