// Enlarges a small image with a texture's linear filter and reads it back through a surface.
#include <cstdio>

__global__ void enlarge(cudaTextureObject_t picture, cudaSurfaceObject_t result, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float value = tex2D<float>(picture, (x + 0.5f) / width, (y + 0.5f) / height);
  surf2Dwrite(value, result, x * sizeof(float), y);
}

int main() {
  const int small = 2, large = 4;
  const float pixels[small * small] = {0, 64, 128, 192};
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t picture, result;
  cudaMallocArray(&picture, &format, small, small);
  cudaMallocArray(&result, &format, large, large, cudaArraySurfaceLoadStore);
  cudaMemcpy2DToArray(picture, 0, 0, pixels, small * sizeof(float), small * sizeof(float), small,
                      cudaMemcpyHostToDevice);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = picture;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.addressMode[1] = cudaAddressModeClamp;
  description.filterMode = cudaFilterModeLinear;
  description.readMode = cudaReadModeElementType;
  description.normalizedCoords = 1;
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, NULL);
  resource.res.array.array = result;
  cudaSurfaceObject_t surface = 0;
  cudaCreateSurfaceObject(&surface, &resource);

  enlarge<<<1, dim3(8, 8)>>>(texture, surface, large, large);
  float out[large * large];
  cudaMemcpy2DFromArray(out, large * sizeof(float), result, 0, 0, large * sizeof(float), large, cudaMemcpyDeviceToHost);
  for (int y = 0; y < large; ++y) {
    for (int x = 0; x < large; ++x) printf("%6.1f", out[y * large + x]);
    printf("\n");
  }
  cudaDestroyTextureObject(texture);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(picture);
  cudaFreeArray(result);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
