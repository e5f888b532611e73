// The built-in vector types: construction, loads and stores of 8 and 16 bytes, sizes and alignments.
#include <cstdio>

__global__ void copy_vectorised(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 v = reinterpret_cast<const float4*>(in)[i];
    v.x += 1, v.y *= 2, v.z -= 3, v.w = -v.w;
    reinterpret_cast<float4*>(out)[i] = v;
  }
  if (i == 0) {  // the last elements, fewer than four
    for (int k = n / 4 * 4; k < n; ++k) out[k] = in[k];
  }
}
__global__ void pixels(const uchar4* in, float3* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = make_float3(in[i].x / 255.0f, in[i].y / 255.0f, in[i].z / 255.0f);
}
__global__ void mixed(int2 a, double2 d, longlong2 l, ushort2 s, char3 c, dim3 g, uint3 t, double* out) {
  out[0] = a.x + a.y + d.x * d.y + l.x - l.y + s.x + s.y + c.x + c.y + c.z + g.x + g.y + g.z + t.x + t.y + t.z;
}

int main() {
  printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(char3), sizeof(short4), sizeof(float3), sizeof(float4),
         sizeof(double2), sizeof(dim3), sizeof(uchar1));
  printf("%zu %zu %zu %zu %zu %zu\n", alignof(char4), alignof(int2), alignof(float3), alignof(float4), alignof(double2),
         alignof(short2));
  const int n = 18;
  float *in, *out;
  cudaMallocManaged(&in, n * sizeof(float));
  cudaMallocManaged(&out, n * sizeof(float));
  for (int i = 0; i < n; ++i) in[i] = i;
  copy_vectorised<<<1, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%g ", out[i]);
  printf("\n");
  uchar4* p;
  float3* f;
  double* d;
  cudaMallocManaged(&p, 3 * sizeof *p);
  cudaMallocManaged(&f, 3 * sizeof *f);
  cudaMallocManaged(&d, sizeof *d);
  p[0] = make_uchar4(255, 0, 51, 9), p[1] = {1, 2, 3, 4}, p[2].x = p[2].y = p[2].z = 102;
  pixels<<<1, 3>>>(p, f, 3);
  mixed<<<1, 1>>>(make_int2(1, 2), make_double2(1.5, 4), make_longlong2(1LL << 40, 1LL << 40), make_ushort2(3, 4),
                  make_char3(-1, -2, -3), dim3(7, 8), make_uint3(1, 1, 1), d);
  cudaDeviceSynchronize();
  for (int i = 0; i < 3; ++i) printf("(%.3f, %.3f, %.3f) ", f[i].x, f[i].y, f[i].z);
  printf("%g\n", *d);
}
