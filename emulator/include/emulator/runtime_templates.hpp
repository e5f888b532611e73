// The runtime API's C++ forms: variables by name, kernels by their functions, pointers of any type. They remove the
// type and call the C functions.
#pragma once
#include "emulator/runtime_functions.hpp"

template <typename T>
cudaError_t cudaMemcpyToSymbol(const T& symbol, const void* from, size_t count, size_t offset = 0,
                               cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
  return cuda_emulator::copy_to_symbol((void*)&symbol, sizeof symbol, from, count, offset, kind, nullptr, false);
}
template <typename T>
cudaError_t cudaMemcpyToSymbolAsync(const T& symbol, const void* from, size_t count, size_t offset, cudaMemcpyKind kind,
                                    cudaStream_t stream = nullptr) {
  return cuda_emulator::copy_to_symbol((void*)&symbol, sizeof symbol, from, count, offset, kind, stream, true);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, size_t count, size_t offset = 0,
                                 cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
  return cuda_emulator::copy_from_symbol(to, &symbol, sizeof symbol, count, offset, kind, nullptr, false);
}
template <typename T>
cudaError_t cudaMemcpyFromSymbolAsync(void* to, const T& symbol, size_t count, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream = nullptr) {
  return cuda_emulator::copy_from_symbol(to, &symbol, sizeof symbol, count, offset, kind, stream, true);
}
template <typename T>
cudaError_t cudaGetSymbolAddress(void** pointer, const T& symbol) {
  return cuda_emulator::symbol_address(pointer, &symbol, sizeof symbol);
}
template <typename T>
cudaError_t cudaGetSymbolSize(size_t* size, const T& symbol) {
  void* unused;
  *size = sizeof symbol;
  return cuda_emulator::symbol_address(&unused, &symbol, sizeof symbol);
}

template <typename K>
cudaError_t cudaOccupancyMaxActiveClusters(int* clusters, K* kernel, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxActiveClusters(clusters, reinterpret_cast<const void*>(kernel), config);
}
template <typename K>
cudaError_t cudaOccupancyMaxPotentialClusterSize(int* size, K* kernel, const cudaLaunchConfig_t* config) {
  return cudaOccupancyMaxPotentialClusterSize(size, reinterpret_cast<const void*>(kernel), config);
}
template <typename K>
cudaError_t cudaFuncSetAttribute(K* kernel, cudaFuncAttribute attribute, int value) {
  return cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel), attribute, value);
}
template <typename K>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, K* kernel) {
  return cudaFuncGetAttributes(attributes, reinterpret_cast<const void*>(kernel));
}
template <typename K>
cudaError_t cudaFuncSetCacheConfig(K* kernel, cudaFuncCache config) {
  return cudaFuncSetCacheConfig(reinterpret_cast<const void*>(kernel), config);
}
template <typename K>
cudaError_t cudaFuncSetSharedMemConfig(K* kernel, cudaSharedMemConfig config) {
  return cudaFuncSetSharedMemConfig(reinterpret_cast<const void*>(kernel), config);
}
template <typename K>
cudaError_t cudaFuncGetName(const char** name, K* kernel) {
  return cudaFuncGetName(name, reinterpret_cast<const void*>(kernel));
}
template <typename K>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, K kernel, int block_size,
                                                          size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void*>(kernel), block_size,
                                                       dynamic_shared);
}
template <typename K>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, K kernel, int block_size,
                                                                   size_t dynamic_shared, unsigned int flags) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, reinterpret_cast<const void*>(kernel),
                                                                block_size, dynamic_shared, flags);
}
template <typename K>
cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* dynamic_shared, K* kernel, int blocks, int block_size) {
  return cudaOccupancyAvailableDynamicSMemPerBlock(dynamic_shared, reinterpret_cast<const void*>(kernel), blocks,
                                                   block_size);
}

