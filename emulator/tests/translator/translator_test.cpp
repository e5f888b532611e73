// cu2cpp alone: its exact rewriting, what it does not change, and that no line moves.
#include "translator_fixture.hpp"

using namespace translator_test;

TEST_F(Translator, LaysRedZonesBetweenSharedVariables) {
  EXPECT_EQ(run("__global__ void k() { __shared__ int s[9]; volatile __shared__ int t; if (1) { } __shared__ int u; }")
                .red_zones,
            "CUDA_EMULATOR_RED_ZONE(22, 4096) CUDA_EMULATOR_RED_ZONE(43, 64) CUDA_EMULATOR_RED_ZONE(81, 64) ");
  EXPECT_EQ(run("__global__ void k() { extern __shared__ int s[]; s[0] = 1; }").red_zones, "");
  EXPECT_EQ(run("__global__ void k() { struct { int a[2]; } __shared__ s; s.a[0] = 1; }").red_zones, "");
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

// The host's function could be taken for the kernel: the kernel's type is changed, and looked up.
TEST_F(Translator, DistinguishesKernelsFromFunctionsOfTheirName) {
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
  expect(
      "extern __shared__\n  float\n  s[];\n",
      "[[maybe_unused]] extern float dynamic_shared_s[]; [[maybe_unused]] static thread_local float (&s)[] = *(float "
      "(*)[])::cuda_emulator::dynamic_shared();\n\n\n");
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

// Only macros that get a launch, and a literal together with adjacent ones.
TEST_F(Translator, RestoresTheTextOfLaunches) {
  const std::string macros = "#define A(c) puts(#c); B(c)\n#define B(c) log(\"at \" #c \" in \" __FILE__), c\n";
  const std::string other = "#define C(c) puts(#c)\n";
  expect(macros + other + "void f() { A((k<<<1, 2>>>())); C(f()); }",
         "#define A(c) puts(::cuda_emulator::launch_text(#c)); B(c)\n"
         "#define B(c) log(::cuda_emulator::launch_text(\"at \" #c \" in \" __FILE__)), c\n" +
             other + "void f() { A((" + launch("k", "1, 2") + "())); C(f()); }");
  expect_unchanged(other + "void f() { C(f()); }");
}

TEST_F(Translator, AcceptsLaunchesThatEditorsReformatted) {
  expect("void f() { k << <1, 2 >> > (p); }", "void f() { " + launch("k", " 1, 2 ") + " (p); }");
  expect("void f() { k<T> << < 1, 2> >>(p); }", "void f() { " + launch("k<T>", "  1, 2") + "(p); }");
}

TEST_F(Translator, MarksWhereAKernelCallsAFunctionThatPrints) {
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
    return "[[maybe_unused]] extern " + type + " dynamic_shared_" + name + bounds + "; [[maybe_unused]] " + type +
           " (&" + name + ")" + bounds + " = *(" + type + " (*)" + bounds + ")::cuda_emulator::dynamic_shared();";
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
  expect("__device__ void f() { extern __shared__ float4* s[]; }",
         "__device__ void f() { [[maybe_unused]] extern float4* dynamic_shared_s[]; [[maybe_unused]] float4* (&s)[] = "
         "*(float4* "
         "(*)[])::cuda_emulator::dynamic_shared(); }");
  expect("__device__ void f() { static __shared__ int a[4]; }", "__device__ void f() {  __shared__ int a[4]; }");
  expect("__device__ void f() { __shared__ static int a[4]; }", "__device__ void f() { __shared__  int a[4]; }");
  expect("__device__ void f() { __shared__ alignas(16) int a[4]; }",
         "__device__ void f() { alignas(16) __shared__  int a[4]; }");
}

TEST_F(Translator, RunsNoConstructorOfSharedVariables) {
  const std::string box = "struct Box { int n = 1; };\n", plain = "struct Plain { int n; __device__ Plain() {} };\n";
  expect(
      box + "__global__ void k() { __shared__ Box b[2][4], c; }",
      box +
          "__global__ void k() { __shared__ ::cuda_emulator::Raw<Box> cuda_emulator_raw_b[2][4]; Box (&b)[2][4] = (Box "
          "(&)[2][4])cuda_emulator_raw_b; __shared__ ::cuda_emulator::Raw<Box> cuda_emulator_raw_c; Box (&c) = (Box "
          "(&))cuda_emulator_raw_c; }");
  expect_unchanged(box + "__global__ void k() { __shared__ Box* b; __shared__ int n; }");
  expect_unchanged(plain + "__global__ void k() { __shared__ Plain p; }");
}

TEST_F(Translator, LetsTheCompilerSeeThatValuesAreConstants) {
  expect("__device__ P p = x;\n", "__device__ CUDA_EMULATOR_CONSTANT P p = x;\n");
  expect("__constant__ int n = m;\n", "__constant__ CUDA_EMULATOR_CONSTANT int n = m;\n");
  expect_unchanged("__device__ int n = 3; __constant__ float c[4]; __device__ S s;\n");
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
         "{::cuda_emulator::ptx_output(\"\", \"=r\", x)}); }");
  expect("#define LOAD(x, p) asm(\"ld.u32 %0, [%[from]];\" : \"=r\"(x) : [from] \"l\"(p) : \"memory\")\n",
         "#define LOAD(x, p) ::cuda_emulator::ptx([]() -> const char* { return \"ld.u32 %0, [%[from]];\"; }, "
         "{::cuda_emulator::ptx_output(\"\", \"=r\", x), ::cuda_emulator::ptx_input(\"from\", \"l\", p)})\n");
  // Consecutive elements of an array.
  const auto outputs = [](const std::string& array, int first, int last, const std::string& between) {
    std::string text;
    for (int i = first; i <= last; ++i)
      text += (i > first ? ", " : "") + between + "\"+f\"" + (between.empty() ? "(" : ", ") + array + '[' +
              std::to_string(i) + "])";
    return text;
  };
  const std::string call = "::cuda_emulator::ptx([]() -> const char* { return \"mov.f32 %0, %1;\"; }, {";
  const auto of = [](const std::string& operands) {
    return "__device__ void f() { asm(\"mov.f32 %0, %1;\" : " + operands + "); }";
  };
  expect(of(outputs("d.x", 2, 9, "") + " : \"l\"(p)"),
         "__device__ void f() { " + call +
             "::cuda_emulator::ptx_outputs<2, 8>(\"+f\", d.x), ::cuda_emulator::ptx_input(\"\", \"l\", p)}); }");
  const std::string one = "::cuda_emulator::ptx_output(\"\", ";
  expect(of(outputs("d", 0, 3, "") + ", " + outputs("e", 4, 5, "")),
         "__device__ void f() { " + call +
             "::cuda_emulator::ptx_outputs<0, 4>(\"+f\", d), ::cuda_emulator::ptx_outputs<4, 2>(\"+f\", e)}); }");
  expect(of(outputs("d", 0, 0, "") + ", " + outputs("d", 2, 2, "")),
         "__device__ void f() { " + call + outputs("d", 0, 0, one) + ", " + outputs("d", 2, 2, one) + "}); }");
  expect(of(outputs("next()", 0, 7, "")), "__device__ void f() { " + call + outputs("next()", 0, 7, one) + "}); }");
  expect("__device__ void f() { asm volatile(\"bar.sync 0;\" ::: \"memory\"); }",
         "__device__ void f() { ::cuda_emulator::ptx([]() -> const char* { return \"bar.sync 0;\"; }); }");
  expect("__device__ void f() { asm(\"tcgen05.fence::before_thread_sync;\"); }",
         "__device__ void f() { { static_assert(false, \"inline PTX: tcgen05.fence::before_thread_sync is not "
         "emulated\"); }; }");
  expect("__device__ void f() { asm(\"txq.normalized_coords.b32 %0, [%1];\" : \"=r\"(n) : \"l\"(t)); }",
         "__device__ void f() { { static_assert(false, \"inline PTX: txq.normalized_coords.b32 is not emulated "
         "(.normalized_coords)\"); }; }");
  expect("__device__ void f() { asm(\"cvt.rn.satfinite.e2m1x2.f32 %0, %1, %2;\" : \"=h\"(x) : \"f\"(y), \"f\"(z)); }",
         "__device__ void f() { { static_assert(false, \"inline PTX: cvt.rn.satfinite.e2m1x2.f32 is not emulated "
         "(.e2m1x2)\"); }; }");
  expect(
      "__device__ void f() { asm(\"mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};\"); }",
      "__device__ void f() { { static_assert(false, \"inline PTX: mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 is "
      "not emulated (.m16n8k32 of the type .f16)\"); }; }");
  expect_unchanged("__device__ void f() { asm volatile(\"\" ::: \"memory\"); }");
  expect_unchanged("void f() { asm volatile(\"nop\"); }");
}
