// Objects with virtual functions, created and destroyed by kernels.
#include <cstdio>
struct Shape {
  __device__ virtual float area() const = 0;
  __device__ virtual ~Shape() {}
};
struct Square : Shape {
  float a;
  __device__ explicit Square(float side) : a(side) {}
  __device__ float area() const override { return a * a; }
};
struct Circle : Shape {
  float r;
  __device__ explicit Circle(float radius) : r(radius) {}
  __device__ float area() const override { return 3.0f * r * r; }
};
__global__ void make(Shape** shapes, int n) {
  int i = threadIdx.x;
  if (i >= n) return;
  if (i % 2)
    shapes[i] = new Square(i);
  else
    shapes[i] = new Circle(i);
}
__global__ void areas(Shape* const* shapes, float* out, int n) {
  int i = threadIdx.x;
  if (i < n) out[i] = shapes[i]->area();
}
__global__ void destroy(Shape** shapes, int n) {
  if (threadIdx.x < n) delete shapes[threadIdx.x];
}
int main() {
  const int n = 20;
  Shape** shapes;
  float *d, h[n];
  cudaMalloc(&shapes, n * sizeof(Shape*));
  cudaMalloc(&d, sizeof h);
  make<<<1, 32>>>(shapes, n);
  areas<<<1, 32>>>(shapes, d, n);
  destroy<<<1, 32>>>(shapes, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(shapes);
  cudaFree(d);
  for (int i = 0; i < n; ++i)
    if (h[i] != (i % 2 ? 1 : 3) * float(i * i)) return 1;
  std::puts("right");
}
