// What is shown of a kernel: its tables, the page, hints on cost.
#pragma once
#include <cstdio>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ground/findings.hpp"
#include "ground/recorder.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

struct Row {
  Line line;
  Kind kind;
  Space space;
  Totals totals;
  std::vector<Sample> samples;
  std::string meaning;
};
std::vector<Row> rows_of_kernel();
struct Branch {
  Line line;
  u64 warps, split;
  std::vector<std::pair<Line, double>> sides;  // destination, lanes of a warp on average
};
std::vector<Branch> branches_of_kernel();
bool is_costly(const Branch&);  // all warps diverge, in halves
struct Hint {
  std::string what, remedy;
  Line line;  // none: the kernel as a whole
};
std::vector<Hint> costs_of_kernel(const std::vector<Row>&, const std::vector<Branch>&);  // costs.cpp
void print(const std::vector<Hint>&);                                                    // what is new
const char* name_of(Kind);
const char* name_of(Space);
template <class T>
auto printable(T value) {  // u64 has another name on another system, so it is %llu here
  if constexpr (std::is_same_v<T, u64>) {
    return static_cast<unsigned long long>(value);
  } else {
    return value;
  }
}
template <class... Values>
std::string format(const char* how, Values... values) {  // as printf does
  // The last 0 is not printed: without any value, -Wformat-security takes a format that is no literal for a mistake.
  std::string text(static_cast<std::size_t>(std::snprintf(nullptr, 0, how, printable(values)..., 0)), ' ');
  std::snprintf(text.data(), text.size() + 1, how, printable(values)..., 0);
  return text;
}
template <class... Values>
void say(const char* how, Values... values) {
  std::fputs(format(how, values...).c_str(), stderr);
}
inline double ratio(u64 a, u64 b) {
  return static_cast<double>(a) / static_cast<double>(b);
}

void add_to_page();  // page.cpp

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
