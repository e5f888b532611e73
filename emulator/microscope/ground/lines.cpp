// Lines of the program, by its debug information, and their text.
#include "ground/lines.hpp"

#include <algorithm>
#include <atomic>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>

#include "ground/moments.hpp"
#include "ground/settings.hpp"
#include "ground/state.hpp"
#include "ground/symbols.hpp"
#include "platform/source_line.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator::microscope {
namespace {

std::mutex lines_mutex;
auto& lines = *new std::map<u32, Line>();

std::string file_of(const std::string& place) {
  return place.substr(0, place.rfind(':'));
}

// The line of an access. Functions of headers that hold inline PTX, as the course's common/ptx.h does, stand for
// instructions: what they access belongs to the line that calls them.
std::string chosen_frame(const std::vector<std::string>& frames, bool in_ptx) {
  if (frames.empty()) return unknown_line;
  const std::string header = file_of(frames.front());
  if (!in_ptx || header == file_of(frames.back())) return frames.front();
  return *std::find_if(frames.begin(), frames.end(), [&](const std::string& f) { return file_of(f) != header; });
}

}  // namespace

const std::vector<std::string>& lines_of(const std::string& file) {
  static std::mutex mutex;
  static auto& files = *new std::map<std::string, std::vector<std::string>>();
  const std::lock_guard lock(mutex);
  const auto known = files.find(file);
  if (known != files.end()) return known->second;
  std::vector<std::string>& text = files[file];
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) text.push_back(line);
  return text;
}

