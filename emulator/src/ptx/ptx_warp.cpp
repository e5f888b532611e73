// Inline PTX: instructions of a whole warp or block, and of shared memory. Lanes meet as they do for the named warp
// functions; each brings a pointer to its registers, and the last to come does the work for all.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <memory>

#include "emulator/cluster.hpp"
#include "emulator/tensor_map.hpp"
#include "emulator/warp.hpp"
#include "engine/bulk_copy.hpp"
#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {
namespace {

int only(const PtxArgument& argument) {
  return argument.registers.at(0);
}

// What a lane brings: where its operands and results are.
struct LaneCall {
  const Word* in[3];  // arrays of registers' values
  Word* out;
  unsigned control;
  const void* shape;
};
LaneCall& call_of(const Lane& lane) {
  return *reinterpret_cast<LaneCall*>(lane.value);
}
void meet(const Operation& operation, unsigned mask, LaneCall& call) {
  collective(operation, mask, reinterpret_cast<Word>(&call));
}

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

// ---- barriers. Barrier 0 is __syncthreads; the others count the threads that their instruction names.
struct NamedBarrier {
  unsigned grid = 0;
  uint3 block = {};
  unsigned arrived = 0, phase = 0;
};
thread_local NamedBarrier named_barriers[16];

NamedBarrier& named_barrier(Word number) {
  NamedBarrier& barrier = named_barriers[number & 15];
  if (barrier.grid != block_state.grid || barrier.block.x != blockIdx.x || barrier.block.y != blockIdx.y ||
      barrier.block.z != blockIdx.z) {
    barrier = {block_state.grid, blockIdx, 0, 0};  // another block's threads left it
  }
  return barrier;
}
void arrive_at_named(NamedBarrier& barrier, Word threads) {
  if (++barrier.arrived == threads) {
    barrier.arrived = 0;
    ++barrier.phase;
  }
}
PtxStep barrier(const PtxStatement& s) {
  if (s.has("cluster")) {  // nobody waits at the arrival, so the wait may be the barrier
    if (s.has("arrive")) return [](Word*) {};
    return [](Word*) { cluster_barrier(); };
  }
  if (s.has("warp")) {
    const int mask = only(s.arguments.at(0));
    return [=](Word* r) { collective(sync_operation, static_cast<unsigned>(r[mask]), 0); };
  }
  if (s.has("red")) {
    const bool counts = s.has("popc"), all = s.has("and"), negated = s.arguments.back().negated;
    const int d = only(s.arguments.at(0)), p = only(s.arguments.back());
    return [=](Word* r) {
      block_barrier((r[p] != 0) != negated);
      r[d] = counts ? block_votes() : all ? block_votes() == block_voters() : block_votes() > 0;
    };
  }
  const bool waits = !s.has("arrive");
  const int number = s.arguments.empty() ? -1 : only(s.arguments[0]),
            threads = s.arguments.size() > 1 ? only(s.arguments[1]) : -1;
  return [=](Word* r) {
    const Word wanted = threads < 0 ? block_state.size : r[threads];
    if (waits && (number < 0 || r[number] == 0) && wanted >= block_state.size) {
      block_barrier(0);
      return;
    }
    NamedBarrier& mine = named_barrier(number < 0 ? 0 : r[number]);
    const unsigned phase = mine.phase;
    arrive_at_named(mine, wanted);
    while (waits && mine.phase == phase) relax();
  };
}

// ---- 8x8 matrices of 16-bit elements between shared memory and registers: lanes 8j to 8j+7 name the rows of matrix j
void finish_matrix_load(unsigned arrived, Lane* lanes) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(arrived));
  const unsigned count = call_of(lanes[first]).control & 7;
  const bool transposed = call_of(lanes[first]).control & 8;
  for (unsigned matrix = 0; matrix < count; ++matrix) {
    unsigned short rows[8][8] = {};
    for (unsigned row = 0; row < 8; ++row) {
      const unsigned source = matrix * 8 + row;
      if (arrived >> source & 1) {
        std::memcpy(rows[row], reinterpret_cast<const void*>(call_of(lanes[source]).in[0][0]), sizeof rows[row]);
      }
    }
    for_each_lane(arrived, [&](unsigned l) {
      const unsigned row = l / 4, column = l % 4 * 2;
      const Word low = transposed ? rows[column][row] : rows[row][column];
      const Word high = transposed ? rows[column + 1][row] : rows[row][column + 1];
      call_of(lanes[l]).out[matrix] = low | high << 16;
    });
  }
}
void finish_matrix_store(unsigned arrived, Lane* lanes) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(arrived));
  const unsigned count = call_of(lanes[first]).control & 7;
  const bool transposed = call_of(lanes[first]).control & 8;
  for (unsigned matrix = 0; matrix < count; ++matrix) {
    unsigned short rows[8][8] = {};
    for_each_lane(arrived, [&](unsigned l) {
      const unsigned row = l / 4, column = l % 4 * 2;
      const Word pair = call_of(lanes[l]).in[1][matrix];
      (transposed ? rows[column][row] : rows[row][column]) = static_cast<unsigned short>(pair);
      (transposed ? rows[column + 1][row] : rows[row][column + 1]) = static_cast<unsigned short>(pair >> 16);
    });
    for (unsigned row = 0; row < 8; ++row) {
      const unsigned target = matrix * 8 + row;
      if (!(arrived >> target & 1)) continue;
      void* const memory = reinterpret_cast<void*>(call_of(lanes[target]).in[0][0]);
      std::memcpy(memory, rows[row], sizeof rows[row]);
      note_written(memory, sizeof rows[row]);
    }
  }
}
constexpr Operation matrix_load_operation{"ldmatrix", finish_matrix_load};
constexpr Operation matrix_store_operation{"stmatrix", finish_matrix_store};
unsigned matrices_of(const PtxStatement& s) {
  return (s.has("x4") ? 4u : s.has("x2") ? 2u : 1u) | (s.has("trans") ? 8u : 0u);
}
PtxStep load_matrices(const PtxStatement& s) {
  const unsigned control = matrices_of(s);
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  if (to.registers.size() != (control & 7)) throw PtxError("ldmatrix needs a register for each matrix");
  return [=](Word* r) {
    const Word address = reinterpret_cast<Word>(ptx_address(from, true, r));
    Word out[4] = {};
    LaneCall call{{&address, nullptr, nullptr}, out, control, nullptr};
    meet(matrix_load_operation, 0xffffffff, call);
    for (std::size_t i = 0; i < to.registers.size(); ++i) r[to.registers[i]] = out[i];
  };
}
PtxStep store_matrices(const PtxStatement& s) {
  const unsigned control = matrices_of(s);
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  if (from.registers.size() != (control & 7)) throw PtxError("stmatrix needs a register for each matrix");
  return [=](Word* r) {
    const Word address = reinterpret_cast<Word>(ptx_address(to, true, r));
    Word in[4] = {};
    for (std::size_t i = 0; i < from.registers.size(); ++i) in[i] = r[from.registers[i]];
    LaneCall call{{&address, in, nullptr}, nullptr, control, nullptr};
    meet(matrix_store_operation, 0xffffffff, call);
  };
}

