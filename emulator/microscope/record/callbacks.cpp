// g++ -fsanitize=thread makes a kernel call one of these functions at each load, store and atomic. The sanitizer's own
// library is not linked, so these functions are called instead. Outside of the checked blocks they return at once.
#include "engine/async_work.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"
#include "platform/number_traps.hpp"
#include "record/record.hpp"

namespace cuda_emulator::microscope {
namespace {

// Loads and stores of a stack: the kernel's parameters and its local variables.
constexpr std::uintptr_t stack_reach = 256 * 1024;
// The part of its stack that a lane uses; the stacks are 256 KB apart.
constexpr std::uintptr_t stack_of_lane = 192 * 1024;

// From now on the instruction may use the short cut for that region.
void open_short_cut(const Recorder& r, ShortCut& s, u32 index, const Region& region, u32 size, Kind kind) {
  const bool shared = region.space == Space::shared;
  if (r.shared_grid || region.high - region.low < size) return;
  if (shared && (size % 4 != 0 || region.low % 4 != 0)) return;
  if (region.low == r.tls) return;  // the end of the variable is unknown: the engine's own data may be there
  s.low = region.low;
  s.reach = region.high - region.low - size;
  s.cells = region.cells;
  s.what = bits_of({index, kind, region.space, static_cast<u8>(size), 0});
  s.shared = shared;
  s.poisoned = region.poisoned && !shared;
}

// Returns whether it was a variable of the library itself.
bool record(Recorder& r, std::uintptr_t address, u32 size, Kind kind, std::uintptr_t pc, Order order) {
  const u32 index = site_of(pc);
  const SiteInfo& known = info(index);
  if (known.ignored) return true;
  const Target target = target_of(r, index, address, size, kind);
  if (target.space != Space::none) {
    LaneTrace& lane = running_lane(r);
    if (kind != Kind::load) keep_stored_value(r);
    if (kind == Kind::load && lane.polls) {
      lane.polls = false;
      lane.limit = usual_limit;
      order = Order::atomic;
    }
    const bool shared = target.space == Space::shared, dependent = !shared && is_dependent(r);
    // Blocks communicate through such words.
    if (order != Order::none && !shared) take_turn(r);
    if (shared && r.awaited && target.region && check_awaited(r, index, address, size, kind)) return known.library;
    if (dependent && target.region) check_dependency(r, index, *target.region, address, size, kind);
    if (shared && !target.region) check_far_race(r, index, address, size, kind, order);
    if (target.region && target.space != Space::constant) {
      if (kind == Kind::load || (kind == Kind::atomic && order == Order::atomic))
        check_initialised(r, index, *target.region, address, size);
      if (kind == Kind::load && size == 8 && !shared) moments.pointer_loaded(r, index, address, false);
      if (order != Order::none && kind != Kind::store) shared ? acquired(r, false) : saw(r);
      if (shared) check_shared_race(r, index, *target.region, address, size, kind, order);
      if (!shared && order != Order::none) check_global_race(r, index, *target.region, address, size, kind, order);
    }
    keep(lane, {index, kind, target.space, static_cast<u8>(size), lane.depth}, address);
    if (order != Order::none && !shared) {
      lane.logged = lane.count;
      r.logged[block_state.current / warp_size] = true;
    }
    if (target.region && order == Order::none && kind == Kind::store && !shared)
      r.stored = &lane.events[lane.count - 1];
    if (target.region && order == Order::none && kind != Kind::atomic && !dependent)
      open_short_cut(r, r.cuts[index], index, *target.region, size, kind);
  }
  return known.library;
}

[[gnu::noinline]] void look_at(Recorder& r, std::uintptr_t address, u32 size, Kind kind, std::uintptr_t pc,
                               Order order) {
  bool library;
  {
    const Aside aside;
    lock_if_shared();
    library = record(r, address, size, kind, pc, order);
    unlock_if_shared();
  }
  if (r.stops) {
    abandon_kernel(cudaErrorIllegalAddress, "accesses memory outside of its shared variables",
                   reinterpret_cast<const void*>(address));
  }
  // Never inside of the engine, whose state may be inconsistent.
  if (r.lanes[block_state.current].count > lane_capacity - 8 && !library) make_room(r);
}

// In words of shared memory that only the thread itself has accessed since the last barrier. False: another word,
// nothing is done.
template <u32 size, Kind kind>
[[gnu::always_inline]] inline bool touch_shared_quickly(const Recorder& r, const ShortCut& s, std::uintptr_t offset,
                                                        u32 t) {
  if (offset % 4 != 0 || size % 4 != 0) return false;
  if (s.record_stamp != r.stamp || t - r.stamped >= warp_size) return false;
  const u32 me = s.record * warp_size + t % warp_size, old = r.ledger.first_slot;
  Cell* const cells = s.cells + offset / 4;
  if (r.awaited) {
    const Awaited* const words = r.awaited + (s.low + offset - r.tls) / 4;
    for (u32 k = 0; k < size / 4; ++k) {
      if (words[k].writes | words[k].reads) return false;
    }
  }
  for (u32 k = 0; k < size / 4; ++k) {
    const Cell& cell = cells[k];
    if (cell.bits >> cell_block_bits != r.block_stamp) {
      if (kind == Kind::load) return false;
      continue;
    }
    if (kind == Kind::load) {
      if ((cell.bits >> cell_valid_bytes & 15) != 15) return false;
      if (cell.writer >= old && !ordered_quickly(r, cell.writer, t)) return false;
    } else if (std::max({cell.writer, cell.reader[0], cell.reader[1]}) >= old) {
      if (!ordered_quickly(r, cell.writer, t) || !ordered_quickly(r, cell.reader[0], t) ||
          !ordered_quickly(r, cell.reader[1], t)) {
        return false;
      }
    }
  }
  for (u32 k = 0; k < size / 4; ++k) {
    Cell& cell = cells[k];
    if (kind == Kind::load) {
      if (cell.reader[0] < old) {
        cell.reader[0] = me;
        cell.bits |= 15u << cell_reader_bytes;
      } else if (cell.reader[0] / warp_size == s.record && cell.reader[1] >= old) {
        cell.reader[0] = me;  // as in note_reader: the same warp and instruction, and a second reader is stored
      } else {
        note_reader(r.ledger, cell, me, r.block, t / warp_size, 15);
      }
    } else {
      if (cell.bits >> cell_block_bits != r.block_stamp) cell = {0, {0, 0}, r.block_stamp << cell_block_bits};
      note_writer(cell, me, 15, false);
    }
  }
  return true;
}

template <Kind kind>
[[gnu::always_inline]] inline void push(Recorder& r, LaneTrace& lane, const ShortCut& s, std::uintptr_t address) {
  if (kind == Kind::store && !s.shared) {
    keep_stored_value(r);
    r.stored = &lane.events[lane.count];
  }
  lane.events[lane.count++] = {s.what | u64{lane.depth} << 56, address};
}

// In shared memory: the site's short cut was for another warp, or for the interval before a barrier.
bool renew(Recorder& r, std::uintptr_t pc) {
  const u32 number = known_site(pc);
  if (number == 0) return false;
  const ShortCut& s = r.cuts[number - 1];
  return s.low != 0 && s.shared && running_lane_quickly(r) && record_for(r, number - 1) != 0;
}

// threadIdx and similar variables, and the engine's own state, unless the instruction belongs to the program: such an
// access is outside of the shared variables, and is about to change data of the engine.
bool is_the_engines(const Recorder& r, std::uintptr_t address, std::uintptr_t pc) {
  const Owner owner = owner_of(address - r.tls);
  if (owner == Owner::program) return false;
  const u32 number = known_site(pc);
  const Region* const last = number ? r.cuts[number - 1].region : nullptr;
  if (last && last->space == Space::shared) return false;
  return owner == Owner::headers || is_library(pc) || is_of_the_compiler(pc);
}

template <u32 size, Kind kind>
[[gnu::noinline]] void look_closely(Recorder& r, std::uintptr_t address, std::uintptr_t pc, std::uintptr_t frame,
                                    Order order) {
  if (block_state.paused || !block_state.in_kernel) return;
  if (address - frame < stack_reach) return local_access(r, address, size, kind, pc);
  if (is_the_engines(r, address, pc)) return;
  if (size % 4 == 0 && kind != Kind::atomic && order == Order::none && renew(r, pc)) {
    const ShortCut& s = r.cuts[known_site(pc) - 1];
    LaneTrace& lane = *r.lane;
    const std::uintptr_t offset = address - s.low;
    if (offset <= s.reach && lane.count <= lane.limit &&
        touch_shared_quickly<size, kind>(r, s, offset, block_state.current)) {
      return push<kind>(r, lane, s, address);
    }
  }
  look_at(r, address, size, kind, pc, order);
}

template <u32 size, Kind kind>
[[gnu::noinline]] void look_at_shared(Recorder& r, std::uintptr_t address, std::uintptr_t pc, std::uintptr_t frame) {
  const ShortCut& s = r.cuts[known_site(pc) - 1];
  const u32 t = block_state.current;
  LaneTrace& lane = r.lanes[t];
  if (block_state.paused || lane.count > lane.limit || !touch_shared_quickly<size, kind>(r, s, address - s.low, t)) {
    return look_closely<size, kind>(r, address, pc, frame, Order::none);
  }
  push<kind>(r, lane, s, address);
}

// A GPU accesses 2, 4, 8 or 16 bytes at once only at an address that is a multiple of the size, and stops the kernel
// otherwise.
[[gnu::noinline]] void misaligned(Recorder& r, std::uintptr_t address, u32 size, Kind kind, std::uintptr_t pc) {
  if (block_state.paused || !block_state.in_kernel) return;
  {
    const Aside aside;
    const u32 index = site_of(pc);
    if (info(index).library || info(index).ignored) return;
    found({Message::misaligned_access,
           mark(index) + (kind == Kind::load ? " reads " : " writes ") + bytes_text(size) +
               " at an address that is not a multiple of " + std::to_string(size),
           "the address is " + bytes_text(address % size) + " past one; " + running_thread(r)},
          &r, 0,
          request_now(r, index, address - r.tls < own_count * 4 ? Space::shared : Space::global, address, size, kind));
    r.failed = true;
  }
  abandon_kernel(cudaErrorMisalignedAddress, "accesses an address that is not a multiple of the type's size",
                 reinterpret_cast<const void*>(address));
}

template <u32 size>
[[gnu::always_inline]] inline bool may_be_unwritten(std::uintptr_t address) {
  if constexpr (size >= 4) {
    return *reinterpret_cast<const u32*>(address & ~std::uintptr_t{3}) == poison;
  } else {
    constexpr u32 all = (1u << 8 * size) - 1;
    u32 value = 0;
    __builtin_memcpy(&value, reinterpret_cast<const void*>(address), size);
    return value == (poison >> 8 * (address & 3) & all);
  }
}

// Most accesses: a known instruction of the last thread accesses the same region as before. packed: of a type without
// alignment.
template <u32 size, Kind kind, bool packed = false>
[[gnu::always_inline]] inline void access(const volatile void* p, void* pc, void* frame, Order order = Order::none) {
  Recorder* const r = recorder;
  if (!r) return;
  const std::uintptr_t address = reinterpret_cast<std::uintptr_t>(p), from = reinterpret_cast<std::uintptr_t>(pc);
  if (number_arose()) moments.number_arose(from);
  if (kind == Kind::atomic) r->fetch = 0;
  if (kind != Kind::atomic && order == Order::none) {
    if (const u32 number = known_site(from)) {
      const ShortCut& s = r->cuts[number - 1];
      const std::uintptr_t offset = address - s.low;
      if (offset <= s.reach && (packed || address % size == 0)) {
        if (s.shared) {
          return look_at_shared<size, kind>(*r, address, from, reinterpret_cast<std::uintptr_t>(frame));
        }
        LaneTrace& lane = *r->lane;
        if (block_state.current == r->thread && lane.count <= lane.limit &&
            !(kind == Kind::load && s.poisoned && may_be_unwritten<size>(address))) {
          return push<kind>(*r, lane, s, address);
        }
      }
    }
  }
  if (kind != Kind::atomic && !packed && address % size != 0) misaligned(*r, address, size, kind, from);
  look_closely<size, kind>(*r, address, from, reinterpret_cast<std::uintptr_t>(frame), order);
}

// A struct is accessed word by word, as the device does with members of that size; a word of it may be padding.
template <Kind kind>
void range(const volatile void* p, u64 size, void* pc, void* frame) {
  Recorder* const r = recorder;
  if (!r) return;
  const auto* at = static_cast<const volatile char*>(p);
  LaneTrace& lane = r->lanes[block_state.current];
  lane.whole = reinterpret_cast<std::uintptr_t>(p);
  lane.whole_size = static_cast<u32>(size);
  if ((reinterpret_cast<std::uintptr_t>(p) | size) % 4 == 0) {
    for (u64 i = 0; i < size; i += 4) access<4, kind>(at + i, pc, frame);
  } else {
    for (u64 i = 0; i < size; ++i) access<1, kind>(at + i, pc, frame);
  }
  lane.whole_size = 0;
}

[[gnu::noinline]] void step_slowly(Recorder& r, std::uintptr_t pc, std::uintptr_t frame) {
  LaneTrace& lane = r.lanes[block_state.current];
  // Between the call that records a wait and the switch to another thread, `current` is already that other thread.
  if (lane.depth == 0 || lane.base - frame > stack_of_lane) return;
  {
    const Aside aside;
    lock_if_shared();
    const u32 index = site_of(pc);
    const bool library = info(index).library;
    if (!library) keep_step(running_lane(r), bits_of({index, Kind::step, Space::none, 0, lane.depth}));
    unlock_if_shared();
    if (library) return;
  }
  if (lane.count > lane_capacity / 8 * 7) make_room(r);
}

// The emulator's headers request the strongest order from the processor where CUDA's is relaxed, as for atomicAdd, or
// may be any; then they report the real order by a call. So the strongest order means nothing here.
bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL;
}
bool acquires(int order) {
  return order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL;
}

}  // namespace

