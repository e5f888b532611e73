// g++ -fsanitize=thread makes a kernel call one of these functions at each load, store and atomic. The sanitizer's own
// library is not linked, so the calls end here. Outside of the blocks that are looked at they return at once.
#include "microscope.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::microscope;

namespace {

// Loads and stores of a stack: the kernel's parameters and its local variables.
constexpr std::uintptr_t stack_reach = 256 * 1024;
// What a lane uses of its stack; the stacks lie 256 KB apart.
constexpr std::uintptr_t stack_of_lane = 192 * 1024;

[[gnu::noinline]] void local_access(Recorder& r, std::uintptr_t address, u32 size, Kind kind, std::uintptr_t pc) {
  const LaneTrace& lane = r.lanes[block_state.current];
  if (address >= lane.base) return;  // arguments of the kernel: registers, or the constant bank
  const Aside aside;
  lock_if_shared();
  Site& s = site(site_of(pc));
  Totals& t = s.totals[static_cast<int>(kind)][static_cast<int>(Space::local)];
  s.used[static_cast<int>(kind)][static_cast<int>(Space::local)] = true;
  ++t.lanes;
  t.bytes += size;
  t.width = size;
  unlock_if_shared();
}

// Returns whether it was the library's own.
bool record(Recorder& r, std::uintptr_t address, u32 size, Kind kind, std::uintptr_t pc, bool atomic) {
  const u32 index = site_of(pc);
  Site& s = site(index);
  const Target target = target_of(r, s, address, size, kind);
  if (target.space != Space::none) {
    LaneTrace& lane = r.lanes[block_state.current];
    if (kind == Kind::load && lane.polls) {
      lane.polls = false;
      atomic = true;
    }
    if (target.space != Space::constant) {
      if (kind == Kind::load) check_initialised(r, s, *target.region, address, size);
      if (atomic && kind != Kind::store) acquired(r);
      check_race(r, index, *target.region, address, size, kind, atomic);
    }
    keep(r, {index, kind, target.space, static_cast<u8>(size), lane.depth, address});
  }
  return s.library;
}

void look_at(Recorder& r, std::uintptr_t address, u32 size, Kind kind, std::uintptr_t pc, std::uintptr_t frame,
             bool atomic) {
  if (block_state.paused || !block_state.in_kernel) return;
  if (address - frame < stack_reach) return local_access(r, address, size, kind, pc);
  const std::uintptr_t tls_offset = address - r.tls;
  if (is_own(tls_offset)) return;  // threadIdx and its sisters, the engine's own state
  bool library;
  {
    const Aside aside;
    lock_if_shared();
    library = record(r, address, size, kind, pc, atomic);
    unlock_if_shared();
  }
  // Never inside of the engine, whose state is in mid-change.
  if (r.lanes[block_state.current].count > lane_capacity - 8 && !library) make_room(r);
}

inline void access(const volatile void* p, u32 size, Kind kind, void* pc, void* frame, bool atomic = false) {
  if (Recorder* const r = recorder; __builtin_expect(r != nullptr, 0)) {
    look_at(*r, reinterpret_cast<std::uintptr_t>(p), size, kind, reinterpret_cast<std::uintptr_t>(pc),
            reinterpret_cast<std::uintptr_t>(frame), atomic);
  }
}

// A struct is moved a word at a time, as the device does it with members of that size.
void range(const volatile void* p, u64 size, Kind kind, void* pc, void* frame) {
  if (!recorder) return;
  const auto* at = static_cast<const volatile char*>(p);
  const u32 step = (reinterpret_cast<std::uintptr_t>(p) | size) % 4 == 0 ? 4 : 1;
  for (u64 i = 0; i < size; i += step) access(at + i, step, kind, pc, frame);
}

bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

}  // namespace

