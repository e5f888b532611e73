#include <algorithm>

#include "exercises/harness.h"
#include "shares.cuh"

// What the elements of a part hold.
static int share_of(int part) {
  return part;
}

static void run(int n, int parts) {
  exercise::about("n = %d, %d parts", n, parts);
  const auto d_owner = exercise::Array<int>::poisoned(n);
  for (int part = 0; part < parts; ++part) {
    share_kernel<<<3, 64>>>(d_owner.data(), part, parts, n);
    exercise::launched("share_kernel");
  }
  const auto owner = d_owner.to_host();
  for (int i = 0; i < n; ++i) exercise::expect(owner[i] != -1, "owner[%d] was never written", i);
  std::vector<int> expected;
  int least = n, most = 0;
  for (int part = 0; part < parts; ++part) {
    const int size = static_cast<int>(std::count(owner.begin(), owner.end(), share_of(part)));
    expected.insert(expected.end(), size, share_of(part));
    least = std::min(least, size);
    most = std::max(most, size);
  }
  exercise::expect_equal("owner", owner, expected);
  exercise::expect(most - least <= 1, "the largest share has %d elements, the smallest one %d", most, least);
}

void test() {
  for (const int n : {0, 1, 3, 10, 33, 257, 1000}) {
    for (const int parts : {1, 2, 3, 4, 7}) run(n, parts);
  }
}

void counted() {
  run(1000, 7);
}
