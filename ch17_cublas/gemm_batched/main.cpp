// Batches of small products of several sizes with every rung: operations per second, from the call to the
// result.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "ch17_cublas/gemm_batched/gemm_batched.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/product.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace gemm_batched;

// The product of one of the matrices, by the reference.
std::vector<float> expected_product(const std::vector<float>& a, const std::vector<float>& b, const Batch& batch,
                                    std::size_t matrix) {
  const auto part = [&](const std::vector<float>& all) {
    return std::vector<float>(all.begin() + matrix * batch.elements(), all.begin() + (matrix + 1) * batch.elements());
  };
  const std::size_t n = batch.n;
  return product::multiply_cpu(part(a), part(b), {n, n, n});
}

void show(Lesson& lesson, int largest, int count) {
  const Stream stream;
  const CublasHandle handle;
  check(cublasSetStream(handle, stream));
  std::vector<std::vector<std::string>> lines{{"n"}};
  for (const Rung& rung : ladder()) lines[0].push_back(std::string(rung.name) + ", GFLOP/s");

  int ours_ahead_to = 0;
  for (int n = 4; n <= largest; n *= 2) {
    const std::size_t elements = std::size_t(n) * n * count;
    const std::vector<float> a = random_integers<float>(elements, -9, 9, lesson.seed());
    const std::vector<float> b = random_integers<float>(elements, -9, 9, lesson.seed() + 1);
    const DeviceBuffer<float> d_a(a), d_b(b);
    DeviceBuffer<float> d_c(elements);
    const Batch batch = {d_a.data(), d_b.data(), d_c.data(), n, count};
    const Pointers pointers(batch);
    lines.push_back({format("%d", n)});
    double strided_ms = 0, our_ms = 0;
    for (const Rung& rung : ladder()) {
      d_c.fill_bytes(0xFF);
      check(cudaDeviceSynchronize());  // the stream does not wait for the default stream's work
      const double ms = median_host_ms(
          [&] {
            rung.run(handle, batch, pointers);
            stream.wait();
          },
          lesson.repeats(), lesson.warm_ups());
      if (rung.name == std::string("strided")) strided_ms = ms;
      if (rung.name == std::string("our_blocks")) our_ms = ms;
      lines.back().push_back(format("%.4g", 2.0 * n * elements / ms * 1e-6));
      const std::vector<float> c = d_c.to_host();
      for (const std::size_t matrix : {0, count / 2, count - 1})
        lesson.expect(std::equal(c.begin() + matrix * batch.elements(), c.begin() + (matrix + 1) * batch.elements(),
                                 expected_product(a, b, batch, matrix).begin()),
                      format("%s, n = %d, matrix %zu", rung.name, n, matrix));
    }
    if (our_ms < strided_ms && (n == 4 || ours_ahead_to == n / 2)) ours_ahead_to = n;
  }
  print_table(
      format("%d products of n x n matrices, float", count), lines,
      "One call per product adds the cost of a call to each: how large must a product be until that no longer shows?",
      lesson.files());
  if (!times_count()) return;
  if (ours_ahead_to > 0) {
    std::printf("our_blocks is ahead of strided up to n = %d\n", ours_ahead_to);
  } else {
    std::printf("our_blocks is not ahead of strided at n = 4\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("gemm_batched", "Many small products of matrices by cuBLAS: a call for each, or one for all.");
  const std::size_t& largest = lesson.size("--largest", 512, 32, "the largest matrices' sides", 4, 4096);
  const std::size_t& count = lesson.size("--count", 1000, 20, "products", 1, 65'535);
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(largest), static_cast<int>(count)); });
}
