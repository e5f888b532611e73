// From lanes to warps: which accesses of 32 threads are one request of the hardware?
//
// Always the lanes that stand deepest in calls go first, of those the ones at the lowest address: lanes that took a
// branch meet the others again behind it, and lanes in a loop those that left it. Starting anew at each barrier keeps a
// mistake small. (Counting "the k-th time that a lane executes this instruction" instead goes wrong as soon as control
// flow parts: in a neighbour list it gave 49 requests where the hardware made 480.)
#include <algorithm>
#include <bit>

#include "microscope.hpp"

namespace cuda_emulator::microscope {
namespace {

void add_edge(Site& from, u32 to, u32 lanes) {
  for (Edge& edge : from.next) {
    if (edge.to == to) {
      edge.lanes += lanes;
      ++edge.warps;
      return;
    }
  }
  from.next.push_back({to, lanes, 1});
}

// A basic block has been entered by these lanes together; where does each go from there? next: by lane, as Event has
// it.
void count_step(const What& step, const u64* next, u32 count) {
  Site& s = site(step.site);
  ++s.passes;
  s.lanes += count;
  u64 differences = 0;
  for (u32 i = 1; i < count; ++i) differences |= next[i] ^ next[0];
  if (differences == 0) {
    if (next[0] != 0 && what_of(next[0]).depth == step.depth) add_edge(s, what_of(next[0]).site, count);
    return;
  }
  u32 to[warp_size], number[warp_size], kinds_of_exit = 0;
  for (u32 i = 0; i < count; ++i) {
    const What what = what_of(next[i]);
    // Deeper: a call, after which the lane comes back. Shallower: it returns.
    if (next[i] == 0 || what.depth != step.depth) continue;
    u32 k = 0;
    while (k < kinds_of_exit && to[k] != what.site) ++k;
    if (k == kinds_of_exit) {
      to[k] = what.site;
      number[k] = 0;
      ++kinds_of_exit;
    }
    ++number[k];
  }
  s.split += kinds_of_exit > 1;
  for (u32 k = 0; k < kinds_of_exit; ++k) add_edge(s, to[k], number[k]);
}

// What lanes do together.
struct Together {
  u64 what[warp_size], address[warp_size];
  u8 lane[warp_size];
  u32 count = 0;

  void add(const Event& event, u32 l) {
    what[count] = event.what;
    address[count] = event.address;
    lane[count++] = static_cast<u8>(l);
  }
};

void count_all(Recorder& r, u32 warp, Together& all) {
  const What first = what_of(all.what[0]);
  if (first.kind == Kind::step) {
    count_step(first, all.address, all.count);
  } else {
    account(r, warp, first, all.address, all.lane, all.count);
  }
}

// One instruction may touch different memory in different lanes, and then makes a request to each.
void count_by_memory(Recorder& r, u32 warp, Together& all) {
  while (all.count > 0) {
    Together one, left;
    for (u32 i = 0; i < all.count; ++i) {
      Together& part = all.what[i] == all.what[0] ? one : left;
      part.what[part.count] = all.what[i];
      part.address[part.count] = all.address[i];
      part.lane[part.count++] = all.lane[i];
    }
    count_all(r, warp, one);
    all = left;
  }
}

}  // namespace

void merge_warp(Recorder& r, u32 warp, u32 running) {
  const Event *at[warp_size], *end[warp_size];
  u32 live = 0;
  LaneTrace* const traces = r.lanes + warp * warp_size;
  for (u32 l = 0; l < warp_size; ++l) {
    at[l] = traces[l].events + traces[l].begin;
    end[l] = traces[l].events + traces[l].count;
    if (at[l] < end[l]) live |= 1u << l;
  }
  // As long as a full warp does the same: most of most kernels.
  if (live == ~0u) {
    std::ptrdiff_t left = lane_capacity;
    for (u32 l = 0; l < warp_size; ++l) left = std::min(left, end[l] - at[l]);
    Together all;
    all.count = warp_size;
    for (u32 l = 0; l < warp_size; ++l) all.lane[l] = static_cast<u8>(l);
    std::ptrdiff_t k = 0;
    for (; k < left; ++k) {
      u64 differences = 0;
      all.what[0] = at[0][k].what;
      for (u32 l = 0; l < warp_size; ++l) {
        differences |= at[l][k].what ^ all.what[0];
        all.address[l] = at[l][k].address;
      }
      if (differences != 0) break;
      count_all(r, warp, all);
    }
    for (u32 l = 0; l < warp_size; ++l) {
      at[l] += k;
      live &= ~(u32{at[l] == end[l]} << l);
    }
  }
  while (live) {
    // Lanes that stopped in mid-course must not be overtaken: what they do next may belong to this very request.
    if (running & ~live) break;
    Together all;
    u64 differences = 0;
    for (u32 rest = live; rest; rest &= rest - 1) {
      const u32 l = static_cast<u32>(std::countr_zero(rest));
      all.add(*at[l], l);
      differences |= all.what[all.count - 1] ^ all.what[0];
    }
    if (differences != 0) {
      u32 deepest = 0, next_site = 0;
      std::uintptr_t lowest = 0;
      for (u32 i = 0; i < all.count; ++i) {
        const What what = what_of(all.what[i]);
        const std::uintptr_t pc = site(what.site).pc;
        if (i > 0 && (what.depth < deepest || (what.depth == deepest && pc >= lowest))) continue;
        deepest = what.depth;
        lowest = pc;
        next_site = what.site;
      }
      Together some;
      for (u32 i = 0; i < all.count; ++i) {
        const What what = what_of(all.what[i]);
        if (what.site == next_site && what.depth == deepest) some.add(*at[all.lane[i]], all.lane[i]);
      }
      all = some;
    }
    for (u32 i = 0; i < all.count; ++i) {
      const u32 l = all.lane[i];
      if (++at[l] == end[l]) live &= ~(1u << l);
    }
    if (differences != 0) {
      count_by_memory(r, warp, all);
    } else {
      count_all(r, warp, all);
    }
  }
  for (u32 l = 0; l < warp_size; ++l) {
    LaneTrace& lane = traces[l];
    lane.begin = static_cast<u32>(at[l] - lane.events);
    if (lane.begin == lane.count) {
      lane.begin = lane.count = 0;
      lane.last_step = ~0u;
    }
  }
}

}  // namespace cuda_emulator::microscope
