// Contexts for WebAssembly, which has no way to switch stacks: Binaryen's asyncify gives every function between here
// and the kernel a second way, by which it returns at once and keeps its variables in a buffer (unwinding), and a
// third, by which it takes them back and arrives where it stopped (rewinding).
//
// The scheduler enters the threads' stacks by a call (enter_context), and is never unwound itself: so of the whole
// program only what a waiting thread has on its stack needs the other two ways. The functions that asyncify knows by
// their imports: unwinding starts in suspend, and no caller of run_contexts is unwound.
#include "platform/context.hpp"

#include <cstdint>
#include <utility>

#include "platform/faults.hpp"

#define CUDA_EMULATOR_IMPORT(module, name) __attribute__((import_module(module), import_name(name)))

extern "C" {
CUDA_EMULATOR_IMPORT("asyncify", "start_unwind") void asyncify_start_unwind(void* buffer);
CUDA_EMULATOR_IMPORT("asyncify", "stop_unwind") void asyncify_stop_unwind();
CUDA_EMULATOR_IMPORT("asyncify", "start_rewind") void asyncify_start_rewind(void* buffer);
CUDA_EMULATOR_IMPORT("asyncify", "stop_rewind") void asyncify_stop_rewind();
// Calls cuda_emulator_run_contexts. If the code that it runs traps, its frames no longer exist, and the result says
// why.
CUDA_EMULATOR_IMPORT("cuda_emulator", "enter") unsigned cuda_emulator_enter(void* context);
}

namespace cuda_emulator {
namespace {

constexpr std::size_t buffer_bytes = 12 * 1024;

// At the high end of its stack, above the buffer.
struct Stack {
  char *next, *end;  // asyncify's: where the next variables go in the buffer
  void (*start)();
  bool started;
};
// A context is the stack pointer, less a word that leads to the stack, and one that only aligns it.
struct Top {
  Stack* stack;
  void* unused[3];
};
static_assert(sizeof(Top) == 16);

// playground/page/program.mjs counts them.
constexpr const char* trap_reasons[] = {"", "stops at an instruction that traps", "accesses an address without memory",
                                        "calls itself too often", "divides an integer by zero"};

Stack native;              // stands for the scheduler's own
Stack* running = nullptr;  // null: code that no scheduler has entered
Context next = nullptr;
bool rewinds = false, left = false;

// No instruction reads the stack pointer, but the variable that is it has a name.
inline char* stack_pointer() {
  char* pointer;
  asm volatile(".globaltype __stack_pointer, i32\n\tglobal.get __stack_pointer\n\tlocal.set %0" : "=r"(pointer));
  return pointer;
}
inline void set_stack_pointer(char* pointer) {
  asm volatile(".globaltype __stack_pointer, i32\n\tlocal.get %0\n\tglobal.set __stack_pointer" : : "r"(pointer));
}

Stack* stack_of(Context context) {
  return static_cast<Top*>(context)->stack;
}

// Without variables in memory: when the stack is rewound, it is called at the stack pointer where it once stopped.
__attribute__((noinline)) void suspend(Context to) {
  if (rewinds) {
    rewinds = false;
    asyncify_stop_rewind();
    return;
  }
  next = to;
  asyncify_start_unwind(running);
}

}  // namespace

__attribute__((noinline)) void switch_context(Context* save, Context to) {
  Top* const top = reinterpret_cast<Top*>(stack_pointer()) - 1;
  top->stack = running;
  *save = top;
  suspend(to);
}

void enter_context(Context* save, Context to) {
  Stack* const outer = running;
  char* const pointer = stack_pointer();
  Top scheduler{&native, {}};
  *save = &scheduler;
  const unsigned trap = cuda_emulator_enter(to);
  set_stack_pointer(pointer);
  running = outer;
  if (trap == 0) return;
  rewinds = false;
  if (!std::exchange(left, false)) kernel_trapped(trap_reasons[trap]);
}

// A trap leaves all frames without running anything of them.
void leave_context(Context) {
  left = true;
  __builtin_trap();
}

Context make_context(char* high, std::size_t, void (*start)()) {
  const auto end = reinterpret_cast<std::uintptr_t>(high) & ~std::uintptr_t{15};
  auto* const stack = reinterpret_cast<Stack*>(end - 16);
  static_assert(sizeof(Stack) <= 16);
  char* const buffer = reinterpret_cast<char*>(stack) - buffer_bytes;
  *stack = {buffer, reinterpret_cast<char*>(stack), start, false};
  auto* const top = reinterpret_cast<Top*>(buffer) - 1;
  top->stack = stack;
  return top;
}

void* resume_address(Context) {
  return nullptr;
}

}  // namespace cuda_emulator

// Runs contexts, each until it goes to the next, until one goes to the scheduler.
extern "C" __attribute__((export_name("cuda_emulator_run_contexts"))) void cuda_emulator_run_contexts(void* context) {
  using namespace cuda_emulator;
  for (Context now = context; stack_of(now) != &native; now = next) {
    running = stack_of(now);
    set_stack_pointer(reinterpret_cast<char*>(static_cast<Top*>(now) + 1));
    rewinds = running->started;
    running->started = true;
    if (rewinds) asyncify_start_rewind(running);
    running->start();
    asyncify_stop_unwind();
  }
}
