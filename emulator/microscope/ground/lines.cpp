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

bool measures(const std::string& file) {
  std::ifstream in(file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  for (const char* word : {"chrono", "clock", "imer", "timeofday", "wtime", "Event", "Profiler", "warm", "Warm"}) {
    if (text.find(word) != std::string::npos) return true;
  }
  return false;
}

bool in_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
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
