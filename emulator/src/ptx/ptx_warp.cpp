// Inline PTX: a warp's shuffles, votes, matches and reductions.
#include <cuda_runtime.h>

#include "emulator/warp.hpp"
#include "ptx/ptx_lanes.hpp"
#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

// ---- shuffles: c holds the clamp and, from bit 8, the segment's mask
enum class Shuffle { up, down, butterfly, index };
template <Shuffle kind>
void finish_ptx_shuffle(unsigned arrived, Lane* lanes) {
  Word values[warp_size] = {};
  for_each_lane(arrived, [&](unsigned l) { values[l] = call_of(lanes[l]).in[0][0]; });
  for_each_lane(arrived, [&](unsigned l) {
    LaneCall& call = call_of(lanes[l]);
    const int b = static_cast<int>(call.in[1][0] & 31), clamp = static_cast<int>(call.control & 31),
              segment = static_cast<int>(call.control >> 8 & 31), lane = static_cast<int>(l);
    const int highest = (lane & segment) | (clamp & ~segment), lowest = lane & segment;
    int source = lane;
    bool inside = false;
    switch (kind) {
      case Shuffle::up:
        source = lane - b;
        inside = source >= highest;
        break;
      case Shuffle::down:
        source = lane + b;
        inside = source <= highest;
        break;
      case Shuffle::butterfly:
        source = lane ^ b;
        inside = source <= highest;
        break;
      case Shuffle::index:
        source = lowest | (b & ~segment);
        inside = source <= highest;
    }
    if (!inside || source < 0 || source > 31 || !(arrived >> source & 1)) source = lane;
    call.out[0] = values[source];
    call.out[1] = inside;
  });
}
constexpr Operation shuffle_operations[] = {{"shfl.up", finish_ptx_shuffle<Shuffle::up>},
                                            {"shfl.down", finish_ptx_shuffle<Shuffle::down>},
                                            {"shfl.bfly", finish_ptx_shuffle<Shuffle::butterfly>},
                                            {"shfl.idx", finish_ptx_shuffle<Shuffle::index>}};
PtxStep shuffle(const PtxStatement& s) {
  const Operation& operation = shuffle_operations[s.has("up") ? 0 : s.has("down") ? 1 : s.has("bfly") ? 2 : 3];
  const int d = only(s.arguments.at(0)), p = s.arguments[0].second, a = only(s.arguments.at(1)),
            b = only(s.arguments.at(2)), c = only(s.arguments.at(3)),
            mask = s.arguments.size() > 4 ? only(s.arguments[4]) : -1;
  return [=, &operation](Word* r) {
    Word out[2] = {};
    LaneCall call{{&r[a], &r[b], nullptr}, out, static_cast<unsigned>(r[c]), nullptr};
    meet(operation, mask < 0 ? 0xffffffff : static_cast<unsigned>(r[mask]), call);
    r[d] = out[0];
    if (p >= 0) r[p] = out[1];
  };
}

// ---- votes, matches, reductions
void finish_uniform(unsigned arrived, Lane* lanes) {
  const unsigned votes = count_votes(arrived, lanes);
  give_all(arrived, lanes, votes == 0 || votes == arrived);
}
constexpr Operation uniform_operation{"vote.uni", finish_uniform};
PtxStep vote(const PtxStatement& s) {
  const Operation& operation = s.has("ballot") ? ballot_operation
                               : s.has("any")  ? any_operation
                               : s.has("uni")  ? uniform_operation
                                               : all_operation;
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)),
            mask = s.arguments.size() > 2 ? only(s.arguments[2]) : -1;
  const bool negated = s.arguments[1].negated;
  return [=, &operation](Word* r) {
    r[d] = collective(operation, mask < 0 ? 0xffffffff : static_cast<unsigned>(r[mask]), (r[a] != 0) != negated);
  };
}
PtxStep match(const PtxStatement& s) {
  const bool all = s.has("all"), wide = s.has("b64");
  const int d = only(s.arguments.at(0)), p = s.arguments[0].second, a = only(s.arguments.at(1)),
            mask = only(s.arguments.at(2));
  return [=](Word* r) {
    const Word value = wide ? r[a] : r[a] & 0xffffffff;
    r[d] = collective(all ? match_all_operation : match_any_operation, static_cast<unsigned>(r[mask]), value);
    if (p >= 0) r[p] = r[d] != 0;
  };
}
PtxStep reduce(const PtxStatement& s) {
  const bool is_signed = s.has("s32");
  const Operation* operation = nullptr;
  if (s.has("add")) operation = &reduce_operation<unsigned, Add>;
  if (s.has("min")) operation = is_signed ? &reduce_operation<int, Minimum> : &reduce_operation<unsigned, Minimum>;
  if (s.has("max")) operation = is_signed ? &reduce_operation<int, Maximum> : &reduce_operation<unsigned, Maximum>;
  if (s.has("and")) operation = &reduce_operation<unsigned, BitAnd>;
  if (s.has("or")) operation = &reduce_operation<unsigned, BitOr>;
  if (s.has("xor")) operation = &reduce_operation<unsigned, BitXor>;
  if (!operation) throw PtxError("an unknown reduction");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), mask = only(s.arguments.at(2));
  return
      [=](Word* r) { r[d] = collective(*operation, static_cast<unsigned>(r[mask]), r[a] & 0xffffffff) & 0xffffffff; };
}

PtxStep active_mask(const PtxStatement& s) {
  const int d = only(s.arguments.at(0));
  return [=](Word* r) { r[d] = __activemask(0); };
}
// The first lane of the mask.
PtxStep elect(const PtxStatement& s) {
  const int d = only(s.arguments.at(0)), p = s.arguments[0].second, mask = only(s.arguments.at(1));
  return [=](Word* r) {
    const auto leader = static_cast<unsigned>(__builtin_ctz(static_cast<unsigned>(r[mask])));
    r[d] = leader;
    if (p >= 0) r[p] = leader == lane_index();
  };
}

}  // namespace

const PtxTable& ptx_warp() {
  static const PtxTable table = {
      {"shfl", shuffle},           {"vote", vote},   {"match", match}, {"redux", reduce},
      {"activemask", active_mask}, {"elect", elect},
  };
  return table;
}

}  // namespace cuda_emulator
