// What is shown of a kernel: its tables, the page, hints on cost.
#pragma once
#include <string>
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
std::string format(const char* how, double value);

void add_to_page();  // page.cpp

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
