// Linear filters at coordinates with the right half texels: enlarged, at texel centres, and at the corners between four
// texels, which gives their mean.
#include <cstdio>
__global__ void read(cudaTextureObject_t image, float* out, int width, int height, float scale, float shift) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(image, scale * x + shift, scale * y + shift);
}
__global__ void halve(cudaTextureObject_t image, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(image, 2 * x + 1.0f, 2 * y + 1.0f);
}
__global__ void enlarge(cudaTextureObject_t image, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = tex2D<float>(image, 0.5f * x + 0.5f, 0.5f * y + 0.5f);
}
int main() {
  const int width = 20, height = 12;
  static float h[4 * width * height], *out;
  for (int i = 0; i < width * height; i++) h[i] = i % 9;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, h, width * 4, width * 4, height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t image;
  cudaCreateTextureObject(&image, &resource, &description, nullptr);
  cudaMalloc(&out, sizeof(h));
  const dim3 block(16, 16), grid(3, 2);
  halve<<<grid, block>>>(image, out, width / 2, height / 2);
  read<<<grid, block>>>(image, out, width, height, 1, 0.5f);
  enlarge<<<grid, block>>>(image, out, 2 * width, 2 * height);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[1]);
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(out);
}
