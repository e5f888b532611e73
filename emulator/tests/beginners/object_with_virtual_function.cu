// An object of the host is copied byte by byte, with the pointer to the host's functions.
#include <cuda_runtime.h>

#include <cstdio>
struct Shape {
  __host__ __device__ virtual float area() const = 0;
  __host__ __device__ virtual ~Shape() {}
};
struct Circle : Shape {
  float r;
  __host__ __device__ Circle(float r) : r(r) {}
  __host__ __device__ float area() const override { return 3.14159f * r * r; }
};
__global__ void areas(Shape* shape, float* out) {
  out[threadIdx.x] = shape->area() * threadIdx.x;  //~ virtual function of an object made on the host
}
int main() {
  Circle circle(2.0f);
  Shape* d_shape;
  float *d_out, out[32];
  cudaMalloc(&d_shape, sizeof(Circle));
  cudaMalloc(&d_out, sizeof(out));
  cudaMemcpy(d_shape, &circle, sizeof(Circle), cudaMemcpyHostToDevice);
  areas<<<1, 32>>>(d_shape, d_out);
  cudaMemcpy(out, d_out, sizeof(out), cudaMemcpyDeviceToHost);
  printf("%f\n", out[1]);
  cudaFree(d_shape);
  cudaFree(d_out);
}
