// What each stage of the class allows, and how many bytes it leaks when something fails.
#include <cstdio>

#include "ch07_global/gpu_vector/gpu_vector.h"
#include "common/lesson.h"
#include "common/values.h"

int main(int argc, char** argv) {
  Lesson lesson("gpu_vector", "Build the class that owns device memory, and break each stage of it.", Options::shown);
  const std::size_t& n = lesson.size("--n", 16'777'216, 100'000, "floats in a vector", 1, 1'000'000'000);
  return lesson.main(argc, argv, [&] {
    const std::vector<float> host = random_reals<float>(n, -1, 1, lesson.seed());
    std::vector<float> expected = host;
    for (float& value : expected) value *= 3;

    std::printf("bytes lost when something fails, with vectors of %zu bytes\n", n * sizeof(float));
    std::printf("%-8s  %-6s  %-10s  %-13s  %14s  %19s\n", "stage", "right", "copies", "moves", "launch fails",
                "construction fails");
    for (const auto& stage : gpu_vector::ladder()) {
      const bool right = stage.scaled(host, 3) == expected;
      lesson.expect(right, std::string(stage.name) + " scales wrongly");
      // Copying the raw stage copies the pointer: two objects, one array, and two calls of free().
      std::printf("%-8s  %-6s  %-10s  %-13s  %14zu  %19zu\n", stage.name, right ? "yes" : "no",
                  stage.copyable ? "the pointer" : "no", stage.movable ? "yes" : "no", stage.lost_at_launch(n),
                  stage.lost_at_construction(n));
    }
    std::printf("found and freed after all: %zu bytes\n", gpu_vector::bytes_alive());
    gpu_vector::release_all();
    std::printf(
        "A destructor frees the memory on every path out of its scope. Delegating constructors are covered too.\n");
  });
}
