// cu2cpp by itself: what it rewrites, to the letter, what it leaves alone, what it refuses, and that no line moves.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Result {
  int status;
  std::string output;       // of the compiler-to-be, without its first #line
  std::string messages;     // what cu2cpp said
  std::string red_zones{};  // in front of __shared__ variables, taken out of output
};

// Takes all that matches out of the text, and gives it.
std::string take_out(const std::string& what, std::string* text) {
  const std::regex pattern(what);
  std::string taken;
  for (std::sregex_iterator match(text->begin(), text->end(), pattern), end; match != end; ++match) {
    taken += match->str();
  }
  *text = std::regex_replace(*text, pattern, "");
  return taken;
}

class Translator : public testing::Test {
 protected:
  void SetUp() override {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    folder = fs::temp_directory_path() / ("cu2cpp-" + test + '-' + std::to_string(getpid()));
    fs::create_directories(folder);
  }
  void TearDown() override { fs::remove_all(folder); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder / name).parent_path());
    std::ofstream(folder / name, std::ios::binary) << text;
  }

  Result run(const std::string& source, const std::string& options = "") const {
    write("in.cu", source);
    const std::string command =
        "cd '" + folder.string() + "' && " CU2CPP " " + options + " in.cu -o out.cpp 2>messages";
    const int status = std::system(command.c_str());
    Result result{WEXITSTATUS(status), read(folder / "out.cpp"), read(folder / "messages")};
    const std::string first = "#line 1 \"in.cu\"\n";
    if (result.status == 0) {
      EXPECT_EQ(result.output.substr(0, first.size()), first);
      result.output.erase(0, first.size());
      result.red_zones = take_out(R"(CUDA_EMULATOR_RED_ZONE\(\d+, \d+\) )", &result.output);
      const auto lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n'); };
      if (result.output.find("#line") == std::string::npos) {  // a body that is there twice counts its lines again
        EXPECT_EQ(lines(source), lines(result.output)) << "lines moved in\n" << result.output;
      }
    }
    return result;
  }

  void expect(const std::string& source, const std::string& output) const {
    const Result result = run(source);
    EXPECT_EQ(result.status, 0) << result.messages;
    EXPECT_EQ(result.output, output);
  }
  void expect_unchanged(const std::string& source) const { expect(source, source); }

  // One line, naming the file and the line as g++ does.
  void expect_error(const std::string& source, int line, const std::string& words) const {
    const Result result = run(source);
    EXPECT_EQ(result.status, 1) << source;
    const std::string start = "in.cu:" + std::to_string(line) + ": error: ";
    EXPECT_EQ(result.messages.substr(0, start.size()), start) << result.messages;
    EXPECT_NE(result.messages.find(words), std::string::npos) << result.messages;
    EXPECT_EQ(std::count(result.messages.begin(), result.messages.end(), '\n'), 1) << result.messages;
  }
  void expect_accepted(const std::string& source) const {
    const Result result = run(source);
    EXPECT_EQ(result.status, 0) << result.messages << source;
  }

  fs::path folder;
};

// The C++ for kernel<<<configuration>>>, which the arguments follow.
std::string launch(const std::string& kernel, const std::string& configuration, const std::string& label = "",
                   const std::string& capture = "[=]") {
  return "::cuda_emulator::Launch(" + (label.empty() ? '"' + kernel + '"' : label) + "," + configuration + ")(" +
         capture + "(auto... a_) CUDA_EMULATOR_DEVICE_CODE { " + kernel + "(a_...); }, " + capture +
         "(auto p_) -> decltype(p_(" + kernel + ")) { return p_(" + kernel + "); })";
}

TEST_F(Translator, LaysRedZonesBetweenSharedVariables) {
  EXPECT_EQ(run("__global__ void k() { __shared__ int s[9]; volatile __shared__ int t; if (1) { } __shared__ int u; }")
                .red_zones,
            "CUDA_EMULATOR_RED_ZONE(22, 4096) CUDA_EMULATOR_RED_ZONE(43, 64) CUDA_EMULATOR_RED_ZONE(81, 64) ");
  EXPECT_EQ(run("__global__ void k() { extern __shared__ int s[]; s[0] = 1; }").red_zones, "");
  EXPECT_EQ(run("__global__ void k() { struct { int a[2]; } __shared__ s; s.a[0] = 1; }").red_zones, "");
}

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

