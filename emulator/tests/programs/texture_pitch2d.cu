// A texture on pitched memory, with point and linear filtering; uchar4 colours are read as numbers from 0 to 1.
#include <cstdio>

__global__ void blur(cudaTextureObject_t image, float4* out, int width, int height) {
  const int x = threadIdx.x, y = threadIdx.y;
  if (x >= width || y >= height) return;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      const float4 c = tex2D<float4>(image, x + dx + 0.5f, y + dy + 0.5f);
      sum.x += c.x, sum.y += c.y, sum.z += c.z, sum.w += c.w;
    }
  }
  out[y * width + x] = make_float4(sum.x / 9, sum.y / 9, sum.z / 9, sum.w / 9);
}
__global__ void between(cudaTextureObject_t image, float4* out) {
  out[threadIdx.x] = tex2D<float4>(image, 1.0f + 0.25f * threadIdx.x, 2.0f);
}

int main() {
  const int width = 6, height = 4;
  uchar4 host[height][width], *device;
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) host[y][x] = make_uchar4(x * 51, y * 85, 255 * ((x + y) % 2), 255);
  }
  size_t pitch;
  cudaMallocPitch(&device, &pitch, width * sizeof(uchar4), height);
  cudaMemcpy2D(device, pitch, host, sizeof host[0], sizeof host[0], height, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = device;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<uchar4>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = pitch;
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.readMode = cudaReadModeNormalizedFloat;
  cudaTextureObject_t points, filtered;
  cudaCreateTextureObject(&points, &resource, &how, NULL);
  how.filterMode = cudaFilterModeLinear;
  cudaCreateTextureObject(&filtered, &resource, &how, NULL);
  float4 *out, result[height][width];
  cudaMalloc(&out, sizeof result);
  blur<<<1, dim3(8, 4)>>>(points, out, width, height);
  cudaMemcpy(result, out, sizeof result, cudaMemcpyDeviceToHost);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) printf("%.2f/%.2f/%.2f ", result[y][x].x, result[y][x].y, result[y][x].z);
    printf("\n");
  }
  between<<<1, 6>>>(filtered, out);
  cudaMemcpy(result, out, 6 * sizeof(float4), cudaMemcpyDeviceToHost);
  for (int i = 0; i < 6; ++i) printf("%.3f/%.3f/%.1f ", result[0][i].x, result[0][i].y, result[0][i].z);
  printf("\n");
  cudaDestroyTextureObject(points);
  cudaDestroyTextureObject(filtered);
  cudaFree(device);
  cudaFree(out);
}