// ---- mma: where each lane's elements lie. group: lane / 4, pair: lane % 4.
enum class Element { half, bfloat, tf32, e4m3, e5m2, int8, uint8, int4, uint4, real, single, int32 };
struct MmaShape {
  int m, n, k;
  Element a, b, c, d;
  bool saturates;
};
int bits_of(Element e) {
  switch (e) {
    case Element::half:
    case Element::bfloat:
      return 16;
    case Element::e4m3:
    case Element::e5m2:
    case Element::int8:
    case Element::uint8:
      return 8;
    case Element::int4:
    case Element::uint4:
      return 4;
    case Element::real:
      return 64;
    default:
      return 32;
  }
}
double element_of(const Word* registers, Element e, int index) {
  const int bits = bits_of(e), in_register = bits >= 32 ? 1 : 32 / bits;
  const Word raw = registers[index / in_register] >> (bits * (index % in_register) % 64);
  switch (e) {
    case Element::half:
      return __half::from_bits(static_cast<unsigned short>(raw));
    case Element::bfloat:
      return __nv_bfloat16::from_bits(static_cast<unsigned short>(raw));
    case Element::int8:
      return static_cast<signed char>(raw);
    case Element::uint8:
      return static_cast<unsigned char>(raw);
    case Element::int4:
      return static_cast<signed char>(raw << 4) >> 4;
    case Element::uint4:
      return static_cast<int>(raw & 15);
    case Element::e4m3:
    case Element::e5m2:
      return from_float8(static_cast<unsigned char>(raw), e == Element::e4m3 ? __NV_E4M3 : __NV_E5M2);
    case Element::real: {
      double value;
      std::memcpy(&value, &raw, sizeof value);
      return value;
    }
    case Element::int32:
      return static_cast<int>(raw);
    default: {
      const auto word = static_cast<unsigned>(e == Element::tf32 ? raw & 0xffffe000 : raw);
      float value;
      std::memcpy(&value, &word, sizeof value);
      return static_cast<double>(value);
    }
  }
}
void set_element(Word* registers, Element e, int index, double value) {
  switch (e) {
    case Element::half: {
      Word& word = registers[index / 2];
      const int shift = 16 * (index % 2);
      word = (word & ~(Word{0xffff} << shift)) | Word{__half(static_cast<float>(value)).bits()} << shift;
      break;
    }
    case Element::real:
      std::memcpy(&registers[index], &value, sizeof value);
      break;
    case Element::int32:
      registers[index] = static_cast<unsigned>(static_cast<int>(static_cast<long long>(value)));
      break;
    default: {
      const float narrow = static_cast<float>(value);
      unsigned word;
      std::memcpy(&word, &narrow, sizeof word);
      registers[index] = word;
    }
  }
}

