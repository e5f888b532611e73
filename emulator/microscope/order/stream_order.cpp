// Order between streams, and between streams and the host: work runs here in the order of the calls, on a GPU in any
// order that streams, events and the host's waits allow. If two pieces of work access the same bytes, one of them
// writes, and nothing orders the two, it is a finding, whatever their order was in this run.
//
// Every piece of work has a number in its stream. The work before it is a number per stream (a vector clock): passed on
// by the stream, by events, by the default stream to those it blocks, and by the host when it waits. Memory records the
// accesses since the host last waited. Where the rules of CUDA are weaker than GPUs' behaviour (a copy from pageable
// memory), the host is assumed to have waited: every reported case is a bug.
#include <sys/mman.h>

#include "ground/ground.hpp"
#include "ground/library_call.hpp"
#include "order/order.hpp"
#include "platform/pages.hpp"
#include "runtime/launch.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t most_pieces = 1 << 14;  // of one piece of work in one allocation: further ones are not stored
constexpr std::size_t most_works = 256;       // that an allocation remembers

class Clock {
 public:
  u64 of(std::size_t stream) const { return stream < numbers_.size() ? numbers_[stream] : 0; }
  void set(std::size_t stream, u64 number) {
    if (stream >= numbers_.size()) numbers_.resize(stream + 1);
    numbers_[stream] = number;
  }
  void join(const Clock& other) {
    for (std::size_t i = 0; i < other.numbers_.size(); ++i) set(i, std::max(of(i), other.numbers_[i]));
  }

 private:
  std::vector<u64> numbers_;
};

struct Stream {
  unsigned long long id;
  int device;
  bool legacy, blocking;
  std::size_t index;
  Clock clock;
  std::map<std::size_t, u64> awaited = {};  // by events: how far other streams had come when they were recorded
};

// The accesses of a piece of work to an allocation: disjoint pieces by address, each with its line.
struct Piece {
  std::uintptr_t high;
  u32 site;
};
using Pieces = std::map<std::uintptr_t, Piece>;
struct Touch {
  Pieces reads, writes, changes;  // changes: by atomic functions, which exclude the others but not each other
};
struct Deed {
  std::size_t stream = 0;
  u64 number = 0;
  std::string what;               // as text
  const char* writes = "writes";  // the verb for what it writes
  bool owns = false;              // it makes the memory or frees it
  bool talks = false;
};
struct Work : Deed {
  Clock clock;  // including itself
  const void* call = nullptr;
  std::map<u64, Touch> touched;  // by the allocation's serial number
};
struct Past : Deed {
  Touch touch;
};
// Memory that host code may not access before it has waited, and the pages that hold it.
struct Watch {
  std::uintptr_t begin, end;
  std::uintptr_t low, high;  // of the pages
  int allowed;
  std::size_t stream;
  u64 number;
  u32 site;
  std::string what;
};

std::recursive_mutex order_mutex;
auto& streams = *new std::vector<Stream>();
struct RecordedEvent {
  Clock clock;
  std::size_t stream;
};
auto& events = *new std::map<const void*, RecordedEvent>();
auto& memories = *new std::map<u64, std::vector<Past>>();  // by the allocation's serial number
auto& watches = *new std::vector<Watch>();
Clock& host = *new Clock();
unsigned running = 0;  // pieces of work, of all host threads: while there are any, no page is closed
thread_local Work* current = nullptr;
u64 works_begun = 0;

Stream& stream_of(const StreamName& name) {
  for (Stream& s : streams) {
    if (s.id == name.id && s.device == name.device) return s;
  }
  streams.push_back({name.id, name.device, name.legacy, name.blocking, streams.size(), {}, {}});
  return streams.back();
}

// The clock of the next piece of work in the stream.
Clock before(const Stream& stream) {
  Clock clock = stream.clock;
  clock.join(host);
  for (const Stream& other : streams) {
    if (other.device != stream.device) continue;
    if ((stream.legacy && other.blocking) || (stream.blocking && other.legacy)) clock.join(other.clock);
  }
  return clock;
}

u32 call_site(const void* call) {
  return call ? site_of(call) : ~0u;
}