#define HERE __builtin_return_address(0), __builtin_dwarf_cfa()
extern "C" {

void __tsan_init() {}
void __tsan_vptr_update(void** p, void*) {
  const Aside aside;
  moments.constructed(p, block_state.in_kernel);
}
void __tsan_vptr_read(void**) {}

void __tsan_func_entry(void* caller) {
  Recorder* const r = recorder;
  if (!r || block_state.paused) return;
  LaneTrace& lane = r->lanes[block_state.current];
  if (lane.depth == 0) lane.base = top_of_frame(HERE);
  if (lane.depth < 16) lane.callers[lane.depth] = reinterpret_cast<std::uintptr_t>(caller);
  ++lane.depth;
}
void __tsan_func_exit() {
  Recorder* const r = recorder;
  if (!r || block_state.paused) return;
  LaneTrace& lane = r->lanes[block_state.current];
  if (--lane.depth == 0) lane.base = 0;
}

void __tsan_read_range(void* p, unsigned long size) {
  range<Kind::load>(p, size, HERE);
}
void __tsan_write_range(void* p, unsigned long size) {
  range<Kind::store>(p, size, HERE);
}

// Old code uses volatile words of global memory to wait for other blocks: such an access alone is not a race.
#define CALLBACK(name, size, kind, packed, order)            \
  void __tsan_##name##size(void* p) {                        \
    access<size, Kind::kind, packed>(p, HERE, Order::order); \
  }