// The number of elements of a lane, and the row and column of element i, of A (m x k) and B (k x n).
struct Place {
  int row, column;
};
Place place_in_a(const MmaShape& s, unsigned lane, int i) {
  const int group = static_cast<int>(lane / 4), pair = static_cast<int>(lane % 4), bits = bits_of(s.a);
  if (s.a == Element::real) return {group, pair};
  if (bits == 32) return {group + 8 * (i & 1), pair + 4 * (i >> 1)};
  const int wide = 32 / bits;  // elements of a register, side by side
  const int which = i / wide;
  return {group + 8 * (which & 1), pair * wide + i % wide + 4 * wide * (which >> 1)};
}
Place place_in_b(const MmaShape& s, unsigned lane, int i) {
  const int group = static_cast<int>(lane / 4), pair = static_cast<int>(lane % 4), bits = bits_of(s.b);
  if (s.b == Element::real) return {pair, group};
  if (bits == 32) return {pair + 4 * i, group};
  const int wide = 32 / bits;
  return {pair * wide + i % wide + 4 * wide * (i / wide), group};
}
Place place_in_c(unsigned lane, int i) {
  return {static_cast<int>(lane / 4) + 8 * (i >> 1), static_cast<int>(lane % 4) * 2 + (i & 1)};
}

void finish_mma(unsigned arrived, Lane* lanes) {
  const unsigned first = static_cast<unsigned>(__builtin_ctz(arrived));
  const MmaShape& s = *static_cast<const MmaShape*>(call_of(lanes[first]).shape);
  double a[16][64] = {}, b[64][8] = {};
  const int in_a = s.m * s.k / 32, in_b = s.k * s.n / 32, in_c = s.m * s.n / 32;
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < in_a; ++i) {
      const Place p = place_in_a(s, l, i);
      a[p.row][p.column] = element_of(call_of(lanes[l]).in[0], s.a, i);
    }
    for (int i = 0; i < in_b; ++i) {
      const Place p = place_in_b(s, l, i);
      b[p.row][p.column] = element_of(call_of(lanes[l]).in[1], s.b, i);
    }
  });
  for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < in_c; ++i) {
      const Place p = place_in_c(l, i);
      double sum = element_of(call_of(lanes[l]).in[2], s.c, i);
      for (int k = 0; k < s.k; ++k) sum += a[p.row][k] * b[k][p.column];
      if (s.saturates) sum = std::clamp(sum, -2147483648.0, 2147483647.0);
      set_element(call_of(lanes[l]).out, s.d, i, sum);
    }
  });
}
constexpr Operation mma_operation{"mma.sync", finish_mma};

