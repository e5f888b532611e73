// Between processes of one machine: memory that all ranks of a communicator share, with a ring of bytes from each rank
// to every other. A rank reads from a ring in the order in which the other one wrote.
#pragma once
#include <cstddef>
#include <memory>
#include <vector>

namespace cuda_emulator {

// The address of shared memory in the process that created it. Trivially copyable, so that it can be passed to others
// as bytes.
struct WiresId {
  int process, file;
};

// Creates the memory for all ranks that will open it. It is never freed, because a rank may still have to open it.
// False if the system has none.
bool make_wires(WiresId& id);

// An array that is sent to a rank, or received from it.
struct Transfer {
  bool sends;
  int peer;
  char* data;
  std::size_t bytes, done = 0;
};

class Wires {
 public:
  // Waits until all ranks have opened it. Null if the memory cannot be opened.
  static std::unique_ptr<Wires> open(const WiresId& id, int rank, int count);
  ~Wires();
  Wires(const Wires&) = delete;
  Wires& operator=(const Wires&) = delete;

  // Transfers all of them, in whatever order they can make progress. Those with the same rank in the same direction
  // keep their order.
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
