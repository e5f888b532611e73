// What all parts share while a kernel runs: the launch, its sites, and the lock of grids whose blocks run in no order.
#include "ground/state.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <new>
#include <unordered_map>

#include "emulator/warp.hpp"
#include "ground/symbols.hpp"

extern "C" char __executable_start, etext;

namespace cuda_emulator::microscope {

__thread Recorder* recorder;
__thread Recorder* own_recorder;
bool many_threads = false;
std::mutex the_mutex;

namespace {

u32 made_sites = 0;
std::mutex sites_mutex;
// Of instructions outside of the program itself (shared libraries): index + 1.
auto& other_sites = *new std::unordered_map<std::uintptr_t, u32>();
KernelRun& run = kernel_run();
__thread bool locked;

}  // namespace

void* reserve(std::size_t bytes) {
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory != MAP_FAILED) return memory;
  std::perror("microscope: no memory");
  std::abort();
}
Cell* new_cells(std::size_t bytes) {
  return static_cast<Cell*>(reserve((bytes / 4 + 2) * sizeof(Cell)));
}
void free_cells(Cell* cells, std::size_t bytes) {
  munmap(cells, (bytes / 4 + 2) * sizeof(Cell));
}

std::vector<Recorder*>& all_recorders() {
  static auto& list = *new std::vector<Recorder*>();
  return list;
}

KernelRun& kernel_run() {
  static KernelRun& the_run = *new KernelRun();
  return the_run;
}

SiteInfo* const site_infos = static_cast<SiteInfo*>(reserve(most_sites * sizeof(SiteInfo)));
Site* const all_sites = static_cast<Site*>(reserve(most_sites * sizeof(Site)));
std::uintptr_t code_low = reinterpret_cast<std::uintptr_t>(&__executable_start);
std::uintptr_t code_size = reinterpret_cast<std::uintptr_t>(&etext) - code_low;
u32* site_at = static_cast<u32*>(reserve((code_size + 1) * sizeof(u32)));

namespace {

void note_callers(SiteInfo& site, const Recorder& r) {
  site.grid = run.number;
  site.block = r.linear;
  site.callers.clear();
  const LaneTrace& lane = r.lanes[block_state.current];
  for (u32 i = std::min<u32>(lane.depth, 16); i-- > 0;) site.callers.push_back(lane.callers[i]);
}

}  // namespace

u32 site_of(std::uintptr_t pc) {
  const Recorder* const r = own_recorder && block_state.in_kernel ? own_recorder : nullptr;
  const bool in_program = pc - code_low < code_size;
  if (const u32 number = in_program ? __atomic_load_n(&site_at[pc - code_low], __ATOMIC_ACQUIRE) : 0) {
    const SiteInfo& known = site_infos[(number & ~library_bit) - 1];
    // If several OS threads check, the lowest block determines where the calls come from.
    if (!r || known.grid != run.number || known.block <= r->linear) return (number & ~library_bit) - 1;
  }
  const std::lock_guard lock(sites_mutex);
  u32& number = in_program ? site_at[pc - code_low] : other_sites[pc];
  if (number) {
    SiteInfo& known = site_infos[(number & ~library_bit) - 1];
    if (r && known.grid == run.number && r->linear < known.block) note_callers(known, *r);
    return (number & ~library_bit) - 1;
  }
  if (made_sites == most_sites) {
    std::fprintf(stderr, "microscope: the kernels have more than %zu places that access memory\n", most_sites);
    std::abort();
  }
  const u32 index = made_sites++;
  SiteInfo& s = *new (&site_infos[index]) SiteInfo();
  s.pc = pc;
  s.library = is_library(pc);
  s.ignored = is_of_the_compiler(pc);
  if (r) note_callers(s, *r);
  __atomic_store_n(&number, made_sites | (s.library ? library_bit : 0), __ATOMIC_RELEASE);
  return index;
}

u32 site_in_ptx(const void* call) {
  const u32 index = site_of(call);
  if (!info(index).in_ptx) {
    const std::lock_guard lock(sites_mutex);
    site_infos[index].in_ptx = true;
  }
  return index;
}

void make_site(Site& s) {
  new (&s) Site();
  s.made = true;
}
u32 site_count() {
  return made_sites;
}

void take_turn(Recorder& r) {
  if (r.in_turn) return;
  await_earlier_blocks();
  r.in_turn = true;
}

void lock_if_shared() {
  if (!many_threads) return;
  the_mutex.lock();
  locked = true;
}
void unlock_if_shared() {
  if (!locked) return;
  locked = false;
  the_mutex.unlock();
}

u32 source_lane(const Operation& operation, u32 lane, const Lane& asked) {
  const u32 width = asked.width, shift = asked.argument % warp_size, begin = lane & ~(width - 1),
            last = begin + width - 1;
  if (&operation == &shuffle_operation) return begin | (shift & (width - 1));
  if (&operation == &shuffle_up_operation && lane >= begin + shift) return lane - shift;
  if (&operation == &shuffle_down_operation && lane + shift <= last) return lane + shift;
  if (&operation == &shuffle_xor_operation && (lane ^ shift) <= last) return lane ^ shift;
  return lane;
}

// Sites that the kernel reached, in the order of the code, because OS threads reach them in any order.
std::vector<u32> counted_sites() {
  std::vector<u32> list;
  for (u32 i = 0; i < site_count(); ++i) {
    if (all_sites[i].counted) list.push_back(i);
  }
  std::sort(list.begin(), list.end(), [](u32 a, u32 b) { return info(a).pc < info(b).pc; });
  return list;
}

void add_costly(Samples& samples, const Sample& sample) {
  std::vector<Sample>& worst = samples.worst;
  const auto before = [](const Sample& a, const Sample& b) {
    return a.cost != b.cost ? a.cost > b.cost : a.block < b.block;
  };
  worst.insert(std::upper_bound(worst.begin(), worst.end(), sample, before), sample);
  if (worst.size() > 2) worst.pop_back();
}

void add_totals(Totals& sum, const Totals& t) {
  sum.requests += t.requests;
  sum.lanes += t.lanes;
  sum.bytes += t.bytes;
  sum.moved += t.moved;
  sum.ideal += t.ideal;
  sum.worst = std::max(sum.worst, t.worst);
  sum.best = std::min(sum.best, t.best);
  sum.width = std::max(sum.width, t.width);
  sum.broadcasts += t.broadcasts;
  sum.clashes += t.clashes;
  sum.turns += t.turns;
  sum.together += t.together;
  for (int i = 0; i < 3; ++i) sum.strides[i] += t.strides[i];
  if (t.stride != 0 && (sum.stride == 0 || t.stride_block > sum.stride_block)) {
    sum.stride = t.stride;
    sum.stride_block = t.stride_block;
  }
}

}  // namespace cuda_emulator::microscope
