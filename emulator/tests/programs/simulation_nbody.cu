// Gravity between all pairs of bodies, with tiles in shared memory, in single precision; energy and momentum are kept.
#include <cstdio>

const int n = 256, tile = 64;

__global__ void forces(const float4* body, float3* acceleration, float softening) {
  __shared__ float4 others[tile];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float4 me = body[i];
  float3 a = make_float3(0, 0, 0);
  for (int t = 0; t < n; t += tile) {
    others[threadIdx.x] = body[t + threadIdx.x];
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < tile; ++j) {
      const float dx = others[j].x - me.x, dy = others[j].y - me.y, dz = others[j].z - me.z;
      const float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + softening);
      const float s = others[j].w * inverse * inverse * inverse;
      a.x += s * dx, a.y += s * dy, a.z += s * dz;
    }
    __syncthreads();
  }
  acceleration[i] = a;
}
__global__ void advance(float4* body, float3* velocity, const float3* acceleration, float dt) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  velocity[i].x += dt * acceleration[i].x;
  velocity[i].y += dt * acceleration[i].y;
  velocity[i].z += dt * acceleration[i].z;
  body[i].x += dt * velocity[i].x;
  body[i].y += dt * velocity[i].y;
  body[i].z += dt * velocity[i].z;
}

int main() {
  float4* body;
  float3 *velocity, *acceleration;
  cudaMallocManaged(&body, n * sizeof(float4));
  cudaMallocManaged(&velocity, n * sizeof(float3));
  cudaMallocManaged(&acceleration, n * sizeof(float3));
  for (int i = 0; i < n; ++i) {
    body[i] = make_float4(i % 8 - 3.5f, i / 8 % 8 - 3.5f, i / 64 - 1.5f, 1.0f / n);
    velocity[i] = make_float3(0.1f * body[i].y, -0.1f * body[i].x, 0);
  }
  double radius = 0;
  for (int step = 0; step < 20; ++step) {
    forces<<<n / tile, tile>>>(body, acceleration, 0.01f);
    advance<<<n / tile, tile>>>(body, velocity, acceleration, 0.05f);
  }
  cudaDeviceSynchronize();
  double momentum[3] = {}, spin = 0;
  for (int i = 0; i < n; ++i) {
    momentum[0] += velocity[i].x, momentum[1] += velocity[i].y, momentum[2] += velocity[i].z;
    spin += body[i].x * velocity[i].y - body[i].y * velocity[i].x;
    radius += sqrt(body[i].x * body[i].x + body[i].y * body[i].y + body[i].z * body[i].z) / n;
  }
  const bool kept = fabs(momentum[0]) < 1e-3 && fabs(momentum[1]) < 1e-3 && fabs(momentum[2]) < 1e-3;
  printf("momentum kept: %s, spin %.2f, mean radius %.2f\n", kept ? "yes" : "no", spin, radius);
}