std::string text_of(const std::string& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string base_name(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

void resolve(const std::vector<u32>& sites) {
  const std::lock_guard lock(lines_mutex);
  std::vector<void*> ask;
  for (u32 index : sites) {
    if (lines.count(index)) continue;
    ask.push_back(reinterpret_cast<void*>(info(index).pc));
    for (std::uintptr_t caller : info(index).callers) ask.push_back(reinterpret_cast<void*>(caller));
  }
  if (ask.empty()) return;
  std::sort(ask.begin(), ask.end());
  ask.erase(std::unique(ask.begin(), ask.end()), ask.end());
  const std::map<void*, std::vector<std::string>> answers = source_frames(ask);
  for (u32 index : sites) {
    if (lines.count(index)) continue;
    // Accesses in the emulator's headers belong to the line that called them.
    std::vector<std::string> frames = answers.at(reinterpret_cast<void*>(info(index).pc));
    for (std::uintptr_t caller : info(index).callers) {
      const std::vector<std::string>& behind = answers.at(reinterpret_cast<void*>(caller));
      if (info(index).in_ptx || frames.empty()) frames.insert(frames.end(), behind.begin(), behind.end());
    }
    const std::string place = chosen_frame(frames, info(index).in_ptx);
    lines[index] = line_of_place(place == unknown_line ? "" : place);
  }
}

Line line_of(u32 index) {
  const std::lock_guard lock(lines_mutex);
  const auto known = lines.find(index);
  return known == lines.end() ? Line() : known->second;
}

Line line_at(const void* code) {
  const u32 index = site_of(code);
  resolve({index});
  return line_of(index);
}

Line line_of_place(const std::string& place) {
  const std::size_t colon = place.rfind(':');
  if (colon == std::string::npos) return {};
  return {place.substr(0, colon), std::atoi(place.c_str() + colon + 1)};
}

Line line_of_launch(const Grid& grid) {
  const LaunchPlace place = last_launch();
  if (!place.kernel || !place.file || std::strcmp(place.kernel, grid.name) != 0) return {};
  return {place.file, place.line};
}

std::string place_text(const Line& line) {
  return base_name(line.file) + ":" + std::to_string(line.number);
}

std::string source_text(const Line& line) {
  if (line.number < 1) return "";
  const std::vector<std::string>& text = lines_of(line.file);
  if (static_cast<std::size_t>(line.number) > text.size()) return "";
  const std::string& all = text[static_cast<std::size_t>(line.number) - 1];
  const std::size_t begin = all.find_first_not_of(" \t"), end = all.find_last_not_of(" \t\r");
  return begin == std::string::npos ? "" : all.substr(begin, end + 1 - begin);
}

std::string numbered_text(const Line& line) {
  const std::string text = source_text(line), number = std::to_string(line.number);
  return text.empty() ? "" : std::string(number.size() < 5 ? 5 - number.size() : 0, ' ') + number + " | " + text;
}

std::string marked_text(const Line& line) {
  return std::to_string(line.number) + " | " + source_text(line);
}

// Each address is looked up only once, because this starts a process, and all accesses out of bounds look up the same
// few.
std::string site_text(const void* address) {
  static std::mutex mutex;
  static auto& known = *new std::map<const void*, std::string>();
  const std::lock_guard lock(mutex);
  const auto [place, is_new] = known.try_emplace(address);
  if (is_new) {
    void* const there = const_cast<void*>(address);
    const std::string line = source_lines({there}).at(there);
    if (line != unknown_line) place->second = " at " + base_name(line);
  }
  return place->second;
}

std::string bytes_text(u64 n) {
  return std::to_string(n) + (n == 1 ? " byte" : " bytes");
}

// Do two lines of a loop's body have a barrier between them? Then a race of theirs is one of its next turn.
bool are_in_loop_with_barrier(const Line& one, const Line& other) {
  const std::vector<std::string>& text = lines_of(one.file);
  const auto [first, last] = std::minmax(one.number, other.number);
  if (one.file != other.file || first < 1 || static_cast<std::size_t>(last) > text.size()) return false;
  const auto line = [&](int n) -> const std::string& { return text[static_cast<std::size_t>(n) - 1]; };
  bool barrier = false;
  for (int n = first + 1; n < last; ++n) barrier |= line(n).find("__syncthreads") != std::string::npos;
  std::size_t indent = line(first).find_first_not_of(" \t");
  for (int n = first - 1; barrier && n >= 1 && indent > 0; --n) {
    const std::size_t here = line(n).find_first_not_of(" \t");
    if (here >= indent) continue;  // an empty line too
    if (line(n).find("for (") != std::string::npos || line(n).find("while (") != std::string::npos) return true;
    indent = here;
  }
  return false;
}

// The line of a condition: a basic block may begin lines before the branch that ends it.
Line line_of_branch(u32 block, const std::vector<Line>& sides) {
  Line line = line_of(block);
  int last = line.number;
  for (const Line& side : sides) {
    if (side.file == line.file && side.number > line.number && (last == line.number || side.number < last)) {
      last = side.number;
    }
  }
  const std::vector<std::string>& text = lines_of(line.file);
  for (int n = last; n >= line.number && n >= 1; --n) {
    if (static_cast<std::size_t>(n) > text.size()) continue;
    const std::string& t = text[static_cast<std::size_t>(n) - 1];
    for (const char* word : {"if (", "for (", "while (", "switch (", " ? ", "&&", "||"}) {
      if (t.find(word) != std::string::npos) return {line.file, n};
    }
  }
  return line;
}

// Is name preceded by word in one declaration? Without <regex>, which takes seconds to compile.
bool declares(std::string_view text, std::string_view word, std::string_view name) {
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
    const std::size_t begin = at + word.size();
    const std::string_view rest = text.substr(begin, text.find_first_of(";{}=\n", begin) - begin);
    for (std::size_t found = rest.find(name); found != rest.npos; found = rest.find(name, found + 1)) {
      const std::size_t end = found + name.size();
      if (found > 0 && !in_name(rest[found - 1]) && (end == rest.size() || !in_name(rest[end]))) return true;
    }
  }
  return false;
}

bool measures(const std::string& file) {
  const std::string text = text_of(file);
  for (const char* word : {"chrono", "clock", "imer", "timeofday", "wtime", "Event", "Profiler", "warm", "Warm"}) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

// From its name to the brace that ends it; empty: not found.
std::string text_of_kernel(const std::string& file, const std::string& name) {
  const std::string text = text_of(file);
  for (std::size_t at = 0; (at = text.find("__global__", at)) != std::string::npos; at += 10) {
    const std::size_t open = text.find('(', at), begin = text.find('{', at);
    if (open == std::string::npos || begin == std::string::npos || begin < open) continue;
    const std::size_t end = text.find_last_not_of(" \n", open - 1);
    if (end + 1 < name.size() || text.compare(end + 1 - name.size(), name.size(), name) != 0) continue;
    std::size_t close = begin;
    int depth = 0;
    do {
      depth += (text[close] == '{') - (text[close] == '}');
    } while (depth > 0 && ++close < text.size());
    return text.substr(open, close - open);
  }
  return "";
}

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (!std::isspace(static_cast<unsigned char>(c))) out += c;
  }
  return out;
}

const void* program_code(const void* call) {
  static std::atomic<int> looks{0};
  if (!site_text(call).empty() || looks.fetch_add(1) >= 256) return call;
  for (const void* const frame : CallStack<17>()) {
    if (!is_own_code(frame) || function_at(static_cast<const char*>(frame) - 1).starts_with("cuda_emulator_")) continue;
    if (!site_text(frame).empty()) return frame;
  }
  return call;
}

}  // namespace cuda_emulator::microscope