#define READ_WRITE(size)                                    \
  CALLBACK(read, size, load, false, none)                   \
  CALLBACK(write, size, store, false, none)                 \
  CALLBACK(unaligned_read, size, load, true, none)          \
  CALLBACK(unaligned_write, size, store, true, none)        \
  CALLBACK(volatile_read, size, load, false, is_volatile)   \
  CALLBACK(volatile_write, size, store, false, is_volatile) \
  CALLBACK(unaligned_volatile_read, size, load, true, none) \
  CALLBACK(unaligned_volatile_write, size, store, true, none)
READ_WRITE(1)
READ_WRITE(2)
READ_WRITE(4)
READ_WRITE(8)
READ_WRITE(16)

#define FETCH(bits, T, name)                                                    \
  T __tsan_atomic##bits##_fetch_##name(volatile T* p, T value, int) {           \
    access<bits / 8, Kind::atomic>(p, HERE, Order::atomic);                     \
    if (Recorder* const r = recorder; r && bits == 32) {                        \
      r->fetch = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)); \
    }                                                                           \
    return __atomic_fetch_##name(p, value, __ATOMIC_SEQ_CST);                   \
  }
#define ATOMIC(bits, T)                                                                                \
  T __tsan_atomic##bits##_load(const volatile T* p, int order) {                                       \
    access<bits / 8, Kind::load>(p, HERE, Order::atomic);                                              \
    if (acquires(order)) in_kernel(acquired_seen);                                                     \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                       \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int order) {                                \
    if (releases(order)) in_kernel(released);                                                          \
    access<bits / 8, Kind::store>(p, HERE, Order::atomic);                                             \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                    \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int) {                                      \
    access<bits / 8, Kind::atomic>(p, HERE, Order::exchange);                                          \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                            \
  }                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T value, int, int) {   \
    access<bits / 8, Kind::atomic>(p, HERE, Order::atomic);                                            \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T value, int, int) {     \
    access<bits / 8, Kind::atomic>(p, HERE, Order::atomic);                                            \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                                    \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T value, int, int) {         \
    access<bits / 8, Kind::atomic>(p, HERE, Order::atomic);                                            \
    __atomic_compare_exchange_n(p, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);       \
    return expected;                                                                                   \
  }                                                                                                    \
  FETCH(bits, T, add)                                                                                  \
  FETCH(bits, T, sub)                                                                                  \
  FETCH(bits, T, and)                                                                                  \
  FETCH(bits, T, or)                                                                                   \
  FETCH(bits, T, xor)                                                                                  \
  FETCH(bits, T, nand)
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long)

