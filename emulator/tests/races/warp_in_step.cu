// Small blocks sort, scan and reverse an array in global memory, without a barrier between one thread's store and
// another thread's load: the lanes of a warp run such code in lockstep.
#include <cstdio>

constexpr int n = 16;

// Sorts neighbours, even and odd pairs in turn. If the loop were unrolled, nvcc would keep elements in registers from
// turn to turn.
__global__ void sort_pairs(int* values) {
  const int t = threadIdx.x;
#pragma unroll 1
  for (int turn = 0; turn < n; ++turn) {
    if (turn % 2 == 0) {
      if (values[2 * t] > values[2 * t + 1]) {
        const int low = values[2 * t + 1];
        values[2 * t + 1] = values[2 * t];
        values[2 * t] = low;  //~ in each iteration of the loop threads read what others store in values without a
      }
    } else if (2 * t + 2 < n) {
      if (values[2 * t + 1] > values[2 * t + 2]) {
        const int low = values[2 * t + 2];
        values[2 * t + 2] = values[2 * t + 1];
        values[2 * t + 1] = low;
      }
    }
  }
}

// A barrier separates the turns. Within a turn, a thread may read what its neighbour has already written.
__global__ void scan(int* values) {
  const int t = threadIdx.x;
  for (int distance = 1; distance < n; distance *= 2) {
    if (t >= distance) values[t] += values[t - distance];  //~ threads read other elements of values while these are
    __syncthreads();
  }
}
__global__ void scan_without_waiting(int* values) {
  const int t = threadIdx.x;
  for (int distance = 1; distance < n; distance *= 2)
    if (t >= distance) values[t] = values[t] + values[t - distance];  //~ in each iteration of the loop threads read
}

// Every thread swaps, so both threads of a pair swap it.
__global__ void turn_round(int* values) {
  const int mine = values[threadIdx.x];
  values[threadIdx.x] = values[n - 1 - threadIdx.x];  //~ threads read other elements of values while these are stored
  values[n - 1 - threadIdx.x] = mine;
}

// Each thread sorts its own row. The address it stores to changes with the loop, and no thread waits for another.
__global__ void sort_rows(int* values) {
  int* const row = values + 4 * threadIdx.x;
  for (int i = 1; i < 4; ++i)
    for (int k = i; k > 0 && row[k - 1] > row[k]; --k) {
      const int high = row[k - 1];
      row[k - 1] = row[k];
      row[k] = high;
    }
}

template <class Kernel>
void show(const char* name, Kernel kernel, int threads) {
  int values[n], *device;
  for (int i = 0; i < n; ++i) values[i] = (i * 7 + 3) % n;
  cudaMalloc(&device, sizeof values);
  cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice);
  kernel<<<1, threads>>>(device);
  cudaMemcpy(values, device, sizeof values, cudaMemcpyDeviceToHost);
  std::printf("%-22s", name);
  for (int value : values) std::printf(" %3d", value);
  std::printf("\n");
  cudaFree(device);
}

int main() {
  show("sort_pairs", sort_pairs, n / 2);
  show("scan", scan, n);
  show("scan_without_waiting", scan_without_waiting, n);
  show("turn_round", turn_round, n);
  show("sort_rows", sort_rows, n / 4);
}
//? plain only
