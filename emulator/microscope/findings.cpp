// Findings: collected while a kernel runs, printed after it, counted for the exit status.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <set>
#include <unordered_map>

#include "microscope.hpp"

namespace cuda_emulator::microscope {
namespace {

struct Finding {
  u64 count = 0, block = 0;
  std::string detail;
  std::vector<Line> lines;  // once it is reported
};
// Never destroyed, like everything that is needed when the program ends.
auto& findings = *new std::map<std::string, Finding>();  // of this kernel, by what happened
auto& by_key = *new std::unordered_map<u64, Finding*>();
auto& printed = *new std::vector<PrintedFinding>();
auto& told = *new std::set<std::string>();  // in this program
u64 total = 0;
std::mutex findings_mutex;
// What races.cpp says, and what is said instead if the barrier that is missing is another one.
constexpr char no_barrier[] = "; no __sync",
               barrier_before_next_turn[] =
                   "; there is a __syncthreads() between the two lines, but none at the end of the loop";

// Of the mark that begins there: {@place#site}, or {@place#block,one,other} for a branch.
std::vector<u32> sites_of_mark(const std::string& text, std::size_t at) {
  std::vector<u32> sites;
  const char* place = text.c_str() + at + 14;
  do {
    char* end = nullptr;
    sites.push_back(static_cast<u32>(std::strtoul(place + 1, &end, 10)));
    place = end;
  } while (*place == ',');
  return sites;
}

std::vector<u32> sites_in(const std::string& text) {
  std::vector<u32> all;
  for (std::size_t at = 0; (at = text.find("{@", at)) != std::string::npos; ++at) {
    for (const u32 index : sites_of_mark(text, at)) all.push_back(index);
  }
  return all;
}

std::vector<Line> lines_in(const std::string& text) {
  std::vector<Line> lines;
  for (std::size_t at = 0; (at = text.find("{@", at)) != std::string::npos; ++at) {
    const std::vector<u32> sites = sites_of_mark(text, at);
    lines.push_back(sites.size() == 1 ? line_of(sites[0])
                                      : line_of_branch(sites[0], {line_of(sites[1]), line_of(sites[2])}));
  }
  return lines;
}

std::string with_lines(std::string text) {
  for (const Line& line : lines_in(text)) {
    const std::size_t at = text.find("{@");
    const std::string place =
        line.number ? base_name(line.file) + ":" + std::to_string(line.number) : std::string(unknown_line);
    text.replace(at, text.find('}', at) + 1 - at, place);
  }
  return text;
}

std::string position(u32 x, u32 y, u32 z) {
  return "(" + std::to_string(x) + "," + std::to_string(y) + "," + std::to_string(z) + ")";
}

}  // namespace

// By position in the code, so that the order of findings does not depend on which thread came first.
std::string mark(u32 index) {
  char text[32];
  std::snprintf(text, sizeof text, "{@%012llx#%u}", static_cast<unsigned long long>(info(index).pc - code_low), index);
  return text;
}
std::string mark_of_branch(u32 block, u32 one, u32 other) {
  std::string text = mark(block);
  text.pop_back();
  return text + "," + std::to_string(one) + "," + std::to_string(other) + "}";
}

std::string thread_name(const Recorder& r, u32 t) {
  const dim3 block = r.grid->block;
  return "thread " + position(t % block.x, t / block.x % block.y, t / (block.x * block.y));
}

std::string block_name(const Recorder& r) {
  return block_name(r, r.linear);
}
std::string block_name(const Recorder& r, u64 linear) {
  const dim3 grid = r.grid->grid;
  return position(static_cast<u32>(linear % grid.x), static_cast<u32>(linear / grid.x % grid.y),
                  static_cast<u32>(linear / grid.x / grid.y));
}

u64 key_of(u32 one, u32 two, std::uintptr_t where, u32 tag) {
  u64 key = (u64{one} << 32 | two) * 0x9E3779B97F4A7C15u;
  key = (key ^ key >> 29 ^ where) * 0xBF58476D1CE4E5B9u;
  return (key ^ key >> 32 ^ tag) * 0x94D049BB133111EBu | 1;
}

bool found_again(u64 key, const Recorder& where) {
  const std::lock_guard lock(findings_mutex);
  const auto known = by_key.find(key);
  if (known == by_key.end() || where.linear < known->second->block) return false;
  ++known->second->count;
  return true;
}

void found(const std::string& what, const std::string& detail, const Recorder* where, u64 key) {
  const std::lock_guard lock(findings_mutex);
  Finding& f = findings[what];
  if (key != 0) by_key[key] = &f;
  const u64 block = where ? where->linear : 0;
  if (f.count++ == 0 || block < f.block) {  // the same example, whichever block was first
    f.detail = detail;
    f.block = block;
  }
}

namespace {

// Two lines that race in several ways: what one of them writes the other both reads and writes.
void fold_races(std::map<std::string, Finding>& by_line) {
  const std::string reads = " reads", writes = " writes";
  for (auto one = by_line.begin(); one != by_line.end();) {
    const std::string& text = one->first;
    const std::size_t end = text.size() - std::min(text.size(), reads.size());
    const bool race = text.rfind("race in ", 0) == 0 && text.compare(end, reads.size(), reads) == 0;
    const auto other = race ? by_line.find(text.substr(0, end) + writes) : by_line.end();
    if (other == by_line.end()) {
      ++one;
      continue;
    }
    Finding both = one->second;
    both.count += other->second.count;
    by_line.insert({text + " and" + writes, both});
    by_line.erase(other);
    one = by_line.erase(one);
  }
}

}  // namespace

void report_findings() {
  printed.clear();
  by_key.clear();
  if (findings.empty()) return;
  std::vector<u32> sites;
  for (const auto& entry : findings) {
    for (u32 index : sites_in(entry.first)) sites.push_back(index);
  }
  resolve(sites);
  const KernelRun& run = kernel_run();
  if (run.cut_short())
    std::erase_if(findings, [&](const auto& entry) { return entry.second.block > run.failed_block; });
  // Several instructions of one line are one finding.
  std::map<std::string, Finding> by_line;
  for (const auto& [what, f] : findings) {
    const std::vector<u32> named = sites_in(what);
    if (what.rfind("barrier in divergent code", 0) == 0 && named.size() == 2 &&
        with_lines(mark(named[0])) == with_lines(mark(named[1]))) {
      continue;  // copies of one barrier made by the compiler
    }
    const std::string text = with_lines(what);
    Finding& one = by_line[text];
    if (one.count == 0 || f.block < one.block) {
      one.detail = f.detail;
      one.block = f.block;
    }
    one.count += f.count;
    one.lines = lines_in(what);
  }
  findings.clear();
  fold_races(by_line);
  std::fflush(stdout);
  for (const auto& [text, f] : by_line) {
    if (!told.insert(text).second && run.again) continue;  // of an earlier launch
    ++total;
    std::fprintf(stderr, "microscope: finding: %s\n", text.c_str());
    std::string detail = f.detail;
    if (const std::size_t at = detail.find(no_barrier); at != std::string::npos && f.lines.size() == 2) {
      const bool in_loop = are_in_loop_with_barrier(f.lines[0], f.lines[1]);
      if (in_loop || is_of_one_line(text))
        detail.replace(at, detail.size() - at, in_loop ? barrier_before_next_turn : "");
    }
    if (f.count > 1 && !run.cut_short()) detail += (detail.empty() ? "" : "; ") + std::to_string(f.count) + " times";
    if (!detail.empty()) std::fprintf(stderr, "    %s\n", detail.c_str());
    std::vector<std::string> shown;
    PrintedFinding note{"", 0, text + (detail.empty() ? "" : " (" + detail + ")")};
    for (const Line& line : f.lines) {
      if (note.file.empty()) {
        note.file = line.file;
        note.line = line.number;
      }
      const std::string source = source_text(line);
      if (source.empty() || std::find(shown.begin(), shown.end(), source) != shown.end()) continue;
      std::fprintf(stderr, "    %5d | %s\n", line.number, source.c_str());
      shown.push_back(source);
    }
    if (const char* const advice = advice_for(text, detail)) std::fprintf(stderr, "    %s\n", advice);
    printed.push_back(note);
  }
}

namespace {
void print(const char* kind, const std::string& what, const std::vector<std::string>& details) {
  std::fflush(stdout);
  std::fprintf(stderr, "microscope: %s: %s\n", kind, what.c_str());
  for (const std::string& line : details) std::fprintf(stderr, "    %s\n", line.c_str());
}
}  // namespace
void found_at_end(const std::string& what, const std::vector<std::string>& details) {
  ++total;
  print("finding", what, details);
}
void hint(const std::string& what, const std::vector<std::string>& details) {
  print("hint", what, details);
}

const std::vector<PrintedFinding>& findings_of_kernel() {
  return printed;
}

bool any_findings() {
  return total > 0;
}
u64 findings_so_far() {
  return total;
}

}  // namespace cuda_emulator::microscope
