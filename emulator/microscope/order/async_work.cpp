// Work that runs beside the threads that start it (engine/async_work.hpp): copies, bulk copies, products of warpgroups.
// Until it is waited for, nobody may access what it writes, nor write what it reads. The engine says when it begins and
// ends; each word of shared memory counts the work that it waits for, so that accesses of other words cost nothing.
#include "engine/async_work.hpp"

#include <mutex>
#include <set>
#include <unordered_map>

#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

struct Piece {
  std::uintptr_t low, high;
  bool writes;
};
struct Work {
  WorkKind kind;
  u32 site, thread;
  u64 block;
  std::vector<Piece> pieces = {};
};
// Of all blocks: in a cluster one block's copy fills the memory of another, which waits for it.
auto& works = *new std::unordered_map<WorkNumber, Work>();
std::recursive_mutex works_mutex;
WorkNumber last_work = 0;

// Places that start work which another finding has named: that nobody waits for it needs no second one.
auto& named = *new std::set<u32>();

// The barriers that inline PTX has initialised, and whose initialisation the copy engine may not know yet.
struct Unseen {
  const void* barrier;
  u32 site, thread;
};
thread_local std::vector<Unseen> unseen;

std::string name_of(WorkKind kind) {
  return kind == WorkKind::product ? "product" : kind == WorkKind::copy ? "copy" : "bulk copy";
}
Words name_of(const Work& work) {
  return "the " + name_of(work.kind) + " of " + mark(work.site);
}
std::string variable_named(std::uintptr_t address) {
  std::uintptr_t low = 0, high = 0;
  const std::string name = variable_at(address, &low, &high);
  return name.empty() ? "" : " (" + name + ")";
}
std::string starter(const Recorder& r, const Work& work) {
  return thread_name(r, work.thread) + " of block " + block_name(*r.grid, work.block) + " started it";
}

// The words of this OS thread's shared memory.
Awaited* awaited_words(Recorder& r, const Piece& piece) {
  if (piece.low - r.tls >= own_count * 4) return nullptr;
  if (!r.all_awaited) r.all_awaited = static_cast<Awaited*>(reserve((own_count + 16) * sizeof(Awaited)));
  return r.all_awaited + (piece.low - r.tls) / 4;
}
void count(Recorder* mine, const Piece& piece, int change) {
  Recorder* const r = recorder_of(mine, piece.low);
  Awaited* const words = r ? awaited_words(*r, piece) : nullptr;
  if (!words) return;
  const std::size_t size = (piece.high - (piece.low & ~std::uintptr_t{3}) + 3) / 4;
  for (std::size_t i = 0; i < size; ++i) {
    u16& n = piece.writes ? words[i].writes : words[i].reads;
    n = static_cast<u16>(n + change);
  }
  r->awaited_pieces = static_cast<u32>(static_cast<int>(r->awaited_pieces) + change);
  r->awaited = r->awaited_pieces ? r->all_awaited : nullptr;
}

const Work* work_at(std::uintptr_t address, u32 size, bool writes) {
  const Work* found = nullptr;
  for (const auto& [number, work] : works) {
    for (const Piece& piece : work.pieces) {
      if (piece.writes != writes || address >= piece.high || address + size <= piece.low) continue;
      if (!found || info(work.site).pc < info(found->site).pc) found = &work;
    }
  }
  return found;
}

// What a running thread's own access would be.
void touch_as_thread(Recorder& r, u32 site, std::uintptr_t address, std::size_t bytes, Kind kind) {
  const Target target = target_of(r, site, address, static_cast<u32>(bytes), kind);
  if (!target.region || target.space != Space::shared) return;
  check_shared_race(r, site, *target.region, address, static_cast<u32>(bytes), kind, Order::none);
}

