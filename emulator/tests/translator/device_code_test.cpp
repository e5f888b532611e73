// cu2cpp alone: the code that it adds to device code.
#include "translator_fixture.hpp"

using namespace translator_test;

TEST_F(Translator, ChecksTheAlignmentOfVectorsMadeOfNumbers) {
  expect("__device__ float4 f(const float* x, int i) { return *reinterpret_cast<const float4*>(x + i); }",
         "__device__ CUDA_EMULATOR_DEVICE_CODE float4 f(const float* x, int i) { return *(::cuda_emulator::Aligned< "
         "const float4 >(x + i)); }");
  expect("__device__ void f(float* x, int i) { ((float2*)x)[i].y = reinterpret_cast<int4*>(x)->z; }",
         "__device__ void f(float* x, int i) { ((::cuda_emulator::Aligned< float2 >)x)[i].y = "
         "(::cuda_emulator::Aligned< int4 >(x))->z; }");
  for (const std::string same :
       {"__device__ void f(float* x) { float4* p = reinterpret_cast<float4*>(x); p[1].x = 1; }",
        "__device__ void f(float* x) { g(&reinterpret_cast<float4*>(x)[2]); }",
        "__device__ void f(float* x, int n) { n = n * (int)x[0]; *(int*)x = n; }",
        "void f(float* x) { *(float4*)x = g(); }"}) {
    expect_unchanged(same);
  }
}

TEST_F(Translator, LetsCastsToUnsignedTypesSaturate) {
  const std::string to = "::cuda_emulator::Saturated<unsigned>";
  expect("__device__ int f(float x) { return (unsigned)x + 1; }",
         "__device__ int f(float x) { return (unsigned)(" + to + ")x + 1; }");
  expect("__device__ int f(float x) { return g(unsigned(x), static_cast<unsigned>(x)); }",
         "__device__ int f(float x) { return g(unsigned(static_cast<" + to +
             ">(x)), static_cast<unsigned>(static_cast<" + to + ">(x))); }");
  expect("__device__ int f(float x) { unsigned a = x, b = g(x, 1); return a; }",
         "__device__ int f(float x) { unsigned a = static_cast<" + to + ">(x), b = static_cast<" + to +
             ">(g(x, 1)); return a; }");
  expect(
      "__host__ __device__ int f(float x) { return (std::size_t)-x; }",
      "__host__ __device__ int f(float x) { return (std::size_t)(::cuda_emulator::Saturated<std::size_t, true>)-x; }");
  expect("template <typename T> __device__ T f(float x) { return (T)x; }",
         "template <typename T> __device__ T f(float x) { return (T)(::cuda_emulator::Saturated<T>)x; }");
  expect("#define BYTE(x) ((unsigned char)(x))\n",
         "#define BYTE(x) ((unsigned char)(::cuda_emulator::Saturated<unsigned char, true>)(x))\n");
  for (const std::string same :
       {"int f(float x) { return (unsigned)x; }", "__device__ int f(float x) { return (int)x; }",
        "__device__ void f() { g(sizeof(unsigned), (unsigned)1, unsigned(2)); void h(unsigned); unsigned n = 3; }",
        "__device__ void f() { unsigned* p = g(); unsigned a[2] = {1, 2}; unsigned b{1}; auto c = h<unsigned>(1); }",
        "__device__ void f() { std::function<unsigned(int)> g; unsigned (*h)(int) = k; }"}) {
    expect_unchanged(same);
  }
}

TEST_F(Translator, MarksDeviceCodeThatMultipliesAndAdds) {
  expect("__device__ float f(float x) { return x * x + 1; }",
         "__device__ CUDA_EMULATOR_DEVICE_CODE float f(float x) { return x * x + 1; }");
  expect_unchanged("__device__ __host__ float f(float x) { return x * x + 1; }");
  expect_unchanged("__device__ __forceinline__ float f(float x) { return x * x + 1; }");
  expect_unchanged("__device__ float f(float x) { return x * x; }");
  expect_unchanged("#define INLINE __forceinline__\nINLINE __device__ float f(float x) { return x * x + 1; }");
}

