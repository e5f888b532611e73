// Print what the runtime reports about every device, and the versions of driver and runtime.
#include <cuda_runtime.h>

#include <cstdio>

#include "ch06_memory/device_query/device_query.h"
#include "common/check.h"
#include "common/lesson.h"

int main(int argc, char** argv) {
  Lesson lesson("device_query", "What there is: multiprocessors, limits and memories of each device.", Options::shown);
  return lesson.main(argc, argv, [] {
    int driver = 0, runtime = 0;
    check(cudaDriverGetVersion(&driver));
    check(cudaRuntimeGetVersion(&runtime));
    // 13010 stands for 13.1.
    std::printf("driver for CUDA %d.%d, runtime of CUDA %d.%d\n", driver / 1000, driver % 1000 / 10, runtime / 1000,
                runtime % 1000 / 10);
    int number = 0;
    for (const auto& device : device_query::devices())
      std::printf("\ndevice %d: %s\n%s", number++, device.name.c_str(), device_query::as_text(device).c_str());
    std::printf(
        "\nWhat a launch may request and what can be resident at once are different limits: see the lesson "
        "occupancy.\n");
  });
}
