// Calls of CUDA's libraries: matrices and vectors that are longer than their memory, a devInfo that nobody looks at,
// and pointers of the wrong side.
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emulator/algorithm_uses.hpp"
#include "ground/ground.hpp"
#include "ground/library_call.hpp"
#include "runtime/library_launch.hpp"
#include "runtime/runtime.hpp"

namespace cuda_emulator::microscope {
namespace {

using Call = LibraryCall;
std::mutex calls_mutex;
auto& named = *new std::set<std::string>();  // places
// The same, if nothing has been said of it; else, and if it is not known, without a place.
Call new_call() {
  Call call = running_call();
  const std::lock_guard lock(calls_mutex);
  return call.place.empty() || !named.insert(call.place).second ? Call() : call;
}
std::string name_of(const Call& call, const char* otherwise) {
  return (call.name.empty() ? otherwise : call.name) + call.place;
}
std::string past_the_end(const char* end, const Allocation& a) {
  return bytes_text(static_cast<std::size_t>(end - (a.pointer + a.size))) + " past the end of ";
}

// ---- too little memory

void library_reaches(const void* start, std::size_t bytes, const std::string& reason) {
  if (block_state.in_kernel) return;
  const auto a = find_allocation(start);
  if (!a) return;
  const char* const end = static_cast<const char*>(start) + bytes;
  if (end <= a->pointer + a->size) return;
  const Call call = new_call();
  if (call.place.empty()) return;
  found_at_end(
      Message::out_of_bounds,
      name_of(call, "a library's call") + " reaches " + past_the_end(end, *a) + allocation_text(*a),
      {reason + ": " + bytes_text(bytes),
       reason.find("work") != std::string::npos ? "bufferSize counts elements: cudaMalloc takes as many times sizeof"
       : reason.find("transform") != std::string::npos
           ? "a transform of n real numbers has n / 2 + 1 complex ones as its result"
           : "cuBLAS stores matrices by columns: the leading dimension is the number of rows of the whole matrix"});
}

// ---- whether a factorisation succeeded

struct Info {
  Call call;
  u64 serial;
};
auto& infos = *new std::map<const int*, Info>();

void library_info(const int* where) {
  if (block_state.in_kernel) return;
  const auto a = find_allocation(where);
  if (!a || a->kind != MemoryKind::device) return;
  Call call = running_call();
  if (call.place.empty()) return;
  const std::lock_guard lock(calls_mutex);
  infos[where] = {std::move(call), a->serial};
}

void check_info(const int* where, const Info& info) {
  int value = 0;
  {
    const DeviceAccess access;
    std::memcpy(&value, where, sizeof value);
  }
  if (value == 0 || static_cast<u32>(value) == poison) return;
  const bool cholesky = info.call.name.find("potrf") != std::string::npos;
  const std::string step = std::to_string(value);
  found_at_end(Message::library_call_that_failed,
               info.call.name + info.call.place + " stored " + step + " in devInfo, and the program did not look",
               {value < 0  ? "argument " + std::to_string(-value) + " is invalid"
                : cholesky ? "the matrix is not positive definite: the factorisation stopped at row " + step
                           : "the matrix is singular: element (" + step + ", " + step + ") of U is 0",
                "devInfo lies on the device: copy it to the host after the call; 0 means success"});
}

// ---- a result for the host

void library_result(const void* where) {
  const auto a = find_allocation(where);
  if (!a || a->kind != MemoryKind::device) return;
  const Call call = new_call();
  if (call.place.empty()) return;
  found_at_end(Message::memories_exchanged,
               call.name + call.place + " gets a pointer to device memory for its result, and stores it as the host",
               {"on a GPU the program crashes there; the memory was allocated" + site_text(a->site),
                "pass the address of a variable of the host, or set CUBLAS_POINTER_MODE_DEVICE before"});
}

// ---- host memory in Thrust's function objects

bool is_code(const void* p) {
  struct Search {
    std::uintptr_t at;
    bool found;
  } search{reinterpret_cast<std::uintptr_t>(p), false};
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        auto& s = *static_cast<Search*>(out);
        for (int i = 0; i < info->dlpi_phnum; ++i) {
          const auto& part = info->dlpi_phdr[i];
          const std::uintptr_t low = info->dlpi_addr + part.p_vaddr;
          if (part.p_type == PT_LOAD && (part.p_flags & PF_X) && s.at >= low && s.at < low + part.p_memsz)
            s.found = true;
        }
        return 0;
      },
      &search);
  return search.found;
}

