// A small vector, for all files.
#pragma once
struct vec3 {
  float x, y, z;
};
__host__ __device__ inline vec3 operator+(vec3 a, vec3 b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
__host__ __device__ inline vec3 operator*(float s, vec3 a) {
  return {s * a.x, s * a.y, s * a.z};
}
__device__ vec3 wind(vec3 where);
void move_all(vec3* points, int n, float seconds);
