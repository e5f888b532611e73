// LibraryError: a call of one of NVIDIA's libraries failed. Each library's header in common/ (cublas.h, …) has a
// check(status) that throws it, with the library's own name of the status. The lesson's program prints it in one line
// and ends with status 3, as for CudaError.
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>

class LibraryError : public std::runtime_error {
 public:
  // name: the status as the library spells it, such as CUBLAS_STATUS_INVALID_VALUE. meaning: its description, or
  // "".
  LibraryError(int code, const std::string& name, const std::string& meaning, std::source_location where);

  int code;  // the status as a number
  std::string name;
};
