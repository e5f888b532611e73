// Calls whose argument is a number of bytes, or a byte, and that get something else: cudaMemset with a number for each
// element, and the width of a copy of rows in elements.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>

#include "advise/advise.hpp"

namespace cu2cpp {
namespace {

class ByteAdviser : public Look {
 public:
  using Look::Look;

  // ---- cudaMemset(d, 1, n * sizeof(int)): 16843009 in each int
  void sets_of_numbers(std::size_t i) {
    if ((!t_[i].is("cudaMemset") && !t_[i].is("cudaMemsetAsync")) || !t_[i + 1].is("(")) return;
    const std::vector<Range> list = arguments(t_, i + 1);
    if (list.size() < 3 || list[1].end > list[1].begin + 2) return;
    const Token& value = t_[list[1].end - 1];
    if (value.kind == Kind::identifier) return set_of_a_limit(i, list[1], list[2]);
    if (value.kind != Kind::number) return;
    const std::string text(value.text);
    const bool hexadecimal = text.size() > 1 && (text[1] == 'x' || text[1] == 'X' || text[1] == 'b');
    const bool negative = t_[list[1].begin].is("-");
    if (!hexadecimal && text.find_first_of(".fF") != npos && std::atof(text.c_str()) != 0) {
      note(i, "cudaMemset sets bytes, each to the whole number " + std::to_string(std::atoi(text.c_str())) +
                  ": it cannot set floats to " + text);
      return;
    }
    const long number = std::strtol(text.c_str(), nullptr, 0) * (negative ? -1 : 1);
    if (number > 255 || number < -128) {
      note(i, "cudaMemset sets bytes: of " + std::to_string(number) + " it takes the last 8 bits, " +
                  std::to_string(number & 255));
      return;
    }
    constexpr std::array<std::string_view, 5> types = {"int", "float", "double", "long", "unsigned"};
    const bool usual = hexadecimal || number == 0 || number == -1 || number == 255 || number == 127 || number == 63;
    const bool counted = std::any_of(t_.begin() + list[2].begin, t_.begin() + list[2].end,
                                     [](const Token& token) { return token.is("*"); });
    for (std::size_t k = list[2].begin; !usual && counted && k + 3 < list[2].end + 1; ++k) {
      if (!t_[k].is("sizeof") || !t_[k + 1].is("(") || !is_one_of(t_[k + 2].text, types) || !t_[k + 3].is(")"))
        continue;
      const std::string type(t_[k + 2].text);
      note(i, "cudaMemset sets each byte to " + text + ", and no " + type + " to " + text +
                  ": an int of such bytes is " +
                  std::to_string(static_cast<int>(static_cast<unsigned>(number & 255) * 0x01010101u)));
      return;
    }
  }

  // ---- cudaMemset(d, INT_MAX, n * sizeof(int)): -1 in each int
  void set_of_a_limit(std::size_t i, Range value, Range bytes) {
    constexpr std::array<std::string_view, 3> ones = {"INT_MAX", "LONG_MAX", "RAND_MAX"},
                                              zeros = {"INT_MIN", "LONG_MIN"};
    constexpr std::array<std::string_view, 4> floats = {"FLT_MAX", "DBL_MAX", "INFINITY", "HUGE_VALF"};
    const std::string name(t_[value.end - 1].text);
    if (value.end != value.begin + 1) return;
    const bool counted = std::any_of(t_.begin() + bytes.begin, t_.begin() + bytes.end,
                                     [](const Token& token) { return token.is("sizeof"); });
    if (!counted) return;
    if (is_one_of(name, ones))
      note(i, "cudaMemset sets bytes: of " + name + " it takes the last 8 bits, 255, and an int of such bytes is -1");
    if (is_one_of(name, zeros))
      note(i, "cudaMemset sets bytes: of " + name + " it takes the last 8 bits, 0, and an int of such bytes is 0");
    if (is_one_of(name, floats)) note(i, "cudaMemset sets bytes: it cannot set floats to " + name);
  }

  // ---- cudaMemcpy2D(d, pitch, h, w * sizeof(float), w, rows, …): a quarter of each row
  void widths_in_elements(std::size_t i) {
    if ((!t_[i].is("cudaMemcpy2D") && !t_[i].is("cudaMemcpy2DAsync")) || !t_[i + 1].is("(")) return;
    const std::vector<Range> list = arguments(t_, i + 1);
    if (list.size() < 7 || list[4].end != list[4].begin + 1 || t_[list[4].begin].kind != Kind::identifier) return;
    const std::string width(t_[list[4].begin].text);
    constexpr std::array<std::string_view, 8> bytes = {"char",   "unsigned", "uchar", "uint8_t",
                                                       "int8_t", "byte",     "bool",  "uchar1"};
    for (const Range pitch : {list[1], list[3]}) {
      // width * sizeof(type), in either order
      if (pitch.end != pitch.begin + 6) continue;
      const std::size_t size = t_[pitch.begin].is("sizeof") ? pitch.begin : pitch.begin + 2;
      const std::size_t factor = size == pitch.begin ? pitch.begin + 5 : pitch.begin;
      const std::size_t times = size == pitch.begin ? pitch.begin + 4 : pitch.begin + 1;
      if (!t_[size].is("sizeof") || !t_[size + 1].is("(") || !t_[times].is("*") || !t_[factor].is(width)) continue;
      const std::string type(t_[size + 2].text);
      if (is_one_of(type, bytes)) continue;
      note(list[4].begin, "the width of cudaMemcpy2D is a number of bytes, and " + width +
                              " counts elements, so only a part of each row is copied: " + width + " * sizeof(" + type +
                              ")");
      return;
    }
  }

  void look() {
    for (std::size_t i = 1; i + 1 < t_.size(); ++i) {
      if (t_[i].kind != Kind::identifier || !t_[i].text.starts_with("cudaMem")) continue;
      sets_of_numbers(i);
      widths_in_elements(i);
    }
  }
};

}  // namespace

std::vector<Note> advise_on_bytes(const SourceFile& file, const Survey& survey, const Program& program) {
  return notes_of<ByteAdviser>(file, survey, program);
}

}  // namespace cu2cpp