TEST_F(Translator, RewritesLaunches) {
  expect("int main() { k<<<1, 2>>>(p, 3); }", "int main() { " + launch("k", "1, 2") + "(p, 3); }");
  expect("void f() { ::a::b<int, 4> <<<g(1, 2), {1, 2}, 0, s>>> (x); }",
         "void f() { " + launch("::a::b<int, 4>", "g(1, 2), {1, 2}, 0, s") + " (x); }");
  expect("void f() { if (x) (*p)<<<1, 2>>>(); }", "void f() { if (x) " + launch("(*p)", "1, 2") + "(); }");
  expect("void f() { t[i].k<<<1, 2>>>(); }", "void f() { " + launch("t[i].k", "1, 2") + "(); }");
  expect("void f() { return find(3)<<<1, 2>>>(); }", "void f() { return " + launch("find(3)", "1, 2") + "(); }");
  expect("void f() { x.template k<4><<<1, 2>>>(); }", "void f() { " + launch("x.template k<4>", "1, 2") + "(); }");
  expect("void f() { k<<<1, v<w<int>> >>>(); }", "void f() { " + launch("k", "1, v<w<int>> ") + "(); }");
  expect("void f() { k<<<a<b<c<int>>>(), 1>>>(); }", "void f() { " + launch("k", "a<b<c<int>>>(), 1") + "(); }");
  expect("void f() { k<<<n < m, n >> 2>>>(); }", "void f() { " + launch("k", "n < m, n >> 2") + "(); }");
  expect("void f() { k<\"a\"><<<1, 2>>>(); }",
         "void f() { " + launch("k<\"a\">", "1, 2", "\"k<\\\"a\\\">\"") + "(); }");
}

// The host's function might be taken for the kernel: the kernel's type is made to differ, and looked for.
TEST_F(Translator, TellsKernelsFromFunctionsOfTheirName) {
  std::string found = launch("k", "1, 2");
  for (std::size_t at = 0; (at = found.find("p_(k)", at)) != std::string::npos;) found.replace(at, 5, "p_.kernel(k)");
  expect("__global__ void k(int* p) {}\nvoid k() { k<<<1, 2>>>(p); }",
         "__global__ void k(int* p) noexcept {}\nvoid k() { " + found + "(p); }");
  expect_unchanged("__global__ void k(int* p) {}\nstruct S { void k(); };");
  expect_unchanged("__global__ void k(int* p) {}\n__global__ void k(float* p);");
  EXPECT_NE(run("__global__ void __launch_bounds__(32) k(int* x) {}\nint k();").output.find("p_.kernel(k); }, 32);"),
            std::string::npos);
  const std::string k = "struct S { void k(); }; __global__ void k(int);\n";
  expect(k + "void* p = (void*)k;", k + "void* p = (void*)::cuda_emulator::kernel_handle(k);");
}

TEST_F(Translator, KeepsLines) {
  expect("void f() {\n  k\n  // why\n  <<<1,\n     2>>>\n  (p,\n   1);\n}\n",
         "void f() {\n  ::cuda_emulator::Launch(\"k\",\n\n1,\n     2" + launch("k", "").substr(28) +
             "\n  (p,\n   1);\n}\n");
  expect("extern __shared__\n  float\n  s[];\n",
         "[[maybe_unused]] static thread_local float (&s)[] = *(float (*)[])::cuda_emulator::dynamic_shared();\n\n\n");
}

