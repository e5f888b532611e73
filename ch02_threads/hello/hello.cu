// nvcc hello.cu && ./a.out
//
// Hello from the GPU: from one thread, from a block, from several blocks, and from blocks in two dimensions. Every
// thread runs the same kernel; its built-in variables tell it which one it is.
#include <cstdio>
#include <cstdlib>

// A kernel: __global__ says that the host launches it and the device runs it.
__global__ void hello_kernel() {
  printf("hello from block %d, thread %d\n", blockIdx.x, threadIdx.x);
}

// Same greeting, except that blocks and threads have two coordinates: x counts columns, y counts rows.
__global__ void hello_2d_kernel() {
  printf("hello from block (x %d, y %d), thread (x %d, y %d)\n", blockIdx.x, blockIdx.y, threadIdx.x, threadIdx.y);
}

// One thread of each block prints. The text appears in the order in which the blocks reach this line.
__global__ void order_kernel() {
  if (threadIdx.x == 0) printf(" %d", blockIdx.x);
}

// Ends the program with status 3 and the reason if a CUDA call has failed.
void check(cudaError_t status) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "CUDA error: %s\n", cudaGetErrorString(status));
  std::exit(3);
}

// A launch returns at once. The host waits here for the kernel; only then is all of its text printed.
void wait() {
  check(cudaGetLastError());       // was the launch accepted?
  check(cudaDeviceSynchronize());  // did the kernel run to its end?
  std::fflush(stdout);
}

void announce(const char* launch) {
  std::printf("\n%s\n", launch);
  std::fflush(stdout);  // printed before any text of the kernel
}

int main() {
  announce("<<<1, 1>>>: one thread");
  hello_kernel<<<1, 1>>>();
  wait();

  announce("<<<1, 4>>>: a block of four threads");
  hello_kernel<<<1, 4>>>();
  wait();

  announce("<<<2, 4>>>: two blocks of four threads; the blocks may come in either order");
  hello_kernel<<<2, 4>>>();
  wait();

  announce("<<<dim3(2, 2), dim3(3, 2)>>>: 2 x 2 blocks of 3 x 2 threads");
  const dim3 grid(2, 2), block(3, 2);
  hello_2d_kernel<<<grid, block>>>();
  wait();

  announce("<<<48, 64>>>: the order in which 48 blocks print, in two launches");
  for (int launch = 0; launch < 2; ++launch) {
    std::printf("order:");
    std::fflush(stdout);
    order_kernel<<<48, 64>>>();
    wait();
    std::printf("\n");
  }
  std::printf("\nThe order of blocks, and of the warps in a block, is not defined.\n");
}
