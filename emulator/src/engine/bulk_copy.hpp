// Bulk copies and arrival barriers; emulator/course/common/ptx.h declares the same functions for kernels.
#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>

namespace cuda_emulator {

void arrival_init(std::uint64_t* barrier, int arrivals);
void arrival_arrive(std::uint64_t* barrier, std::uint32_t bytes);
// releases: what the thread has stored is visible to those that wait there.
void arrival_arrive_ordering(std::uint64_t* barrier, std::uint32_t bytes, bool releases);
void arrival_expect(std::uint64_t* barrier, std::uint32_t bytes);  // announces bytes, without an arrival
void arrival_bytes(std::uint64_t* barrier, std::uint32_t bytes);   // bytes have arrived
unsigned arrival_missing(const std::uint64_t* barrier);            // remaining arrivals of the phase
void arrival_drop(std::uint64_t* barrier);                         // arrives, and later phases need one arrival less
unsigned arrival_phase(const std::uint64_t* barrier);              // its parity
bool arrival_in_phase(std::uint64_t* barrier, unsigned phase);     // is this still the phase? For a thread that waits
void arrival_need_one_more(std::uint64_t* barrier);                // in this phase
void arrival_by_copies(std::uint64_t* barrier);                    // of a thread, which have completed
// Traps unless both addresses and bytes are multiples of 16.
void bulk_copy(void* shared, const void* global, std::uint32_t bytes, std::uint64_t* barrier);

// ---- for the functions that start asynchronous work
// Work that is done when a thread waits at the barrier; f(false): it never will be.
void do_at_barrier(std::uint64_t* barrier, std::function<void(bool happens)> f);
void finish_copies_at_barriers(unsigned thread);   // those that this thread has started: it waits for its own copies
void note_filled(void* memory, std::size_t size);  // for the microscope, which cannot see the access

// Stores from shared to global memory, in groups of a thread: f reads and stores, when the thread waits for its group.
void ask_bulk_store(std::function<void()> f, unsigned long long work);
void commit_bulk_stores();
void wait_bulk_stores(std::size_t prior);  // until only the `prior` last groups are not done
// call: the program's place, if it is not the caller.
void bulk_store(void* global, const void* shared, std::uint32_t bytes, const void* call = nullptr);
void fence_of_proxies();  // the thread's stores become visible to the copy engine

}  // namespace cuda_emulator
