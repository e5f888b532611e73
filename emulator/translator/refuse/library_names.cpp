// Names of libraries that only host code, or only device code, can use.
#include "refuse/library_names.hpp"

#include <array>

namespace cu2cpp {
namespace {

// One name after another, each between two blanks.
bool is_listed(std::string_view names, std::string_view name) {
  for (std::size_t at = names.find(name); at != names.npos; at = names.find(name, at + 1)) {
    if (names[at - 1] == ' ' && names[at + name.size()] == ' ') return true;
  }
  return false;
}

// Functions of the C library that device code does not have.
constexpr std::string_view c_library =
    " rand srand puts putchar fprintf sprintf snprintf exit getchar scanf fscanf sscanf fopen fclose fflush fgets "
    "fputs fread fwrite perror strlen strcpy strncpy strcat strcmp strncmp strchr strstr qsort system getenv time "
    "atoi atof calloc realloc memcmp memmove usleep gettimeofday drand48 random strtol strdup ";
// Functions of CUDA's runtime that device code has, besides those of graphs.
constexpr std::string_view device_runtime =
    " cudaDeviceGetAttribute cudaDeviceGetLimit cudaDeviceGetCacheConfig cudaDeviceGetSharedMemConfig "
    "cudaGetLastError cudaPeekAtLastError cudaGetErrorString cudaGetErrorName cudaGetDeviceCount cudaGetDevice "
    "cudaStreamCreateWithFlags cudaStreamDestroy cudaStreamWaitEvent cudaEventCreateWithFlags cudaEventRecord "
    "cudaEventRecordWithFlags cudaEventDestroy cudaFuncGetAttributes cudaFree cudaMalloc cudaMemcpyAsync "
    "cudaMemcpy2DAsync cudaMemcpy3DAsync cudaMemsetAsync cudaMemset2DAsync cudaMemset3DAsync cudaRuntimeGetVersion "
    "cudaGetParameterBuffer cudaGetParameterBufferV2 cudaLaunchDevice cudaLaunchDeviceV2 "
    "cudaOccupancyMaxActiveBlocksPerMultiprocessor cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags "
    "cudaGridDependencySynchronize cudaTriggerProgrammaticLaunchCompletion cudaGetCurrentGraphExec ";
constexpr std::string_view classes =
    " vector string deque list queue stack priority_queue ifstream ofstream thread function mt19937 random_device "
    "stringstream ostringstream unordered_map unordered_set map set multimap unique_ptr shared_ptr lock_guard "
    "unique_lock ";
// Functions of threads, blocks and warps, and instructions.
constexpr std::string_view device_functions =
    " __syncthreads __syncthreads_count __syncthreads_and __syncthreads_or __syncwarp __threadfence "
    "__threadfence_block __shfl_sync __shfl_up_sync __shfl_down_sync __shfl_xor_sync __ballot_sync __any_sync "
    "__all_sync __activemask atomicAdd atomicSub atomicExch atomicMin atomicMax atomicCAS __nanosleep atomicAnd "
    "atomicOr atomicXor atomicInc atomicDec __ldg __popc __popcll __clz __clzll __ffs __ffsll __brev __brevll "
    "__byte_perm __mul24 __umulhi __mulhi __expf __exp10f __logf __log2f __log10f __sinf __cosf __tanf __powf "
    "__fdividef __saturatef __fadd_rn __fmul_rn __fmaf_rn __fsqrt_rn __frcp_rn __fdiv_rn __int_as_float "
    "__float_as_int __uint_as_float __float_as_uint __threadfence_system clock64 ";
constexpr std::string_view groups = " this_thread_block this_grid this_cluster this_multi_grid coalesced_threads ";

// The rest of a name whose library has this prefix; such functions go on with a capital letter.
bool is_of(std::string_view name, std::string_view prefix) {
  return name.size() > prefix.size() && name.starts_with(prefix) && name[prefix.size()] >= 'A' &&
         name[prefix.size()] <= 'Z';
}

}  // namespace

bool is_host_library(std::string_view name) {
  if (is_of(name, "cuda")) return !name.starts_with("cudaGraph") && !is_listed(device_runtime, name);
  for (const std::string_view library : {"cublas", "cufft", "cusparse", "cusolver", "nccl"}) {
    if (is_of(name, library)) return true;
  }
  for (const std::string_view builtin : {"__sync_fetch_and_", "__sync_val_", "__sync_bool_", "__sync_lock_",
                                         "__sync_add_", "__sync_sub_", "__atomic_", "curandCreate", "curandGenerate"}) {
    if (name.starts_with(builtin)) return true;
  }
  return is_listed(c_library, name);
}

bool is_host_class(std::string_view name) {
  return is_listed(classes, name);
}

bool is_device_library(std::string_view name) {
  return is_listed(device_functions, name) || is_group(name);
}

bool is_group(std::string_view name) {
  return is_listed(groups, name);
}

}  // namespace cu2cpp
