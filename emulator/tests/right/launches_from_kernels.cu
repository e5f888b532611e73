// A kernel that launches others: quicksort's halves, and a last one when all have ended.
// options: -rdc=true
#include <cstdio>
__global__ void insertion(int* a, int n) {
  for (int i = 1; i < n; ++i) {
    int v = a[i], j = i;
    for (; j > 0 && a[j - 1] > v; --j) a[j] = a[j - 1];
    a[j] = v;
  }
}
__global__ void quick(int* a, int n) {
  if (n <= 16) {
    insertion<<<1, 1>>>(a, n);
    return;
  }
  const int pivot = a[n / 2];
  int l = 0, r = n - 1;
  while (l <= r) {
    while (a[l] < pivot) ++l;
    while (a[r] > pivot) --r;
    if (l > r) break;
    const int t = a[l];
    a[l++] = a[r];
    a[r--] = t;
  }
  if (r > 0) quick<<<1, 1>>>(a, r + 1);
  if (l < n - 1) quick<<<1, 1>>>(a + l, n - l);
}
int main() {
  const int n = 120;
  int h[n], *d;
  for (int i = 0; i < n; ++i) h[i] = (i * 77) % 121;
  cudaMalloc(&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  quick<<<1, 1>>>(d, n);
  cudaDeviceSynchronize();
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int i = 1; i < n; ++i)
    if (h[i - 1] > h[i]) return std::printf("%d\n", i), 1;
  return 0;
}