void add_piece(Pieces& pieces, std::uintptr_t low, std::uintptr_t high, u32 site) {
  auto next = pieces.lower_bound(low);
  if (next != pieces.begin() && std::prev(next)->second.high >= low) --next;
  u32 first = site;
  while (next != pieces.end() && next->first <= high) {
    if (next->first <= low) first = next->second.site;
    low = std::min(low, next->first);
    high = std::max(high, next->second.high);
    next = pieces.erase(next);
  }
  if (pieces.size() < most_pieces) pieces[low] = {high, first};
}

void touches(Work& work, std::uintptr_t low, std::uintptr_t high, Kind kind, u32 site) {
  const auto a = find_allocation(reinterpret_cast<const void*>(low));
  if (!a || a->kind == MemoryKind::symbol) return;
  high = std::min(high, reinterpret_cast<std::uintptr_t>(a->pointer) + a->size);
  Touch& touch = work.touched[a->serial];
  add_piece(kind == Kind::store ? touch.writes : kind == Kind::load ? touch.reads : touch.changes, low, high, site);
}

Words named(const std::string& what, u32 site) {
  return site == ~0u ? Words(what) : what + " at " + mark(site);
}

// Do pieces of the two overlap? Returns the lines of the first such pieces.
bool meet(const Pieces& a, const Pieces& b, u32* site_a, u32* site_b) {
  auto x = a.begin();
  auto y = b.begin();
  while (x != a.end() && y != b.end()) {
    if (std::max(x->first, y->first) < std::min(x->second.high, y->second.high)) {
      *site_a = x->second.site;
      *site_b = y->second.site;
      return true;
    }
    ++(x->second.high < y->second.high ? x : y);
  }
  return false;
}

// Why nothing orders the work after what another stream did before.
const char* reason_of_no_order(const Work& work, const Past& past) {
  const Stream &later = streams[work.stream], &earlier = streams[past.stream];
  const bool of_default = (later.legacy && !earlier.legacy) || (earlier.legacy && !later.legacy);
  if (of_default && later.device == earlier.device) {
    return "a stream made with cudaStreamNonBlocking and the default stream do not wait for each other";
  }
  const auto awaited = later.awaited.find(past.stream);
  if (awaited != later.awaited.end() && awaited->second < past.number) {
    return "the event that the second stream waits for was recorded before the first one's work: cudaEventRecord comes "
           "after it";
  }
  return "no event, wait of the host or default stream orders the two streams";
}

bool compare(const Work& work, const Touch& mine, const Past& past) {
  if (work.clock.of(past.stream) >= past.number || work.talks || past.talks) return false;
  const struct {
    const Pieces &earlier, &later;
    const char *did, *does;
  } ways[] = {{past.touch.writes, mine.writes, past.writes, work.writes},
              {past.touch.writes, mine.reads, past.writes, "reads"},
              {past.touch.reads, mine.writes, "reads", work.writes},
              {past.touch.writes, mine.changes, past.writes, "changes"},
              {past.touch.changes, mine.writes, "changes", work.writes},
              {past.touch.reads, mine.changes, "reads", "changes"},
              {past.touch.changes, mine.reads, "changes", "reads"}};
  for (const auto& way : ways) {
    u32 earlier = 0, later = 0;
    if (!meet(way.earlier, way.later, &earlier, &later)) continue;
    found({Message::no_order_between_streams,
           named(past.what, earlier) + " " + way.did + " what " + named(work.what, later) + " " + way.does,
           reason_of_no_order(work, past)});
    return true;
  }
  return false;
}

// ---- pages ----

void protect(const Watch& w, int allowed) {
  mprotect(reinterpret_cast<void*>(w.low), w.high - w.low, allowed);
}
void open_pages() {
  for (const Watch& w : watches) protect(w, PROT_READ | PROT_WRITE);
}
void close_pages() {
  std::erase_if(watches, [](const Watch& w) {
    const bool waited = host.of(w.stream) >= w.number;
    if (waited) protect(w, PROT_READ | PROT_WRITE);
    return waited;
  });
  if (running > 0) return;
  for (const int allowed : {PROT_READ, PROT_NONE}) {
    for (const Watch& w : watches) {
      if (w.allowed == allowed) protect(w, allowed);
    }
  }
}