// A fence makes its thread's earlier accesses visible to threads that wait for a later store, and makes other threads'
// accesses, ordered by an earlier atomic access, visible to its thread.
void __tsan_atomic_thread_fence(int) {
  in_kernel(released);
  in_kernel(acquired_seen);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
// The emulator's polling loads are announced by a fence.
void __tsan_atomic_signal_fence(int) {
  if (!recorder) return;
  LaneTrace& lane = recorder->lanes[block_state.current];
  lane.polls = true;
  lane.limit = 0;
}

// One call per basic block, so that the merged lanes follow the control flow.
void __sanitizer_cov_trace_pc() {
  Recorder* const r = recorder;
  if (!r || block_state.paused) return;
  const std::uintptr_t pc = reinterpret_cast<std::uintptr_t>(__builtin_return_address(0));
  const std::uintptr_t frame = reinterpret_cast<std::uintptr_t>(__builtin_dwarf_cfa());
  if (number_arose()) moments.number_arose(pc);
  const u32 number = known_step(pc);
  if (number == 0 || (block_state.current != r->thread && !running_lane_quickly(*r))) {
    return step_slowly(*r, pc, frame);
  }
  LaneTrace& lane = *r->lane;
  if (lane.base - frame > stack_of_lane) return;  // also with call depth 0
  keep_step(lane, bits_of({number - 1, Kind::step, Space::none, 0, lane.depth}));
  // Here rather than in an access: at the start of a basic block no operation is half done.
  if (lane.count > lane_capacity / 8 * 7) make_room(*r);
}
}

