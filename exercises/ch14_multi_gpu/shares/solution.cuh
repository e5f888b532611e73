// Stores the number of the part in each element of share `part`; all `parts` shares together have the n elements
__global__ void share_kernel(int* owner, int part, int parts, int n) {
  // [starter
  //- const int first = n / parts * part, end = first + n / parts;
  const int first = static_cast<int>(1ll * n * part / parts), end = static_cast<int>(1ll * n * (part + 1) / parts);
  // starter]
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) owner[i] = part;
}
