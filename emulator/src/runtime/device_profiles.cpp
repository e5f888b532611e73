// The table of devices.
//
// Limits: CUDA C++ Programming Guide 13.0, "Technical Specifications per Compute Capability", and the same in the
// toolkit's cuda_occupancy.h. Rates of double: its table "Throughput of Native Arithmetic Instructions".
// Multiprocessors, clocks, buses and caches: NVIDIA's data sheets and architecture white papers of Turing (T4), Ampere
// (A100 40 GB), Ada (GeForce RTX 4090), Blackwell (GeForce RTX 5090; HGX B200), and what an H200 reports; the memory's
// clock follows from its bandwidth and bus.
#include "runtime/device_profiles.hpp"

#include <cstdio>
#include <cstdlib>
#include <string>

namespace cuda_emulator {
namespace {

constexpr std::size_t kb = 1024;
constexpr int mb = 1 << 20;

constexpr DeviceProfile profiles[] = {
    {"t4", 75, 40, 1024, 16, 64 * kb, 64 * kb, 0, 256, 32, 1590000, 5001000, 256, 4 * mb},
    {"a100", 80, 108, 2048, 32, 164 * kb, 163 * kb, kb, 128, 2, 1410000, 1215000, 5120, 40 * mb},
    {"rtx4090", 89, 128, 1536, 24, 100 * kb, 99 * kb, kb, 128, 64, 2520000, 10501000, 384, 72 * mb},
    {"rtx5090", 120, 170, 1536, 24, 100 * kb, 99 * kb, kb, 128, 64, 2407000, 14001000, 512, 96 * mb},
    {"h200", 90, 132, 2048, 32, 228 * kb, 227 * kb, kb, 128, 2, 1980000, 3201000, 6016, 60 * mb},
    {"b200", 100, 148, 2048, 32, 228 * kb, 227 * kb, kb, 128, 2, 0, 0, 8192, 0},
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
