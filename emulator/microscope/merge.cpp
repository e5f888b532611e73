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

struct Position {
  const Event* at;
  const Event* end;
};

const Event* next_step(const Position& p) {
  for (const Event* e = p.at; e < p.end; ++e) {
    if (e->kind == Kind::step) return e;
  }
  return nullptr;
}

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

// A basic block has been entered by these lanes together; where does each go from there?
void count_step(const Event& step, const Position* lanes, const u8* index, u32 count) {
  u32 to[warp_size], number[warp_size], kinds_of_exit = 0;
  for (u32 i = 0; i < count; ++i) {
    const Event* const next = next_step(lanes[index[i]]);
    // Deeper: a call, after which the lane comes back. Shallower: it returns.
    if (!next || next->depth != step.depth) continue;
    u32 k = 0;
    while (k < kinds_of_exit && to[k] != next->site) ++k;
    if (k == kinds_of_exit) {
      to[k] = next->site;
      number[k] = 0;
      ++kinds_of_exit;
    }
    ++number[k];
  }
  Site& s = site(step.site);
  ++s.passes;
  s.lanes += count;
  s.split += kinds_of_exit > 1;
  for (u32 k = 0; k < kinds_of_exit; ++k) add_edge(s, to[k], number[k]);
}

}  // namespace

void merge_warp(Recorder& r, u32 warp, u32 running) {
  Position lanes[warp_size];
  u32 live = 0;
  for (u32 l = 0; l < warp_size; ++l) {
    LaneTrace& lane = r.lanes[warp * warp_size + l];
    lanes[l] = {lane.events + lane.begin, lane.events + lane.count};
    if (lanes[l].at < lanes[l].end) live |= 1u << l;
  }
  const Event* request[warp_size];
  u8 index[warp_size];
  while (live) {
    // Lanes that stopped in mid-course must not be overtaken: what they do next may belong to this very request.
    if (running & ~live) break;
    u32 count = 0;
    u64 best = ~0ull;
    std::uintptr_t best_site = ~std::uintptr_t{0};
    u32 one_site = ~0u;
    bool same = true;
    for (u32 rest = live; rest; rest &= rest - 1) {
      const Event& e = *lanes[std::countr_zero(rest)].at;
      if (one_site == ~0u) one_site = e.site;
      same &= e.site == one_site;
    }
    if (!same) {
      for (u32 rest = live; rest; rest &= rest - 1) {
        const Event& e = *lanes[std::countr_zero(rest)].at;
        const std::uintptr_t pc = site(e.site).pc;
        const u64 depth = 255u - e.depth;
        if (depth < best || (depth == best && pc < best_site)) {
          best = depth;
          best_site = pc;
          one_site = e.site;
        }
      }
    }
    for (u32 rest = live; rest; rest &= rest - 1) {
      const u32 l = static_cast<u32>(std::countr_zero(rest));
      if (lanes[l].at->site != one_site || (!same && 255u - lanes[l].at->depth != best)) continue;
      index[count] = static_cast<u8>(l);
      request[count++] = lanes[l].at++;
    }
    for (u32 i = 0; i < count; ++i) {
      if (lanes[index[i]].at == lanes[index[i]].end) live &= ~(1u << index[i]);
    }
    if (request[0]->kind == Kind::step) {
      count_step(*request[0], lanes, index, count);
      continue;
    }
    // One instruction may touch different memory in different lanes, and then makes a request to each.
    while (count > 0) {
      const Event first = *request[0];
      const Event* together[warp_size];
      u8 whose[warp_size];
      u32 n = 0, left = 0;
      for (u32 i = 0; i < count; ++i) {
        if (request[i]->space == first.space && request[i]->size == first.size && request[i]->kind == first.kind) {
          whose[n] = index[i];
          together[n++] = request[i];
        } else {
          index[left] = index[i];
          request[left++] = request[i];
        }
      }
      account(r, warp, together, whose, n);
      count = left;
    }
  }
  for (u32 l = 0; l < warp_size; ++l) {
    LaneTrace& lane = r.lanes[warp * warp_size + l];
    lane.begin = static_cast<u32>(lanes[l].at - lane.events);
    if (lane.begin == lane.count) lane.begin = lane.count = 0;
  }
}

}  // namespace cuda_emulator::microscope
