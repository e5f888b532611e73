// Errors that the program did not check. The translator marks launches and calls whose status a program discards; their
// errors are stored here until the program checks for errors, and reported at its end if it never does.
#include "runtime/unchecked.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <mutex>
#include <thread>

#include "emulator/unchecked.hpp"
#include "engine/print.hpp"
#include "platform/program.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t most_kept = 1000, most_told = 4;

struct Kept {
  cudaError_t error;
  std::string text, reason, file;  // text: of the call or of the launch
  int line;
  bool launch, asked;
  unsigned times;
  std::thread::id thread;
  std::string library_status = {};  // where a library's call failed
};
std::mutex mutex;
std::vector<Kept>& kept() {
  static auto* const all = new std::vector<Kept>;  // needed when the program ends
  return *all;
}
std::size_t told = 0;                  // of kept()
thread_local std::string why;          // the reason of the last error
thread_local std::string checked_why;  // the same, for a program that looks at its status
thread_local cudaError_t checked_error = cudaSuccess;
thread_local std::vector<std::size_t> answered;  // in kept(): the error of the last query

constexpr std::size_t most_numbers = 8;
struct Begun {
  bool waits = false;  // for its launch
  const char* kernel = nullptr;
  const char *grid = "", *block = "", *file = "";
  int line = 0;
  std::size_t numbers = 0;
  NamedNumber list[most_numbers];
};
thread_local Begun begun;
LaunchPlace printing{};  // the launch of the last kernel that printed without a later wait
// The launch of the first kernel whose text was too long for the buffer.
struct LongText {
  LaunchPlace launch;
  std::size_t least, most;
} long_text{};

void tell_at_end() {
  static const bool tells = microscope_looks_on || std::atexit(tell_unchecked_errors) == 0;
  (void)tells;
}

void keep(Kept one) {
  tell_at_end();
  const std::lock_guard lock(mutex);
  for (Kept& other : kept()) {
    if (other.line == one.line && other.file == one.file && other.error == one.error &&
        other.library_status == one.library_status && !other.asked) {
      ++other.times;
      return;
    }
  }
  if (kept().size() < most_kept) kept().push_back(std::move(one));
}

std::string base_name(const std::string& file) {
  return file.substr(file.rfind('/') + 1);
}

std::string line_of_file(const std::string& file, int number) {
  std::ifstream in(file);
  std::string line;
  for (int i = 0; i < number; ++i) {
    if (!std::getline(in, line)) return "";
  }
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

// " (blocks = n / 256, with n = 100)": how the program computed the number, if the launch passes it.
std::string origin(const char* text) {
  const std::string words = text;
  if (words.empty() || words.find_first_not_of("0123456789uUlL") == std::string::npos) return "";
  std::string values;
  for (std::size_t i = 0; i < begun.numbers; ++i) {
    const NamedNumber& number = begun.list[i];
    const auto is_letter = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
    const std::string name = number.name;
    bool named = false;
    for (std::size_t at = 0; (at = words.find(name, at)) != std::string::npos; at += name.size()) {
      const std::size_t end = at + name.size();
      named |= (at == 0 || !is_letter(words[at - 1])) && (end == words.size() || !is_letter(words[end]));
    }
    if (!named || std::isnan(number.value) || name == words) continue;
    char value[64];
    std::snprintf(value, sizeof value, "%.12g", number.value);
    values += (values.empty() ? ", with " : ", ") + name + " = " + value;
  }
  if (values.empty() && words.find_first_of("=*/+-(") == std::string::npos) return "";
  return " (" + words + values + ")";
}

bool follows(const Kept& one, const std::vector<const Kept*>& earlier) {
  const bool lost = std::any_of(earlier.begin(), earlier.end(), [](const Kept* e) { return is_sticky(e->error); });
  if (lost && is_sticky(one.error)) return true;
  const bool no_memory =
      std::any_of(earlier.begin(), earlier.end(), [](const Kept* e) { return e->error == cudaErrorMemoryAllocation; });
  return no_memory && (is_sticky(one.error) || one.reason.find("null pointer") != std::string::npos);
}

UncheckedError lost_text(const LaunchPlace& launch, const std::string& how, std::vector<std::string> details) {
  return {"text that was lost: " + base_name(launch.file) + ":" + std::to_string(launch.line) + ": kernel " +
              launch.kernel + how,
          std::move(details), false};
}
UncheckedError text_of_no_wait(const LaunchPlace& launch) {
  return lost_text(launch, " prints, and the program ends without waiting for it",
                   {"a launch returns at once, and what kernels print appears when the host waits",
                    "cudaDeviceSynchronize() after the launch waits"});
}
UncheckedError text_too_long(const LongText& text) {
  return lost_text(text.launch, " prints more than the buffer of kernels' text holds",
                   {"it takes at least " + std::to_string(text.least) + " bytes, and the buffer has " +
                        std::to_string(text.most) + ": a GPU loses the oldest lines, though not here",
                    "cudaDeviceSetLimit(cudaLimitPrintfFifoSize, bytes) before the first launch enlarges it; printing "
                    "less is faster"});
}

}  // namespace

