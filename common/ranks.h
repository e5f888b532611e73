// The processes that mpirun has started, one for each GPU: ranks that talk by MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace halo_ranks {

// A row for a neighbour, and one from it: both in host memory.
struct Exchange {
  int neighbour;
  const float* out;
  float* in;
  int floats;
};

// All ranks must make the calls that are marked so, in the same order; they wait for each other there. An error of MPI
// is thrown as std::runtime_error.
class Ranks {
 public:
  Ranks(int* argc, char*** argv);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  // Runs program on all ranks and returns its exit status. Rank 0 goes first, and alone if it ends before it has called
  // begin(): what is wrong with the command line is said once. Only rank 0 writes to stdout. A rank whose program fails
  // ends all others, wherever they wait, with its status.
  int run(const std::function<int()>& program);
  void begin();

  void broadcast(void* data, std::size_t bytes) const;             // all: from rank 0
  std::uint64_t sum(std::uint64_t value) const;                    // all
  double most(double value) const;                                 // all
  std::vector<float> gather(const std::vector<float>& own) const;  // all: rank 0 gets those of rank 0, of rank 1, …
  void wait() const;                                               // all: until all are here
  void exchange(const std::vector<Exchange>& rows) const;          // with neighbours, who call it too

  int rank = 0, count = 1;
  int local = 0;                          // its number among the ranks on the same machine
  mutable std::shared_ptr<void> library;  // what a library keeps for these ranks; it goes before MPI ends

 private:
  bool begun_ = false;
};

}  // namespace halo_ranks
