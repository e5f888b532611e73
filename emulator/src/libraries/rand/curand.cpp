// cuRAND's host interface. A generator consists of many sequences that take turns, each giving as many numbers as one
// step of the distribution generates: one, a pair of normal ones, or four of Philox.
#include <curand.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "emulator/random.hpp"

namespace cuda_emulator {
namespace {

constexpr std::size_t xorwow_sequences = 4096, mrg_sequences = 81920, mrg_legacy_sequences = 4096,
                      philox_sequences = 65536;
constexpr std::size_t chunk = std::size_t{1} << 20;  // numbers generated between two copies to the device

struct Xorwow {
  unsigned v[5], d;
  unsigned next() { return xorwow_next(v, d); }
  float next_uniform() { return uniform(next()); }
  double next_uniform_double() {
    const unsigned low = next();
    return uniform_53_bits(low, next());
  }
  float2 next_normal() {
    const unsigned x = next();
    return box_muller(x, next());
  }
};
struct Mrg {
  unsigned s1[3], s2[3];
  unsigned next() { return static_cast<unsigned>(mrg_next(s1, s2) * mrg_to_32_bits); }
  double next_uniform_double() { return mrg_next(s1, s2) * mrg_to_unit; }
  float next_uniform() { return static_cast<float>(next_uniform_double()); }
  float2 next_normal() {
    const float u = next_uniform();
    return box_muller_of(u, next_uniform() * two_pi);
  }
};
template <class Sequence>
double2 next_normal_double(Sequence& sequence) {
  const double u = sequence.next_uniform_double();
  return box_muller_double(u, sequence.next_uniform_double() * 2);
}

const char* name_of(curandRngType_t type) {
  switch (type) {
    case CURAND_RNG_PSEUDO_MTGP32:
      return "MTGP32";
    case CURAND_RNG_PSEUDO_MT19937:
      return "MT19937";
    case CURAND_RNG_QUASI_DEFAULT:
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
      return "SOBOL";
    default:
      return nullptr;
  }
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

struct curandGenerator_st {
  curandRngType_t type;
  bool on_host;
  curandOrdering_t order = CURAND_ORDERING_PSEUDO_DEFAULT;
  unsigned long long seed = 0, offset = 0;
  cudaStream_t stream = nullptr;

  bool started = false;
  std::vector<Xorwow> xorwow{};
  std::vector<Mrg> mrg{};
  std::vector<unsigned long long> philox_blocks{};  // how many each sequence has used
  std::size_t turn = 0;                             // the sequence whose turn it is
  unsigned used = 0;                                // how many of this turn's numbers have been used

  void start();
  std::size_t sequences() const { return std::max({xorwow.size(), mrg.size(), philox_blocks.size()}); }
  uint4 philox_block(std::size_t sequence) {
    const unsigned long long block = philox_blocks[sequence]++;
    return philox(
        {static_cast<unsigned>(block), static_cast<unsigned>(block >> 32), static_cast<unsigned>(sequence), 0},
        {static_cast<unsigned>(seed), static_cast<unsigned>(seed >> 32)});
  }
};

void curandGenerator_st::start() {
  if (started) return;
  started = true;
  turn = used = 0;
  if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    const unsigned long long blocks = offset / 4, rounds = blocks / philox_sequences;
    philox_blocks.assign(philox_sequences, rounds);
    turn = blocks % philox_sequences;
    used = offset % 4;
    std::fill_n(philox_blocks.begin(), turn, rounds + 1);
  } else if (type == CURAND_RNG_PSEUDO_MRG32K3A) {
    mrg.resize(order == CURAND_ORDERING_PSEUDO_LEGACY ? mrg_legacy_sequences : mrg_sequences);
    Mrg next;
    mrg_seed(seed, next.s1, next.s2);
    mrg_advance(next.s1, next.s2, offset / mrg.size(), 0);
    turn = offset % mrg.size();
    for (std::size_t i = 0; i < mrg.size(); ++i) {
      mrg[i] = next;
      if (i < turn) mrg[i].next();
      mrg_advance(next.s1, next.s2, 1, mrg_subsequence_log2);
    }
  } else {
    xorwow.resize(xorwow_sequences);
    Xorwow next;
    xorwow_seed(seed, next.v, next.d);
    xorwow_advance(next.v, offset / xorwow.size(), 0);
    next.d += xorwow_weyl * static_cast<unsigned>(offset / xorwow.size());
    turn = offset % xorwow.size();
    for (std::size_t i = 0; i < xorwow.size(); ++i) {
      xorwow[i] = next;
      if (i < turn) xorwow[i].next();
      xorwow_advance(next.v, 1, xorwow_sequence_log2);
    }
  }
}

namespace cuda_emulator {
namespace {

// Fills the output with the numbers of make(sequence, numbers), `width` per turn. A turn that was not used completely,
// which only Philox has, is generated again by the next call.
template <unsigned width, class T, class Make>
curandStatus_t fill(curandGenerator_t generator, T* output, std::size_t count, Make make) {
  std::vector<T> made;
  made.reserve(std::min(count, chunk));
  for (std::size_t size; count > 0; output += size, count -= size) {
    size = std::min(count, chunk);
    for (made.clear(); made.size() < size;) {
      const unsigned long long block = generator->philox_blocks.empty() ? 0 : generator->philox_blocks[generator->turn];
      T numbers[width];
      make(generator->turn, numbers);
      while (generator->used < width && made.size() < size) made.push_back(numbers[generator->used++]);
      if (generator->used < width) {
        generator->philox_blocks[generator->turn] = block;
      } else {
        generator->used = 0;
        if (++generator->turn == generator->sequences()) generator->turn = 0;
      }
    }
    if (generator->on_host) {
      std::copy_n(made.begin(), size, output);
    } else if (cudaMemcpyAsync(output, made.data(), size * sizeof(T), cudaMemcpyHostToDevice, generator->stream)) {
      return CURAND_STATUS_LAUNCH_FAILURE;
    }
  }
  return CURAND_STATUS_SUCCESS;
}

template <class T, class Convert>
curandStatus_t fill_from_philox_words(curandGenerator_t generator, T* output, std::size_t count, Convert convert) {
  return fill<4>(generator, output, count, [=](std::size_t sequence, T* numbers) {
    const uint4 block = generator->philox_block(sequence);
    numbers[0] = convert(block.x), numbers[1] = convert(block.y);
    numbers[2] = convert(block.z), numbers[3] = convert(block.w);
  });
}

curandStatus_t start(curandGenerator_t generator) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
  if (!generator->on_host &&
      (cudaPeekAtLastError() != cudaSuccess || cudaStreamIsCapturing(generator->stream, &capturing) != cudaSuccess)) {
    return CURAND_STATUS_PREEXISTING_FAILURE;
  }
  if (capturing != cudaStreamCaptureStatusNone) return CURAND_STATUS_LAUNCH_FAILURE;  // numbers are generated at once
  generator->start();
  return CURAND_STATUS_SUCCESS;
}

template <class T, class Convert>
curandStatus_t normal(curandGenerator_t generator, T* output, std::size_t count, Convert convert) {
  if (const curandStatus_t status = start(generator)) return status;
  constexpr bool twice = sizeof(T) == sizeof(double);
  const auto pair = [=](auto& sequence, T* numbers) {
    if constexpr (twice) {
      const double2 z = next_normal_double(sequence);
      numbers[0] = convert(z.x), numbers[1] = convert(z.y);
    } else {
      const float2 z = sequence.next_normal();
      numbers[0] = convert(z.x), numbers[1] = convert(z.y);
    }
  };
  if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    return fill<4>(generator, output, count, [=](std::size_t sequence, T* numbers) {
      uint4 block = generator->philox_block(sequence);
      if constexpr (twice) {
        for (unsigned i = 0; i < 4; i += 2) {
          const double2 z = box_muller_double(uniform_53_bits(block.x, block.y), uniform_53_bits(block.z, block.w) * 2);
          numbers[i] = convert(z.x), numbers[i + 1] = convert(z.y);
          if (i == 0) block = generator->philox_block(sequence);
        }
      } else {
        const float2 a = box_muller(block.x, block.y), b = box_muller(block.z, block.w);
        numbers[0] = convert(a.x), numbers[1] = convert(a.y), numbers[2] = convert(b.x), numbers[3] = convert(b.y);
      }
    });
  }
  if (count % 2) return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (generator->type == CURAND_RNG_PSEUDO_MRG32K3A) {
    return fill<2>(generator, output, count,
                   [=](std::size_t sequence, T* numbers) { pair(generator->mrg[sequence], numbers); });
  }
  return fill<2>(generator, output, count,
                 [=](std::size_t sequence, T* numbers) { pair(generator->xorwow[sequence], numbers); });
}

curandStatus_t create(curandGenerator_t* generator, curandRngType_t type, bool on_host) {
  if (const char* name = name_of(type)) {
    std::fprintf(stderr, "CUDA emulator: cuRAND's generator %s is not emulated\n", name);
    return CURAND_STATUS_TYPE_ERROR;
  }
  if (type != CURAND_RNG_PSEUDO_DEFAULT && type != CURAND_RNG_PSEUDO_XORWOW && type != CURAND_RNG_PSEUDO_MRG32K3A &&
      type != CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    return CURAND_STATUS_TYPE_ERROR;
  }
  int devices = 0;
  if (!on_host && (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0)) {
    return CURAND_STATUS_INITIALIZATION_FAILED;
  }
  *generator = new curandGenerator_st{type, on_host};
  return CURAND_STATUS_SUCCESS;
}

}  // namespace
}  // namespace cuda_emulator