cudaError_t because(cudaError_t error, const std::function<std::string()>& reason) {
  set_error(error);
  if (error == cudaSuccess || in_kernel()) return error;
  checked_why = why = reason();
  checked_error = error;
  return error;
}

void nobody_looked(cudaError_t error, const Unchecked& call) {
  const std::string reason = std::exchange(why, "");
  checked_why.clear();
  if (error == cudaErrorNotReady) return;  // not a failure
  const std::string text = call.text;
  if (text.find("cudaGetLastError(") != std::string::npos || text.find("cudaPeekAtLastError(") != std::string::npos) {
    const std::lock_guard lock(mutex);  // the result of the check was discarded
    for (const std::size_t i : answered) kept()[i].asked = false;
    return;
  }
  keep({error, text, reason, call.file, call.line, false, false, 1, std::this_thread::get_id()});
}

void nobody_looked_at_library(int status, const Unchecked& call) {
  const std::string name = library_status_name(call.text, status);
  if (name.empty()) return;
  const bool of_values = name.find("INVALID") != std::string::npos;
  keep({cudaSuccess, call.text, of_values ? "a size, a leading dimension, a type or a pointer that it cannot take" : "",
        call.file, call.line, false, false, 1, std::this_thread::get_id(), name});
}

void forget_reason() {
  if (!why.empty()) why.clear();
}

void tell_reason(cudaError_t error) {
  if (error == cudaSuccess || error != checked_error || checked_why.empty() || in_kernel() || is_lesson()) return;
  std::fflush(stdout);
  std::fprintf(stderr, "cuda_emulator: reason of %s: %s\n", cudaGetErrorName(error), checked_why.c_str());
  checked_why.clear();
}

const char* launched(const char* kernel, const LaunchedAt& at, std::initializer_list<NamedNumber> numbers) {
  if (block_state.in_kernel) return kernel;
  tell_at_end();
  begun.waits = true;
  begun.kernel = kernel;
  begun.grid = at.grid;
  begun.block = at.block;
  begun.file = at.file;
  begun.line = at.line;
  begun.numbers = std::min(numbers.size(), most_numbers);
  std::copy_n(numbers.begin(), begun.numbers, begun.list);
  return kernel;
}
void launch_began() {
  if (begun.kernel && kernel_text_waits()) printing = last_launch();
  const std::size_t least = least_kernel_text(), most = most_kernel_text();
  if (begun.kernel && least > most && !long_text.launch.kernel) long_text = {last_launch(), least, most};
  begun.waits = false;
}
LaunchPlace last_launch() {
  return {begun.kernel, begun.file, begun.line};
}
bool any_unchecked_errors() {
  const std::lock_guard lock(mutex);
  return std::any_of(kept().begin(), kept().end(), [](const Kept& one) { return !one.asked; });
}
std::string first_failed_copy() {
  const std::lock_guard lock(mutex);
  for (const Kept& one : kept()) {
    if (one.asked || one.launch || one.text.rfind("cudaMem", 0) != 0 || !one.library_status.empty()) continue;
    return one.text.substr(0, one.text.find('(')) + " at " + base_name(one.file) + ":" + std::to_string(one.line) +
           " failed: " + cudaGetErrorName(one.error);
  }
  return "";
}
void launch_refused(cudaError_t error) {
  std::string reason = std::exchange(why, "");
  if (!begun.waits || in_kernel()) return;
  const bool of_grid = reason.rfind("grid", 0) == 0 || reason.rfind("a grid", 0) == 0;
  if (!reason.empty() && reason.find("block") != std::string::npos) {
    const std::string from = origin(of_grid ? begun.grid : begun.block);
    const std::size_t end = std::min(reason.find(';'), reason.size());
    reason.insert(end, from);
  }
  if (!reason.empty()) {
    checked_why = std::string("kernel ") + begun.kernel + " at " + base_name(begun.file) + ":" +
                  std::to_string(begun.line) + ": " + reason;
  }
  keep({error, begun.kernel, reason, begun.file, begun.line, true, false, 1, std::this_thread::get_id()});
}

