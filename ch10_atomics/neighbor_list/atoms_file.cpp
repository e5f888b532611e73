// Coordinates in, picture out.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "ch10_atomics/neighbor_list/atoms.h"
#include "common/lesson.h"

namespace neighbor_list {

namespace {

// Reads one number and advances text past it; false if there is none, or if it is not finite.
bool take_number(const char*& text, double& value) {
  char* end = nullptr;
  value = std::strtod(text, &end);
  const bool taken = end != text && std::isfinite(value);
  text = end;
  return taken;
}

bool at_end(const char* text) {
  while (*text == ' ' || *text == '\t' || *text == '\r') ++text;
  return *text == 0;
}

}  // namespace

Atoms read_atoms(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw UsageError(path + ": cannot be read");
  Atoms atoms;
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    const std::string where = path + ":" + std::to_string(number) + ": ";
    if (file.eof()) throw UsageError(where + "the last line has no end: the file may be cut off");
    if (line.find('\0') != std::string::npos) throw UsageError(where + "not a text file");
    if (at_end(line.c_str()) || line[0] == '#') continue;
    const char* text = line.c_str();
    double x = 0, y = 0;
    if (!take_number(text, x) || !take_number(text, y) || !at_end(text))
      throw UsageError(where + "not two finite numbers, x and y");
    atoms.x.push_back(x);
    atoms.y.push_back(y);
  }
  if (file.bad()) throw UsageError(path + ": cannot be read");
  if (atoms.x.empty()) throw UsageError(path + ": holds no atoms");
  return atoms;
}

void write_svg(const std::string& path, const Atoms& atoms, const Lists& lists) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (!file) throw std::runtime_error("cannot write " + path);
  const auto [low_x, high_x] = std::minmax_element(atoms.x.begin(), atoms.x.end());
  const auto [low_y, high_y] = std::minmax_element(atoms.y.begin(), atoms.y.end());
  const bool any = !atoms.x.empty();
  std::fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.3f %.3f %.3f %.3f\">\n",
               any ? *low_x - 1 : 0, any ? *low_y - 1 : 0, any ? *high_x - *low_x + 2 : 1,
               any ? *high_y - *low_y + 2 : 1);
  std::fprintf(file, "<rect x=\"-1e6\" y=\"-1e6\" width=\"1e7\" height=\"1e7\" fill=\"white\"/>\n");
  std::fprintf(file, "<path stroke=\"#555\" stroke-width=\"0.25\" d=\"");
  for (std::size_t i = 0; i < lists.size(); ++i)
    for (const std::size_t j : lists[i])
      if (i < j) std::fprintf(file, "M%.2f %.2fL%.2f %.2f\n", atoms.x[i], atoms.y[i], atoms.x[j], atoms.y[j]);
  std::fprintf(file, "\"/>\n");
  for (std::size_t i = 0; i < lists.size(); ++i)
    std::fprintf(file, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"0.35\" fill=\"%s\"/>\n", atoms.x[i], atoms.y[i],
                 lists[i].size() == 3 ? "#246" : "#c22");
  std::fprintf(file, "</svg>\n");
  const bool written = std::ferror(file) == 0;
  if (std::fclose(file) != 0 || !written) throw std::runtime_error("cannot write " + path);
}

}  // namespace neighbor_list
