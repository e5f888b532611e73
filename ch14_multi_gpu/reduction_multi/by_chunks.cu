// Rung 6 of reduction_multi: the copy engines do what the stores of rung 5 do. The arrays are cut into chunks.
#include <algorithm>

#include "ch14_multi_gpu/reduction_multi/reduction_multi.h"
#include "common/check.h"
#include "common/timer.h"

namespace reduction_multi {
namespace {

constexpr int block_size = 512;
constexpr int blocks_per_sm = 2;
constexpr std::size_t most_chunks = 16;

// What is added: the same elements of all arrays.
struct Terms {
  const float* of[most_devices];
  int count;
};

__global__ void add_chunk_kernel(Terms terms, float* sum, std::size_t n) {
  for (std::size_t i = std::size_t{blockIdx.x} * block_size + threadIdx.x; i < n; i += gridDim.x * block_size) {
    float total = terms.of[0][i];
    for (int d = 1; d < terms.count; ++d) total += terms.of[d][i];
    sum[i] = total;
  }
}

// A part of one GPU's share: the elements [first, first + n) of all arrays.
struct Chunk {
  std::size_t first, n;
};

class Copies {
 public:
  Copies(Team& team, std::size_t n) : team_(team), n_(n), all_(team.devices) {
    chunks_ = std::clamp(n / all_ / team.least_chunk, std::size_t{1}, most_chunks);
  }

  void run() {
    for (int d = 0; d < all_; ++d) {  // a copy may begin when both GPUs have ended their work so far
      const CurrentDevice current(d);
      check(cudaEventRecord(team_.ready[d], team_.streams[d]));
    }
    for (int from = 0; from < all_; ++from)
      for (int to = 0; to < all_; ++to)
        for (const int d : {from, to}) check(cudaStreamWaitEvent(link(from, to), team_.ready[d], 0));
    for (std::size_t c = 0; c <= chunks_; ++c) {
      if (c < chunks_) collect(c);
      if (c > 0) distribute(c - 1);
      if (c < chunks_) add(c);
    }
    for (int from = 0; from < all_; ++from)
      for (int to = 0; to < all_; ++to)
        for (const int d : {from, to}) check(cudaStreamWaitEvent(team_.streams[d], copied(from, to), 0));
  }

 private:
  const Stream& link(int from, int to) { return team_.links[from * all_ + to]; }
  const Event& copied(int from, int to) { return team_.copied[from * all_ + to]; }

  std::size_t share(int d) const { return n_ * d / all_; }
  Chunk chunk(int d, std::size_t c) const {
    const std::size_t begin = share(d), size = share(d + 1) - begin;
    const std::size_t first = begin + size * c / chunks_;
    return {first, begin + size * (c + 1) / chunks_ - first};
  }
  // Where GPU `to` keeps what it gets from another one.
  float* place(int from, int to, const Chunk& chunk) {
    const std::size_t widest = n_ / all_ + 1;
    return team_.other[to].data() + (from - (from > to)) * widest + chunk.first - share(to);
  }

  // In each turn no GPU sends to two, or receives from two.
  template <typename Do>
  void for_each_pair(const Do& act) {
    for (int turn = 1; turn < all_; ++turn)
      for (int from = 0; from < all_; ++from) {
        const CurrentDevice current(from);
        act(from, (from + turn) % all_);
      }
  }
  void copy(float* to_array, int to, const float* from_array, int from, std::size_t n) {
    check(cudaMemcpyPeerAsync(to_array, to, from_array, from, n * sizeof(float), link(from, to)));
    check(cudaEventRecord(copied(from, to), link(from, to)));
  }

  void collect(std::size_t c) {
    for_each_pair([&](int from, int to) {
      const Chunk part = chunk(to, c);
      copy(place(from, to, part), to, team_.x[from].data() + part.first, from, part.n);
    });
    for (int to = 0; to < all_; ++to)
      for (int from = 0; from < all_; ++from)
        if (from != to) check(cudaStreamWaitEvent(team_.streams[to], copied(from, to), 0));
  }
  void add(std::size_t c) {
    for (int d = 0; d < all_; ++d) {
      const CurrentDevice current(d);
      const Chunk part = chunk(d, c);
      Terms terms{{}, all_};
      for (int from = 0; from < all_; ++from)
        terms.of[from] = from == d ? team_.x[d].data() + part.first : place(from, d, part);
      if (part.n > 0) {
        const int blocks = std::min(blocks_for(part.n, block_size), blocks_per_sm * team_.multiprocessors);
        add_chunk_kernel<<<blocks, block_size, 0, team_.streams[d]>>>(terms, team_.y[d].data() + part.first, part.n);
        check(cudaGetLastError());
      }
      check(cudaEventRecord(team_.read[d], team_.streams[d]));
    }
  }
  void distribute(std::size_t c) {
    for_each_pair([&](int from, int to) {
      const Chunk part = chunk(from, c);
      check(cudaStreamWaitEvent(link(from, to), team_.read[from], 0));
      copy(team_.y[to].data() + part.first, to, team_.y[from].data() + part.first, from, part.n);
    });
  }

  Team& team_;
  const std::size_t n_;
  const int all_;
  std::size_t chunks_;
};

}  // namespace

void by_chunks(Team& team, std::size_t n) {
  if (n > 0) Copies(team, n).run();
}

double link_rate(Team& team, std::size_t n, int repeats) {
  const int all = team.devices;
  if (all == 1 || n < static_cast<std::size_t>(all)) return 0;
  constexpr int rounds = 4;  // so many copies of each pair that the host's launches and waits do not count
  const std::size_t part = n / (all - 1);
  const double ms = median_host_ms(
      [&] {
        for (int turn = 1; turn < rounds * all; ++turn)
          for (int from = 0; from < all; ++from) {
            const CurrentDevice current(from);
            const int to = (from + turn) % all;
            if (to == from) continue;
            check(cudaMemcpyPeerAsync(team.other[to].data() + (from - (from > to)) * part, to,
                                      team.x[from].data() + (to - (to > from)) * part, from, part * sizeof(float),
                                      team.links[from * all + to]));
          }
        for (const Stream& link : team.links) link.wait();
      },
      repeats, 2);
  return rounds * static_cast<double>(part) * (all - 1) * sizeof(float) / ms * 1e3;
}

}  // namespace reduction_multi