bool is_plain_host_memory(const void* p) {
  const auto address = reinterpret_cast<std::uintptr_t>(p);
  if (address < 1 << 16 || address >> 47 != 0 || in_device_arena(p) || in_host_arena(p) || find_allocation(p))
    return false;
  std::uintptr_t low = 0, high = 0;
  if (const std::string variable = variable_at(address, &low, &high);
      !variable.empty() && find_allocation(reinterpret_cast<const void*>(low))) {
    return false;
  }
  const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
  unsigned char present = 0;
  if (mincore(reinterpret_cast<void*>(address / page * page), 1, &present) != 0) return false;
  return !is_code(p) && !is_on_kernel_heap(address);
}

// ---- what an algorithm of CUB or Thrust gets: true if something is wrong with it

bool check_use(const char* algorithm, const AlgorithmUse& use) {
  if (use.bytes == 0) return false;
  const auto a = find_allocation(use.begin);
  const char* const end = static_cast<const char*>(use.begin) + use.bytes;
  const bool in_host = !a && use.begin && is_plain_host_memory(use.begin);
  std::string freed;
  if (const auto dead = freed_allocation(use.begin); dead && !a) {
    freed = "memory that was freed" + (dead->freed_site ? site_text(dead->freed_site) : "");
  }
  if (use.begin && !in_host && freed.empty() && (!a || end <= a->pointer + a->size)) return false;
  const Call call = new_call();
  if (call.place.empty()) return true;
  const std::string name = name_of(call, algorithm), does = use.writes ? " writes " : " reads ";
  if (!use.begin) {
    found_at_end(Message::null_pointer, name + does + bytes_text(use.bytes) + " through a null pointer", {});
  } else if (in_host) {
    found_at_end(Message::host_memory_in_kernel, name + " runs on the device and gets a pointer to host memory", {});
  } else if (!freed.empty()) {
    found_at_end(Message::freed_memory, name + does + freed, {});
  } else {
    found_at_end(Message::out_of_bounds, name + does + past_the_end(end, *a) + allocation_text(*a),
                 {"the range has " + bytes_text(use.bytes),
                  "its length is a number of elements, and each array must have as many"});
  }
  return true;
}

bool check_overlap(const char* algorithm, const AlgorithmUse& output, const AlgorithmUse& other,
                   AlgorithmSharing sharing) {
  const auto* const a = static_cast<const char*>(output.begin);
  const auto* const b = static_cast<const char*>(other.begin);
  if (output.bytes == 0 || other.bytes == 0 || a + output.bytes <= b || b + other.bytes <= a) return false;
  if (a == b && sharing == AlgorithmSharing::all && !other.writes) return false;
  const Call call = new_call();
  if (call.place.empty()) return true;
  found_at_end(
      Message::ranges_that_overlap,
      name_of(call, algorithm) + " gets an output that shares memory with " +
          (other.writes ? "another output" : "its input"),
      {a == b ? "both begin at the same element"
              : "one begins " + bytes_text(static_cast<std::size_t>(a < b ? b - a : a - b)) + " after the other",
       "its threads read elements that others have overwritten: the output needs an array of its own"});
  return true;
}

void info_fetched(void* to, const void* from, std::size_t bytes, const void*) {
  if (!fetched_from(to, from)) return;
  const std::lock_guard lock(calls_mutex);
  std::erase_if(infos, [&](const auto& one) {
    return static_cast<const void*>(one.first) >= from &&
           reinterpret_cast<const char*>(one.first) < static_cast<const char*>(from) + bytes;
  });
}
void info_freed(const void* start) {
  const auto a = find_allocation(start);
  if (!a || a->kind != MemoryKind::device) return;
  std::map<const int*, Info> gone;
  {
    const std::lock_guard lock(calls_mutex);
    for (auto one = infos.begin(); one != infos.end();) {
      const auto next = std::next(one);
      if (one->second.serial == a->serial) gone.insert(infos.extract(one));
      one = next;
    }
  }
  for (const auto& [where, info] : gone) check_info(where, info);
}
void check_infos() {
  std::map<const int*, Info> rest;
  {
    const std::lock_guard lock(calls_mutex);
    rest.swap(infos);
  }
  for (const auto& [where, info] : rest) {
    const auto a = find_allocation(where);
    if (a && a->serial == info.serial && !device_failed()) check_info(where, info);
  }
}

