// A header with a launch and dynamic shared memory: it has to be translated like the file that includes it.
#pragma once

namespace from_header {

__global__ void fill(int* out, int value) {
  out[threadIdx.x] = value;
}

inline void fill_four(int* out, int value) {
  fill<<<1, 4>>>(out, value);
}

template <typename T>
__global__ void reverse(T* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  T* tile = reinterpret_cast<T*>(raw);
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

}  // namespace from_header
