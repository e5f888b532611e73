// Mean, variance, minimum and maximum with their indices in one pass: a reduction of structures with a custom operator.
#include <cfloat>
#include <cstdio>

struct Summary {
  double mean, squares;
  int count;
  float smallest, largest;
  int where_smallest, where_largest;
};
__host__ __device__ Summary of_one(float x, int i) {
  return {x, 0, 1, x, x, i, i};
}
__host__ __device__ Summary nothing() {
  return {0, 0, 0, FLT_MAX, -FLT_MAX, -1, -1};
}
__host__ __device__ Summary combine(const Summary& a, const Summary& b) {
  if (a.count == 0) return b;
  if (b.count == 0) return a;
  Summary r;
  const double difference = b.mean - a.mean;
  r.count = a.count + b.count;
  r.mean = a.mean + difference * b.count / r.count;
  r.squares = a.squares + b.squares + difference * difference * a.count * b.count / r.count;
  const bool low = b.smallest < a.smallest || (b.smallest == a.smallest && b.where_smallest < a.where_smallest);
  const bool high = b.largest > a.largest || (b.largest == a.largest && b.where_largest < a.where_largest);
  r.smallest = low ? b.smallest : a.smallest;
  r.where_smallest = low ? b.where_smallest : a.where_smallest;
  r.largest = high ? b.largest : a.largest;
  r.where_largest = high ? b.where_largest : a.where_largest;
  return r;
}
__global__ void summarise(const float* in, int n, Summary* out) {
  __shared__ Summary s[128];
  Summary mine = nothing();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    mine = combine(mine, of_one(in[i], i));
  }
  s[threadIdx.x] = mine;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) s[threadIdx.x] = combine(s[threadIdx.x], s[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = s[0];
}

int main() {
  const int n = 5000, blocks = 6;
  float *in, *host = new float[n];
  Summary *out, partial[blocks];
  for (int i = 0; i < n; ++i) host[i] = (i * 37 % 1000) * 0.01f - 2;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, sizeof partial);
  cudaMemcpy(in, host, n * sizeof(float), cudaMemcpyHostToDevice);
  summarise<<<blocks, 128>>>(in, n, out);
  cudaMemcpy(partial, out, sizeof partial, cudaMemcpyDeviceToHost);
  Summary total = nothing();
  for (const Summary& p : partial) total = combine(total, p);
  printf("count %d, mean %.4f, variance %.4f\n", total.count, total.mean, total.squares / total.count);
  printf("smallest %.2f at %d, largest %.2f at %d\n", total.smallest, total.where_smallest, total.largest,
         total.where_largest);
  delete[] host;
}
