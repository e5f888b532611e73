// Errors that a program threw away: kept as they happen, told at its end unless it has asked meanwhile.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "emulator/driver_types.hpp"
#include "engine/grid.hpp"

namespace cuda_emulator {

// ---- reasons.cpp: why a call fails, in its own numbers and in words ----
std::string reason_of_launch(const Grid& grid, const void* kernel, cudaError_t error);
std::string reason_of_copy(const cudaMemcpy3DParms& copy);
std::string reason_of_set(const cudaMemsetParams& set);
std::string reason_of_symbol(std::size_t size, std::size_t count, std::size_t offset);
std::string reason_of_allocation(std::size_t size);
std::string reason_of_free(const void* pointer, bool pinned);

// ---- library_statuses.cpp ----
// "CUBLAS_STATUS_INVALID_VALUE": of the library whose function the text calls; empty: not known.
std::string library_status_name(const std::string& call, int status);

// ---- unchecked.cpp ----
// The next error that this thread's call returns has that reason; it is made only if somebody will want it.
cudaError_t because(cudaError_t error, const std::function<std::string()>& reason);
void forget_reason();                    // another error has come
void launch_refused(cudaError_t error);  // of <<<...>>>, whose status nobody can throw away but by never asking
void launch_began();                     // what launched() remembered is no longer needed
void errors_asked_for();                 // cudaGetLastError and its like have given the program an error

// The launch by <<<...>>> that this thread has made last; kernel null: none, or in a file that cu++ did not translate.
struct LaunchPlace {
  const char *kernel, *file;
  int line;
};
LaunchPlace last_launch();
bool any_unchecked_errors();

struct UncheckedError {
  std::string what;                  // "launch that failed: a.cu:12: add<<<...>>> never ran: cudaErrorInvalidValue …"
  std::vector<std::string> details;  // lines
  bool of_kernel;                    // one that ran and was ended: a report of that has been given
};
// What nobody has asked for so far, the first cause first. Taken: a second call gives none of them again.
std::vector<UncheckedError> take_unchecked_errors();
void tell_unchecked_errors();  // on stderr

}  // namespace cuda_emulator
