// malloc and new in kernels: the emulator allocates this memory in the host's heap, which kernels cannot access
// otherwise. So the program's malloc and free are these functions, which record a kernel's allocations; new and delete
// call them.
#include <cstdlib>

#include "ground/ground.hpp"
#include "ground/host_arrays.hpp"
#include "runtime/runtime.hpp"

extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void __libc_free(void*);
}

namespace cuda_emulator::microscope {
namespace {

struct Piece {
  std::uintptr_t low, high;
  Piece* next;
  const void* call;  // by the program's own code, as far as it has been looked for; else null
};
constexpr int most_looks = 4096;  // later allocations are like the first ones
std::atomic<int> looks{0};
thread_local bool looking = false;

// What all threads of a grid hold at the same time, if each thread's first piece is counted: on a GPU they run
// together, here one after the other.
struct Demand {
  unsigned grid = 0, thread = ~0u;
  u64 block = ~u64{0}, bytes = 0, threads = 0;
  std::size_t size = 0;  // of the first piece
  const void* call = nullptr;
};
Demand demand, largest;

// The program's own code that called malloc, directly or by the C++ library's operator new, which may be linked into
// the program; null for the emulator's own allocations. Which frame it is depends on the compiler: a function may be
// split, or inlined. So malloc's own return address is looked for.
[[gnu::noinline]] const void* calling_code(const void* return_address) {
  if (looking || looks.fetch_add(1) >= most_looks) return nullptr;
  looking = true;
  const CallStack<13> stack;
  const auto frame = std::find_if(std::find(stack.begin(), stack.end(), return_address), stack.end(), [](void* code) {
    const auto pc = reinterpret_cast<std::uintptr_t>(code);
    return pc - code_low < code_size && !is_operator_new(pc);
  });
  const void* const call = frame != stack.end() && is_own_code(*frame) ? *frame : nullptr;
  looking = false;
  return call;
}

void count_demand(std::size_t size, const void* call) {
  const u64 block = block_that_runs();
  if (call && demand.grid != block_state.grid) demand = Demand{block_state.grid, ~0u, ~u64{0}, 0, 0, size, call};
  if (demand.block == block && demand.thread == block_state.current) return;
  demand.block = block;
  demand.thread = block_state.current;
  demand.bytes += size;
  ++demand.threads;
  if (demand.bytes > largest.bytes) largest = demand;
}

// By address, because the engine's own allocations while a kernel runs come here too.
Piece* pieces[4096];
Piece*& bucket_of(std::uintptr_t low) {
  return pieces[low / 16 % std::size(pieces)];
}
std::mutex pieces_mutex;
std::atomic<bool> any{false};

void find_on_heap(std::uintptr_t address, bool& found) {
  if (!any.load(std::memory_order_relaxed)) return;
  const std::lock_guard lock(pieces_mutex);
  for (const Piece* p : pieces) {
    for (; p; p = p->next) {
      found |= address >= p->low && address < p->high;
    }
  }
}

[[gnu::always_inline]] inline void taken(void* memory, std::size_t size, const void* return_address) {
  if (!memory) return;
  auto* const piece = static_cast<Piece*>(__libc_malloc(sizeof(Piece)));
  if (!piece) return;
  const std::uintptr_t low = reinterpret_cast<std::uintptr_t>(memory);
  const void* const call = calling_code(return_address);
  const std::lock_guard lock(pieces_mutex);
  if (call || (demand.call && size == demand.size)) count_demand(size, call);
  Piece*& bucket = bucket_of(low);
  *piece = {low, low + size, bucket, call};
  bucket = piece;
  any.store(true, std::memory_order_relaxed);
}

void given_back(const void* memory) {
  const std::uintptr_t low = reinterpret_cast<std::uintptr_t>(memory);
  const std::lock_guard lock(pieces_mutex);
  for (Piece** p = &bucket_of(low); *p; p = &(*p)->next) {
    if ((*p)->low != low) continue;
    Piece* const piece = *p;
    *p = piece->next;
    __libc_free(piece);
    return;
  }
}

void check_kernel_heap() {
  if (!any || device_failed()) return;
  std::map<const void*, u64> left;
  {
    const std::lock_guard lock(pieces_mutex);
    for (const Piece* p : pieces) {
      for (; p; p = p->next) {
        if (p->call) left[p->call] += p->high - p->low;
      }
    }
  }
  for (const auto& [call, bytes] : left) {
    if (site_text(call).empty()) continue;
    hint(Message::leak, "memory that a kernel allocates" + site_text(call) + " is never freed",
         {"malloc and new in a kernel take from the device's heap, 8 MB if cudaDeviceSetLimit does not say otherwise; "
          "when it is full they return a null pointer",
          "each thread that allocates frees: free(p), delete p or delete[] p, in this kernel or a later one"});
  }
  std::size_t limit = 0;
  if (!largest.call || cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize) != cudaSuccess) return;
  const Line line = line_at(largest.call);
  if (line.number == 0) return;
  cudaDeviceProp device{};
  if (cudaGetDeviceProperties(&device, current_device()) != cudaSuccess) return;
  const u64 at_once = u64(device.multiProcessorCount) * u64(device.maxThreadsPerMultiProcessor);
  if (largest.bytes <= limit || largest.threads > at_once || says(line, Fact::checks_pointer)) return;
  hint(
      Message::kernel_heap_too_small,
      std::to_string(largest.threads) + " threads allocate " + bytes_text(largest.bytes) + site_text(largest.call) +
          ", and the heap has " + bytes_text(limit),
      {"on a GPU they run at the same time, and malloc and new return a null pointer to those for whom nothing is left",
       "cudaDeviceSetLimit(cudaLimitMallocHeapSize, bytes) before the first launch, and compare the pointer with "
       "nullptr"});
}

const Listener questions(moments.on_kernel_heap, find_on_heap);
const Listener at_the_end(moments.at_end, check_kernel_heap, turn_of(Message::kernel_heap_too_small));

}  // namespace
}  // namespace cuda_emulator::microscope

#pragma GCC visibility push(default)
extern "C" {
void* malloc(std::size_t size) {
  void* const memory = __libc_malloc(size);
  if (cuda_emulator::block_state.in_kernel) {
    cuda_emulator::microscope::taken(memory, size, __builtin_return_address(0));
  } else {
    cuda_emulator::microscope::host_array_made(memory, size);
  }
  return memory;
}
void* calloc(std::size_t count, std::size_t size) {
  void* const memory = __libc_calloc(count, size);
  cuda_emulator::microscope::host_array_made(memory, count * size);
  return memory;
}
void* realloc(void* old, std::size_t size) {
  cuda_emulator::microscope::host_array_freed(old);
  void* const memory = __libc_realloc(old, size);
  cuda_emulator::microscope::host_array_made(memory, size);
  return memory;
}
void free(void* memory) {
  bool taken = false;
  if (memory) cuda_emulator::microscope::moments.host_frees(memory, taken);
  if (taken) return;
  if (memory && cuda_emulator::microscope::any.load(std::memory_order_relaxed)) {
    cuda_emulator::microscope::given_back(memory);
  }
  cuda_emulator::microscope::host_array_freed(memory);
  __libc_free(memory);
}
}
#pragma GCC visibility pop