TEST_F(Translator, LetsWaitingLoopsRelax) {
  const std::string relax = "::cuda_emulator::relax();";
  expect("void f() { while (!ready) ; }", "void f() { while (!ready) " + relax + " }");
  expect("void f() { while (!ready) {} }", "void f() { while (!ready) {" + relax + "} }");
  expect("void f() { do {} while (!ready); }", "void f() { do {" + relax + "} while (!ready); }");
  expect("void f() { while (clock() < end) ; }",
         "void f() { while (clock() < end) ::cuda_emulator::relax_by_clock(); }");
  expect("void f() { for (;;); }", "void f() { for (;;)" + relax + " }");
  expect("void f() { do x(); while (y); }", "void f() { do x(); while (y); }");
  expect("void f() { if (a) { b(); } while (c); }", "void f() { if (a) { b(); } while (c)" + relax + " }");
  expect("__device__ void f() { while (atomicCAS(p, 0, 1)) { x(); } }",
         "__device__ void f() { while (atomicCAS(p, 0, 1)) {" + relax + " x(); } }");
  expect("volatile int v; void f() { while (v) { ++n; } }",
         "volatile int v; void f() { while (v) {" + relax + " ++n; } }");
  expect(
      "volatile int* v; __device__ void f() { while (!done) { if (*v) done = true; } }",
      "volatile int* v; __device__ void f() { while (!done) {::cuda_emulator::spin_hint(); if (*v) done = true; } }");
  expect_unchanged("volatile int* v; __device__ void f() { while (i < n) { v[t] += x[i]; ++i; } }");
  expect("__device__ void f() { while (true) { if (!atomicExch(p, 1)) break; } }",
         "__device__ void f() { while (true) {" + relax + " if (!atomicExch(p, 1)) break; } }");
  expect("__device__ void f() { for (int n = 0; atomicCAS(p, 0, 1); ++n) { x(); } }",
         "__device__ void f() { for (int n = 0; atomicCAS(p, 0, 1); ++n) {" + relax + " x(); } }");
  expect("volatile int v; void f() { for (int n = 0; v == 0; n *= 2) x(); }",
         "volatile int v; void f() { for (int n = 0; v == 0; n *= 2) {" + relax + " x();} }");
  expect("void f() { for (; !ready; ++n); }", "void f() { for (; !ready; ++n)" + relax + " }");
  expect("__device__ void f() { for (;; ++n) { if (atomicCAS(p, 0, 1)) break; } }",
         "__device__ void f() { for (;; ++n) {" + relax + " if (atomicCAS(p, 0, 1)) break; } }");
  expect("__device__ void f() { while (atomicCAS(p, 0, 1)) ++n; }",
         "__device__ void f() { while (atomicCAS(p, 0, 1)) {" + relax + " ++n;} }");
  expect("volatile int v; void f() { while (v) continue; }",
         "volatile int v; void f() { while (v) {" + relax + " continue;} }");
  const std::string polls =
      "__device__ int look(int* p) { return *(volatile int*)p; }\n__device__ bool ready() { return look(q) > 0; }\n";
  expect(polls + "__device__ void f() { while (!ready()) { ++n; } }",
         polls + "__device__ void f() { while (!ready()) {" + relax + " ++n; } }");
  expect(polls + "__device__ void f() { while (true) { if (ready()) break; } }",
         polls + "__device__ void f() { while (true) {" + relax + " if (ready()) break; } }");
  expect_unchanged("void f() { for (volatile int i = 0; i < 9; ++i) ; for (; a[i]; ++i) {} for (x : y) ; }");
  expect_unchanged("__device__ int g() { return 1; } __device__ void f() { while (g()) { x(); } }");
  expect_unchanged(polls + "__device__ void f() { for (int i = 0; i < 9; ++i) { ready(); } }");
  expect("#define WAIT(x) do { } while (x)\n", "#define WAIT(x) do {" + relax + " } while (x)\n");
}