TEST_F(Translator, RewritesLaunchesInMacros) {
  expect("#define L(k, ...) k<<<1, \\\n  2>>>(__VA_ARGS__)\n",
         "#define L(k, ...) " + launch("k", "1, \\\n  2", "CUDA_EMULATOR_NAME(k)") + "(__VA_ARGS__)\n");
  expect("#define L(k) with_##k<<<1, 2>>>()\n",
         "#define L(k) " + launch("with_##k", "1, 2", "CUDA_EMULATOR_NAME(with_##k)") + "()\n");
  expect("#define L k<<<1, 2>>>\n", "#define L " + launch("k", "1, 2", "CUDA_EMULATOR_NAME(k)") + "\n");
  expect_unchanged("#define BEFORE <<<\n");
  expect("#define C(g, b) <<<g, b>>>\nvoid f() { k<int> C(1, 2)(p); }",
         "#define C(g, b) g, b\nvoid f() { " + launch("k<int>", "C(1, 2)") + "(p); }");
  expect("#define L(k) k \\\n  <<<1, 2>>>()\n",
         "#define L(k) ::cuda_emulator::Launch(CUDA_EMULATOR_NAME(k), \\\n1, 2" + launch("k", "").substr(28) + "()\n");
}

// Only macros that a launch reaches, and a literal together with those at its side.
TEST_F(Translator, GivesTheTextOfLaunchesBack) {
  const std::string macros = "#define A(c) puts(#c); B(c)\n#define B(c) log(\"at \" #c \" in \" __FILE__), c\n";
  const std::string other = "#define C(c) puts(#c)\n";
  expect(macros + other + "void f() { A((k<<<1, 2>>>())); C(f()); }",
         "#define A(c) puts(::cuda_emulator::launch_text(#c)); B(c)\n"
         "#define B(c) log(::cuda_emulator::launch_text(\"at \" #c \" in \" __FILE__)), c\n" +
             other + "void f() { A((" + launch("k", "1, 2") + "())); C(f()); }");
  expect_unchanged(other + "void f() { C(f()); }");
}

TEST_F(Translator, TakesLaunchesThatEditorsPulledApart) {
  expect("void f() { k << <1, 2 >> > (p); }", "void f() { " + launch("k", " 1, 2 ") + " (p); }");
  expect("void f() { k<T> << < 1, 2> >>(p); }", "void f() { " + launch("k<T>", "  1, 2") + "(p); }");
}

TEST_F(Translator, TellsWhereAKernelCallsWhatPrints) {
  expect(
      "__device__ int f(int x) { printf(\"f\"); return x; }\n__device__ void g() { f(1); }\n"
      "__global__ void k(S* s) {\n  g();\n  s[0].f(2); int y = 3 * f(2); return g();\n}",
      "__device__ int f(int x) { (::cuda_emulator::printing_at(1), printf(\"f\")); return x; }\n"
      "__device__ void g() { f(1); }\n"
      "__global__ void k(S* s) {\n  (::cuda_emulator::CallAt(4), g());\n  (::cuda_emulator::CallAt(5), s[0].f(2)); "
      "int y = 3 * (::cuda_emulator::CallAt(5), f(2)); return (::cuda_emulator::CallAt(5), g());\n}");
  expect("__device__ void f() {} void h() { printf(\"h\"); } __global__ void k() { f(); printf(\"k\"); }",
         "__device__ void f() {} void h() { printf(\"h\"); } __global__ void k() { f(); "
         "(::cuda_emulator::printing_at(1), printf(\"k\")); }");
}

TEST_F(Translator, MarksDeviceCodeThatMultipliesAndAdds) {
  expect("__device__ float f(float x) { return x * x + 1; }",
         "__device__ CUDA_EMULATOR_DEVICE_CODE float f(float x) { return x * x + 1; }");
  expect_unchanged("__device__ __host__ float f(float x) { return x * x + 1; }");
  expect_unchanged("__device__ __forceinline__ float f(float x) { return x * x + 1; }");
  expect_unchanged("__device__ float f(float x) { return x * x; }");
  expect_unchanged("#define INLINE __forceinline__\nINLINE __device__ float f(float x) { return x * x + 1; }");
}

