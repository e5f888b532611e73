// Launches of clusters: blocks that run at the same time, on neighbouring SMs, and reach each other's shared memory
// (9.0).
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <type_traits>

#include "common/check.h"

// kernel<<<blocks, threads, shared_bytes, stream>>>(arguments...), except that every `cluster` blocks in a row are a
// cluster; blocks is a multiple of that. Allows the kernel its shared memory. Throws CudaError.
template <typename... P>
void launch_clusters(int cluster, void (*kernel)(P...), int blocks, int threads, std::size_t shared_bytes,
                     cudaStream_t stream, std::type_identity_t<P>... arguments) {
  cudaLaunchAttribute size = {};
  size.id = cudaLaunchAttributeClusterDimension;
  size.val.clusterDim.x = cluster;
  size.val.clusterDim.y = size.val.clusterDim.z = 1;

  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(threads);
  config.dynamicSmemBytes = shared_bytes;
  config.stream = stream;
  config.attrs = &size;
  config.numAttrs = 1;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes)));
  check(cudaLaunchKernelEx(&config, kernel, arguments...));
}
