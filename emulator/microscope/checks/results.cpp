// Results: bytes that a copy transfers to the host and that were never written, and bytes that kernels wrote and the
// program never copied back. Unwritten device memory is recognised by the emulator's poison, in all blocks and
// launches.
#include <deque>

#include "engine/print.hpp"
#include "ground/ground.hpp"
#include "runtime/runtime.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t most_launches = 16;  // that are stored, the last ones
constexpr std::size_t shortest_hole = 16;  // bytes: fewer may be padding of a structure

struct Started {
  std::string kernel, place, file;  // " at a.cu:12"
  dim3 grid, block;
  std::vector<u32> arguments;
  u64 block_size() const { return size_of(block); }
  u64 threads() const { return size_of(grid) * block_size(); }
  bool takes(u64 number) const { return std::find(arguments.begin(), arguments.end(), number) != arguments.end(); }
  bool takes(const void* pointer) const {
    const auto whole = reinterpret_cast<std::uintptr_t>(pointer);
    const unsigned halves[] = {static_cast<unsigned>(whole), static_cast<unsigned>(whole >> 32)};
    return std::search(arguments.begin(), arguments.end(), halves, halves + 2) != arguments.end();
  }
};
// The operations on an allocation so far.
struct Use {
  std::size_t sent = 0, fetched = 0, set = 0;  // bytes from its start: from the host, to it, by cudaMemset
  std::size_t copies = 0;                      // to the host
  const void *sent_at = nullptr, *fetched_at = nullptr;
  std::size_t written = 0;  // bytes before the first unwritten one, at the last copy to the host
  bool named = false;
  bool in_pieces = false;  // a copy to the host began after its start
};
std::mutex results_mutex;
auto& uses = *new std::map<u64, Use>();  // by the allocation's serial number
auto& started = *new std::deque<Started>();
bool anything_fetched = false, anything_sent = false, any_events = false;
bool ever_shared = false;  // memory that the host reads without a copy, and that is freed

// ---- which bytes were never written ----

struct Hole {
  std::size_t begin = 0, end = 0;  // the first one that is not padding
  std::size_t unwritten = 0;       // bytes of all
  bool is_last = false;            // it extends to the end, and there is no other
};
Hole hole_in(const char* start, std::size_t bytes) {
  Hole hole;
  std::size_t holes = 0;
  const auto is_poison = [&](std::size_t at) {
    u32 word;
    std::memcpy(&word, start + at, sizeof word);
    return word == poison;
  };
  for (std::size_t at = 0; at + 4 <= bytes; at += 4) {
    if (!is_poison(at)) continue;
    const std::size_t begin = at;
    while (at + 4 <= bytes && is_poison(at)) at += 4;
    const bool to_the_end = at + 4 > bytes;
    if (at - begin < shortest_hole && !(to_the_end && holes == 0)) {
      ++holes;  // possibly padding
      continue;
    }
    hole.unwritten += at - begin;
    if (hole.end == 0) {
      hole.begin = begin;
      hole.end = to_the_end ? bytes : at;
    }
    hole.is_last = to_the_end && holes == 0;
    ++holes;
  }
  return hole;
}

// "64 x 256 = 16384 threads of kernel add at a.cu:12, for 16616 elements of 4 bytes": of the launch that wrote so far.
std::string who_wrote(std::size_t written, std::size_t bytes, bool* enough) {
  *enough = true;
  for (auto launch = started.rbegin(); launch != started.rend(); ++launch) {
    const u64 threads = launch->threads();
    if (threads < warp_size) continue;  // the same number of bytes by chance
    for (const u64 width : {4, 8, 16, 2, 1}) {
      if (threads * width != written || bytes % width != 0) continue;
      *enough = false;
      const u64 block = launch->block_size();
      return "kernel " + launch->kernel + launch->place + " wrote up to there: " + std::to_string(threads / block) +
             " blocks of " + std::to_string(block) + " threads are " + std::to_string(threads) + " threads for " +
             std::to_string(bytes / width) + " elements of " + bytes_text(width);
    }
  }
  if (started.empty()) return "no kernel was launched before it";
  return "the last kernel before it: " + started.back().kernel + started.back().place;
}

void check_made(const Allocation& a, const char* from, std::size_t bytes, const void* call) {
  const Hole hole = hole_in(from, bytes);
  if (hole.end == 0) return;
  const std::string what = "the copy" + site_text(call) + " takes " + bytes_text(bytes) + " to the host, ";
  bool enough = true;
  const std::string who = who_wrote(hole.begin, bytes, &enough);
  if (hole.unwritten + 3 >= bytes) {
    found({Message::result_never_made, what + "none of which was ever written",
           "allocated" + site_text(a.site) + "; " + (started.empty() ? who : who + " did not write there")});
    return;
  }
  // If there are threads for all of it, the rest may be left out on purpose, as after the results of a compaction.
  if (enough && hole.is_last && hole.end - hole.begin >= shortest_hole) return;
  found({Message::result_never_made, what + std::to_string(hole.unwritten) + " of which were never written",
         "allocated" + site_text(a.site) + ", unwritten from byte " + std::to_string(hole.begin) + " on; " + who});
}

