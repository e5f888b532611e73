// Matrix product c = a b in float, continued from matmul_registers: each warp has its own tile, and memory latency is
// hidden.
#pragma once

#include <cuda_runtime.h>

#include <span>

#include "common/product.h"

namespace matmul_warps {

using product::Rung;
using product::Shape;

std::span<const Rung<float>> ladder();

// The last rung in a stream: ch17_cublas/gemm compares it with a library.
void serpentine_in(cudaStream_t stream, const float* a, const float* b, float* c, Shape shape);

// What a ring of three stages requires: asynchronous copies, and three tiles of a and of b in shared memory.
inline constexpr Needs ring_needs = {80, 73 * 1024};

}  // namespace matmul_warps