TEST_F(Translator, PassesNullAsAPointer) {
  const Result result = run("void f() { k<<<1, 2>>>(NULL, g(NULL), x == NULL, NULL); }");
  EXPECT_NE(result.output.find("(CUDA_EMULATOR_NULL, g(NULL), x == NULL, CUDA_EMULATOR_NULL)"), std::string::npos)
      << result.output;
}

TEST_F(Translator, LambdasOutsideOfFunctionsCaptureNothing) {
  expect("int x = (k<<<1, 2>>>(), 0);", "int x = (" + launch("k", "1, 2", "", "[]") + "(), 0);");
}

TEST_F(Translator, LeavesOtherTextAlone) {
  expect_unchanged("// k<<<1, 2>>>(p)\n/* k<<<1,\n 2>>>(p) */\n");
  expect_unchanged("const char* s = \"k<<<1, 2>>>(p)\"; char c = '<'; int n = 1'000'000; // don't\n");
  expect_unchanged("auto s = R\"ab(k<<<1, 2>>>() )\" )ab\"; auto t = u8R\"(\n<<<)\";\n");
  expect_unchanged("int x = a << b, y = a<<b>>c; x <<= 2; f<g<h<int>>>(x); bool z = a < b && c >>  d;\n");
  expect_unchanged("auto& f = operator<<<int>(out, x); out.operator<< <int>(3);\n");
  expect_unchanged("#if 0\nk<<<don't\n#endif\n#error it's <<< here\n");
  expect_unchanged("__attribute__((__noinline__)) void f();\n[[gnu::__noinline__]] void g();\n");
  expect_unchanged("void f() { for (int i = 0; a[i]; ++i); do { x(); } while (y); while (x) { y(); } }\n");
  expect_unchanged("constexpr int f(int n) { while (n > 3) {} return n; }\n");
  expect_unchanged("__global__ void f() { __shared__ int a[3]; __shared__ struct { int x = 1; } b; }\n");
}