Element element_named(const std::string& type) {
  if (type == "f16") return Element::half;
  if (type == "bf16") return Element::bfloat;
  if (type == "tf32") return Element::tf32;
  if (type == "s8") return Element::int8;
  if (type == "u8") return Element::uint8;
  if (type == "s4") return Element::int4;
  if (type == "u4") return Element::uint4;
  if (type == "e4m3") return Element::e4m3;
  if (type == "e5m2") return Element::e5m2;
  if (type == "f64") return Element::real;
  if (type == "f32") return Element::single;
  if (type == "s32") return Element::int32;
  throw PtxError("mma of the type " + type + " is not emulated");
}
PtxStep multiply_matrices(const PtxStatement& s) {
  auto shape = std::make_shared<MmaShape>();
  shape->saturates = s.has("satfinite");
  bool known = false;
  for (const std::string& w : s.words) {
    known |= std::sscanf(w.c_str(), "m%dn%dk%d", &shape->m, &shape->n, &shape->k) == 3;
  }
  const std::size_t last = s.words.size();
  if (!known || last < 6) throw PtxError("mma needs a shape and four types");
  if (!s.has("row") || !s.has("col") || s.has("sp")) throw PtxError("mma is emulated for .row.col, without .sp");
  shape->d = element_named(s.words[last - 4]);
  shape->a = element_named(s.words[last - 3]);
  shape->b = element_named(s.words[last - 2]);
  shape->c = element_named(s.words[last - 1]);
  // Eight rows of A fill one register, sixteen one or two more; doubles have a shape of their own.
  const int row = shape->k * bits_of(shape->a);
  const bool fits = shape->n == 8 && (shape->a == Element::real ? shape->m == 8 && shape->k == 4
                                      : shape->m == 8           ? row == 128 && bits_of(shape->a) <= 8
                                                                : shape->m == 16 && row <= 256);
  const PtxArgument d = s.arguments.at(0), a = s.arguments.at(1), b = s.arguments.at(2), c = s.arguments.at(3);
  const auto registers = [](int elements, Element e) {
    return static_cast<std::size_t>(elements * bits_of(e) + 31) / (e == Element::real ? 64 : 32);
  };
  if (!fits || a.registers.size() != registers(shape->m * shape->k / 32, shape->a) ||
      b.registers.size() != registers(shape->k * shape->n / 32, shape->b) || d.registers.size() > 4 ||
      c.registers.size() > 4) {
    throw PtxError("mma of this shape is not emulated");
  }
  return [=](Word* r) {
    Word va[8], vb[8], vc[8], out[8] = {};
    for (std::size_t i = 0; i < a.registers.size(); ++i) va[i] = r[a.registers[i]];
    for (std::size_t i = 0; i < b.registers.size(); ++i) vb[i] = r[b.registers[i]];
    for (std::size_t i = 0; i < c.registers.size(); ++i) vc[i] = r[c.registers[i]];
    LaneCall call{{va, vb, vc}, out, 0, shape.get()};
    meet(mma_operation, 0xffffffff, call);
    for (std::size_t i = 0; i < d.registers.size(); ++i) r[d.registers[i]] = out[i];
  };
}

