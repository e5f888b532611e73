// What the headers of device code, and the engine's copies, tell the microscope, which sees no more than the accesses
// that the compiler announces. Each function is null unless the microscope is linked. They are weak, and not members of
// engine/hooks.hpp's table, since a kernel's look into a table would itself be an access.
// call: the return address of the program's call.
#pragma once
#include <cstddef>

namespace cuda_emulator {
struct AlgorithmUse;  // algorithm_uses.hpp
enum class AlgorithmSharing;
}  // namespace cuda_emulator

extern "C" {

#define CUDA_EMULATOR_ANNOUNCES __attribute__((weak)) void

// ---- What the translator knows of the source (src/platform/facts.hpp).
CUDA_EMULATOR_ANNOUNCES cuda_emulator_facts(const char* table);

// ---- Order: between threads, and with the host.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_released();
CUDA_EMULATOR_ANNOUNCES cuda_emulator_acquired();
CUDA_EMULATOR_ANNOUNCES cuda_emulator_acquired_seen();                         // by the atomic access just made
CUDA_EMULATOR_ANNOUNCES cuda_emulator_compares(const void* word);              // the next atomic access does
CUDA_EMULATOR_ANNOUNCES cuda_emulator_added_one();                             // to a word; the old value is not used
CUDA_EMULATOR_ANNOUNCES cuda_emulator_talks_to_host();                         // a fence for the whole system
CUDA_EMULATOR_ANNOUNCES cuda_emulator_filled(void* memory, std::size_t size);  // by the copy engine

// ---- Values that are not what was meant.
// A sum that is the old value, since the addend is too small for it.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_sum_stands(const void* word, double value, double addend, double last_place,
                                                 const void* call);
CUDA_EMULATOR_ANNOUNCES cuda_emulator_small_overflow(const void* call);  // a number of 16 bits has become infinite
CUDA_EMULATOR_ANNOUNCES cuda_emulator_divided_by_zero(const void* call);
CUDA_EMULATOR_ANNOUNCES cuda_emulator_sum_overflows(long long value, long long addend, const void* call);
// atomicMin or atomicMax: whether the smaller value is kept, the old value and the new one.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_extreme(bool smaller, bool is_int, long long value, long long offered,
                                              const void* call);
CUDA_EMULATOR_ANNOUNCES cuda_emulator_byte_wraps(double value, const void* call);  // it becomes an unsigned char
// A number of elements that its variable of so many bits cannot hold.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_count_wraps(long long value, long long kept, unsigned bits, const void* call);

// ---- wmma: a matrix in memory, by its leading dimension and the size of its elements.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_accesses_matrix(const void* start, unsigned leading, std::size_t size,
                                                      bool writes);

// ---- cuRAND: the sequence that a thread starts, and a move to a position in it.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_random_starts(unsigned long long seed, unsigned long long sequence,
                                                    unsigned long long offset, const void* call);
CUDA_EMULATOR_ANNOUNCES cuda_emulator_random_skips();

// ---- CUB and Thrust. algorithm: "cub" if the call's own name is to be told.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_algorithm_uses(const char* algorithm, const cuda_emulator::AlgorithmUse* uses,
                                                     std::size_t count, cuda_emulator::AlgorithmSharing sharing);
// The same ranges, for the order between streams: of the launch that follows, which has this name.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_algorithm_accesses(const char* launch, const cuda_emulator::AlgorithmUse* uses,
                                                         std::size_t count);
CUDA_EMULATOR_ANNOUNCES cuda_emulator_cub_storage(const void* storage, std::size_t bytes, std::size_t needed);
CUDA_EMULATOR_ANNOUNCES cuda_emulator_given_to_thrust(const void* word, const char* algorithm, bool iterator);
CUDA_EMULATOR_ANNOUNCES cuda_emulator_thrust_wrote(const void* begin, const void* end, const char* algorithm);
// An algorithm of Thrust runs on the host, and is about to access this range.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_host_range(const void* start, std::size_t bytes, const char* algorithm);
// The result is the value that a reduction has started from, and it ends.
CUDA_EMULATOR_ANNOUNCES cuda_emulator_start_stays();
CUDA_EMULATOR_ANNOUNCES cuda_emulator_reduced(const char* algorithm);

#undef CUDA_EMULATOR_ANNOUNCES
}
