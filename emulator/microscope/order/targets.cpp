// Which memory is accessed? Bounds, freed memory, memory that kernels cannot access, and memory that was never written.
#include <sys/mman.h>

#include "engine/wrapped_addresses.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"
#include "platform/pages.hpp"
#include "runtime/unchecked.hpp"

extern "C" char __executable_start, __data_start, _end;

namespace cuda_emulator::microscope {
namespace {

// Is the variable declared __constant__?
bool is_declared_constant(const Symbol& symbol, u32 index) {
  if (symbol.low >= reinterpret_cast<std::uintptr_t>(&_end)) return false;
  resolve({index});
  const std::string file = line_of(index).file, name = last_name(readable(symbol.name));
  return says(file, Fact::constant_variable, name) || says(file, Fact::constexpr_variable, name);
}

const char* verb(Kind kind) {
  return kind == Kind::load ? " reads " : kind == Kind::store ? " writes " : " changes ";
}

// "c is a __constant__ variable, …", or "it is the host's variable x; ", or nothing.
std::string of_which_variable(const void* host, u32 index) {
  std::uintptr_t low = 0, high = 0;
  const std::string name = last_name(variable_at(reinterpret_cast<std::uintptr_t>(host), &low, &high));
  if (name.empty() || !std::all_of(name.begin(), name.end(), in_name)) return "";
  resolve({index});
  const std::string file = line_of(index).file;
  const bool constant = says(file, Fact::constant_variable, name);
  if (constant || says(file, Fact::device_variable, name)) {
    return name + " is a " + (constant ? "__constant__" : "__device__") +
           " variable, and no address of it in host code is one on the device: a kernel uses " + name + " itself; ";
  }
  return "it is the host's variable " + name + "; ";
}
bool is_mapped(std::uintptr_t address) {
  unsigned char present = 0;
  return mincore(reinterpret_cast<void*>(address & ~(page_size() - 1)), 1, &present) == 0;
}

// An index that did not fit into 32 bits: -1 of an unsigned variable, or one beyond 2147483647 of a signed one. The
// wrapped index is 2^32 elements from the right one.
std::optional<Allocation> meant_by_wrapped_index(std::uintptr_t address, u32 size, long long* index) {
  constexpr long long all = 1ll << 32, shortly = 4096;
  for (const Allocation& a : live_allocations()) {
    const auto elements = static_cast<long long>(a.size / size);
    const auto low = reinterpret_cast<std::uintptr_t>(a.pointer);
    if (address % size != low % size) continue;
    const auto seen = static_cast<long long>(address - low) / static_cast<long long>(size);
    for (const long long meant : {seen - all, seen + all}) {
      *index = meant;
      if (meant < seen ? meant >= -shortly && meant < 0 : meant >= all / 2 && meant < elements) return a;
    }
  }
  return std::nullopt;
}

// "element 1000 of an array of 1000 elements of 4 bytes, whose last is 999; "
std::string past_the_end(u64 bytes, u64 offset, u32 size) {
  if (bytes % size == 0 && offset % size == 0) {
    const u64 count = bytes / size;
    return "element " + std::to_string(offset / size) + " of an array of " + std::to_string(count) +
           (count == 1 ? " element of " : " elements of ") + bytes_text(size) + ", whose last is " +
           std::to_string(count - 1) + "; ";
  }
  return bytes_text(offset + size - bytes) + (offset < bytes ? " of it lie past the end; " : " past the end; ");
}

Target illegal(Recorder& r, u32 index, std::uintptr_t address, u32 size, Kind kind) {
  const void* const p = reinterpret_cast<const void*>(address);
  const void* const behind = behind_view(p);
  if (info(index).library) return {Space::none, nullptr};
  Message message = Message::host_memory_in_kernel;
  Words what = mark(index) + verb(kind);
  std::string detail;
  if (address < 4096) {
    message = Message::null_pointer;
    what += "through a null pointer";
  } else if (const auto foreign = foreign_memory(behind ? behind : p, current_device())) {
    message = Message::memory_of_another_device;
    what += "memory of device " + std::to_string(foreign->device) + ", to which device " +
            std::to_string(current_device()) + " has no access";
    detail = bytes_text(foreign->size) + ", allocated" + site_text(foreign->site) + "; ";
  } else if (behind) {
    what += "memory that only host code may access";
    detail = of_which_variable(behind, index);
  } else if (const auto dead = freed_allocation(p)) {
    message = Message::freed_memory;
    what += "memory that was freed" + (dead->freed_site ? site_text(dead->freed_site) : "");
    detail = bytes_text(dead->size) + ", allocated" + site_text(dead->site) + "; ";
  } else if (const auto closed = find_allocation(p); closed && !is_accessible(closed->pointer)) {
    message = Message::freed_memory;
    what += "memory that is not allocated now";
    detail = bytes_text(closed->size) + " that a graph allocates and frees, or that cuMemSetAccess has not opened; ";
  } else if (long long meant = 0; const auto a = meant_by_wrapped_index(address, size, &meant)) {
    message = Message::out_of_bounds;
    what += (meant < 0 ? "before the start of " : "outside of ") + allocation_text(*a);
    detail = meant < 0 ? "index " + std::to_string(meant) + " of an unsigned variable is " +
                             std::to_string((1ll << 32) + meant) + "; "
                       : "index " + std::to_string(meant) + " does not fit into an int and has become negative; ";
  } else {
    const auto near = nearest_allocation(p);
    const std::uintptr_t end = near ? reinterpret_cast<std::uintptr_t>(near->pointer) + near->size : 0;
    std::optional<Allocation> next;
    for (const Allocation& a : live_allocations()) {
      if (a.pointer > p && (!next || a.pointer < next->pointer)) next = a;
    }
    const std::uintptr_t begin = next ? reinterpret_cast<std::uintptr_t>(next->pointer) : 0;
    // Between two allocations, the nearer one.
    constexpr u64 far = 1ull << 30;
    const bool behind = near && address < end + far && address + size > end;
    if (behind && (!next || begin - address > address - std::min(address, end))) {
      message = Message::out_of_bounds;
      what += "past the end of " + allocation_text(*near);
      detail = past_the_end(near->size, address + near->size - end, size);
    } else {
      if (next && begin - address < far) {
        message = Message::out_of_bounds;
        what += "before the start of " + allocation_text(*next);
        detail = bytes_text(begin - address) + " before the start; ";
      } else {
        what += "memory that was never allocated on the device";
        if (is_mapped(address)) {
          detail =
              "its address is the host's, and came in a structure or an array: a copy of that takes the pointer as "
              "it is, and not what it points to; ";
        }
      }
    }
  }
  r.failed = true;
  found({message, what, detail + running_thread(r)}, &r, 0, request_now(r, index, Space::global, address, size, kind));
  std::optional<Finding> cause;
  moments.bad_address(cause);
  if (cause) found(*cause, &r);
  return {Space::none, nullptr};
}

// The __shared__ variable beyond whose end, or before whose start, an access outside of all of them is: the nearest.
struct Overrun {
  const Symbol* variable = nullptr;
  bool behind = true;
};
Overrun overrun_shared(std::uintptr_t offset) {
  Overrun nearest;
  std::uintptr_t distance = ~std::uintptr_t{0};
  for (const Symbol& symbol : symbols().thread_variables) {
    const bool behind = symbol.low <= offset;
    const std::uintptr_t far = behind ? offset - symbol.high : symbol.low - offset;
    if (!is_of_the_program(symbol) || (behind && offset < symbol.high) || far >= distance) continue;
    nearest = {&symbol, behind};
    distance = far;
  }
  return nearest;
}

// An access outside of the shared variables may change the engine itself, so the kernel ends first.
Target outside_of_shared(Recorder& r, u32 index, std::uintptr_t address, u32 size, Kind kind) {
  const std::uintptr_t offset = address - reinterpret_cast<std::uintptr_t>(program_tls().low);
  const Overrun overrun = overrun_shared(offset);
  if (!overrun.variable) return {Space::none, nullptr};
  const Symbol& variable = *overrun.variable;
  const std::string name = last_name(readable(variable.name));
  found(
      {Message::out_of_bounds,
       mark(index) + verb(kind) + (overrun.behind ? "past the end of " : "before the start of ") +
           bytes_text(variable.high - variable.low) + " of shared memory (" + name.substr(0, name.find("[abi:")) + ")",
       (overrun.behind ? past_the_end(variable.high - variable.low, offset - variable.low, size)
                       : bytes_text(variable.low - offset) + " before the start; ") +
           running_thread(r)},
      &r, 0, request_now(r, index, Space::shared, address, size, kind));
  r.failed = r.stops = true;
  return {Space::none, nullptr};
}

Target shared_target(Recorder& r, u32 index, std::uintptr_t address, u32 size, Kind kind) {
  std::uintptr_t low = 0, high = 0;
  const std::string name = variable_at(address, &low, &high);
  const std::uintptr_t buffer = reinterpret_cast<std::uintptr_t>(shared_buffer);
  const bool dynamic = address >= buffer && address < buffer + sizeof shared_buffer;
  if (dynamic) {
    low = buffer;
    high = buffer + r.grid->shared;
  } else if (symbols().thread_variables.empty()) {  // a program without its symbols
    low = r.tls;
    high = reinterpret_cast<std::uintptr_t>(program_tls().high);
  } else if (const Symbol* const symbol =
                 holder(symbols().thread_variables, address - reinterpret_cast<std::uintptr_t>(program_tls().low));
             !symbol || is_red_zone(*symbol) || owner_of(address - r.tls) != Owner::program || address + size > high) {
    return outside_of_shared(r, index, address, size, kind);
  }
  if (address + size > high) {
    found({Message::out_of_bounds,
           mark(index) + verb(kind) + "past the end of " + bytes_text(high - low) + " of shared memory" +
               (name.empty() ? "" : " (" + name + ")"),
           past_the_end(high - low, address - low, size) + running_thread(r)},
          &r, 0, request_now(r, index, Space::shared, address, size, kind));
    return {Space::none, nullptr};
  }
  const Region* const region = add_region(low, high, Space::shared, 0, false, r.shared_cells + (low - r.tls) / 4);
  r.cuts[index].region = region;
  return {Space::shared, region};
}

}  // namespace

u8* own_words = nullptr;
std::size_t own_count = 0;

Recorder* recorder_of(Recorder* mine, std::uintptr_t address) {
  if (mine && address - mine->tls < own_count * 4) return mine;
  for (Recorder* const r : all_recorders()) {
    if (address - r->tls < own_count * 4) return r;
  }
  return nullptr;
}

void find_thread_memory() {
  const TlsRange tls = program_tls();
  const std::uintptr_t low = reinterpret_cast<std::uintptr_t>(tls.low) & ~std::uintptr_t{15};
  own_count = (reinterpret_cast<std::uintptr_t>(tls.high) - low) / 4 + 2;
  own_words = new u8[own_count]();
  const auto mark_own = [&](const void* p, std::size_t size, Owner owner) {
    const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(p) - low;
    for (std::uintptr_t at = first & ~std::uintptr_t{3}; at < first + size; at += 4) {
      own_words[at / 4] = static_cast<u8>(owner);
    }
  };
  for (const Symbol& symbol : symbols().thread_variables) {
    const bool engine = symbol.name.find("13cuda_emulator") != std::string::npos &&
                        symbol.name.find("shared_buffer") == std::string::npos && symbol.name.rfind("_ZZ", 0) != 0;
    // _ZGV: whether a __shared__ variable's constructor, which does nothing on a GPU, has run.
    if (engine) mark_own(tls.low + symbol.low, symbol.high - symbol.low, Owner::engine);
    if (symbol.name.rfind("_ZGV", 0) == 0) mark_own(tls.low + symbol.low, symbol.high - symbol.low, Owner::headers);
  }
  mark_own(&threadIdx, sizeof threadIdx, Owner::headers);
  mark_own(&blockIdx, sizeof blockIdx, Owner::headers);
  mark_own(&blockDim, sizeof blockDim, Owner::headers);
  mark_own(&gridDim, sizeof gridDim, Owner::headers);
  mark_own(&block_state, sizeof block_state, Owner::headers);
}

Target target_of(Recorder& r, u32 index, std::uintptr_t address, u32 size, Kind kind) {
  ShortCut& s = r.cuts[index];
  if (s.region && address >= s.region->low && address + size <= s.region->high) return {s.region->space, s.region};
  const void* const p = reinterpret_cast<const void*>(address);
  const bool in_shared = address - r.tls < own_count * 4;
  const bool in_program = address >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
                          address < reinterpret_cast<std::uintptr_t>(&_end);
  // The engine's own lists: every shuffle accesses them.
  if (info(index).library && !in_shared && !in_program && !in_device_arena(p) && !in_host_arena(p)) {
    return {Space::none, nullptr};
  }
  const std::lock_guard lock(regions_mutex);
  if (in_shared) return shared_target(r, index, address, size, kind);
  // Memory of other blocks, or memory that is allocated and freed within a grid: only counted.
  if (is_shared_elsewhere(p)) {
    cluster_memory_touched(r, index, address);
    return {Space::shared, nullptr};
  }
  if (const auto a = find_allocation(p); a && a->kind != MemoryKind::symbol) {
    const std::uintptr_t low = reinterpret_cast<std::uintptr_t>(a->pointer);
    const bool foreign =
        a->kind == MemoryKind::device && a->device != current_device() && foreign_memory(p, current_device());
    if (foreign || address + size > low + a->size || !is_accessible(a->pointer))
      return illegal(r, index, address, size, kind);
    s.region = add_region(low, low + a->size, Space::global, a->serial, a->kind == MemoryKind::device, nullptr);
    if (s.region->poisoned) first_accessed(*s.region);
    return {Space::global, s.region};
  }
  if (in_program) {
    const Symbol* symbol = holder(symbols().variables, address);
    if (!symbol && address >= reinterpret_cast<std::uintptr_t>(&__data_start)) symbol = shortly_before(address);
    if (!symbol) return {Space::none, nullptr};
    const std::uintptr_t low = symbol->low, high = symbol->high;
    if (address + size > high) {
      found({Message::out_of_bounds,
             mark(index) + verb(kind) + "past the end of " + bytes_text(high - low) + " of " +
                 last_name(readable(symbol->name)),
             past_the_end(high - low, address - low, size) + running_thread(r)},
            &r, 0, request_now(r, index, Space::global, address, size, kind));
      return {Space::none, nullptr};
    }
    const Region* const known = known_region(low);
    const Space space = known ? known->space : is_declared_constant(*symbol, index) ? Space::constant : Space::global;
    s.region = add_region(low, high, space, 0, false, nullptr);
    return {space, s.region};
  }
  if (is_on_kernel_heap(address)) return {Space::global, nullptr};
  if (is_shared(p)) return {Space::shared, nullptr};               // of a shared object: only counted
  if (wrapped_shared_address(p)) return {Space::shared, nullptr};  // only counted
  return illegal(r, index, address, size, kind);
}

namespace {

// Has the block written none of the bytes? A part that it has not may be padding, which a copy of whole words takes
// along. A struct that a function returns is stored without a call of the microscope, so memory that seems unwritten
// must also hold the value of poison_shared_memory.
bool holds_poison(const Recorder& r, std::uintptr_t address, u32 size) {
  unsigned char pattern[4];
  std::memcpy(pattern, &poison, sizeof pattern);
  for (std::uintptr_t at = address; at < address + size; ++at) {
    if (written_in_block(r, at, 1) || *reinterpret_cast<const unsigned char*>(at) != pattern[at % 4]) return false;
  }
  return true;
}

bool is_declared_without_padding(const std::string& name, u32 index) {
  resolve({index});
  return says(line_of(index).file, Fact::plain_shared_variable, name);
}

// Of a vector that is loaded, some words are not written, and those of the vector beside it are: as at the end of an
// array that was filled number by number.
u32 unwritten_part(const Recorder& r, const Region& region, std::uintptr_t address, u32 size) {
  u32 bytes = 0;
  for (std::uintptr_t at = address; at < address + size; at += 4) {
    if (written_in_block(r, at, 4) || !holds_poison(r, at, 4)) continue;
    const bool before = at - region.low >= size && written_in_block(r, at - size, 4),
               behind = at + size + 4 <= region.high && written_in_block(r, at + size, 4);
    if (!before && !behind) return 0;
    bytes += 4;
  }
  return bytes;
}

}  // namespace

void check_initialised(Recorder& r, u32 index, const Region& region, std::uintptr_t address, u32 size) {
  const LaneTrace& lane = r.lanes[block_state.current];
  if (address - lane.whole < lane.whole_size && lane.whole >= region.low &&
      lane.whole + lane.whole_size <= region.high) {
    address = lane.whole;  // a piece of a structure, which may be padding: none of the whole must be written
    size = lane.whole_size;
  }
  if (region.space == Space::shared) {
    if (written_in_block(r, address, size)) return;
    const bool all = holds_poison(r, address, size);
    const u32 part = all || size % 8 != 0 || address % 4 != 0 ? 0 : unwritten_part(r, region, address, size);
    if (!all && part == 0) return;
    std::uintptr_t low = 0, high = 0;
    const std::string name = variable_at(address, &low, &high);
    if (!all && !is_declared_without_padding(name, index)) return;
    const u64 key = key_of(index, 0, region.low - r.tls, 4);
    if (found_again(key, r)) return;
    found({Message::uninitialised_shared_memory,
           mark(index) + " reads " +
               (all ? name.empty() ? "words" : name
                    : bytes_text(size) + " of " + name + ", " + bytes_text(part) + " of them") +
               " that no thread of the block has written",
           running_thread(r)},
          &r, key, request_now(r, index, Space::shared, address, size, Kind::load));
    return;
  }
  if (!region.poisoned || !never_written(r, region, address, size)) return;
  const u64 key = key_of(index, 0, region.low, 5);
  if (found_again(key, r)) return;
  const auto a = find_allocation(reinterpret_cast<const void*>(address));
  const std::string failed = first_failed_copy();
  std::string filled;
  if (a) moments.filled(*a, filled);
  found({Message::uninitialised_device_memory,
         mark(index) + " reads memory that has not been written since its allocation" + (a ? site_text(a->site) : ""),
         (failed.empty() ? "" : failed + "; ") + filled + running_thread(r) + ", " + bytes_text(address - region.low) +
             " from the start"},
        &r, key, request_now(r, index, Space::global, address, size, Kind::load));
}

void poison_shared_memory(const Recorder& r) {
  const auto fill = [](std::uintptr_t low, std::uintptr_t high) {
    for (std::uintptr_t at = (low + 3) & ~std::uintptr_t{3}; at + 4 <= high; at += 4) {
      std::memcpy(reinterpret_cast<void*>(at), &poison, sizeof poison);
    }
  };
  const std::uintptr_t own = reinterpret_cast<std::uintptr_t>(program_tls().low);
  for (const Symbol& symbol : symbols().thread_variables) {
    if (is_shared_variable(symbol)) fill(own + symbol.low, own + symbol.high);
  }
  const std::uintptr_t buffer = reinterpret_cast<std::uintptr_t>(shared_buffer);
  fill(buffer, buffer + r.grid->shared);
}

}  // namespace cuda_emulator::microscope
