// Surfaces whose x counts bytes, a texture with the pitch of cudaMallocPitch, and aligned asynchronous copies.
#include <cuda_pipeline.h>

#include <cstdio>

__global__ void fill(cudaSurfaceObject_t surface, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.y;
  if (x >= width || y >= height) return;
  float before = 0;
  surf2Dread(&before, surface, -static_cast<int>(sizeof(float)), y, cudaBoundaryModeZero);
  surf2Dwrite<float>(x + 0 * before, surface, x * static_cast<int>(sizeof(float)), y);
}
__global__ void read(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x + 0.5f, 0.5f);
}
__global__ void load(const float* x, float* out) {
  __shared__ __align__(16) float part[64];
  if (threadIdx.x < 16) __pipeline_memcpy_async(&part[4 * threadIdx.x], &x[4 * threadIdx.x], 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[threadIdx.x] = part[threadIdx.x];
}

int main() {
  const int width = 64, height = 4;
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  if (cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore)) return 3;
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  if (cudaCreateSurfaceObject(&surface, &resource)) return 3;
  float zeros[width * height] = {}, host[width];
  if (cudaMemcpy2DToArray(array, 0, 0, zeros, width * sizeof(float), width * sizeof(float), height,
                          cudaMemcpyHostToDevice)) {
    return 3;
  }
  fill<<<dim3(1, height), width>>>(surface, width, height);
  float *data, *out;
  size_t pitch;
  if (cudaMallocPitch(&data, &pitch, width * sizeof(float), height)) return 3;
  if (cudaMalloc(&out, width * sizeof(float))) return 3;
  if (cudaMemcpy2DFromArray(data, pitch, array, 0, 0, width * sizeof(float), height, cudaMemcpyDeviceToDevice))
    return 3;
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = data;
  resource.res.pitch2D.desc = format;
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture;
  if (cudaCreateTextureObject(&texture, &resource, &description, nullptr)) return 3;
  read<<<1, width>>>(texture, out);
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost)) return 3;
  std::printf("%g\n", host[width - 1]);
  load<<<1, width>>>(data, out);
  if (cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost)) return 3;
  std::printf("%g\n", host[width - 1]);
  if (cudaDestroyTextureObject(texture) || cudaDestroySurfaceObject(surface) || cudaFreeArray(array)) return 3;
  if (cudaFree(data) || cudaFree(out)) return 3;
}
