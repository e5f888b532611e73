// rejected: the host does not wait
// part[i] of part p is p * 1000 + i. Sends `parts` parts of n numbers each to device, one behind the other, through the
// pinned buffer, which has room for one. When it returns, the buffer is free.
void send(int* buffer, int* device, int n, int parts, cudaStream_t stream) {
  for (int p = 0; p < parts; ++p) {
    for (int i = 0; i < n; ++i) buffer[i] = p * 1000 + i;
    cudaMemcpyAsync(device + p * n, buffer, n * sizeof(int), cudaMemcpyHostToDevice, stream);
    cudaStreamSynchronize(cudaStreamPerThread);
  }
}
