// Errors that a program discarded: stored as they happen, reported at its end unless it has checked meanwhile.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "emulator/driver_types.hpp"
#include "engine/grid.hpp"

namespace cuda_emulator {

// ---- reasons.cpp: why a call fails, with its own numbers and in words ----
std::string reason_of_launch(const Grid& grid, const void* kernel, cudaError_t error);
std::string reason_of_copy(const cudaMemcpy3DParms& copy);
std::string reason_of_set(const cudaMemsetParams& set);
std::string reason_of_symbol(std::size_t size, std::size_t count, std::size_t offset);
std::string reason_of_allocation(std::size_t size);
std::string reason_of_free(const void* pointer, bool pinned);
std::string reason_of_device(int device);
std::string reason_of_other_device(const char* what, int device);  // a stream or an event of it

// ---- library_statuses.cpp ----
// "CUBLAS_STATUS_INVALID_VALUE": of the library whose function the text calls; empty: not known.
std::string library_status_name(const std::string& call, int status);

// ---- unchecked.cpp ----
// Sets the reason of the next error that this thread's call returns; it is computed only if it will be reported.
cudaError_t because(cudaError_t error, const std::function<std::string()>& reason);
void forget_reason();  // another error has come
// The program asks for the words of this error, which it has checked: prints the reason as well, on stderr, once.
void tell_reason(cudaError_t error);
void launch_refused(cudaError_t error);  // of <<<...>>>, whose status can only be ignored by never checking for errors
void launch_began();                     // the data of launched() is no longer needed
void errors_asked_for();                 // cudaGetLastError or cudaPeekAtLastError has given the program an error

// The last launch by <<<...>>> of this thread; kernel null: none, or in a file that cu++ did not translate.
struct LaunchPlace {
  const char *kernel, *file;
  int line;
};
LaunchPlace last_launch();
bool any_unchecked_errors();
std::string
first_failed_copy();  // "cudaMemcpy2D at a.cu:12 failed: cudaErrorInvalidValue": not checked so far; or empty

struct UncheckedError {
  std::string what;                  // "launch that failed: a.cu:12: add<<<...>>> never ran: cudaErrorInvalidValue …"
  std::vector<std::string> details;  // lines
  bool of_kernel;                    // one that ran and failed: a report of it has been printed
};
// The errors that were never checked, the first cause first. They are removed: a second call returns none of them
// again.
std::vector<UncheckedError> take_unchecked_errors();
void tell_unchecked_errors();  // on stderr

}  // namespace cuda_emulator
