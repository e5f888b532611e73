// One bug a name, for findings_test: bugs NAME runs it. Names that begin with "right_" have none.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstring>
#include <cuda/atomic>

__global__ void shared_race(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[63 - threadIdx.x];  // race: reads
}
__global__ void right_shared(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
__global__ void warp_fold(int* out) {
  __shared__ volatile int tile[64];
  tile[threadIdx.x] = 1;
  tile[threadIdx.x + 32] = 1;
  for (int half = 32; half > 0; half /= 2) tile[threadIdx.x] = tile[threadIdx.x] + tile[threadIdx.x + half];  // fold
  if (threadIdx.x == 0) *out = tile[0];
}
__global__ void right_warp_fold(int* out) {
  __shared__ int tile[32];
  tile[threadIdx.x] = 1;
  __syncwarp();
  for (unsigned half = 16; half > 0; half /= 2) {
    if (threadIdx.x < half) tile[threadIdx.x] += tile[threadIdx.x + half];
    __syncwarp();
  }
  if (threadIdx.x == 0) *out = tile[0];
}
__global__ void block_race(int* out) {
  out[0] = blockIdx.x;  // all blocks
}
__global__ void neighbour_race(int* out) {
  out[threadIdx.x] = threadIdx.x;
  out[threadIdx.x + 64] = out[(threadIdx.x + 1) % 64];  // neighbour
}
__global__ void no_fence(int* out, int* count) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;  // unfenced
    if (atomicAdd(count, 1) == static_cast<int>(gridDim.x) - 1) {
      for (unsigned b = 0; b < gridDim.x; ++b) out[100] += out[b];
    }
  }
}
__global__ void right_fence(int* out, int* count) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;
    __threadfence();
    if (atomicAdd(count, 1) == static_cast<int>(gridDim.x) - 1) {
      __threadfence();
      int sum = 0;
      for (unsigned b = 0; b < gridDim.x; ++b) sum += out[b];
      out[100] = sum;
    }
  }
}
// atomicAdd orders no other memory: a second fence belongs behind it.
__global__ void no_second_fence(int* out, int* count) {
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1;  // fenced once
    __threadfence();
    if (atomicAdd(count, 1) == static_cast<int>(gridDim.x) - 1) {
      for (unsigned b = 0; b < gridDim.x; ++b) out[100] += out[b];
    }
  }
}
// All threads may read the flag; only release and acquire order the data that it stands for.
__device__ void hand_over(int* out, int* count, cuda::memory_order write, cuda::memory_order read) {
  const cuda::atomic_ref<int, cuda::thread_scope_device> flag(*count);
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    out[0] = 1;  // handed over
    flag.store(1, write);
  } else {
    while (flag.load(read) == 0) continue;
    out[blockIdx.x] = out[0];
  }
}
__global__ void right_order(int* out, int* count) {
  hand_over(out, count, cuda::memory_order_release, cuda::memory_order_acquire);
}
__global__ void no_release(int* out, int* count) {
  hand_over(out, count, cuda::memory_order_relaxed, cuda::memory_order_acquire);
}
__global__ void no_acquire(int* out, int* count) {
  hand_over(out, count, cuda::memory_order_release, cuda::memory_order_relaxed);
}
__global__ void right_count(int* out, int* count) {  // one thread's order serves its block
  __shared__ bool last;
  out[blockIdx.x * 32 + threadIdx.x] = 1;
  __syncthreads();
  const cuda::atomic_ref<int, cuda::thread_scope_device> finished(*count);
  if (threadIdx.x == 0) last = finished.fetch_add(1, cuda::memory_order_acq_rel) == static_cast<int>(gridDim.x) - 1;
  __syncthreads();
  if (last) out[threadIdx.x] += out[(gridDim.x - 1) * 32 + threadIdx.x];
}
__global__ void right_bytes(unsigned char* out) {
  out[threadIdx.x] = 1;  // four threads share a word, and no byte
}
__global__ void past_the_end(int* out) {
  out[threadIdx.x + 8] = 1;  // past
}
__global__ void before_the_start(int* out) {
  out[-2 - static_cast<int>(threadIdx.x)] = 1;  // before
}
__global__ void past_shared(int* out) {
  extern __shared__ int dynamic[];
  dynamic[threadIdx.x] = 1;  // past shared
  *out = 1;
}
template <int size>
__global__ void past_static(int* out) {
  __shared__ int before[4];
  __shared__ int tile[size];
  if (threadIdx.x < 4) before[threadIdx.x] = 0;
  tile[threadIdx.x] = 1;  // past static
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x] + before[0];
}
__global__ void before_static(int* out) {
  __shared__ int other;
  __shared__ int tile[32];
  tile[static_cast<int>(threadIdx.x) - 1] = 1;  // before static
  __syncthreads();
  if (threadIdx.x == 40) other = 1;
  out[threadIdx.x] = tile[threadIdx.x] + (threadIdx.x == 40 ? other : 0);
}
__global__ void reads(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // in
}
struct Hidden {
  const int* pointer;
};
__global__ void reads_hidden(Hidden in, int* out) {
  out[threadIdx.x] = in.pointer[threadIdx.x];  // hidden
}
__global__ void unwritten_shared(int* out) {
  __shared__ int tile[64];
  if (threadIdx.x < 63) tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];  // unwritten
}
__global__ void two_barriers(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();  // here
    out[threadIdx.x] = 1;
  } else {
    __syncthreads();  // there
    out[threadIdx.x] = 2;
  }
}
__global__ void lane_never_comes(int* out) {
  if (threadIdx.x == 5) {
    __syncthreads();
  } else {
    out[threadIdx.x] = __shfl_sync(0xffffffff, 1, 0);  // waits for lane 5
  }
}
__global__ void flag_never_set(volatile int* out) {
  while (out[1] == 0) {  // nobody sets it
  }
  out[0] = 1;
}
__global__ void barrier_in_lock(int* out) {
  while (atomicCAS(&out[1], 0, 1) != 0) {  // takes the lock
  }
  __syncthreads();  // inside the lock
  atomicExch(&out[1], 0);
}
__global__ void half_wait(int* out) {
  __shared__ int tile[256];
  tile[threadIdx.x] = 1;
  if (threadIdx.x < 128) {  // only half
    __syncthreads();        // half waits
    out[threadIdx.x] = tile[127 - threadIdx.x];
  }
}
__global__ void later_half_waits(int* out) {
  if (threadIdx.x >= 128) {
    __syncthreads();  // later half waits
    out[threadIdx.x] = 1;
  }
}
__global__ void early_return(int* out, int n) {
  const int i = static_cast<int>(threadIdx.x);
  if (i >= n) return;  // too early
  out[i] = i;
  __syncthreads();  // all but some
  out[i] += out[n - 1 - i];
  __syncthreads();
}
__global__ void lane_ended(int* out) {
  if (threadIdx.x >= 20) return;
  int sum = static_cast<int>(threadIdx.x);
  for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);  // of ended lanes
  if (threadIdx.x == 0) *out = sum;
}
// CUDA lets threads end that a warp function's mask names, and lanes of a mask meet in two branches.
__global__ void right_ends(int* out) {
  if (threadIdx.x >= 48) return;
  if (threadIdx.x % 2) {
    __syncwarp();
  } else {
    __syncwarp();
  }
  const unsigned all = __ballot_sync(0xffffffff, 1);
  const unsigned present = __activemask();
  out[threadIdx.x] = static_cast<int>(all & present & __shfl_xor_sync(present, 1, 1));
}
__global__ void right_loop(int* out) {
  int i = static_cast<int>(threadIdx.x);
  while (__syncthreads_or(i < 300)) i += 64;
  if (threadIdx.x >= 32) return;
  out[threadIdx.x] = i;
}
__global__ void outside_mask(int* out) {
  out[threadIdx.x] = __any_sync(0x1, threadIdx.x < 40);  // outside
}