TEST_F(Translator, GivesDeviceCodeItsArchitecture) {
  expect("__global__ void k() {\n#if __CUDA_ARCH__ >= 700\n  f();\n#endif\n}",
         "__global__ void k() {\n#if CUDA_EMULATOR_ARCH >= 700\n  f();\n#endif\n}");
  expect("__device__ int f() { return __CUDA_ARCH__; }", "__device__ int f() { return CUDA_EMULATOR_ARCH; }");
  expect("#if __CUDA_ARCH__ < 600\n__device__ double atomicAdd(double* p, double x);\n#endif\n",
         "#if CUDA_EMULATOR_ARCH < 600\n__device__ double atomicAdd(double* p, double x);\n#endif\n");
  expect_unchanged("#ifdef __CUDA_ARCH__\n#define N 1\n#else\nint n;\n#endif\n");
  expect_unchanged("int main() {\n#ifdef __CUDA_ARCH__\n#endif\n}\n__device__ void f();");
  const Result both =
      run("__host__ __device__ int f() {\n#ifdef __CUDA_ARCH__\n  return 1;\n#else\n  return 2;\n#endif\n}");
  EXPECT_EQ(both.output,
            "__host__ __device__ int f() { if (::cuda_emulator::block_state.in_kernel) {\n#ifdef CUDA_EMULATOR_ARCH\n"
            "  return 1;\n#else\n  return 2;\n#endif\n\n} else {\n#line 1\n\n#ifdef __CUDA_ARCH__\n  return 1;\n#else\n"
            "  return 2;\n#endif\n}}");
}

// Every kind of body: operators, lambdas, constructors, functions that a class declared, and functions after macros.
TEST_F(Translator, GivesTheArchitectureInEveryKindOfFunction) {
  const std::string ask = "\n#ifdef __CUDA_ARCH__\n#endif\n";
  const auto device = [&](const std::string& begin) {
    const std::string output = run(begin + ask + "}").output;
    return output == begin + "\n#ifdef CUDA_EMULATOR_ARCH\n#endif\n}";
  };
  const auto twice = [&](const std::string& begin, const std::string& end = "}") {
    const std::string output = run(begin + ask + end).output;
    return output.find("block_state.in_kernel) {") != std::string::npos &&
           output.find("#ifdef CUDA_EMULATOR_ARCH") != std::string::npos &&
           output.find("#ifdef __CUDA_ARCH__") != std::string::npos;
  };
  EXPECT_TRUE(device("__device__ int operator+(S a, int b) {"));
  EXPECT_TRUE(device("#define DEV __device__\nDEV void f() {"));
  EXPECT_TRUE(device("#define DEV __device__\n#define FN(type) DEV inline type\nFN(int) f() {"));
  EXPECT_TRUE(device("#define KERNEL __global__ void\nKERNEL k() {"));
  EXPECT_TRUE(device("auto f = [=] __device__ (int i) mutable {"));
  EXPECT_TRUE(device("__device__ int (*f(int x))(float) {"));
  EXPECT_TRUE(device("__device__ void (f)(int) {"));
  EXPECT_TRUE(device("__global__ void k() { auto f = [](int x) {} ; if (x) {}"));
  EXPECT_TRUE(twice("#define HD __host__ __device__\nHD int f() {"));
  EXPECT_TRUE(twice("struct S { __host__ __device__ int operator()(int x) const {", "} };"));
  EXPECT_TRUE(twice("struct S { __host__ __device__ S(int x) : a{x}, b(x) {", "} };"));
  EXPECT_TRUE(
      twice("struct S { __host__ __device__ operator int() { return 1; } __host__ __device__ int f() {", "} };"));
  EXPECT_TRUE(twice("template <class T> __host__ __device__ T S<T>::f() {"));
  EXPECT_TRUE(twice("struct S { __host__ __device__ int f(int); };\nint S::f(int x) {"));
  EXPECT_TRUE(twice("int main() { auto f = [=] __host__ __device__ (int i) {", "}; }"));
  EXPECT_TRUE(twice("__host__ __device__ constexpr int f() {"));
  EXPECT_FALSE(twice("struct S { __device__ int f(int); int f(); };\nint S::f() {"));
  EXPECT_FALSE(
      twice("#define HD __host__ __device__\n#define DEFINE(f) HD int f() { return 1; }\nDEFINE(f) int g() {"));
  EXPECT_NE(run("__host__ __device__ void f() { again:" + ask + "goto again; }").output.find("{ __label__ again;"),
            std::string::npos);
  expect_error("struct S { __host__ __device__ S() : a(\n#ifdef __CUDA_ARCH__\n1\n#else\n2\n#endif\n) {} };", 2,
               "before the body");
}

