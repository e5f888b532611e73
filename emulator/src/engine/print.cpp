// printf in kernels: the text of a warp is written as lanes in lockstep would have written it, and never mixed with
// another warp's between two synchronisation points.
#include "engine/print.hpp"

#include <algorithm>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/hooks.hpp"
#include "engine/running.hpp"
#include "platform/source_line.hpp"

namespace cuda_emulator {
namespace {

// Where text was printed. Lines are 0 if they are not known; then the address is used.
struct Place {
  int call;          // the line at which the kernel calls the function that prints
  int line;          // the line of the printf
  const void* site;  // the printf's return address; null if its line is known
  bool operator==(const Place&) const = default;
};
struct Line {
  unsigned thread;
  Place place;
  std::string text;
};
__thread std::vector<Line>* lines;  // printed since the last flush, in the order of execution
__thread std::string* ordered;
__thread int calls[max_block_threads];  // the line at which each thread's kernel calls a function that prints, or 0
__thread int printf_lines[max_block_threads];  // of the printf that each thread is about to call, or 0

std::mutex kept_mutex;
std::atomic<std::size_t> least_text = 0;
bool any_text = false, text_waits = false;  // also under the microscope, which writes at once
constexpr std::size_t max_kept = 1 << 20;
std::string& kept_text() {
  static auto* const text = new std::string;  // kernels may print while the program's objects are destroyed
  return *text;
}
void write_kept() {
  std::string& text = kept_text();
  std::fwrite(text.data(), 1, text.size(), stdout);
  text.clear();
}

// The line of a printf that the translator has not seen, for example in a macro, from the program's line table. Called
// only if lanes of a warp print at different places, for all that is printed but not ordered yet.
int line_of(const void* site) {
  static std::mutex mutex;
  static auto* const known = new std::map<const void*, int>;
  const std::lock_guard lock(mutex);
  const auto found = known->find(site);
  if (found != known->end()) return found->second;
  std::vector<void*> asked;
  for (const Line& line : *lines) {
    if (line.place.site && !known->contains(line.place.site)) asked.push_back(const_cast<void*>(line.place.site));
  }
  for (const auto& [address, text] : source_lines(asked)) {
    const std::size_t colon = text.rfind(':');
    (*known)[address] = colon == std::string::npos ? 0 : std::atoi(text.c_str() + colon + 1);
  }
  return (*known)[site];
}
bool comes_before(const Place& a, const Place& b) {
  const auto line = [](const Place& place) { return place.site ? line_of(place.site) : place.line; };
  const auto call = [&](const Place& place) { return place.call ? place.call : line(place); };
  return std::make_tuple(call(a), line(a), a.site) < std::make_tuple(call(b), line(b), b.site);
}

void append_warp(unsigned warp) {
  std::vector<const Line*> of_lane[warp_size];
  for (const Line& line : *lines) {
    if (line.thread / warp_size == warp) of_lane[line.thread % warp_size].push_back(&line);
  }
  std::size_t position[warp_size] = {};
  for (;;) {  // the lowest line first, all its lanes in order
    const Place* lowest = nullptr;
    for (unsigned l = 0; l < warp_size; ++l) {
      if (position[l] == of_lane[l].size()) continue;
      const Place& place = of_lane[l][position[l]]->place;
      if (!lowest || (place != *lowest && comes_before(place, *lowest))) lowest = &place;
    }
    if (!lowest) return;
    const Place next = *lowest;
    for (unsigned l = 0; l < warp_size; ++l) {
      if (position[l] < of_lane[l].size() && of_lane[l][position[l]]->place == next) {
        *ordered += of_lane[l][position[l]++]->text;
      }
    }
  }
}

std::string formatted(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  char small[256];
  const int length = std::vsnprintf(small, sizeof small, format, arguments);
  std::string text;
  if (length > 0 && static_cast<std::size_t>(length) < sizeof small) {
    text.assign(small, static_cast<std::size_t>(length));
  } else if (length > 0) {
    text.resize(static_cast<std::size_t>(length) + 1);
    std::vsnprintf(text.data(), text.size(), format, again);
    text.pop_back();
  }
  va_end(again);
  return text;
}

bool is_one_of(char c, const char* set) {
  return c && std::strchr(set, c);
}

// A format as device code interprets it. It does not know z, j, t, hh, L, ' and the precision *: such a conversion
// consumes no argument. Such conversions after the last valid one are printed unchanged; those before it are left to
// the host's printf.
struct DeviceFormat {
  int arguments = 0;    // what CUDA's printf returns
  std::string printed;  // for the host's printf

