#include "vec3.cuh"
__constant__ float strength[3] = {1, 0.5f, 0};
__device__ vec3 wind(vec3 where) {
  return {strength[0] * where.y, strength[1], strength[2]};
}
