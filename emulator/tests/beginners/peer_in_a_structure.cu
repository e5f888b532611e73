// settings: CUDA_EMULATOR_DEVICES=2
// Access was enabled in the wrong direction: it is device 0 that needs it. The pointers come in a structure.
#include <cstdio>
struct Parts {
  int* of[2];
};
__global__ void gather(Parts parts, int* out) {
  int i = threadIdx.x;
  out[i] = parts.of[0][i] + parts.of[1][i];  //~ memory of device 1, to which device 0 has no access
}
int main() {
  Parts parts;
  int h[64];
  for (int d = 0; d < 2; ++d) {
    cudaSetDevice(d);
    cudaMalloc(&parts.of[d], sizeof(h));
    cudaMemset(parts.of[d], 0, sizeof(h));
    cudaDeviceSynchronize();
  }
  cudaDeviceEnablePeerAccess(0, 0);
  cudaSetDevice(0);
  int* out;
  cudaMalloc(&out, sizeof(h));
  gather<<<1, 64>>>(parts, out);
  cudaMemcpy(h, out, sizeof(h), cudaMemcpyDeviceToHost);
  std::printf("%d\n", h[5]);
  cudaFree(out);
  for (int* part : parts.of) cudaFree(part);
}
