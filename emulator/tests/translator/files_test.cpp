// cu2cpp alone: which files it reads, and what it refuses.
#include "translator_fixture.hpp"

using namespace translator_test;

TEST_F(Translator, AcceptsFilesFromOtherSystems) {
  expect("void f() {\r\n  k<<<1,\r\n    2>>>(p);\r\n}\r\n",
         "void f() {\r\n  " + launch("k", "1,\r\n    2") + "(p);\r\n}\r\n");
  const Result marked = run("\xEF\xBB\xBFint x;\n");
  EXPECT_EQ(marked.output, "int x;\n");
  expect("// caf\xE9\nvoid f() { k<<<1, 2>>>(\"\xE9\"); }",
         "// caf\xE9\nvoid f() { " + launch("k", "1, 2") + "(\"\xE9\"); }");
}

TEST_F(Translator, FollowsHeaders) {
  write("launch.cuh", "#pragma once\ninline void f() { k<<<1, 2>>>(); }\n");
  write("deep/outer.h", "#include \"inner.h\"\n#include \"plain.h\"\n");
  write("deep/inner.h", "#define L k<<<1, 2>>>\n");
  write("deep/plain.h", "int plain;\n");
  write("search/found.h", "extern __shared__ int s[];\n");
  const Result result =
      run("#include <vector>\n#include \"launch.cuh\"\n#include \"deep/outer.h\"\n#include <found.h>\n#include "
          "\"none.h\"\n",
          "-Isearch --depfile out.d");
  ASSERT_EQ(result.status, 0) << result.messages;
  EXPECT_NE(result.output.find("out.cpp.headers/"), std::string::npos);
  EXPECT_NE(result.output.find("#include <vector>\n"), std::string::npos);
  EXPECT_NE(result.output.find("#include \"none.h\"\n"), std::string::npos);
  std::string headers;
  for (const auto& entry : fs::directory_iterator(folder / "out.cpp.headers")) headers += read(entry.path());
  EXPECT_NE(headers.find("#line 1 \"launch.cuh\"\n"), std::string::npos) << headers;
  EXPECT_NE(headers.find("#include \"" + (folder / "deep/plain.h").string() + "\""), std::string::npos) << headers;
  EXPECT_EQ(headers.find("<<<"), std::string::npos) << headers;
  EXPECT_EQ(headers.find("__shared__"), std::string::npos) << headers;
  const std::string dependencies = read(folder / "out.d");
  for (const auto name : {"in.cu", "launch.cuh", "deep/outer.h", "deep/inner.h", "deep/plain.h", "search/found.h"}) {
    EXPECT_NE(dependencies.find(name), std::string::npos) << name << " is missing in\n" << dependencies;
  }
}

TEST_F(Translator, RefusesWhatNvccRefuses) {
  const std::string k = "__global__ void k(int* p) { *p = 1; }\n";
  expect_error(k + "int main() {\n  k(0);\n}\n", 3, "without an execution configuration");
  expect_error("template <int n> __global__ void k(int* p);\nvoid f() { if (a) k<3>(p); }\n", 2,
               "execution configuration");
  expect_error("__global__ void k() {\n  __shared__ int x = 3;\n}\n", 2,
               "__shared__ variable cannot have an initialiser");
  expect_error("__global__ void k() { __shared__ float a[2] = {1, 2}; }\n", 1, "initialiser");
  expect_error("__global__ void k() { __shared__ int a{2}; }\n", 1, "initialiser");
  expect_error("__device__ int x;\nint main() {\n  int y = x;\n}\n", 3, "device variable 'x'");
  expect_error("__device__ int x[4];\nint main() { x[0] = 3; }\n", 2, "device variable 'x'");
  expect_error("__constant__ float c;\nvoid f() { printf(\"%f\", c); }\n", 2, "device variable 'c'");
  expect_error("int host(int x) { return x; }\n__global__ void k(int* p) {\n  *p = host(3);\n}\n", 3,
               "host function 'host'");
  expect_error("void host();\n__device__ void f() { host(); }\n", 2, "device function 'f'");
  expect_error("__global__ int k(int* p) { return 1; }\n", 1, "must return void");
  expect_error("template <class T>\n__global__ float* k(T x) { return 0; }\n", 2, "must return void");
  expect_error("__global__ void k() { threadIdx.x = 1; }\n", 1, "'threadIdx' cannot be written");
  expect_error("__global__ void k() {\n  j<__CUDA_ARCH__><<<1, 2>>>();\n}\n", 2, "two rewrites overlap here");
  expect_error("void f() {\n  k<<<1, 2>>>;\n}\n", 2, "arguments after '>>>'");
  expect_error("void f() {\n  k<<<1, 2(p);\n}\n", 2, "without its '>>>'");
  expect_error("void f() {\n  <<<1, 2>>>(p);\n}\n", 2, "expected a kernel's name");
}

