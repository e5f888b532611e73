// Compilation at run time (NVRTC): a source string with a header, a template and two variables is compiled and loaded,
// and its kernels are launched by name. A source with an error fails to compile, and the log names file and identifier.
// options: -lnvrtc -lcuda
#include <cuda.h>
#include <nvrtc.h>

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

static void check(CUresult result, int line) {
  const char* name = nullptr;
  if (result != CUDA_SUCCESS && cuGetErrorName(result, &name) == CUDA_SUCCESS) {
    std::printf("line %d: %s\n", line, name);
    std::exit(1);
  }
}
static void check(nvrtcResult result, int line) {
  if (result == NVRTC_SUCCESS) return;
  std::printf("line %d: %s\n", line, nvrtcGetErrorString(result));
  std::exit(1);
}
#define CHECK(call) check(call, __LINE__)

const char* const text = R"(
#include "factor.h"
__constant__ float offset;
__device__ int launches;
extern "C" __global__ void line(float slope, const float* x, float* y, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = slope * x[i] + offset;
  if (i == 0) atomicAdd(&launches, 1);
}
namespace arrays {
template <typename T, int Times>
__global__ void reversed(T* x) {
  __shared__ T block[64];
  block[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  x[threadIdx.x] = FACTOR * Times * block[blockDim.x - 1 - threadIdx.x];
}
}  // namespace arrays
)";

// Returns the PTX, and the lowered (mangled) names of the template instance and the variable.
std::vector<char> compile(std::string* reversed_name, std::string* launches_name) {
  nvrtcProgram program;
  const char *header = "#define FACTOR 2\n", *header_name = "factor.h";
  CHECK(nvrtcCreateProgram(&program, text, "lines.cu", 1, &header, &header_name));
  const char *instance = "arrays::reversed<int, 3>", *variable = "&launches";
  CHECK(nvrtcAddNameExpression(program, instance));
  CHECK(nvrtcAddNameExpression(program, variable));
  const char* const options[] = {"--gpu-architecture=compute_90", "--std=c++17", "-DUNUSED=1"};
  CHECK(nvrtcCompileProgram(program, 3, options));
  size_t size;
  CHECK(nvrtcGetPTXSize(program, &size));
  std::vector<char> ptx(size);
  CHECK(nvrtcGetPTX(program, ptx.data()));
  std::printf("the size counts the closing 0: %d\n", std::strlen(ptx.data()) + 1 == size);
  const char* lowered;
  CHECK(nvrtcGetLoweredName(program, instance, &lowered));
  *reversed_name = lowered;
  CHECK(nvrtcGetLoweredName(program, variable, &lowered));
  *launches_name = lowered;
  std::printf("%s, %s\n", reversed_name->c_str(), launches_name->c_str());
  CHECK(nvrtcDestroyProgram(&program));
  return ptx;
}

void launch(const std::vector<char>& ptx, const std::string& reversed_name, const std::string& launches_name) {
  CUdevice device;
  CUcontext context;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CUmodule module;
  CHECK(cuModuleLoadDataEx(&module, ptx.data(), 0, nullptr, nullptr));
  CUfunction line, reversed, none;
  CHECK(cuModuleGetFunction(&line, module, "line"));
  CHECK(cuModuleGetFunction(&reversed, module, reversed_name.c_str()));
  std::printf("a name that is not there: %d\n", cuModuleGetFunction(&none, module, "circle"));

  const int n = 1000;
  CUdeviceptr x, y, offset, launches;
  CHECK(cuMemAlloc(&x, n * sizeof(float)));
  CHECK(cuMemAlloc(&y, n * sizeof(float)));
  std::vector<float> values(n);
  for (int i = 0; i < n; ++i) values[i] = static_cast<float>(i);
  CHECK(cuMemcpyHtoD(x, values.data(), n * sizeof(float)));
  size_t size;
  CHECK(cuModuleGetGlobal(&offset, &size, module, "offset"));
  const float half = 0.5f;
  CHECK(cuMemcpyHtoD(offset, &half, size));
  float slope = 2;
  int count = n;
  void* arguments[] = {&slope, &x, &y, &count};
  CHECK(cuLaunchKernel(line, 4, 1, 1, 256, 1, 1, 0, nullptr, arguments, nullptr));
  CHECK(cuMemcpyDtoH(values.data(), y, n * sizeof(float)));
  std::printf("line: %g %g %g\n", values[0], values[1], values[n - 1]);

  // The same arguments in a buffer, which a launch accepts instead of an array of pointers.
  struct {
    float slope;
    CUdeviceptr x, y;
    int n;
  } buffer = {-1, x, y, n};
  size = sizeof buffer;  // larger than the arguments: the structure ends with padding
  void* extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &buffer, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END};
  std::printf("too large a buffer: %d\n", cuLaunchKernel(line, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  size = offsetof(decltype(buffer), n) + sizeof buffer.n;
  CHECK(cuLaunchKernel(line, 4, 1, 1, 256, 1, 1, 0, nullptr, nullptr, extra));
  CHECK(cuMemcpyDtoH(values.data(), y, n * sizeof(float)));
  std::printf("line: %g %g %g\n", values[0], values[1], values[n - 1]);

  int numbers[64], launched;
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  CHECK(cuMemcpyHtoD(x, numbers, sizeof numbers));
  void* one_argument[] = {&x};
  CHECK(cuLaunchKernel(reversed, 1, 1, 1, 64, 1, 1, 0, nullptr, one_argument, nullptr));
  CHECK(cuMemcpyDtoH(numbers, x, sizeof numbers));
  std::printf("reversed: %d %d %d\n", numbers[0], numbers[1], numbers[63]);
  CHECK(cuModuleGetGlobal(&launches, &size, module, launches_name.c_str()));
  CHECK(cuMemcpyDtoH(&launched, launches, sizeof launched));
  std::printf("launches of line: %d, %zu bytes\n", launched, size);
  CHECK(cuModuleUnload(module));
}

void compile_what_is_wrong() {
  nvrtcProgram program;
  CHECK(nvrtcCreateProgram(&program, "__global__ void k(int* p) {\n  *p = nowhere;\n}\n", "wrong.cu", 0, nullptr,
                           nullptr));
  std::printf("%s\n", nvrtcGetErrorString(nvrtcCompileProgram(program, 0, nullptr)));
  size_t size;
  CHECK(nvrtcGetProgramLogSize(program, &size));
  std::string log(size, ' ');
  CHECK(nvrtcGetProgramLog(program, log.data()));
  const bool names_it = log.find("wrong.cu") != std::string::npos && log.find("nowhere") != std::string::npos;
  std::printf("the log names file and word: %d\n", names_it);
  CHECK(nvrtcDestroyProgram(&program));
}

int main() {
  std::string reversed_name, launches_name;
  const std::vector<char> ptx = compile(&reversed_name, &launches_name);
  launch(ptx, reversed_name, launches_name);
  compile_what_is_wrong();
  return 0;
}
