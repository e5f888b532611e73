// A race that the source shows, and a launch whose error nobody asks for.
#include <cstdio>

__global__ void count(int* sum) {
  *sum += 1;
}

int main() {
  int* sum = nullptr;
  cudaMallocManaged(&sum, sizeof(int));
  count<<<1, 2048>>>(sum);
  std::printf("%d\n", *sum);
}
