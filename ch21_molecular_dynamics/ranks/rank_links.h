// A slab's neighbours in other processes: NCCL sends to them and receives from them, in the slab's stream.
#pragma once

#include <cstddef>
#include <initializer_list>

#include "ch21_molecular_dynamics/bricks/bricks.h"
#include "common/check.h"
#include "common/nccl_ranks.h"
#include "common/owners.h"

namespace ljmd {

// Numbers of elements to and from both neighbours. Sender and receiver must give the same number.
struct Counts {
  int to_left = 0, to_right = 0, from_left = 0, from_right = 0;
};

class RankLinks {
 public:
  // All ranks must construct it.
  explicit RankLinks(const Ranks& ranks)
      : left_((ranks.rank + ranks.count - 1) % ranks.count),
        right_((ranks.rank + 1) % ranks.count),
        communicator_(communicator_of(ranks)) {}

  // Arrays in device memory. Two ranks are each other's neighbours on both sides: what one sends first, to its left,
  // the other must receive first, from its right.
  template <typename T>
  void exchange(const Counts& count, const T* to_left, const T* to_right, T* from_left, T* from_right,
                cudaStream_t stream) const {
    NcclGroup group;
    send(to_left, count.to_left, left_, stream);
    receive(from_right, count.from_right, right_, stream);
    send(to_right, count.to_right, right_, stream);
    receive(from_left, count.from_left, left_, stream);
    group.end();
  }

  // Replaces a word in device memory by the largest of all ranks.
  void most(int* word, cudaStream_t stream) const {
    check(ncclAllReduce(word, word, 1, ncclInt, ncclMax, communicator_, stream));
  }

 private:
  template <typename T>
  void send(const T* from, int count, int rank, cudaStream_t stream) const {
    if (count > 0) check(ncclSend(from, count * sizeof(T), ncclChar, rank, communicator_, stream));
  }
  template <typename T>
  void receive(T* to, int count, int rank, cudaStream_t stream) const {
    if (count > 0) check(ncclRecv(to, count * sizeof(T), ncclChar, rank, communicator_, stream));
  }

  int left_, right_;
  ncclComm_t communicator_;
};

// Copies words of device memory to the host.
class Told {
 public:
  explicit Told(int most) : words_(most) {}
  // Copies the words in the stream and waits for it; then told[i] is word i.
  void ask(std::initializer_list<const int*> words, const Stream& stream) {
    int number = 0;
    for (const int* word : words)
      check(cudaMemcpyAsync(words_.data() + number++, word, sizeof(int), cudaMemcpyDeviceToHost, stream));
    stream.wait();
  }
  int operator[](int number) const { return words_.data()[number]; }

 private:
  PinnedBuffer<int> words_;
};

// Atoms that leave for a neighbour. The kernels store them here, as they would in the neighbour's memory if they could
// access it.
template <typename Real>
class Outbox {
 public:
  explicit Outbox(int room) : room(room), position(room), velocity(room), id(room), words_(1) {
    words_.fill_bytes(0);
    check(cudaDeviceSynchronize());  // the fill runs in the default stream
  }
  Neighbor<Real> door() {  // no ghosts are stored through it
    return {{position.data(), position.data()}, velocity.data(), id.data(), words_.data(), room, 0, nullptr};
  }
  int* leaving() { return &words_.data()->arrived; }  // in device memory

  int room;  // an atom that finds none sets lost in the slab's words, and is counted
  DeviceBuffer<Vec4<Real>> position, velocity;
  DeviceBuffer<int> id;

 private:
  DeviceBuffer<BrickWords> words_;
};

}  // namespace ljmd
