// malloc and new in kernels: the emulator allocates this memory in the host's heap, which kernels cannot access
// otherwise. So the program's malloc and free are these functions, which record a kernel's allocations; new and delete
// call them.
#include <atomic>
#include <cstdlib>
#include <iterator>
#include <mutex>

#include "microscope.hpp"

extern "C" {
void* __libc_malloc(std::size_t);
void __libc_free(void*);
}

namespace cuda_emulator::microscope {
namespace {

struct Piece {
  std::uintptr_t low, high;
  Piece* next;
};
// By address, because the engine's own allocations while a kernel runs come here too.
Piece* pieces[4096];
Piece*& bucket_of(std::uintptr_t low) {
  return pieces[low / 16 % std::size(pieces)];
}
std::mutex pieces_mutex;
std::atomic<bool> any{false};

}  // namespace

bool is_on_kernel_heap(std::uintptr_t address) {
  if (!any.load(std::memory_order_relaxed)) return false;
  const std::lock_guard lock(pieces_mutex);
  for (const Piece* p : pieces) {
    for (; p; p = p->next) {
      if (address >= p->low && address < p->high) return true;
    }
  }
  return false;
}

namespace {

void taken(void* memory, std::size_t size) {
  if (!memory) return;
  auto* const piece = static_cast<Piece*>(__libc_malloc(sizeof(Piece)));
  if (!piece) return;
  const std::uintptr_t low = reinterpret_cast<std::uintptr_t>(memory);
  const std::lock_guard lock(pieces_mutex);
  Piece*& bucket = bucket_of(low);
  *piece = {low, low + size, bucket};
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

}  // namespace
}  // namespace cuda_emulator::microscope

#pragma GCC visibility push(default)
extern "C" {
void* malloc(std::size_t size) {
  void* const memory = __libc_malloc(size);
  if (cuda_emulator::block_state.in_kernel) cuda_emulator::microscope::taken(memory, size);
  return memory;
}
void free(void* memory) {
  if (memory && cuda_emulator::microscope::any.load(std::memory_order_relaxed)) {
    cuda_emulator::microscope::given_back(memory);
  }
  __libc_free(memory);
}
}
#pragma GCC visibility pop