namespace {

// An access of inline PTX, which the compiler does not show.
void access_of_ptx(const void* place, std::size_t bytes, bool writes, const void* call) {
  Recorder* const r = recorder;
  if (!r || block_state.paused || !call) return;
  const auto address = reinterpret_cast<std::uintptr_t>(place), pc = reinterpret_cast<std::uintptr_t>(call);
  const u32 size = static_cast<u32>(bytes);
  const Kind kind = writes ? Kind::store : Kind::load;
  {
    const Aside aside;
    site_in_ptx(call);
  }
  if (address % size != 0) misaligned(*r, address, size, kind, pc);
  look_at(*r, address, size, kind, pc, Order::none);
}

// Those that only record, and are switched off while no block is checked.
#define CALLBACKS(size)                                                                              \
  __tsan_read##size, __tsan_write##size, __tsan_unaligned_read##size, __tsan_unaligned_write##size,  \
      __tsan_volatile_read##size, __tsan_volatile_write##size, __tsan_unaligned_volatile_read##size, \
      __tsan_unaligned_volatile_write##size

std::vector<std::uintptr_t> switched_callbacks() {
  std::vector<std::uintptr_t> list;
  for (void (*f)(void*) : {CALLBACKS(1), CALLBACKS(2), CALLBACKS(4), CALLBACKS(8), CALLBACKS(16), __tsan_func_entry}) {
    list.push_back(reinterpret_cast<std::uintptr_t>(f));
  }
  for (void (*f)(void*, unsigned long) : {__tsan_read_range, __tsan_write_range}) {
    list.push_back(reinterpret_cast<std::uintptr_t>(f));
  }
  for (void (*f)() : {__tsan_func_exit, __sanitizer_cov_trace_pc}) list.push_back(reinterpret_cast<std::uintptr_t>(f));
  return list;
}

const bool starts = [] {
  find_call_sites(switched_callbacks());
  work_hooks.access = access_of_ptx;
  return true;
}();

}  // namespace
}  // namespace cuda_emulator::microscope
