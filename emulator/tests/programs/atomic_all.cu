// Every atomic function, for int, unsigned, 64-bit integers, float and double: the value before and the value after.
#include <cstdio>

template <typename T>
struct Cells {
  T add, sub, exch, min, max, band, bor, bxor, cas;
};
template <typename T>
__global__ void integers(Cells<T>* c, T* old) {
  const T i = threadIdx.x;
  atomicMin(&c->min, i - 5);
  atomicMax(&c->max, 2 * i);
  atomicAnd(&c->band, ~(T(1) << i));
  atomicOr(&c->bor, T(1) << i);
  atomicXor(&c->bxor, i);
  T seen = c->cas, assumed;
  do {
    assumed = seen;
    seen = atomicCAS(&c->cas, assumed, assumed * 3 + 1);
  } while (seen != assumed);
  if (i == 0) old[0] = atomicExch(&c->exch, T(77));
}
__global__ void adds(int* i, unsigned* u, unsigned long long* ull, float* f, double* d) {
  atomicAdd(i, -2);
  atomicSub(i + 1, 3);
  atomicAdd(u, 5u);
  atomicSub(u + 1, 1u);
  atomicInc(u + 2, 6);
  atomicDec(u + 3, 4);
  atomicAdd(ull, 1ull << 33);
  atomicAdd(f, 0.5f);
  atomicAdd(d, 0.25);
  if (threadIdx.x == 0) atomicExch(f + 1, 2.5f);
}

template <typename T>
void show(const char* name) {
  Cells<T>* c;
  T* old;
  cudaMallocManaged(&c, sizeof *c);
  cudaMallocManaged(&old, sizeof *old);
  *c = {0, 0, T(5), T(100), T(0), T(~T(0)), 0, 0, 0};
  integers<T><<<1, 16>>>(c, old);
  cudaDeviceSynchronize();
  printf("%-20s min %lld max %lld and %llx or %llx xor %lld cas %lld exch %lld, before %lld\n", name, (long long)c->min,
         (long long)c->max, (unsigned long long)c->band, (unsigned long long)c->bor, (long long)c->bxor,
         (long long)c->cas, (long long)c->exch, (long long)*old);
}

int main() {
  show<int>("int");
  show<unsigned>("unsigned");
  show<unsigned long long>("unsigned long long");
  int* i;
  unsigned* u;
  unsigned long long* ull;
  float* f;
  double* d;
  cudaMallocManaged(&i, 2 * sizeof(int));
  cudaMallocManaged(&u, 4 * sizeof(unsigned));
  cudaMallocManaged(&ull, sizeof *ull);
  cudaMallocManaged(&f, 2 * sizeof(float));
  cudaMallocManaged(&d, sizeof(double));
  i[0] = i[1] = u[0] = u[1] = u[2] = u[3] = 0, *ull = 0, f[0] = f[1] = 0, *d = 0;
  adds<<<2, 10>>>(i, u, ull, f, d);
  cudaDeviceSynchronize();
  printf("%d %d | %u %u inc %u dec %u | %llu | %g %g | %g\n", i[0], i[1], u[0], u[1], u[2], u[3], *ull >> 33, f[0],
         f[1], *d);
}
