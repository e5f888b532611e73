// A device function, a device variable and a kernel that other files define.
#pragma once

struct Vector {
  float x, y;
};
extern __device__ int calls;
extern __constant__ float factor;
__device__ float dot(const Vector& a, const Vector& b);
__global__ void scale(Vector* v, int n);
extern "C" __device__ int square(int x);
float* run_sum(const Vector* v, int n);
