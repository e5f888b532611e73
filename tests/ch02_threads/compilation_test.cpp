// With the real nvcc if there is one. On the emulator a script takes its place and records its arguments, so that the
// program is also tested on machines without the toolkit.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "common/testing.h"

namespace {

// Writes for each code=sm_NN the head of an ELF file whose machine is CUDA, for each code=compute_NN a line of PTX.
constexpr const char* script = R"(#!/bin/sh
for word; do
  [ "$last" = -o ] && made=$word
  last=$word
done
: >"$made"
for word; do
  case $word in
    *code=sm_*) printf '\177ELF56789012345678\276\000' >>"$made" ;;
    *code=compute_*) printf '\n.target sm_%s\n' "${word##*_}" >>"$made" ;;
  esac
done
)";

// The text between this build's title and the next empty line.
std::string part(const std::string& text, const std::string& name) {
  const std::size_t at = text.find("\n" + name + ": nvcc");
  return at == std::string::npos ? "" : text.substr(at + 1, text.find("\n\n", at) - at);
}

void expect_contents(const std::string& text) {
  EXPECT_NE(part(text, "cubin").find("holds: 1 cubin\n"), std::string::npos) << text;
  EXPECT_NE(part(text, "ptx").find("holds: 0 cubins, PTX for sm_75 and newer\n"), std::string::npos) << text;
  EXPECT_NE(part(text, "fat").find("holds: 2 cubins, PTX for sm_75 and newer\n"), std::string::npos) << text;
  EXPECT_NE(part(text, "other").find("holds: 1 cubin\n"), std::string::npos) << text;
}

TEST(Compilation, AsksForTheFourBuilds) {
  if (no_hardware().empty()) GTEST_SKIP() << "what the script makes cannot run on a GPU";
  const std::string folder = temporary_file("nvcc_stand_in");
  std::filesystem::create_directories(folder);
  std::ofstream(folder + "/nvcc") << script;
  chmod((folder + "/nvcc").c_str(), 0755);
  const Ended ended = run_program({PROGRAM}, {"PATH=" + folder + ":" + std::getenv("PATH")});
  std::filesystem::remove_all(folder);
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  expect_contents(ended.out);
  EXPECT_EQ(part(ended.out, "cubin").find("code=compute"), std::string::npos) << "machine code alone";
  EXPECT_NE(part(ended.out, "ptx").find("-gencode arch=compute_75,code=compute_75"), std::string::npos) << ended.out;
}

TEST(Compilation, BuildsWithTheRealCompiler) {
  const Ended ended = run_program({PROGRAM});
  if (ended.status == 77) {
    EXPECT_NE((ended.out + ended.err).find("needs nvcc"), std::string::npos) << ended.out << ended.err;
    GTEST_SKIP() << "no nvcc here";
  }
  EXPECT_EQ(ended.status, 0) << ended.out << ended.err;
  expect_contents(ended.out);
  if (const std::string reason = no_hardware(); !reason.empty()) GTEST_SKIP() << reason;
  for (const char* runs : {"cubin", "ptx", "fat"})
    EXPECT_NE(part(ended.out, runs).find("7 * 7 = 49"), std::string::npos) << ended.out;
  EXPECT_NE(part(ended.out, "other").find("cudaErrorNoKernelImageForDevice"), std::string::npos) << ended.out;
}

}  // namespace