const Listener reaches(hooks.library_reaches, library_reaches);
const Listener gives_info(hooks.library_info, library_info);
const Listener gives_result(hooks.library_result, library_result);
const Listener copies(hooks.copied, info_fetched);
const Listener frees(hooks.memory_freed, info_freed);
const Listener at_the_end(moments.at_end, check_infos, turn_of(Message::library_call_that_failed));

bool start_stays = false;  // of the last reduction

}  // namespace

extern "C" {

// A Thrust algorithm has stored its result there.
void cuda_emulator_thrust_wrote(const void* begin, const void* end, const char* algorithm) {
  const auto a = find_allocation(begin);
  if (!a || end <= a->pointer + a->size) return;
  const Call call = new_call();
  if (call.place.empty()) return;
  found_at_end(
      Message::out_of_bounds,
      algorithm + call.place + " writes " + past_the_end(static_cast<const char*>(end), *a) + bytes_text(a->size) +
          " of its output",
      {"an algorithm of Thrust does not enlarge its output: make it as long as the input before, with resize"});
}

// An algorithm of CUB or Thrust is about to access these ranges.
void cuda_emulator_algorithm_uses(const char* algorithm, const AlgorithmUse* uses, std::size_t count,
                                  AlgorithmSharing sharing) {
  for (std::size_t i = 0; i < count; ++i) {
    if (check_use(algorithm, uses[i])) return;
  }
  for (std::size_t i = 0; i < count && sharing != AlgorithmSharing::any; ++i) {
    for (std::size_t k = 0; k < count && uses[i].writes; ++k) {
      if (k != i && check_overlap(algorithm, uses[i], uses[k], sharing)) return;
    }
  }
}
void cuda_emulator_algorithm_accesses(const char* launch, const AlgorithmUse* uses, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) announce_launch(launch, uses[i].begin, uses[i].bytes, uses[i].writes);
}
void cuda_emulator_cub_storage(const void* storage, std::size_t bytes, std::size_t needed) {
  if (bytes >= needed) {
    check_use("cub", {storage, bytes, true});
    return;
  }
  const Call call = new_call();
  if (call.place.empty()) return;
  found_at_end(Message::library_call_that_failed,
               call.name + call.place + " gets " + bytes_text(bytes) + " of temporary storage, and needs more",
               {"it returns cudaErrorInvalidValue and does nothing",
                "the first call, with a null pointer, says how much: it needs the same arguments as the second"});
}

// A reduction that keeps one of its values, such as a maximum: its result is the 0 that it started with, and no element
// is 0.
void cuda_emulator_start_stays() {
  start_stays = true;
}
// The host has the result.
void cuda_emulator_reduced(const char* algorithm) {
  if (!std::exchange(start_stays, false)) return;
  const Call call = new_call();
  if (call.place.empty()) return;
  found_at_end(Message::extreme_is_start,
               algorithm + call.place + " gives the 0 that it starts with, and no element is 0",
               {"a maximum of negative numbers that starts at 0 is 0, and so is a minimum of positive ones",
                "start with the first element, or with std::numeric_limits<T>::lowest() or max()"});
}

// A Thrust algorithm on the device gets this word in a function object, or as an iterator.
void cuda_emulator_given_to_thrust(const void* word, const char* algorithm, bool iterator) {
  if (!is_plain_host_memory(word)) return;
  const Call call = new_call();
  if (call.place.empty()) return;
  found_at_end(
      Message::host_memory_in_kernel,
      algorithm + call.place + " runs on the device and gets a " + "pointer to host memory" +
          (iterator ? "" : " in its function object"),
      {"a kernel cannot access the host's arrays and variables: copy them to a thrust::device_vector, and pass "
       "thrust::raw_pointer_cast of its data(), or a value in place of a reference"});
}
}

}  // namespace cuda_emulator::microscope