  explicit DeviceFormat(const char* format) {
    std::vector<std::size_t> unknown;  // where in printed
    for (const char* c = format; *c; ++c) {
      if (*c != '%') {
        printed += *c;
        continue;
      }
      const char* const begin = c++;
      int stars = 0;
      while (is_one_of(*c, "#0 +-")) ++c;
      if (*c == '*') {
        ++stars;
        ++c;
      }
      while (is_one_of(*c, "0123456789")) ++c;
      if (*c == '.') ++c;
      while (is_one_of(*c, "0123456789")) ++c;
      if (*c == 'h' || *c == 'l') c += c[1] == 'l' && *c == 'l' ? 2 : 1;
      if (*c == '%') {
        printed += "%%";
      } else if (is_one_of(*c, "cdiouxXpeEfFgGaAs")) {
        arguments += 1 + stars;
        unknown.clear();
        printed.append(begin, c + 1);
      } else {
        unknown.push_back(printed.size());
        if (!*c) --c;
        printed.append(begin, c + 1);
      }
    }
    for (auto at = unknown.rbegin(); at != unknown.rend(); ++at) printed.insert(*at, "%");
  }
};

}  // namespace

void flush_warp_text(unsigned warp) {
  if (!lines || lines->empty()) return;
  append_warp(warp);
  lines->erase(
      std::remove_if(lines->begin(), lines->end(), [&](const Line& line) { return line.thread / warp_size == warp; }),
      lines->end());
}

void flush_block_text() {
  if (!lines || lines->empty()) return;
  for (unsigned warp = 0; warp * warp_size < block_state.size; ++warp) append_warp(warp);
  lines->clear();
}

void keep_kernel_text(const std::string& text) {
  if (text.empty()) return;
  const std::lock_guard lock(kept_mutex);
  any_text = text_waits = true;
  kept_text() += text;
  if (hooks.block_begin || kept_text().size() > max_kept) write_kept();
}

void write_kernel_text() {
  const std::lock_guard lock(kept_mutex);
  text_waits = false;
  least_text = 0;
  write_kept();
}
std::size_t least_kernel_text() {
  return least_text;
}
bool kernels_have_printed() {
  const std::lock_guard lock(kept_mutex);
  return any_text;
}
bool kernel_text_waits() {
  const std::lock_guard lock(kept_mutex);
  return text_waits;
}

void call_of_printing(int source_line) {
  if (in_kernel()) calls[block_state.current] = source_line;
}

void printing_at(int source_line) {
  if (in_kernel()) printf_lines[block_state.current] = source_line;
}

std::string take_text() {
  return ordered ? std::exchange(*ordered, {}) : std::string();
}

}  // namespace cuda_emulator

// The printf of the objects of .cu files (cuda_runtime.h), in kernels and in host code.
extern "C" int cuda_emulator_printf(const char* format, ...) {
  using namespace cuda_emulator;
  va_list arguments;
  va_start(arguments, format);
  int result = 0;
  if (!in_kernel()) {
    result = std::vprintf(format, arguments);
  } else {
    if (!lines) {
      lines = new std::vector<Line>();
      ordered = new std::string();
    }
    const DeviceFormat read(format);
    const unsigned thread = block_state.current;
    const int line = std::exchange(printf_lines[thread], 0);
    const Place place{calls[thread], line, line ? nullptr : __builtin_return_address(0)};
    lines->push_back({thread, place, formatted(read.printed.c_str(), arguments)});
    result = std::min(read.arguments, 32);  // printf takes no more
    // The place of the format, and of each argument at least 4 bytes.
    least_text.fetch_add(8 + 4 * static_cast<std::size_t>(result), std::memory_order_relaxed);
  }
  va_end(arguments);
  return result;
}

// A failed assert ends the grid, not the process. In host code the C library's behaviour is kept.
extern "C" void __assert_fail(const char* assertion, const char* file, unsigned line, const char* function) noexcept {
  using namespace cuda_emulator;
  if (!in_kernel()) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    std::abort();
  }
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
               function, blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, assertion);
  abandon_kernel(cudaErrorAssert, "a failed assertion", nullptr);
}
