// An image is enlarged to twice its width and height with the linear filter, at whole and half texels.
#include <cstdio>
__global__ void enlarge(cudaTextureObject_t image, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = tex2D<float>(image, x / 2.0f, y / 2.0f);  //~ begin at 0 and end before the last half texel
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
  enlarge<<<dim3(3, 2), dim3(16, 16)>>>(image, out, 2 * width, 2 * height);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%f\n", h[1]);
  cudaDestroyTextureObject(image);
  cudaFreeArray(array);
  cudaFree(out);
}
