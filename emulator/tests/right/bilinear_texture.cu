// A texture is enlarged with a linear filter at the texels' centres and between them, and one that wraps is read behind
// its end; a border is read in texels with a description of zeros.
#include <cstdio>
#include <cstring>

__global__ void enlarge(cudaTextureObject_t image, float* out, int width, int height, float scale) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(image, (x + 0.5f) / scale, (y + 0.5f) / scale);
}
__global__ void repeat(cudaTextureObject_t image, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const float u = (x + 0.5f) / width, v = (y + 0.5f) / height;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(image, 2 * u, 2 * v);
}
__global__ void left(cudaTextureObject_t image, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(image, x - 0.5f, y + 0.5f);
}
int main() {
  const int width = 32, height = 32;
  static float h[height][width];
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) h[y][x] = static_cast<float>(x + y);
  }
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  if (cudaMallocArray(&array, &format, width, height)) return 3;
  const std::size_t row = width * sizeof(float);
  if (cudaMemcpy2DToArray(array, 0, 0, h, row, row, height, cudaMemcpyHostToDevice)) return 3;
  cudaResourceDesc resource;
  std::memset(&resource, 0, sizeof resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description;
  std::memset(&description, 0, sizeof description);
  cudaTextureObject_t plain, linear, normalized;
  if (cudaCreateTextureObject(&plain, &resource, &description, nullptr)) return 3;
  description.filterMode = cudaFilterModeLinear;
  if (cudaCreateTextureObject(&linear, &resource, &description, nullptr)) return 3;
  description.normalizedCoords = 1;
  if (cudaCreateTextureObject(&normalized, &resource, &description, nullptr)) return 3;
  float* d;
  if (cudaMalloc(&d, sizeof h)) return 3;
  const dim3 blocks(2, 2), threads(16, 16);
  float sum = 0;
  for (int k = 0; k < 3; ++k) {
    if (k == 0) enlarge<<<blocks, threads>>>(linear, d, width, height, 2.0f);
    if (k == 1) repeat<<<blocks, threads>>>(normalized, d, width, height);
    if (k == 2) left<<<blocks, threads>>>(plain, d, width, height);
    if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost)) return 3;
    sum += h[10][10];
  }
  std::printf("%.2f\n", sum);
  cudaDestroyTextureObject(plain);
  cudaDestroyTextureObject(linear);
  cudaDestroyTextureObject(normalized);
  cudaFreeArray(array);
  cudaFree(d);
  return 0;
}
