// The notes of cu2cpp --races on wrong programs, and the correct programs of which it says nothing. It changes neither.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fs = std::filesystem;

namespace {

// After each source: its kernels run with many threads.
std::string launches(const std::string& source) {
  std::string text = "\nvoid launches() { ";
  for (const std::string kernel : {"k", "f"}) {
    if (source.find("__global__ void " + kernel + '(') != std::string::npos) text += kernel + "<<<2, 64>>>(); ";
  }
  return text + "}\n";
}

class Races : public testing::Test {
 protected:
  struct Result {
    std::string output;  // the source up to the launches
    std::string messages;
  };
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = fs::temp_directory_path() / ("races-" + test + '-' + std::to_string(getpid()));
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  static std::string read(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  Result run(const std::string& source, const std::string& options = "--races") const {
    return run_with(source, launches(source), options);
  }
  Result run_with(const std::string& source, const std::string& end, const std::string& options = "--races") const {
    std::ofstream(folder / "in.cu", std::ios::binary) << source << end;
    const std::string command =
        "cd '" + folder.string() + "' && " CU2CPP " " + options + " in.cu -o out.cpp 2>messages";
    EXPECT_EQ(std::system(command.c_str()), 0);
    Result result{read(folder / "out.cpp"), read(folder / "messages")};
    result.output.erase(0, result.output.find('\n') + 1);  // #line
    result.output.resize(std::min(result.output.size(), result.output.rfind("\nvoid launches")));
    return result;
  }
  void expect_noted(const std::string& source) const { EXPECT_NE(run(source).messages, "") << source; }
  void expect_silence(const std::string& source) const { EXPECT_EQ(run(source).messages, "") << source; }
  void expect_note(const std::string& source, const std::string& note) const {
    EXPECT_EQ(run(source).messages, "in.cu:" + note + "; on a GPU the result is undefined\n");
  }

  fs::path folder;
};

TEST_F(Races, NamesReadsBehindStores) {
  const std::string shared = "__global__ void k(int* o) { __shared__ int s[32]; int t = threadIdx.x; ";
  expect_noted(shared + "s[t] = o[t]; o[t] = s[31 - t]; __syncthreads(); }");
  expect_noted(shared + "for (;;) { if (t < 9) s[t] = 1; o[t] = s[0]; __syncthreads(); } }");
  expect_silence(shared + "s[t] = o[t]; o[t] = s[t]; __syncthreads(); }");
  expect_silence(shared + "s[t] = o[t]; __syncthreads(); o[t] = s[31 - t]; }");
  expect_silence(shared + "for (;;) { s[t] = 1; __syncthreads(); } o[t] = s[t + 1]; }");
}

TEST_F(Races, NamesReadsByOneThread) {
  expect_noted(
      "__global__ void k(int* o) { __shared__ int s[9]; s[threadIdx.x] = 1; if (threadIdx.x == 0) { *o = s[3]; } "
      "__syncthreads(); }");
  expect_noted(
      "__global__ void k(int* v, int* o) { int t = threadIdx.x; v[t] = 1; if (!t) for (int i = 0; i < 9; ++i) "
      "atomicAdd(o, v[i]); }");
  expect_silence(
      "__global__ void k(int* o) { __shared__ int s[9]; s[threadIdx.x] = 1; __syncthreads(); if (threadIdx.x == 0) { "
      "o[1] = s[3]; } }");
  expect_silence(
      "__global__ void k(int* o) { __shared__ int s[9]; s[threadIdx.x] = 1; if (threadIdx.x == 0) { o[1] = "
      "s[0] + s[threadIdx.x]; } __syncthreads(); }");
  expect_silence(
      "__global__ void k(int* o) { __shared__ int s[9]; if (threadIdx.x == 0) { s[3] = 1; } if "
      "(threadIdx.x == 0) { o[1] = s[3]; } __syncthreads(); }");
}

TEST_F(Races, NamesReadsOfACounter) {
  expect_noted("__global__ void k(int* c) { int old = atomicAdd(c, 1); if (*c == 34) f(old); }");
  expect_noted("__device__ int c; __global__ void k() { if (f()) { atomicAdd(&c, 1); } if (c == 34) g(); }");
  expect_silence("__global__ void k(int* c) { int old = atomicAdd(c, 1); __syncthreads(); if (*c == 34) f(old); }");
  expect_silence("__global__ void k(int* c, int* s) { atomicAdd(c, 1); s[0] = 2 *c; *c = 0; }");
  expect_silence("__global__ void k(int* c) { atomicAdd(c, 1); while (*c < 34) f(); }");
  expect_silence("__global__ void k(int* c) { if (atomicAdd(c, 1) == 33) *c = 0; f(*c); }");
}

TEST_F(Races, NamesStepsOfAWarp) {
  expect_noted("__device__ void f(volatile int* v, int t) { v[t] += v[t + 4]; }");
  expect_noted("__device__ void f(volatile int* v, int t) { if (t > 0) v[t] |= v[t - 1]; }");
  expect_noted(
      "__device__ void f(volatile int* v, int t) { for (int n = 8; n > 0; n /= 2) if (t < n) v[t] = v[t + n]; }");
  expect_silence("__device__ void f(volatile int* v, int t) { v[t] = v[t + 4]; __syncwarp(); }");
  expect_silence("void f(volatile int* v, int t) { v[t] = v[t + 4]; }");
  expect_silence("__device__ void f(int* v, int t) { v[t] = v[t + 4]; }");
  expect_noted("__global__ void f() { int t = threadIdx.x; __shared__ int s[32]; __syncthreads(); s[t] += s[t - 1]; }");
  expect_silence(
      "__global__ void f() { int t = threadIdx.x; __shared__ int s[32]; __syncthreads(); s[t] += s[t + 1]; }");
  expect_noted(
      "__global__ void f(int* v) { int t = threadIdx.x; for (int n = 1; n < 8; n *= 2) { v[t] += v[t - n]; } }");
  expect_noted("__global__ void f(int v[]) { int t = threadIdx.x; __syncthreads(); v[t] = v[7 - t]; }");
  expect_silence("__global__ void f(int* v, int n) { for (int i = 1; i < n; ++i) v[i] += v[i - 1]; }");
  expect_silence(
      "__global__ void f(int* v, const int* w) { int t = threadIdx.x; for (int i = 0; i < 8; ++i) v[t] += w[t - i]; }");
}

TEST_F(Races, NamesTheWholeWorkOfAllThreads) {
  // Every thread sorts.
  const auto sorts = [&](const std::string& loop) {
    return run("__global__ void k(int* a, int n) { int i = threadIdx.x; " + loop + " }").messages != "";
  };
  EXPECT_TRUE(sorts(
      "for (int j = 0; j < n - i - 1; ++j) if (a[j] > a[j + 1]) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"));
  EXPECT_TRUE(sorts("if (i < n) for (int j = 0; j < n; ++j) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"));
  EXPECT_FALSE(sorts("if (i == 0) for (int j = 0; j < n; ++j) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"));
  EXPECT_FALSE(
      sorts("if (i != 0) return; for (int j = 0; j < n; ++j) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"));
  EXPECT_FALSE(sorts("int j = 2 * i; int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t;"));
  EXPECT_FALSE(sorts("for (int j = i; j < n; j += 32) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"));
  EXPECT_FALSE(sorts("__syncthreads(); for (int j = 0; j < n; ++j) { int t = a[j]; a[j] = a[j + 1]; a[j + 1] = t; }"));
  EXPECT_FALSE(sorts("a[0] = n;"));
  expect_silence("__global__ void k(int* a, int n) { for (int j = 0; j < n; ++j) { a[j] = a[j + 1]; } }");
}

TEST_F(Races, NamesFlagsThatAreReset) {
  expect_noted("__global__ void k(int* f) { while (*f == 0) { if (!threadIdx.x) *f = 1; __syncthreads(); } }");
  expect_noted("__global__ void k() { __shared__ int f; do { f = 0; __syncthreads(); } while (f); }");
  expect_silence(
      "__global__ void k() { __shared__ int f; do { __syncthreads(); f = 0; __syncthreads(); } while (f); }");
  expect_silence("__global__ void k(int* f, int n) { for (int i = 0; i < n; ++i) { f[i] = 0; __syncthreads(); } }");
}

TEST_F(Races, NamesUpdatesOfOneNumber) {
  const auto kernel = [](const std::string& parameters, const std::string& body) {
    return "__global__ void f(" + parameters + ") { " + body + " }";
  };
  expect_noted(kernel("int* p", "(*p)++;"));
  expect_noted(kernel("int* p", "--*p;"));
  expect_noted(kernel("int* p, int x", "if (x > 1) *p += x;"));
  expect_noted(kernel("float* __restrict__ p", "p[0] = p[0] + 1;"));
  expect_noted("__device__ int p; " + kernel("", "p++;"));
  expect_noted(kernel("int* p", "int x = *p + 1; *p = x;"));
  expect_noted(kernel("int* p", "*p = threadIdx.x;"));
  expect_silence(kernel("int* p", "*p = 1;"));
  expect_silence(kernel("int* p", "*p = __reduce_add_sync(~0u, threadIdx.x);"));
  expect_silence(kernel("int* p", "for (int i = 0; i < 4; ++i) { *p = i; }"));
  expect_silence(kernel("int* p", "if (threadIdx.x == 0) { g(); *p += 1; }"));
  expect_silence(kernel("int* p, int t", "if (!t) (*p)++;"));
  expect_silence(kernel("int* p, int t", "p += t; *p += 1; *p++; p[t] += 1;"));
  expect_silence(kernel("int* p, int* m", "atomicExch(m, 1); *p += 1; *m = 0;"));
  expect_silence(kernel("S* p, int n", "*p += n; int i = 0; i += n;"));
  expect_silence("void f(int* p) { *p += 1; }");
}

TEST_F(Races, NamesThePlace) {
  const std::string s = "__global__ void k(int* o, int n) {\n  __shared__ int s[64];\n  int t = threadIdx.x;\n  ";
  expect_note("__global__ void k(int* count) {\n  // counts\n  *count += 1;\n}",
              "3: note: all threads update *count without an atomic");
  expect_note("__global__ void k(int* last) {\n  last[0] = threadIdx.x;\n}", "2: note: all threads store to last[0]");
  expect_note(s + "s[t] = o[t];\n  if (t == 0) for (int i = 0; i < n; ++i) o[0] += s[i];\n}",
              "5: note: one thread reads what others store in s: a barrier is missing");
  expect_note(s + "s[t] = o[t];\n  o[t] = s[63 - t];\n}",
              "4: note: threads read what others store in s without a barrier");
  expect_note(s + "s[t] = o[t]; __syncthreads();\n  if (t >= n) s[t] += s[t - n];\n  __syncthreads(); }",
              "5: note: threads read other elements of s while these are stored: a barrier is missing");
  expect_note(
      "__global__ void k(int* f) {\n  while (*f) {\n    if (threadIdx.x == 0) *f = 0;\n    __syncthreads(); } }",
      "2: note: threads still read f when one of them sets it: a barrier is missing");
  expect_note("__global__ void k(int* c, int* o) {\n  atomicAdd(c, 1);\n  o[threadIdx.x] = *c;\n}",
              "3: note: threads read c while others still change it: a barrier is missing");
  expect_note("__device__ void fold(volatile int* v, int t) {\n  v[t] += v[t + 8];\n  v[t] += v[t + 4];\n}",
              "2: note: lanes read what others store in volatile v without __syncwarp()");
  expect_note(
      "__global__ void k(int* a, int n) {\n  int t = threadIdx.x;\n  for (int j = 0; j < n; ++j) a[j] = a[j + t - "
      "t];\n}",
      "3: note: all threads store to the same elements of a");
  expect_note(
      "__global__ void k(int* a) {\n  int t = threadIdx.x;\n  for (int n = 1; n < 32; n *= 2)\n    a[t] = a[t] + a[t - "
      "n];\n}",
      "4: note: in each iteration of the loop threads read what others store in a without a barrier");
}

TEST_F(Races, ChangesNoOtherProgram) {
  const std::string source = "__global__ void k(int* count) { *count += 1; }";
  EXPECT_EQ(run(source).output, source);
  EXPECT_EQ(run(source, "").messages, "");
}

// On a GPU all threads have usually read before the first one stores.
TEST_F(Races, LetsOthersReadBeforeTheStore) {
  const std::string before =
      "__global__ void k(float* o) { __shared__ float s[64]; int t = threadIdx.x; s[t] = o[t]; __syncthreads(); float "
      "m "
      "= s[0]; ";
  const std::string store = "s[t] = o[t] - m; __syncthreads(); o[t] = s[63 - t]; }";
  const Result result = run(before + store);
  EXPECT_NE(result.messages.find("threads overwrite what others may still read as s[0]"), std::string::npos);
  EXPECT_NE(result.output.find("::cuda_emulator::relax(), s[t] = o[t] - m;"), std::string::npos) << result.output;
  EXPECT_EQ(run(before + store, "").output.find("relax"), std::string::npos);
  const Result right = run(before + "__syncthreads(); " + store);
  EXPECT_EQ(right.messages, "");
  EXPECT_EQ(right.output.find("relax"), std::string::npos);
}

TEST_F(Races, LeavesOneThreadAlone) {
  const std::string kernel = "__global__ void k(int* p) { *p += 1; }";
  for (const std::string launch : {"k<<<1, 1>>>(p)", "k<<<dim3(2, 3), dim3(1), 0, s>>>(p)", "run(k)"}) {
    const auto result = run_with(kernel, "\nvoid launches() { " + launch + "; }");
    EXPECT_EQ(result.messages, "") << launch;
  }
  EXPECT_NE(run_with(kernel, "\nvoid launches() { k<<<1, 1>>>(p); k<<<1, n>>>(p); }").messages, "");
  const auto body = [](const std::string& text) {
    return "__global__ void k(int* p) { int t = threadIdx.x; bool first = t == 0; " + text + " }";
  };
  expect_silence(body("if (t != 0) return; *p += 1;"));
  expect_silence(body("if (t > 0) { return; } *p += 1;"));
  expect_silence(body("if (t != 0) { p[t] = 1; } else { *p += t; }"));
  expect_silence(body("if (first) *p += t;"));
  expect_silence(body("if (t < 1) *p = t;"));
  expect_silence(body("if (this_thread_block().thread_rank() == 0) *p += 1;"));
  expect_silence(body("switch (t) { case 0: *p += 1; }"));
  expect_silence(
      body("__shared__ int s[9]; __syncthreads(); if (t == 0) for (int i = 1; i < 9; ++i) s[i] += s[i - 1];"));
  expect_silence(body("int n = atomicAdd(p, 1); if (n == 63) { f(*p); }"));
}

// Each thread has its own elements, or there is a barrier in between.
TEST_F(Races, LeavesCorrectExchangesAlone) {
  const auto body = [](const std::string& text) {
    return "__global__ void k(int* o, int K) { __shared__ int s[64]; int t = threadIdx.x; " + text + " }";
  };
  expect_silence(body("__syncthreads(); for (int i = 1; i < K; ++i) s[t * K + i] += s[t * K + i - 1];"));
  expect_silence(body("int b = t * 8; __syncthreads(); for (int i = b + 1; i < b + 8; ++i) s[i] += s[i - 1];"));
  expect_silence(
      body("for (int n = 1; n < 64; n *= 2) { int i = (t + 1) * n * 2 - 1; if (i < 64) s[i] += s[i - n]; "
           "__syncthreads(); }"));
  expect_silence(body("s[2 * t] = o[t]; o[t] = s[2 * t + 1];"));
  expect_silence(body("s[t] = o[t]; s[t + 32] = o[t + 32]; s[t] += s[t + 32]; __syncthreads();"));
  expect_silence(body("if (t < K / 2) { int x = o[t]; o[t] = o[K - 1 - t]; o[K - 1 - t] = x; }"));
  expect_silence(
      body("__shared__ int b[2][64]; int from = 0; for (int n = 1; n < 64; n *= 2) { b[1 - from][t] = "
           "b[from][t] + b[from][t - n]; from = 1 - from; __syncthreads(); }"));
  expect_silence(body("int in = 0, out = 1; s[out * K + t] = s[in * K + t] + s[in * K + t - 1]; __syncthreads();"));
  expect_silence(body("__shared__ int c[8][64]; for (int i = 1; i < 8; ++i) c[i][t] = c[i - 1][t];"));
  expect_silence(
      "__global__ void k(int* o) { __shared__ volatile int v[64]; int t = threadIdx.x; v[t] = o[t]; "
      "__syncthreads(); o[t] = v[63 - t]; }");
  expect_silence("__device__ int f(int n) { volatile int v[64]; v[n] = n; return v[63]; }");
  expect_silence("__device__ void wait() { __syncthreads(); }\n" + body("s[t] = o[t]; wait(); o[t] = s[63 - t];"));
  EXPECT_EQ(run(body("s[t] = o[t]; asm volatile(\"bar.sync 0;\"); o[t] = s[63 - t];")).messages, "");
  expect_silence("__global__ void k(int* f) { int t = threadIdx.x; while (f[t] > 0) { f[t] = 0; __syncthreads(); } }");
}

}  // namespace