// The block size with most resident threads; of several the largest, because the search starts at the limit.
template <typename F, typename K>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int* min_grid_size, int* block_size, K kernel,
                                                                    F shared_for_block_size, int limit = 0,
                                                                    unsigned int flags = 0) {
  cudaFuncAttributes attributes;
  int device = 0, multiprocessors = 0, warp = 32;
  if (!min_grid_size || !block_size) return cudaErrorInvalidValue;
  if (cudaError_t error = cudaGetDevice(&device)) return error;
  if (cudaError_t error = cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device)) {
    return error;
  }
  if (cudaError_t error = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel))) return error;
  if (limit <= 0 || limit > attributes.maxThreadsPerBlock) limit = attributes.maxThreadsPerBlock;
  int best_threads = 0, best_blocks = 0, best_size = 0;
  for (int top = (limit + warp - 1) / warp * warp; top > 0; top -= warp) {
    const int size = top < limit ? top : limit;
    int blocks = 0;
    if (cudaError_t error = cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, reinterpret_cast<const void*>(kernel), size, shared_for_block_size(size), flags)) {
      return error;
    }
    if (blocks * size > best_threads) {
      best_threads = blocks * size;
      best_blocks = blocks;
      best_size = size;
    }
  }
  *min_grid_size = best_blocks * multiprocessors;
  *block_size = best_size;
  return cudaSuccess;
}
template <typename F, typename K>
cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* min_grid_size, int* block_size, K kernel,
                                                           F shared_for_block_size, int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(min_grid_size, block_size, kernel,
                                                                 shared_for_block_size, limit, 0);
}
template <typename K>
cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int* min_grid_size, int* block_size, K kernel,
                                                        size_t dynamic_shared = 0, int limit = 0,
                                                        unsigned int flags = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      min_grid_size, block_size, kernel, [=](int) { return dynamic_shared; }, limit, flags);
}
template <typename K>
cudaError_t cudaOccupancyMaxPotentialBlockSize(int* min_grid_size, int* block_size, K kernel, size_t dynamic_shared = 0,
                                               int limit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(min_grid_size, block_size, kernel, dynamic_shared, limit, 0);
}

// ---- typed pointers: the types of the allocators in C++ ----
// Always inlined, so that the return address that identifies the allocation is in the program.
#define CUDA_EMULATOR_TYPED \
  template <typename T>     \
  inline __attribute__((always_inline)) cudaError_t
CUDA_EMULATOR_TYPED cudaMalloc(T** pointer, size_t size) {
  return cudaMalloc((void**)(void*)pointer, size);
}
CUDA_EMULATOR_TYPED cudaMallocHost(T** pointer, size_t size, unsigned int flags = 0) {
  return cudaHostAlloc((void**)(void*)pointer, size, flags);
}
CUDA_EMULATOR_TYPED cudaHostAlloc(T** pointer, size_t size, unsigned int flags) {
  return cudaHostAlloc((void**)(void*)pointer, size, flags);
}
CUDA_EMULATOR_TYPED cudaMallocManaged(T** pointer, size_t size, unsigned int flags = cudaMemAttachGlobal) {
  return cudaMallocManaged((void**)(void*)pointer, size, flags);
}
CUDA_EMULATOR_TYPED cudaMallocPitch(T** pointer, size_t* pitch, size_t width, size_t height) {
  return cudaMallocPitch((void**)(void*)pointer, pitch, width, height);
}
CUDA_EMULATOR_TYPED cudaMallocAsync(T** pointer, size_t size, cudaStream_t stream) {
  return cudaMallocAsync((void**)(void*)pointer, size, stream);
}
CUDA_EMULATOR_TYPED cudaMallocAsync(T** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, size, pool, stream);
}
CUDA_EMULATOR_TYPED cudaMallocFromPoolAsync(T** pointer, size_t size, cudaMemPool_t pool, cudaStream_t stream) {
  return cudaMallocFromPoolAsync((void**)(void*)pointer, size, pool, stream);
}
CUDA_EMULATOR_TYPED cudaHostGetDevicePointer(T** device, void* host, unsigned int flags) {
  return cudaHostGetDevicePointer((void**)(void*)device, host, flags);
}
CUDA_EMULATOR_TYPED cudaStreamAttachMemAsync(cudaStream_t stream, T* pointer, size_t length = 0,
                                             unsigned int flags = cudaMemAttachSingle) {
  return cudaStreamAttachMemAsync(stream, (void*)pointer, length, flags);
}
#undef CUDA_EMULATOR_TYPED