TEST_F(Translator, NeverRefusesCorrectCode) {
  const std::string k = "__global__ void k(int* p);\n";
  expect_accepted(k + "struct S { void k(int); void f() { k(3); } };");
  expect_accepted(k + "void f() { auto k = [](int) {}; k(3); }");
  expect_accepted(k + "void k(float); void f() { k(3.0f); }");
  expect_accepted("#define k(x) real_k<<<1, x>>>()\n__global__ void k(int); void f() { k(3); }");
  expect_accepted("__global__ void a(), b();\nextern \"C\" __global__ void c(int x = (1, 2));");
  expect_accepted("__global__ auto k(int) -> void {}\ntypedef void nothing; __global__ nothing m() {}");
  expect_accepted("template <class T = int> __global__ void k(T* p, int n = sizeof(int&)) {}");
  expect_accepted("__device__ int x; void f() { cudaMemcpyToSymbol(x, p, sizeof(x)); int* q = &x; use(x); }");
  expect_accepted("__device__ int x; void f(int x) { int y = x; }\nvoid g() { int x = 3; ++x; }");
  expect_accepted("__device__ int x; __host__ __device__ int f() { return x; }");
  expect_accepted(
      "__device__ const int n = 3; __constant__ constexpr float c = 2; int a[n];\n__managed__ int m; int g() { return "
      "m; }");
  expect_accepted("__device__ int x; void f() { run([=] __device__(int i) { x = i; }); }");
  expect_accepted("__device__ int x;\nint f() {\n#ifdef __CUDA_ARCH__\n return x;\n#else\n return 0;\n#endif\n}");
  expect_accepted("int f(int); __device__ float f(float); __global__ void k() { f(1.0f); }");
  expect_accepted("#define HD __host__ __device__\nHD int f(int x) { return x; }\n__global__ void k() { f(1); }");
  expect_accepted("constexpr int f(int x) { return x; }\n__global__ void k() { f(1); }");
  expect_accepted(
      "int f(int); __global__ void k(int (*f)(int)) { f(1); }\n__device__ int g() { auto f = [](int) {}; f(1); }");
  expect_accepted("struct S { __device__ int f(); }; int f(); __global__ void k(S s) { s.f(); }");
  expect_accepted(
      "#if A\n__global__ void k(int n) {\n#else\n__global__ void k(float n) {\n#endif\n}\nint f() { return 1; }\nint "
      "g() { return f(); }");
  expect_accepted(
      "__global__ void k() { __shared__ union { int a; float b; } u; __shared__ int n[sizeof(int) == 4 ? 1 : 2]; }");
  expect_accepted(
      "struct __align__(16) V { float x; };\n__device__ V v() { V r = {1}; return r; }\nV w() { V r{2}; return r; }");
  expect_accepted("__global__ void k(const int& x, int (&a)[2]) { int y = threadIdx.x; y = blockDim.x; }");
  expect_accepted("__global__ void k() { struct { int x; } threadIdx; threadIdx.x = 1; }");
  // Overloads of CUDA's functions, and names with another meaning here.
  expect_accepted("double max(const double* a, int n);\n__global__ void k(double* a) { a[0] = max(a[1], a[2]); }");
  expect_accepted("float f(float); template <float (*f)(float)> __global__ void k(float* x) { *x = f(*x); }");
  expect_accepted("int count = 3; __global__ void k(int* x) { enum { count = 5 }; x[0] = count; }");
  expect_accepted("__constant__ float c[4]; int f() { return sizeof c / sizeof c[0]; }");
  expect_accepted("__device__ int n; int f() { int m = 1, n = 2; return m + n; }");
  expect_accepted("__constant__ int n; struct P { int n; __device__ void set() { n = 1; } int get() { return n; } };");
  expect_accepted("__global__ void k() { auto t = cuda::std::make_tuple(1, 2.f); }\nint make_tuple(int, float);");
  expect_accepted("template <class T> __device__ T twice(T);\ntemplate <class T> T f(T x) { return twice(x); }");
  expect_accepted("namespace a { int n; } namespace b { const int n = 3; __global__ void k(int* x) { *x = n; } }");
  // Code that a condition may leave out.
  expect_accepted("#ifdef DEBUG\n__global__ void k() { std::cout << 1; throw 1; }\n#endif");
  expect_accepted("void show();\n__global__ void k() {\n#ifdef DEBUG\n  show();\n#endif\n}");
  expect_accepted("#ifdef SLOW\nint n = 3;\n#else\nconst int n = 3;\n#endif\n__global__ void k(int* x) { *x = n; }");
}

TEST_F(Translator, PassesLaunchBounds) {
  EXPECT_NE(run("#define MOST 128\n__global__ void __launch_bounds__(MOST, 2) k(int* x) {\n}\n")
                .output.find("p_(k); }, MOST);\n"),
            std::string::npos);
  expect_unchanged("template <int n> __global__ void __launch_bounds__(n) k() {}");
  expect_unchanged("__global__ void __launch_bounds__(32) k();");
}

TEST_F(Translator, ReportsErrorsInItsCommandLine) {
  const auto status = [](const std::string& words) {
    return WEXITSTATUS(std::system((CU2CPP " " + words + " >/dev/null 2>&1").c_str()));
  };
  EXPECT_EQ(status(""), 2);
  EXPECT_EQ(status("--frobnicate a.cu -o b.cpp"), 2);
  EXPECT_EQ(status("a.cu -o"), 2);
  EXPECT_EQ(status("/nonexistent/a.cu -o /tmp/b.cpp"), 1);
}
