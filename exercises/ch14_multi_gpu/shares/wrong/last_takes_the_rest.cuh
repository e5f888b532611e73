// rejected: the largest share has
// Stores the number of the part in each element of share `part`; all `parts` shares together have the n elements
__global__ void share_kernel(int* owner, int part, int parts, int n) {
  const int first = n / parts * part, end = part == parts - 1 ? n : first + n / parts;
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) owner[i] = part;
}
