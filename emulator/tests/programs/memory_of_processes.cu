// Two processes share one allocation of device memory: the parent sends its IPC handle through a pipe, the child adds
// to the values, and the parent reads them. Both initialise CUDA after the fork: a context cannot be used across it.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                       \
  do {                                                                    \
    const cudaError_t error_ = (call);                                    \
    if (error_ != cudaSuccess) {                                          \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error_)); \
      std::exit(1);                                                       \
    }                                                                     \
  } while (0)

__global__ void fill(int* data) {
  data[threadIdx.x] = static_cast<int>(threadIdx.x);
}
__global__ void add(int* data, int value) {
  data[threadIdx.x] += value;
}

static void send(int pipe, const void* data, size_t size) {
  if (write(pipe, data, size) != static_cast<ssize_t>(size)) std::exit(2);
}
static void receive(int pipe, void* data, size_t size) {
  if (read(pipe, data, size) != static_cast<ssize_t>(size)) std::exit(2);
}

int main() {
  int down[2], up[2];
  if (pipe(down) != 0 || pipe(up) != 0) return 2;
  const pid_t child = fork();
  if (child == 0) {
    cudaIpcMemHandle_t handle;
    receive(down[0], &handle, sizeof handle);
    int *data, seen[64];
    CHECK(cudaIpcOpenMemHandle(reinterpret_cast<void**>(&data), handle, cudaIpcMemLazyEnablePeerAccess));
    CHECK(cudaMemcpy(seen, data, sizeof seen, cudaMemcpyDeviceToHost));
    add<<<1, 64>>>(data, 1000);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaIpcCloseMemHandle(data));
    send(up[1], seen, sizeof seen);
    return 0;
  }
  int* data;
  CHECK(cudaMalloc(&data, 64 * sizeof(int)));
  fill<<<1, 64>>>(data);
  CHECK(cudaDeviceSynchronize());
  cudaIpcMemHandle_t handle;
  CHECK(cudaIpcGetMemHandle(&handle, data));
  send(down[1], &handle, sizeof handle);
  int seen[64], now[64], status = 0;
  receive(up[0], seen, sizeof seen);
  waitpid(child, &status, 0);
  std::printf("the child saw %d %d %d and ended with %d\n", seen[0], seen[1], seen[63], WEXITSTATUS(status));
  add<<<1, 64>>>(data, 5);
  CHECK(cudaMemcpy(now, data, sizeof now, cudaMemcpyDeviceToHost));
  std::printf("then there was %d %d %d\n", now[0], now[1], now[63]);
  CHECK(cudaFree(data));
  return 0;
}
