// Each GPU has its own memory. Data of one GPU reaches another GPU through host memory or, if the two are linked,
// directly from memory to memory, either with a copy engine or with a kernel that dereferences a pointer.
#include "ch14_multi_gpu/peer_copy/peer_copy.h"

#include <algorithm>

#include "common/check.h"
#include "common/devices.h"

namespace peer_copy {

constexpr int block_size = 512;
constexpr int loads = 4;  // in flight per thread: latency over a link is high

// Objects created while a device is current belong to it.
Stream stream_on(int device) {
  const CurrentDevice current(device);
  return Stream();
}
std::vector<Event> events_on(int device, int count) {
  const CurrentDevice current(device);
  return std::vector<Event>(count);
}

Way::Way(int from, int to)
    : from(from),
      to(to),
      leaving(stream_on(from)),
      arriving(stream_on(to)),
      filled(events_on(from, 2)),
      emptied(events_on(to, 2)) {
  for (int i = 0; i < 2; ++i) stops.emplace_back(chunk);
}

void Way::wait() const {
  leaving.wait();
  arriving.wait();
}

namespace {

// Chunk after chunk through `stops` staging buffers. A buffer is filled when it is empty and emptied when it is full.
void through_host(const Way& way, const Element* x, Element* y, std::size_t n, int stops) {
  for (std::size_t first = 0, c = 0; first < n; first += chunk, ++c) {
    const std::size_t s = c % stops, bytes = std::min(chunk, n - first) * sizeof(Element);
    auto* const stop = const_cast<Element*>(way.stops[s].data());
    check(cudaStreamWaitEvent(way.leaving, way.emptied[s], 0));
    check(cudaMemcpyAsync(stop, x + first, bytes, cudaMemcpyDeviceToHost, way.leaving));
    check(cudaEventRecord(way.filled[s], way.leaving));

    check(cudaStreamWaitEvent(way.arriving, way.filled[s], 0));
    check(cudaMemcpyAsync(y + first, stop, bytes, cudaMemcpyHostToDevice, way.arriving));
    check(cudaEventRecord(way.emptied[s], way.arriving));
  }
}

// ---- Rung 1. Into host memory, then out of it: only one of the two copies runs at a time.
void staged(const Way& way, const Element* x, Element* y, std::size_t n) {
  through_host(way, x, y, n, 1);
}

// ---- Rung 2. Same as rung 1, except that there are two staging buffers: one is filled while the other is emptied.
void staged_in_turn(const Way& way, const Element* x, Element* y, std::size_t n) {
  through_host(way, x, y, n, 2);
}

// ---- Rungs 3 and 4. The runtime's own copy. Without peer access it goes through the host too; with peer access a copy
// engine writes directly into the other memory. The call is the same.
void runtime_copy(const Way& way, const Element* x, Element* y, std::size_t n) {
  if (n == 0) return;
  check(cudaMemcpyPeerAsync(y, way.to, x, way.from, n * sizeof(Element), way.leaving));
}

// A pointer into the other device's memory is a pointer like any other.
__global__ void copy_kernel(const Element* x, Element* y, std::size_t n) {
  const std::size_t tile = std::size_t{block_size} * loads;
  for (std::size_t first = blockIdx.x * tile + threadIdx.x; first < n; first += gridDim.x * tile) {
    Element values[loads];  // all loads before the first store; past the end the last element again
#pragma unroll
    for (int k = 0; k < loads; ++k) values[k] = x[min(first + k * block_size, n - 1)];
#pragma unroll
    for (int k = 0; k < loads; ++k)
      if (first + k * block_size < n) y[first + k * block_size] = values[k];
  }
}

void launch_copy(const Element* x, Element* y, std::size_t n, cudaStream_t stream) {
  constexpr int most_blocks = 1024;  // several per multiprocessor
  const int blocks = std::min(blocks_for(n, block_size * loads), most_blocks);
  copy_kernel<<<blocks, block_size, 0, stream>>>(x, y, n);
  check(cudaGetLastError());
}

// ---- Rung 5. A kernel that loads from the other memory: each load waits for the round trip over the link.
void load_from_peer(const Way& way, const Element* x, Element* y, std::size_t n) {
  const CurrentDevice current(way.to);
  launch_copy(x, y, n, way.arriving);
}

// ---- Rung 6. The same kernel on the other device: now the stores cross the link, and no thread waits for a store.
void store_to_peer(const Way& way, const Element* x, Element* y, std::size_t n) {
  const CurrentDevice current(way.from);
  launch_copy(x, y, n, way.leaving);
}

// ---- Latency: no load can start before the load before it has returned.
__global__ void chase_kernel(const unsigned* next, int steps, unsigned* end) {
  unsigned place = 0;
  for (int i = 0; i < steps; ++i) place = next[place];
  *end = place;
}

}  // namespace

void chase(int device, const unsigned* next, int steps, unsigned* end, cudaStream_t stream) {
  const CurrentDevice current(device);
  chase_kernel<<<1, 1, 0, stream>>>(next, steps, end);
  check(cudaGetLastError());
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"staged", staged, false},                       // through host memory, one buffer
      {"staged_in_turn", staged_in_turn, false},       // through host memory, two buffers
      {"runtime_copy_unmapped", runtime_copy, false},  // cudaMemcpyPeerAsync
      {"runtime_copy", runtime_copy, true},            // cudaMemcpyPeerAsync
      {"load_from_peer", load_from_peer, true},        // a kernel on `to` loads from `from`
      {"store_to_peer", store_to_peer, true},          // a kernel on `from` stores to `to`
  };
  return rungs;
}

}  // namespace peer_copy
