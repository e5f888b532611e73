// Three files and a header; a device function that another file defines.
#include <vector>

#include "vec3.cuh"
int main() {
  std::vector<vec3> p;
  for (int i = 0; i < 130; ++i) p.push_back({0, float(i), 7});
  vec3* d;
  if (cudaMalloc(&d, p.size() * sizeof(vec3)) != cudaSuccess) return 3;
  cudaMemcpy(d, p.data(), p.size() * sizeof(vec3), cudaMemcpyHostToDevice);
  move_all(d, int(p.size()), 2);
  cudaMemcpy(p.data(), d, p.size() * sizeof(vec3), cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 0; i < 130; ++i)
    if (p[i].x != 2 * i || p[i].y != i + 1 || p[i].z != 7) return 1;
  return 0;
}
