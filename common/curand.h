// cuRAND's host interface: check(status) for its calls, and an owner of a generator.
#pragma once

#include <curand.h>

#include <source_location>
#include <string>

#include "common/library_error.h"

// cuRAND has no function that names a status, so the names are here.
inline std::string name_of(curandStatus_t status) {
  switch (status) {
    case CURAND_STATUS_SUCCESS:
      return "CURAND_STATUS_SUCCESS";
    case CURAND_STATUS_VERSION_MISMATCH:
      return "CURAND_STATUS_VERSION_MISMATCH";
    case CURAND_STATUS_NOT_INITIALIZED:
      return "CURAND_STATUS_NOT_INITIALIZED";
    case CURAND_STATUS_ALLOCATION_FAILED:
      return "CURAND_STATUS_ALLOCATION_FAILED";
    case CURAND_STATUS_TYPE_ERROR:
      return "CURAND_STATUS_TYPE_ERROR";
    case CURAND_STATUS_OUT_OF_RANGE:
      return "CURAND_STATUS_OUT_OF_RANGE";
    case CURAND_STATUS_LENGTH_NOT_MULTIPLE:
      return "CURAND_STATUS_LENGTH_NOT_MULTIPLE";
    case CURAND_STATUS_DOUBLE_PRECISION_REQUIRED:
      return "CURAND_STATUS_DOUBLE_PRECISION_REQUIRED";
    case CURAND_STATUS_LAUNCH_FAILURE:
      return "CURAND_STATUS_LAUNCH_FAILURE";
    case CURAND_STATUS_PREEXISTING_FAILURE:
      return "CURAND_STATUS_PREEXISTING_FAILURE";
    case CURAND_STATUS_INITIALIZATION_FAILED:
      return "CURAND_STATUS_INITIALIZATION_FAILED";
    case CURAND_STATUS_ARCH_MISMATCH:
      return "CURAND_STATUS_ARCH_MISMATCH";
    case CURAND_STATUS_INTERNAL_ERROR:
      return "CURAND_STATUS_INTERNAL_ERROR";
    default:
      return "cuRAND's status " + std::to_string(static_cast<int>(status));
  }
}

inline void check(curandStatus_t status, std::source_location where = std::source_location::current()) {
  if (status == CURAND_STATUS_SUCCESS) return;
  throw LibraryError(status, name_of(status), "", where);
}

// Owns a generator: its type, seed, place in the sequence, and memory for its state, which is allocated on first use.
class CurandGenerator {
 public:
  enum class Place { device, host };  // where the numbers are computed and stored

  explicit CurandGenerator(curandRngType_t type, Place place = Place::device) {
    check(place == Place::device ? curandCreateGenerator(&generator_, type)
                                 : curandCreateGeneratorHost(&generator_, type));
  }
  ~CurandGenerator() { curandDestroyGenerator(generator_); }
  CurandGenerator(const CurandGenerator&) = delete;
  CurandGenerator& operator=(const CurandGenerator&) = delete;
  operator curandGenerator_t() const { return generator_; }

  // Starts the sequence of this seed from its beginning. Quasi-random generators have no seed: they throw LibraryError.
  void seed(unsigned long long seed) const { check(curandSetPseudoRandomGeneratorSeed(generator_, seed)); }
  void use(cudaStream_t stream) const { check(curandSetStream(generator_, stream)); }

 private:
  curandGenerator_t generator_ = nullptr;
};
