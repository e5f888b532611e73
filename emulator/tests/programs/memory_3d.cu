// Volumes: cudaMalloc3D, cudaMemset3D, and cudaMemcpy3D between host, device and array, with offsets.
#include <cstdio>
#include <cstring>

const int nx = 5, ny = 4, nz = 3;

__global__ void add_position(cudaPitchedPtr volume, int nx, int ny, int nz) {
  const int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
  if (x >= nx || y >= ny || z >= nz) return;
  const size_t slice = volume.pitch * volume.ysize;
  int* row = (int*)((char*)volume.ptr + z * slice + y * volume.pitch);
  row[x] += 100 * z + 10 * y + x;
}

int main() {
  int host[nz][ny][nx];
  const cudaExtent extent = make_cudaExtent(nx * sizeof(int), ny, nz);
  cudaPitchedPtr device;
  cudaMalloc3D(&device, extent);
  printf("%zu x %zu\n", device.xsize, device.ysize);
  cudaMemset3D(device, 0, extent);
  add_position<<<1, dim3(8, 4, 4)>>>(device, nx, ny, nz);

  cudaMemcpy3DParms copy = {0};
  copy.srcPtr = device;
  copy.dstPtr = make_cudaPitchedPtr(host, nx * sizeof(int), nx, ny);
  copy.extent = extent;
  copy.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3D(&copy);
  printf("%d %d %d %d\n", host[0][0][0], host[1][2][3], host[2][0][4], host[2][3][4]);

  // One corner of the volume, to another position in the host's copy.
  memset(host, 0, sizeof host);
  copy.srcPos = make_cudaPos(1 * sizeof(int), 1, 1);
  copy.dstPos = make_cudaPos(0, 0, 2);
  copy.extent = make_cudaExtent(2 * sizeof(int), 2, 1);
  cudaMemcpy3D(&copy);
  for (int y = 0; y < 3; ++y) printf("%d %d %d\n", host[2][y][0], host[2][y][1], host[2][y][2]);

  // To an array and back: for an array, widths and offsets count elements.
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMalloc3DArray(&array, &format, make_cudaExtent(nx, ny, nz));
  cudaMemcpy3DParms to_array = {};
  to_array.srcPtr = device;
  to_array.dstArray = array;
  to_array.extent = make_cudaExtent(nx, ny, nz);
  to_array.kind = cudaMemcpyDeviceToDevice;
  cudaMemcpy3D(&to_array);
  cudaMemcpy3DParms from_array = {};
  from_array.srcArray = array;
  from_array.srcPos = make_cudaPos(2, 0, 0);
  from_array.dstPtr = make_cudaPitchedPtr(host, nx * sizeof(int), nx, ny);
  from_array.extent = make_cudaExtent(3, ny, nz);
  from_array.kind = cudaMemcpyDeviceToHost;
  cudaMemcpy3DAsync(&from_array, 0);
  cudaDeviceSynchronize();
  printf("%d %d %d\n", host[0][0][0], host[1][3][2], host[2][3][0]);
  cudaFreeArray(array);
  cudaFree(device.ptr);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
