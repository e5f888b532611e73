// Copies that only cost time, told as hints where tables are printed: of elements one by one, of data that is on the
// device already, and from pageable memory in several streams, which do not overlap then.
#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t one_element = 16, most_places = 1 << 10;
constexpr u64 many_elements = 64, many_steps = 4, much = 1 << 16;

// The copies of one call.
struct Copies {
  const char* next = nullptr;                          // on the device: where the next element would be
  u64 in_a_row = 0, elements = 0;                      // one by one
  u64 known = 0, bytes = 0;                            // to the device, of what is there
  std::set<std::pair<int, unsigned long long>> paged;  // streams in which pageable memory was copied
};
std::mutex copies_mutex;
auto& all = *new std::map<const void*, Copies>();
auto& fetched = *new std::map<u64, const void*>();  // by the allocation's serial number: where the host has it
thread_local StreamName stream{};

void work_begins(const StreamName& name, const void*) {
  stream = name;
}

bool is_on_device(const void* address) {
  const auto a = find_allocation(address);
  return a && a->kind == MemoryKind::device;
}

void copied(void* to, const void* from, std::size_t bytes, const void* call) {
  if (!call || bytes == 0 || block_state.in_kernel) return;
  const bool up = is_on_device(to), down = is_on_device(from);
  if (up == down) return;
  const std::lock_guard lock(copies_mutex);
  if (all.size() >= most_places && !all.contains(call)) return;
  Copies& c = all[call];
  const char* const there = static_cast<const char*>(up ? to : from);
  c.in_a_row = bytes <= one_element && there == c.next ? c.in_a_row + 1 : 0;
  c.elements = std::max(c.elements, c.in_a_row);
  c.next = there + bytes;
  const void* const here = up ? from : to;
  if (bytes >= much && !stream.legacy && !find_allocation(here)) c.paged.insert({stream.device, stream.id});
  const u64 serial = find_allocation(there)->serial;
  if (down) {
    fetched[serial] = here;
  } else if (const auto same = fetched.find(serial); same != fetched.end() && same->second == here) {
    const DeviceAccess access;
    if (std::memcmp(to, from, bytes) != 0) return;
    ++c.known;
    c.bytes += bytes;
  }
}

void tell() {
  if (!settings().tables) return;
  const std::lock_guard lock(copies_mutex);
  for (const auto& [call, c] : all) {
    const Line line = line_at(call);
    if (line.number == 0 || measures(line.file)) continue;
    const std::string place = "the copies" + site_text(call), text = numbered_text(line);
    if (c.elements >= many_elements) {
      hint(Message::cost, place + " take " + std::to_string(c.elements + 1) + " neighbouring elements one by one",
           {text, "each call costs some microseconds, whatever it copies: one call can copy all of them"});
    }
    if (c.known >= many_steps && c.bytes >= much) {
      hint(Message::cost, place + " bring to the device what is there already, " + std::to_string(c.known) + " times",
           {text,
            "what only kernels change stays on the device from step to step: copy it once before the loop, and back "
            "behind it"});
    }
    if (c.paged.size() > 1 && source_text(line).find("Async") != std::string::npos) {
      hint(Message::cost, place + " are of pageable memory in " + std::to_string(c.paged.size()) + " streams",
           {text,
            "they overlap neither with kernels nor with each other: cudaMallocHost allocates pinned memory, whose "
            "copies do"});
    }
  }
}

const Listener begins(hooks.work_begin, work_begins);
const Listener copies(hooks.copied, copied);
const Listener at_the_end(moments.at_end, tell, turn_of(Message::cost));

}  // namespace
}  // namespace cuda_emulator::microscope
