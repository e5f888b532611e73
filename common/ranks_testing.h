// For tests of programs that run as ranks: starting them with mpirun, and what they have written. Nothing hangs: ranks
// that do not end are ended. A test that ranks run is a disabled one, InRanks.DISABLED_NAME, which mpirun starts in
// each of them. On the emulator every rank has as many devices as there are ranks.
#pragma once

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "common/devices.h"
#include "common/testing.h"

// Whether mpirun itself has crashed after its ranks ended, which Open MPI 4.1 does in about one of 300 runs whose ranks
// call MPI_Abort (in PMIx_server_finalize). A rank that crashes has the same status, but then mpirun says so.
inline bool mpirun_crashed(const Ended& ended) {
  return ended.status == 128 + SIGSEGV && ended.err.find("exited on signal") == std::string::npos;
}

// A command that starts ranks, also as root and more of them than processors; those that wait let others have theirs.
// Processes that do not end in time are ended. The variables are Open MPI's, others do not look at them.
inline Ended run_limited(const std::vector<std::string>& command, int devices, int limit = 90) {
  std::vector<std::string> words{"/usr/bin/timeout", "--foreground", "--kill-after=10", std::to_string(limit)};
  words.insert(words.end(), command.begin(), command.end());
  std::vector<std::string> variables{"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1",
                                     "OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_mpi_yield_when_idle=1",
                                     "CUDA_EMULATOR_DEVICES=" + std::to_string(devices)};
  // The microscope looks at two launches of each kernel: the first may find an order that the next one lacks.
  if (!std::getenv("CUDA_EMULATOR_LAUNCHES")) variables.push_back("CUDA_EMULATOR_LAUNCHES=2");
  Ended ended = run_program(words, variables);
  if (mpirun_crashed(ended)) ended = run_program(words, variables);
  if (ended.status == 124) ended.err += "the ranks were ended: they took longer than " + std::to_string(limit) + " s\n";
  return ended;
}

#ifdef MPIEXEC

// mpirun's arguments.
inline Ended run_ranks(const std::vector<std::string>& command, int devices, int limit = 90) {
  std::vector<std::string> words{MPIEXEC};
  words.insert(words.end(), command.begin(), command.end());
  return run_limited(words, devices, limit);
}

// A disabled test of this program, in this many ranks; under compute-sanitizer each of them has its own tool.
inline Ended run_in_ranks(int ranks, const std::string& test, int limit = 90) {
  const std::vector<std::string> self{std::filesystem::read_symlink("/proc/self/exe"), "--gtest_brief=1",
                                      "--gtest_also_run_disabled_tests", "--gtest_filter=InRanks.DISABLED_" + test};
  std::vector<std::string> words;
  if (!sanitized()) {
    words = {"-n", std::to_string(ranks)};
    words.insert(words.end(), self.begin(), self.end());
    return run_ranks(words, ranks, limit);
  }
  for (int rank = 0; rank < ranks; ++rank) {
    if (rank > 0) words.push_back(":");
    words.insert(words.end(), {"-n", "1"});
    const std::vector<std::string> watched_self = under_this_sanitizer(self, rank);
    words.insert(words.end(), watched_self.begin(), watched_self.end());
  }
  return run_ranks(words, ranks, 500);
}

#endif

// Lines that a program's ranks have written, not mpirun: they begin with its name, or its path.
inline int lines_of_ranks(const std::string& text, const std::string& name) {
  const std::string begin = name + ": ";
  int lines = 0;
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1))
    lines += at == 0 || text[at - 1] == '\n' || text[at - 1] == '/';
  return lines;
}

inline bool too_few_gpus(int ranks) {
  return no_hardware().empty() && device_count() < ranks;
}
