// From lanes to warps: which accesses of 32 threads are one request of the hardware?
//
// The lanes at the greatest call depth always run first, and of those the ones at the lowest address: lanes that took a
// branch meet the others after it, and lanes in a loop meet those that left it. Starting again at each barrier limits
// the effect of an error. (Counting "the k-th time that a lane executes this instruction" instead fails as soon as
// control flow diverges: in a neighbour list it gave 49 requests where the hardware made 480.)
#include <bit>

#include "ground/ground.hpp"
#include "order/order.hpp"

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

void count_entry(Recorder& r, const What& step, u32 count) {
  Site& s = site(r, step.site);
  s.counted = true;
  ++s.passes;
  s.lanes += count;
}

// All lanes of the basic block continue with the same one.
void count_way(Recorder& r, const What& step, u64 next, u32 count) {
  // Deeper: a call, after which the lane returns. Shallower: it returns.
  if (next != 0 && what_of(next).depth == step.depth) add_edge(r.sites[step.site], what_of(next).site, count);
}

// The next basic block of each lane. next: by lane, 0 if it is not known.
void count_ways(Recorder& r, const What& step, const u64* next, u32 count) {
  u64 differences = 0;
  for (u32 i = 1; i < count; ++i) differences |= next[i] ^ next[0];
  if (differences == 0) return count_way(r, step, next[0], count);
  u32 to[warp_size], number[warp_size], kinds_of_exit = 0;
  for (u32 i = 0; i < count; ++i) {
    const What what = what_of(next[i]);
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
  Site& s = r.sites[step.site];
  s.split += kinds_of_exit > 1;
  for (u32 k = 0; k < kinds_of_exit; ++k) add_edge(s, to[k], number[k]);
}

bool is_step(u64 what) {
  return what_of(what).kind == Kind::step;
}

// The lane's next step, or 0 if its list has ended.
u64 next_step(const Event* at, const Event* end) {
  while (at < end && !is_step(at->what)) ++at;
  return at < end ? at->what : 0;
}

// Requests of the lanes together.
struct Together {
  u64 what[warp_size], address[warp_size];
  u8 lane[warp_size];
  u32 count = 0;
  u32 logged = 0;  // lanes whose accesses have already been compared with others'

  void add(const Event& event, u32 l) {
    what[count] = event.what;
    address[count] = event.address;
    lane[count++] = static_cast<u8>(l);
  }
};

void count_all(Recorder& r, u32 warp, Together& all) {
  const What first = what_of(all.what[0]);
  if (first.kind == Kind::step) {
    count_entry(r, first, all.count);
    count_ways(r, first, all.address, all.count);
  } else {
    account(r, warp, first, all.address, all.lane, all.count, all.logged);
  }
}

// One instruction may access different kinds of memory in different lanes, and then makes a request to each.
void count_by_memory(Recorder& r, u32 warp, Together& all) {
  while (all.count > 0) {
    Together one, left;
    one.logged = left.logged = all.logged;
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

// As long as all lanes that have events left do the same, which is the largest part of most kernels. Returns whether
// they did.
bool merge_in_step(Recorder& r, u32 warp, const Event** at, const Event** end, u32* live) {
  Together all;
  std::ptrdiff_t left = lane_capacity;
  for (u32 rest = *live; rest; rest &= rest - 1) {
    const u32 l = static_cast<u32>(std::countr_zero(rest));
    all.lane[all.count++] = static_cast<u8>(l);
    left = std::min(left, end[l] - at[l]);
  }
  const Event* place[warp_size];
  for (u32 i = 0; i < all.count; ++i) place[i] = at[all.lane[i]];
  std::ptrdiff_t k = 0;
  u64 last = 0;  // the last step
  for (; k < left; ++k) {
    u64 differences = 0;
    const u64 what = place[0][k].what;
    for (u32 i = 0; i < all.count; ++i) differences |= place[i][k].what ^ what;
    if (differences != 0) break;
    if (is_step(what)) {
      if (last != 0) count_way(r, what_of(last), what, all.count);
      count_entry(r, what_of(what), all.count);
      last = what;
      continue;
    }
    for (u32 i = 0; i < all.count; ++i) all.address[i] = place[i][k].address;
    account(r, warp, what_of(what), all.address, all.lane, all.count, 0);
  }
  if (last != 0) {
    for (u32 i = 0; i < all.count; ++i) all.address[i] = next_step(place[i] + k, end[all.lane[i]]);
    count_ways(r, what_of(last), all.address, all.count);
  }
  for (u32 i = 0; i < all.count; ++i) {
    const u32 l = all.lane[i];
    at[l] += k;
    if (at[l] == end[l]) *live &= ~(1u << l);
  }
  return k > 0;
}

}  // namespace

void merge_warp(Recorder& r, u32 warp, u32 running) {
  keep_stored_value(r);
  check_suspects(r);
  const Event *at[warp_size], *end[warp_size];
  u32 live = 0;
  LaneTrace* const traces = r.lanes + warp * warp_size;
  const bool some_logged = r.logged[warp];
  for (u32 l = 0; l < warp_size; ++l) {
    at[l] = traces[l].events + traces[l].begin;
    end[l] = traces[l].events + traces[l].count;
    if (at[l] < end[l]) live |= 1u << l;
  }
  bool in_step = true;  // the lanes may do the same again for some time
  while (live) {
    // Lanes that stopped before their next event must not be overtaken: it may belong to this very request.
    if (running & ~live) break;
    if (in_step && !some_logged) {
      in_step = false;
      if (merge_in_step(r, warp, at, end, &live)) continue;
    }
    Together all;
    u64 differences = 0;
    for (u32 rest = live; rest; rest &= rest - 1) {
      const u32 l = static_cast<u32>(std::countr_zero(rest));
      all.add(*at[l], l);
      differences |= all.what[all.count - 1] ^ all.what[0];
      if (some_logged) all.logged |= u32{at[l] < traces[l].events + traces[l].logged} << l;
    }
    if (differences != 0) {
      u32 deepest = 0, next_site = 0;
      std::uintptr_t lowest = 0;
      for (u32 i = 0; i < all.count; ++i) {
        const What what = what_of(all.what[i]);
        const std::uintptr_t pc = info(what.site).pc;
        if (i > 0 && (what.depth < deepest || (what.depth == deepest && pc >= lowest))) continue;
        deepest = what.depth;
        lowest = pc;
        next_site = what.site;
      }
      Together some;
      some.logged = all.logged;
      for (u32 i = 0; i < all.count; ++i) {
        const What what = what_of(all.what[i]);
        if (what.site == next_site && what.depth == deepest) some.add(*at[all.lane[i]], all.lane[i]);
      }
      all = some;
    }
    in_step = differences == 0;
    for (u32 i = 0; i < all.count; ++i) {
      const u32 l = all.lane[i];
      if (is_step(all.what[i])) all.address[i] = next_step(at[l] + 1, end[l]);
      if (++at[l] == end[l]) live &= ~(1u << l);
    }
    if (differences != 0) {
      count_by_memory(r, warp, all);
    } else {
      count_all(r, warp, all);
    }
  }
  bool any_logged = false;
  for (u32 l = 0; l < warp_size; ++l) {
    LaneTrace& lane = traces[l];
    r.work += static_cast<u64>(at[l] - lane.events) - lane.begin;
    lane.begin = static_cast<u32>(at[l] - lane.events);
    any_logged |= lane.logged > lane.begin;
    if (lane.begin == lane.count) {
      lane.begin = lane.count = lane.logged = 0;
    }
  }
  r.logged[warp] = any_logged;
}

}  // namespace cuda_emulator::microscope
