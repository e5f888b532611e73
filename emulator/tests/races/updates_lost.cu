// The threads of a block update one number without an atomic. All of them read it before any of them writes, so all but
// one of the updates are lost. Repeated updates by a single thread are not lost.
#include <cstdio>

__device__ int of_the_file;

__global__ void count(int* counter) {
  (*counter)++;  //~ all threads update *counter without an atomic
}
__global__ void count_before(int* counter) {
  ++*counter;  //~ all threads update *counter without an atomic
}
__global__ void add(int* counter, int value) {
  *counter += value;  //~ all threads update *counter without an atomic
}
__global__ void subtract_element(int* counter) {
  counter[0] -= 2;  //~ all threads update counter[0] without an atomic
}
__global__ void assign(int* counter) {
  *counter = *counter + 3;  //~ all threads update *counter without an atomic
}
__global__ void read_and_store(int* counter) {
  const int old = *counter;
  const int next = old + 4;
  *counter = next;  //~ all threads update *counter without an atomic
}
__global__ void count_turns(int* counter) {
  for (int turn = 0; turn < 10; ++turn) counter[0]++;  //~ all threads update counter[0] without an atomic
}
__global__ void count_even(const int* values, int* counter) {
  if (values[threadIdx.x] % 2 == 0) *counter += 1;  //~ all threads update *counter without an atomic
}
__global__ void count_of_the_file(int* counter) {
  of_the_file = 0;
  __syncthreads();
  of_the_file++;  //~ all threads update of_the_file without an atomic
  __syncthreads();
  *counter = of_the_file;
}
__global__ void count_shared(int* counter) {
  __shared__ int shared;
  if (threadIdx.x == 0) shared = 0;
  __syncthreads();
  shared += 1;  //~ all threads update shared without an atomic
  __syncthreads();
  if (threadIdx.x == 0) *counter = shared;
}
// When several lanes store to one address the first lane's value remains; of the warps here, the last warp's.
__global__ void store(int* counter) {
  *counter = threadIdx.x;  //~ all threads store to *counter
}
__global__ void store_some(int* counter) {
  if (threadIdx.x % 3 == 1) counter[0] = 10 * threadIdx.x;  //~ all threads store to counter[0]
}
__global__ void store_shared(int* counter) {
  __shared__ int shared;
  shared = threadIdx.x + 5;  //~ all threads store to shared
  __syncthreads();
  if (threadIdx.x == 0) *counter = shared;
}
__global__ void one_thread(int* counter) {
  if (threadIdx.x == 0) {
    for (int turn = 0; turn < 5; ++turn) *counter += turn;
  }
  __syncthreads();
  if (threadIdx.x == 33) *counter += 100;
}

int main() {
  int *counter, *values, host[64];
  cudaMalloc(&counter, sizeof(int));
  cudaMalloc(&values, sizeof host);
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  const auto show = [&](const char* name, auto launch) {
    int result = 0;
    cudaMemcpy(counter, &result, sizeof result, cudaMemcpyHostToDevice);
    launch();
    cudaMemcpy(&result, counter, sizeof result, cudaMemcpyDeviceToHost);
    std::printf("%-17s %d\n", name, result);
  };
  show("count", [&] { count<<<1, 32>>>(counter); });
  show("count 1", [&] { count<<<1, 1>>>(counter); });
  show("count_before", [&] { count_before<<<1, 32>>>(counter); });
  show("add", [&] { add<<<1, 32>>>(counter, 7); });
  show("subtract_element", [&] { subtract_element<<<1, 32>>>(counter); });
  show("assign", [&] { assign<<<1, 32>>>(counter); });
  show("read_and_store", [&] { read_and_store<<<1, 32>>>(counter); });
  show("count_turns", [&] { count_turns<<<1, 32>>>(counter); });
  show("count_even", [&] { count_even<<<1, 32>>>(values, counter); });
  show("count_of_the_file", [&] { count_of_the_file<<<1, 32>>>(counter); });
  show("count_shared", [&] { count_shared<<<1, 32>>>(counter); });
  show("store 32", [&] { store<<<1, 32>>>(counter); });
  show("store 64", [&] { store<<<1, 64>>>(counter); });
  show("store_some", [&] { store_some<<<1, 32>>>(counter); });
  show("store_shared", [&] { store_shared<<<1, 32>>>(counter); });
  show("one_thread", [&] { one_thread<<<1, 64>>>(counter); });
}
//? plain only
