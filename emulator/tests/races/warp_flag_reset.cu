// A loop as beginners write it: one thread resets a flag that the others may not have read yet. On a GPU the lanes of a
// warp read it together, so with one warp the result is always the same.
#include <cstdio>

constexpr int n = 12;

// Odd-even sort until nothing moves. There is no barrier between reading and resetting the flag.
__global__ void odd_even(int* values, int* moved, int* rounds) {
  const int i = threadIdx.x;
  while (*moved) {  //~ threads still read moved when one of them sets it
    if (i == 0) {
      *moved = 0;
      ++*rounds;
    }
    __syncthreads();
    for (int phase = 0; phase < 2; ++phase) {
      if (i % 2 == phase && i + 1 < n && values[i] > values[i + 1]) {
        const int kept = values[i];
        values[i] = values[i + 1];
        values[i + 1] = kept;
        atomicExch(moved, 1);
      }
      __syncthreads();
    }
  }
}

void show(const char* what, const int* device) {
  int host[n];
  cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
  printf("%s:", what);
  for (const int value : host) printf(" %d", value);
  printf("\n");
}

int main() {
  int host[n], *values, *moved, *rounds;
  for (int i = 0; i < n; ++i) host[i] = (i * 7 + 5) % n;
  const int one = 1, zero = 0;
  cudaMalloc(&values, sizeof host);
  cudaMalloc(&moved, sizeof(int));
  cudaMalloc(&rounds, sizeof(int));

  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  show("given", values);
  cudaMemcpy(moved, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaMemcpy(rounds, &zero, sizeof zero, cudaMemcpyHostToDevice);
  odd_even<<<1, n>>>(values, moved, rounds);
  show("odd-even", values);
  int counted;
  cudaMemcpy(&counted, rounds, sizeof counted, cudaMemcpyDeviceToHost);
  printf("rounds: %d, %s\n", counted, cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(values);
  cudaFree(moved);
  cudaFree(rounds);
}
//? plain only
