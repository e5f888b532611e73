// Persistent blocks that take pieces of work of different lengths by a counter.
#include <vector>
struct Task {
  int from, count;
};
__global__ void worker(const Task* tasks, int n, int* next, const short* data, long* result) {
  __shared__ Task task;
  __shared__ int number;
  __shared__ long sum[4];
  while (true) {
    if (threadIdx.x == 0) {
      number = atomicAdd(next, 1);
      if (number < n) task = tasks[number];
    }
    __syncthreads();
    if (number >= n) break;
    long mine = 0;
    for (int i = threadIdx.x; i < task.count; i += blockDim.x) mine += data[task.from + i];
    for (int d = 16; d > 0; d >>= 1) mine += __shfl_down_sync(0xffffffffu, mine, d);
    if (threadIdx.x % 32 == 0) sum[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) result[number] = sum[0] + sum[1] + sum[2] + sum[3];
    __syncthreads();
  }
}
int main() {
  std::vector<Task> tasks;
  std::vector<short> data;
  for (int k = 0; k < 30; ++k) {
    tasks.push_back({int(data.size()), (k * 37) % 190});
    for (int i = 0; i < tasks.back().count; ++i) data.push_back(short(k + i));
  }
  std::vector<long> result(tasks.size());
  Task* t;
  int* next;
  short* d;
  long* r;
  cudaMalloc(&t, tasks.size() * sizeof(Task));
  cudaMalloc(&next, sizeof(int));
  cudaMalloc(&d, data.size() * sizeof(short));
  cudaMalloc(&r, result.size() * sizeof(long));
  cudaMemset(next, 0, sizeof(int));
  cudaMemcpy(t, tasks.data(), tasks.size() * sizeof(Task), cudaMemcpyHostToDevice);
  cudaMemcpy(d, data.data(), data.size() * sizeof(short), cudaMemcpyHostToDevice);
  worker<<<4, 128>>>(t, int(tasks.size()), next, d, r);
  cudaMemcpy(result.data(), r, result.size() * sizeof(long), cudaMemcpyDeviceToHost);
  cudaFree(t), cudaFree(next), cudaFree(d), cudaFree(r);
  for (size_t k = 0; k < tasks.size(); ++k) {
    long e = 0;
    for (int i = 0; i < tasks[k].count; ++i) e += data[tasks[k].from + i];
    if (e != result[k]) return 1;
  }
  return 0;
}