// ---- asynchronous copies and the barriers in shared memory
PtxStep asynchronous_copy(const PtxStatement& s) {
  if (s.has("commit_group")) return [](Word*) { commit_async_copies(); };
  if (s.has("wait_all")) {
    return [](Word*) {
      commit_async_copies();
      __pipeline_wait_prior(0);
    };
  }
  if (s.has("wait_group")) {
    const int n = only(s.arguments.at(0));
    return [=](Word* r) { __pipeline_wait_prior(r[n]); };
  }
  if (s.has("mbarrier")) {
    // The thread's copies arrive at the barrier: done at once, an arrival that first counts itself changes nothing.
    const PtxArgument barrier = s.arguments.at(0);
    const bool shared = names_shared(s), counted = s.has("noinc");
    return [=](Word* r) {
      commit_async_copies();
      __pipeline_wait_prior(0);
      if (counted) arrival_arrive(reinterpret_cast<std::uint64_t*>(ptx_address(barrier, shared, r)), 0);
    };
  }
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  const int size = only(s.arguments.at(2)), given = s.arguments.size() > 3 ? only(s.arguments[3]) : -1;
  return [=](Word* r) {
    const Word bytes = r[size], used = given < 0 ? bytes : r[given];
    if (used > bytes) trap();
    __pipeline_memcpy_async(ptx_address(to, true, r), ptx_address(from, false, r), bytes, bytes - used);
  };
}
// Tiles of a tensor map. [map, {coordinates}] is the source, then a barrier and perhaps the cluster's blocks follow; or
// it is the target.
PtxStep tensor_copy(const PtxStatement& s) {
  for (const char* mode : {"im2col", "im2col::w", "tile::gather4", "tile::scatter4"}) {
    if (s.has(mode)) throw PtxError("cp.async.bulk.tensor is emulated for tiles");
  }
  const bool stores = !s.arguments.at(0).coordinates.empty();
  const PtxArgument map = s.arguments.at(stores ? 0 : 1), shared = s.arguments.at(stores ? 1 : 0);
  const auto coordinates = [map](const Word* r, int* at) {
    for (std::size_t i = 0; i < map.coordinates.size(); ++i) at[i] = static_cast<int>(r[map.coordinates[i]]);
    return static_cast<int>(map.coordinates.size());
  };
  if (map.coordinates.empty() || map.coordinates.size() > 5) throw PtxError("a tensor map wants 1 to 5 coordinates");
  if (stores) {
    const char how = s.words[0] != "cp" || !s.has("reduce") ? ' ' : s.has("add") ? '+' : s.has("min") ? '<' : '>';
    if (how == '>' && !s.has("max")) throw PtxError("reducing copies are emulated for add, min and max");
    return [=](Word* r) {
      int at[5];
      const int rank = coordinates(r, at);
      store_tensor(ptx_address(map, false, r), at, rank, ptx_address(shared, true, r), how);
    };
  }
  const PtxArgument barrier = s.arguments.at(2);
  const int blocks = s.has("multicast::cluster") ? only(s.arguments.at(3)) : -1;
  return [=](Word* r) {
    int at[5];
    const int rank = coordinates(r, at);
    load_tensor(ptx_address(shared, true, r), ptx_address(map, false, r), at, rank,
                reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)),
                blocks < 0 ? 0 : static_cast<unsigned>(r[blocks]));
  };
}
PtxStep bulk_copy(const PtxStatement& s) {
  if (s.has("commit_group") || s.has("wait_group")) return [](Word*) {};  // stores are done at once
  if (s.has("prefetch")) return [](Word*) {};
  if (s.has("tensor")) return tensor_copy(s);
  if (s.has("reduce")) throw PtxError("cp.reduce.async.bulk is emulated for tensors");
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  const int size = only(s.arguments.at(2));
  const bool within_cluster = s.words.size() > 4 && s.words[3] == "shared::cluster" && s.words[4] == "shared::cta";
  if (within_cluster) {
    const PtxArgument barrier = s.arguments.at(3);
    return [=](Word* r) {
      std::memcpy(ptx_address(to, true, r), ptx_address(from, true, r), r[size]);
      note_written(ptx_address(to, true, r), r[size]);
      arrival_bytes(reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)),
                    static_cast<std::uint32_t>(r[size]));
    };
  }
  if (s.has("bulk_group")) {  // from shared to global memory
    return [=](Word* r) {
      std::memcpy(ptx_address(to, false, r), ptx_address(from, true, r), r[size]);
      note_written(ptx_address(to, false, r), r[size]);
    };
  }
  const PtxArgument barrier = s.arguments.at(3);
  return [=](Word* r) {
    cuda_emulator::bulk_copy(ptx_address(to, true, r), ptx_address(from, false, r), static_cast<std::uint32_t>(r[size]),
                             reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)));
  };
}
// st.async: values for another block of the cluster, whose barrier counts their bytes.
PtxStep asynchronous_store(const PtxStatement& s) {
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1), barrier = s.arguments.at(2);
  const std::size_t bytes = s.words.back().ends_with("64") ? 8 : 4;
  return [=](Word* r) {
    char* const target = ptx_address(to, true, r);
    for (std::size_t i = 0; i < from.registers.size(); ++i) {
      std::memcpy(target + i * bytes, &r[from.registers[i]], bytes);
    }
    note_written(target, from.registers.size() * bytes);
    arrival_bytes(reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)),
                  static_cast<std::uint32_t>(from.registers.size() * bytes));
  };
}
PtxStep shared_barrier(const PtxStatement& s) {
  const std::string& what = s.words.at(1);
  const auto at = [](const PtxArgument& argument, bool shared, const Word* r) {
    return reinterpret_cast<std::uint64_t*>(ptx_address(argument, shared, r));
  };
  const bool shared = names_shared(s);
  if (what == "init") {
    const PtxArgument where = s.arguments.at(0);
    const int count = only(s.arguments.at(1));
    return [=](Word* r) { arrival_init(at(where, shared, r), static_cast<int>(r[count])); };
  }
  if (what == "inval") return [](Word*) {};
  if (what == "arrive" && !s.has("noComplete")) {
    // [address] alone with a state _ in front, or a register that takes the phase.
    const std::size_t first = s.arguments.at(0).address ? 0 : 1;
    const int state = first == 1 ? only(s.arguments[0]) : -1;
    const PtxArgument where = s.arguments.at(first);
    const bool expects = s.has("expect_tx");
    const int extra = s.arguments.size() > first + 1 ? only(s.arguments[first + 1]) : -1;
    return [=](Word* r) {
      std::uint64_t* const barrier = at(where, shared, r);
      if (state >= 0) r[state] = arrival_in_phase(barrier, 0) ? 0 : 1;
      const Word arrivals = expects || extra < 0 ? 1 : r[extra];
      for (Word i = 0; i < arrivals; ++i) {
        arrival_arrive(barrier, expects && extra >= 0 ? static_cast<std::uint32_t>(r[extra]) : 0);
      }
    };
  }
  if (what == "arrive_drop") {
    const std::size_t first = s.arguments.at(0).address ? 0 : 1;
    const int state = first == 1 ? only(s.arguments[0]) : -1;
    const PtxArgument where = s.arguments.at(first);
    return [=](Word* r) {
      std::uint64_t* const barrier = at(where, shared, r);
      if (state >= 0) r[state] = arrival_in_phase(barrier, 0) ? 0 : 1;
      arrival_drop(barrier);
    };
  }
  if (what == "expect_tx" || what == "complete_tx") {
    const PtxArgument where = s.arguments.at(0);
    const int bytes = only(s.arguments.at(1));
    const auto change = what == "expect_tx" ? arrival_expect : arrival_bytes;
    return [=](Word* r) { change(at(where, shared, r), static_cast<std::uint32_t>(r[bytes])); };
  }
  if (what == "test_wait" || what == "try_wait") {
    const int done = only(s.arguments.at(0)), phase = only(s.arguments.at(2));
    const PtxArgument where = s.arguments.at(1);
    return [=](Word* r) {
      r[done] = !arrival_in_phase(at(where, shared, r), static_cast<unsigned>(r[phase] & 1));
      if (!r[done]) relax();
    };
  }
  throw PtxError("mbarrier." + what + " is not emulated");
}

}  // namespace

