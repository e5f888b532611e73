#include "equal_bytes.cuh"
#include "exercises/harness.h"

enum class Bytes { equal, two, any };

static void run(std::size_t n, Bytes kind) {
  exercise::about("n = %zu, %s", n,
                  kind == Bytes::equal ? "equal bytes"
                  : kind == Bytes::two ? "two values"
                                       : "any bytes");
  auto bytes = exercise::whole_numbers<unsigned char>(n, 0, 255);
  const int value = exercise::whole_number(1, 254);
  for (unsigned char& byte : bytes) {
    if (kind == Bytes::equal) byte = static_cast<unsigned char>(value);
    if (kind == Bytes::two) byte = static_cast<unsigned char>(byte < 200 ? value : 255);
  }
  const exercise::Array<unsigned char> d_bytes(bytes);
  const exercise::Array<int> d_histogram(std::vector<int>(256, 3));
  count_bytes<<<static_cast<unsigned>((n + 2047) / 2048), 128>>>(d_bytes.data(), d_histogram.data(),
                                                                 static_cast<int>(n));
  exercise::launched("count_bytes");
  std::vector<int> expected(256, 3);
  for (const unsigned char byte : bytes) ++expected[byte];
  exercise::expect_equal("histogram", d_histogram, expected);
}

void test() {
  for (const std::size_t n : exercise::sizes) {
    for (const Bytes kind : {Bytes::equal, Bytes::two, Bytes::any}) run(n, kind);
  }
}

void counted() {
  run(4096, Bytes::equal);
}
