// The cost of a warp's request: 32-byte sectors of global memory, passes over the 32 banks of shared memory, one pass
// per address of constant memory. Counted as an H200's counters count.
#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr u32 sector = 32, banks = 32, word = 4;

// Lanes that read the same word share it; 8-byte accesses are processed by half warps, 16-byte ones by quarters.
// Atomics take turns at a bank, whether or not their words differ (tests/hardware/atomic_passes.cu).
Cost shared_cost(Kind kind, u32 size, const u64* address, const u8* lane, u32 count) {
  const u32 words = std::max(1u, size / word), group = std::max(1u, warp_size / words);
  Cost cost{0, 0, 0};
  for (u32 first = 0; first < warp_size; first += group) {
    u64 seen[banks][warp_size];
    u8 served[banks] = {};
    u32 passes = 0;
    for (u32 i = 0; i < count; ++i) {
      if (lane[i] < first || lane[i] >= first + group) continue;
      for (u32 k = 0; k < words; ++k) {
        const u64 w = address[i] / word + k;
        const u32 bank = static_cast<u32>(w % banks);
        u64* const known = seen[bank];
        u64* const end = known + served[bank];
        if (kind == Kind::atomic || std::find(known, end, w) == end) known[served[bank]++] = w;
        passes = std::max<u32>(passes, served[bank]);
      }
    }
    cost.moved += passes;
    cost.ideal += passes > 0;
    cost.worst = std::max(cost.worst, passes);
  }
  return cost;
}

// Distinct aligned pieces of `piece` bytes that the lanes access.
u32 pieces(u32 piece, u32 size, const u64* address, u32 count) {
  u64 touched[2 * warp_size];
  u32 n = 0;
  u64 last = ~0ull;
  bool sorted = true;
  for (u32 i = 0; i < count; ++i) {
    for (u64 p = address[i] / piece; p * piece < address[i] + size; ++p) {  // none if the size is 0
      if (p == last) continue;
      sorted &= last == ~0ull || p > last;
      touched[n++] = last = p;
    }
  }
  if (!sorted) {
    std::sort(touched, touched + n);
    n = static_cast<u32>(std::unique(touched, touched + n) - touched);
  }
  return n;
}

void add_request(Totals& t, const Cost& cost, u32 lanes, u64 bytes, u32 width) {
  ++t.requests;
  t.lanes += lanes;
  t.bytes += bytes;
  t.moved += cost.moved;
  t.ideal += cost.ideal;
  t.worst = std::max(t.worst, cost.worst);
  t.best = std::min(t.best, cost.moved);
  t.width = std::max(t.width, width);
}

}  // namespace

Cost cost_of(Space space, Kind kind, u32 size, const u64* address, const u8* lane, u32 count) {
  if (space == Space::shared) return shared_cost(kind, size, address, lane, count);
  if (space == Space::constant) {
    const u32 n = pieces(word, size, address, count);
    const u32 least = std::max(1u, size / word);
    return {n, least, n};
  }
  const u32 n = pieces(sector, size, address, count);
  return {n, (count * size + sector - 1) / sector, n};
}

void account_for_engine(Recorder& r, u32 index, Kind kind, u32 threads, const std::vector<MemoryPiece>& pieces) {
  const auto place = [&](std::size_t i) { return reinterpret_cast<u64>(pieces[i].place); };
  const Space space = place(0) - r.tls < own_count * word ? Space::shared : Space::global;
  u64 bytes = 0;
  for (const MemoryPiece& piece : pieces) bytes += piece.bytes;
  Cost cost{0, static_cast<u32>((bytes + sector - 1) / sector), 0};
  if (space == Space::shared) {
    constexpr u32 lines = 8;
    constexpr u8 lanes[lines] = {0, 1, 2, 3, 4, 5, 6, 7};
    for (std::size_t first = 0; first < pieces.size(); first += lines) {
      u64 address[lines];
      for (u32 i = 0; i < lines; ++i) address[i] = place(first + i);
      cost.moved += shared_cost(kind, static_cast<u32>(pieces[first].bytes), address, lanes, lines).moved;
    }
    cost.ideal = static_cast<u32>(bytes / (banks * word));
  } else {
    std::vector<u64> sectors;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      for (u64 at = place(i) / sector; at * sector < place(i) + pieces[i].bytes; ++at) sectors.push_back(at);
    }
    std::sort(sectors.begin(), sectors.end());
    cost.moved = static_cast<u32>(std::unique(sectors.begin(), sectors.end()) - sectors.begin());
  }
  Site& s = site(r, index);
  s.counted = s.used[static_cast<int>(kind)][static_cast<int>(space)] = true;
  Totals& t = s.totals[static_cast<int>(kind)][static_cast<int>(space)];
  cost.worst = cost.moved;
  add_request(t, cost, threads, bytes, static_cast<u32>(bytes));
}