// Stores of threads become visible to the asynchronous proxy by a fence of the storing thread, or of the one that
// starts the work behind a barrier.
void check_proxy(Recorder& r, const Work& work, std::uintptr_t address, std::size_t bytes) {
  const Target target = target_of(r, work.site, address, static_cast<u32>(bytes), Kind::load);
  if (!target.region || target.space != Space::shared) return;
  const std::uintptr_t base = target.region->low & ~std::uintptr_t{3};
  for (std::uintptr_t at = address & ~std::uintptr_t{3}; at < address + bytes; at += 4) {
    const Cell& cell = target.region->cells[(at - base) / 4];
    if (cell.bits >> cell_block_bits != r.block_stamp || cell.writer < r.ledger.first_slot) continue;
    const Record& store = record_of(r.ledger, cell.writer);
    const u32 thread = store.warp * warp_size + cell.writer % warp_size, number = cell.writer / warp_size;
    if (work.kind == WorkKind::product) touch_as_thread(r, work.site, at, 4, Kind::load);
    if (number < r.fenced[thread] || number < r.fenced[block_state.current]) continue;
    const u64 key = key_of(store.site, work.site, target.region->low - r.tls, 21);
    if (found_again(key, r)) continue;
    found({Message::missing_proxy_fence,
           mark(store.site) + " writes shared memory" + variable_named(at) + " that " + name_of(work) +
               " reads, without fence.proxy.async between them",
           thread_and_block(r, thread) + " wrote it with an ordinary store, which the asynchronous proxy need not see"},
          &r, key);
  }
}

// ---- what the engine says ----

struct Locks {
  Locks() { lock_if_shared(); }
  ~Locks() { unlock_if_shared(); }
  Locks(const Locks&) = delete;
  Locks& operator=(const Locks&) = delete;
};

// A thread that is looked at, and the works.
struct Held : Looking {
  const std::lock_guard<std::recursive_mutex> lock{works_mutex};
};

WorkNumber begins(WorkKind kind, const void* call) {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel || !call) return 0;
  const std::lock_guard lock(works_mutex);
  works.emplace(++last_work, Work{kind, site_in_ptx(call), block_state.current, aside.r->linear});
  return last_work;
}

void writes(WorkNumber number, void* to, std::size_t bytes) {
  const Held held;
  if (!held) return;
  Recorder& r = held.r();
  Work& work = works.at(number);
  const std::uintptr_t low = reinterpret_cast<std::uintptr_t>(to);
  if (low - r.tls < own_count * 4) {
    if (r.awaited) check_awaited(r, work.site, low, static_cast<u32>(bytes), Kind::store);
    touch_as_thread(r, work.site, low, bytes, Kind::store);
  } else {
    cluster_memory_touched(r, work.site, low);
    check_far_race(r, work.site, low, static_cast<u32>(bytes), Kind::store, Order::none);
  }
  work.pieces.push_back({low, low + bytes, true});
  count(&r, work.pieces.back(), 1);
}

void reads(WorkNumber number, const void* from, std::size_t bytes) {
  const Held held;
  if (!held) return;
  Recorder& r = held.r();
  Work& work = works.at(number);
  const std::uintptr_t low = reinterpret_cast<std::uintptr_t>(from);
  if (low - r.tls < own_count * 4) {
    if (r.awaited) check_awaited(r, work.site, low, static_cast<u32>(bytes), Kind::load);
    if (work.kind == WorkKind::bulk_store) touch_as_thread(r, work.site, low, bytes, Kind::load);
    check_proxy(r, work, low, bytes);
  }
  work.pieces.push_back({low, low + bytes, false});
  count(&r, work.pieces.back(), 1);
}

void ends(WorkNumber number) {
  const Aside aside;
  const Locks shared;
  const std::lock_guard lock(works_mutex);
  const auto work = works.find(number);
  if (work == works.end()) return;
  const bool waits = aside.r && work->second.block == aside.r->linear && work->second.thread == block_state.current;
  for (const Piece& piece : work->second.pieces) {
    count(aside.r, piece, -1);
    // Its last read is no earlier than the wait.
    if (waits && work->second.kind == WorkKind::bulk_store && block_state.in_kernel) {
      touch_as_thread(*aside.r, work->second.site, piece.low, piece.high - piece.low, Kind::load);
    }
  }
  // A product's registers are delivered later, and may have been changed then.
  work->second.pieces.clear();
  if (work->second.kind != WorkKind::product) works.erase(work);
}

