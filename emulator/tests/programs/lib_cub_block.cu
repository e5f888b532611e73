// CUB inside a kernel: a block loads, scans, reduces, sorts and stores its tile.
#include <cstdio>
#include <cub/cub.cuh>

template <int threads, int items>
__global__ void tile_scan(const int* in, int* out, int* totals) {
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_TRANSPOSE>;
  using Store = cub::BlockStore<int, threads, items, cub::BLOCK_STORE_TRANSPOSE>;
  using Scan = cub::BlockScan<int, threads>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Store::TempStorage store;
    typename Scan::TempStorage scan;
  } temp;
  int data[items];
  Load(temp.load).Load(in + blockIdx.x * threads * items, data);
  __syncthreads();
  int total;
  Scan(temp.scan).ExclusiveSum(data, data, total);
  __syncthreads();
  Store(temp.store).Store(out + blockIdx.x * threads * items, data);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

template <int threads>
__global__ void sums(const float* in, float* out, int valid) {
  using Reduce = cub::BlockReduce<float, threads>;
  __shared__ typename Reduce::TempStorage temp;
  const float x = in[threadIdx.x];
  const float sum = Reduce(temp).Sum(x);
  if (threadIdx.x == 0) out[0] = sum;
  __syncthreads();
  const float part = Reduce(temp).Sum(x, valid);
  if (threadIdx.x == 0) out[1] = part;
  __syncthreads();
  const float greatest = Reduce(temp).Reduce(x, [](float a, float b) { return a > b ? a : b; });
  if (threadIdx.x == 0) out[2] = greatest;
}

template <int threads, int items>
__global__ void tile_sort(int* keys, int* values) {
  using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_STRIPED>;
  using Sort = cub::BlockRadixSort<int, threads, items, int>;
  __shared__ typename Sort::TempStorage temp;
  int k[items], v[items];
  Load().Load(keys, k);
  for (int i = 0; i < items; ++i) v[i] = threadIdx.x + i * threads;
  Sort(temp).SortBlockedToStriped(k, v);
  cub::StoreDirectStriped<threads>(threadIdx.x, keys, k);
  cub::StoreDirectStriped<threads>(threadIdx.x, values, v);
}

// A prefix carried over several tiles.
struct Prefix {
  int running;
  __device__ int operator()(int aggregate) {
    const int before = running;
    running += aggregate;
    return before;
  }
};
__global__ void long_scan(int* data, int count) {
  using Scan = cub::BlockScan<int, 64>;
  __shared__ typename Scan::TempStorage temp;
  Prefix prefix{1000};
  for (int first = 0; first < count; first += 64) {
    int x = first + threadIdx.x < count ? data[first + threadIdx.x] : 0;
    Scan(temp).InclusiveSum(x, x, prefix);
    __syncthreads();
    if (first + threadIdx.x < count) data[first + threadIdx.x] = x;
  }
}

int main() {
  const int n = 1024;
  int *in, *out, *totals;
  float *floats, *results;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&totals, 4 * sizeof(int));
  cudaMallocManaged(&floats, n * sizeof(float));
  cudaMallocManaged(&results, 3 * sizeof(float));
  for (int i = 0; i < n; ++i) {
    in[i] = i * 37 % 101;
    floats[i] = 1.0f / (1 + i * 7 % 64);
  }
  tile_scan<64, 4><<<4, 64>>>(in, out, totals);
  cudaDeviceSynchronize();
  printf("scan %d %d %d %d, totals %d %d %d %d\n", out[1], out[255], out[256], out[1023], totals[0], totals[1],
         totals[2], totals[3]);
  sums<256><<<1, 256>>>(floats, results, 100);
  cudaDeviceSynchronize();
  printf("sums %.9g %.9g, greatest %g\n", results[0], results[1], results[2]);
  tile_sort<128, 8><<<1, 128>>>(in, out);
  cudaDeviceSynchronize();
  printf("sort");
  for (int i = 0; i < n; i += 127) printf(" %d:%d", in[i], out[i]);
  printf("\n");
  long_scan<<<1, 64>>>(in, 1000);
  cudaDeviceSynchronize();
  printf("long scan %d %d %d\n", in[0], in[500], in[999]);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
