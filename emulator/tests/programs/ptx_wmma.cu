// Matrix products of a warp in PTX: wmma.load, wmma.mma and wmma.store, for halves, 8-bit integers, tf32 and doubles.
#include <cuda_fp16.h>

#include <cstdio>
#include <vector>

#define LIST8 "{%0,%1,%2,%3,%4,%5,%6,%7}"

// Sixteen rows and columns of halves; A by rows in shared memory, B by columns.
__global__ void halves(const half* a, const half* b, float* c) {
  __shared__ half tile[16][24];
  for (int i = threadIdx.x; i < 256; i += 32) tile[i / 16][i % 16] = a[i];
  __syncwarp();
  unsigned ra[8], rb[8];
  float rc[8], rd[8];
  const auto at = static_cast<unsigned>(__cvta_generic_to_shared(tile));
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.shared.f16 " LIST8 ", [%8], 24;"
               : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3]), "=r"(ra[4]), "=r"(ra[5]), "=r"(ra[6]), "=r"(ra[7])
               : "r"(at));
  asm volatile("wmma.load.b.sync.aligned.col.m16n16k16.global.f16 " LIST8 ", [%8], %9;"
               : "=r"(rb[0]), "=r"(rb[1]), "=r"(rb[2]), "=r"(rb[3]), "=r"(rb[4]), "=r"(rb[5]), "=r"(rb[6]), "=r"(rb[7])
               : "l"(b), "r"(16));
  asm volatile("wmma.load.c.sync.aligned.row.m16n16k16.global.f32 " LIST8 ", [%8];"
               : "=f"(rc[0]), "=f"(rc[1]), "=f"(rc[2]), "=f"(rc[3]), "=f"(rc[4]), "=f"(rc[5]), "=f"(rc[6]), "=f"(rc[7])
               : "l"(c));
  asm volatile(
      "wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32 " LIST8
      ", {%8,%9,%10,%11,%12,%13,%14,%15}, {%16,%17,%18,%19,%20,%21,%22,%23}, {%24,%25,%26,%27,%28,%29,%30,%31};"
      : "=f"(rd[0]), "=f"(rd[1]), "=f"(rd[2]), "=f"(rd[3]), "=f"(rd[4]), "=f"(rd[5]), "=f"(rd[6]), "=f"(rd[7])
      : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(ra[4]), "r"(ra[5]), "r"(ra[6]), "r"(ra[7]), "r"(rb[0]),
        "r"(rb[1]), "r"(rb[2]), "r"(rb[3]), "r"(rb[4]), "r"(rb[5]), "r"(rb[6]), "r"(rb[7]), "f"(rc[0]), "f"(rc[1]),
        "f"(rc[2]), "f"(rc[3]), "f"(rc[4]), "f"(rc[5]), "f"(rc[6]), "f"(rc[7]));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%0], {%1,%2,%3,%4,%5,%6,%7,%8};" ::"l"(c),
               "f"(rd[0]), "f"(rd[1]), "f"(rd[2]), "f"(rd[3]), "f"(rd[4]), "f"(rd[5]), "f"(rd[6]), "f"(rd[7])
               : "memory");
}
// 32 x 8 x 16 bytes; the result is stored by columns.
__global__ void bytes(const signed char* a, const signed char* b, int* c) {
  unsigned ra[4], rb;
  int rc[8] = {};
  asm volatile("wmma.load.a.sync.aligned.row.m32n8k16.global.s8 {%0,%1,%2,%3}, [%4], 16;"
               : "=r"(ra[0]), "=r"(ra[1]), "=r"(ra[2]), "=r"(ra[3])
               : "l"(a));
  asm volatile("wmma.load.b.sync.aligned.row.m32n8k16.global.s8 {%0}, [%1], 8;" : "=r"(rb) : "l"(b));
  asm volatile("wmma.mma.sync.aligned.row.row.m32n8k16.s32.s8.s8.s32 " LIST8 ", {%8,%9,%10,%11}, {%12}, " LIST8 ";"
               : "+r"(rc[0]), "+r"(rc[1]), "+r"(rc[2]), "+r"(rc[3]), "+r"(rc[4]), "+r"(rc[5]), "+r"(rc[6]), "+r"(rc[7])
               : "r"(ra[0]), "r"(ra[1]), "r"(ra[2]), "r"(ra[3]), "r"(rb));
  asm volatile("wmma.store.d.sync.aligned.col.m32n8k16.global.s32 [%0], {%1,%2,%3,%4,%5,%6,%7,%8}, 32;" ::"l"(c),
               "r"(rc[0]), "r"(rc[1]), "r"(rc[2]), "r"(rc[3]), "r"(rc[4]), "r"(rc[5]), "r"(rc[6]), "r"(rc[7])
               : "memory");
}
__global__ void doubles(const double* a, const double* b, double* c) {
  double ra, rb, rc[2] = {1, 1};
  asm volatile("wmma.load.a.sync.aligned.row.m8n8k4.global.f64 {%0}, [%1], 4;" : "=d"(ra) : "l"(a));
  asm volatile("wmma.load.b.sync.aligned.row.m8n8k4.global.f64 {%0}, [%1], 8;" : "=d"(rb) : "l"(b));
  asm volatile("wmma.mma.sync.aligned.row.row.m8n8k4.rn.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
               : "+d"(rc[0]), "+d"(rc[1])
               : "d"(ra), "d"(rb));
  asm volatile("wmma.store.d.sync.aligned.row.m8n8k4.global.f64 [%0], {%1,%2}, 8;" ::"l"(c), "d"(rc[0]), "d"(rc[1])
               : "memory");
}

// T: factors; the number of wrong elements of c + a b.
template <class A, class C, class At>
int wrong(int m, int n, int k, const A& a, const A& b, bool b_by_columns, const C& got, double before, At at) {
  int count = 0;
  for (int i = 0; i < m; ++i)
    for (int j = 0; j < n; ++j) {
      double sum = before;
      for (int l = 0; l < k; ++l) sum += double(a[i * k + l]) * double(b_by_columns ? b[j * k + l] : b[l * n + j]);
      count += sum != double(got[at(i, j)]);
    }
  return count;
}
template <class T>
struct Managed {
  T* p;
  Managed(int n, int period, int shift) {
    cudaMallocManaged(&p, n * sizeof(T));
    for (int i = 0; i < n; ++i) p[i] = T(float(i % period - shift));
  }
  ~Managed() { cudaFree(p); }
};

int main() {
  {
    Managed<half> a(256, 7, 2), b(256, 5, 1);
    Managed<float> c(256, 1, -3);
    halves<<<1, 32>>>(a.p, b.p, c.p);
    cudaDeviceSynchronize();
    printf("halves: %d wrong\n", wrong(16, 16, 16, a.p, b.p, true, c.p, 3, [](int i, int j) { return i * 16 + j; }));
  }
  {
    Managed<signed char> a(512, 11, 5), b(128, 13, 6);
    Managed<int> c(256, 1, 0);
    bytes<<<1, 32>>>(a.p, b.p, c.p);
    cudaDeviceSynchronize();
    printf("bytes: %d wrong\n", wrong(32, 8, 16, a.p, b.p, false, c.p, 0, [](int i, int j) { return j * 32 + i; }));
  }
  {
    Managed<double> a(32, 9, 4), b(32, 7, 3), c(64, 1, 0);
    doubles<<<1, 32>>>(a.p, b.p, c.p);
    cudaDeviceSynchronize();
    printf("doubles: %d wrong\n", wrong(8, 8, 4, a.p, b.p, false, c.p, 1, [](int i, int j) { return i * 8 + j; }));
  }
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