__global__ void right_new(int* out) {
  int* const mine = new int[4];
  mine[threadIdx.x % 4] = static_cast<int>(threadIdx.x);
  out[threadIdx.x] = mine[threadIdx.x % 4];
  delete[] mine;
}
__global__ void __cluster_dims__(2, 1, 1) right_cluster(int* out) {
  __shared__ int word;
  const auto cluster = cooperative_groups::this_cluster();
  if (threadIdx.x == 0) word = static_cast<int>(blockIdx.x);
  cluster.sync();
  out[blockIdx.x * blockDim.x + threadIdx.x] = *cluster.map_shared_rank(&word, 1 - cluster.block_rank());
  cluster.sync();
}

__global__ void fill(int* p, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] = value;  // fills
}
__global__ void copy(const int* from, int* to, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = from[i];  // copies
}
__global__ void raise_flag(int* data, volatile int* flag) {
  data[threadIdx.x] = 1;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x == 0) *flag = 1;
}

// Two streams, memory for both, and the order between the work of the two.
constexpr int many = 1 << 14;
template <class Between>
void two_streams(Between between) {
  cudaStream_t one, two;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  int *a, *b;
  cudaMalloc(&a, many * sizeof(int));
  cudaMalloc(&b, many * sizeof(int));
  between(one, two, a, b);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
}
void event_between(cudaStream_t one, cudaStream_t two) {
  cudaEvent_t event;
  cudaEventCreate(&event);
  cudaEventRecord(event, one);
  cudaStreamWaitEvent(two, event, 0);
  cudaEventDestroy(event);
}
int sum_of(const int* p, int n) {
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += p[i];  // host reads
  return sum;
}
template <class Run>
void managed(Run run) {
  int* p;
  cudaMallocManaged(&p, many * sizeof(int));
  run(p);
  cudaDeviceSynchronize();
  cudaFree(p);
}

