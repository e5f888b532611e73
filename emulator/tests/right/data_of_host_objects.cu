// Objects with virtual functions are copied as a whole, and kernels read only their data.
#include <cstdio>
struct Named {
  virtual ~Named() = default;
  virtual const char* name() const { return "named"; }
  int value = 0;
};
__global__ void values(const Named* list, int* out) {
  out[threadIdx.x] = list[threadIdx.x].value;
}
int main() {
  Named list[32];
  for (int i = 0; i < 32; ++i) list[i].value = 3 * i;
  Named* d;
  int *d_out, out[32];
  if (cudaMalloc(&d, sizeof list) != cudaSuccess || cudaMalloc(&d_out, sizeof out) != cudaSuccess) return 3;
  if (cudaMemcpy(static_cast<void*>(d), static_cast<const void*>(list), sizeof list, cudaMemcpyHostToDevice) !=
      cudaSuccess)
    return 3;
  values<<<1, 32>>>(d, d_out);
  if (cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%s %d\n", list[0].name(), out[31]);
  if (cudaFree(d) != cudaSuccess || cudaFree(d_out) != cudaSuccess) return 3;
  return out[31] != 93;
}
