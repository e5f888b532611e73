// A volume in a 3-D texture: point sampling, trilinear interpolation, a slice along a ray.
#include <cstdio>
#include <vector>

const int n = 8;

__global__ void probe(cudaTextureObject_t volume, float3 from, float3 step, float* out, int count) {
  const int i = threadIdx.x;
  if (i < count) out[i] = tex3D<float>(volume, from.x + i * step.x, from.y + i * step.y, from.z + i * step.z);
}
__global__ void fill(cudaSurfaceObject_t volume) {
  const int x = threadIdx.x, y = threadIdx.y, z = blockIdx.x;
  surf3Dwrite(static_cast<float>(x + 8 * y + 64 * z), volume, x * sizeof(float), y, z);
}

int main() {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &format, make_cudaExtent(n, n, n), cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  fill<<<n, dim3(n, n)>>>(surface);

  float *out, host[10];
  cudaMalloc(&out, sizeof host);
  for (cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
    cudaTextureDesc how = {};
    for (auto& mode : how.addressMode) mode = cudaAddressModeClamp;
    how.filterMode = filter;
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture;
    cudaCreateTextureObject(&texture, &resource, &how, NULL);
    probe<<<1, 32>>>(texture, make_float3(0.5f, 0.5f, 0.5f), make_float3(1, 1, 1), out, 10);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (float v : host) printf("%7.1f", v);
    printf("\n");
    probe<<<1, 32>>>(texture, make_float3(1, 2.25f, 3.5f), make_float3(0.5f, 0.25f, 0.125f), out, 10);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (float v : host) printf("%7.1f", v);
    printf("\n");
    cudaDestroyTextureObject(texture);
  }
  cudaExtent extent;
  unsigned int flags;
  cudaArrayGetInfo(&format, &extent, &flags, array);
  printf("%zu x %zu x %zu, %d bits\n", extent.width, extent.height, extent.depth, format.x);
  cudaDestroySurfaceObject(surface);
  cudaFreeArray(array);
  cudaFree(out);
}
