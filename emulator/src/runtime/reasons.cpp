// The reason why a call fails, in words: its arguments beside the correct values. Computed only when a call has failed
// and the program discards its status.
#include <algorithm>

#include "platform/arena.hpp"
#include "runtime/device_profiles.hpp"
#include "runtime/runtime.hpp"
#include "runtime/unchecked.hpp"

namespace cuda_emulator {
namespace {

std::string number(unsigned long long value) {
  return std::to_string(value);
}

// A negative number that was converted to unsigned is printed as the negative number.
std::string dimension(const char* name, unsigned value) {
  const int as_signed = static_cast<int>(value);
  return std::string(name) + " is " + number(value) +
         (as_signed < 0 ? ", which is " + std::to_string(as_signed) + " converted to an unsigned number" : "");
}

// "64 x 64 = 4096", or "4096" for one dimension
std::string product(dim3 of) {
  const unsigned long long all = 1ull * of.x * of.y * of.z;
  if (of.y == 1 && of.z == 1) return number(all);
  return number(of.x) + " x " + number(of.y) + (of.z == 1 ? "" : " x " + number(of.z)) + " = " + number(all);
}

std::string line_of(const void* site) {
  if (!site) return "";
  void* const address = const_cast<void*>(site);
  const std::string line = source_lines({address})[address];
  return line == unknown_line ? "" : " at " + line.substr(line.rfind('/') + 1);
}

// ---- the parts of a launch ----

std::string reason_of_block(dim3 block, const void* kernel) {
  const unsigned long long threads = 1ull * block.x * block.y * block.z;
  if (threads == 0) return "a block of 0 threads: " + product(block);
  for (const auto& [name, value] : {std::pair("block.x", block.x), {"block.y", block.y}, {"block.z", block.z}}) {
    if (static_cast<int>(value) < 0) return dimension(name, value);
  }
  if (threads > max_threads_per_block) {
    return product(block) + " threads in a block; a block holds at most " + number(max_threads_per_block);
  }
  if (block.z > 64) return dimension("block.z", block.z) + "; at most 64";
  const int bound = kernel ? launch_bound(kernel) : max_threads_per_block;
  if (threads > static_cast<unsigned long long>(bound)) {
    return product(block) + " threads in a block; the kernel's __launch_bounds__ allows " + std::to_string(bound);
  }
  return "";
}

std::string reason_of_grid(dim3 grid) {
  const bool flat = grid.y == 1 && grid.z == 1;
  if (grid.x == 0 || grid.y == 0 || grid.z == 0) {
    return "a grid of 0 blocks" + (flat ? "" : ": " + product(grid)) +
           "; integer division discards the remainder: round it up, (n + threads - 1) / threads";
  }
  if (static_cast<int>(grid.x) < 0) return "grid.x: " + dimension("blocks", grid.x) + "; at most 2147483647";
  if (grid.y > 65535) return "grid.y of the blocks is " + number(grid.y) + "; at most 65535 (x may have 2147483647)";
  if (grid.z > 65535) return "grid.z of the blocks is " + number(grid.z) + "; at most 65535 (x may have 2147483647)";
  return "";
}

enum class Side { host, device, both };
const char* name_of(Side side) {
  return side == Side::host ? "on the host" : "on the device";
}
Side side_of(const void* pointer) {
  const auto memory = find_allocation(pointer);
  if (!memory) return Side::host;
  return memory->kind == MemoryKind::device || memory->kind == MemoryKind::symbol ? Side::device : Side::both;
}

// The error in the bytes at one end; empty: none.
std::string trouble_at(const char* end, const void* pointer, std::size_t bytes) {
  const std::string the_end = std::string("the ") + end;
  if (!pointer) return the_end + " is a null pointer: was its memory ever allocated?";
  if (bytes > PTRDIFF_MAX) {
    return number(bytes) + " bytes, which is " + std::to_string(static_cast<long long>(bytes)) +
           " converted to an unsigned number";
  }
  if (const auto memory = find_allocation(pointer)) {
    const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - memory->pointer);
    if (memory->size - offset >= bytes) return "";
    const std::string from = offset ? " from byte " + number(offset) + " on" : "";
    return number(bytes) + " bytes" + from + ", but the " + end + " has " + number(memory->size) + " bytes" +
           (memory->kind == MemoryKind::symbol ? "" : ", allocated" + line_of(memory->site));
  }
  if (!in_device_arena(pointer) && !in_host_arena(pointer)) return "";
  if (const auto freed = freed_allocation(pointer)) {
    return the_end + " was freed" + line_of(freed->freed_site) + " (it was allocated" + line_of(freed->site) + ")";
  }
  if (const auto before = nearest_allocation(pointer)) {
    return the_end + " lies " + number(static_cast<const char*>(pointer) - (before->pointer + before->size)) +
           " bytes past the end of the " + number(before->size) + " bytes allocated" + line_of(before->site);
  }
  return the_end + " is not allocated memory";
}

const char* name_of(cudaMemcpyKind kind) {
  constexpr const char* names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost",
                                   "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault"};
  return names[kind];
}

}  // namespace