// By the running warp, which has waited for it.
void has_read(WorkNumber number, const std::vector<MemoryPiece>& pieces) {
  const Held held;
  if (!held) return;
  const auto work = works.find(number);
  if (work == works.end()) return;
  for (const MemoryPiece& piece : pieces) {
    check_product_race(held.r(), work->second.site, reinterpret_cast<std::uintptr_t>(piece.place),
                       static_cast<u32>(piece.bytes));
  }
}

void fault(WorkNumber number, WorkFault what) {
  const Held held;
  if (!held) return;
  const auto known = works.find(number);
  if (known == works.end()) return;
  const Work& work = known->second;
  const Recorder& r = held.r();
  if (what == WorkFault::never_awaited && named.contains(work.site)) return;
  const u64 key = key_of(work.site, static_cast<u32>(what), 0, 22);
  if (found_again(key, r)) return;
  const Words name = name_of(work);
  const std::string detail = starter(r, work);
  switch (what) {
    case WorkFault::never_awaited:
      found({Message::work_never_awaited, name + " has not been waited for when the block ends", detail}, &r, key);
      break;
    case WorkFault::source_changed:
      found({Message::overwritten_too_early, "what " + name + " reads has changed before the copy was waited for",
             detail},
            &r, key);
      break;
    case WorkFault::registers_changed:
      found({Message::overwritten_too_early,
             "the accumulators of " + name + " have been changed before wgmma.wait_group", detail},
            &r, key);
      break;
    case WorkFault::registers_unordered:
      found({Message::missing_wgmma_fence, name + " uses registers that no wgmma.fence has ordered before it", detail},
            &r, key);
      break;
  }
}

void arrives_at(WorkNumber number, const void* barrier) {
  const Held held;
  if (!held) return;
  Recorder& r = held.r();
  const Work& work = works.at(number);
  cluster_memory_touched(r, work.site, reinterpret_cast<std::uintptr_t>(barrier));
  cluster_arrival(barrier);
  barrier_arrival(r, barrier, true, count_release(r));
  for (const Unseen& made : unseen) {
    if (made.barrier != barrier) continue;
    const u64 key = key_of(made.site, work.site, 0, 23);
    if (found_again(key, r)) return;
    found({Message::missing_barrier_fence,
           name_of(work) + " arrives at the barrier that " + mark(made.site) +
               " initialises, without fence.mbarrier_init or fence.proxy.async between them",
           thread_and_block(r, made.thread) + " initialised it; the copy engine need not see that"},
          &r, key);
    return;
  }
}

void remote_arrival(const void* barrier, const void* call) {
  const Looking looking;
  if (!looking || !block_state.in_kernel) return;
  if (call) {
    cluster_memory_touched(looking.r(), site_in_ptx(call), reinterpret_cast<std::uintptr_t>(barrier));
  }
  cluster_arrival(barrier);
}

void moves(const std::vector<MemoryPiece>& pieces, bool writes, unsigned threads, const void* call) {
  const Looking looking;
  if (!looking || !block_state.in_kernel || !call || pieces.empty()) return;
  account_for_engine(looking.r(), site_in_ptx(call), writes ? Kind::store : Kind::load, threads, pieces);
}

void proxy_fence() {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  Recorder& r = *aside.r;
  r.fenced[block_state.current] = r.ledger.first_record + static_cast<u32>(r.ledger.records.size());
  r.stamp = new_stamp(r);  // later stores get records of their own
  std::erase_if(unseen, [](const Unseen& made) { return made.thread == block_state.current; });
}

void arrives(const void* barrier, bool releases) {
  const Looking looking;
  if (!looking || !block_state.in_kernel) return;
  barrier_arrival(looking.r(), barrier, releases, count_release(looking.r()));
}
void completes(const void* barrier) {
  const Looking looking;
  if (looking && block_state.in_kernel) barrier_completes(looking.r(), barrier);
}
void waited(const void* barrier) {
  const Looking looking;
  if (!looking || !block_state.in_kernel) return;
  acquired_in_cluster(looking.r(), block_state.current / warp_size);
  barrier_awaited(looking.r(), barrier);
  cluster_wait_ends(barrier);
}
void meets_cluster(bool arrives) {
  const Looking looking;
  if (!looking) return;
  Recorder& r = looking.r();
  cluster_meets(arrives);
  if (!is_in_cluster(r)) return;
  if (arrives) return cluster_is_met(r, count_release(r));
  cluster_has_met(r);
  for (u32 w = 0; w * warp_size < block_state.size; ++w) acquired_in_cluster(r, w);
}

