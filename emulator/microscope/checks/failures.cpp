// Blocks in which the kernel was stopped: those that are checked have their finding already, and the others get it at
// the end, whether or not the program looks at its statuses.
#include "ground/ground.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator::microscope {
namespace {

std::mutex failures_mutex;
// "kernel k, block (0,0,0), thread (0,0,0), at a.cu:5: reads …": of the first failed block that was not checked.
std::string& first_failure = *new std::string();  // never destroyed: needed when the program ends
u64 first_failed = 0;
auto& failed_index = *new std::optional<Finding>();
bool failure_named = false, checked_failed = false;

void note_failed(u64 block) {
  kernel_run().failed_block = std::min(kernel_run().failed_block, block);
}

void block_failed(const std::string& report) {
  if (report.empty()) return;
  if (!recorder) {
    std::optional<Finding> index;
    moments.bad_address(index);
    const u64 linear = block_that_runs();
    const std::lock_guard lock(failures_mutex);
    if (!first_failure.empty() && linear >= first_failed) return;
    first_failed = linear;
    note_failed(linear);
    first_failure = report.substr(0, report.find('\n'));
    failed_index = std::move(index);
    return;
  }
  {
    const std::lock_guard lock(failures_mutex);
    checked_failed = true;
    note_failed(recorder->linear);
  }
  if (recorder->failed) return;
  const Aside aside;
  std::string text = report;
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const std::string prefix = "cuda_emulator: ";
  if (text.rfind(prefix, 0) == 0) text.erase(0, prefix.size());
  found({Message::kernel_was_stopped, text}, aside.r);
}

// "a.cu:5: reads …", and the thread before the details; empty: not known.
std::string failed_kernel(std::vector<std::string>* details) {
  const std::lock_guard lock(failures_mutex);
  const std::size_t begin = first_failure.find("kernel "), at = first_failure.find(", at ");
  const std::size_t end = at == std::string::npos ? at : first_failure.find(": ", at + 5);
  if (begin == std::string::npos || end == std::string::npos) return "";
  failure_named = true;
  details->insert(details->begin(), first_failure.substr(begin, at - begin));
  const std::string place = first_failure.substr(at + 5, end - at - 5);
  const std::string text = numbered_text(line_of_place(place));
  if (!text.empty()) details->push_back(text);
  return base_name(place) + first_failure.substr(end);
}

void report_failed_index() {
  if (!failed_index) return;
  found(*failed_index);
  report_findings();
}

// Calls and launches that failed, whose status the program did not check.
void report_unchecked_errors() {
  for (const UncheckedError& one : take_unchecked_errors()) {
    if (one.of_kernel && any_findings()) continue;
    std::vector<std::string> details = one.details;
    const std::string failure = one.of_kernel ? failed_kernel(&details) : "";
    if (failure.empty()) {
      found_at_end(one.what, details);
      continue;
    }
    details.insert(details.begin() + 1, one.what.substr(one.what.find(": ") + 2));
    found_at_end(Message::kernel_that_failed, failure, details);
  }
}

void report_failed_kernel() {
  if (failure_named || checked_failed) return;
  std::vector<std::string> details;
  const std::string failure = failed_kernel(&details);
  if (!failure.empty()) found_at_end(Message::kernel_that_failed, failure, details);
}

const Listener failures(hooks.block_failed, block_failed);
const Listener first(moments.at_end, report_failed_index, turn_of(Message::integer_overflow));
const Listener then(moments.at_end, report_unchecked_errors, turn_of(Message::call_that_failed));
const Listener last(moments.at_end, report_failed_kernel, turn_of(Message::kernel_that_failed));

}  // namespace
}  // namespace cuda_emulator::microscope
