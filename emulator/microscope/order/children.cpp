// Grids that kernels launch: a child may run from its launch on, concurrently with the rest of its parent. So the
// accesses of the launching thread after the launch, and of its whole block after the next barrier, are not ordered
// with the accesses of the child or of the child's own children. Tail launches run when the grid and its other children
// have ended.
//
// The engine runs children when their parent has ended. The parent's accesses after its launches are stored until the
// children have run, and are compared with their requests.
#include "engine/hooks.hpp"
#include "ground/ground.hpp"
#include "order/order.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t most_pieces = 1 << 14;  // of a grid: more are forgotten

struct Piece {
  std::uintptr_t high;
  u32 site;
};
using Pieces = std::map<std::uintptr_t, Piece>;  // disjoint, by address
struct Touched {
  std::string kernel;
  Pieces reads, writes;
};

std::mutex nested_mutex;
bool any_launches = false;                      // by kernels, so far
auto& behind_launches = *new Touched();         // by the grid that runs
auto& ancestors = *new std::vector<Touched>();  // whose children are running, outermost first

void add(Pieces& pieces, std::uintptr_t low, std::uintptr_t high, u32 site) {
  const auto next = pieces.lower_bound(low);
  if (next != pieces.end() && next->first == low && next->second.high >= high) return;
  if (next != pieces.begin() && std::prev(next)->second.high >= high) return;
  if (pieces.size() < most_pieces) pieces[low] = {high, site};
}

// The line that accessed any of these bytes; ~0 if none.
u32 line_in(const Pieces& pieces, std::uintptr_t low, std::uintptr_t high) {
  auto next = pieces.lower_bound(low);
  if (next != pieces.begin() && std::prev(next)->second.high > low) --next;
  return next != pieces.end() && next->first < high ? next->second.site : ~0u;
}

void compare(const Recorder& r, const Touched& earlier, u32 site, std::uintptr_t low, std::uintptr_t high, bool store) {
  u32 line = line_in(earlier.writes, low, high);
  const bool parent_writes = line != ~0u;
  if (!parent_writes && store) line = line_in(earlier.reads, low, high);
  if (line == ~0u) return;
  found({Message::parent_does_not_wait,
         "kernel " + earlier.kernel + " at " + mark(line) + (parent_writes ? " writes" : " reads") + " what kernel " +
             kernel_run().name + " at " + mark(site) + (store ? " writes" : " reads"),
         "the launch comes before that, and nothing in a kernel waits for the grids that it launches"},
        &r);
}

void child_launched(bool tail) {
  if (tail) return;
  const Looking looking;
  if (!looking) return;
  Recorder& r = looking.r();
  const u32 t = block_state.current;
  settle(r, t / warp_size);  // the child sees accesses before the launch
  r.has_launched[t / warp_size] |= 1u << t % warp_size;
  const std::lock_guard lock(nested_mutex);
  any_launches = true;
}

void children_begin() {
  const std::lock_guard lock(nested_mutex);
  ancestors.push_back(std::move(behind_launches));
  behind_launches = {};
}
void tail_begins() {
  const std::lock_guard lock(nested_mutex);
  ancestors.back() = {};
}
void children_end() {
  const std::lock_guard lock(nested_mutex);
  ancestors.pop_back();
}

const Listener launches(hooks.child_launched, child_launched);
const Listener begin(hooks.children_begin, children_begin);
const Listener tails(hooks.tail_begins, tail_begins);
const Listener end(hooks.children_end, children_end);

}  // namespace

void block_met_behind_launches(Recorder& r) {
  u32 any = 0;
  for (const u32 lanes : r.has_launched) any |= lanes;
  if (any == 0) return;
  for (u32& lanes : r.has_launched) lanes = ~0u;
}

void note_nested(Recorder& r, u32 warp, const What& what, const u64* address, const u8* lane, u32 count) {
  if (r.has_launched[warp] == 0 && ancestors.empty()) return;
  const std::lock_guard lock(nested_mutex);
  if (!any_launches) return;
  const bool store = what.kind == Kind::store;
  for (u32 i = 0; i < count; ++i) {
    const std::uintptr_t low = address[i], high = low + what.size;
    for (const Touched& earlier : ancestors) compare(r, earlier, what.site, low, high, store);
    if ((r.has_launched[warp] >> lane[i] & 1u) == 0) continue;
    behind_launches.kernel = kernel_run().name;
    add(store ? behind_launches.writes : behind_launches.reads, low, high, what.site);
  }
}

}  // namespace cuda_emulator::microscope
