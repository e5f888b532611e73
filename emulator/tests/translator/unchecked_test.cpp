// What cu2cpp --unchecked marks: calls whose status is discarded, and how a launch's configuration is computed. And
// what it does not change.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace fs = std::filesystem;

namespace {

std::string translated(const std::string& source) {
  const fs::path folder = fs::temp_directory_path() / ("cu2cpp-unchecked-" + std::to_string(getpid()));
  fs::create_directories(folder);
  std::ofstream(folder / "in.cu") << source;
  const int status = std::system(("cd '" + folder.string() + "' && " CU2CPP " --unchecked in.cu -o out.cpp").c_str());
  std::ifstream in(folder / "out.cpp");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  fs::remove_all(folder);
  EXPECT_EQ(status, 0) << source;
  return text.substr(text.find('\n') + 1);
}
std::string in_main(const std::string& statements) {
  const std::string text = translated("int main() { " + statements + " }");
  return text.substr(13, text.size() - 15);
}
std::string marked(const std::string& call) {
  std::string text;
  for (const char c : call) text += c == '"' ? std::string("\\\"") : std::string(1, c);
  return call + ", ::cuda_emulator::unchecked(\"" + text + "\");";
}

TEST(Unchecked, CallsThatAreStatements) {
  EXPECT_EQ(in_main("cudaFree(p);"), marked("cudaFree(p)"));
  EXPECT_EQ(in_main("f(); ::cudaFree(p);"), "f(); ::" + marked("cudaFree(p)"));
  EXPECT_EQ(in_main("if (n) cudaFree(p); else cudaFree(q);"),
            "if (n) " + marked("cudaFree(p)") + " else " + marked("cudaFree(q)"));
  EXPECT_EQ(in_main("for (;;) { cudaMallocManaged<float>(&p, f(2)); }"),
            "for (;;) { " + marked("cudaMallocManaged<float>(&p, f(2))") + " }");
  EXPECT_EQ(in_main("do cudaMemcpyFromSymbol(p, \"s\", 4); while (0);"),
            "do " + marked("cudaMemcpyFromSymbol(p, \"s\", 4)") + " while (0);");
}

TEST(Unchecked, CheckedCallsAreNotChanged) {
  for (const std::string text :
       {"x = cudaFree(p);", "check(cudaFree(p));", "if (cudaFree(p)) f();", "return cudaFree(p);", "(void)cudaFree(p);",
        "cudaError_t e(cudaFree(p));", "while (cudaStreamQuery(s)) f();", "a ? cudaFree(p) : cudaFree(q);",
        "cudaFree(p) == cudaSuccess;", "my.cudaFree(p);", "my::cudaFree(p);", "cudart(p);", "cudaError_t e;",
        "f([&] { return cudaFree(p); });"}) {
    EXPECT_EQ(in_main(text), text);
  }
  const std::string device = "__device__ void f(void** p) { cudaMalloc(p, 8); }\n";
  EXPECT_EQ(translated(device).find("unchecked"), std::string::npos);
}

// Many courses call their check as if it were a function of the runtime.
TEST(Unchecked, MacrosAreNoCalls) {
  const std::string program =
      "#define cudaCheckErrors(what) do { if (cudaGetLastError()) f(what); } while (0)\n"
      "#define cudaCheck(call) if (call) f(#call)\n"
      "int main() { cudaCheck(cudaFree(p)); cudaCheckErrors(\"free\"); cudaFree(q); }";
  const std::string text = translated(program);
  EXPECT_NE(text.find("{ cudaCheck(cudaFree(p)); cudaCheckErrors(\"free\"); cudaFree(q), "), std::string::npos) << text;
}

std::string launched(const std::string& before, const std::string& configuration) {
  const std::string text = in_main(before + "k<<<" + configuration + ">>>(p);");
  const std::string begin = "::cuda_emulator::launched(";
  const std::size_t at = text.find(begin);
  if (at == std::string::npos) return text;
  return text.substr(at + begin.size(), text.find("})," + configuration) + 2 - at - begin.size() - 1);
}
std::string number(const std::string& name) {
  return "{\"" + name + "\", ::cuda_emulator::number(" + name + ")}";
}

TEST(Unchecked, WhatALaunchIsMadeOf) {
  const auto made_of = [](const std::string& grid, const std::string& block, const std::string& numbers) {
    return "\"k\", {\"" + grid + "\", \"" + block + "\"}, {" + numbers + "}";
  };
  const std::string m = number("m"), n = number("n");
  EXPECT_EQ(launched("", "1, 32"), made_of("1", "32", ""));
  EXPECT_EQ(launched("", "n / 256, 256"), made_of("n / 256", "256", n));
  EXPECT_EQ(launched("int b = n / t; ", "b, t"), made_of("b = n / t", "t", n + ", " + number("t")));
  EXPECT_EQ(launched("dim3 b(n / 8, m); ", "b, 8"), made_of("b(n / 8, m)", "8", m + ", " + n));
  EXPECT_EQ(launched("", "(int)ceil((float)n / 8), sizeof(T)"), made_of("(int)ceil((float)n / 8)", "sizeof(T)", n));
  // Definitions without useful numbers, or whose names the launch might not have.
  EXPECT_EQ(launched("int b = 8; while (b *= 2) ", "b, 1"), made_of("b", "1", number("b")));
  EXPECT_EQ(launched("{ int m = 2; int b = m; } ", "b, 1"), made_of("b", "1", number("b")));
  EXPECT_EQ(launched("int b = n; auto f = [b] { ", "b, 1"), made_of("b", "1", number("b")));
  EXPECT_EQ(launched("", "f<T>(n), g.x"), made_of("f<T>(n)", "g.x", ""));
}

}  // namespace