PtxStep ptx_warp_step(const PtxStatement& s) {
  const std::string& op = s.words[0];
  if (op == "shfl") return shuffle(s);
  if (op == "vote") return vote(s);
  if (op == "match") return match(s);
  if (op == "redux") return reduce(s);
  if (op == "activemask") {
    const int d = only(s.arguments.at(0));
    return [=](Word* r) { r[d] = __activemask(0); };
  }
  if (op == "elect") {  // the first lane of the mask
    const int d = only(s.arguments.at(0)), p = s.arguments[0].second, mask = only(s.arguments.at(1));
    return [=](Word* r) {
      const auto leader = static_cast<unsigned>(__builtin_ctz(static_cast<unsigned>(r[mask])));
      r[d] = leader;
      if (p >= 0) r[p] = leader == lane_index();
    };
  }
  if (op == "bar" || op == "barrier") return barrier(s);
  if (op == "ldmatrix") return load_matrices(s);
  if (op == "stmatrix") return store_matrices(s);
  if (op == "mma") return multiply_matrices(s);
  if (op == "cp") return s.has("bulk") ? bulk_copy(s) : asynchronous_copy(s);
  if (op == "mbarrier") return shared_barrier(s);
  if (op == "st" && s.has("async")) return asynchronous_store(s);
  return {};
}

}  // namespace cuda_emulator
