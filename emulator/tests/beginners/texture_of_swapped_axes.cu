// Rows and columns exchanged in the copy to the array: 64 x 16 is given as 16 x 64.
#include <stdio.h>
#include <string.h>
__global__ void read(cudaTextureObject_t t, float* out, int w, int h) {
  int x = threadIdx.x, y = blockIdx.x;
  if (x < w && y < h) out[y * w + x] = tex2D<float>(t, x + 0.5f, y + 0.5f);
}
int main() {
  const int w = 64, h = 16;
  float image[w * h], *out;
  for (int i = 0; i < w * h; i++) image[i] = i;
  cudaChannelFormatDesc f = cudaCreateChannelDesc<float>();
  cudaArray_t a;
  cudaMallocArray(&a, &f, w, h);
  cudaMemcpy2DToArray(a, 0, 0, image, h * sizeof(float), h * sizeof(float), w,
                      cudaMemcpyHostToDevice);  //~ call that failed
  cudaResourceDesc r;
  memset(&r, 0, sizeof(r));
  r.resType = cudaResourceTypeArray;
  r.res.array.array = a;
  cudaTextureDesc d;
  memset(&d, 0, sizeof(d));
  cudaTextureObject_t t;
  cudaCreateTextureObject(&t, &r, &d, NULL);
  cudaMalloc(&out, sizeof(image));
  read<<<h, w>>>(t, out, w, h);
  cudaMemcpy(image, out, sizeof(image), cudaMemcpyDeviceToHost);
  printf("%f\n", image[w]);
  cudaFree(out);
  cudaFreeArray(a);
  return 0;
}