curandStatus_t curandCreateGenerator(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t* generator, curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int* version) {
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int* value) {
  constexpr int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  if (type < MAJOR_VERSION || type > PATCH_LEVEL) return CURAND_STATUS_OUT_OF_RANGE;
  *value = parts[type];
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  generator->seed = seed;
  generator->started = false;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  generator->offset = offset;
  generator->started = false;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order) {
  if (!generator) return CURAND_STATUS_NOT_INITIALIZED;
  if (order != CURAND_ORDERING_PSEUDO_BEST && order != CURAND_ORDERING_PSEUDO_DEFAULT &&
      order != CURAND_ORDERING_PSEUDO_LEGACY) {
    std::fprintf(stderr, "CUDA emulator: only cuRAND's orderings BEST, DEFAULT and LEGACY are emulated\n");
    return CURAND_STATUS_OUT_OF_RANGE;
  }
  generator->order = order;
  generator->started = false;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  return start(generator);
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned* output, size_t count) {
  if (const curandStatus_t status = start(generator)) return status;
  if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    return fill_from_philox_words(generator, output, count, [](unsigned x) { return x; });
  }
  return fill<1>(generator, output, count, [=](std::size_t sequence, unsigned* number) {
    *number = generator->mrg.empty() ? generator->xorwow[sequence].next() : generator->mrg[sequence].next();
  });
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float* output, size_t count) {
  if (const curandStatus_t status = start(generator)) return status;
  if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    return fill_from_philox_words(generator, output, count, [](unsigned x) { return uniform(x); });
  }
  return fill<1>(generator, output, count, [=](std::size_t sequence, float* number) {
    *number =
        generator->mrg.empty() ? generator->xorwow[sequence].next_uniform() : generator->mrg[sequence].next_uniform();
  });
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double* output, size_t count) {
  if (const curandStatus_t status = start(generator)) return status;
  if (generator->type == CURAND_RNG_PSEUDO_PHILOX4_32_10) {
    return fill<4>(generator, output, count, [=](std::size_t sequence, double* numbers) {
      const uint4 a = generator->philox_block(sequence), b = generator->philox_block(sequence);
      numbers[0] = uniform_53_bits(a.x, a.y), numbers[1] = uniform_53_bits(a.z, a.w);
      numbers[2] = uniform_53_bits(b.x, b.y), numbers[3] = uniform_53_bits(b.z, b.w);
    });
  }
  return fill<1>(generator, output, count, [=](std::size_t sequence, double* number) {
    *number = generator->mrg.empty() ? generator->xorwow[sequence].next_uniform_double()
                                     : generator->mrg[sequence].next_uniform_double();
  });
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                    float deviation) {
  return normal(generator, output, count, [=](float z) { return std::fma(deviation, z, mean); });
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double* output, size_t count, double mean,
                                          double deviation) {
  return normal(generator, output, count, [=](double z) { return std::fma(deviation, z, mean); });
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float* output, size_t count, float mean,
                                       float deviation) {
  return normal(generator, output, count, [=](float z) { return on_device_expf(std::fma(deviation, z, mean)); });
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double* output, size_t count, double mean,
                                             double deviation) {
  return normal(generator, output, count, [=](double z) { return on_device_exp(std::fma(deviation, z, mean)); });
}
