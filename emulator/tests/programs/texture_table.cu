// A table of function values in texture memory: fetched by index, interpolated, and in layers.
#include <cstdio>

__global__ void lookup(cudaTextureObject_t list, cudaTextureObject_t curve, cudaTextureObject_t layers) {
  printf("list: %d %d %d\n", tex1Dfetch<int>(list, 0), tex1Dfetch<int>(list, 3), tex1Dfetch<int>(list, 100));
  for (float x = 0; x <= 1.0f; x += 0.25f) printf("curve(%.2f) = %.3f\n", x, tex1D<float>(curve, x));
  for (int layer = 0; layer < 2; ++layer) {
    const uchar4 c = tex2DLayered<uchar4>(layers, 1.5f, 0.5f, layer);
    printf("layer %d: %d %d %d %d\n", layer, c.x, c.y, c.z, c.w);
  }
}

int main() {
  const int numbers[4] = {10, 20, 30, 40};
  int* list;
  cudaMalloc(&list, sizeof numbers);
  cudaMemcpy(list, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = list;
  resource.res.linear.desc = cudaCreateChannelDesc<int>();
  resource.res.linear.sizeInBytes = sizeof numbers;
  cudaTextureDesc how = {};
  how.readMode = cudaReadModeElementType;
  cudaTextureObject_t by_index, curve, layers;
  cudaCreateTextureObject(&by_index, &resource, &how, nullptr);

  const unsigned char values[4] = {0, 51, 102, 255};  // read as 0.0, 0.2, 0.4 and 1.0
  cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
  cudaArray_t curve_array, layer_array;
  cudaMallocArray(&curve_array, &format, 4);
  cudaMemcpy2DToArray(curve_array, 0, 0, values, 4, 4, 1, cudaMemcpyHostToDevice);
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = curve_array;
  how.readMode = cudaReadModeNormalizedFloat;
  how.filterMode = cudaFilterModeLinear;
  how.normalizedCoords = 1;
  how.addressMode[0] = cudaAddressModeMirror;
  cudaCreateTextureObject(&curve, &resource, &how, nullptr);

  const uchar4 colours[2][2] = {{{1, 2, 3, 4}, {5, 6, 7, 8}}, {{9, 10, 11, 12}, {13, 14, 15, 16}}};
  format = cudaCreateChannelDesc<uchar4>();
  cudaMalloc3DArray(&layer_array, &format, make_cudaExtent(2, 1, 2), cudaArrayLayered);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr((void*)colours, 2 * sizeof(uchar4), 2, 1);
  copy.dstArray = layer_array;
  copy.extent = make_cudaExtent(2, 1, 2);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  resource.res.array.array = layer_array;
  how = {};
  cudaCreateTextureObject(&layers, &resource, &how, nullptr);

  lookup<<<1, 1>>>(by_index, curve, layers);
  cudaDeviceSynchronize();
  cudaDestroyTextureObject(by_index);
  cudaDestroyTextureObject(curve);
  cudaDestroyTextureObject(layers);
  cudaFreeArray(curve_array);
  cudaFreeArray(layer_array);
  cudaFree(list);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
