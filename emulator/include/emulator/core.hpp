// Everything that a translated kernel needs.
//
// One block runs on one OS thread from start to end. Its CUDA threads are plain calls in a loop until one of them
// waits for the others; from then on each runs on a fiber of that OS thread. Fibers never change OS thread, so
// thread-local variables keep their addresses.
#pragma once
#include <stddef.h>

#include <utility>

#include "emulator/context.hpp"
#include "emulator/vector_types.hpp"

using cudaStream_t = struct CUstream_st*;
struct CUgraphExec_st;  // here, as kernel_argument would declare one of its own namespace
// In a kernel: after all of the parent's other children, and concurrently with everything else.
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
// Streams for launches of graphs by a kernel: numbers in an address's highest byte.
#define CUDA_EMULATOR_GRAPH_STREAM(number) ((cudaStream_t)((size_t)(number) << (8 * (sizeof(void*) - 1))))
#define cudaStreamGraphTailLaunch CUDA_EMULATOR_GRAPH_STREAM(1)
#define cudaStreamGraphFireAndForget CUDA_EMULATOR_GRAPH_STREAM(2)
#define cudaStreamGraphFireAndForgetAsSibling CUDA_EMULATOR_GRAPH_STREAM(3)

// Real variables, not macros, so that the names stay usable elsewhere. __thread (not thread_local) guarantees constant
// initialisation: the compiler reads them at a fixed offset, with no wrapper call.
#if !defined(CUDA_EMULATOR_TRACED)
extern __thread uint3 threadIdx, blockIdx;
extern __thread dim3 blockDim, gridDim;
#else
// const like CUDA's: reads of constants do not call the microscope.
extern __thread const uint3 threadIdx, blockIdx;
extern __thread const dim3 blockDim, gridDim;
#endif

// The microscope compiles kernels with instrumentation; functions marked with this are not instrumented.
#if !defined(CUDA_EMULATOR_TRACED)
#define CUDA_EMULATOR_NOTRACE
#elif defined(__clang__)
#define CUDA_EMULATOR_NOTRACE __attribute__((disable_sanitizer_instrumentation, noinline))
#else
#define CUDA_EMULATOR_NOTRACE __attribute__((no_sanitize_thread, no_sanitize_coverage, noinline))
#endif
// Inlined even without optimisation: the access or the wait inside belongs to the kernel's source line.
// Device code, and functions that it is inlined into: a product and a following sum are rounded once there, as nvcc
// compiles them; host code rounds twice.
#if defined(CUDA_EMULATOR_FMA) && defined(__x86_64__)
#define CUDA_EMULATOR_DEVICE_CODE __attribute__((target("fma")))
#elif defined(CUDA_EMULATOR_FMA) && defined(__wasm__)
// Nothing there has this operation. A harmless feature of the target marks the functions: the same may be inlined into
// which others, and playground/page/fuse.mjs finds them.
#define CUDA_EMULATOR_DEVICE_CODE __attribute__((target("extended-const")))
#elif defined(CUDA_EMULATOR_FMA) && !defined(__clang__)
// On a processor where every function has this operation, flags.txt turns contraction off and device code turns it on.
#define CUDA_EMULATOR_DEVICE_CODE __attribute__((optimize("fp-contract=fast")))
#else
#define CUDA_EMULATOR_DEVICE_CODE
#endif
// Calls a kernel with its arguments: device code of the library itself, which is not worth a separate function
// call.
#if !defined(CUDA_EMULATOR_TRACED)
#define CUDA_EMULATOR_KERNEL_CALL CUDA_EMULATOR_DEVICE_CODE
#elif defined(__clang__)
#define CUDA_EMULATOR_KERNEL_CALL CUDA_EMULATOR_DEVICE_CODE __attribute__((disable_sanitizer_instrumentation))
#else
#define CUDA_EMULATOR_KERNEL_CALL \
  CUDA_EMULATOR_DEVICE_CODE __attribute__((no_sanitize_thread, no_sanitize_coverage, always_inline))
#endif
// A function template that functions here call has the result auto: then it is instantiated where it is called, once in
// a precompiled header. Another would be instantiated at the end of every source that uses the precompiled header.
#define CUDA_EMULATOR_INLINE inline __attribute__((always_inline))
// g++ does not report the copy of a struct to a function's parameter, nor of a function's result to memory, so kernels
// contain their functions, as nvcc's do: then such a copy is an assignment.
#if defined(CUDA_EMULATOR_TRACED) && !defined(__clang__)
#define CUDA_EMULATOR_KERNEL CUDA_EMULATOR_DEVICE_CODE __attribute__((flatten))
#else
#define CUDA_EMULATOR_KERNEL CUDA_EMULATOR_DEVICE_CODE
#endif
// Before a device variable, inserted by the translator: its initial value must be a constant.
#ifdef __clang__
#define CUDA_EMULATOR_CONSTANT __attribute__((require_constant_initialization))
#else
#define CUDA_EMULATOR_CONSTANT __constinit
#endif
// WebAssembly has no thread-local memory whose bounds tell what is __shared__.
#ifdef __wasm__
#define CUDA_EMULATOR_SHARED_SECTION __attribute__((section("cuda_emulator_shared")))
#else
#define CUDA_EMULATOR_SHARED_SECTION
#endif
// Before each __shared__ variable, inserted by the translator: no variable of the program is there. The compiler places
// variables in the order of their declarations or in reverse: each is followed by a red zone. The first one of a file
// is large, because variables of other files may follow it.
#define CUDA_EMULATOR_RED_ZONE(place, bytes) \
  static thread_local char cuda_emulator_red_zone_##place[bytes] __attribute__((used)) CUDA_EMULATOR_SHARED_SECTION;

