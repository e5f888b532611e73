// __device__, __constant__ and __managed__ variables through the runtime's calls.
#include <cuda_runtime.h>
#include <gtest/gtest.h>

namespace {

__constant__ float coefficients[4];
__device__ int counter;
__device__ double table[3];
__managed__ int shared_number = 40;

__global__ void use(float* out) {
  for (int i = 0; i < 4; ++i) out[i] = coefficients[i] * 2;
  counter += 5;
  table[2] = table[1] + 1;
  ++shared_number;
}
__global__ void add_to(int* p) {
  *p += 2;
}

TEST(Symbols, CopiesInAndOut) {
  const float in[4] = {1, 2, 3, 4};
  float* out = nullptr;
  ASSERT_EQ(cudaMallocManaged(&out, sizeof in), cudaSuccess);
  ASSERT_EQ(cudaMemcpyToSymbol(coefficients, in, sizeof in), cudaSuccess);
  const int start = 10;
  ASSERT_EQ(cudaMemcpyToSymbolAsync(counter, &start, sizeof start, 0, cudaMemcpyHostToDevice), cudaSuccess);
  const double one = 1;
  ASSERT_EQ(cudaMemcpyToSymbol(table, &one, sizeof one, sizeof(double)), cudaSuccess);
  use<<<1, 1>>>(out);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(out[i], 2 * in[i]);
  int count = 0;
  double two = 0;
  ASSERT_EQ(cudaMemcpyFromSymbol(&count, counter, sizeof count), cudaSuccess);
  ASSERT_EQ(cudaMemcpyFromSymbol(&two, table, sizeof two, 2 * sizeof(double)), cudaSuccess);
  EXPECT_EQ(count, 15);
  EXPECT_EQ(two, 2);
  EXPECT_EQ(shared_number, 41);
  cudaFree(out);
}

TEST(Symbols, AddressAndSize) {
  int* address = nullptr;
  std::size_t size = 0;
  ASSERT_EQ(cudaGetSymbolAddress((void**)&address, counter), cudaSuccess);
  ASSERT_EQ(cudaGetSymbolSize(&size, coefficients), cudaSuccess);
  EXPECT_EQ(size, 4 * sizeof(float));
  const int start = 1;
  ASSERT_EQ(cudaMemcpy(address, &start, sizeof start, cudaMemcpyHostToDevice), cudaSuccess);
  add_to<<<1, 1>>>(address);
  int count = 0;
  ASSERT_EQ(cudaMemcpy(&count, address, sizeof count, cudaMemcpyDeviceToHost), cudaSuccess);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(cudaMemcpy(&count, address, sizeof count, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  cudaGetLastError();
}

TEST(Symbols, ManagedVariablesMayBePassed) {
  shared_number = 1;
  add_to<<<1, 1>>>(&shared_number);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(shared_number, 3);
}

TEST(Symbols, SizesAndDirectionsAreChecked) {
  const float in[5] = {};
  float out = 0;
  EXPECT_EQ(cudaMemcpyToSymbol(coefficients, in, sizeof in), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(coefficients, in, 8, 12), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(coefficients, in, 4, 0, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpyFromSymbol(&out, coefficients, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidMemcpyDirection);
  cudaGetLastError();
}

}  // namespace
