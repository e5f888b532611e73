// For editors only: the .clangd that ./learn init writes includes it. What clang wants to see declared where it reads a
// launch as CUDA; the emulator has launches of its own.
#pragma once
#include <cuda_runtime.h>

unsigned __cudaPushCallConfiguration(dim3 blocks, dim3 threads, size_t shared_bytes = 0, void* stream = nullptr);
