// A cellular automaton (rule 110) on 1-D surfaces, and a layered one.
#include <cstdio>

const int width = 64;

__global__ void step(cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  const int x = threadIdx.x;
  const int left = surf1Dread<unsigned char>(from, x - 1, cudaBoundaryModeZero);
  const int here = surf1Dread<unsigned char>(from, x);
  const int right = surf1Dread<unsigned char>(from, x + 1, cudaBoundaryModeZero);
  const int rule = 110;
  surf1Dwrite(static_cast<unsigned char>(rule >> (4 * left + 2 * here + right) & 1), to, x);
}
__global__ void layered(cudaSurfaceObject_t s, int* out) {
  surf1DLayeredwrite(static_cast<int>(10 * blockIdx.x + threadIdx.x), s, threadIdx.x * 4, blockIdx.x);
  __syncthreads();
  int value;
  surf1DLayeredread(&value, s, (3 - threadIdx.x) * 4, blockIdx.x);
  out[blockIdx.x * 4 + threadIdx.x] = value;
}

int main() {
  cudaArray_t arrays[2], lines;
  cudaSurfaceObject_t surfaces[2], line_surface;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  unsigned char cells[width] = {};
  cells[width - 2] = 1;
  for (int i = 0; i < 2; ++i) {
    cudaMallocArray(&arrays[i], &format, width, 0, cudaArraySurfaceLoadStore);
    resource.res.array.array = arrays[i];
    cudaCreateSurfaceObject(&surfaces[i], &resource);
  }
  cudaMemcpy2DToArray(arrays[0], 0, 0, cells, width, width, 1, cudaMemcpyHostToDevice);
  for (int generation = 0; generation < 16; ++generation) {
    cudaMemcpy2DFromArray(cells, width, arrays[generation % 2], 0, 0, width, 1, cudaMemcpyDeviceToHost);
    for (unsigned char c : cells) putchar(c ? '#' : '.');
    putchar('\n');
    step<<<1, width>>>(surfaces[generation % 2], surfaces[(generation + 1) % 2]);
  }
  format = cudaCreateChannelDesc<int>();
  cudaMalloc3DArray(&lines, &format, make_cudaExtent(4, 0, 2), cudaArrayLayered | cudaArraySurfaceLoadStore);
  resource.res.array.array = lines;
  cudaCreateSurfaceObject(&line_surface, &resource);
  int *out, host[8];
  cudaMalloc(&out, sizeof host);
  layered<<<2, 4>>>(line_surface, out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  for (int v : host) printf("%d ", v);
  printf("\n%s\n", cudaGetErrorString(cudaGetLastError()));
}
