// Texels of every type: signed and unsigned integers, half precision, one, two and four components, in both read modes.
#include <cuda_fp16.h>

#include <cstdio>

template <typename T, typename Read>
__global__ void read_row(cudaTextureObject_t texture, Read* out, int n) {
  if (threadIdx.x < n) out[threadIdx.x] = tex2D<Read>(texture, threadIdx.x + 0.5f, 0.5f);
}
template <typename Read, typename T, int n>
void show(const char* name, const T (&values)[n], const char* format, cudaTextureReadMode mode) {
  cudaArray_t array;
  cudaChannelFormatDesc description = cudaCreateChannelDesc<T>();
  cudaMallocArray(&array, &description, n, 1);
  cudaMemcpy2DToArray(array, 0, 0, values, sizeof values, sizeof values, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc how = {};
  how.readMode = mode;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  Read* out;
  cudaMallocManaged(&out, n * sizeof(Read));
  read_row<T><<<1, 32>>>(texture, out, n);
  cudaDeviceSynchronize();
  printf("%-16s", name);
  for (int i = 0; i < n; ++i) printf(format, out[i]);
  printf("  (%d bits, %s)\n", description.x,
         description.f == cudaChannelFormatKindFloat    ? "float"
         : description.f == cudaChannelFormatKindSigned ? "signed"
                                                        : "unsigned");
  cudaDestroyTextureObject(texture);
  cudaFreeArray(array);
  cudaFree(out);
}

int main() {
  const signed char chars[] = {-128, -127, 0, 127};
  const unsigned char bytes[] = {0, 1, 128, 255};
  const short shorts[] = {-32768, -1, 0, 32767};
  const unsigned short words[] = {0, 1, 32768, 65535};
  const int ints[] = {-2147483647, -1, 0, 7};
  const unsigned unsigneds[] = {0, 4000000000u};
  const float floats[] = {-1.5f, 0.25f, 1e10f};
  show<signed char>("signed char", chars, " %d", cudaReadModeElementType);
  show<unsigned char>("unsigned char", bytes, " %d", cudaReadModeElementType);
  show<short>("short", shorts, " %d", cudaReadModeElementType);
  show<unsigned short>("unsigned short", words, " %d", cudaReadModeElementType);
  show<int>("int", ints, " %d", cudaReadModeElementType);
  show<unsigned>("unsigned", unsigneds, " %u", cudaReadModeElementType);
  show<float>("float", floats, " %g", cudaReadModeElementType);
  show<float>("char as float", chars, " %.4f", cudaReadModeNormalizedFloat);
  show<float>("uchar as float", bytes, " %.4f", cudaReadModeNormalizedFloat);
  show<float>("short as float", shorts, " %.4f", cudaReadModeNormalizedFloat);
  show<float>("ushort as float", words, " %.4f", cudaReadModeNormalizedFloat);
  const cudaChannelFormatDesc half = cudaCreateChannelDescHalf();
  printf("half: %d bits, float: %d\n", half.x, half.f == cudaChannelFormatKindFloat);
}