// Pages hold other bytes too, which host code may access: memory_fault tells them apart.
void watch(const Work& work, const Pieces& pieces, bool writes) {
  const std::uintptr_t page = page_size();
  for (const auto& [begin, piece] : pieces) {
    watches.push_back({begin, piece.high, begin & ~(page - 1), (piece.high + page - 1) & ~(page - 1),
                       writes ? PROT_NONE : PROT_READ, work.stream, work.number, piece.site, work.what});
  }
}

void host_waited() {
  if (watches.empty() && memories.empty()) return;
  for (auto memory = memories.begin(); memory != memories.end();) {
    std::erase_if(memory->second, [](const Past& past) { return host.of(past.stream) >= past.number; });
    memory = memory->second.empty() ? memories.erase(memory) : std::next(memory);
  }
  close_pages();
}

// ---- hooks ----

void work_begin(const StreamName& name, const void* call) {
  ++works_begun;
  const std::lock_guard lock(order_mutex);
  Stream& stream = stream_of(name);
  auto* const work = new Work();
  work->stream = stream.index;
  work->clock = before(stream);
  work->number = stream.clock.of(stream.index) + 1;
  work->clock.set(stream.index, work->number);
  work->call = call;
  stream.clock = work->clock;
  current = work;
  if (running++ == 0) open_pages();
}

void work_touches(const void* low, std::size_t bytes, bool writes, const char* kernel) {
  if (!current) return;
  const std::lock_guard lock(order_mutex);
  if (kernel && current->what.empty()) {
    const LibraryCall library = running_call();
    const std::string_view name(kernel);
    const bool named = name.starts_with("cu") || name.starts_with("thrust::");
    current->what = !library.name.empty() ? library.name : named ? kernel : "";
    if (!current->what.empty() && !current->call) current->call = library.site;
  }
  if (current->what.empty()) current->what = kernel ? std::string("kernel ") + kernel : "the copy or set";
  const std::uintptr_t from = reinterpret_cast<std::uintptr_t>(low);
  touches(*current, from, from + bytes, writes ? Kind::store : Kind::load, call_site(current->call));
}

// Nothing may use the memory before it is made, nor behind its end: both exclude all other accesses, as a write does.
void work_owns(const void* start, std::size_t bytes, bool frees) {
  if (!current) return;
  current->what = frees ? "the free" : "the allocation";
  current->writes = frees ? "frees" : "makes";
  current->owns = true;
  work_touches(start, bytes, true, nullptr);
}

void work_end() {
  const std::lock_guard lock(order_mutex);
  Work* const work = std::exchange(current, nullptr);
  if (!work) return;
  --running;
  const bool waited = host.of(work->stream) >= work->number;
  for (auto& [serial, touch] : work->touched) {
    std::vector<Past>& pasts = memories[serial];
    // Of memory that begins or ends too early or too late one finding is enough: the last use before its end.
    const auto meets = [&work = *work, &touch = touch](const Past& past) { return compare(work, touch, past); };
    if (work->owns) {
      (void)std::any_of(pasts.rbegin(), pasts.rend(), meets);
    } else {
      std::erase_if(pasts, [&](const Past& past) { return meets(past) && past.owns; });
    }
    if (waited) continue;
    if (pasts.size() >= most_works) pasts.erase(pasts.begin());
    if (!work->talks) {
      for (const auto* pieces : {&touch.writes, &touch.reads, &touch.changes}) {
        if (pieces->empty()) continue;
        const auto a = find_allocation(reinterpret_cast<const void*>(pieces->begin()->first));
        const bool by_host = a && (a->kind == MemoryKind::managed || a->kind == MemoryKind::pinned);
        if (by_host) watch(*work, *pieces, pieces != &touch.reads);
      }
    }
    pasts.push_back({*work, std::move(touch)});
  }
  delete work;
  close_pages();
}

void event_recorded(const void* event) {
  const std::lock_guard lock(order_mutex);
  if (current) events[event] = {current->clock, current->stream};
}
void event_awaited(const void* event) {
  const std::lock_guard lock(order_mutex);
  const auto known = events.find(event);
  if (!current || known == events.end()) return;  // waiting for an event that was never recorded does nothing
  const auto& [clock, stream] = known->second;
  current->clock.join(clock);
  Stream& waiting = streams[current->stream];
  waiting.clock.join(clock);
  waiting.awaited[stream] = clock.of(stream);
}
void event_gone(const void* event) {
  const std::lock_guard lock(order_mutex);
  events.erase(event);
}

