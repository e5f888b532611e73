// Limits of compute capability 9.0 that today's devices share, from properties and from attributes, and versions.
#include <cstdio>

int attribute(cudaDeviceAttr a) {
  int value = -1;
  cudaDeviceGetAttribute(&value, a, 0);
  return value;
}

int main() {
  int count = 0, device = -1, driver = 0, runtime = 0;
  cudaGetDeviceCount(&count);
  cudaGetDevice(&device);
  cudaDriverGetVersion(&driver);
  cudaRuntimeGetVersion(&runtime);
  printf("devices: %s, current %d, runtime %d, driver new enough: %d\n", count > 0 ? "yes" : "no", device,
         runtime / 1000, driver >= runtime);
  cudaDeviceProp p;
  cudaGetDeviceProperties(&p, 0);
  printf("compute capability %d.%d, warp %d\n", p.major, p.minor, p.warpSize);
  printf("threads per block %d, per multiprocessor %d\n", p.maxThreadsPerBlock, p.maxThreadsPerMultiProcessor);
  printf("block %d x %d x %d\n", p.maxThreadsDim[0], p.maxThreadsDim[1], p.maxThreadsDim[2]);
  printf("grid %d x %d x %d\n", p.maxGridSize[0], p.maxGridSize[1], p.maxGridSize[2]);
  printf("registers per block %d, shared memory per block %zu, per multiprocessor %zu, opt-in %zu\n", p.regsPerBlock,
         p.sharedMemPerBlock, p.sharedMemPerMultiprocessor, p.sharedMemPerBlockOptin);
  printf("constant memory %zu, pitch %zu, texture alignment %zu\n", p.totalConstMem, p.memPitch, p.textureAlignment);
  printf("blocks per multiprocessor %d, reserved shared memory %zu\n", p.maxBlocksPerMultiProcessor,
         p.reservedSharedMemPerBlock);
  printf("managed %d, concurrent %d, cooperative %d, mapped %d, unified addressing %d, priorities %d\n",
         p.managedMemory, p.concurrentManagedAccess, p.cooperativeLaunch, p.canMapHostMemory, p.unifiedAddressing,
         p.streamPrioritiesSupported);
  printf("has a name: %d, memory: %d, multiprocessors: %d, L2: %d\n", p.name[0] != 0, p.totalGlobalMem > 0,
         p.multiProcessorCount > 0, p.l2CacheSize > 0);
  printf("texture 1D %d, 2D %d x %d, 3D %d x %d x %d\n", p.maxTexture1D, p.maxTexture2D[0], p.maxTexture2D[1],
         p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2]);
  printf("%d %d %d %d %d %d\n", attribute(cudaDevAttrMaxThreadsPerBlock), attribute(cudaDevAttrWarpSize),
         attribute(cudaDevAttrComputeCapabilityMajor), attribute(cudaDevAttrMaxBlockDimZ),
         attribute(cudaDevAttrMaxSharedMemoryPerBlock), attribute(cudaDevAttrTotalConstantMemory));
  size_t free = 0, total = 0;
  cudaMemGetInfo(&free, &total);
  printf("free memory is not more than all: %d\n", free > 0 && free <= total);
}