#define HERE __builtin_return_address(0), __builtin_frame_address(0)
extern "C" {

// For the emulator's headers, whose copy engine and arrival barriers are out of the compiler's sight.
void cuda_emulator_filled(void* p, std::size_t size) {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  filled(*aside.r, reinterpret_cast<std::uintptr_t>(p), size);
  unlock_if_shared();
}
void cuda_emulator_released() {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  released(*aside.r);
  unlock_if_shared();
}
void cuda_emulator_acquired() {
  const Aside aside;
  if (!aside.r || !block_state.in_kernel) return;
  lock_if_shared();
  acquired(*aside.r);
  unlock_if_shared();
}

void __tsan_init() {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

void __tsan_func_entry(void* caller) {
  Recorder* const r = recorder;
  if (!r || block_state.paused) return;
  LaneTrace& lane = r->lanes[block_state.current];
  if (lane.depth == 0) lane.base = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  if (lane.depth < 16) lane.callers[lane.depth] = reinterpret_cast<std::uintptr_t>(caller);
  ++lane.depth;
}
void __tsan_func_exit() {
  Recorder* const r = recorder;
  if (!r || block_state.paused) return;
  --r->lanes[block_state.current].depth;
}

void __tsan_read_range(void* p, unsigned long size) {
  range(p, size, Kind::load, HERE);
}
void __tsan_write_range(void* p, unsigned long size) {
  range(p, size, Kind::store, HERE);
}

// Volatile words of global memory are how old code waits for other blocks: such an access is no race by itself.
#define READ_WRITE(size)                                \
  void __tsan_read##size(void* p) {                     \
    access(p, size, Kind::load, HERE);                  \
  }                                                     \
  void __tsan_write##size(void* p) {                    \
    access(p, size, Kind::store, HERE);                 \
  }                                                     \
  void __tsan_unaligned_read##size(void* p) {           \
    access(p, size, Kind::load, HERE);                  \
  }                                                     \
  void __tsan_unaligned_write##size(void* p) {          \
    access(p, size, Kind::store, HERE);                 \
  }                                                     \
  void __tsan_volatile_read##size(void* p) {            \
    access(p, size, Kind::load, HERE, true);            \
  }                                                     \
  void __tsan_volatile_write##size(void* p) {           \
    access(p, size, Kind::store, HERE, true);           \
  }                                                     \
  void __tsan_unaligned_volatile_read##size(void* p) {  \
    access(p, size, Kind::load, HERE);                  \
  }                                                     \
  void __tsan_unaligned_volatile_write##size(void* p) { \
    access(p, size, Kind::store, HERE);                 \
  }
READ_WRITE(1)
READ_WRITE(2)
READ_WRITE(4)
READ_WRITE(8)
READ_WRITE(16)

#define FETCH(bits, T, name)                                          \
  T __tsan_atomic##bits##_fetch_##name(volatile T* p, T value, int) { \
    access(p, bits / 8, Kind::atomic, HERE, true);                    \
    return __atomic_fetch_##name(p, value, __ATOMIC_SEQ_CST);         \
  }
#define ATOMIC(bits, T)                                                                                \
  T __tsan_atomic##bits##_load(const volatile T* p, int) {                                             \
    access(p, bits / 8, Kind::load, HERE, true);                                                       \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                       \
  }                                                                                                    \
  void __tsan_atomic##bits##_store(volatile T* p, T value, int order) {                                \
    if (releases(order)) cuda_emulator_released();                                                     \
    access(p, bits / 8, Kind::store, HERE, true);                                                      \
    __atomic_store_n(p, value, __ATOMIC_SEQ_CST);                                                      \
  }                                                                                                    \
  T __tsan_atomic##bits##_exchange(volatile T* p, T value, int) {                                      \
    access(p, bits / 8, Kind::atomic, HERE, true);                                                     \
    return __atomic_exchange_n(p, value, __ATOMIC_SEQ_CST);                                            \
  }                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* expected, T value, int, int) {   \
    access(p, bits / 8, Kind::atomic, HERE, true);                                                     \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                                    \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* expected, T value, int, int) {     \
    access(p, bits / 8, Kind::atomic, HERE, true);                                                     \
    return __atomic_compare_exchange_n(p, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
  }                                                                                                    \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T expected, T value, int, int) {         \
    access(p, bits / 8, Kind::atomic, HERE, true);                                                     \
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

// A fence makes what its thread did before visible to whoever waits for a later store.
void __tsan_atomic_thread_fence(int) {
  cuda_emulator_released();
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
// The emulator's polling loads announce themselves by one.
void __tsan_atomic_signal_fence(int) {
  if (recorder) recorder->lanes[block_state.current].polls = true;
}

// One call for each basic block, so that lanes that were merged follow the control flow.
void __sanitizer_cov_trace_pc() {
  Recorder* const r = recorder;
  if (!r || block_state.paused) return;
  const LaneTrace& lane = r->lanes[block_state.current];
  if (lane.depth == 0) return;
  // Between the call that notes a wait and the switch to another thread, `current` is that other thread already.
  if (lane.base - reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) > stack_of_lane) return;
  {
    const Aside aside;
    lock_if_shared();
    const u32 index = site_of(reinterpret_cast<std::uintptr_t>(__builtin_return_address(0)));
    const bool library = site(index).library;
    if (!library) keep(*r, {index, Kind::step, Space::none, 0, lane.depth, 0});
    unlock_if_shared();
    if (library) return;
  }
  // Here rather than in an access: nothing is half done at the start of a basic block.
  if (lane.count > lane_capacity / 8 * 7) make_room(*r);
}
}
