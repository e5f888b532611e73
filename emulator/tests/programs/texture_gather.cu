// tex2Dgather: one component of the four texels that a linear filter would combine.
#include <cstdio>

__global__ void gather(cudaTextureObject_t texture, float x, float y, float4* out) {
  out[0] = tex2Dgather<float4>(texture, x, y);
  out[1] = tex2Dgather<float4>(texture, x, y, 1);
  out[2] = tex2D<float4>(texture, x, y);
}

int main() {
  const int width = 4, height = 4;
  float4 host[height][width], *out;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) host[y][x] = make_float4(10 * y + x, -(10 * y + x), 0.5f, 1);
  }
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
  cudaMallocArray(&array, &format, width, height, cudaArrayTextureGather);
  cudaMemcpy2DToArray(array, 0, 0, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModePoint;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  cudaMallocManaged(&out, 3 * sizeof(float4));
  const float places[][2] = {{2, 2}, {1.25f, 2.75f}, {0.25f, 0.25f}, {3.9f, 3.9f}};
  for (auto& p : places) {
    gather<<<1, 1>>>(texture, p[0], p[1], out);
    cudaDeviceSynchronize();
    printf("at (%.2f, %.2f):", p[0], p[1]);
    for (int i = 0; i < 3; ++i) printf(" [%g %g %g %g]", out[i].x, out[i].y, out[i].z, out[i].w);
    printf("\n");
  }
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
}