// ---- managed memory, which the host reads without a copy ----

// It has no poison, because it is zero at first on a GPU. So all of these must hold: a kernel was given the array and
// its number of elements, its threads were too few by less than a block, everything after the last thread's element is
// zero, and that element is not.
void check_managed(const Allocation& a) {
  const auto is_zero = [](const char* from, std::size_t bytes) {
    return std::all_of(from, from + bytes, [](char c) { return c == 0; });
  };
  for (const Started& launch : started) {
    const u64 threads = launch.threads();
    for (const u64 width : {4, 8, 2, 1, 16}) {
      const u64 elements = a.size / width;
      if (a.size % width != 0 || threads >= elements || threads + launch.block_size() <= elements) continue;
      if (threads == 0 || !launch.takes(elements) || !launch.takes(a.pointer)) continue;
      const char* const rest = a.pointer + threads * width;
      if (!is_zero(rest, a.size - threads * width) || is_zero(rest - width, width)) continue;
      found({Message::result_never_made,
             "kernel " + launch.kernel + launch.place + " has " + std::to_string(threads) + " threads for " +
                 std::to_string(elements) + " elements of managed memory",
             "allocated" + site_text(a.site) + "; the last " + std::to_string(elements - threads) +
                 " are still 0: they were never written"});
      return;
    }
  }
}

// ---- copies that are too short ----

// Is this number of bytes also the number of elements: an argument of a kernel, or its number of threads?
bool counts_elements(std::size_t bytes) {
  return std::any_of(started.begin(), started.end(), [&](const Started& launch) {
    return launch.takes(bytes) || (launch.threads() >= bytes && launch.threads() < bytes + launch.block_size());
  });
}
unsigned forgotten_factor(std::size_t bytes, std::size_t all) {
  for (const unsigned width : {4u, 8u}) {
    if (bytes * width == all && bytes > 1) return counts_elements(bytes) ? width : 0;
  }
  return 0;
}
std::string forgotten(std::size_t elements, unsigned width) {
  return std::to_string(elements) + " elements have " + bytes_text(elements * width) +
         ": n * sizeof(...) instead of n?";
}

// A value of each block, and only the first block's is copied: where the one launch that knows the array has as many
// blocks as there are elements, and reads none of them.
bool check_first_of_blocks(const Allocation& a, const Use& use) {
  const std::size_t width = use.fetched, elements = a.size / std::max<std::size_t>(width, 1);
  if ((width != 4 && width != 8) || a.size % width != 0 || elements < 2 || use.written != a.size) return false;
  if (use.sent > 0 || use.set > 0 || started.size() >= most_launches) return false;
  const Started* only = nullptr;
  for (const Started& launch : started) {
    if (!launch.takes(a.pointer)) continue;
    if (only) return false;
    only = &launch;
  }
  if (!only || only->threads() / only->block_size() != elements || only->block_size() < warp_size) return false;
  if (!says(only->file, Fact::sums_up_nowhere)) return false;
  found({Message::result_partly_copied,
         "the copy" + site_text(use.fetched_at) + " takes the result of the first of " + std::to_string(elements) +
             " blocks",
         "kernel " + only->kernel + only->place +
             " makes one value per block; a second launch, or the host, adds up all " + std::to_string(elements) +
             " of them. Allocated" + site_text(a.site)});
  return true;
}

// Is the number of bytes computed with sizeof in the line of the call?
bool names_size(const void* call) {
  return source_text(line_at(call)).find("sizeof") != std::string::npos;
}

void check_fetched(const Allocation& a, const Use& use) {
  if (use.copies == 0 || use.named || use.in_pieces || check_first_of_blocks(a, use)) return;
  const unsigned width = forgotten_factor(use.fetched, use.written);
  if (width == 0 || names_size(use.fetched_at)) return;
  found({Message::result_partly_copied,
         "the copy" + site_text(use.fetched_at) + " takes " + bytes_text(use.fetched) + " of " +
             std::to_string(use.written) + " that were written",
         forgotten(use.fetched, width) + " Allocated" + site_text(a.site)});
}

// Memory that the host reads without a copy, or events, which programs use to measure.
bool other_ways_to_host() {
  const std::vector<Allocation> all = live_allocations();
  return any_events || ever_shared || std::any_of(all.begin(), all.end(), is_hosts);
}

// ---- hooks ----

