// What each format loses: rounding the factors, and adding the products, beside the model of the adder.
#include <cmath>
#include <cstdio>

#include "ch24_tensor_cores/number_formats/number_formats.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/values.h"

namespace {

using namespace number_formats;

// The same numbers for each format. normal: about normally distributed around 0, so that terms of both signs cancel.
std::vector<float> numbers(std::size_t n, bool normal, unsigned seed) {
  const std::vector<float> uniform = random_reals<float>(4 * n, 0, 1, seed);
  std::vector<float> x(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float sum = uniform[4 * i] + uniform[4 * i + 1] + uniform[4 * i + 2] + uniform[4 * i + 3];
    x[i] = normal ? (sum - 2) * 1.7320508f : uniform[4 * i];
  }
  return x;
}

struct Losses {
  double inputs, adding, modelled, one_by_one;  // relative, in the 2-norm
};

// Factors of a sum of so many products, the same for all formats, and the sums in double.
struct Factors {
  Factors(int inner, bool normal, unsigned seed)
      : shape{16, inner, 8},
        a(numbers(std::size_t(shape.rows) * inner, normal, seed)),
        b(numbers(std::size_t(shape.cols) * inner, normal, seed + 1)),
        exact(number_formats::multiply_cpu({a.begin(), a.end()}, {b.begin(), b.end()}, shape)) {}
  Shape shape;
  std::vector<float> a, b;
  std::vector<double> exact;
};

Losses losses_of(const Rung& rung, const Factors& factors) {
  const auto& [shape, a, b, exact] = factors;
  const int inner = shape.inner;
  const Elements a_elements = elements_of(rung, a, shape.rows, inner),
                 b_elements = elements_of(rung, b, shape.cols, inner);
  const DeviceBuffer<std::uint32_t> d_a(a_elements.words), d_b(b_elements.words);
  DeviceBuffer<double> d_c(std::size_t(shape.rows) * shape.cols);
  d_c.fill_bytes(0xFF);
  rung.run(d_a.data(), d_b.data(), d_c.data(), shape, pitch_of(rung, inner), nullptr);
  const std::vector<double> c = d_c.to_host();

  const std::vector<double> rounded = number_formats::multiply_cpu(a_elements.values, b_elements.values, shape);
  std::vector<double> with_units = rounded;
  for (double& element : with_units) element *= rung.unit * rung.unit;
  return {norm_error(with_units, exact), norm_error(c, rounded),
          norm_error(modelled(rung.adder, a_elements.values, b_elements.values, shape), rounded),
          norm_error(one_by_one(a_elements.values, b_elements.values, shape), rounded)};
}

void show(Lesson& lesson, const std::vector<int>& lengths) {
  for (const bool normal : {true, false}) {
    std::vector<std::vector<std::string>> lines{{"format", "rounding the factors"}};
    for (const int inner : lengths)
      for (const char* what : {"adding ", "model ", "one by one "}) lines[0].push_back(what + std::to_string(inner));
    std::vector<Factors> factors;
    for (const int inner : lengths) factors.emplace_back(inner, normal, lesson.seed());
    for (const Rung& rung : ladder()) {
      if (const std::string reason = lacking(rung.needs); !reason.empty()) {
        lines.push_back({rung.name, "skipped: " + reason});
        continue;
      }
      std::vector<std::string> line{rung.name};
      for (const Factors& of_length : factors) {
        const Losses losses = losses_of(rung, of_length);
        if (line.size() == 1) line.push_back(format("%.1e", losses.inputs));
        for (const double loss : {losses.adding, losses.modelled, losses.one_by_one})
          line.push_back(format("%.2e", loss));
        // Half as much again: the test has a closer bound, at fixed lengths.
        lesson.expect(losses.adding <= 1.5 * losses.modelled + 1e-7,
                      std::string(rung.name) + ": the sums are not the model's");
      }
      lines.push_back(line);
    }
    print_table(
        normal ? "numbers of both signs" : "numbers from 0 to 1", lines,
        normal ? ""
               : "Fewer bits in the factors lose more. Adding loses more the longer the sum is, above all if it grows.",
        lesson.files());
    if (normal) std::printf("\n");
  }
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("number_formats", "Sums of products by tensor cores in each format: relative errors against double.");
  const std::size_t& brief = lesson.size("--short", 512, 512, "products of the short sums", 1, 1'000'000);
  const std::size_t& lengthy = lesson.size("--long", 8192, 8192, "products of the long sums", 1, 1'000'000);
  return lesson.main(argc, argv, [&] { show(lesson, {static_cast<int>(brief), static_cast<int>(lengthy)}); });
}
