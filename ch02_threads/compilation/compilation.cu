// One program is built in four ways. What is in the file that nvcc makes, and which devices can run it?
//
// nvcc compiles a kernel to PTX for a virtual architecture (compute_75), and PTX to machine code for a real one: a
// cubin (sm_90). A file that holds several of either is a fat binary. A cubin runs on devices with the same major
// version that are not older than it. PTX runs on every device that is not older: the driver compiles it when the
// program starts (JIT, just in time).
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "common/check.h"
#include "common/lesson.h"

namespace fs = std::filesystem;

// The program that is built. It prints how long its first launch took; with PTX, that includes compiling.
constexpr const char* program = R"(#include <chrono>
#include <cstdio>

__global__ void square_kernel(int* x) { *x *= *x; }

int main() {
  int *d_x, x = 7;
  cudaMalloc(&d_x, sizeof x);
  cudaMemcpy(d_x, &x, sizeof x, cudaMemcpyHostToDevice);
  const auto start = std::chrono::steady_clock::now();
  square_kernel<<<1, 1>>>(d_x);
  const cudaError_t launched = cudaGetLastError();
  cudaDeviceSynchronize();
  const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - start;
  cudaMemcpy(&x, d_x, sizeof x, cudaMemcpyDeviceToHost);
  if (launched != cudaSuccess) std::printf("%s\n", cudaGetErrorName(launched));
  else std::printf("7 * 7 = %d, first launch %.3f ms\n", x, ms.count());
  return launched != cudaSuccess;
}
)";

struct Build {
  const char* name;
  std::string options;  // of nvcc
  bool runs;            // on this device
};

std::vector<Build> builds(int own) {
  const auto gencode = [](int virtual_one, const std::string& code) {
    return " -gencode arch=compute_" + std::to_string(virtual_one) + ",code=" + code;
  };
  const auto machine = [](int real_one) { return "sm_" + std::to_string(real_one); };
  const int oldest = 75, second = own == oldest ? 80 : oldest;  // of the fat binary, beside the device's own
  const int other = own / 10 == 8 ? 90 : 80;                    // of another major version
  return {
      {"cubin", gencode(own, machine(own)), true},
      {"ptx", gencode(oldest, "compute_75"), true},
      {"fat", gencode(second, machine(second)) + gencode(own, machine(own)) + gencode(oldest, "compute_75"), true},
      {"other", gencode(other, machine(other)), false},
  };
}

std::string find_nvcc() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(std::string(path ? path : "") + ":/usr/local/cuda/bin");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && access((folder + "/nvcc").c_str(), X_OK) == 0) return folder + "/nvcc";
  throw Unsupported("this lesson needs nvcc, which comes with the CUDA toolkit");
}

// Runs a command, and returns its status and what it prints.
std::pair<int, std::string> run(const std::string& command) {
  FILE* const pipe = popen((command + " 2>&1").c_str(), "r");
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string text;
  for (int c; (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  return {pclose(pipe), text};
}

// What a file holds for devices. PTX is text with a line ".target sm_75". A cubin is an ELF file inside the file; its
// machine field is 190: CUDA. (cuobjdump --list-elf --list-ptx, from the toolkit, prints more.)
std::string contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(stream)), {});
  constexpr std::size_t machine_at = 18;
  constexpr unsigned char machine_cuda = 190;
  int cubins = 0;
  for (std::size_t at = 0; (at = bytes.find("\x7f"
                                            "ELF",
                                            at)) != std::string::npos;
       ++at)
    if (at + machine_at < bytes.size()) cubins += static_cast<unsigned char>(bytes[at + machine_at]) == machine_cuda;
  const std::string target = "\n.target ";
  std::set<std::string> ptx;
  for (std::size_t at = 0; (at = bytes.find(target, at)) != std::string::npos; ++at) {
    const std::size_t begin = at + target.size();
    ptx.insert(bytes.substr(begin, bytes.find_first_of(", \n", begin) - begin));
  }
  std::string text = std::to_string(cubins) + (cubins == 1 ? " cubin" : " cubins");
  for (const std::string& name : ptx) text += ", PTX for " + name + " and newer";
  return text;
}

void show(Lesson& lesson) {
  const std::string nvcc = find_nvcc();
  std::string folder = (fs::temp_directory_path() / "compilation_XXXXXX").string();
  if (!mkdtemp(folder.data())) throw std::runtime_error("cannot make a folder for what is built");
  std::ofstream(folder + "/program.cu") << program;

  for (const Build& build : builds(compute_capability())) {
    const std::string made = folder + "/" + build.name;
    std::printf("\n%s: nvcc%s\n", build.name, build.options.c_str());
    // Not compressed, so that the PTX in the file can be found. Where nothing can be run, the host's part is left out,
    // which takes most of the time.
    const auto [status, complaint] = run("'" + nvcc + "' -no-compress " + (emulated_device() ? "-fatbin" : "-c") +
                                         build.options + " '" + folder + "/program.cu' -o '" + made + ".o'");
    lesson.expect(status == 0, complaint);
    if (status != 0) continue;
    std::printf("  holds: %s\n", contents(made + ".o").c_str());
    if (emulated_device()) continue;
    const auto [linked, linker] = run("'" + nvcc + "'" + build.options + " '" + made + ".o' -o '" + made + "'");
    lesson.expect(linked == 0, linker);
    // The driver keeps what it has compiled for the next start. Without that cache each start compiles.
    const auto [ended, text] = run("CUDA_CACHE_DISABLE=1 '" + made + "'");
    std::printf("  here:  %s", text.c_str());
    lesson.expect((ended == 0) == build.runs, std::string(build.name) + " did not end as it must");
  }
  fs::remove_all(folder);
  if (emulated_device())
    std::printf(
        "\nThis device is emulated and runs no machine code: what each file does on a GPU cannot be shown here.\n");
  std::printf("\nShip cubins for the devices that you know, and PTX for future devices.\n");
}

int main(int argc, char** argv) {
  Lesson lesson("compilation", "One program built four ways: cubin, PTX, both, and for another device.",
                Options::shown);
  return lesson.main(argc, argv, [&] { show(lesson); });
}
