// Errors in values rather than in accesses, as far as they can be detected: sums that no longer grow, one random
// sequence for many threads, the reduction tree of a block whose size is not a power of two.
#include <cmath>
#include <limits>

#include "engine/running.hpp"
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u64 many = 64;          // consecutive additions to one word that did not change it
constexpr double worth = 4;       // the amount that they would have added, in units of the word's last place
constexpr u64 many_threads = 32;  // that start one sequence

struct Standing {
  double value = 0, addend = 0, lost = 0, last_place = 0;
  u64 additions = 0;
  const void* call = nullptr;
};
struct Sequence {
  unsigned long long seed, sequence, offset;
  auto operator<=>(const Sequence&) const = default;
};
struct Starts {
  std::set<u64> threads;
  const void* call = nullptr;
};
std::mutex values_mutex;
auto& standing = *new std::map<const void*, Standing>();  // by the word that is added to
auto& sequences = *new std::map<Sequence, Starts>();
auto& named = *new std::set<const void*>();  // calls
bool skipped = false;                        // to its own position in the sequence

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", value);
  return text;
}

void sum_stands(const void* word, double value, double addend, double last_place, const void* call) {
  const std::lock_guard lock(values_mutex);
  Standing& s = standing[word];
  if (s.additions == 0 || s.value != value) {
    if (s.additions >= many && std::abs(s.lost) >= worth * s.last_place) return;  // enough for a finding
    s = Standing{value, addend, 0, last_place, 0, program_code(call)};
  }
  ++s.additions;
  s.lost += addend;
}

// curand_init(seed, threadIdx.x, …) in several blocks: many sequences, and each of them in more than one block.
void report_repeated_sequences() {
  if (skipped || sequences.size() < many_threads) return;
  const Starts& first = sequences.begin()->second;
  for (const auto& [sequence, starts] : sequences) {
    if (starts.call != first.call || starts.threads.size() != first.threads.size()) return;
    if (sequence.seed != sequences.begin()->first.seed) return;
  }
  const std::size_t threads = first.threads.size();
  if (threads < 2 || threads >= many_threads || !named.insert(first.call).second) return;
  found_at_end(Message::one_random_sequence,
               "curand_init" + site_text(first.call) + " starts each of " + std::to_string(sequences.size()) +
                   " sequences in " + std::to_string(threads) + " threads",
               {"the sequences of one block begin again in the next: all blocks draw the same numbers",
                "the thread's number in the grid, blockIdx.x * blockDim.x + threadIdx.x, as the second argument"});
}

// The lines that access it, in order.
std::vector<Line> lines_of_shared_memory() {
  const std::vector<u32> sites = counted_sites();
  resolve(sites);
  std::set<std::pair<std::string, int>> places;
  for (const u32 index : sites) {
    for (const auto& used : all_sites[index].used) {
      if (!used[static_cast<int>(Space::shared)]) continue;
      const Line line = line_of(index);
      places.insert({line.file, line.number});
    }
  }
  std::vector<Line> lines;
  for (const auto& [file, number] : places) lines.push_back({file, number});
  return lines;
}

void report_lost_values() {
  const std::lock_guard lock(values_mutex);
  for (const auto& [word, s] : standing) {
    if (s.additions < many || std::abs(s.lost) < worth * s.last_place || !named.insert(s.call).second) continue;
    found_at_end(Message::sum_that_stopped,
                 "the addition" + site_text(s.call) + " of " + number(s.addend) + " to " + number(s.value) +
                     " leaves it as it was",
                 {std::to_string(s.additions) + " additions in a row are lost: the next number of this type is " +
                      number(s.last_place) + " away, and what is less than half of that is rounded off",
                  "use integers, sum up in each block first, or use double"});
  }
  standing.clear();
  report_repeated_sequences();
  for (const auto& [sequence, starts] : sequences) {
    if (skipped || starts.threads.size() < many_threads || !named.insert(starts.call).second) continue;
    found_at_end(Message::one_random_sequence,
                 "curand_init" + site_text(starts.call) + " starts the same one in " +
                     std::to_string(starts.threads.size()) + " threads",
                 {"seed " + std::to_string(sequence.seed) + ", sequence " + std::to_string(sequence.sequence) +
                      ", offset " + std::to_string(sequence.offset) + ": all of them draw the same numbers",
                  "the thread's number as the second argument gives each thread a sequence of its own"});
  }
  sequences.clear();
  skipped = false;
}

// for (s = blockDim.x / 2; s > 0; s /= 2) if (t < s) x[t] += x[t + s]: with 96 threads 48, 24, 12, 6, 3, and of three
// values the third is left out.
void check_halving(const Grid&, const std::vector<Recorder*>&) {
  const KernelRun& run = kernel_run();
  const u32 threads = run.block.x;
  if ((threads & (threads - 1)) == 0 || run.again || run.cut_short()) return;
  for (const Line& at : lines_of_shared_memory()) {
    const std::string first = word_of(at, Fact::halves_threads);
    if (first.empty()) continue;
    u32 odd = threads;
    while (odd % 2 == 0) odd /= 2;
    found({Message::tree_that_leaves_out,
           "the loop at " + base_name(at.file) + ":" + first + " halves " + std::to_string(threads) + " threads",
           "it comes to " + std::to_string(odd) + ", half of that is " + std::to_string(odd / 2) +
               " and leaves one value out: a block of a power of two, or a guard against the array's end"});
    return;
  }
}

const Listener ends(moments.grid_ended, report_lost_values);
const Listener looks(moments.grid_checked, check_halving, 2);  // when the counts have been added up

}  // namespace

extern "C" {
// A kernel has added a value to a word by an atomic function, or a half to another (word: null), and it did not change.
void cuda_emulator_sum_stands(const void* word, double value, double addend, double last_place, const void* call) {
  const Aside aside;
  if (!block_state.in_kernel) return;
  if (!word) {  // a variable of the thread: each thread adds to its own at this place
    u64 key = reinterpret_cast<std::uintptr_t>(call) * 0x9E3779B97F4A7C15u;
    for (const u64 part : {u64{block_state.current}, u64{blockIdx.x}, u64{blockIdx.y}, u64{blockIdx.z}}) {
      key = (key ^ part) * 0xBF58476D1CE4E5B9u;
    }
    word = reinterpret_cast<const void*>(key);
  }
  sum_stands(word, value, addend, last_place, call);
}
void cuda_emulator_random_starts(unsigned long long seed, unsigned long long sequence, unsigned long long offset,
                                 const void* call) {
  const Aside aside;
  if (!block_state.in_kernel) return;
  const u64 block = block_that_runs();
  const std::lock_guard lock(values_mutex);
  Starts& starts = sequences[{seed, sequence, offset}];
  starts.call = call;
  if (starts.threads.size() < 1024) starts.threads.insert(block * max_block_threads + block_state.current);
}
void cuda_emulator_random_skips() {
  const Aside aside;
  const std::lock_guard lock(values_mutex);
  skipped = true;
}
}

}  // namespace cuda_emulator::microscope
