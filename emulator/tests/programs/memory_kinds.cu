// Vector addition with every kind of memory: plain, pinned, mapped, registered, managed, static, stream-ordered.
#include <cstdio>
#include <vector>

__global__ void add(const int* a, const int* b, int* c, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
const int n = 1000;
const size_t bytes = n * sizeof(int);
__device__ int static_c[n];
__managed__ int managed_a[n], managed_b[n];

void check(const char* name, const int* c) {
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += c[i] != 3 * i;
  printf("%-16s %s\n", name, wrong ? "WRONG" : "right");
}
void fill(int* a, int* b) {
  for (int i = 0; i < n; ++i) a[i] = i, b[i] = 2 * i;
}

int main() {
  std::vector<int> a(n), b(n), c(n);
  fill(a.data(), b.data());
  int *d_a, *d_b, *d_c;
  cudaMalloc(&d_a, bytes);
  cudaMalloc(&d_b, bytes);
  cudaMalloc(&d_c, bytes);
  cudaMemcpy(d_a, a.data(), bytes, cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), bytes, cudaMemcpyDefault);
  add<<<4, 256>>>(d_a, d_b, d_c, n);
  cudaMemcpy(c.data(), d_c, bytes, cudaMemcpyDefault);
  check("device", c.data());

  int *h_a, *h_b, *h_c;
  cudaMallocHost(&h_a, bytes);
  cudaHostAlloc(&h_b, bytes, cudaHostAllocDefault);
  cudaHostAlloc(&h_c, bytes, cudaHostAllocMapped | cudaHostAllocPortable);
  fill(h_a, h_b);
  add<<<4, 256>>>(h_a, h_b, h_c, n);
  cudaDeviceSynchronize();
  check("pinned", h_c);
  int *m_a, *m_c;
  cudaHostGetDevicePointer(&m_c, h_c, 0);
  cudaMemset(m_c, 0, bytes);
  add<<<4, 256>>>(d_a, d_b, m_c, n);
  cudaDeviceSynchronize();
  check("mapped", h_c);

  std::vector<int> plain(n);
  cudaHostRegister(plain.data(), bytes, cudaHostRegisterMapped);
  cudaHostGetDevicePointer(&m_a, plain.data(), 0);
  add<<<4, 256>>>(d_a, d_b, m_a, n);
  cudaDeviceSynchronize();
  check("registered", plain.data());
  cudaHostUnregister(plain.data());

  fill(managed_a, managed_b);
  int* u_c;
  cudaMallocManaged(&u_c, bytes);
  add<<<4, 256>>>(managed_a, managed_b, u_c, n);
  cudaDeviceSynchronize();
  check("managed", u_c);

  int* symbol;
  cudaGetSymbolAddress((void**)&symbol, static_c);
  add<<<4, 256>>>(d_a, d_b, symbol, n);
  cudaMemcpyFromSymbol(c.data(), static_c, bytes);
  check("static", c.data());

  int* s_c;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaMallocAsync(&s_c, bytes, stream);
  add<<<4, 256, 0, stream>>>(d_a, d_b, s_c, n);
  cudaMemcpyAsync(h_c, s_c, bytes, cudaMemcpyDeviceToHost, stream);
  cudaFreeAsync(s_c, stream);
  cudaStreamSynchronize(stream);
  check("stream-ordered", h_c);
  cudaStreamDestroy(stream);
  for (int* p : {d_a, d_b, d_c, u_c}) cudaFree(p);
  for (int* p : {h_a, h_b, h_c}) cudaFreeHost(p);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
