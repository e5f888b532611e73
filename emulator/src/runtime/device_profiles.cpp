// The table of devices, checked in November 2026 against the sources named here. Where none of them gives a number the
// table has 0.
//
// Columns that follow from the compute capability ("the guide" is the CUDA C++ Programming Guide 13.0):
// - Threads and blocks of a multiprocessor, its shared memory, and what one block may have of that: the guide, table 27
//   "Technical Specifications per Compute Capability". The blocks are the same in cuda_occupancy.h of toolkit 13.0. For
//   12.0 the Blackwell Tuning Guide 13.3 differs, with 32 blocks and 128 KB; an RTX 5090 reports 100 KB.
// - Shared memory that is reserved in each block: the guide, sections 20.7.3 to 20.10.3 (1 KB from 8.0 on).
// - Granule of shared memory: cuda_occupancy.h of toolkit 13.0, cudaOccSMemAllocationGranularity.
// - Rate of float over double: FP32 and FP64 cores of a multiprocessor, the guide, sections 20.6.1 to 20.10.1.
// - Clusters: the guide, table 26 "Feature Support per Compute Capability" (from 9.0 on).
//
// Columns that follow from the product. "Reports" is what a driver says to deviceQuery, nvidia-smi or a program, in the
// place named. The architecture white papers were not used. Clocks are the highest ones. They give the peak rates of
// float and of memory that NVIDIA publishes; the test holds the table to those.
// - t4: memory from the NVIDIA T4 product brief, table 2 (5001 MHz, 256 bits). The rest is what a T4 reports
//   (gist.github.com 5e4b7782c27106dec287050b323cd059, CUDA 12.2). L2 cache residency needs 8.0: the guide, table 26.
// - a100: with 40 GB, SXM4, as one reports (github.com ekondis/mixbench issue 18 and bottlerocket-os/bottlerocket pull
//   request 3873). Persisting L2 cache: CUDA C++ Best Practices Guide, "Tuning the Access Window Hit-Ratio" (30 MB).
// - rtx4090: as one reports (github.com NVIDIA/nvbench pull request 207). Persisting L2 cache: not verified.
// - rtx5090: as one reports (github.com NVIDIA/nccl issue 1637) but for the clock. That is the boost clock of NVIDIA's
//   own card, 2407 MHz in reviews and 2.41 GHz in NVIDIA's specifications as they quote them. Other makers' cards
//   report more, the one in that issue 2550 MHz. Persisting L2 cache: not verified.
// - h200: SXM, as the one reported that this project measures on (driver 580.159). Memory also from the NVIDIA H200 NVL
//   product brief as others quote it (3201 MHz, 6016 bits).
// - b200: NVIDIA publishes neither multiprocessors nor clocks. Multiprocessors, bus, memory clock and L2 cache are what
//   one reports (github.com pytorch/ao pull request 4002). Older drivers said 8192 bits; 7680 agree with the published
//   7.7 TB/s. The Blackwell Tuning Guide says 126 MB of L2 cache, the driver 126.5. The clock, 1965 MHz, is from
//   records of benchmarks only. Persisting L2 cache: not verified.
#include "runtime/device_profiles.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace cuda_emulator {
namespace {

constexpr std::size_t kb = 1024;
constexpr int mb = 1 << 20;

constexpr DeviceProfile profiles[] = {
    {"t4", 75, 40, 1024, 16, 64 * kb, 64 * kb, 0, 256, 32, 1590000, 5001000, 256, 4 * mb, 0},
    {"a100", 80, 108, 2048, 32, 164 * kb, 163 * kb, kb, 128, 2, 1410000, 1215000, 5120, 40 * mb, 30 * mb},
    {"rtx4090", 89, 128, 1536, 24, 100 * kb, 99 * kb, kb, 128, 64, 2520000, 10501000, 384, 72 * mb, 0},
    {"rtx5090", 120, 170, 1536, 24, 100 * kb, 99 * kb, kb, 128, 64, 2407000, 14001000, 512, 96 * mb, 0},
    {"h200", 90, 132, 2048, 32, 228 * kb, 227 * kb, kb, 128, 2, 1980000, 3201000, 6016, 60 * mb, 75 * mb / 2},
    {"b200", 100, 148, 2048, 32, 228 * kb, 227 * kb, kb, 128, 2, 1965000, 3996000, 7680, 253 * mb / 2, 0},
};

const DeviceProfile* find(const std::string& name) {
  for (const DeviceProfile& profile : profiles)
    if (profile.name == name) return &profile;
  return nullptr;
}

[[noreturn]] void refuse(const char* wish) {
  std::fprintf(stderr, "CUDA emulator: CUDA_EMULATOR_DEVICE is '%s'; it must be one of", wish);
  for (const DeviceProfile& profile : profiles) std::fprintf(stderr, " %s", profile.name);
  std::fprintf(stderr, "\n");
  std::exit(2);
}

}  // namespace

const DeviceProfile& device_profile() {
  static const DeviceProfile chosen = [] {
    const char* const wish = std::getenv("CUDA_EMULATOR_DEVICE");
    if (!wish || !*wish) {
      DeviceProfile usual = *find("h200");
      usual.name = nullptr;
      return usual;
    }
    const DeviceProfile* const found = find(wish);
    if (!found) refuse(wish);
    return *found;
  }();
  return chosen;
}

}  // namespace cuda_emulator
