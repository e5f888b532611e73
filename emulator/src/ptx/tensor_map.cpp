// Tensor maps and the bulk copies of their tiles.
#include "emulator/tensor_map.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "emulator/cluster.hpp"
#include "engine/async_work.hpp"
#include "engine/bulk_copy.hpp"
#include "engine/running.hpp"
#include "ptx/ptx_reader.hpp"

namespace cuda_emulator {
namespace {

constexpr int max_rank = 5;
constexpr std::uint8_t element_bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};

// The contents of a CUtensorMap.
struct Tensor {
  char* address;
  std::uint64_t size[max_rank], stride[max_rank];  // in elements; bytes from one element to the next
  std::uint16_t box[max_rank];
  std::uint8_t step[max_rank];  // in elements
  std::uint8_t rank, type, swizzle, nan_outside;
};
static_assert(sizeof(Tensor) <= sizeof(CUtensorMap));

Tensor read(const void* map) {
  needs_capability("a bulk copy of a tensor", 90);
  Tensor tensor;
  std::memcpy(&tensor, map, sizeof tensor);
  if (reinterpret_cast<std::uintptr_t>(map) % 64 != 0 || tensor.rank == 0 || tensor.rank > max_rank) {
    abandon_kernel(cudaErrorIllegalInstruction, "a bulk copy without a valid tensor map", map);
  }
  return tensor;
}

// Swizzles permute the 16-byte pieces of shared memory by their addresses, so that a column uses all banks.
std::uint32_t swizzled(std::uint32_t address, int swizzle) {
  const std::uint32_t pieces = (1u << swizzle) - 1;  // of 32, 64 or 128 bytes: 1, 3 or 7
  return address ^ (address >> 7 & pieces) << 4;
}

// Calls f(address in shared memory, address in global memory or null outside of the tensor) for each element.
template <class F>
void for_each_element(const Tensor& t, const int* coordinates, const void* shared, F f) {
  const std::size_t bytes = element_bytes[t.type];
  const unsigned rank = rank_of_shared(shared);
  char* const window = static_cast<char*>(shared_of_rank(shared_buffer, rank));
  auto place = static_cast<std::uint32_t>(static_cast<const char*>(shared) - window);
  int index[max_rank] = {};
  for (;;) {
    char* row = t.address;
    bool inside = true;
    for (int d = 1; d < t.rank; ++d) {
      const std::int64_t at = std::int64_t{coordinates[d]} + index[d] * t.step[d];
      inside &= at >= 0 && static_cast<std::uint64_t>(at) < t.size[d];
      row += at * static_cast<std::int64_t>(t.stride[d]);
    }
    for (int i = 0; i < t.box[0]; ++i, place += static_cast<std::uint32_t>(bytes)) {
      const std::int64_t at = std::int64_t{coordinates[0]} + i * t.step[0];
      const bool here = inside && at >= 0 && static_cast<std::uint64_t>(at) < t.size[0];
      const auto target = static_cast<std::int32_t>(swizzled(place, t.swizzle));
      f(window + target, here ? row + at * static_cast<std::int64_t>(bytes) : nullptr);
    }
    int d = 1;
    while (d < t.rank && ++index[d] == t.box[d]) index[d++] = 0;
    if (d >= t.rank) return;
  }
}
std::uint32_t tile_bytes(const Tensor& t) {
  std::uint32_t bytes = element_bytes[t.type];
  for (int d = 0; d < t.rank; ++d) bytes *= t.box[d];
  return bytes;
}

// Tells the microscope which bytes of the tensor a tile has.
void tile_moves(const Tensor& t, const int* coordinates, const void* shared, bool writes, const void* call) {
  if (!work_hooks.moves) return;
  std::vector<MemoryPiece> pieces;
  const std::size_t bytes = element_bytes[t.type];
  for_each_element(t, coordinates, shared, [&](const char*, const char* global) {
    if (!global) return;
    if (!pieces.empty() && static_cast<const char*>(pieces.back().place) + pieces.back().bytes == global) {
      pieces.back().bytes += bytes;
    } else {
      pieces.push_back({global, bytes});
    }
  });
  work_hooks.moves(pieces, writes, 1, call);
}

// The hardware requires the first element of each row at a multiple of 16 bytes.
void check_alignment(const Tensor& tensor, const int* coordinates) {
  if (std::int64_t{coordinates[0]} * element_bytes[tensor.type] % 16 == 0) return;
  abandon_kernel(cudaErrorIllegalInstruction, "a bulk copy of rows that do not begin at a multiple of 16 bytes",
                 nullptr);
}

template <class T>
void combine(char how, void* to, const void* from) {
  T old, given;
  std::memcpy((void*)&old, to, sizeof old);
  std::memcpy((void*)&given, from, sizeof given);
  const T result = how == '+'   ? static_cast<T>(old + given)
                   : how == '<' ? (given < old ? given : old)
                                : (old < given ? given : old);
  std::memcpy(to, (const void*)&result, sizeof result);
}
void combine(int type, char how, void* to, const void* from) {
  switch (type) {
    case CU_TENSOR_MAP_DATA_TYPE_UINT32:
      return combine<std::uint32_t>(how, to, from);
    case CU_TENSOR_MAP_DATA_TYPE_INT32:
      return combine<std::int32_t>(how, to, from);
    case CU_TENSOR_MAP_DATA_TYPE_UINT64:
      return combine<std::uint64_t>(how, to, from);
    case CU_TENSOR_MAP_DATA_TYPE_INT64:
      return combine<std::int64_t>(how, to, from);
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT16:
      return combine<__half>(how, to, from);
    case CU_TENSOR_MAP_DATA_TYPE_BFLOAT16:
      return combine<__nv_bfloat16>(how, to, from);
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT32:
      return combine<float>(how, to, from);
    case CU_TENSOR_MAP_DATA_TYPE_FLOAT64:
      return combine<double>(how, to, from);
    default:
      abandon_kernel(cudaErrorIllegalInstruction, "a reducing bulk copy of a type that has no reduction", to);
  }
}

}  // namespace

