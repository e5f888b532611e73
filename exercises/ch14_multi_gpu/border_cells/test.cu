#include <memory>

#include "border_cells.cuh"
#include "exercises/harness.h"

static void run(int parts, int m, int steps) {
  exercise::about("%d parts of %d cells, %d steps", parts, m, steps);
  const int n = parts * m;
  auto before = exercise::whole_numbers<int>(n);
  std::vector<std::unique_ptr<exercise::Array<int>>> arrays[2];
  for (int part = 0; part < parts; ++part) {
    std::vector<int> cells(m + 2, 1000);  // ghosts that nobody should see
    for (int i = 0; i < m; ++i) cells[1 + i] = before[part * m + i];
    for (auto& list : arrays) list.push_back(std::make_unique<exercise::Array<int>>(cells));
  }
  for (int s = 0; s < steps; ++s) {
    auto &old = arrays[s % 2], &now = arrays[1 - s % 2];
    for (int part = 0; part < parts; ++part) {
      ghosts_kernel<<<1, 32>>>(old[part]->data(), old[(part + parts - 1) % parts]->data(),
                               old[(part + 1) % parts]->data(), m);
      exercise::launched("ghosts_kernel");
    }
    for (int part = 0; part < parts; ++part) {
      step_kernel<<<(m + 63) / 64, 64>>>(old[part]->data(), now[part]->data(), m);
      exercise::launched("step_kernel");
    }
    auto after = before;
    for (int i = 0; i < n; ++i) after[i] = before[(i + n - 1) % n] + before[(i + 1) % n] - before[i];
    before = after;
  }
  std::vector<int> got;
  for (const auto& array : arrays[steps % 2]) {
    const auto cells = array->to_host();
    got.insert(got.end(), cells.begin() + 1, cells.end() - 1);
  }
  exercise::expect_equal("cells", got, before);
}

void test() {
  for (const int parts : {1, 2, 3, 4}) {
    for (const int m : {1, 2, 33, 100}) run(parts, m, 3);
  }
}

void counted() {
  run(4, 100, 3);
}
