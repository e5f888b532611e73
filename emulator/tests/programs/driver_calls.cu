// Calls of the driver API beside kernels of the runtime API: memory that is set by words, pitched memory, what a
// pointer points to, a stack of contexts, host functions in a stream.
// options: -lcuda
#include <cuda.h>

#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                            \
  do {                                                                         \
    const CUresult result_ = (call);                                           \
    if (result_ != CUDA_SUCCESS) {                                             \
      std::printf("line %d: error %d\n", __LINE__, static_cast<int>(result_)); \
      std::exit(1);                                                            \
    }                                                                          \
  } while (0)

__global__ void increment(unsigned* data) {
  data[threadIdx.x] += threadIdx.x;
}

static void say(void* text) {
  std::printf("in the stream: %s\n", static_cast<const char*>(text));
}

int main() {
  CHECK(cuInit(0));
  CUdevice device;
  CUcontext context, current, popped;
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuDevicePrimaryCtxRetain(&context, device));
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuCtxPushCurrent(context));
  CHECK(cuCtxPopCurrent(&popped));
  CHECK(cuCtxGetCurrent(&current));
  std::printf("popped what was pushed: %d, below it: %d\n", popped == context, current == context);

  CUdeviceptr words, bytes, copy, base;
  size_t size;
  unsigned host[32];
  CHECK(cuMemAlloc(&words, sizeof host));
  CHECK(cuMemAlloc(&copy, sizeof host));
  CHECK(cuMemsetD32(words, 0xABCD0000u, 32));
  increment<<<1, 32>>>(reinterpret_cast<unsigned*>(words));
  CHECK(cuMemcpyDtoDAsync(copy, words, sizeof host, nullptr));
  CHECK(cuMemcpy(reinterpret_cast<CUdeviceptr>(host), copy, sizeof host));
  std::printf("words: %x %x %x\n", host[0], host[1], host[31]);
  CHECK(cuMemsetD16(words, 0x1234, 64));
  CHECK(cuMemcpyDtoH(host, words, sizeof host));
  std::printf("half words: %x\n", host[5]);
  std::printf("words at an odd address: %d\n", cuMemsetD32(words + 2, 0, 1));
  CHECK(cuMemGetAddressRange(&base, &size, words + 40));
  std::printf("the range of an address in it: begins %d, %zu bytes\n", base == words, size);

  CHECK(cuMemAllocPitch(&bytes, &size, 100, 5, 4));
  std::printf("a row of 100 bytes takes %zu\n", size);
  unsigned type = 0;
  int ordinal = -1;
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, bytes));
  CHECK(cuPointerGetAttribute(&ordinal, CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, bytes));
  std::printf("memory type %u of device %d\n", type, ordinal);
  void* pinned;
  CHECK(cuMemHostAlloc(&pinned, 64, CU_MEMHOSTALLOC_DEVICEMAP));
  CHECK(cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, reinterpret_cast<CUdeviceptr>(pinned)));
  std::printf("pinned: memory type %u\n", type);

  CUstream stream;
  CUevent event;
  int least, greatest, priority;
  CHECK(cuCtxGetStreamPriorityRange(&least, &greatest));
  CHECK(cuStreamCreateWithPriority(&stream, CU_STREAM_NON_BLOCKING, greatest));
  CHECK(cuStreamGetPriority(stream, &priority));
  std::printf("priorities %d to %d, the stream's %d\n", least, greatest, priority);
  CHECK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING));
  CHECK(cuLaunchHostFunc(stream, say, const_cast<char*>("first")));
  CHECK(cuEventRecord(event, stream));
  CHECK(cuStreamWaitEvent(stream, event, 0));
  CHECK(cuLaunchHostFunc(stream, say, const_cast<char*>("second")));
  CHECK(cuStreamSynchronize(stream));
  std::printf("stream %d, event %d\n", cuStreamQuery(stream), cuEventQuery(event));

  CHECK(cuEventDestroy(event));
  CHECK(cuStreamDestroy(stream));
  CHECK(cuMemFreeHost(pinned));
  for (const CUdeviceptr memory : {words, bytes, copy}) CHECK(cuMemFree(memory));
  return 0;
}