cudaError_t encode_tensor_map(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                              const cuuint64_t* sizes, const cuuint64_t* strides, const cuuint32_t* box,
                              const cuuint32_t* element_strides, CUtensorMapInterleave interleave,
                              CUtensorMapSwizzle swizzle, CUtensorMapFloatOOBfill fill) {
  if (interleave != CU_TENSOR_MAP_INTERLEAVE_NONE) return cudaErrorNotSupported;
  if (!map || !address || !sizes || !box || !element_strides || (rank > 1 && !strides)) return cudaErrorInvalidValue;
  if (rank == 0 || rank > max_rank || type < 0 || type > CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ) {
    return cudaErrorInvalidValue;
  }
  if (swizzle < 0 || swizzle > CU_TENSOR_MAP_SWIZZLE_128B) return cudaErrorInvalidValue;
  // The documented requirements of the hardware.
  if (reinterpret_cast<std::uintptr_t>(map) % 64 != 0 || reinterpret_cast<std::uintptr_t>(address) % 16 != 0) {
    return cudaErrorInvalidValue;
  }
  Tensor tensor{};
  tensor.address = static_cast<char*>(address);
  tensor.rank = static_cast<std::uint8_t>(rank);
  tensor.type = static_cast<std::uint8_t>(type);
  tensor.swizzle = static_cast<std::uint8_t>(swizzle);
  tensor.nan_outside = fill == CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  const std::uint64_t element = element_bytes[type];
  for (cuuint32_t d = 0; d < rank; ++d) {
    if (sizes[d] == 0 || sizes[d] > (std::uint64_t{1} << 32) || box[d] == 0 || box[d] > 256 ||
        element_strides[d] == 0 || element_strides[d] > 8) {
      return cudaErrorInvalidValue;
    }
    if (d > 0 && (strides[d - 1] % 16 != 0 || strides[d - 1] >= (std::uint64_t{1} << 40))) return cudaErrorInvalidValue;
    tensor.size[d] = sizes[d];
    tensor.stride[d] = d == 0 ? element : strides[d - 1];
    // The box is given in elements of the tensor, also if it is traversed with steps.
    tensor.box[d] = static_cast<std::uint16_t>((box[d] + element_strides[d] - 1) / element_strides[d]);
    tensor.step[d] = static_cast<std::uint8_t>(element_strides[d]);
  }
  const std::uint64_t row = tensor.box[0] * element;
  if (row % 16 != 0 || (swizzle != CU_TENSOR_MAP_SWIZZLE_NONE && row > 16u << swizzle)) return cudaErrorInvalidValue;
  std::memset((void*)map, 0, sizeof *map);
  std::memcpy((void*)map, &tensor, sizeof tensor);
  return cudaSuccess;
}