void barrier_made(const void* barrier, const void* call) {
  const Looking looking;
  if (!looking) return;
  barrier_is_new(looking.r(), barrier);
  std::erase_if(unseen, [&](const Unseen& made) { return made.barrier == barrier; });
  if (call) unseen.push_back({barrier, site_in_ptx(call), block_state.current});
}

}  // namespace

bool check_awaited(Recorder& r, u32 site, std::uintptr_t address, u32 size, Kind kind) {
  const Awaited* const words = r.awaited + ((address & ~std::uintptr_t{3}) - r.tls) / 4;
  const std::size_t count = (address % 4 + size + 3) / 4;
  bool written = false, read = false;
  for (std::size_t i = 0; i < count; ++i) {
    written |= words[i].writes != 0;
    read |= words[i].reads != 0;
  }
  const bool stores = kind != Kind::load;
  if (!written && !(read && stores)) return false;
  const std::lock_guard lock(works_mutex);
  const Work* const work = work_at(address, size, written);
  if (!work) return false;
  const u64 key = key_of(work->site, site, 0, 20 + u32{stores});
  if (found_again(key, r)) return true;
  named.insert(work->site);
  const Words name = name_of(*work);
  const std::string where = "shared memory" + variable_named(address);
  const std::string detail = running_thread(r) + "; " + starter(r, *work);
  const std::shared_ptr<Request> request = request_now(r, site, Space::shared, address, size, kind);
  if (!stores) {
    found({Message::read_too_early, mark(site) + " reads " + where + " before " + name + " was waited for", detail}, &r,
          key, request);
  } else {
    found({Message::overwritten_too_early,
           mark(site) + " writes " + where + " that " + name + (written ? " writes too" : " still reads") +
               "; it has not been waited for",
           detail},
          &r, key, request);
  }
  return true;
}

void check_register(Recorder& r, u32 site, std::uintptr_t address) {
  const WorkNumber number = work_of_register ? work_of_register(reinterpret_cast<const void*>(address)) : 0;
  const std::lock_guard lock(works_mutex);
  const auto work = works.find(number);
  if (work == works.end()) return;
  const u64 key = key_of(work->second.site, site, 0, 24);
  if (found_again(key, r)) return;
  named.insert(work->second.site);
  found({Message::read_too_early,
         mark(site) + " reads accumulators before " + name_of(work->second) + " was waited for by wgmma.wait_group",
         running_thread(r)},
        &r, key);
}

void forget_work(Recorder& r) {
  unseen.clear();
  {
    const std::lock_guard lock(works_mutex);
    std::erase_if(works, [&](auto& entry) { return entry.second.block == r.linear; });
  }
  if (r.awaited_pieces == 0) return;
  std::fill(r.all_awaited, r.all_awaited + own_count + 16, Awaited{});
  r.awaited_pieces = 0;
  r.awaited = nullptr;
}

namespace {

const bool watches = [] {
  work_hooks.begins = begins;
  work_hooks.writes = writes;
  work_hooks.reads = reads;
  work_hooks.ends = ends;
  work_hooks.fault = fault;
  work_hooks.arrives_at = arrives_at;
  work_hooks.moves = moves;
  work_hooks.proxy_fence = proxy_fence;
  work_hooks.barrier_made = barrier_made;
  work_hooks.remote_arrival = remote_arrival;
  work_hooks.arrives = arrives;
  work_hooks.completes = completes;
  work_hooks.waited = waited;
  work_hooks.has_read = has_read;
  work_hooks.cluster_arrives = [](bool releases) {
    const Looking looking;
    if (!looking || !block_state.in_kernel || !is_in_cluster(looking.r())) return;
    cluster_arrives(looking.r(), releases, count_release(looking.r()));
  };
  work_hooks.cluster_meets = meets_cluster;
  work_hooks.grid_awaited = [] {
    const Aside aside;
    if (aside.r && block_state.in_kernel) grid_was_awaited(*aside.r);
  };
  return true;
}();

}  // namespace
}  // namespace cuda_emulator::microscope
