// A vector type with overloaded operators, used on the host and on the device.
#include <cmath>
#include <cstdio>

struct Vec3 {
  float x, y, z;
  __host__ __device__ Vec3(float x_ = 0, float y_ = 0, float z_ = 0) : x(x_), y(y_), z(z_) {}
  __host__ __device__ Vec3& operator+=(const Vec3& b) {
    x += b.x;
    y += b.y;
    z += b.z;
    return *this;
  }
  __host__ __device__ float operator[](int i) const { return (&x)[i]; }
};
__host__ __device__ inline Vec3 operator+(Vec3 a, const Vec3& b) {
  return a += b;
}
__host__ __device__ inline Vec3 operator*(float s, const Vec3& a) {
  return Vec3(s * a.x, s * a.y, s * a.z);
}
__host__ __device__ inline float dot(const Vec3& a, const Vec3& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
__host__ __device__ inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
// The built-in vector types have no operators.
__device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__global__ void move(Vec3* p, const Vec3* v, float dt, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) p[i] += dt * v[i];
}
__global__ void products(const Vec3* a, Vec3* out, float* dots, int n) {
  const int i = threadIdx.x;
  if (i + 1 < n) {
    out[i] = cross(a[i], a[i + 1]);
    dots[i] = dot(a[i], a[i + 1]) + a[i][2];
  }
}
__global__ void four(float4 a, float4* out) {
  *out = a + make_float4(1, 2, 3, 4);
}

int main() {
  const int n = 4;
  Vec3 *p, *v, *c;
  float* d;
  float4* f;
  cudaMallocManaged(&p, n * sizeof(Vec3));
  cudaMallocManaged(&v, n * sizeof(Vec3));
  cudaMallocManaged(&c, n * sizeof(Vec3));
  cudaMallocManaged(&d, n * sizeof(float));
  cudaMallocManaged(&f, sizeof(float4));
  for (int i = 0; i < n; ++i) {
    p[i] = Vec3(i, 1, 2);
    v[i] = Vec3(1, i, -1);
  }
  move<<<1, 32>>>(p, v, 0.5f, n);
  products<<<1, 32>>>(p, c, d, n);
  four<<<1, 1>>>(make_float4(10, 20, 30, 40), f);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) printf("(%g, %g, %g)\n", p[i].x, p[i].y, p[i].z);
  for (int i = 0; i + 1 < n; ++i) printf("(%g, %g, %g) %g\n", c[i].x, c[i].y, c[i].z, d[i]);
  const Vec3 sum = p[0] + p[1];
  printf("host (%g, %g, %g), %g %g %g %g\n", sum.x, sum.y, sum.z, f->x, f->y, f->z, f->w);
}
