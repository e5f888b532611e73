#include <algorithm>

#include "exercises/harness.h"
#include "full_list.cuh"

static void run(std::size_t n, int capacity) {
  exercise::about("n = %zu, room for %d", n, capacity);
  auto x = exercise::whole_numbers<int>(n, -1000, 1000);
  for (std::size_t i = 0; i < n; ++i) x[i] = x[i] * 10000 + static_cast<int>(i);  // each number is there once
  const exercise::Array<int> d_x(x), d_count(std::vector<int>(1));
  const auto d_list = exercise::Array<int>::poisoned(capacity);
  collect<<<static_cast<unsigned>((n + 255) / 256), 256>>>(d_x.data(), static_cast<int>(n), d_list.data(), capacity,
                                                           d_count.data());
  exercise::launched("collect");
  int negative = 0;
  for (const int value : x) negative += value < 0;
  exercise::expect_equal("count", d_count, std::vector<int>{negative});
  auto list = d_list.to_host();
  const int kept = std::min(negative, capacity);
  for (int k = 0; k < capacity; ++k) {
    exercise::expect((list[k] != -1) == (k < kept), "list[%d] %s", k, k < kept ? "was never written" : "was written");
  }
  list.resize(kept);
  std::sort(list.begin(), list.end());
  for (int k = 0; k < kept; ++k) {
    exercise::expect(list[k] < 0 && std::find(x.begin(), x.end(), list[k]) != x.end(), "%d is no negative element",
                     list[k]);
    exercise::expect(k == 0 || list[k] != list[k - 1], "%d is in the list twice", list[k]);
  }
}

void test() {
  for (const std::size_t n : exercise::sizes) {
    for (const int capacity : {1, 10, 300, 5000}) run(n, capacity);
  }
}

void counted() {
  run(1000, 100);
}
