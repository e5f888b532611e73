// A texture's pitch counts bytes.
#include <cstdio>

__global__ void read(cudaTextureObject_t texture, float* out) {
  out[threadIdx.x] = tex2D<float>(texture, threadIdx.x, 0);
}

int main() {
  const int width = 100, height = 4;
  float *data, *out;
  size_t pitch;
  cudaMallocPitch(&data, &pitch, width * sizeof(float), height);
  cudaMemset2D(data, pitch, 0, width * sizeof(float), height);
  cudaMalloc(&out, width * sizeof(float));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D.devPtr = data;
  resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
  resource.res.pitch2D.width = width;
  resource.res.pitch2D.height = height;
  resource.res.pitch2D.pitchInBytes = width;
  cudaTextureDesc description = {};
  cudaTextureObject_t texture = 0;
  cudaCreateTextureObject(&texture, &resource, &description, nullptr);  //~ call that failed
  if (texture != 0) read<<<1, width>>>(texture, out);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
//= the pitch is 100 bytes, and must be a multiple of 32 and at least 400, the bytes of a row of 100 elements