// Each branch of a conditional may open a bracket, which one bracket closes.
TEST_F(Translator, CountsBracketsOfEveryBranchOnce) {
  const std::string relax = "::cuda_emulator::relax();";
  const std::string branches = "#ifdef A\n  if (a) {\n#else\n  if (b) {\n#endif\n  ";
  expect("__device__ void f() { while (atomicCAS(p, 0, 1)) {\n" + branches + "x(); }\n}\nwhile (!ready); }",
         "__device__ void f() { while (atomicCAS(p, 0, 1)) {" + relax + "\n" + branches + "x(); }\n}\nwhile (!ready)" +
             relax + " }");
  expect("#ifdef A\n__device__ void f(int) {\n#else\n__device__ void f() {\n#endif\n#ifdef __CUDA_ARCH__\n#endif\n}\n",
         "#ifdef A\n__device__ void f(int) {\n#else\n__device__ void f() {\n#endif\n#ifdef "
         "CUDA_EMULATOR_ARCH\n#endif\n}\n");
  expect("__device__ int f() {\n#ifdef A\nif (a) {\n#else\n#endif\n#ifdef A\n}\n#endif\nreturn __CUDA_ARCH__; }",
         "__device__ int f() {\n#ifdef A\nif (a) {\n#else\n#endif\n#ifdef A\n}\n#endif\nreturn CUDA_EMULATOR_ARCH; }");
}

TEST_F(Translator, SeesQualifiersBehindMacros) {
  const auto is_device_variable = [this](const std::string& declaration, const std::string& name) {
    const std::string words = "#define DEV __device__\n#define HD __host__ DEV\n";
    return run(words + declaration + "\nint main() { int y = " + name + "; }")
               .messages.find("device variable '" + name) != std::string::npos;
  };
  EXPECT_TRUE(is_device_variable("DEV int hits[4];", "hits"));
  EXPECT_TRUE(is_device_variable("__device__ __align__(16) int hits[4];", "hits"));
  EXPECT_TRUE(is_device_variable("template <class T> DEV T hits;", "hits"));
  EXPECT_TRUE(is_device_variable("DEV int (*call)(int);", "call"));
  EXPECT_TRUE(is_device_variable("DEV int hits(3);", "hits"));
  EXPECT_TRUE(is_device_variable("DEV int more = 1, hits = 2;", "hits"));
  EXPECT_FALSE(is_device_variable("DEV int f(int), g(int x = 3);", "g"));
  EXPECT_FALSE(is_device_variable("DEV const int n = 4;", "n"));
  expect("#define DYNAMIC extern __shared__ float\n__device__ void f() { DYNAMIC s[]; }",
         "#define DYNAMIC extern __shared__ float\n__device__ void f() { [[maybe_unused]] extern float "
         "dynamic_shared_s[]; "
         "[[maybe_unused]] float (&s)[] = *(float "
         "(*)[])::cuda_emulator::dynamic_shared(); }");
  expect("#define DEV __device__\nDEV void f() { asm(\"trap;\"); }",
         "#define DEV __device__\nDEV void f() { ::cuda_emulator::ptx([]() -> const char* { return \"trap;\"; }); }");
  const std::string words = "#define DEV __device__\n#define KERNEL __global__ void\n#define MINE __shared__\n";
  expect_error(words + "DEV int x;\nint main() { int y = x; }\n", 5, "device variable 'x'");
  expect_error(words + "int host() { return 1; }\nDEV int f() { return host(); }\n", 5, "host function 'host'");
  expect_error(words + "KERNEL k(int* p) {}\nint main() { k(0); }\n", 5, "without an execution configuration");
  expect_error(words + "KERNEL k() { MINE int x = 3; }\n", 4, "cannot have an initialiser");
  expect_error(words + "struct S { static DEV int x; };\n", 4, "member 'x' of a class");
  expect_accepted(words + "DEV int f() { return 1; }\nKERNEL k() { f(); }\n");
  expect_accepted(
      "#ifdef GPU\n#define ON __device__\n#else\n#define ON\n#endif\nint g(); ON int f() { return g(); }\n");
}