namespace {

// The tile is written when a thread waits at the barrier.
void load_tile(const Tensor& tensor, const int* coordinates, void* shared, std::uint64_t* barrier, const void* call) {
  const std::uint32_t size = tile_bytes(tensor);
  const WorkNumber work = work_begins(WorkKind::bulk_load, call);
  work_arrives_at(work, barrier);
  work_writes(work, shared, size);
  fill_with_poison(shared, size);
  std::array<int, max_rank> at{};
  std::copy(coordinates, coordinates + tensor.rank, at.begin());
  do_at_barrier(barrier, [=](bool happens) {
    if (!happens) return forget_work(work);
    work_ends(work);
    const std::size_t bytes = element_bytes[tensor.type];
    const bool real = tensor.type >= CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    for_each_element(tensor, at.data(), shared, [&](char* to, const char* from) {
      if (from) {
        std::memcpy(to, from, bytes);
      } else {
        std::memset(to, real && tensor.nan_outside ? 0xff : 0, bytes);
      }
    });
    note_written(shared, size);
    arrival_bytes(barrier, size);
  });
}

}  // namespace

void load_tensor(void* shared, const void* map, const int* coordinates, int rank, std::uint64_t* barrier,
                 unsigned blocks) {
  const Tensor tensor = read(map);
  check_alignment(tensor, coordinates);
  if (rank != tensor.rank || reinterpret_cast<std::uintptr_t>(shared) % 128 != 0) {
    abandon_kernel(cudaErrorIllegalInstruction,
                   "a bulk copy whose rank is not its tensor's, or whose tile is not aligned", shared);
  }
  const void* const call = work_call ? work_call : __builtin_return_address(0);
  tile_moves(tensor, coordinates, shared, false, call);  // once, for however many blocks
  const unsigned own = rank_of_shared(shared);
  for (unsigned block = 0; block < cluster_size(); ++block) {
    if (blocks ? !(blocks >> block & 1) : block != own) continue;
    void* const target = shared_of_rank(shared, block);
    auto* const there = static_cast<std::uint64_t*>(shared_of_rank(barrier, blocks ? block : rank_of_shared(barrier)));
    load_tile(tensor, coordinates, target, there, call);
  }
}

void store_tensor(const void* map, const int* coordinates, int rank, const void* shared, char how) {
  const Tensor tensor = read(map);
  check_alignment(tensor, coordinates);
  if (rank != tensor.rank) {
    abandon_kernel(cudaErrorIllegalInstruction, "a bulk copy whose rank is not its tensor's", shared);
  }
  if (std::any_of(coordinates, coordinates + rank, [](int c) { return c < 0; })) {
    abandon_kernel(cudaErrorIllegalInstruction, "a bulk copy to a tile that begins before the tensor", nullptr);
  }
  const void* const call = work_call ? work_call : __builtin_return_address(0);
  const WorkNumber work = work_begins(WorkKind::bulk_store, call);
  tile_moves(tensor, coordinates, shared, true, call);
  work_reads(work, shared, tile_bytes(tensor));
  std::array<int, max_rank> at{};
  std::copy(coordinates, coordinates + rank, at.begin());
  ask_bulk_store(
      [=] {
        const std::size_t bytes = element_bytes[tensor.type];
        for_each_element(tensor, at.data(), shared, [&](const char* from, char* to) {
          if (!to) return;
          if (how == ' ') {
            std::memcpy(to, from, bytes);
          } else {
            combine(tensor.type, how, to, from);
          }
          note_written(to, bytes);
        });
      },
      work);
}

}  // namespace cuda_emulator
