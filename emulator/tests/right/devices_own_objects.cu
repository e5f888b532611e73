// Objects with virtual functions that a kernel creates, uses and destroys; the host only stores their addresses.
#include <cstdio>
#include <new>
struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual float area() const = 0;
};
struct Square : Shape {
  float side;
  __device__ explicit Square(float s) : side(s) {}
  __device__ float area() const override { return side * side; }
};
struct Disc : Shape {
  float radius;
  __device__ explicit Disc(float r) : radius(r) {}
  __device__ float area() const override { return 3.0f * radius * radius; }
};
__global__ void make(Shape** shapes, int n) {
  const int i = threadIdx.x;
  if (i < n) shapes[i] = i % 2 ? static_cast<Shape*>(new Disc(i)) : new Square(i);
}
__global__ void measure(Shape** shapes, float* areas, int n) {
  const int i = threadIdx.x;
  if (i < n) areas[i] = shapes[i]->area();
}
__global__ void destroy(Shape** shapes, int n) {
  const int i = threadIdx.x;
  if (i < n) delete shapes[i];
}
int main() {
  const int n = 20;
  Shape** shapes;
  float *d_areas, areas[n];
  if (cudaMalloc(&shapes, n * sizeof(Shape*)) != cudaSuccess || cudaMalloc(&d_areas, sizeof areas) != cudaSuccess)
    return 3;
  make<<<1, 32>>>(shapes, n);
  measure<<<1, 32>>>(shapes, d_areas, n);
  destroy<<<1, 32>>>(shapes, n);
  if (cudaMemcpy(areas, d_areas, sizeof areas, cudaMemcpyDeviceToHost) != cudaSuccess) return 3;
  std::printf("%.1f %.1f\n", areas[2], areas[3]);
  if (cudaFree(shapes) != cudaSuccess || cudaFree(d_areas) != cudaSuccess) return 3;
  return areas[2] != 4.0f || areas[3] != 27.0f;
}
