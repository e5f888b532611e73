// A cubemap: six faces, read by direction. The texels of each face are numbered, so the value shows which one was read.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

__global__ void look(cudaTextureObject_t cube, const float3* directions, int count, float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = texCubemap<float>(cube, directions[i].x, directions[i].y, directions[i].z);
}

int main() {
  const int width = 4, faces = 6;
  std::vector<float> texels(width * width * faces);
  for (size_t i = 0; i < texels.size(); ++i)
    texels[i] = 100.0f * static_cast<float>(i / 16) + static_cast<float>(i % 16);

  cudaArray_t array;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &format, make_cudaExtent(width, width, faces), cudaArrayCubemap);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr(texels.data(), width * sizeof(float), width, width);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(width, width, faces);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);

  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.normalizedCoords = 1;
  description.filterMode = cudaFilterModePoint;
  for (auto& mode : description.addressMode) mode = cudaAddressModeClamp;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t cube;
  printf("texture: %s\n", cudaGetErrorName(cudaCreateTextureObject(&cube, &resource, &description, nullptr)));

  // The centre of the second texel in the third row of each face, and two corners, as directions of any length.
  std::vector<float3> directions = {{2, -0.5f, 0.5f},    {-1, -0.25f, -0.25f}, {-0.25f, 1, 0.25f}, {-0.5f, -2, -0.5f},
                                    {-0.25f, -0.25f, 1}, {0.25f, -0.25f, -1},  {1, 0.9f, 0.9f},    {0.9f, -0.8f, -3}};
  const int count = static_cast<int>(directions.size());
  float3* on_device;
  float* out;
  cudaMalloc(&on_device, count * sizeof(float3));
  cudaMalloc(&out, count * sizeof(float));
  cudaMemcpy(on_device, directions.data(), count * sizeof(float3), cudaMemcpyHostToDevice);
  look<<<1, 32>>>(cube, on_device, count, out);
  std::vector<float> seen(count);
  cudaMemcpy(seen.data(), out, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (int i = 0; i < count; ++i) printf("%g%s", seen[i], i + 1 < count ? " " : "\n");

  cudaDestroyTextureObject(cube);
  cudaFreeArray(array);
  cudaFree(on_device);
  cudaFree(out);
  printf("%s\n", cudaGetErrorName(cudaGetLastError()));
}
