// Bad accesses to device memory, in every place where a kernel can run: faults CASE. faults_test knows what each says.
#include <sys/mman.h>

#include <cfenv>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <thread>
#include <vector>

constexpr int n = 1024, far = 1 << 22;

// Stores that are right come first: the microscope looks at them when the block has failed.
__global__ void write_beyond(int* p, int first_block) {
  p[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  __syncthreads();
  if (static_cast<int>(blockIdx.x) >= first_block) p[far + threadIdx.x] = 1;  // beyond
}
__global__ void launch_child(int* p) {
  write_beyond<<<1, 32>>>(p, 0);
}
__global__ void store(int* p, int value) {
  p[threadIdx.x] = value;  // stores
}
__global__ void call(void (*host_code)(int*), int* p, int* other) {
  p[0] = 1;
  host_code(p);
  other[0] = 2;
}

int* allocate() {
  int* p = nullptr;
  cudaMalloc(&p, n * sizeof(int));
  cudaMemset(p, 0, n * sizeof(int));
  return p;
}
// After the failure the device is reset, and everything works again.
void recover() {
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
  cudaDeviceReset();
  int* const p = allocate();
  int value = 0;
  store<<<1, 32>>>(p, 7);
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  std::printf("then %d\n", value);
}
void write_from_host(int* p) {
  *static_cast<volatile int*>(p) = 1;  // from host code
}

void run_graph(const std::function<void(cudaStream_t)>& capture) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t ready;
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  capture(stream);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&ready, graph, 0);
  cudaGraphLaunch(ready, stream);
}
void after_a_graph_freed_it() {
  int* temporary = nullptr;
  run_graph([&](cudaStream_t stream) {
    cudaMallocAsync(&temporary, n * sizeof(int), stream);
    store<<<1, 32, 0, stream>>>(temporary, 1);
    cudaFreeAsync(temporary, stream);
  });
  cudaDeviceSynchronize();
  store<<<1, 64>>>(temporary, 2);  // another shape, so that the microscope looks at it
  recover();
}
void on_device_1() {
  cudaSetDevice(1);
  write_beyond<<<2, 32>>>(allocate(), 1);
  recover();
}
void in_two_host_threads() {
  std::vector<std::thread> threads;
  for (int device = 0; device < 2; ++device) {
    threads.emplace_back([=] {
      cudaSetDevice(device);
      write_beyond<<<8, 32>>>(allocate(), 3);
      cudaDeviceSynchronize();
    });
  }
  for (std::thread& thread : threads) thread.join();
  recover();
}
void rounding_stays(int* p) {
  std::fesetround(FE_UPWARD);
  write_beyond<<<1, 32>>>(p, 0);
  cudaDeviceSynchronize();
  std::printf(std::fegetround() == FE_UPWARD ? "rounds up\n" : "rounds otherwise\n");
}
void host_after_a_failure(int* p) {
  write_beyond<<<1, 32>>>(p, 0);
  recover();
  write_from_host(allocate());
}
void in_the_microscope(int* p) {
  int* managed;
  cudaMallocManaged(&managed, n * sizeof(int));
  call<<<1, 1>>>([](int* page) { mprotect(page, 4096, PROT_NONE); }, managed, p);
}
void without_rights(int* p) {
  const auto give_up = [](int*) {
    for (int key = 1; key < 16; ++key) pkey_set(key, PKEY_DISABLE_ACCESS);
  };
  call<<<1, 1>>>(give_up, p, p + 1);
  cudaDeviceSynchronize();
}

// What the system says of this process's memory, while some of it belongs to a device.
bool has_keys() {
  std::ifstream maps("/proc/self/smaps");
  for (std::string line; std::getline(maps, line);) {
    if (line.rfind("ProtectionKey:", 0) == 0 && line.find_first_of("123456789") != std::string::npos) return true;
  }
  return false;
}

struct Case {
  const char* name;
  std::function<void(int*)> run;
};
const Case cases[] = {
    {"kernel", [](int* p) { write_beyond<<<2, 32>>>(p, 1), recover(); }},
    {"every_block", [](int* p) { write_beyond<<<32, 32>>>(p, 0), recover(); }},
    {"child", [](int* p) { launch_child<<<1, 1>>>(p), recover(); }},
    {"graph", [](int* p) { run_graph([=](cudaStream_t s) { write_beyond<<<2, 32, 0, s>>>(p, 1); }), recover(); }},
    {"freed_by_graph", [](int*) { after_a_graph_freed_it(); }},
    {"device", [](int*) { on_device_1(); }},
    {"host_threads", [](int*) { in_two_host_threads(); }},
    {"rounding", rounding_stays},
    {"host", write_from_host},
    {"host_thread", [](int* p) { std::thread([=] { write_from_host(p); }).join(); }},
    {"host_after_kernel", host_after_a_failure},
    {"copy_from_nowhere", [](int* p) { cudaMemcpy(p, reinterpret_cast<int*>(0x40), 4096, cudaMemcpyHostToDevice); }},
    {"microscope", in_the_microscope},
    {"rights", without_rights},
};

int main(int, char** arguments) {
  int* const p = allocate();
  store<<<1, 32>>>(p, 3);
  cudaDeviceSynchronize();
  std::printf("protected by %s\n", has_keys() ? "keys" : "pages");
  std::fflush(stdout);
  for (const Case& each : cases) {
    if (std::strcmp(each.name, arguments[1]) == 0) each.run(p);
  }
  std::printf("ran\n");
}