void account(Recorder& r, u32 warp, const What& first, const u64* events, const u8* lanes, u32 count, u32 logged) {
  const bool store = first.kind == Kind::store && first.space == Space::global;
  u64 addresses[warp_size];
  u16 values[warp_size];
  for (u32 i = 0; store && i < count; ++i) {
    addresses[i] = events[i] & address_bits;
    values[i] = static_cast<u16>(events[i] >> value_shift);
  }
  const u64* const address = store ? addresses : events;
  Site& s = site(r, first.site);
  s.counted = true;
  const int kind = static_cast<int>(first.kind), space = static_cast<int>(first.space);
  Totals& t = s.totals[kind][space];
  s.used[kind][space] = true;
  const u32 size = first.size;
  // Lanes that all add 1 to words of shared memory, and use no old value, take no turns: ATOMS.POPC.INC counts the
  // lanes of each word (tests/hardware/atomic_passes.cu).
  const bool together = first.kind == Kind::atomic && first.space == Space::shared &&
                        std::atomic_ref<bool>(site_infos[first.site].adds_one).load(std::memory_order_relaxed);
  Cost cost;
  // The usual requests, each lane with the next element or all with one, need no search.
  const long long stride = count > 1 ? static_cast<long long>(address[1] - address[0]) : 0;
  bool even = count > 1;
  for (u32 i = 2; i < count; ++i) even &= static_cast<long long>(address[i] - address[i - 1]) == stride;
  if (first.space == Space::global && even && (stride == static_cast<long long>(size) || stride == 0)) {
    const u64 end = address[count - 1] + size;
    cost.moved = static_cast<u32>((end - 1) / sector - address[0] / sector + 1);
    cost.ideal = (count * size + sector - 1) / sector;
    cost.worst = cost.moved;
  } else {
    cost = cost_of(first.space, together ? Kind::store : first.kind, size, address, lanes, count);
  }
  add_request(t, cost, count, u64{count} * size, size);
  if (even) {
    t.broadcasts += stride == 0;
    if (stride != 0) {
      t.stride = stride;
      t.stride_block = r.linear;
    }
    ++t.strides[stride == static_cast<long long>(size) || stride == -static_cast<long long>(size) ? 0 : 1];
  } else if (count > 1) {
    ++t.strides[2];
  }
  t.together += together;
  if (first.kind == Kind::atomic && !together) {
    u64 sorted[warp_size];
    std::copy(address, address + count, sorted);
    std::sort(sorted, sorted + count);
    u32 most = 1;
    for (u32 i = 1, here = 1; i < count; ++i) {
      here = sorted[i] == sorted[i - 1] ? here + 1 : 1;
      t.clashes += here > 1;
      most = std::max(most, here);
    }
    t.turns += most;
  }
  if (!settings().page.empty()) keep_request(r, warp, first, cost.worst, address, lanes, count);
  if (first.space != Space::global || first.kind == Kind::atomic) return;
  const u16* const stored = store ? values : nullptr;
  if (logged == 0) return log_request(r, warp, first, address, stored, lanes, count, even, stride);
  for (u32 i = 0; i < count; ++i) {
    if (logged >> lanes[i] & 1) continue;
    log_request(r, warp, first, address + i, stored ? stored + i : nullptr, lanes + i, 1, false, 0);
  }
}

}  // namespace cuda_emulator::microscope
