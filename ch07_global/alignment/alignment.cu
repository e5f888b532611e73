// nvcc alignment.cu && ./a.out
//
// Where does an array begin? cudaMalloc promises a multiple of 256 bytes, and a load of a vector needs an address that
// is a multiple of its size. A pointer into an array has only what the index leaves of that promise.
#include <cstdint>
#include <cstdio>
#include <cstdlib>

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

// The largest power of two, up to 4096, that divides an address.
int alignment_of(const void* pointer) {
  int bytes = 1;
  while (bytes < 4096 && reinterpret_cast<std::uintptr_t>(pointer) % (2 * bytes) == 0) bytes *= 2;
  return bytes;
}

// The sum of four neighbours by one load of 16 bytes.
__global__ void sum_vector_kernel(const float* x, float* sum) {
  const float4 four = *reinterpret_cast<const float4*>(x);
  *sum = four.x + four.y + four.z + four.w;
}

// The same by four loads, for any address.
__global__ void sum_single_kernel(const float* x, float* sum) {
  *sum = x[0] + x[1] + x[2] + x[3];
}

// Which of the two may be used here?
bool fits_a_vector(const float* x) {
  return reinterpret_cast<std::uintptr_t>(x) % sizeof(float4) == 0;
}

int main() {
  bool right = true;

  // Arrays of awkward sizes, all of them allocated at the same time.
  const int sizes[] = {1, 3, 100, 257, 1000, 4097};
  char* arrays[6];
  int least = 4096;
  for (int k = 0; k < 6; ++k) {
    check(cudaMalloc(&arrays[k], sizes[k]));
    if (alignment_of(arrays[k]) < least) least = alignment_of(arrays[k]);
  }
  for (char* array : arrays) check(cudaFree(array));
  right = right && least >= 256;
  std::printf("arrays of 1 to 4097 bytes: all begin at a multiple of %s\n", least >= 256 ? "256" : "less than 256");

  const float values[] = {1, 2, 4, 8, 16, 32, 64, 128};
  float *x, *sum;
  check(cudaMalloc(&x, sizeof values));
  check(cudaMalloc(&sum, sizeof *sum));
  check(cudaMemcpy(x, values, sizeof values, cudaMemcpyHostToDevice));
  for (int first = 0; first <= 4; ++first) {
    const bool vector = fits_a_vector(x + first);
    if (vector)
      sum_vector_kernel<<<1, 1>>>(x + first, sum);
    else
      sum_single_kernel<<<1, 1>>>(x + first, sum);
    check(cudaGetLastError());
    float found;
    check(cudaMemcpy(&found, sum, sizeof found, cudaMemcpyDeviceToHost));
    right = right && found == 15 * values[first] && vector == (first % 4 == 0);
    std::printf("x + %d: %s, the sum is %g\n", first, vector ? "one load of a float4" : "four loads", found);
  }
  check(cudaFree(x));
  check(cudaFree(sum));
  return right ? 0 : 1;
}
