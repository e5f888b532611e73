// MPI's side: the only file that knows it.
#include "common/ranks.h"

#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <stdexcept>
#include <string>

namespace {

void check(int status) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(status, text, &length);
  throw std::runtime_error("MPI: " + std::string(text, length));
}

constexpr int go = -1;  // what rank 0 sends to the others instead of a status

}  // namespace

Ranks::Ranks(int* argc, char*** argv) {
  check(MPI_Init(argc, argv));
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  check(MPI_Comm_size(MPI_COMM_WORLD, &count));
  MPI_Comm machine;
  check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &machine));
  check(MPI_Comm_rank(machine, &local));
  check(MPI_Comm_free(&machine));
}

Ranks::~Ranks() {
  library.reset();
  MPI_Finalize();
}

int Ranks::run(const std::function<int()>& program) {
  if (rank != 0) {
    int told = go;
    broadcast(&told, sizeof told);
    if (told != go) return told;
    if (!std::freopen("/dev/null", "w", stdout)) MPI_Abort(MPI_COMM_WORLD, 3);
  }
  int status = program();
  if (rank == 0 && !begun_) {
    broadcast(&status, sizeof status);
  } else if (status != 0) {
    MPI_Abort(MPI_COMM_WORLD, status);
  }
  return status;
}

void Ranks::begin() {
  begun_ = true;
  int told = go;
  if (rank == 0) broadcast(&told, sizeof told);
}

void Ranks::broadcast(void* data, std::size_t bytes) const {
  check(MPI_Bcast(data, static_cast<int>(bytes), MPI_BYTE, 0, MPI_COMM_WORLD));
}

std::uint64_t Ranks::sum(std::uint64_t value) const {
  std::uint64_t all = 0;
  check(MPI_Allreduce(&value, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD));
  return all;
}

double Ranks::most(double value) const {
  double all = 0;
  check(MPI_Allreduce(&value, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD));
  return all;
}

std::vector<float> Ranks::gather(const std::vector<float>& own) const {
  const int mine = static_cast<int>(own.size());
  std::vector<int> sizes(count), starts(count);
  check(MPI_Gather(&mine, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD));
  std::exclusive_scan(sizes.begin(), sizes.end(), starts.begin(), 0);
  std::vector<float> all(rank == 0 ? starts.back() + sizes.back() : 0);
  check(
      MPI_Gatherv(own.data(), mine, MPI_FLOAT, all.data(), sizes.data(), starts.data(), MPI_FLOAT, 0, MPI_COMM_WORLD));
  return all;
}

void Ranks::in_turn(void* data, std::size_t bytes, const std::function<void()>& add) const {
  const int size = static_cast<int>(bytes);
  if (rank > 0) check(MPI_Recv(data, size, MPI_BYTE, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
  add();
  if (rank + 1 < count) check(MPI_Send(data, size, MPI_BYTE, rank + 1, 1, MPI_COMM_WORLD));
  check(MPI_Bcast(data, size, MPI_BYTE, count - 1, MPI_COMM_WORLD));
}

void Ranks::merge_words(std::uint64_t* words, std::size_t count) const {
  constexpr std::size_t most_at_once = 1 << 24;
  for (std::size_t first = 0; first < count; first += most_at_once)
    check(MPI_Allreduce(MPI_IN_PLACE, words + first, static_cast<int>(std::min(most_at_once, count - first)),
                        MPI_UINT64_T, MPI_BOR, MPI_COMM_WORLD));
}

void Ranks::wait() const {
  check(MPI_Barrier(MPI_COMM_WORLD));
}

void Ranks::exchange(const std::vector<Exchange>& rows) const {
  std::vector<MPI_Request> requests(2 * rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Exchange& row = rows[i];
    check(MPI_Irecv(row.in, row.floats, MPI_FLOAT, row.neighbour, 0, MPI_COMM_WORLD, &requests[2 * i]));
    check(MPI_Isend(row.out, row.floats, MPI_FLOAT, row.neighbour, 0, MPI_COMM_WORLD, &requests[2 * i + 1]));
  }
  check(MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE));
}

void become_ranks(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const bool joined = std::strncmp(argv[i], "--ranks=", 8) == 0;
    if (!joined && (std::strcmp(argv[i], "--ranks") != 0 || i + 1 == argc)) continue;
    char* const count = joined ? argv[i] + 8 : argv[i + 1];
    if (std::atoi(count) < 1) return;
    char mpirun[] = "mpirun", option[] = "-n";
    std::vector<char*> words{mpirun, option, count, argv[0]};
    words.insert(words.end(), argv + 1, argv + i);
    words.insert(words.end(), argv + i + (joined ? 1 : 2), argv + argc);
    words.push_back(nullptr);
    // More ranks than processors are welcome, for Open MPI 4 and 5; a caller's own choice is kept.
    setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
    setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
    execvp(mpirun, words.data());
    std::fprintf(stderr, "%s: ", argv[0]);
    std::perror("mpirun");
    std::exit(77);
  }
}
