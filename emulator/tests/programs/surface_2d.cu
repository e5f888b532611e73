// Surfaces: typed reads and writes of an array, with x in bytes, and accesses outside it in each boundary mode.
#include <cstdio>

__global__ void paint(cudaSurfaceObject_t surface, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    surf2Dwrite(make_uchar4(x, y, x * y, 255), surface, x * sizeof(uchar4), y);
  }
}
__global__ void flip(cudaSurfaceObject_t from, cudaSurfaceObject_t to, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x >= width || y >= height) return;
  uchar4 colour;
  surf2Dread(&colour, from, (width - 1 - x) * 4, y);
  surf2Dwrite(colour, to, x * 4, y);
}
__global__ void outside(cudaSurfaceObject_t s, int width, int height, uchar4* out) {
  out[0] = surf2Dread<uchar4>(s, -4, 1, cudaBoundaryModeClamp);
  out[1] = surf2Dread<uchar4>(s, 4 * width, height, cudaBoundaryModeClamp);
  out[2] = surf2Dread<uchar4>(s, -4, 1, cudaBoundaryModeZero);
  surf2Dwrite(make_uchar4(9, 9, 9, 9), s, 4 * width, 0, cudaBoundaryModeZero);  // is ignored
  out[3] = surf2Dread<uchar4>(s, 4 * (width - 1), 0);
}

int main() {
  const int width = 6, height = 4;
  cudaArray_t arrays[2];
  cudaSurfaceObject_t surfaces[2];
  cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
  for (int i = 0; i < 2; ++i) {
    cudaMallocArray(&arrays[i], &format, width, height, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = arrays[i];
    cudaCreateSurfaceObject(&surfaces[i], &resource);
  }
  paint<<<dim3(2, 2), dim3(4, 4)>>>(surfaces[0], width, height);
  flip<<<1, dim3(8, 4)>>>(surfaces[0], surfaces[1], width, height);
  uchar4 host[height][width], *out;
  cudaMemcpy2DFromArray(host, sizeof host[0], arrays[1], 0, 0, sizeof host[0], height, cudaMemcpyDeviceToHost);
  for (auto& row : host) {
    for (uchar4 c : row) printf("%d,%d,%-3d", c.x, c.y, c.z);
    printf("\n");
  }
  cudaMallocManaged(&out, 4 * sizeof(uchar4));
  outside<<<1, 1>>>(surfaces[1], width, height, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < 4; ++i) printf("(%d %d %d %d) ", out[i].x, out[i].y, out[i].z, out[i].w);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
  for (int i = 0; i < 2; ++i) {
    cudaDestroySurfaceObject(surfaces[i]);
    cudaFreeArray(arrays[i]);
  }
}
