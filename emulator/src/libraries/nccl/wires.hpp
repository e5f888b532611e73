// Between processes of one machine: memory that all ranks of a communicator share, with a ring of bytes from each rank
// to each one. What a rank writes into a ring the other one reads in the same order.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace cuda_emulator {

// Where shared memory is: in the process that made it. Trivially copyable, so that it can be handed to others as bytes.
struct WiresId {
  int process, file;
};

// Makes the memory for all ranks that will ask for it. It is never given back: a rank may still be on its way. False
// if the system has none.
bool make_wires(WiresId& id);

// An array that goes to a rank, or comes from it.
struct Transfer {
  bool sends;
  int peer;
  char* data;
  std::size_t bytes, done = 0;
};

class Wires {
 public:
  // Waits until all ranks are there. Null if the memory cannot be opened.
  static std::unique_ptr<Wires> open(const WiresId& id, int rank, int count);
  ~Wires();
  Wires(const Wires&) = delete;
  Wires& operator=(const Wires&) = delete;

  // Does them all, whichever can go on first. Those with the same rank in the same direction keep their order.
  void run(std::vector<Transfer> transfers);

 private:
  struct Ring;
  struct Shared;
  Wires(Shared* shared, int rank, int count);
  Ring& ring(int from, int to);
  bool go_on(Transfer& transfer);

  Shared* shared_;
  int rank_, count_;
};

}  // namespace cuda_emulator
