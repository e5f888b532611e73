// Contexts: a place where a thread of a block stopped and can continue.
//
// On x86-64 a kernel switches in place, with a few inlined instructions. A switch by a called function (Boost.Context,
// used on every other processor) returns through addresses that the processor's return stack predicts wrongly: it took
// three times as long. Here calls and returns stay in pairs, and the one indirect jump is easy to predict.
#pragma once
#include <stddef.h>

#include <utility>

namespace cuda_emulator {

using Context = void*;

#if defined(__x86_64__) && !defined(CUDA_EMULATOR_BOOST_CONTEXT)
#define CUDA_EMULATOR_INLINE_SWITCH

#if defined(__AVX512F__)
#define CUDA_EMULATOR_AVX512_REGISTERS                                                                          \
  , "xmm16", "xmm17", "xmm18", "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", \
      "xmm28", "xmm29", "xmm30", "xmm31", "k1", "k2", "k3", "k4", "k5", "k6", "k7"
#else
#define CUDA_EMULATOR_AVX512_REGISTERS
#endif

// Leaves this context, which *save will hold, and continues in `to`. A context is a stack pointer; at the top are the
// address to continue at and the frame pointer. All other registers are clobbered, so the compiler saves those that are
// in use. Inlined only into functions that also call something: those keep nothing below their stack pointer.
inline __attribute__((always_inline)) void switch_context(Context* save, Context to) {
  asm volatile(
#if defined(CUDA_EMULATOR_TRACED)
      // A branch of C++ would call the microscope in the middle of a wait: so it is part of the assembly (see go).
      "testq %%rsi, %%rsi\n\t"
      "jz 2f\n\t"
#endif
      "pushq %%rbp\n\t"
      "leaq 1f(%%rip), %%rax\n\t"
      "pushq %%rax\n\t"
      "movq %%rsp, (%%rdi)\n\t"
      "movq %%rsi, %%rsp\n\t"
      "popq %%rax\n\t"
      "jmp *%%rax\n"
      "1:\n\t"
      "popq %%rbp\n\t"
      "2:"
      : "+D"(save), "+S"(to)
      :
      : "rax", "rbx", "rcx", "rdx", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "xmm0", "xmm1", "xmm2",
        "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14",
        "xmm15" CUDA_EMULATOR_AVX512_REGISTERS, "memory", "cc");
}
#undef CUDA_EMULATOR_AVX512_REGISTERS

#else

void switch_context(Context* save, Context to);

#endif

// What a wait returns to the kernel's code: the context to continue in, or a null `to` if this thread may continue.
struct Wait {
  Context* save;
  Context to;
};
inline __attribute__((always_inline)) void go(Wait wait) {
#if defined(CUDA_EMULATOR_TRACED) && defined(__x86_64__) && !defined(CUDA_EMULATOR_BOOST_CONTEXT)
  switch_context(wait.save, wait.to);
#else
  if (wait.to) switch_context(wait.save, wait.to);
#endif
}

}  // namespace cuda_emulator
