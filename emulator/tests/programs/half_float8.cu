// 8-bit floating point: all values as floats, floats rounded and saturated to it, and vectors.
#include <cuda_fp8.h>

#include <cstdio>

template <class Float8>
__global__ void all_values(float* out) {
  Float8 x;
  x.__x = static_cast<__nv_fp8_storage_t>(threadIdx.x);
  out[threadIdx.x] = static_cast<float>(x);
}

__global__ void round_all(const float* in, int n, unsigned* codes) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    const unsigned a = __nv_fp8_e4m3(in[i]).__x, b = __nv_fp8_e5m2(in[i]).__x;
    const unsigned c = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E4M3);
    const unsigned d = __nv_cvt_float_to_fp8(in[i], __NV_NOSAT, __NV_E5M2);
    codes[i] = a | b << 8 | c << 16 | d << 24;
  }
}

__global__ void vectors() {
  const __nv_fp8x4_e4m3 four(make_float4(1.0f, -2.3f, 0.07f, 500.0f));
  const float4 back = static_cast<float4>(four);
  const __nv_fp8x2_e5m2 two(make_float2(3.3f, -70000.0f));
  const float2 pair = static_cast<float2>(two);
  const __nv_fp8_e4m3 from_half(__float2half(0.3f)), from_int(17);
  printf("%08x %g %g %g %g\n", four.__x, back.x, back.y, back.z, back.w);
  printf("%04x %g %g\n", two.__x, pair.x, pair.y);
  printf("%02x %g %02x %d %d\n", from_half.__x, __half2float(static_cast<__half>(from_half)), from_int.__x,
         static_cast<int>(from_int), static_cast<int>(static_cast<bool>(from_int)));
}

int main() {
  float* values;
  unsigned* codes;
  cudaMallocManaged(&values, 4096 * sizeof(float));
  cudaMallocManaged(&codes, 4096 * sizeof(unsigned));
  for (int format = 0; format < 2; ++format) {
    if (format == 0) {
      all_values<__nv_fp8_e4m3><<<1, 256>>>(values);
    } else {
      all_values<__nv_fp8_e5m2><<<1, 256>>>(values);
    }
    cudaDeviceSynchronize();
    double sum = 0;
    int numbers = 0;
    for (int i = 0; i < 256; ++i) {
      if (!(values[i] - values[i] == 0)) continue;
      ++numbers;
      sum += static_cast<double>(values[i]) * (i + 1);
    }
    printf("%d numbers, %.17g; %g %g %g\n", numbers, sum, values[1], values[0x38], values[0x7b]);
  }
  // Every quarter of a step around each number, and numbers that are too large.
  const float edges[] = {0.0f, -0.0f, 448.0f,   463.9f,   464.0f,   464.1f,    480.0f,
                         1e9f, -1e9f, 57344.0f, 61439.0f, 61440.0f, -65536.0f, 1.0f / 1024};
  int n = 0;
  for (const float edge : edges) values[n++] = edge;
  for (float x = 1.0f / 4096; n < 4096; x *= 1.0078125f) values[n++] = n % 2 ? -x : x;
  round_all<<<1, 128>>>(values, n, codes);
  cudaDeviceSynchronize();
  for (int i = 0; i < 14; ++i) printf("%08x%s", codes[i], i == 13 ? "\n" : " ");
  unsigned long long hash = 0;
  for (int i = 0; i < n; ++i) hash = hash * 1000003 + codes[i];
  printf("%016llx\n", hash);
  vectors<<<1, 1>>>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(values);
  cudaFree(codes);
}
