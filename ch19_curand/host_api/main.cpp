// Generate many numbers with each of cuRAND's generators: their cost, and how random they are. Then the meaning of
// seed, offset and order, and what the library rejects.
#include <cstdio>
#include <optional>

#include "ch19_curand/host_api/host_api.h"
#include "common/lesson.h"
#include "common/owners.h"
#include "common/plot.h"
#include "common/timer.h"
#include "common/values.h"

namespace {

using namespace host_api;

constexpr int bins = 64;
constexpr unsigned long long seed = 1234;

// A generator of this kind at the beginning of its sequence, or the name of the status that rejects one.
std::string make(std::optional<CurandGenerator>& generator, const Kind& kind) try {
  generator.emplace(kind.type);
  if (!kind.quasi) generator->seed(seed);
  return "";
} catch (const LibraryError& error) {
  return error.name;
}

std::size_t free_bytes() {
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total));
  return free;
}

// The part of the numbers in each bin per unit of x, beside the distribution's density.
void draw(const std::string& file, const std::string& title, const std::vector<unsigned>& counts, double n,
          const Distribution& d) {
  Plot plot(title, "x", "density");
  Curve numbers{"numbers", {}}, theory{"in theory", {}};
  const double width = (d.high - d.low) / bins;
  for (int bin = 1; bin < bins - 1; ++bin) {  // the first and the last also hold the numbers outside
    const double left = d.low + bin * width;
    numbers.points.push_back({left + width / 2, counts[bin] / (n * width)});
    theory.points.push_back({left + width / 2, (d.cumulative(left + width) - d.cumulative(left)) / width});
  }
  plot.add(numbers);
  plot.add(theory);
  plot.write_svg(file);
}

template <typename Real>
using Fill = void (*)(curandGenerator_t generator, Real* x, std::size_t n);

// A table of all generators for one distribution.
template <typename Real>
void show_kinds(Lesson& lesson, const std::string& title, Fill<Real> fill, const Distribution& d, std::size_t n,
                std::size_t checked, const std::string& svg) {
  std::vector<std::vector<std::string>> lines{
      {"generator", "ms", "GB/s", "its memory MB", "mean", "variance", "chi squared", "distance"}};
  DeviceBuffer<Real> d_x(n);
  DeviceBuffer<unsigned> d_counts(bins);
  bool drawn = svg.empty();
  for (const Kind& kind : kinds) {
    std::optional<CurandGenerator> generator;
    const std::size_t before = free_bytes();
    if (const std::string refused = make(generator, kind); !refused.empty()) {
      lines.push_back({kind.name, "not available: " + refused});
      continue;
    }
    d_x.fill_bytes(0xFF);
    fill(*generator, d_x.data(), n);
    check(cudaDeviceSynchronize());
    const double megabytes = (static_cast<double>(before) - static_cast<double>(free_bytes())) / 1e6;
    const std::vector<Real> x = d_x.to_host(checked);
    histogram(d_x.data(), checked, d.low, d.high, d_counts.data(), bins);
    const std::vector<unsigned> counts = d_counts.to_host();
    const Quality q = quality_of({x.begin(), x.end()}, counts, d);
    lesson.expect(kind.quasi ? q.kolmogorov < 0.2 : is_random(q, bins), std::string(kind.name) + " is not random");
    const double ms = median_ms([&] { fill(*generator, d_x.data(), n); }, lesson.repeats(), lesson.warm_ups());
    lines.push_back({kind.name, format("%.4f", ms), format("%.1f", static_cast<double>(d_x.bytes()) / ms / 1e6),
                     format("%.1f", megabytes), format("%+.2f", q.mean), format("%+.2f", q.variance),
                     format("%+.2f", q.chi_squared), format("%.4f", q.kolmogorov)});
    if (!drawn) draw(svg, title + " numbers of " + kind.name, counts, static_cast<double>(checked), d);
    drawn = true;
  }
  std::printf("\n");
  print_table(
      format("%s: %zu numbers, of which %zu are checked", title.c_str(), n, checked), lines,
      format("Mean and variance in standard deviations (%.0f at most), chi squared too (%.1f to %.1f), distance "
             "times sqrt(n) (%.1f at most). Quasi-random numbers are spread more evenly than random ones.",
             most_deviations, least_chi_squared(bins), most_chi_squared(bins), most_distance),
      lesson.files());
}

