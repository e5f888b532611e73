// Each kernel changes an array that other threads still read; the elements are structs, and each kernel moves them in
// another way: as arguments, as results, by operators, by reference, through __ldg, by assignment.
#include <cstdio>
struct Particle {
  float3 position, velocity;
  float mass;
  __host__ __device__ float distance(Particle other) const {
    float dx = other.position.x - position.x, dy = other.position.y - position.y, dz = other.position.z - position.z;
    float sum = dx * dx + dy * dy + dz * dz, root = sum;
    for (int step = 0; step < 4; step++) root = 0.5f * (root + sum / (root + 1e-6f));
    return root;
  }
};
__host__ __device__ inline float2 pull(float2 p, float2 q) {
  float dx = q.x - p.x, dy = q.y - p.y, r = dx * dx + dy * dy + 0.05f;
  float inverse = 1.0f / (r * sqrtf(r));
  return make_float2(dx * inverse, dy * inverse);
}
__host__ __device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
__device__ uchar4 darker(uchar4 c) {
  if (c.w == 0) return c;
  return make_uchar4(c.x / 2, c.y / 2, c.z / 2, c.w);
}
__device__ float3 longer(const float3& a, const float3& b) {
  float x = a.x * a.x + a.y * a.y + a.z * a.z, y = b.x * b.x + b.y * b.y + b.z * b.z;
  if (x > y) return a;
  return b;  //~ reads
}
__global__ void argument(float2* a, int n) {
  float2 sum = make_float2(0, 0);
  for (int j = 0; j < n; j++) {
    float2 f = pull(a[threadIdx.x], a[j]);  //~ reads
    sum.x += f.x;
    sum.y += f.y;
  }
  a[threadIdx.x] = sum;
}
__global__ void result(uchar4* a, int n) {
  uchar4 mine = darker(a[threadIdx.x]);
  a[(threadIdx.x + 1) % n] = darker(mine);  //~ writes what
}
__global__ void add(float4* a, int n) {
  int i = threadIdx.x;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int j = 0; j < n; j++) sum = sum + a[j];  //~ reads
  a[i] = sum + sum;
}
__global__ void member(Particle* a, int n) {
  float sum = 0;
  for (int j = 0; j < n; j++) sum += a[threadIdx.x].distance(a[j]);  //~ reads
  a[threadIdx.x].position.x = sum + a[threadIdx.x].distance(a[threadIdx.x]);
}
__global__ void reference(float3* a, int n) {
  float3 best = a[threadIdx.x];
  for (int j = 0; j < n; j++) best = longer(best, a[j]);
  a[threadIdx.x] = longer(best, best);
}
__global__ void cached(float2* a, int n) {
  float2 best = __ldg(&a[(threadIdx.x + 1) % n]);  //~ reads
  a[threadIdx.x] = best;
}
__global__ void assignment(Particle* a, int n) {
  a[threadIdx.x] = a[(threadIdx.x + 1) % n];  //~ reads
}
template <class T>
void run(const char* name, void (*kernel)(T*, int)) {
  const int n = 64;
  T* a;
  cudaMalloc(&a, n * sizeof(T));
  cudaMemset(a, 0, n * sizeof(T));
  kernel<<<1, n>>>(a, n);
  T first;
  cudaMemcpy(&first, a, sizeof(T), cudaMemcpyDeviceToHost);
  printf("%s: %s\n", name, cudaGetErrorString(cudaGetLastError()));
  cudaFree(a);
}
int main() {
  float2 there = pull(make_float2(0, 0), make_float2(1, 1));
  float4 two = make_float4(1, 2, 3, 4) + make_float4(1, 2, 3, 4);
  printf("%f %f\n", there.x, two.w);
  run("argument", argument);
  run("result", result);
  run("add", add);
  run("member", member);
  run("reference", reference);
  run("cached", cached);
  run("assignment", assignment);
}
