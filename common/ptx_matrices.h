// Machine instructions of the tensor cores that a warp executes together, and the copies that feed them. The functions
// compile for older devices too and trap there; a lesson's ladder names the requirements of its rungs.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "common/ptx.h"

// ---- Asynchronous copies (8.0). Each thread copies 16 bytes from global to shared memory, both aligned to 16, past
// its registers and the L1 cache. If not inside, it reads nothing and writes zeros.
__device__ inline void copy_async(void* shared, const void* global, bool inside) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared_address(shared)), "l"(global),
               "r"(inside ? 16 : 0)
               : "memory");
#else
  __trap();
#endif
}

// Ends a batch of this thread's copies; an empty batch counts too.
__device__ inline void copies_commit() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#else
  __trap();
#endif
}

// Waits until all of this thread's batches but the last `pending` have arrived. Other threads see them after a barrier.
template <int pending>
__device__ inline void copies_wait() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(pending) : "memory");
#else
  __trap();
#endif
}

// ---- Four matrices of 8 rows of 16 bytes each from shared memory (7.5): lane l passes the address of row l % 8 of
// matrix l / 8, aligned to 16. Register i of lane l receives word l % 4 of row l / 4 of matrix i.
__device__ inline void load_matrices(std::uint32_t (&r)[4], std::uint32_t row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row)
               : "memory");
}

// The same for 8 x 8 elements of 2 bytes, transposed on the way: lane l receives elements (2 (l % 4), l / 4) and
// (2 (l % 4) + 1, l / 4).
__device__ inline void load_matrices_transposed(std::uint32_t (&r)[4], std::uint32_t row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(row)
               : "memory");
}

// ---- sums += a b, by a warp: 16 rows of a and 8 columns of b, each of 32 bytes, whatever the format. Lane 4 g + q
// holds words q and q + 4 of rows g and g + 8 of a (a[0]: row g, word q; a[1]: row g + 8, word q; a[2] and a[3]: word
// q + 4) and of column g of b, and the sums (g, 2 q), (g, 2 q + 1), (g + 8, 2 q), (g + 8, 2 q + 1).
#define PRODUCT(name, shape, types)                                                                                    \
  __device__ inline void name(float(&sums)[4], const std::uint32_t(&a)[4], std::uint32_t b0, std::uint32_t b1) {       \
    asm("mma.sync.aligned." shape ".row.col." types " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};" \
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])                                                   \
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));                                               \
  }
#define NO_PRODUCT(name, shape, types)                                                                \
  __device__ inline void name(float(&)[4], const std::uint32_t(&)[4], std::uint32_t, std::uint32_t) { \
    __trap();                                                                                         \
  }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
#define SINCE_8_0 PRODUCT
#else
#define SINCE_8_0 NO_PRODUCT
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 890
#define SINCE_8_9 PRODUCT
#else
#define SINCE_8_9 NO_PRODUCT
#endif
SINCE_8_0(multiply_add_bf16, "m16n8k16", "f32.bf16.bf16.f32")
SINCE_8_0(multiply_add_half, "m16n8k16", "f32.f16.f16.f32")
SINCE_8_0(multiply_add_tf32, "m16n8k8", "f32.tf32.tf32.f32")
SINCE_8_9(multiply_add_e4m3, "m16n8k32", "f32.e4m3.e4m3.f32")
SINCE_8_9(multiply_add_e5m2, "m16n8k32", "f32.e5m2.e5m2.f32")
#undef SINCE_8_9
#undef SINCE_8_0
#undef NO_PRODUCT
#undef PRODUCT

// The same with sums that are whole numbers.
__device__ inline void multiply_add_int8(int (&sums)[4], const std::uint32_t (&a)[4], std::uint32_t b0,
                                         std::uint32_t b1) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+r"(sums[0]), "+r"(sums[1]), "+r"(sums[2]), "+r"(sums[3])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#else
  __trap();
#endif
}

// The same with factors and sums in half: two sums in each register.
__device__ inline void multiply_add_half_sums(std::uint32_t (&sums)[2], const std::uint32_t (&a)[4], std::uint32_t b0,
                                              std::uint32_t b1) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
      : "+r"(sums[0]), "+r"(sums[1])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
#else
  __trap();
#endif
}