namespace cuda_emulator {

// The memory of a __shared__ variable whose class has a constructor: nvcc runs none.
template <class T>
struct alignas(T) Raw {
  unsigned char bytes[sizeof(T)];
};

constexpr unsigned warp_size = 32;
constexpr unsigned max_block_threads = 1024;
constexpr unsigned max_dynamic_shared = 227 * 1024;

// While all threads of a block do the same, one after another in index order, this order says which wait and which may
// run: a thread switches to the next one and records nothing. `running` is the running thread; those after it have not
// started (starting) or may run; those before it wait at the block's barrier (starting, meeting) or have returned
// (ending). The first thread that does anything else calls the library, which records the state of all.
enum class Lockstep : unsigned { none, starting, meeting, ending };

// A warp function: lanes that name the same mask and operation meet; the last lane to arrive calls finish, which
// computes every arrived lane's result from its value.
struct Lane {
  unsigned long long value;
  unsigned argument, width;
};
struct Operation {
  const char* name;
  void (*finish)(unsigned arrived, Lane* lanes);
  // For __activemask: the lanes that will arrive are not known. Lanes meet by argument (the source line), and the
  // meeting ends when the whole warp has arrived or nothing else can run.
  bool open = false;
  bool orders = true;  // for the microscope: it orders the accesses before it and after it
};

// The running block of this OS thread, as far as headers need to know it.
struct BlockState {
  unsigned current;      // linear index of the running thread
  unsigned size;         // threads of the block
  unsigned next;         // first thread that has not started
  unsigned done;         // threads that returned
  unsigned waiting;      // threads in a barrier or in a warp function
  unsigned split;        // 0 until a thread waits: up to then threads are plain calls, and next and done are not set
  Lockstep lockstep;     // if not none, next, done, waiting and returned are not updated
  unsigned barrier_end;  // threads below it switch to the next at a barrier
  unsigned return_end;   // threads below it switch to the next when they return
  // Lanes of a warp that meet repeatedly: those from warp_begin to the running one have arrived at warp_operation,
  // those after it, up to warp_end, can run. Only outside of lockstep. warp_end is 0 if there are none.
  unsigned warp_begin, warp_end, warp_mask;
  const Operation* warp_operation;
  Lane* lanes;                                       // of the block's threads
  Context* contexts;                                 // of the block's threads
  unsigned returned[max_block_threads / warp_size];  // per warp, the lanes that returned
  bool in_kernel;
  bool asked_clock;  // a thread did, and may wait for the time to pass
  unsigned paused;   // a child grid is being launched, or PTX read: the microscope ignores this
  unsigned spins;    // loads and atomics that looked like an iteration of a spin loop, since a thread yielded
  unsigned grid;     // counts the grids that this OS thread has worked on
};
extern __thread BlockState block_state;
extern __thread char shared_buffer[max_dynamic_shared] __attribute__((aligned(1024)));

inline void* dynamic_shared() {
  return shared_buffer;
}

// ---- waits: the library records that the thread waits and says where to continue, the kernel's code switches ----
// nothrow: else traced code would start a basic block, and so call the microscope, between the record and the switch.
#define CUDA_EMULATOR_WAIT __attribute__((nothrow)) Wait
CUDA_EMULATOR_WAIT arrive_at_barrier(unsigned vote);
CUDA_EMULATOR_WAIT arrive_at_grid_barrier();
CUDA_EMULATOR_WAIT arrive_at_tile_barrier(unsigned first, unsigned count);
CUDA_EMULATOR_WAIT arrive_at_collective(const Operation& operation, unsigned mask, unsigned long long value,
                                        unsigned argument, unsigned width);
unsigned long long collective_result();
CUDA_EMULATOR_WAIT arrive_at_relax();
__attribute__((nothrow, cold)) void next_row();  // of threadIdx
unsigned block_votes();                          // the sum of the votes of the barrier that opened last
unsigned block_voters();                         // the number of threads that met there
bool grid_is_cooperative();
[[noreturn]] void trap();
[[noreturn]] void lacks_rounding();  // a rounding mode that this processor does not have

// threadIdx, but writable.
#if !defined(CUDA_EMULATOR_TRACED)
CUDA_EMULATOR_INLINE uint3& running_thread_index() {
  return threadIdx;
}
#else
extern __thread uint3 running_thread_index_variable __asm__("threadIdx");
CUDA_EMULATOR_INLINE uint3& running_thread_index() {
  return running_thread_index_variable;
}
#endif

// The addresses of thread-local variables, computed again. The compiler would keep them in a register, of which a
// switch restores the next thread's copy from that thread's stack: then nothing of the next wait could begin before the
// stack is known, and a barrier takes 7 ns per thread instead of 2.
#if defined(CUDA_EMULATOR_INLINE_SWITCH) && defined(__x86_64__) && (defined(__PIE__) || !defined(__PIC__)) && \
    !defined(CUDA_EMULATOR_TRACED)
#define CUDA_EMULATOR_FIND(address, symbol) \
  asm volatile("movq " symbol "@gottpoff(%%rip), %0\n\taddq %%fs:0, %0" : "=r"(address) : : "cc")
#else
#define CUDA_EMULATOR_FIND(address, symbol)
#endif
CUDA_EMULATOR_INLINE BlockState& running_block() {
  BlockState* address = &block_state;
  CUDA_EMULATOR_FIND(address, "_ZN13cuda_emulator11block_stateE");
  return *address;
}
CUDA_EMULATOR_INLINE uint3& running_index() {
  uint3* address = &running_thread_index();
  CUDA_EMULATOR_FIND(address, "threadIdx");
  return *address;
}
#undef CUDA_EMULATOR_FIND

// In lockstep: continue with the next thread.
CUDA_EMULATOR_INLINE Wait step_on(BlockState& block) {
  Context* const mine = block.contexts + block.current++;
  if (__builtin_expect(++running_index().x == blockDim.x, 0)) next_row();
  return {mine, mine[1]};
}

// __syncthreads, and its _count, _and and _or.
CUDA_EMULATOR_INLINE void block_barrier(unsigned vote) {
#if defined(CUDA_EMULATOR_TRACED) || !defined(CUDA_EMULATOR_INLINE_SWITCH)
  go(arrive_at_barrier(vote));
#else
  // One switch for both cases: every thread continues at the same place, which is easy to predict.
  BlockState& block = running_block();
  go(__builtin_expect(!vote && block.current < block.barrier_end, 1) ? step_on(block) : arrive_at_barrier(vote));
#endif
}
// All threads of a cooperative grid.
CUDA_EMULATOR_INLINE void grid_barrier() {
  go(arrive_at_grid_barrier());
}
// Threads first to first + count - 1 of the block: a tile of several warps.
CUDA_EMULATOR_INLINE void tile_barrier(unsigned first, unsigned count) {
  go(arrive_at_tile_barrier(first, count));
}
CUDA_EMULATOR_INLINE unsigned long long collective(const Operation& operation, unsigned mask, unsigned long long value,
                                                   unsigned argument = 0, unsigned width = warp_size) {
#if defined(CUDA_EMULATOR_TRACED) || !defined(CUDA_EMULATOR_INLINE_SWITCH)
  go(arrive_at_collective(operation, mask, value, argument, width));
  return collective_result();
#else
  BlockState& block = running_block();
  const bool in_step = block.current < block.warp_end && block.warp_operation == &operation && block.warp_mask == mask;
  if (__builtin_expect(in_step, 1)) block.lanes[block.current] = {value, argument, width};
  go(__builtin_expect(in_step, 1) ? step_on(block) : arrive_at_collective(operation, mask, value, argument, width));
  BlockState& again = running_block();
  return again.lanes[again.current].value;
#endif
}
// One iteration of a spin loop: lets the block's other threads run.
CUDA_EMULATOR_INLINE void relax() {
  go(arrive_at_relax());
}

// The same in a loop that waits for time to pass.
CUDA_EMULATOR_INLINE void relax_by_clock() {
  block_state.asked_clock = true;
  relax();
}

// An operation that changed nothing may be an iteration of a spin loop; most are not, so few of them yield.
CUDA_EMULATOR_INLINE void spin_hint() {
  if (++block_state.spins == 64) relax();
}

using RunRow = void (*)(const void* kernel, unsigned x, unsigned end);
// Runs threads of a row of the block: the running one, whose threadIdx.x is `x`, and those after it up to `end`, which
// is not included, or until one of them has waited. F is the kernel with its arguments; its copy on the stack is
// private, so the compiler may keep arguments in registers whatever the kernel writes. All else that runs a block is
// compiled in the library: every launch of a program compiles this.
template <class F>
CUDA_EMULATOR_DEVICE_CODE CUDA_EMULATOR_NOTRACE void run_row(const void* kernel, unsigned x, unsigned end) {
  const F thread = *static_cast<const F*>(kernel);
  unsigned t = block_state.current;
  do {
    running_thread_index().x = x;
    block_state.current = t++;
    thread();
  } while (++x < end && !block_state.split);
}

}  // namespace cuda_emulator
