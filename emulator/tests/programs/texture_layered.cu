// Layered textures: each layer is filtered separately. They are written through a layered surface.
#include <cstdio>

const int width = 4, height = 4, layers = 3;

__global__ void paint(cudaSurfaceObject_t surface) {
  const int x = threadIdx.x, y = threadIdx.y, layer = blockIdx.x;
  surf2DLayeredwrite(100.0f * layer + 10.0f * y + x, surface, x * 4, y, layer);
}
__global__ void read(cudaTextureObject_t texture, float x, float y, float* out) {
  out[threadIdx.x] = tex2DLayered<float>(texture, x, y, threadIdx.x);
}
__global__ void read_line(cudaTextureObject_t texture, float x, short2* out) {
  out[threadIdx.x] = tex1DLayered<short2>(texture, x, threadIdx.x);
}

int main() {
  cudaArray_t array, lines;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaMalloc3DArray(&array, &format, make_cudaExtent(width, height, layers),
                    cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);
  paint<<<layers, dim3(width, height)>>>(surface);
  cudaTextureDesc how = {};
  how.addressMode[0] = how.addressMode[1] = cudaAddressModeClamp;
  how.filterMode = cudaFilterModeLinear;
  cudaTextureObject_t texture;
  cudaCreateTextureObject(&texture, &resource, &how, nullptr);
  float* out;
  cudaMallocManaged(&out, 4 * sizeof(float));
  const float places[][2] = {{0.5f, 0.5f}, {1.0f, 1.0f}, {2.75f, 3.25f}, {-1, 9}};
  for (auto& place : places) {
    read<<<1, 4>>>(texture, place[0], place[1], out);  // the fourth layer does not exist: the last one is read
    cudaDeviceSynchronize();
    printf("(%.2f, %.2f): %.2f %.2f %.2f %.2f\n", place[0], place[1], out[0], out[1], out[2], out[3]);
  }

  const short2 rows[2][3] = {{{1, 2}, {3, 4}, {5, 6}}, {{-1, -2}, {-3, -4}, {-5, -6}}};
  format = cudaCreateChannelDesc<short2>();
  cudaMalloc3DArray(&lines, &format, make_cudaExtent(3, 0, 2), cudaArrayLayered);
  cudaMemcpy3DParms copy = {};
  copy.srcPtr = make_cudaPitchedPtr((void*)rows, sizeof rows[0], 3, 1);
  copy.dstArray = lines;
  copy.extent = make_cudaExtent(3, 1, 2);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
  resource.res.array.array = lines;
  how.filterMode = cudaFilterModePoint;
  cudaTextureObject_t line_texture;
  cudaCreateTextureObject(&line_texture, &resource, &how, nullptr);
  short2* pairs;
  cudaMallocManaged(&pairs, 2 * sizeof(short2));
  read_line<<<1, 2>>>(line_texture, 1.5f, pairs);
  cudaDeviceSynchronize();
  printf("(%d, %d) (%d, %d)\n", pairs[0].x, pairs[0].y, pairs[1].x, pairs[1].y);
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
