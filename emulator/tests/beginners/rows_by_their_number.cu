// A photograph that is not square: the index counts rows by their number, and the guards are right.
#include <cstdio>
#include <vector>

__global__ void blur(const float* photo, float* out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width - 1) return;
  if (y >= height) return;
  int at = y * height + x;  //~ puts rows height apart, and x < width says that a row has width elements
  out[at] = 0.5f * (photo[at] + photo[at + 1]);
}

__global__ void darken(float* photo, int nx, int ny) {
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y < ny) {
    for (int x = threadIdx.x; x < nx; x += blockDim.x) photo[x + y * ny] *= 0.5f;  //~ y * nx + x is meant?
  }
}

int main() {
  const int width = 96, height = 32;
  std::vector<float> photo(width * height, 0.25f);
  float *d_photo, *d_out;
  cudaMalloc(&d_photo, photo.size() * sizeof(float));
  cudaMalloc(&d_out, photo.size() * sizeof(float));
  cudaMemcpy(d_photo, photo.data(), photo.size() * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemset(d_out, 0, photo.size() * sizeof(float));
  blur<<<dim3(width / 16, height / 16), dim3(16, 16)>>>(d_photo, d_out, width, height);
  darken<<<dim3(1, height), 32>>>(d_out, width, height);
  cudaMemcpy(photo.data(), d_out, photo.size() * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%f\n", photo[width]);
  cudaFree(d_photo);
  cudaFree(d_out);
  return 0;
}
