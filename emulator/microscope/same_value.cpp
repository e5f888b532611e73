// Stores of one value by several threads, as of a flag: whoever comes last, it does not matter. A store's value is not
// known here, so the source line has to say it.
#include <cstring>
#include <mutex>

#include "microscope.hpp"

namespace cuda_emulator::microscope {
namespace {

// Where the line's only assignment outside of parentheses has its =; npos: there is none, or there are several.
std::size_t only_assignment(const std::string& text) {
  std::size_t at = std::string::npos, depth = 0, stores = 0;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') depth -= depth > 0;
    if (text[i] != '=' || depth > 0 || text[i + 1] == '=' || std::strchr("=!<>", text[i - 1])) continue;
    ++stores;
    if (!std::strchr("+-*/%&|^", text[i - 1])) at = i;
  }
  return stores == 1 ? at : std::string::npos;
}

// "1" of "if (changed) *flag = 1;", else nothing.
std::string literal_stored(u32 index) {
  resolve({index});
  const std::string text = source_text(line_of(index));
  const std::size_t at = only_assignment(text);
  if (at == std::string::npos) return "";
  const std::size_t begin = text.find_first_not_of(' ', at + 1), end = text.find(';', at);
  if (begin == std::string::npos || end == std::string::npos || begin >= end) return "";
  const std::string value = text.substr(begin, end - begin);
  const std::size_t digit = value.find_first_not_of("+-.");
  const bool number = digit != std::string::npos && std::isdigit(static_cast<unsigned char>(value[digit])) &&
                      value.find_first_not_of("+-.0123456789abcdefABCDEFxXuUlL") == std::string::npos;
  return number || value == "true" || value == "false" ? value : "";
}

}  // namespace

bool store_the_same(u32 one, u32 two) {
  static std::mutex mutex;
  static auto& known = *new std::map<u32, std::string>();
  const std::lock_guard lock(mutex);
  for (const u32 index : {one, two}) {
    if (!known.count(index)) known[index] = literal_stored(index);
  }
  return !known[one].empty() && known[one] == known[two];
}

}  // namespace cuda_emulator::microscope