std::string reason_of_launch(const Grid& grid, const void* kernel, cudaError_t error) {
  if (std::string reason = reason_of_block(grid.block, kernel); !reason.empty()) return reason;
  if (std::string reason = reason_of_grid(grid.grid); !reason.empty()) return reason;
  if (const std::size_t most = dynamic_shared_limit(kernel); grid.shared > most) {
    const std::size_t declared = kernel ? static_shared(kernel) : 0, opt_in = device_profile().shared_opt_in;
    std::string reason = number(grid.shared) + " bytes of dynamic shared memory";
    if (declared > 0) reason += " beside " + number(declared) + " bytes of __shared__ variables";
    if (grid.shared > PTRDIFF_MAX) return reason + ": a negative number";
    reason += "; at most " + number(most);
    if (grid.shared + declared > opt_in) {
      return reason + ", and " + number(opt_in) + " in all with cudaFuncSetAttribute()";
    }
    if (dynamic_shared_is_set(kernel)) {
      return reason +
             ", as cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) has set it";
    }
    return reason +
           " unless cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) asks for more";
  }
  if (error == cudaErrorCooperativeLaunchTooLarge) {
    const std::size_t most = resident_blocks(kernel, grid.block.x * grid.block.y * grid.block.z, grid.shared);
    return product(grid.grid) + " blocks of a cooperative launch; the device holds " + number(most) + " at once";
  }
  return "";
}

std::string reason_of_copy(const cudaMemcpy3DParms& copy) {
  if (copy.kind < cudaMemcpyHostToHost || copy.kind > cudaMemcpyDefault) {
    return "the direction is " + std::to_string(static_cast<int>(copy.kind)) + ", which is none of cudaMemcpyKind";
  }
  if (copy.srcArray || copy.dstArray) return "";
  const std::size_t rows = copy.extent.height * copy.extent.depth;
  const auto span = [&](const cudaPitchedPtr& end) {
    return rows == 1 ? copy.extent.width : (rows - 1) * end.pitch + copy.extent.width;
  };
  if (rows > 1 && (copy.srcPtr.pitch < copy.extent.width || copy.dstPtr.pitch < copy.extent.width)) {
    return "rows of " + number(copy.extent.width) + " bytes, but a pitch of " +
           number(std::min(copy.srcPtr.pitch, copy.dstPtr.pitch)) + ": width and pitch count bytes";
  }
  const void *to = copy.dstPtr.ptr, *from = copy.srcPtr.ptr;
  if (std::string trouble = trouble_at("destination", to, span(copy.dstPtr)); !trouble.empty()) return trouble;
  if (std::string trouble = trouble_at("source", from, span(copy.srcPtr)); !trouble.empty()) return trouble;
  if (copy.kind == cudaMemcpyDefault) return "";
  const bool to_device = copy.kind == cudaMemcpyHostToDevice || copy.kind == cudaMemcpyDeviceToDevice;
  const bool from_device = copy.kind == cudaMemcpyDeviceToHost || copy.kind == cudaMemcpyDeviceToDevice;
  const Side at_to = side_of(to), at_from = side_of(from);
  const bool wrong_to = at_to != Side::both && (at_to == Side::device) != to_device;
  const bool wrong_from = at_from != Side::both && (at_from == Side::device) != from_device;
  const std::string kind = name_of(copy.kind);
  if (wrong_to && wrong_from && at_to != at_from) {
    return kind + ", but the destination (first) lies " + name_of(at_to) + " and the source (second) " +
           name_of(at_from);
  }
  if (wrong_to) return kind + ", but the destination, the first argument, lies " + name_of(at_to);
  if (wrong_from) return kind + ", but the source, the second argument, lies " + name_of(at_from);
  return "";
}

