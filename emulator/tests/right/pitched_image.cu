// Rows at a pitch, in and out, and a thumbnail of structures of bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
__global__ void shrink(const uchar4* in, size_t in_pitch, uchar4* out, size_t out_pitch, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h) {
    const uchar4* row0 = (const uchar4*)((const char*)in + 2 * y * in_pitch);
    const uchar4* row1 = (const uchar4*)((const char*)in + (2 * y + 1) * in_pitch);
    uchar4 a = row0[2 * x], b = row0[2 * x + 1], c = row1[2 * x], d = row1[2 * x + 1], r;
    r.x = (a.x + b.x + c.x + d.x) / 4;
    r.y = (a.y + b.y + c.y + d.y) / 4;
    r.z = (a.z + b.z + c.z + d.z) / 4;
    r.w = 255;
    ((uchar4*)((char*)out + y * out_pitch))[x] = r;
  }
}
int main(void) {
  int W = 74, H = 36, w = W / 2, h = H / 2, x, y, bad = 0;
  uchar4 *image = (uchar4*)malloc(W * H * sizeof(uchar4)), *small = (uchar4*)malloc(w * h * sizeof(uchar4));
  uchar4 *d_in, *d_out;
  size_t p_in, p_out;
  for (y = 0; y < H; y++)
    for (x = 0; x < W; x++) image[y * W + x] = make_uchar4(x, y, x + y, 0);
  cudaMallocPitch((void**)&d_in, &p_in, W * sizeof(uchar4), H);
  cudaMallocPitch((void**)&d_out, &p_out, w * sizeof(uchar4), h);
  cudaMemcpy2D(d_in, p_in, image, W * sizeof(uchar4), W * sizeof(uchar4), H, cudaMemcpyHostToDevice);
  dim3 block(16, 16), grid((w + 15) / 16, (h + 15) / 16);
  shrink<<<grid, block>>>(d_in, p_in, d_out, p_out, w, h);
  cudaMemcpy2D(small, w * sizeof(uchar4), d_out, p_out, w * sizeof(uchar4), h, cudaMemcpyDeviceToHost);
  for (y = 0; y < h; y++)
    for (x = 0; x < w; x++) bad += small[y * w + x].x != 2 * x || small[y * w + x].y != 2 * y;
  cudaFree(d_in);
  cudaFree(d_out);
  free(image);
  free(small);
  return bad ? 1 : 0;
}
