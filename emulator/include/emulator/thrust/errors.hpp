// What a Thrust algorithm that failed throws.
#pragma once
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#include <system_error>

namespace thrust {

using std::error_category;
using std::error_code;

class system_error : public std::runtime_error {
 public:
  system_error(cudaError_t error, const std::string& what);
  const error_code& code() const { return code_; }

 private:
  error_code code_;
};

namespace emulated {

// Throws if there is an error, which belongs to the algorithm of this name. Called by its qualified name: a program may
// define a check for the same type, and both would be found.
void check(cudaError_t error, const char* name);

}  // namespace emulated
}  // namespace thrust