std::string reason_of_set(const cudaMemsetParams& set) {
  const std::size_t bytes = set.width * set.elementSize;
  const std::size_t span = set.height > 1 ? (set.height - 1) * set.pitch + bytes : bytes;
  if (std::string trouble = trouble_at("destination", set.dst, span); !trouble.empty()) return trouble;
  if (side_of(set.dst) == Side::host) return "the destination lies on the host: memset() sets that";
  return "";
}

std::string reason_of_symbol(std::size_t size, std::size_t count, std::size_t offset) {
  const std::string from = offset ? " from byte " + number(offset) + " on (the offset counts bytes)" : "";
  return number(count) + " bytes" + from + ", but the variable has " + number(size) + " bytes";
}

std::string reason_of_device(int device) {
  const int count = device_count();
  const std::string there = "there is no device " + std::to_string(device) + ", as " + std::to_string(count) +
                            (count == 1 ? " is" : " are") + " emulated";
  return device < count ? there : there + ": CUDA_EMULATOR_DEVICES=" + std::to_string(device + 1) + " makes more";
}

std::string reason_of_other_device(const char* what, int device) {
  return std::string(what) + " is one of device " + std::to_string(device) + ", and the current device is " +
         std::to_string(current_device()) + ": cudaSetDevice(" + std::to_string(device) + ") comes first";
}

std::string reason_of_allocation(std::size_t size) {
  if (size > PTRDIFF_MAX) {
    return number(size) + " bytes, which is " + std::to_string(static_cast<long long>(size)) +
           " converted to an unsigned number: did a product of ints overflow?";
  }
  return number(size) + " bytes requested; " + number(device_memory() - memory_in_use(current_device())) +
         " are free of " + number(device_memory()) + " on this device. No memory, so the pointer is null";
}

std::string reason_of_free(const void* pointer, bool pinned) {
  const char* const right[] = {"cudaFree", "cudaFree", "cudaFreeHost", "cudaHostUnregister", "nothing"};
  if (const auto memory = find_allocation(pointer)) {
    if (memory->pointer != pointer) {
      return "the pointer lies " + number(static_cast<const char*>(pointer) - memory->pointer) +
             " bytes past the start of the memory allocated" + line_of(memory->site) +
             ": free the pointer that the allocation returned";
    }
    return "memory allocated" + line_of(memory->site) + " is freed by " + right[static_cast<int>(memory->kind)] + "()";
  }
  if (const auto freed = freed_allocation(pointer)) return "it was freed already" + line_of(freed->freed_site);
  if (!in_device_arena(pointer) && !in_host_arena(pointer)) {
    return pinned ? "it was not allocated by cudaMallocHost(): free() or delete frees what malloc() or new allocated"
                  : "it is the host's memory: free() or delete frees what malloc() or new allocated";
  }
  return "no allocation begins there";
}

}  // namespace cuda_emulator
