// Wrap, clamp, mirror and border: what a texture returns for coordinates outside it, in all four address modes.
#include <cstdio>

__global__ void sample(cudaTextureObject_t texture, const float* at, float* out, int n) {
  const int i = threadIdx.x;
  if (i < n) out[i] = tex1D<float>(texture, at[i]);
}

int main() {
  const int width = 4, n = 13;
  const float values[width] = {1, 2, 3, 4};
  float at[n], host[n], *d_at, *d_out;
  cudaMalloc(&d_at, sizeof at);
  cudaMalloc(&d_out, sizeof host);
  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &format, width);
  cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;

  const struct {
    const char* name;
    cudaTextureAddressMode mode;
    int normalised;
  } modes[] = {{"wrap", cudaAddressModeWrap, 1},           {"mirror", cudaAddressModeMirror, 1},
               {"clamp", cudaAddressModeClamp, 1},         {"border", cudaAddressModeBorder, 1},
               {"clamp, texels", cudaAddressModeClamp, 0}, {"border, texels", cudaAddressModeBorder, 0}};
  for (const auto& m : modes) {
    for (cudaTextureFilterMode filter : {cudaFilterModePoint, cudaFilterModeLinear}) {
      for (int i = 0; i < n; ++i) at[i] = (i - 4) * (m.normalised ? 0.25f : 1.0f) + (m.normalised ? 0.125f : 0.5f);
      cudaMemcpy(d_at, at, sizeof at, cudaMemcpyHostToDevice);
      cudaTextureDesc how = {};
      how.addressMode[0] = m.mode;
      how.filterMode = filter;
      how.readMode = cudaReadModeElementType;
      how.normalizedCoords = m.normalised;
      cudaTextureObject_t texture;
      cudaCreateTextureObject(&texture, &resource, &how, nullptr);
      sample<<<1, 32>>>(texture, d_at, d_out, n);
      cudaMemcpy(host, d_out, sizeof host, cudaMemcpyDeviceToHost);
      printf("%-15s%-7s", m.name, filter == cudaFilterModePoint ? "point" : "linear");
      for (float v : host) printf("%3g", v);
      printf("\n");
      cudaDestroyTextureObject(texture);
    }
  }
  cudaFreeArray(array);
  cudaFree(d_at);
  cudaFree(d_out);
}
