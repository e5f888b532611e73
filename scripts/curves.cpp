// curves [--check] ROOT: draws the curves of the chapters' pages, which ROOT/measured/curves.txt lists, from the
// records in ROOT/measured into ROOT/docs/curves. --check writes nothing and prints which files differ from what
// the records give (exit status 1).
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/plot.h"

namespace {

using Row = std::vector<std::string>;

// A line of the list: its comment says what each is.
struct Line {
  std::string name, record, title, rows, x, y;
};
struct Figure {
  std::string file, title, x_label, y_label;
  Scale x_scale, y_scale;
  std::vector<Line> lines;
};

std::vector<std::string> lines_of(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

std::string trimmed(const std::string& text) {
  const std::size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? "" : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

Row split(const std::string& line, char at) {
  Row cells;
  std::stringstream rest(line);
  for (std::string cell; std::getline(rest, cell, at);) cells.push_back(trimmed(cell));
  return cells;
}

// The parts of a line of the list, or of a Markdown table, which begins with a bar.
Row between_bars(const std::string& line) {
  return split(line.substr(line.starts_with("|")), '|');
}

std::vector<Figure> figures_of(const std::string& list) {
  std::vector<Figure> figures;
  for (const std::string& line : lines_of(list)) {
    if (line.empty() || line.starts_with("#")) continue;
    const bool curve = line.starts_with("  ");
    const Row cells = between_bars(line);
    if (cells.size() != (curve ? 6 : 5) || (curve && figures.empty()))
      throw std::runtime_error(list + ": no figure and no curve of one: " + line);
    if (curve) {
      figures.back().lines.push_back({cells[0], cells[1], cells[2], cells[3], cells[4], cells[5]});
    } else {
      const auto scale = [](bool logarithmic) { return logarithmic ? Scale::logarithmic : Scale::linear; };
      figures.push_back({cells[0],
                         cells[1],
                         cells[2],
                         cells[3],
                         scale(cells[4].starts_with("log")),
                         scale(cells[4].ends_with(" logarithmic")),
                         {}});
    }
  }
  return figures;
}

// The record's first table whose title begins so: its headings, then its rows. A file that a lesson has written has no
// other table.
std::vector<Row> table_of(const std::string& root, const Line& line) {
  if (line.record.ends_with(".csv")) {
    std::vector<Row> table;
    for (const std::string& row : lines_of(root + "/measured/" + line.record)) table.push_back(split(row, ','));
    return table;
  }
  const std::vector<std::string> lines = lines_of(root + "/measured/h200/" + line.record + ".md");
  std::vector<Row> table;
  std::string before;
  std::size_t at = 0;
  for (; at < lines.size() && !(lines[at].starts_with("|") && before.starts_with(line.title)); ++at)
    if (!lines[at].empty() && !lines[at].starts_with("|")) before = lines[at];
  for (; at < lines.size() && lines[at].starts_with("|"); ++at)
    if (!lines[at].starts_with("| ---")) table.push_back(between_bars(lines[at]));
  return table;
}

// A cell's first number, or the last one before these words; MiB are given in KiB.
std::optional<double> number_in(const std::string& cell, const std::string& words) {
  std::size_t at = 0;
  if (!words.empty()) {
    at = cell.find(' ' + words);
    if (at == std::string::npos) return {};
    at = cell.find_last_not_of("0123456789.", at - 1) + 1;
  }
  const char* const start = cell.c_str() + at;
  char* end = nullptr;
  const double value = std::strtod(start, &end);
  if (end == start) return {};
  return std::string(end).starts_with(" MiB") ? value * 1024 : value;
}

struct Column {
  std::size_t index;
  std::string before;
};

Column column_of(const Line& line, const Row& headings, const std::string& asked) {
  const std::size_t less = asked.find(" < "), more = asked.find(" > ");
  const std::string name = asked.substr(0, std::min(less, more));
  for (std::size_t c = 0; c < headings.size(); ++c)
    if (headings[c] == name)
      return {c + (more == std::string::npos ? 0 : std::stoul(asked.substr(more + 3))),
              less == std::string::npos ? "" : asked.substr(less + 3)};
  throw std::runtime_error(line.record + " has no column '" + name + "'");
}

// Whether a row begins with these words, with any number of spaces between them.
bool begins(const Row& row, const std::string& words) {
  std::string text;
  for (const std::string& cell : row) {
    std::stringstream parts(cell);
    for (std::string part; parts >> part;) text += part + ' ';
  }
  return words.empty() || text.starts_with(words + ' ');
}

Curve curve_of(const std::string& root, const Line& line) {
  const std::vector<Row> table = table_of(root, line);
  if (table.size() < 2) throw std::runtime_error(line.record + " has no table '" + line.title + "'");
  const Column x = column_of(line, table[0], line.x), y = column_of(line, table[0], line.y);
  Curve curve{line.name, {}};
  for (auto row = std::next(table.begin()); row != table.end(); ++row) {
    if (!begins(*row, line.rows) || x.index >= row->size() || y.index >= row->size()) continue;
    const auto at = number_in((*row)[x.index], x.before), value = number_in((*row)[y.index], y.before);
    if (at && value) curve.points.emplace_back(*at, *value);
  }
  if (curve.points.size() < 2) throw std::runtime_error(line.record + ": '" + line.name + "' is no curve");
  std::sort(curve.points.begin(), curve.points.end());
  return curve;
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

int main(int argc, char** argv) {
  const bool check = argc == 3 && std::string(argv[1]) == "--check";
  if (argc != 2 + check) {
    std::fprintf(stderr, "curves [--check] ROOT\n");
    return 2;
  }
  const std::string root = argv[argc - 1];
  int status = 0;
  try {
    for (const Figure& figure : figures_of(root + "/measured/curves.txt")) {
      Plot plot(figure.title, figure.x_label, figure.y_label, figure.x_scale, figure.y_scale);
      for (const Line& line : figure.lines) plot.add(curve_of(root, line));
      const std::string path = root + "/docs/curves/" + figure.file + ".svg";
      if (!check) {
        plot.write_svg(path);
      } else if (text_of(path) != plot.svg()) {
        std::fprintf(stderr, "%s is not what the records give (scripts/curves draws it anew)\n", path.c_str());
        status = 1;
      }
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return status;
}
