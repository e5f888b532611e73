// The text of a launch as the programmer wrote it, for macros that turn their argument into a string: by then the
// translator has replaced k<<<grid, block>>>(a) by Launch("k",grid, block)(how to call k, how to find its type)(a).
#include <cstring>
#include <mutex>
#include <set>
#include <string>

#include "emulator/launch.hpp"

namespace cuda_emulator {
namespace {

constexpr const char begins[] = "::cuda_emulator::Launch(";
constexpr const char placed[] = "::cuda_emulator::launched(";  // around the name, by cu++
constexpr const char named[] = "CUDA_EMULATOR_NAME(";

// After the bracket that closes the one at `open`; the end of the text if there is none. Brackets in strings do not
// count.
std::size_t closed(const std::string& text, std::size_t open) {
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"' || c == '\'') {
      for (++i; i < text.size() && text[i] != c; ++i) i += text[i] == '\\' ? 1 : 0;
    } else if (c == '(' || c == '{' || c == '[') {
      ++depth;
    } else if ((c == ')' || c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return text.size();
}

// The original text of the launch at `at`; *end: where its arguments begin.
std::string as_written(const std::string& text, std::size_t at, std::size_t* end) {
  const std::size_t open = at + sizeof begins - 2, close = closed(text, open);
  std::size_t name = open + 1, behind_name, behind_place = 0;
  std::string kernel;
  if (text.compare(name, sizeof placed - 1, placed) == 0) {
    name += sizeof placed - 1;
    behind_place = closed(text, name - 1);
  }
  if (text.compare(name, sizeof named - 1, named) == 0) {  // the macro has not been expanded yet
    name += sizeof named - 1;
    behind_name = closed(text, name - 1);
    kernel = text.substr(name, behind_name - 1 - name);
  } else {
    behind_name = text.find('"', name + 1) + 1;
    kernel = text.substr(name + 1, behind_name - name - 2);
  }
  if (behind_place) behind_name = behind_place;
  *end = closed(text, close);
  return kernel + "<<<" + text.substr(behind_name + 1, close - behind_name - 2) + ">>>";
}

}  // namespace

const char* launch_text(const char* made) {
  if (!std::strstr(made, begins)) return made;
  std::string text = made;
  for (std::size_t at = 0; (at = text.find(begins, at)) != std::string::npos;) {
    std::size_t end;
    const std::string launch = as_written(text, at, &end);
    text.replace(at, end - at, launch);
    at += launch.size();
  }
  static std::mutex mutex;
  static auto* const texts = new std::set<std::string>;  // a string literal is never destroyed, and neither are these
  const std::lock_guard lock(mutex);
  return texts->insert(text).first->c_str();
}

}  // namespace cuda_emulator
