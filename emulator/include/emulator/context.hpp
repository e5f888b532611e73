// Contexts: a place where a thread of a block stopped and can continue.
//
// A kernel switches in place, with a few inlined instructions. A switch by a called function (Boost.Context, for other
// processors) returns through addresses that the processor's return stack predicts wrongly: on x86-64 it took three
// times as long. Here calls and returns stay in pairs, and the one indirect jump is easy to predict. At the top of a
// context are two words, and no registers, so that a thread that only spins can be recognised by the contents of its
// stack (engine/block.cpp).
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
      // A null `to`: see go.
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

#elif defined(__aarch64__) && !defined(CUDA_EMULATOR_BOOST_CONTEXT)
#define CUDA_EMULATOR_INLINE_SWITCH

// The same. A new context has no return address. `hint 36` is the landing of an indirect jump in guarded code (bti j).
inline __attribute__((always_inline)) void switch_context(Context* save, Context to) {
  register Context* where __asm__("x0") = save;
  register Context next __asm__("x1") = to;
  asm volatile(
#if defined(CUDA_EMULATOR_TRACED)
      "cbz x1, 2f\n\t"
#endif
      "adr x16, 1f\n\t"
      "stp x16, x29, [sp, #-16]!\n\t"
      "mov x17, sp\n\t"
      "str x17, [x0]\n\t"
      "mov sp, x1\n\t"
      "ldp x16, x29, [sp], #16\n\t"
      "mov x30, xzr\n\t"
      "br x16\n"
      "1:\n\t"
      "hint #36\n"
      "2:"
      : "+r"(where), "+r"(next)
      :
      : "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17", "x18",
        "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28", "x30", "v0", "v1", "v2", "v3", "v4", "v5",
        "v6", "v7", "v8", "v9", "v10", "v11", "v12", "v13", "v14", "v15", "v16", "v17", "v18", "v19", "v20", "v21",
        "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29", "v30", "v31", "memory", "cc");
}

#else

void switch_context(Context* save, Context to);

#endif

// What a wait returns to the kernel's code: the context to continue in, or a null `to` if this thread may continue.
struct Wait {
  Context* save;
  Context to;
};
inline __attribute__((always_inline)) void go(Wait wait) {
#if defined(CUDA_EMULATOR_TRACED)  // a branch would call the microscope in the middle of a wait: the switch decides
  switch_context(wait.save, wait.to);
#else
  if (wait.to) switch_context(wait.save, wait.to);
#endif
}

}  // namespace cuda_emulator
