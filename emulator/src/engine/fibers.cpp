// The stacks on which the threads of a block run and wait.
#include <sys/mman.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "engine/block_engine.hpp"
#include "platform/pages.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t stack_size = to_reserve(
    256 * 1024, 64 * 1024);  // including its guard page, of 64 KB at most; memory is allocated as a stack grows
// A guard page splits a mapping, and the number of mappings of a process is limited: a third of them are for the guards
// of stacks, a third for allocations (allocations.cpp), the rest for OS threads and libraries. Further stacks have no
// guard.
std::size_t max_guards() {
  static const std::size_t most = most_mappings() / 6;
  return most;
}

std::atomic<unsigned> guards{0};

// A fiber remains in run_threads while the grid runs; then it starts a thread of another grid.
void fiber_main() {
  for (;;) run_threads();
}

void map_stacks(Engine& e) {
  void* const memory = mmap(nullptr, stack_size * max_block_threads, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) {
    std::perror("cuda_emulator: no address space for the stacks of a block");
    std::abort();
  }
  e.stacks = static_cast<char*>(memory);
  e.fibers.resize(max_block_threads);
  e.idle.reserve(max_block_threads);
}

}  // namespace

Fiber* new_fiber() {
  Engine& e = *engine;
  if (!e.idle.empty()) {
    Fiber* const fiber = e.idle.back();
    e.idle.pop_back();
    return fiber;
  }
  if (!e.stacks) map_stacks(e);
  const std::size_t i = e.prepared++;
  Fiber& fiber = e.fibers[i];
  if (!fiber.low) {
    char* const bottom = e.stacks + i * stack_size;
    const bool guarded = guards.fetch_add(1) < max_guards() && mprotect(bottom, page_size(), PROT_NONE) == 0;
    fiber.low = bottom + (guarded ? page_size() : 0);
    fiber.high = bottom + stack_size;
  }
  // If all stacks started at the same offset, they would compete for a few sets of the cache.
  const std::size_t colour = (i % 61) * 5 * 64;
  fiber.context = make_context(fiber.high - colour, fiber.high - colour - fiber.low, fiber_main);
  return &fiber;
}

Wait fiber_ends() {
  Engine& e = *engine;
  if (e.bound) return {&e.contexts[0], next_context()};  // no thread of the block waited
  Fiber* const mine = e.fiber;
  e.idle.push_back(mine);
  return {&mine->context, next_context()};  // which changes e.fiber
}

StackRange running_stack() {
  if (!engine || !engine->fiber || !block_state.in_kernel) return {nullptr, nullptr};
  const bool in_step = block_state.lockstep != Lockstep::none || block_state.warp_end;
  const Fiber* const fiber = in_step ? engine->threads[block_state.current].fiber : engine->fiber;
  return {fiber->low, fiber->high};
}

bool is_local(const void* p) {
  const StackRange stack = running_stack();
  return p >= stack.low && p < stack.high;
}

// nvcc aligns variables of the thread itself, or keeps them in registers.
bool demands_alignment(const void* p) noexcept {
  return block_state.in_kernel && !is_local(p);
}

bool is_stack_guard(const void* address) {
  if (!engine || !engine->stacks) return false;
  const auto offset = static_cast<const char*>(address) - engine->stacks;
  return offset >= 0 && static_cast<std::size_t>(offset) < stack_size * max_block_threads &&
         static_cast<std::size_t>(offset) % stack_size < page_size();
}

}  // namespace cuda_emulator
