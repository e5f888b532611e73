// An image in an array, read through a texture with clamped coordinates.
#include <cstdio>
#include <cstring>
#include <vector>

__global__ void blur(cudaTextureObject_t image, float* out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= w || y >= h) return;
  float s = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx) s += tex2D<float>(image, x + dx + 0.5f, y + dy + 0.5f);
  out[y * w + x] = s / 9;
}

int main() {
  const int w = 33, h = 17;
  std::vector<float> pixels(w * h, 9.f), result(w * h);
  cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &desc, w, h);
  cudaMemcpy2DToArray(array, 0, 0, pixels.data(), w * sizeof(float), w * sizeof(float), h, cudaMemcpyHostToDevice);
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how;
  std::memset(&how, 0, sizeof how);
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModePoint;
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float* d;
  cudaMalloc(&d, w * h * sizeof(float));
  blur<<<dim3((w + 15) / 16, (h + 7) / 8), dim3(16, 8)>>>(texture, d, w, h);
  cudaMemcpy(result.data(), d, w * h * sizeof(float), cudaMemcpyDeviceToHost);
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(d);
  for (float v : result)
    if (v != 9.f) return 1;
  return 0;
}
