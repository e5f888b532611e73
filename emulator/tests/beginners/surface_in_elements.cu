// A surface's x counts bytes.
//? plain
#include <cstdio>

__global__ void fill(cudaSurfaceObject_t surface, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) surf2Dwrite<float>(x, surface, x, y);  //~ x = 1, which is not a multiple of the 4 bytes
}

int main() {
  const int width = 64, height = 4;
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, width, height, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  fill<<<dim3(1, height), width>>>(surface, width, height);
  printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
