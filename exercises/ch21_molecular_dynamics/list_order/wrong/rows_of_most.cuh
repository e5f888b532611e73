// rejected: race in global memory|out of bounds|should be
// count[i] = the number of other atoms that are at most `reach` from atom i, on a line; list has their numbers
__global__ void list_kernel(const int* x, int* list, int* count, int reach, int most, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int found = 0;
  for (int j = 0; j < n; ++j) {
    if (j == i || abs(x[j] - x[i]) > reach || found == most) continue;
    list[found * most + i] = j;
    ++found;
  }
  count[i] = found;
}

// sums[i] = the charges of atom i's neighbours, added up
__global__ void charges_kernel(const int* charge, const int* list, const int* count, int* sums, int most, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (int k = 0; k < count[i]; ++k) {
    const int j = list[k * most + i];
    sum += charge[j];
  }
  sums[i] = sum;
}
