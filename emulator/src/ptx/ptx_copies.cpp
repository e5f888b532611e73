// Inline PTX: operations that run asynchronously to the threads that start them: cp.async, cp.async.bulk, tiles of
// tensor maps, st.async.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

#include <cstring>

#include "emulator/cluster.hpp"
#include "emulator/tensor_map.hpp"
#include "engine/async_work.hpp"
#include "engine/bulk_copy.hpp"
#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

void wait_for_copies(std::size_t prior) {
  for (AsyncCopy copy = {}; take_async_copy(prior, copy);) {
    if (work_hooks.access) work_hooks.access(copy.shared, copy.size, true, copy.call);
    do_async_copy(copy);
  }
}

PtxStep asynchronous_copy(const PtxStatement& s) {
  if (s.has("commit_group")) return [](Word*) { commit_async_copies(); };
  if (s.has("wait_all")) {
    return [](Word*) {
      commit_async_copies();
      wait_for_copies(0);
    };
  }
  if (s.has("wait_group")) {
    const int n = only(s.arguments.at(0));
    return [=](Word* r) { wait_for_copies(r[n]); };
  }
  if (s.has("mbarrier")) {
    const PtxArgument barrier = s.arguments.at(0);
    const bool shared = names_shared(s), counted = s.has("noinc");
    return [=](Word* r) {
      async_copies_arrive_at(reinterpret_cast<std::uint64_t*>(ptx_address(barrier, shared, r)), counted);
    };
  }
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  const int size = only(s.arguments.at(2)), given = s.arguments.size() > 3 ? only(s.arguments[3]) : -1;
  return [=](Word* r) {
    const Word bytes = r[size], used = given < 0 ? bytes : r[given];
    char *const target = ptx_address(to, true, r), *const source = ptx_address(from, false, r);
    check_async_copy(target, source, static_cast<std::size_t>(bytes),
                     static_cast<std::size_t>(used > bytes ? used : bytes - used));
    if (used > 0) note_access(r, source, static_cast<std::size_t>(used), false);
    ask_async_copy(
        {target, source, static_cast<std::size_t>(bytes), static_cast<std::size_t>(bytes - used), 0, call_of_ptx(r)});
  };
}
// Tiles of a tensor map. [map, {coordinates}] is the source, then a barrier and optionally the cluster's blocks follow;
// or it is the destination.
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
  if (map.coordinates.empty() || map.coordinates.size() > 5) throw PtxError("a tensor map needs 1 to 5 coordinates");
  if (stores) {
    const char how = s.words[0] != "cp" || !s.has("reduce") ? ' ' : s.has("add") ? '+' : s.has("min") ? '<' : '>';
    if (how == '>' && !s.has("max")) throw PtxError("reducing copies are emulated for add, min and max");
    return [=](Word* r) {
      int at[5];
      const int rank = coordinates(r, at);
      work_call = call_of_ptx(r);
      store_tensor(ptx_address(map, false, r), at, rank, ptx_address(shared, true, r), how);
      work_call = nullptr;
    };
  }
  const PtxArgument barrier = s.arguments.at(2);
  const int blocks = s.has("multicast::cluster") ? only(s.arguments.at(3)) : -1;
  return [=](Word* r) {
    int at[5];
    const int rank = coordinates(r, at);
    work_call = call_of_ptx(r);
    load_tensor(ptx_address(shared, true, r), ptx_address(map, false, r), at, rank,
                reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)),
                blocks < 0 ? 0 : static_cast<unsigned>(r[blocks]));
    work_call = nullptr;
  };
}
PtxStep bulk_copy(const PtxStatement& s) {
  if (s.has("commit_group")) return [](Word*) { commit_bulk_stores(); };
  if (s.has("wait_group")) {
    const int n = only(s.arguments.at(0));
    return [=](Word* r) { wait_bulk_stores(r[n]); };
  }
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
      work_call = call_of_ptx(r);
      arrival_bytes(reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)),
                    static_cast<std::uint32_t>(r[size]));
      work_call = nullptr;
    };
  }
  if (s.has("bulk_group")) {  // from shared to global memory
    return [=](Word* r) {
      bulk_store(ptx_address(to, false, r), ptx_address(from, true, r), static_cast<std::uint32_t>(r[size]),
                 call_of_ptx(r));
    };
  }
  const PtxArgument barrier = s.arguments.at(3);
  return [=](Word* r) {
    work_call = call_of_ptx(r);
    cuda_emulator::bulk_copy(ptx_address(to, true, r), ptx_address(from, false, r), static_cast<std::uint32_t>(r[size]),
                             reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)));
    work_call = nullptr;
  };
}
PtxStep copy(const PtxStatement& s) {
  return s.has("bulk") ? bulk_copy(s) : asynchronous_copy(s);
}

}  // namespace

// Values for another block of the cluster, whose barrier counts their bytes.
PtxStep ptx_asynchronous_store(const PtxStatement& s) {
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1), barrier = s.arguments.at(2);
  const std::size_t bytes = s.words.back().ends_with("64") ? 8 : 4;
  return [=](Word* r) {
    char* const target = ptx_address(to, true, r);
    for (std::size_t i = 0; i < from.registers.size(); ++i) {
      std::memcpy(target + i * bytes, &r[from.registers[i]], bytes);
    }
    note_written(target, from.registers.size() * bytes);
    work_call = call_of_ptx(r);
    arrival_bytes(reinterpret_cast<std::uint64_t*>(ptx_address(barrier, true, r)),
                  static_cast<std::uint32_t>(from.registers.size() * bytes));
    work_call = nullptr;
  };
}

const PtxTable& ptx_copies() {
  static const PtxTable table = {
      {"cp", copy},
  };
  return table;
}

}  // namespace cuda_emulator
