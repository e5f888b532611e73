// cuRAND's host interface: the host calls, the device generates a whole array of numbers. Which generators are there,
// and how random are their numbers?
#pragma once

#include <cstddef>
#include <vector>

#include "common/curand.h"

namespace host_api {

struct Kind {
  const char* name;
  curandRngType_t type;
  bool quasi;  // spread evenly on purpose: no seed, and not random
};

inline constexpr Kind kinds[] = {
    {"XORWOW", CURAND_RNG_PSEUDO_XORWOW, false},
    {"MRG32k3a", CURAND_RNG_PSEUDO_MRG32K3A, false},
    {"Philox4x32-10", CURAND_RNG_PSEUDO_PHILOX4_32_10, false},
    {"MTGP32", CURAND_RNG_PSEUDO_MTGP32, false},
    {"MT19937", CURAND_RNG_PSEUDO_MT19937, false},
    {"Sobol32", CURAND_RNG_QUASI_SOBOL32, true},
};

// ---- Each fills n numbers of device memory (of host memory, for a generator on the host), in the generator's stream.
// They throw LibraryError.
void uniform(curandGenerator_t generator, float* x, std::size_t n);   // in (0, 1]
void uniform(curandGenerator_t generator, double* x, std::size_t n);  // in (0, 1]
// Mean 0, standard deviation 1. Most generators make them in pairs, and reject an odd n.
void normal(curandGenerator_t generator, float* x, std::size_t n);
void normal(curandGenerator_t generator, double* x, std::size_t n);

// The number of the n numbers x in each of `bins` parts of [low, high); numbers outside count for the first or last
// part. x and counts are in device memory. counts: bins numbers, which are set to 0 first. It does not wait for the
// device.
template <typename Real>
void histogram(const Real* x, std::size_t n, double low, double high, unsigned* counts, int bins,
               cudaStream_t stream = nullptr);

// ---- How random are they? Each figure is below its bound except for one in about 10^8 sequences of random numbers. A
// distribution's properties: the integral of its density, its mean, and its first moments.
struct Distribution {
  double low, high;       // the histogram's edges
  double mean, variance;  // of x
  double fourth;          // the mean of (x - mean)^4
  double (*cumulative)(double x);
};
extern const Distribution uniform_numbers, normal_numbers;

struct Quality {
  double mean, variance;  // errors, in standard deviations
  double chi_squared;     // of the histogram's counts, less its mean and in its standard deviations
  double kolmogorov;      // sqrt(n) times the largest distance between the numbers' distribution and the true one
};

// Means of n independent numbers are nearly normal, so 6 deviations are one in 5 * 10^8. For chi-squared of k degrees
// Laurent and Massart (2000) give P(chi^2 > k + 2 sqrt(k t) + 2 t) < exp(-t), and the same for k - 2 sqrt(k t): t = 19.
// For the distance Massart (1990) gives P(sqrt(n) D > x) < 2 exp(-2 x^2).
inline constexpr double most_deviations = 6, most_distance = 3.2;
double most_chi_squared(int bins);   // in its standard deviations, of bins - 1 degrees
double least_chi_squared(int bins);  // less than that is too even to be random

// x may be in any order. counts are x's, for the distribution's edges.
Quality quality_of(std::vector<double> x, const std::vector<unsigned>& counts, const Distribution& distribution);

// Are all figures within their bounds?
bool is_random(const Quality& quality, int bins);

}  // namespace host_api