int on_host[64];

struct Bug {
  const char* name;
  void (*run)(int* out);
};
const Bug bugs[] = {
    {"shared_race", [](int* p) { shared_race<<<1, 64>>>(p); }},
    {"right_shared", [](int* p) { right_shared<<<1, 64>>>(p); }},
    {"among_others",
     [](int* p) {
       right_shared<<<1, 64>>>(p);
       block_race<<<4, 1>>>(p);
       shared_race<<<1, 64>>>(p);
     }},
    {"warp_fold", [](int* p) { warp_fold<<<1, 32>>>(p); }},
    {"right_warp_fold", [](int* p) { right_warp_fold<<<1, 32>>>(p); }},
    {"block_race", [](int* p) { block_race<<<4, 1>>>(p); }},
    {"neighbour_race", [](int* p) { neighbour_race<<<1, 64>>>(p); }},
    {"no_fence", [](int* p) { no_fence<<<4, 32>>>(p, p + 200); }},
    {"right_fence", [](int* p) { right_fence<<<4, 32>>>(p, p + 200); }},
    {"no_second_fence", [](int* p) { no_second_fence<<<4, 32>>>(p, p + 200); }},
    {"right_order", [](int* p) { right_order<<<4, 32>>>(p, p + 200); }},
    {"no_release", [](int* p) { no_release<<<4, 32>>>(p, p + 200); }},
    {"no_acquire", [](int* p) { no_acquire<<<4, 32>>>(p, p + 200); }},
    {"right_count", [](int* p) { right_count<<<4, 32>>>(p, p + 200); }},
    {"right_bytes", [](int* p) { right_bytes<<<1, 64>>>(reinterpret_cast<unsigned char*>(p)); }},
    {"right_new", [](int* p) { right_new<<<1, 64>>>(p); }},
    {"right_cluster", [](int* p) { right_cluster<<<4, 32>>>(p); }},
    {"past_shared", [](int* p) { past_shared<<<1, 64, 32 * sizeof(int)>>>(p); }},
    {"unwritten_shared", [](int* p) { unwritten_shared<<<1, 64>>>(p); }},
    {"two_barriers", [](int* p) { two_barriers<<<1, 64>>>(p); }},
    {"lane_never_comes", [](int* p) { lane_never_comes<<<1, 32>>>(p); }},
    {"flag_never_set", [](int* p) { flag_never_set<<<1, 32>>>(p); }},
    {"barrier_in_lock", [](int* p) { barrier_in_lock<<<1, 32>>>(p); }},
    {"half_wait", [](int* p) { half_wait<<<1, 256>>>(p); }},
    {"later_half_waits", [](int* p) { later_half_waits<<<1, 256>>>(p); }},
    {"early_return", [](int* p) { early_return<<<2, 64>>>(p, 50); }},
    {"lane_ended", [](int* p) { lane_ended<<<1, 32>>>(p); }},
    {"right_ends", [](int* p) { right_ends<<<1, 64>>>(p); }},
    {"right_loop", [](int* p) { right_loop<<<1, 64>>>(p); }},
    {"outside_mask", [](int* p) { outside_mask<<<1, 64>>>(p); }},
    {"null", [](int* p) { reads<<<1, 32>>>(nullptr, p); }},
    {"host", [](int* p) { reads<<<1, 32>>>(on_host, p); }},
    {"hidden_host", [](int* p) { reads_hidden<<<1, 32>>>(Hidden{new int[32]()}, p); }},
    {"unwritten",
     [](int* p) {
       int* fresh = nullptr;
       cudaMalloc(&fresh, 32 * sizeof(int));
       reads<<<1, 32>>>(fresh, p);
       cudaFree(fresh);
     }},
    {"freed",
     [](int* p) {
       int* gone = nullptr;
       cudaMalloc(&gone, 32 * sizeof(int));
       cudaFree(gone);
       reads<<<1, 32>>>(gone, p);
     }},
    {"freed_again",
     [](int* p) {
       int *gone = nullptr, *next = nullptr;
       cudaMalloc(&gone, 32 * sizeof(int));
       cudaFree(gone);  // frees
       cudaMalloc(&next, 32 * sizeof(int));
       cudaMemset(next, 0, 32 * sizeof(int));
       reads<<<1, 32>>>(gone, p);
       cudaDeviceSynchronize();
       cudaFree(next);
     }},
    {"past_static", [](int* p) { past_static<128><<<1, 256>>>(p); }},
    {"past_static_512", [](int* p) { past_static<128><<<1, 512>>>(p); }},
    {"past_static_1", [](int* p) { past_static<128><<<1, 129>>>(p); }},
    {"before_static", [](int* p) { before_static<<<1, 32>>>(p); }},
    {"past_the_end",
     [](int*) {
       int* few = nullptr;
       cudaMalloc(&few, 10 * sizeof(int));
       past_the_end<<<1, 4>>>(few);
       cudaFree(few);
     }},
    {"before_the_start", [](int* p) { before_the_start<<<1, 1>>>(p); }},
    {"leak",
     [](int* p) {
       int* lost = nullptr;
       cudaMalloc(&lost, 40);
       right_shared<<<1, 64>>>(p);
     }},
    {"two_kernels",
     [](int*) {
       two_streams([](cudaStream_t one, cudaStream_t two, int* a, int* b) {
         fill<<<many / 256, 256, 0, one>>>(a, many, 1);
         copy<<<many / 256, 256, 0, two>>>(a, b, many);
       });
     }},
    {"copy_beside_kernel",
     [](int*) {
       two_streams([](cudaStream_t one, cudaStream_t two, int* a, int*) {
         int* pinned;
         cudaMallocHost(&pinned, many * sizeof(int));
         fill<<<many / 256, 256, 0, one>>>(a, many, 1);
         cudaMemcpyAsync(pinned, a, many * sizeof(int), cudaMemcpyDeviceToHost, two);  // copies beside
         cudaDeviceSynchronize();
         cudaFreeHost(pinned);
       });
     }},
    {"default_stream",
     [](int*) {
       two_streams([](cudaStream_t, cudaStream_t two, int* a, int* b) {
         fill<<<many / 256, 256>>>(a, many, 1);
         copy<<<many / 256, 256, 0, two>>>(a, b, many);  // two does not wait for the default stream
       });
     }},
    {"right_streams",
     [](int*) {
       two_streams([](cudaStream_t one, cudaStream_t two, int* a, int* b) {
         fill<<<many / 256, 256, 0, one>>>(a, many, 1);
         event_between(one, two);
         copy<<<many / 256, 256, 0, two>>>(a, b, many);
         event_between(two, one);
         cudaMemsetAsync(a, 0, many * sizeof(int), one);
         cudaStreamSynchronize(one);
         fill<<<many / 256, 256, 0, two>>>(b, many, 2);
         // Halves of one array, each in its own stream, the border in the middle of a page.
         cudaDeviceSynchronize();
         fill<<<many / 256, 256, 0, one>>>(a, 1000, 3);
         fill<<<many / 256, 256, 0, two>>>(a + 1000, many - 1000, 4);
         cudaDeviceSynchronize();
         // The default stream waits for `one`, and `one` for it.
         fill<<<many / 256, 256, 0, one>>>(a, many, 5);
         copy<<<many / 256, 256>>>(a, b, many);
         fill<<<many / 256, 256, 0, one>>>(a, many, 6);
       });
     }},
    {"host_too_early",
     [](int*) {
       managed([](int* p) {
         fill<<<many / 256, 256>>>(p, many, 1);
         std::printf("%d\n", sum_of(p, many));
       });
     }},
    {"pinned_too_early",
     [](int*) {
       two_streams([](cudaStream_t one, cudaStream_t, int* a, int*) {
         int* pinned;
         cudaMallocHost(&pinned, many * sizeof(int));
         cudaMemsetAsync(a, 0, many * sizeof(int), one);
         cudaMemcpyAsync(pinned, a, many * sizeof(int), cudaMemcpyDeviceToHost, one);  // to the host
         std::printf("%d\n", sum_of(pinned, many));
         cudaFreeHost(pinned);
       });
     }},
    {"source_too_early",
     [](int*) {
       two_streams([](cudaStream_t one, cudaStream_t, int* a, int*) {
         int* pinned;
         cudaMallocHost(&pinned, many * sizeof(int));
         cudaMemcpyAsync(a, pinned, many * sizeof(int), cudaMemcpyHostToDevice, one);  // from the host
         for (int i = 0; i < many; ++i) pinned[i] = i;                                 // host writes
         cudaDeviceSynchronize();
         cudaFreeHost(pinned);
       });
     }},
    {"right_host",
     [](int*) {
       managed([](int* p) {
         for (int i = 0; i < many; ++i) p[i] = 1;
         fill<<<many / 256, 256>>>(p, many / 2, 0);
         const int other_half = sum_of(p + many / 2, many / 2);  // nobody touches it
         cudaDeviceSynchronize();
         const int sum = sum_of(p, many) - other_half;
         cudaEvent_t event;
         cudaEventCreate(&event);
         copy<<<many / 512, 256>>>(p, p + many / 2, many / 2);
         cudaEventRecord(event);
         const int read_by_both = sum_of(p, many / 2);
         while (cudaEventQuery(event) != cudaSuccess) {
         }
         if (sum + read_by_both + sum_of(p, many) != 0) std::printf("wrong\n");
         cudaEventDestroy(event);
       });
       managed([](int* p) {
         raise_flag<<<1, 64>>>(p, p + 1024);
         while (*static_cast<volatile int*>(p + 1024) == 0) {
         }
         if (sum_of(p, 64) != 64) std::printf("wrong\n");
       });
     }},
};

int main(int argc, char** argv) {
  for (const Bug& bug : bugs) {
    if (argc < 2 || std::strcmp(bug.name, argv[1]) != 0) continue;
    int* out = nullptr;
    cudaMalloc(&out, 256 * sizeof(int));
    cudaMemset(out, 0, 256 * sizeof(int));
    bug.run(out);
    cudaDeviceSynchronize();
    cudaFree(out);
    std::printf("ran\n");
    return 0;
  }
  std::printf("there is no such bug\n");
  return 2;
}
