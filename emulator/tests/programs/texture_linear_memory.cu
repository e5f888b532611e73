// Textures on ordinary memory: tex1Dfetch of every element type, normalised reads, a gather by index.
#include <cstdio>

__global__ void fetch_all(cudaTextureObject_t bytes, cudaTextureObject_t normalised, cudaTextureObject_t pairs, int n) {
  if (threadIdx.x) return;
  for (int i = 0; i < n; ++i) {
    const unsigned char b = tex1Dfetch<unsigned char>(bytes, i);
    const float f = tex1Dfetch<float>(normalised, i);
    const int2 p = tex1Dfetch<int2>(pairs, i);
    printf("%3d %.4f (%d, %d)\n", b, f, p.x, p.y);
  }
}
__global__ void permute(cudaTextureObject_t values, const int* index, float4* out) {
  out[threadIdx.x] = tex1Dfetch<float4>(values, index[threadIdx.x]);
}

template <typename T>
cudaTextureObject_t make_texture(T* device, size_t count, cudaTextureReadMode mode = cudaReadModeElementType) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = device;
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = count * sizeof(T);
  cudaTextureDesc how = {};
  how.readMode = mode;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  return texture;
}

int main() {
  const int n = 5;
  unsigned char* bytes;
  int2* pairs;
  float4 *vectors, *out;
  int* index;
  cudaMallocManaged(&bytes, n);
  cudaMallocManaged(&pairs, n * sizeof(int2));
  cudaMallocManaged(&vectors, n * sizeof(float4));
  cudaMallocManaged(&out, n * sizeof(float4));
  cudaMallocManaged(&index, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    bytes[i] = i * 60;
    pairs[i] = make_int2(-i, i * i);
    vectors[i] = make_float4(i, i + 0.25f, i + 0.5f, i + 0.75f);
    index[i] = (3 * i + 1) % n;
  }
  cudaTextureObject_t textures[] = {make_texture(bytes, n), make_texture(bytes, n, cudaReadModeNormalizedFloat),
                                    make_texture(pairs, n), make_texture(vectors, n)};
  fetch_all<<<1, 32>>>(textures[0], textures[1], textures[2], n);
  permute<<<1, n>>>(textures[3], index, out);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("%.2f %.2f %.2f %.2f\n", out[i].x, out[i].y, out[i].z, out[i].w);
  for (cudaTextureObject_t texture : textures) cudaDestroyTextureObject(texture);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