TEST_F(Translator, RewritesDynamicSharedMemory) {
  const auto reference = [](const std::string& type, const std::string& name, const std::string& bounds) {
    return "[[maybe_unused]] " + type + " (&" + name + ")" + bounds + " = *(" + type + " (*)" + bounds +
           ")::cuda_emulator::dynamic_shared();";
  };
  expect("__device__ void f() { extern __shared__ float s[]; }",
         "__device__ void f() { " + reference("float", "s", "[]") + " }");
  expect("__device__ void f() { __shared__ extern int s[]; }",
         "__device__ void f() { " + reference("int", "s", "[]") + " }");
  expect("__device__ void f() { extern volatile __shared__ int s[]; }",
         "__device__ void f() { " + reference("volatile int", "s", "[]") + " }");
  expect("__device__ void f() { extern __shared__ __align__(16) unsigned char raw[]; }",
         "__device__ void f() { " + reference("unsigned char", "raw", "[]") + " }");
  expect("__device__ void f() { extern __shared__ float __align__(16) s[]; }",
         "__device__ void f() { " + reference("float", "s", "[]") + " }");
  expect("__device__ void f() { extern __shared__ std::pair<int, float> s[]; }",
         "__device__ void f() { " + reference("std::pair<int, float>", "s", "[]") + " }");
  expect("__device__ void f() { extern __shared__ struct point s[][4]; }",
         "__device__ void f() { " + reference("struct point", "s", "[][4]") + " }");
  expect("__device__ void f() { extern __shared__ int a[], b[]; }",
         "__device__ void f() { " + reference("int", "a", "[]") + reference("int", "b", "[]") + " }");
  expect(
      "__device__ void f() { extern __shared__ float4* s[]; }",
      "__device__ void f() { [[maybe_unused]] float4* (&s)[] = *(float4* (*)[])::cuda_emulator::dynamic_shared(); }");
  expect("__device__ void f() { static __shared__ int a[4]; }", "__device__ void f() {  __shared__ int a[4]; }");
  expect("__device__ void f() { __shared__ static int a[4]; }", "__device__ void f() { __shared__  int a[4]; }");
  expect("__device__ void f() { __shared__ alignas(16) int a[4]; }",
         "__device__ void f() { alignas(16) __shared__  int a[4]; }");
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

TEST_F(Translator, KeepsKernelsCallableThroughVoidPointers) {
  const std::string k = "template <int n> __global__ void t(int); __global__ void k(int);\n";
  expect(k + "void* p = (void*)k;", k + "void* p = (void*)::cuda_emulator::kernel_handle(k);");
  expect(k + "f((const void *)ns::t<3>, 1);", k + "f((const void *)::cuda_emulator::kernel_handle(ns::t<3>), 1);");
  expect(k + "f(reinterpret_cast<void*>(&k));", k + "f(reinterpret_cast<void*>(::cuda_emulator::kernel_handle(k)));");
  // A variable may hold one.
  const std::string f = "void (*f)(int) = k;\n";
  expect(f + "void* p = (void*)f;", f + "void* p = (void*)::cuda_emulator::kernel_handle(f);");
  expect("int e = cudaLaunchKernel((const void*)table[i].f, 1, 1, a);",
         "int e = cudaLaunchKernel((const void*)::cuda_emulator::kernel_handle(table[i].f), 1, 1, a);");
  expect("void g() { node.func = (void*)f; }", "void g() { node.func = (void*)::cuda_emulator::kernel_handle(f); }");
  expect_unchanged("void* p = (void*)f; int e = cudaLaunchKernel((void*)f(), 1, 1, (void**)a), h = g((void*)f);");
  expect(k + "f((void*)other, (void**)&k);", k + "f((void*)other, (void**)&k);");
}

TEST_F(Translator, RewritesSmallWords) {
  expect("__global__ void __cluster_dims__(2, 1) k(int* p) { p = 0; }",
         "__global__ void __cluster_dims__(2, 1) k(int* p) {::cuda_emulator::needs_cluster(2, 1); p = 0; }");
  expect("template <int n> __cluster_dims__(n) __global__ void __launch_bounds__(64) k() {}",
         "template <int n> __cluster_dims__(n) __global__ void __launch_bounds__(64) k() "
         "{::cuda_emulator::needs_cluster(n);}");
  expect("__device__ __noinline__ void f();", "__device__ __attribute__((noinline)) void f();");
  expect("__device__ void f() { asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(x)); }",
         "__device__ void f() { ::cuda_emulator::ptx([]() -> const char* { return \"mov.u32 %0, %%laneid;\"; }, "
         "::cuda_emulator::ptx_output(\"\", \"=r\", x)); }");
  expect("#define LOAD(x, p) asm(\"ld.u32 %0, [%[from]];\" : \"=r\"(x) : [from] \"l\"(p) : \"memory\")\n",
         "#define LOAD(x, p) ::cuda_emulator::ptx([]() -> const char* { return \"ld.u32 %0, [%[from]];\"; }, "
         "::cuda_emulator::ptx_output(\"\", \"=r\", x), ::cuda_emulator::ptx_input(\"from\", \"l\", p))\n");
  expect("__device__ void f() { asm volatile(\"bar.sync 0;\" ::: \"memory\"); }",
         "__device__ void f() { ::cuda_emulator::ptx([]() -> const char* { return \"bar.sync 0;\"; }); }");
  expect("__device__ void f() { asm(\"tcgen05.fence::before_thread_sync;\"); }",
         "__device__ void f() { ::cuda_emulator::inline_ptx_tcgen05(); }");
  expect_unchanged("__device__ void f() { asm volatile(\"\" ::: \"memory\"); }");
  expect_unchanged("void f() { asm volatile(\"nop\"); }");
}

TEST_F(Translator, TellsDeviceCodeItsArchitecture) {
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

// All that has a body: operators, lambdas, constructors, what a class declared, and behind macros.
TEST_F(Translator, TellsTheArchitectureInEveryKindOfFunction) {
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
               "in front of the body");
}

// The branches of a conditional may open a bracket each, which one bracket closes.
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
         "#define DYNAMIC extern __shared__ float\n__device__ void f() { [[maybe_unused]] float (&s)[] = *(float "
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

TEST_F(Translator, TakesFilesFromOtherSystems) {
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
  expect_error("__global__ void k() {\n  j<__CUDA_ARCH__><<<1, 2>>>();\n}\n", 2, "too much to rewrite in one place");
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
  // Overloads of what CUDA has, and names that mean something else here.
  expect_accepted("double max(const double* a, int n);\n__global__ void k(double* a) { a[0] = max(a[1], a[2]); }");
  expect_accepted("float f(float); template <float (*f)(float)> __global__ void k(float* x) { *x = f(*x); }");
  expect_accepted("int count = 3; __global__ void k(int* x) { enum { count = 5 }; x[0] = count; }");
  expect_accepted("__constant__ float c[4]; int f() { return sizeof c / sizeof c[0]; }");
  expect_accepted("__device__ int n; int f() { int m = 1, n = 2; return m + n; }");
  expect_accepted("__constant__ int n; struct P { int n; __device__ void set() { n = 1; } int get() { return n; } };");
  expect_accepted("__global__ void k() { auto t = cuda::std::make_tuple(1, 2.f); }\nint make_tuple(int, float);");
  expect_accepted("template <class T> __device__ T twice(T);\ntemplate <class T> T f(T x) { return twice(x); }");
  expect_accepted("namespace a { int n; } namespace b { const int n = 3; __global__ void k(int* x) { *x = n; } }");
  // What a condition may leave out.
  expect_accepted("#ifdef DEBUG\n__global__ void k() { std::cout << 1; throw 1; }\n#endif");
  expect_accepted("void show();\n__global__ void k() {\n#ifdef DEBUG\n  show();\n#endif\n}");
  expect_accepted("#ifdef SLOW\nint n = 3;\n#else\nconst int n = 3;\n#endif\n__global__ void k(int* x) { *x = n; }");
}

TEST_F(Translator, TellsLaunchBounds) {
  EXPECT_NE(run("#define MOST 128\n__global__ void __launch_bounds__(MOST, 2) k(int* x) {\n}\n")
                .output.find("p_(k); }, MOST);\n"),
            std::string::npos);
  expect_unchanged("template <int n> __global__ void __launch_bounds__(n) k() {}");
  expect_unchanged("__global__ void __launch_bounds__(32) k();");
}

TEST_F(Translator, GivesAFileItsOwnDeviceVariables) {
  const auto whole = [this](const std::string& source) { return run(source, "--whole-program").output; };
  EXPECT_EQ(whole("__device__ int a, b[2];\nvolatile __constant__ float c = {1};\n"),
            "[[gnu::used]] static __device__ int a, b[2];\nstatic volatile __constant__ float c = {1};\n");
  EXPECT_EQ(whole("namespace n { __managed__ S s; }"), "namespace n { [[gnu::used]] static __managed__ S s; }");
  for (const std::string same : {"extern __device__ int x;\n__device__ int x;\n", "static __device__ int x;\n",
                                 "inline __device__ int x;\n", "__constant__ const int x = 1;\n",
                                 "__device__ int f(int x);\n", "template <class T> __device__ T x;\n", "int x;\n"}) {
    EXPECT_EQ(whole(same), same);
    EXPECT_EQ(run(same).output, same);
  }
  EXPECT_EQ(run("__device__ int x;\n").output, "__device__ int x;\n");
}

// What the operands' types are only the compiler knows: it is asked in a way that keeps the precedence.
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

// As on a processor that does not trap: remainders are right there.
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

TEST_F(Translator, SaysWhatIsWrongWithItsCommandLine) {
  const auto status = [](const std::string& words) {
    return WEXITSTATUS(std::system((CU2CPP " " + words + " >/dev/null 2>&1").c_str()));
  };
  EXPECT_EQ(status(""), 2);
  EXPECT_EQ(status("--frobnicate a.cu -o b.cpp"), 2);
  EXPECT_EQ(status("a.cu -o"), 2);
  EXPECT_EQ(status("/nonexistent/a.cu -o /tmp/b.cpp"), 1);
}

}  // namespace
