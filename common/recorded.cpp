#include "common/recorded.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <sstream>
#include <string_view>

namespace {

using Line = std::vector<std::string>;

struct {
  std::vector<RecordedTable> tables;
  std::size_t next = 0;
} record;

std::string trimmed(std::string text) {
  text.erase(0, text.find_first_not_of(' '));
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

// The cells of a line of Markdown, "| a | b |".
Line cells(const std::string& text) {
  Line cells;
  std::istringstream rest(text.substr(1));
  for (std::string cell; std::getline(rest, cell, '|');) cells.push_back(trimmed(cell));
  return cells;
}

// Reads what print_table() appended to a file of Markdown: a title if there is one, the table, and the line with the
// sentence, each followed by an empty line.
void read_record(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::string device, date, command, title;
  const auto take = [](const std::string& line, const char* name, std::string& value) {
    if (line.rfind(name, 0) == 0) value = line.substr(std::string_view(name).size());
  };
  for (std::string line; std::getline(file, line);) {
    take(line, "- device: ", device);
    take(line, "- date: ", date);
    take(line, "- command: ", command);
    if (line.empty() || line[0] == '-' || line[0] == '#') continue;
    if (line[0] != '|') {
      title = line;
      continue;
    }
    RecordedTable table{
        .lines = {}, .title = title, .what_to_see = "", .source = "an " + device + ", " + date + ", by " + command};
    do
      if (line.rfind("| ---", 0) != 0) table.lines.push_back(cells(line));
    while (std::getline(file, line) && !line.empty());
    std::getline(file, table.what_to_see);
    record.tables.push_back(table);
    title.clear();
  }
}

// The name of a record: its words, joined by -, as ./run writes it.
std::string joined(const std::vector<std::string>& words) {
  std::string name;
  for (const std::string& word : words)
    for (const char c : (name.empty() ? "" : "-") + word) {
      const bool kept = std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
      if (kept) name += c;
      if (!kept && (name.empty() || name.back() != '-')) name += '-';
    }
  return name;
}

}  // namespace

void choose_record(const std::string& lesson, const std::vector<std::string>& options) {
  record = {};
  std::vector<std::string> words{lesson}, precision{lesson};
  for (std::size_t i = 0; i < options.size(); ++i) {
    const std::string& option = options[i];
    const auto is_one_of = [&](std::initializer_list<std::string_view> names) {
      return std::find(names.begin(), names.end(), option) != names.end();
    };
    if (is_one_of({"--csv", "--markdown", "--svg", "--seed", "--repeats"}))
      ++i;  // no other measurement
    else if (!is_one_of({"--peers"}))
      words.push_back(option);
    if (option == "double") precision = {lesson, "--precision", "double"};
  }
  for (const auto& name : {joined(words), joined(precision), lesson})
    for (const char* const gpu : {"h200", "h100"}) {
      read_record(std::filesystem::path(COURSE_FOLDER "/measured") / gpu / (name + ".md"));
      if (!record.tables.empty()) return;
    }
}

RecordedTable next_recorded_table(const std::string& first_heading) {
  if (record.next == record.tables.size() || record.tables[record.next].lines[0][0] != first_heading) return {};
  return record.tables[record.next++];
}

namespace {

bool has_word(std::string text, std::initializer_list<std::string_view> words) {
  const auto separates = [](char c) { return std::string_view(",:()/").find(c) != std::string_view::npos; };
  std::replace_if(text.begin(), text.end(), separates, ' ');
  std::istringstream rest(text);
  for (std::string word; rest >> word;)
    if (std::find(words.begin(), words.end(), word) != words.end()) return true;
  return false;
}

}  // namespace

bool is_timed(const std::string& heading) {
  return heading.find("/s") != std::string::npos || heading[0] == '%' ||
         has_word(heading, {"ms", "us", "ns", "x", "cycles", "efficiency", "speed-up", "quartiles"});
}

bool is_title_of_times(const std::string& title) {
  return title.find("/s") != std::string::npos || has_word(title, {"ms", "us", "cycle", "time", "Time"});
}

namespace {

// The cells of a line in the columns whose heading is timed, or is not. A shorter line has no cell there.
Line chosen(const Line& line, const Line& headings, bool timed) {
  Line cells;
  for (std::size_t c = 0; c < headings.size(); ++c)
    if (is_timed(headings[c]) == timed) cells.push_back(c < line.size() ? line[c] : "");
  return cells;
}

Line together(Line left, const Line& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

}  // namespace

std::vector<Line> without_times(const std::vector<Line>& lines) {
  std::vector<Line> kept;
  for (const Line& line : lines)
    kept.push_back(line.size() < lines[0].size() ? line : chosen(line, lines[0], false));  // a skipped rung's reason
  return kept;
}

std::vector<Line> beside_recorded(const std::vector<Line>& lines, const RecordedTable& recorded) {
  if (recorded.lines.empty()) return {};
  const Line& headings = recorded.lines[0];
  std::vector<Line> merged{together(chosen(lines[0], lines[0], false), chosen(headings, headings, true))};
  const std::size_t own = chosen(lines[0], lines[0], false).size();
  std::size_t next = 1;
  for (std::size_t l = 1; l < lines.size(); ++l) {
    std::size_t at = next;
    while (at < recorded.lines.size() && recorded.lines[at][0] != lines[l][0]) ++at;
    if (at == recorded.lines.size()) return {};
    for (; next <= at; ++next) {
      Line here = chosen(next == at ? lines[l] : Line{recorded.lines[next][0]}, lines[0], false);
      here.resize(own);
      merged.push_back(together(here, chosen(recorded.lines[next], headings, true)));
    }
  }
  for (; next < recorded.lines.size(); ++next) {
    Line here{recorded.lines[next][0]};
    here.resize(own);
    merged.push_back(together(here, chosen(recorded.lines[next], headings, true)));
  }
  return merged;
}
