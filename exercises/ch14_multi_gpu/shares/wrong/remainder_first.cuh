// rejected: should be|the largest share has|never written
// Stores the number of the part in each element of share `part`; all `parts` shares together have the n elements
__global__ void share_kernel(int* owner, int part, int parts, int n) {
  const int first = n / parts * part + (part > 0 ? n % parts : 0), end = first + n / parts;
  for (int i = first + blockIdx.x * blockDim.x + threadIdx.x; i < end; i += gridDim.x * blockDim.x) owner[i] = part;
}
