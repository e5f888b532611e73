// Launches whose start overlaps the end of the kernel before them: this saves a few microseconds each, which matters
// for a sort of several short kernels.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "common/check.h"

// kernel<<<blocks, threads, shared_bytes, stream>>>(arguments...), except that from 9.0 on the kernel may start before
// the kernel before it in the stream has ended. So it must call wait_for_kernel_before() (common/ptx.h) before it
// accesses global memory that the other one may write. Throws CudaError.
template <typename... P>
void launch_dependent(cudaStream_t stream, void (*kernel)(P...), int blocks, int threads, std::size_t shared_bytes,
                      std::type_identity_t<P>... arguments) {
  cudaLaunchAttribute overlap = {};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &overlap;
  config.numAttrs = compute_capability() >= 90 ? 1 : 0;  // older devices have neither these launches nor the attribute
  check(cudaLaunchKernelEx(&config, kernel, arguments...));
}

// The same in the default stream, and allows the kernel its shared memory.
template <typename... P>
void launch_dependent(void (*kernel)(P...), int blocks, int threads, std::size_t shared_bytes,
                      std::type_identity_t<P>... arguments) {
  // A kernel must opt in to more than 48 KB of shared memory per block.
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)));
  launch_dependent(cudaStream_t{}, kernel, blocks, threads, shared_bytes, arguments...);
}
