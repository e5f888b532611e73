// An image in a 2-D texture, enlarged with the hardware's linear filter; normalised coordinates, clamped at the edge.
#include <cstdio>

__global__ void enlarge(cudaTextureObject_t image, float* out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[y * width + x] = tex2D<float>(image, (x + 0.5f) / width, (y + 0.5f) / height);
}

int main() {
  const int width = 4, height = 3, large_width = 8, large_height = 6;
  float picture[height][width], result[large_height][large_width];
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) picture[y][x] = 16.0f * y + 4.0f * x;
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
  cudaArray_t array;
  cudaMallocArray(&array, &format, width, height);
  cudaMemcpy2DToArray(array, 0, 0, picture, sizeof picture[0], width * sizeof(float), height, cudaMemcpyHostToDevice);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = cudaAddressModeClamp;
  how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  how.readMode = cudaReadModeElementType;
  how.normalizedCoords = 1;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &how, NULL);

  float* out;
  cudaMalloc(&out, sizeof result);
  enlarge<<<dim3(1, 1), dim3(8, 8)>>>(texture, out, large_width, large_height);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int y = 0; y < large_height; ++y) {
    for (int x = 0; x < large_width; ++x) printf("%5.1f", result[y][x]);
    printf("\n");
  }
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
}