void host_waits(const StreamName* name, const void* event) {
  const std::lock_guard lock(order_mutex);
  if (name) {
    host.join(before(stream_of(*name)));
  } else if (event) {
    if (const auto known = events.find(event); known != events.end()) host.join(known->second.clock);
  } else {
    for (const Stream& stream : streams) host.join(stream.clock);
  }
  host_waited();
}

// The line of host code that accesses the page, or of the first caller in the program itself.
u32 host_site(const void* pc) {
  const void* const behind = static_cast<const char*>(pc) + 1;  // after the instruction, as for a call
  if (is_own_code(behind)) return site_of(behind);
  const CallStack<32> stack;
  const auto callers = std::find(stack.begin(), stack.end(), pc),
             own = std::find_if(callers == stack.end() ? callers : callers + 1, stack.end(), is_own_code);
  return own == stack.end() ? ~0u : site_of(*own);
}

bool memory_fault(const void* address, bool write, const void* pc) {
  const std::lock_guard lock(order_mutex);
  const std::uintptr_t at = reinterpret_cast<std::uintptr_t>(address);
  const std::uintptr_t low = at & ~(page_size() - 1);
  const auto open_page = [&] { mprotect(reinterpret_cast<void*>(low), page_size(), PROT_READ | PROT_WRITE); };
  const auto holder = std::find_if(watches.begin(), watches.end(), [&](const Watch& w) {
    return at >= w.begin && at < w.end && (w.allowed == PROT_NONE || write);
  });
  if (holder == watches.end()) {  // beside it, in one of its pages: that page stays open until the next work
    const bool beside =
        std::any_of(watches.begin(), watches.end(), [&](const Watch& w) { return at >= w.low && at < w.high; });
    if (beside) open_page();
    return beside;
  }
  if (!block_state.in_kernel) {
    found({Message::host_does_not_wait,
           named("host code", host_site(pc)) + (write ? " writes" : " reads") + " what " +
               named(holder->what, holder->site) + (holder->allowed == PROT_NONE ? " writes" : " reads"),
           "no synchronisation with its stream between them"});
  }
  open_page();
  // One report is enough: the rest of that piece of work's pages is opened too.
  const std::size_t stream = holder->stream;
  const u64 number = holder->number;
  std::erase_if(watches, [&](const Watch& w) {
    if (w.stream != stream || w.number != number) return false;
    protect(w, PROT_READ | PROT_WRITE);
    return true;
  });
  return true;
}

const Listener begins(hooks.work_begin, work_begin);
const Listener accesses(hooks.work_touches, work_touches);
const Listener owns(hooks.work_owns, work_owns);
const Listener ends(hooks.work_end, work_end);
const Listener records(hooks.event_recorded, event_recorded);
const Listener waits(hooks.event_awaited, event_awaited);
const Listener goes(hooks.event_gone, event_gone);
const Listener host_stops(hooks.host_waits, host_waits);
const bool faults = (hooks.memory_fault = memory_fault, true);

}  // namespace

Region::Order order_of(const Region& region) {
  const auto a = find_allocation(reinterpret_cast<const void*>(region.low));
  if (!a || a->kind == MemoryKind::symbol) return Region::Order::none;
  if (a->kind != MemoryKind::device) return Region::Order::host;
  const bool several = has_streams();  // before the lock, because it takes one that may be held before ours
  const std::lock_guard lock(order_mutex);
  return streams.size() > 1 || several ? Region::Order::streams : Region::Order::none;
}

void kernel_touched(const std::vector<KernelTouch>& list, bool talks) {
  if (!current) return;
  const std::lock_guard lock(order_mutex);
  const std::string& name = kernel_run().name;
  if (current->what.empty()) {
    current->what = name.find("0x") == std::string::npos ? "kernel " + name : "a kernel";  // no name, only its address
  }
  current->talks |= talks;
  for (const KernelTouch& t : list) touches(*current, t.low, t.high, t.kind, t.site);
}

u64 works_so_far() {
  return works_begun;
}

}  // namespace cuda_emulator::microscope
