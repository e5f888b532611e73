// Inline PTX: barriers, those of threads (bar, barrier) and those in shared memory (mbarrier).
#include <cuda_runtime.h>

#include "emulator/announcements.hpp"
#include "emulator/cluster.hpp"
#include "emulator/warp.hpp"
#include "engine/async_work.hpp"
#include "engine/bulk_copy.hpp"
#include "engine/cluster.hpp"
#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// Barrier 0 is __syncthreads; the others count the threads that their instruction names.
struct NamedBarrier {
  unsigned grid = 0;
  uint3 block = {};
  unsigned arrived = 0, phase = 0;
};
thread_local NamedBarrier named_barriers[16];

NamedBarrier& named_barrier(Word number) {
  NamedBarrier& barrier = named_barriers[number & 15];
  if (barrier.grid != block_state.grid || barrier.block.x != blockIdx.x || barrier.block.y != blockIdx.y ||
      barrier.block.z != blockIdx.z) {
    barrier = {block_state.grid, blockIdx, 0, 0};  // left by another block's threads
  }
  return barrier;
}
void arrive_at_named(NamedBarrier& barrier, Word threads) {
  if (++barrier.arrived == threads) {
    barrier.arrived = 0;
    ++barrier.phase;
    if (work_hooks.completes) work_hooks.completes(&barrier);
  }
}
PtxStep barrier(const PtxStatement& s) {
  if (s.has("cluster")) {  // no thread waits at the arrival, so the wait may be the barrier
    if (s.has("arrive")) return [releases = !s.has("relaxed")](Word*) { cluster_arrival(releases); };
    return [](Word*) { cluster_barrier(); };
  }
  if (s.has("warp")) {
    const int mask = only(s.arguments.at(0));
    return [=](Word* r) { collective(sync_operation, static_cast<unsigned>(r[mask]), 0); };
  }
  if (s.has("red")) {
    const bool counts = s.has("popc"), all = s.has("and"), negated = s.arguments.back().negated;
    const int d = only(s.arguments.at(0)), p = only(s.arguments.back());
    return [=](Word* r) {
      block_barrier((r[p] != 0) != negated);
      r[d] = counts ? block_votes() : all ? block_votes() == block_voters() : block_votes() > 0;
    };
  }
  const bool waits = !s.has("arrive");
  const int number = s.arguments.empty() ? -1 : only(s.arguments[0]),
            threads = s.arguments.size() > 1 ? only(s.arguments[1]) : -1;
  return [=](Word* r) {
    const Word wanted = threads < 0 ? block_state.size : r[threads];
    if (waits && (number < 0 || r[number] == 0) && wanted >= block_state.size) {
      block_barrier(0);
      return;
    }
    NamedBarrier& mine = named_barrier(number < 0 ? 0 : r[number]);
    const unsigned phase = mine.phase;
    if (work_hooks.arrives) work_hooks.arrives(&mine, true);
    arrive_at_named(mine, wanted);
    while (waits && mine.phase == phase) relax_in_ptx(r);
    if (waits && work_hooks.waited) work_hooks.waited(&mine);
  };
}

PtxStep shared_barrier(const PtxStatement& s) {
  const std::string& what = s.words.at(1);
  const auto at = [](const PtxArgument& argument, bool shared, const Word* r) {
    return reinterpret_cast<std::uint64_t*>(ptx_address(argument, shared, r));
  };
  const bool shared = names_shared(s);
  if (what == "init") {
    const PtxArgument where = s.arguments.at(0);
    const int count = only(s.arguments.at(1));
    return [=](Word* r) {
      work_call = call_of_ptx(r);
      arrival_init(at(where, shared, r), static_cast<int>(r[count]));
      work_call = nullptr;
    };
  }
  if (what == "inval") return [](Word*) {};
  if (what == "arrive" && !s.has("noComplete")) {
    // [address] alone, with a state _ before it, or with a register that takes the phase.
    const std::size_t first = s.arguments.at(0).address ? 0 : 1;
    const int state = first == 1 ? only(s.arguments[0]) : -1;
    const PtxArgument where = s.arguments.at(first);
    const bool expects = s.has("expect_tx");
    const int extra = s.arguments.size() > first + 1 ? only(s.arguments[first + 1]) : -1;
    // Without .cluster the scope is the block, whose other threads see what this one has stored, and no other block's.
    const bool far = s.has("cluster"), relaxed = s.has("relaxed");
    return [=](Word* r) {
      std::uint64_t* const barrier = at(where, shared, r);
      if (state >= 0) r[state] = arrival_phase(barrier);
      const Word arrivals = expects || extra < 0 ? 1 : r[extra];
      work_call = call_of_ptx(r);
      for (Word i = 0; i < arrivals; ++i) {
        arrival_arrive_ordering(barrier, expects && extra >= 0 ? static_cast<std::uint32_t>(r[extra]) : 0,
                                !relaxed && (far || !is_shared_elsewhere(barrier)));
      }
      work_call = nullptr;
    };
  }
  if (what == "arrive_drop") {
    const std::size_t first = s.arguments.at(0).address ? 0 : 1;
    const int state = first == 1 ? only(s.arguments[0]) : -1;
    const PtxArgument where = s.arguments.at(first);
    return [=](Word* r) {
      std::uint64_t* const barrier = at(where, shared, r);
      if (state >= 0) r[state] = arrival_phase(barrier);
      arrival_drop(barrier);
    };
  }
  if (what == "expect_tx" || what == "complete_tx") {
    const PtxArgument where = s.arguments.at(0);
    const int bytes = only(s.arguments.at(1));
    const auto change = what == "expect_tx" ? arrival_expect : arrival_bytes;
    return [=](Word* r) { change(at(where, shared, r), static_cast<std::uint32_t>(r[bytes])); };
  }
  if (what == "test_wait" || what == "try_wait") {
    const int done = only(s.arguments.at(0)), phase = only(s.arguments.at(2));
    const PtxArgument where = s.arguments.at(1);
    return [=](Word* r) {
      r[done] = !arrival_in_phase(at(where, shared, r), static_cast<unsigned>(r[phase] & 1));
      if (!r[done]) relax_in_ptx(r);
    };
  }
  throw PtxError("mbarrier." + what + " is not emulated");
}

}  // namespace

const PtxTable& ptx_barriers() {
  static const PtxTable table = {
      {"bar", barrier},
      {"barrier", barrier},
      {"mbarrier", shared_barrier},
  };
  return table;
}

}  // namespace cuda_emulator
