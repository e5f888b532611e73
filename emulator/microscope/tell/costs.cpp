// Hints on cost: where a kernel accesses much more than it needs, with the number and the remedy's name. A hint is not
// a finding: the result is right.
#include "ground/ground.hpp"
#include "tell/tell.hpp"

namespace cuda_emulator::microscope {
namespace {

constexpr std::size_t most_hints = 4;  // of a kernel
constexpr u64 few = 4;                 // requests: fewer have no significant cost
constexpr u64 much_for_a_block = 1 << 17;

std::string tenths(double value) {
  return format("%.1f", value);
}

// Most requests of the line are of whole warps, and transfer far more sectors than their bytes would fill.
void of_global_memory(const Row& row, std::vector<Hint>& hints) {
  const Totals& t = row.totals;
  const std::string name = std::string(name_of(row.kind)) + " of global memory at " + place_text(row.line);
  if (row.kind == Kind::atomic) {
    const double turns = ratio(t.turns, t.requests);
    if (turns < 8 || t.lanes < 128) return;
    hints.push_back(
        {"atomic at " + place_text(row.line) + ": " + tenths(turns) + " lanes of a warp take turns at one address",
         "add within the warp (__shfl_down_sync) or the block (__shared__) first, then once for all", row.line});
    return;
  }
  const double moved = ratio(t.moved, t.requests), needed = ratio(t.ideal, t.requests);
  if (t.lanes < 16 * t.requests || moved < 4 * needed || t.strides[0] >= t.strides[1]) return;
  const std::string takes = name + " takes " + tenths(moved) + " sectors a warp instead of " + tenths(needed);
  if (t.strides[1] > t.strides[2]) {
    hints.push_back({takes + ": neighbouring threads are " + std::to_string(std::abs(t.stride)) + " bytes apart",
                     "let threadIdx.x run along the last index (rows, not columns), or load a tile into shared memory",
                     row.line});
  } else {
    hints.push_back({takes + ": its threads go to scattered addresses",
                     "neighbouring threads should use neighbouring elements", row.line});
  }
}

void of_shared_memory(const Row& row, std::vector<Hint>& hints) {
  const Totals& t = row.totals;
  if (row.kind == Kind::atomic || is_by_engine(t) || t.moved < 4 * t.ideal) return;
  hints.push_back({std::string(name_of(row.kind)) + " of shared memory at " + place_text(row.line) + " takes " +
                       tenths(ratio(t.moved, t.requests)) + " passes a warp: bank conflicts",
                   t.width < 16
                       ? "one more element in each row, as in tile[32][33], puts a column into different banks"
                       : "16 bytes more in each row, or its pieces of 16 bytes exchanged (piece ^ row % 8), put "
                         "a column of pieces into different banks",
                   row.line});
}

void of_the_shape(const KernelRun& run, const std::vector<Row>& rows, std::vector<Hint>& hints) {
  u64 accesses = 0;
  for (const Row& row : rows) accesses += row.space == Space::global ? row.totals.lanes : 0;
  if (run.blocks == 1 && accesses >= much_for_a_block) {
    hints.push_back({"kernel " + run.name + ": one block makes all of its " + std::to_string(accesses) +
                         " accesses to global memory",
                     "a block runs on one multiprocessor, and a GPU has up to some hundred: more blocks share the work",
                     Line()});
  }
  const u64 threads = size_of(run.block);
  const u64 idle = (warp_size - threads % warp_size) % warp_size;
  if (run.blocks < 8 || idle * 4 < threads) return;
  hints.push_back({"kernel " + run.name + ": blocks of " + std::to_string(threads) + " threads leave " +
                       std::to_string(idle) + " lanes of a warp idle",
                   "threads of a block come in warps of 32: 128 or 256 are usual", Line()});
}

void of_branches(const std::vector<Branch>& branches, std::vector<Hint>& hints) {
  for (const Branch& b : branches) {
    if (b.warps < few || !is_costly(b)) continue;
    hints.push_back({"branch at " + place_text(b.line) + ": all warps diverge, with " + tenths(b.sides[0].second) +
                         " and " + tenths(b.sides[1].second) + " lanes, and run both sides one after the other",
                     "a condition that is the same for 32 neighbouring threads costs nothing", b.line});
  }
}

}  // namespace

bool is_costly(const Branch& b) {
  return b.split * 10 >= b.warps * 9 && b.sides.size() == 2 &&
         std::all_of(b.sides.begin(), b.sides.end(), [](const auto& side) { return side.second >= 8; });
}

std::vector<Hint> costs_of_kernel(const std::vector<Row>& rows, const std::vector<Branch>& branches) {
  std::vector<Hint> hints;
  of_the_shape(kernel_run(), rows, hints);
  for (const Row& row : rows) {
    if (row.totals.requests < few || row.line.number == 0) continue;
    if (row.space == Space::global) of_global_memory(row, hints);
    if (row.space == Space::shared) of_shared_memory(row, hints);
  }
  of_branches(branches, hints);
  hints.resize(std::min(hints.size(), most_hints));
  return hints;
}

void print(const std::vector<Hint>& hints) {
  static auto& given = *new std::set<std::string>();
  for (const Hint& one : hints) {
    if (!given.insert(one.what).second) continue;
    std::vector<std::string> details;
    if (const std::string source = numbered_text(one.line); !source.empty()) details.push_back(source);
    details.push_back(one.remedy);
    hint(Message::cost, one.what, details);
  }
}

}  // namespace cuda_emulator::microscope
