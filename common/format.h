// format("%.2f ms", x): printf into a string, for the cells of tables.
#pragma once

#include <cstdio>
#include <string>

template <typename... Values>
std::string format(const char* pattern, Values... values) {
  const int length = std::snprintf(nullptr, 0, pattern, values...);
  std::string text(length > 0 ? length : 0, ' ');
  std::snprintf(text.data(), text.size() + 1, pattern, values...);
  return text;
}
