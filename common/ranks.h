// The processes that mpirun has started, one per GPU: ranks that communicate by MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <vector>

// A row for a neighbour, and one from it: both in host memory.
struct Exchange {
  int neighbour;
  const float* out;
  float* in;
  int floats;
};

// All ranks must make the calls that are marked so, in the same order; they wait for each other in them. An error of
// MPI is thrown as std::runtime_error.
class Ranks {
 public:
  Ranks(int* argc, char*** argv);
  ~Ranks();
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  // Runs program on all ranks and returns its exit status. Rank 0 goes first, and alone if it ends before it has called
  // begin(): an error in the command line is reported once. Only rank 0 writes to stdout. A rank whose program fails
  // ends all others with its status, wherever they wait.
  int run(const std::function<int()>& program);
  void begin();

  void broadcast(void* data, std::size_t bytes) const;             // all: from rank 0
  std::uint64_t sum(std::uint64_t value) const;                    // all
  double most(double value) const;                                 // all
  std::vector<float> gather(const std::vector<float>& own) const;  // all: rank 0 gets those of rank 0, of rank 1, …
  // All: each rank in its turn, from 0 on, adds to what the one before has left in these bytes; then all have the last
  // one's. So a sum has one order, whatever the number of ranks.
  void in_turn(void* data, std::size_t bytes, const std::function<void()>& add) const;
  void merge_words(std::uint64_t* words, std::size_t count) const;  // all: bit by bit, "or" of all ranks'
  void wait() const;                                                // all: until all are here
  void exchange(const std::vector<Exchange>& rows) const;           // with neighbours, who call it too

  int rank = 0, count = 1;
  int local = 0;                          // its number among the ranks on the same machine
  mutable std::shared_ptr<void> library;  // a library's state for these ranks; released before MPI ends

 private:
  bool begun_ = false;
};

// Each element is in the array of one rank; in all other arrays its bytes are 0. Afterwards all ranks have it.
template <typename T>
void merge(const Ranks& ranks, std::vector<T>& values) {
  static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
  ranks.merge_words(reinterpret_cast<std::uint64_t*>(values.data()), values.size() * sizeof(T) / sizeof(std::uint64_t));
}

// Has mpirun or an equivalent started this process? Open MPI, MPICH, Intel MPI and Slurm are detected.
inline bool started_as_rank() {
  return std::getenv("OMPI_COMM_WORLD_RANK") || std::getenv("PMI_RANK") || std::getenv("PMIX_RANK");
}

// If something is wrong for any rank, rank 0 says so. All ranks must call it.
template <typename Error>
void refuse_if(bool wrong, const Ranks& ranks, const Error& error) {
  if (ranks.most(wrong) == 0) return;
  if (ranks.rank == 0) throw error;
  ranks.wait();  // for rank 0, which ends all
}

// --ranks K or --ranks=K: this process becomes mpirun, which starts K of the same with the other options, also where
// there are fewer processors. What is no number is left for the options' reader to refuse. Ends the program with status
// 77 if there is no mpirun.
void become_ranks(int argc, char** argv);
