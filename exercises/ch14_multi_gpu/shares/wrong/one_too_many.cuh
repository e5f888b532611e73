// rejected: null pointer|out of bounds|past the end|should be
// Stores the number of the part in each element of share `part`; all `parts` shares together have the n elements
__global__ void share_kernel(int* owner, int part, int parts, int n) {
  const int first = n / parts * part, end = first + n / parts + 1;
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) owner[i] = part;
}
