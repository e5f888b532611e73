// cu2cpp --facts: what it tells the microscope of the source (src/platform/facts.hpp). Each fact has a source that has
// it, and one beside it that has not.
#include "translator_fixture.hpp"

using namespace translator_test;

class Facts : public Translator {
 protected:
  // The line "l3 2" of the table: of line 3 the fact l, with the word 2. Line 0: of the file.
  void expect(const std::string& source, const std::string& fact, bool present = true) const {
    const Result result = run(source, "--facts");
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(result.output.find("\\n" + fact + "\\n") != std::string::npos, present) << fact << '\n' << result.output;
  }
  void expect_none(const std::string& source, const std::string& fact) const { expect(source, fact, false); }
};

TEST_F(Facts, NamesVariables) {
  expect("__constant__ float weights[4], other;\n", "c0 weights");
  expect("__constant__ float weights[4], other;\n", "c0 other");
  expect("__device__ int count;\n", "d0 count");
  expect("__managed__ int total = 0;\n", "m0 total");
  expect("__global__ void k() { constexpr int steps[2] = {1, 2}; }\n", "x0 steps");
  expect("__global__ void k() { __shared__ float tile[32]; }\n", "s0 tile");
  expect("__global__ void k() { __shared__ float tile[32]; }\n", "p0 tile");
  expect_none("struct Pair { char c; int n; };\n__global__ void k() { __shared__ Pair tile[32]; }\n", "p0 tile");
  expect_none("__device__ int f(int count) { return count; }\n", "d0 count");
  expect("extern __shared__ float buffer[];\n", "r1 ");
  expect_none("__global__ void k() { extern __shared__ float buffer[]; }\n", "r1 ");
  expect("__global__ void scale(float* x) { x[blockIdx.y] = 1; }\n", "k0 scale blockIdx.y");
  expect_none("__global__ void scale(float* x) { x[blockIdx.x] = 1; }\n", "k0 scale blockIdx.y");
}

TEST_F(Facts, ReadsStatements) {
  const std::string kernel = "__global__ void k(int* x, int* y, int n, int next) {\n";
  expect(kernel + "x[0]++;\n}\n", "i2 ");
  expect(kernel + "x[n] = x[n] + 1;\n}\n", "i2 ");
  expect_none(kernel + "x[n] = x[n + 1];\n}\n", "i2 ");
  expect(kernel + "int seen = x[0];\nx[0] = seen + 1;\n}\n", "o3 ");
  expect_none(kernel + "int seen = y[0];\nx[0] = seen + 1;\n}\n", "o3 ");
  expect(kernel + "if (x[n] == -1)\nx[n] = next;\n}\n", "l3 2");
  expect_none(kernel + "if (x[n] == -1)\nx[n] = y[n];\n}\n", "l3 2");
  expect(kernel + "if (x[n] == -1)\nx[n] = next;\nif (x[1] != 7) return;\n}\n", "l3 4");
  expect_none(kernel + "if (x[n] == -1)\nx[n] = next;\nif (x[1] != next) return;\n}\n", "l3 4");
  expect(kernel + "for (;;) {\nx[0] = 1;\n__syncthreads();\n}\n}\n", "z4 2");
  expect_none(kernel + "for (;;) {\nx[0] = 1;\n}\n__syncthreads();\n}\n", "z5 2");
  expect(kernel + "y[0] =\nn > 0 ? 1 : 2;\n}\n", "w3 ");
}

TEST_F(Facts, ReadsCalls) {
  const std::string kernel = "__global__ void k(int* x, int v, int w, float f) {\n";
  for (const char* form : {"v += __shfl_down_sync(~0u, v, 1);", "v = v + __shfl_down_sync(~0u, v, 1);",
                           "v = max(v, __shfl_down_sync(~0u, v, 1));", "v = __shfl_down_sync(~0u, v, 1) + v;"}) {
    expect(kernel + form + "\n}\n", "a2 ");
    expect_none(kernel + "if (w)\n" + form + "\n}\n", "a3 ");
  }
  expect_none(kernel + "w = __shfl_down_sync(~0u, v, 1);\n}\n", "a2 ");
  expect(kernel + "atomicMax(x, __float_as_int(f));\n}\n", "t2 ");
  expect_none(kernel + "if (f >= 0) atomicMax(x, __float_as_int(f));\n}\n", "t2 ");
  expect(kernel + "x = (int*)malloc(4);\nif (x == nullptr) return;\n}\n", "q2 ");
  expect_none(kernel + "x = (int*)malloc(4);\nx[0] = 1;\n}\n", "q2 ");
  const std::string tree = "for (int s = blockDim.x / 2; s > 0; s /= 2)\nif (v < s) x[v] += x[v + s]";
  expect(kernel + tree + ";\n}\n", "h3 2");
  expect_none(kernel + tree + " * (s % 2);\n}\n", "h3 2");
  const std::string counts = "__global__ void k(int* arrived, int n) {\natomicAdd(&arrived[0], 1);\n";
  expect(counts + "while (atomicAdd(arrived, 0) < gridDim.x) {}\n}\n", "b0 3");
  expect_none(counts + "while (n < gridDim.x) ++n;\n}\n", "b0 3");
}

TEST_F(Facts, LooksForWords) {
  expect("__global__ void k(volatile int* x) {}\n", "v0 ");
  expect_none("__global__ void k(int* x) {}\n", "v0 ");
  expect("void f(cudaTextureDesc& d) { d.addressMode[0] = cudaAddressModeWrap; }\n", "f0 ");
  expect_none("void f(cudaTextureDesc& d) { d.addressMode[0] = cudaAddressModeClamp; }\n", "f0 ");
  expect("__global__ void k(int* x) {}\n", "u0 ");
  expect_none("__global__ void k(int* x) { atomicAdd(x, 1); }\n", "u0 ");
  expect("__global__ void k(int* x) {}\n", "n0 ");
  expect_none("__device__ int count;\n", "n0 ");
}
