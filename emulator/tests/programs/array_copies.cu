// CUDA arrays: copies from and to the host, between arrays and of a window, and what an array says of itself.
#include <cstdio>

int main() {
  const int width = 6, height = 5;
  int host[height][width], back[height][width] = {};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) host[y][x] = 10 * y + x;
  }
  cudaArray_t a, b;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>(), got;
  cudaMallocArray(&a, &format, width, height);
  cudaMallocArray(&b, &format, width, height);
  cudaMemcpy2DToArray(a, 0, 0, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice);
  cudaMemcpy2DToArray(b, 0, 0, back, sizeof back[0], sizeof back[0], height, cudaMemcpyHostToDevice);
  // A window of 3 x 2 elements: offsets and widths are in bytes.
  cudaMemcpy2DArrayToArray(b, 1 * sizeof(int), 2, a, 3 * sizeof(int), 1, 3 * sizeof(int), 2, cudaMemcpyDeviceToDevice);
  cudaMemcpy2DFromArray(back, sizeof back[0], b, 0, 0, sizeof back[0], height, cudaMemcpyDeviceToHost);
  for (auto& row : back) {
    for (int v : row) printf("%3d", v);
    printf("\n");
  }
  int column[height];
  cudaMemcpy2DFromArray(column, sizeof(int), a, 2 * sizeof(int), 0, sizeof(int), height, cudaMemcpyDeviceToHost);
  for (int v : column) printf("%d ", v);
  printf("\n");
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *device, pair[2];
  cudaMalloc(&device, sizeof host);
  cudaMemcpy2DFromArrayAsync(device, 2 * sizeof(int), a, 4 * sizeof(int), 3, 2 * sizeof(int), 2,
                             cudaMemcpyDeviceToDevice, stream);
  cudaMemcpyAsync(pair, device + 2, sizeof pair, cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  printf("%d %d\n", pair[0], pair[1]);
  cudaExtent extent;
  unsigned int flags = 99;
  cudaArrayGetInfo(&got, &extent, &flags, a);
  printf("%zu x %zu x %zu, flags %u, format %d %d %d %d, signed %d\n", extent.width, extent.height, extent.depth, flags,
         got.x, got.y, got.z, got.w, got.f == cudaChannelFormatKindSigned);
  printf("past the edge: %s\n", cudaGetErrorName(cudaMemcpy2DToArray(a, 4, 0, host, sizeof host[0], sizeof host[0],
                                                                     height, cudaMemcpyHostToDevice)));
  cudaGetLastError();
  cudaStreamDestroy(stream);
  cudaFreeArray(a);
  cudaFreeArray(b);
  cudaFree(device);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
