// The driver API's modules: device code that a program loads at run time, from a file or from NVRTC, and launches by
// name. Here a module is a shared object for this CPU. It does not contain the runtime: its undefined symbols are
// resolved in the program, which cu++ links accordingly (-lcuda, -lnvrtc).
#include "driver/module.hpp"

#include <cuda.h>
#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "emulator/launch_api.hpp"
#include "emulator/module.hpp"
#include "runtime/runtime.hpp"

struct CUmod_st {
  void* handle;
};
struct CUlinkState_st {
  std::string image;
};

namespace cuda_emulator {
namespace {

constexpr std::string_view text_begins = "// CUDA emulator: a module for this CPU, in the place of PTX\n";
constexpr std::string_view object_begins = "// object:\n";
constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

std::mutex mutex;
struct Layout {
  std::vector<std::size_t> offsets;
  std::size_t bytes;
};
std::map<const void*, Layout>& layouts() {  // of the arguments of the kernels in modules
  static auto* const all = new std::map<const void*, Layout>;
  return *all;
}
std::vector<std::unique_ptr<CUmod_st>>& modules() {
  static auto* const all = new std::vector<std::unique_ptr<CUmod_st>>;
  return *all;
}
bool is_module(const CUmod_st* module) {
  const std::lock_guard lock(mutex);
  for (const auto& known : modules()) {
    if (known.get() == module) return true;
  }
  return false;
}

std::string decoded(std::string_view text) {
  std::string object;
  unsigned bits = 0;
  int held = 0;
  for (const char c : text) {
    const std::size_t digit = digits.find(c);
    if (digit == std::string_view::npos) continue;  // the slashes of the comment have been removed; line ends, padding
    bits = bits << 6 | static_cast<unsigned>(digit);
    held += 6;
    if (held < 8) continue;
    held -= 8;
    object += static_cast<char>(bits >> held);
  }
  return object;
}

std::size_t object_size(const char* object) {
  Elf64_Ehdr header;
  std::memcpy(&header, object, sizeof header);
  return header.e_shoff + std::size_t{header.e_shnum} * header.e_shentsize;
}

CUresult load(CUmodule* module, const void* image, std::size_t size = std::numeric_limits<std::size_t>::max()) {
  if (const cudaError_t error = ready()) return driver_result(error);
  if (!module || !image) return CUDA_ERROR_INVALID_VALUE;
  const std::string object = module_object(image, size);
  if (object.empty()) {
    const bool is_elf = std::strncmp(static_cast<const char*>(image), ELFMAG, SELFMAG) == 0;
    std::fprintf(
        stderr,
        "CUDA emulator: this image is truncated or contains code for a GPU; compile it with cu++ -ptx or -cubin\n");
    return is_elf ? CUDA_ERROR_INVALID_IMAGE : CUDA_ERROR_INVALID_PTX;
  }
  std::string why;
  void* const handle = load_module_object(object, &why);
  if (!handle) {
    std::fprintf(stderr, "CUDA emulator: cannot load the module (is the program linked with -lcuda?): %s\n",
                 why.c_str());
    return CUDA_ERROR_SHARED_OBJECT_INIT_FAILED;
  }
  const std::lock_guard lock(mutex);
  modules().push_back(std::make_unique<CUmod_st>(CUmod_st{handle}));
  *module = modules().back().get();
  return CUDA_SUCCESS;
}

CUresult read_file(const char* file, std::string* text) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return CUDA_ERROR_FILE_NOT_FOUND;
  text->assign(std::istreambuf_iterator<char>(in), {});
  return CUDA_SUCCESS;
}

const void* kernel_of(CUfunction function) {
  return reinterpret_cast<const void*>(function);
}

// The addresses of the arguments in the buffer that cuLaunchKernel's `extra` describes.
CUresult arguments_in(void** extra, const void* kernel, std::vector<void*>* arguments) {
  char* buffer = nullptr;
  std::size_t size = 0;
  for (void** word = extra; *word != CU_LAUNCH_PARAM_END; word += 2) {
    if (word[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) {
      buffer = static_cast<char*>(word[1]);
    } else if (word[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) {
      size = *static_cast<std::size_t*>(word[1]);
    } else {
      return CUDA_ERROR_INVALID_VALUE;
    }
  }
  const std::lock_guard lock(mutex);
  const auto known = layouts().find(kernel);
  if (!buffer || known == layouts().end()) return CUDA_ERROR_INVALID_VALUE;
  if (size > known->second.bytes) return CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;  // the error of an H200
  for (const std::size_t offset : known->second.offsets) arguments->push_back(buffer + offset);
  return CUDA_SUCCESS;
}

CUresult launch_function(CUfunction function, dim3 grid, dim3 block, unsigned shared, CUstream stream, void** arguments,
                         void** extra, bool cooperative) {
  if (!function) return CUDA_ERROR_INVALID_HANDLE;
  std::vector<void*> found;
  if (extra) {
    if (arguments) return CUDA_ERROR_INVALID_VALUE;
    if (const CUresult error = arguments_in(extra, kernel_of(function), &found)) return error;
    arguments = found.data();
  }
  const cudaError_t error = launch_by_address(kernel_of(function), grid, block, arguments, shared, stream, cooperative);
  return error == cudaErrorInvalidDeviceFunction ? CUDA_ERROR_INVALID_HANDLE : driver_result(error);
}

}  // namespace

std::string module_text(std::string_view object) {
  std::string text(text_begins);
  text += ".version 9.0\n.target sm_90\n.address_size 64\n";
  text += object_begins;
  std::size_t column = 0;
  for (std::size_t i = 0; i < object.size(); i += 3) {
    unsigned bits = 0;
    const std::size_t bytes = std::min<std::size_t>(3, object.size() - i);
    for (std::size_t b = 0; b < 3; ++b) {
      bits = bits << 8 | (b < bytes ? static_cast<unsigned char>(object[i + b]) : 0u);
    }
    if (column == 0) text += "// ";
    for (std::size_t d = 0; d <= bytes; ++d) text += digits[bits >> (18 - 6 * d) & 63];
    column = (column + 4) % 96;
    if (column == 0) text += '\n';
  }
  text += '\n';
  return text;
}

std::string module_object(const void* image, std::size_t size) {
  const auto* const bytes = static_cast<const char*>(image);
  if (std::strncmp(bytes, ELFMAG, SELFMAG) == 0) {
    if (size < sizeof(Elf64_Ehdr) || object_size(bytes) > size) return {};
    const auto machine = reinterpret_cast<const Elf64_Ehdr*>(bytes)->e_machine;  // a cubin is an ELF file as well
    return machine == EM_X86_64 || machine == EM_AARCH64 ? std::string(bytes, object_size(bytes)) : std::string();
  }
  if (std::strncmp(bytes, text_begins.data(), text_begins.size()) != 0) return {};
  const char* line = std::strstr(bytes, object_begins.data());
  if (!line) return {};
  std::string object_text;
  for (line += object_begins.size(); std::strncmp(line, "// ", 3) == 0;) {
    const std::size_t length = std::strcspn(line, "\n");
    object_text.append(line + 3, length - 3);
    line += length + (line[length] == '\n' ? 1 : 0);
  }
  return decoded(object_text);
}

void* load_module_object(const std::string& object, std::string* why) {
  // A separate file for each, never closed: the dynamic linker takes the same path for a library that is already
  // loaded.
  const int file = memfd_create("cuda_module", MFD_CLOEXEC);
  if (file < 0 || write(file, object.data(), object.size()) != static_cast<ssize_t>(object.size())) {
    *why = "no memory for its file";
    return nullptr;
  }
  const std::string path = "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file);
  void* const handle = dlopen(path.c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) *why = dlerror();
  return handle;
}

void register_argument_layout(const void* kernel, const std::size_t* sizes, const std::size_t* alignments,
                              std::size_t count) {
  std::vector<std::size_t> offsets;
  std::size_t end = 0;
  for (std::size_t i = 0; i < count; ++i) {
    offsets.push_back((end + alignments[i] - 1) / alignments[i] * alignments[i]);
    end = offsets.back() + sizes[i];
  }
  const std::lock_guard lock(mutex);
  layouts()[kernel] = {std::move(offsets), end};
}

}  // namespace cuda_emulator

using namespace cuda_emulator;

CUresult cuModuleLoadData(CUmodule* module, const void* image) {
  return load(module, image);
}
CUresult cuModuleLoadDataEx(CUmodule* module, const void* image, unsigned int, CUjit_option*, void**) {
  return load(module, image);
}
CUresult cuModuleLoadFatBinary(CUmodule* module, const void* image) {
  return load(module, image);
}
CUresult cuModuleLoad(CUmodule* module, const char* file) {
  if (!file) return CUDA_ERROR_INVALID_VALUE;
  std::string image;
  if (const CUresult error = read_file(file, &image)) return error;
  return load(module, image.c_str(), image.size());
}
// The code stays loaded: its kernels are identified by their addresses, which no other module must reuse.
CUresult cuModuleUnload(CUmodule module) {
  if (!is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
  const std::lock_guard lock(mutex);
  std::erase_if(modules(), [=](const auto& known) { return known.get() == module; });
  return CUDA_SUCCESS;
}

CUresult cuModuleGetFunction(CUfunction* function, CUmodule module, const char* name) {
  if (!function || !name) return CUDA_ERROR_INVALID_VALUE;
  if (!is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
  void* const address = dlsym(module->handle, name);
  const std::lock_guard lock(mutex);
  if (!address || !layouts().contains(address)) return CUDA_ERROR_NOT_FOUND;
  *function = static_cast<CUfunction>(address);
  return CUDA_SUCCESS;
}

CUresult cuModuleGetGlobal(CUdeviceptr* address, size_t* bytes, CUmodule module, const char* name) {
  if (!name) return CUDA_ERROR_INVALID_VALUE;
  if (!is_module(module)) return CUDA_ERROR_INVALID_HANDLE;
  void* const found = dlsym(module->handle, name);
  Dl_info info;
  ElfW(Sym)* symbol = nullptr;
  const bool is_variable = found && dladdr1(found, &info, reinterpret_cast<void**>(&symbol), RTLD_DL_SYMENT) != 0 &&
                           symbol && ELF64_ST_TYPE(symbol->st_info) == STT_OBJECT;
  if (!is_variable) return CUDA_ERROR_NOT_FOUND;
  void* known = nullptr;
  if (const cudaError_t error = symbol_address(&known, found, symbol->st_size)) return driver_result(error);
  if (address) *address = reinterpret_cast<CUdeviceptr>(known);
  if (bytes) *bytes = symbol->st_size;
  return CUDA_SUCCESS;
}

CUresult cuLinkCreate(unsigned int, CUjit_option*, void**, CUlinkState* state) {
  if (!state) return CUDA_ERROR_INVALID_VALUE;
  *state = new CUlinkState_st;
  return CUDA_SUCCESS;
}
CUresult cuLinkAddData(CUlinkState state, CUjitInputType, void* data, size_t size, const char*, unsigned int,
                       CUjit_option*, void**) {
  if (!state || !data) return CUDA_ERROR_INVALID_VALUE;
  if (!state->image.empty()) {
    std::fprintf(stderr, "CUDA emulator: cuLink takes one image only\n");
    return CUDA_ERROR_NOT_SUPPORTED;
  }
  state->image = module_object(data, size);
  return state->image.empty() ? CUDA_ERROR_INVALID_IMAGE : CUDA_SUCCESS;
}
CUresult cuLinkAddFile(CUlinkState state, CUjitInputType type, const char* path, unsigned int count,
                       CUjit_option* options, void** values) {
  if (!state || !path) return CUDA_ERROR_INVALID_VALUE;
  std::string image;
  if (const CUresult error = read_file(path, &image)) return error;
  return cuLinkAddData(state, type, image.data(), image.size(), path, count, options, values);
}
CUresult cuLinkComplete(CUlinkState state, void** image, size_t* size) {
  if (!state || !image || state->image.empty()) return CUDA_ERROR_INVALID_VALUE;
  *image = state->image.data();
  if (size) *size = state->image.size();
  return CUDA_SUCCESS;
}
CUresult cuLinkDestroy(CUlinkState state) {
  delete state;
  return CUDA_SUCCESS;
}

// A library is a module that belongs to no context; the same holds for its kernels.
CUresult cuLibraryLoadData(CUlibrary* library, const void* image, CUjit_option*, void**, unsigned int, CUlibraryOption*,
                           void**, unsigned int) {
  return load(reinterpret_cast<CUmodule*>(library), image);
}
CUresult cuLibraryLoadFromFile(CUlibrary* library, const char* file, CUjit_option*, void**, unsigned int,
                               CUlibraryOption*, void**, unsigned int) {
  return cuModuleLoad(reinterpret_cast<CUmodule*>(library), file);
}
CUresult cuLibraryUnload(CUlibrary library) {
  return cuModuleUnload(reinterpret_cast<CUmodule>(library));
}
CUresult cuLibraryGetKernel(CUkernel* kernel, CUlibrary library, const char* name) {
  return cuModuleGetFunction(reinterpret_cast<CUfunction*>(kernel), reinterpret_cast<CUmodule>(library), name);
}
CUresult cuLibraryGetGlobal(CUdeviceptr* address, size_t* bytes, CUlibrary library, const char* name) {
  return cuModuleGetGlobal(address, bytes, reinterpret_cast<CUmodule>(library), name);
}
CUresult cuKernelGetFunction(CUfunction* function, CUkernel kernel) {
  if (!function || !kernel) return CUDA_ERROR_INVALID_VALUE;
  *function = reinterpret_cast<CUfunction>(kernel);
  return CUDA_SUCCESS;
}

CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,
                        CUstream stream, void** arguments, void** extra) {
  return launch_function(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, arguments,
                         extra, false);
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                   unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                   unsigned int shared, CUstream stream, void** arguments) {
  return launch_function(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, arguments,
                         nullptr, true);
}

CUresult cuFuncGetAttribute(int* value, CUfunction_attribute attribute, CUfunction function) {
  if (!value) return CUDA_ERROR_INVALID_VALUE;
  cudaFuncAttributes all;
  if (const cudaError_t error = cudaFuncGetAttributes(&all, kernel_of(function))) return driver_result(error);
  switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK:
      *value = all.maxThreadsPerBlock;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES:
      *value = static_cast<int>(all.sharedSizeBytes);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES:
      *value = static_cast<int>(all.constSizeBytes);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES:
      *value = static_cast<int>(all.localSizeBytes);
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_NUM_REGS:
      *value = all.numRegs;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION:
      *value = all.ptxVersion;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
      *value = all.binaryVersion;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
      *value = all.maxDynamicSharedSizeBytes;
      return CUDA_SUCCESS;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT:
      *value = all.preferredShmemCarveout;
      return CUDA_SUCCESS;
    default:
      *value = 0;
      return attribute < CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE ? CUDA_SUCCESS
                                                                                : CUDA_ERROR_INVALID_VALUE;
  }
}
CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value) {
  return driver_result(cudaFuncSetAttribute(kernel_of(function), static_cast<cudaFuncAttribute>(attribute), value));
}
CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache preference) {
  return driver_result(cudaFuncSetCacheConfig(kernel_of(function), static_cast<cudaFuncCache>(preference)));
}
// The mangled name, where cudaFuncGetName returns the readable one.
CUresult cuFuncGetName(const char** name, CUfunction function) {
  Dl_info info;
  if (!name || !function) return CUDA_ERROR_INVALID_VALUE;
  if (dladdr(kernel_of(function), &info) == 0 || !info.dli_sname) return CUDA_ERROR_NOT_FOUND;
  *name = info.dli_sname;
  return CUDA_SUCCESS;
}
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, CUfunction function, int block_size, size_t shared) {
  return driver_result(cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel_of(function), block_size, shared));
}
CUresult cuOccupancyMaxPotentialBlockSize(int* min_grid, int* block, CUfunction function, CUoccupancyB2DSize shared_of,
                                          size_t shared, int limit) {
  const auto bytes = [=](int threads) { return shared_of ? shared_of(threads) : shared; };
  return driver_result(
      cudaOccupancyMaxPotentialBlockSizeVariableSMem(min_grid, block, kernel_of(function), bytes, limit));
}
