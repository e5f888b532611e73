// Reads the values in a line of the input file: words, real and whole numbers.
#pragma once

#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>

#include "common/lesson.h"

namespace ljmd {

// Reads one word after the other. Throws UsageError with the file and the line if a word is missing or wrong.
class Values {
 public:
  Values(const std::string& line, std::string where) : words_(line), where_(std::move(where)) {}

  [[noreturn]] void fail(const std::string& what) const { throw UsageError(where_ + what); }

  std::string word(const char* name) {
    std::string word;
    if (!(words_ >> word)) fail(std::string(name) + " is missing");
    return word;
  }
  double real(const char* name, double least, double most) {
    const std::string text = word(name);
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    if (end == text.c_str() || *end != 0) fail("'" + text + "' is not a number (" + name + ")");
    if (!(value >= least && value <= most)) fail(format("%s must be from %g to %g, not ", name, least, most) + text);
    return value;
  }
  int whole(const char* name, int least, int most) {
    const double value = real(name, least, most);
    if (value != std::floor(value)) fail(std::string(name) + " must be a whole number");
    return static_cast<int>(value);
  }
  // Whether the next word is the first of these two; it must be one of them.
  bool first_of(const char* first, const char* second) {
    const std::string text = word(first);
    if (text != first && text != second) fail("'" + text + "' is neither " + first + " nor " + second);
    return text == first;
  }
  void end() {
    std::string word;
    if (words_ >> word) fail("'" + word + "' is one value too many");
  }
  const std::string& where() const { return where_; }

 private:
  std::istringstream words_;
  std::string where_;
};

}  // namespace ljmd
