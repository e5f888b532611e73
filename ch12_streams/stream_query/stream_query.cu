// nvcc stream_query.cu && ./a.out
//
// cudaStreamQuery asks whether all work of a stream is complete, and returns at once. The host uses the time until then
// for work of its own, piece by piece.
#include <cstdio>
#include <cstdlib>

const int n = 256, steps = 300000;

__host__ __device__ unsigned stepped(unsigned x, int times) {
  for (int i = 0; i < times; ++i) x = x * 1664525u + 1013904223u;
  return x;
}

__global__ void advance_kernel(unsigned* x) {
  x[threadIdx.x] = stepped(threadIdx.x, steps);
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

// A piece of the host's own work: how many of these numbers are divisible by no other.
int primes_between(int begin, int end) {
  int primes = 0;
  for (int x = begin; x < end; ++x) {
    bool prime = x > 1;
    for (int d = 2; prime && d * d <= x; ++d) prime = x % d != 0;
    primes += prime;
  }
  return primes;
}

int main() {
  unsigned *d_x, last;
  cudaStream_t stream;
  check(cudaMalloc(&d_x, n * sizeof(unsigned)));
  check(cudaStreamCreate(&stream));

  advance_kernel<<<1, n, 0, stream>>>(d_x);
  check(cudaGetLastError());

  // Two answers are no failure: cudaSuccess says that all is complete, cudaErrorNotReady that something is left.
  const int piece = 1000;
  int pieces = 0, primes = 0;
  cudaError_t status;
  while ((status = cudaStreamQuery(stream)) == cudaErrorNotReady) {
    primes += primes_between(pieces * piece, (pieces + 1) * piece);
    ++pieces;
  }
  check(status);
  cudaGetLastError();  // "not ready" would be left as the last error, and look like a failed launch later

  check(cudaMemcpy(&last, d_x + n - 1, sizeof last, cudaMemcpyDeviceToHost));
  const bool right = last == stepped(n - 1, steps);
  std::printf("%s", pieces > 0 ? "The host worked meanwhile.\n" : "The kernel was faster than the question.\n");
  std::printf("primes below %d: %d\n", pieces * piece, primes);
  std::printf("the kernel's last number is %s\n", right ? "right" : "wrong");

  check(cudaStreamDestroy(stream));
  check(cudaFree(d_x));
  return right ? 0 : 1;
}