// What a program can rely on, with XORWOW.
void show_sequences(Lesson& lesson) {
  constexpr std::size_t n = 1000, offset = 100;
  DeviceBuffer<double> d_x(n);
  const auto numbers = [&](unsigned long long of_seed, unsigned long long from) {
    const CurandGenerator generator(CURAND_RNG_PSEUDO_XORWOW);
    generator.seed(of_seed);
    check(curandSetGeneratorOffset(generator, from));
    uniform(generator, d_x.data(), n);
    return d_x.to_host();
  };
  const std::vector<double> x = numbers(seed, 0), again = numbers(seed, 0), other = numbers(seed + 1, 0);
  std::vector<double> on_host(n);
  const CurandGenerator host(CURAND_RNG_PSEUDO_XORWOW, CurandGenerator::Place::host);
  host.seed(seed);
  uniform(host, on_host.data(), n);
  std::printf("\nXORWOW, %zu numbers: same seed %.0f differ, seed + 1 %.0f differ, made on the host %.0f differ\n", n,
              mismatches(again, x), mismatches(other, x), mismatches(on_host, x));
  lesson.expect(again == x, "the same seed gave other numbers");
  lesson.expect(mismatches(other, x) > n - 10.0, "another seed gave the same numbers");
  lesson.expect(on_host == x, "the host made other numbers");

  // Here a double takes two words of the sequence, and the order assigns the words to many small sequences.
  const std::vector<double> later = numbers(seed, offset);
  std::printf("offset %zu: %.0f of %zu differ from the numbers without it\n", offset, mismatches(later, x), n);

  struct Order {
    const char* name;
    curandOrdering_t order;
  };
  for (const Order& o :
       {Order{"DEFAULT", CURAND_ORDERING_PSEUDO_DEFAULT}, Order{"BEST", CURAND_ORDERING_PSEUDO_BEST},
        Order{"LEGACY", CURAND_ORDERING_PSEUDO_LEGACY}, Order{"SEEDED", CURAND_ORDERING_PSEUDO_SEEDED}}) {
    const CurandGenerator generator(CURAND_RNG_PSEUDO_XORWOW);
    generator.seed(seed);
    const curandStatus_t status = curandSetGeneratorOrdering(generator, o.order);
    if (status != CURAND_STATUS_SUCCESS) {
      std::printf("order %s: %s\n", o.name, name_of(status).c_str());
      continue;
    }
    uniform(generator, d_x.data(), n);
    std::printf("order %s: %.0f of %zu numbers differ from those above\n", o.name, mismatches(d_x.to_host(), x), n);
  }

  const CurandGenerator generator(CURAND_RNG_PSEUDO_XORWOW);
  const curandStatus_t status = curandGenerateNormalDouble(generator, d_x.data(), 3, 0, 1);
  std::printf("3 normal numbers of XORWOW: %s\n", name_of(status).c_str());
  lesson.expect(status == CURAND_STATUS_LENGTH_NOT_MULTIPLE, "an odd count was not refused");
}

template <typename Real>
void show(Lesson& lesson, std::size_t n, std::size_t checked, const std::string& svg, const std::string& uniform_svg) {
  checked = std::min(checked, n);
  show_kinds<Real>(lesson, "uniform", uniform, uniform_numbers, n, checked, uniform_svg);
  show_kinds<Real>(lesson, "normal", normal, normal_numbers, n, checked, svg);
  show_sequences(lesson);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("host_api", "Arrays of random numbers: generators, their cost, and how random they are.");
  const std::size_t& n =
      lesson.size("--n", 100'000'000, 60'000, "numbers; even, for those that are made in pairs", 1000);
  const std::size_t& checked =
      lesson.size("--checked", 1'000'000, 60'000, "numbers whose distribution is checked", 1000);
  const std::string& svg = lesson.text("--svg", "", "file for the histogram of normal numbers");
  const std::string& uniform_svg = lesson.text("--uniform-svg", "", "file for the histogram of uniform numbers");
  return lesson.main(argc, argv, [&] {
    lesson.single() ? show<float>(lesson, n, checked, svg, uniform_svg)
                    : show<double>(lesson, n, checked, svg, uniform_svg);
  });
}