void copied(void* to, const void* from, std::size_t bytes, const void* call) {
  const auto source = find_allocation(from), target = find_allocation(to);
  const std::lock_guard lock(results_mutex);
  if (is_hosts(source) && target && target->kind == MemoryKind::device) {
    anything_sent = true;
    Use& use = uses[target->serial];
    use.sent = std::max<std::size_t>(use.sent, static_cast<char*>(to) + bytes - target->pointer);
    if (!use.sent_at) use.sent_at = call;
  }
  if (!is_hosts(target) || is_hosts(source)) return;
  anything_fetched = true;
  if (source->kind != MemoryKind::device) return;
  const auto* const start = static_cast<const char*>(from);
  Use& use = uses[source->serial];
  ++use.copies;
  use.in_pieces |= start != source->pointer;
  use.fetched = std::max<std::size_t>(use.fetched, start + bytes - source->pointer);
  use.fetched_at = call;
  const Hole hole = hole_in(source->pointer, source->size);
  use.written = hole.end == 0 ? source->size : hole.begin;
  // Consequences of an error, or of a kernel's finding, are not reported as well.
  if (device_failed() || any_findings() || any_unchecked_errors()) return;
  check_made(*source, start, bytes, call);
}

void set(void* to, std::size_t bytes) {
  const auto target = find_allocation(to);
  if (!target) return;
  const std::lock_guard lock(results_mutex);
  Use& use = uses[target->serial];
  use.set = std::max<std::size_t>(use.set, static_cast<char*>(to) + bytes - target->pointer);
}

void memory_freed(const void* start) {
  const auto a = find_allocation(start);
  if (a && a->kind == MemoryKind::managed && !device_failed() && !any_findings() && !any_unchecked_errors()) {
    const std::lock_guard lock(results_mutex);
    check_managed(*a);
  }
  ever_shared |= a && a->kind != MemoryKind::device;
  if (!a || a->kind != MemoryKind::device) return;
  const std::lock_guard lock(results_mutex);
  const auto known = uses.find(a->serial);
  if (known == uses.end()) return;
  if (!any_findings() && !any_unchecked_errors()) check_fetched(*a, known->second);
  known->second.named = true;
}

void kernel_starts(const Launched& launch) {
  if (launch.of_library) return;
  const Grid& grid = launch.grid;
  Started one{launch.kernel, launch.place(), launch.line.file, grid.grid, grid.block, numbers_in(grid)};
  one.arguments.resize(std::min<std::size_t>(one.arguments.size(), 64));
  const std::lock_guard lock(results_mutex);
  started.push_back(std::move(one));
  if (started.size() > most_launches) started.pop_front();
}

void check_results() {
  if (device_failed() || any_unchecked_errors() || any_findings()) return;
  for (const Allocation& a : live_allocations()) {
    const std::lock_guard lock(results_mutex);
    if (a.kind == MemoryKind::managed) check_managed(a);
    const auto known = uses.find(a.serial);
    if (known != uses.end()) check_fetched(a, known->second);
  }
  if (!anything_sent || anything_fetched || started.empty() || kernels_have_printed() || other_ways_to_host()) return;
  const Started& last = started.back();
  const std::string what =
      "kernel " + last.kernel + last.place + " ran, and the program ends without a copy from the device to the host";
  const std::vector<std::string> details = {
      "what kernels write stays on the device until cudaMemcpy(..., cudaMemcpyDeviceToHost) copies it"};
  // A program that only measures fetches nothing either.
  if (last.file.empty() || measures(last.file)) {
    hint(Message::result_never_copied, what, details);
  } else {
    found_at_end(Message::result_never_copied, what, details);
  }
}

// "of its 4096 bytes only 1024 were copied at a.cu:12; "
void say_how_filled(const Allocation& a, std::string& text) {
  const std::lock_guard lock(results_mutex);
  const auto known = uses.find(a.serial);
  if (known == uses.end() || known->second.sent == 0 || known->second.sent >= a.size) return;
  const Use& use = known->second;
  const unsigned width = forgotten_factor(use.sent, a.size);
  text = "of its " + bytes_text(a.size) + " only " + std::to_string(use.sent) + " were copied" +
         site_text(use.sent_at) + (width ? ": " + forgotten(use.sent, width) : "") + "; ";
}

const Listener copies(hooks.copied, copied, 1);  // what others say of the copied values comes first
const Listener sets(hooks.set, set);
const Listener frees(hooks.memory_freed, memory_freed, 1);  // the same
const Listener events(hooks.event_recorded, [](const void*) { any_events = true; });
const Listener launches(moments.launched, kernel_starts);
const Listener questions(moments.filled, say_how_filled);
const Listener at_the_end(moments.at_end, check_results, turn_of(Message::result_never_made));

}  // namespace

}  // namespace cuda_emulator::microscope