void errors_asked_for() {
  const std::lock_guard lock(mutex);
  const auto here = std::this_thread::get_id();
  answered.clear();
  for (std::size_t i = told; i < kept().size(); ++i) {
    if (kept()[i].thread != here || kept()[i].asked || !kept()[i].library_status.empty()) continue;
    kept()[i].asked = true;
    answered.push_back(i);
  }
}

std::vector<UncheckedError> take_unchecked_errors() {
  const std::lock_guard lock(mutex);
  std::vector<const Kept*> earlier, later;
  std::vector<UncheckedError> list;
  for (; told < kept().size(); ++told) {
    const Kept& one = kept()[told];
    if (one.asked) continue;
    if (list.size() >= most_told || follows(one, earlier)) {
      later.push_back(&one);
      continue;
    }
    earlier.push_back(&one);
    const std::string place = base_name(one.file) + ":" + std::to_string(one.line);
    const std::string name = cudaGetErrorName(one.error);
    const std::string call = one.text.substr(0, one.text.find('('));
    UncheckedError told_of{"", {}, is_sticky(one.error)};
    if (told_of.of_kernel) {
      told_of.what = "kernel that failed: " + place + ": " + (one.launch ? "the launch of " : "") + call + " gave " +
                     name + ", the end of a kernel before it, and the program did not check";
    } else if (!one.library_status.empty()) {
      told_of.what = "library call that failed: " + place + ": " + call + " did nothing: " + one.library_status +
                     ", and the program did not check";
    } else if (one.launch) {
      told_of.what = "launch that failed: " + place + ": kernel " + one.text + " never ran: " + name +
                     ", and the program did not check";
    } else {
      told_of.what =
          "call that failed: " + place + ": " + call + " did nothing: " + name + ", and the program did not check";
    }
    if (!one.reason.empty()) told_of.details.push_back(one.reason);
    if (const std::string line = one.launch ? line_of_file(one.file, one.line) : one.text; !line.empty()) {
      char number[16];
      std::snprintf(number, sizeof number, "%5d", one.line);
      told_of.details.push_back(number + (" | " + line));
    }
    if (one.times > 1) told_of.details.push_back(std::to_string(one.times) + " times");
    list.push_back(std::move(told_of));
  }
  if (!list.empty() && !later.empty()) {
    std::string lines = "after it failed too:";
    for (std::size_t i = 0; i < later.size() && i < most_told; ++i) {
      lines += (i ? ", " : " ") +
               (later[i]->launch ? "kernel " + later[i]->text : later[i]->text.substr(0, later[i]->text.find('('))) +
               " in line " + std::to_string(later[i]->line);
    }
    if (later.size() > most_told) lines += " and " + std::to_string(later.size() - most_told) + " more";
    list.back().details.push_back(lines);
  }
  if (!list.empty()) {
    list.back().details.push_back(
        "every call returns a status, and a launch leaves one for cudaGetLastError(): check it after each");
  }
  if (printing.kernel && kernel_text_waits()) {
    list.push_back(text_of_no_wait(printing));
    printing.kernel = nullptr;
  }
  if (const LongText text = std::exchange(long_text, {}); text.launch.kernel) list.push_back(text_too_long(text));
  return list;
}

void tell_unchecked_errors() {
  const std::vector<UncheckedError> all = take_unchecked_errors();
  if (all.empty()) return;
  std::fflush(stdout);
  for (const UncheckedError& one : all) {
    std::fprintf(stderr, "cuda_emulator: %s\n", one.what.c_str());
    for (const std::string& line : one.details) std::fprintf(stderr, "    %s\n", line.c_str());
  }
}

}  // namespace cuda_emulator
