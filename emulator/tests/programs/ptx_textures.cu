// Textures in PTX: tex, tld4 and txq give what tex2D, tex3D, tex1Dfetch and the creation of the objects say.
#include <cstdio>
#include <vector>

__global__ void look(cudaTextureObject_t flat, cudaTextureObject_t deep, cudaTextureObject_t line, int* wrong) {
  const float x = threadIdx.x * 0.37f, y = threadIdx.x * 0.11f, z = threadIdx.x * 0.07f;
  float v[4];
  asm volatile("tex.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
               : "l"(flat), "f"(x), "f"(y));
  if (v[0] != tex2D<float>(flat, x, y)) atomicAdd(wrong, 1);
  asm volatile("tex.2d.v4.f32.s32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
               : "l"(flat), "r"(2), "r"(1));
  if (v[0] != tex2D<float>(flat, 2.5f, 1.5f)) atomicAdd(wrong, 1);
  asm volatile("tex.3d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6, %7, %7}];"
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
               : "l"(deep), "f"(x), "f"(y), "f"(z));
  if (v[0] != tex3D<float>(deep, x, y, z)) atomicAdd(wrong, 1);
  int n[4];
  asm volatile("tex.1d.v4.s32.s32 {%0, %1, %2, %3}, [%4, {%5}];"
               : "=r"(n[0]), "=r"(n[1]), "=r"(n[2]), "=r"(n[3])
               : "l"(line), "r"(threadIdx.x));
  if (n[0] != tex1Dfetch<int>(line, threadIdx.x)) atomicAdd(wrong, 1);
  asm volatile("tld4.r.2d.v4.f32.f32 {%0, %1, %2, %3}, [%4, {%5, %6}];"
               : "=f"(v[0]), "=f"(v[1]), "=f"(v[2]), "=f"(v[3])
               : "l"(flat), "f"(x), "f"(y));
  const float4 four = tex2Dgather<float4>(flat, x, y);
  if (v[0] != four.x || v[1] != four.y || v[2] != four.z || v[3] != four.w) atomicAdd(wrong, 1);
  if (threadIdx.x == 0) {
    unsigned width, height, depth;
    asm("txq.width.b32 %0, [%1];" : "=r"(width) : "l"(deep));
    asm("txq.height.b32 %0, [%1];" : "=r"(height) : "l"(deep));
    asm("txq.depth.b32 %0, [%1];" : "=r"(depth) : "l"(deep));
    printf("%u x %u x %u\n", width, height, depth);
  }
}

cudaTextureObject_t image(cudaExtent extent, cudaTextureFilterMode filter) {
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &format, extent);
  const size_t depth = extent.depth ? extent.depth : 1;
  std::vector<float> values(extent.width * extent.height * depth);
  for (size_t i = 0; i < values.size(); ++i) values[i] = float(i * i % 17);
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(values.data(), extent.width * sizeof(float), extent.width, extent.height);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, extent.height, depth);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description{};
  description.addressMode[0] = description.addressMode[1] = description.addressMode[2] = cudaAddressModeClamp;
  description.filterMode = filter;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);
  return texture;
}

int main() {
  int *numbers, *wrong;
  cudaMallocManaged(&wrong, sizeof *wrong);
  *wrong = 0;
  cudaMalloc(&numbers, 32 * sizeof *numbers);
  cudaMemset(numbers, 5, 32 * sizeof *numbers);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = numbers;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = 32 * sizeof *numbers;
  cudaTextureDesc description{};
  cudaTextureObject_t line;
  cudaCreateTextureObject(&line, &resource, &description, nullptr);
  const auto flat = image({6, 4, 0}, cudaFilterModePoint), deep = image({5, 4, 3}, cudaFilterModeLinear);
  look<<<1, 1>>>(flat, deep, line, wrong);
  look<<<1, 16>>>(flat, deep, line, wrong);
  printf("%s, %d wrong\n", cudaGetErrorString(cudaDeviceSynchronize()), *wrong);
}