TEST_F(Translator, GivesAFileItsOwnDeviceVariables) {
  const auto whole = [this](const std::string& source) { return run(source, "--whole-program").output; };
  EXPECT_EQ(whole("__device__ int a, b[2];\nvolatile __constant__ float c = {1};\n"),
            "[[gnu::used]] static __device__ int a, b[2];\nstatic volatile __constant__ float c = {1};\n");
  EXPECT_EQ(whole("namespace n { __managed__ S s; }"), "namespace n { [[gnu::used]] static __managed__ S s; }");
  for (const std::string same :
       {"static __device__ int x;\n", "inline __device__ int x;\n", "__constant__ const int x = 1;\n",
        "__device__ int f(int x);\n", "template <class T> __device__ T x;\n", "int x;\n"}) {
    EXPECT_EQ(whole(same), same);
    EXPECT_EQ(run(same).output, same);
  }
  EXPECT_EQ(run("__device__ int x;\n").output, "__device__ int x;\n");
  EXPECT_EQ(whole("extern __device__ int x;\n"), "[[gnu::used]] static  __device__ int x;\n");
  EXPECT_EQ(run("extern __device__ int x;\n").output, "extern __device__ int x;\n");
}

// Only the compiler knows the operands' types: the rewriting keeps the precedence.
TEST_F(Translator, LeavesDivisionsAndRootsToFastMath) {
  const auto fast = [this](const std::string& source) { return run(source, "--fast-math").output; };
  const std::string q = "/ ::cuda_emulator::quotient * ";
  EXPECT_EQ(fast("__device__ void f(float a, float b) { a = b / a; b /= 3 + a; }\n"),
            "__device__ CUDA_EMULATOR_DEVICE_CODE void f(float a, float b) { a = b " + q +
                "a; b /= ::cuda_emulator::quotient = 3 + a; }\n");
  EXPECT_EQ(fast("__device__ float f(float a) { return std::sqrt(a); }\n"),
            "__device__ float f(float a) { return ::cuda_emulator::fast_root(a); }\n");
  EXPECT_EQ(fast("__device__ float f(float a) { return 1 / sqrtf(a); }\n"),
            "__device__ float f(float a) { return 1 " + q + "::cuda_emulator::root_below(a); }\n");
  EXPECT_EQ(fast("struct V { float x; __device__ V operator/(float s) const { return {x / s}; } };\n"),
            "struct V { float x; __device__ V operator/(float s) const { return {x " + q + "s}; } };\n");
  EXPECT_EQ(fast("auto f = [] __device__(float a) { return a / 3; };\n"),
            "auto f = [] __device__(float a) { return a " + q + "3; };\n");
  EXPECT_EQ(fast("__host__ __device__ float f(float a) { return a / 3; }\n"),
            "__host__ __device__ float f(float a) { return a / ::cuda_emulator::quotient_of_both * 3; }\n");
  for (const std::string same : {"float f(float a) { return sqrtf(a) / 3; }\n",
                                 "__device__ float f(V v) { return v.sqrt(3) + geometry::sqrt(2); }\n"}) {
    EXPECT_EQ(fast(same), same);
  }
}

// As on a processor that does not trap: there remainders are right.
TEST_F(Translator, LeavesDivisionsByZeroToTheCompiler) {
  const auto whole = [this](const std::string& source) { return run(source, "--whole-divisions").output; };
  EXPECT_EQ(whole("__device__ int f(int a, int b) { a /= b; return -a / b % 7 - a % b; }\n"),
            "__device__ int f(int a, int b) { a /= ::cuda_emulator::quotient = b; "
            "return -a / ::cuda_emulator::quotient * b % 7 - a % b; }\n");
  EXPECT_EQ(whole("__host__ __device__ int f(int a) { return a / b; }\n"),
            "__host__ __device__ int f(int a) { return a / ::cuda_emulator::quotient_of_both * b; }\n");
  for (const std::string same : {"int f(int a) { return a / b; }\n", "__device__ int f(int a) { return a / 3; }\n"}) {
    EXPECT_EQ(whole(same), same);
  }
  const std::string both = "__device__ int f(int a) { return a / 3; }\n";
  EXPECT_EQ(run(both, "--fast-math --whole-divisions").output, run(both, "--fast-math").output);
}
