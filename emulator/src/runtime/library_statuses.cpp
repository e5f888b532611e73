// The names of the statuses of NVIDIA's libraries, for reports of discarded ones.
#include "runtime/unchecked.hpp"

namespace cuda_emulator {
namespace {

struct Name {
  int status;
  const char* name;
};
struct Library {
  const char *begins, *prefix;  // of its functions, of its statuses
  std::vector<Name> names;
};

const std::vector<Library>& libraries() {
  static const auto* const all = new std::vector<Library>{{"cublas",
                                                           "CUBLAS_STATUS_",
                                                           {{1, "NOT_INITIALIZED"},
                                                            {3, "ALLOC_FAILED"},
                                                            {7, "INVALID_VALUE"},
                                                            {8, "ARCH_MISMATCH"},
                                                            {11, "MAPPING_ERROR"},
                                                            {13, "EXECUTION_FAILED"},
                                                            {14, "INTERNAL_ERROR"},
                                                            {15, "NOT_SUPPORTED"}}},
                                                          {"cufft",
                                                           "CUFFT_",
                                                           {{1, "INVALID_PLAN"},
                                                            {2, "ALLOC_FAILED"},
                                                            {3, "INVALID_TYPE"},
                                                            {4, "INVALID_VALUE"},
                                                            {5, "INTERNAL_ERROR"},
                                                            {6, "EXEC_FAILED"},
                                                            {7, "SETUP_FAILED"},
                                                            {8, "INVALID_SIZE"},
                                                            {11, "INVALID_DEVICE"}}},
                                                          {"curand",
                                                           "CURAND_STATUS_",
                                                           {{101, "NOT_INITIALIZED"},
                                                            {102, "ALLOCATION_FAILED"},
                                                            {103, "TYPE_ERROR"},
                                                            {104, "OUT_OF_RANGE"},
                                                            {105, "LENGTH_NOT_MULTIPLE"},
                                                            {106, "DOUBLE_PRECISION_REQUIRED"},
                                                            {201, "LAUNCH_FAILURE"}}},
                                                          {"cusolver",
                                                           "CUSOLVER_STATUS_",
                                                           {{1, "NOT_INITIALIZED"},
                                                            {2, "ALLOC_FAILED"},
                                                            {3, "INVALID_VALUE"},
                                                            {6, "EXECUTION_FAILED"},
                                                            {7, "INTERNAL_ERROR"},
                                                            {8, "MATRIX_TYPE_NOT_SUPPORTED"},
                                                            {9, "NOT_SUPPORTED"}}},
                                                          {"cusparse",
                                                           "CUSPARSE_STATUS_",
                                                           {{1, "NOT_INITIALIZED"},
                                                            {2, "ALLOC_FAILED"},
                                                            {3, "INVALID_VALUE"},
                                                            {6, "EXECUTION_FAILED"},
                                                            {7, "INTERNAL_ERROR"},
                                                            {8, "MATRIX_TYPE_NOT_SUPPORTED"},
                                                            {9, "ZERO_PIVOT"},
                                                            {10, "NOT_SUPPORTED"},
                                                            {11, "INSUFFICIENT_RESOURCES"}}}};
  return *all;
}

}  // namespace

std::string library_status_name(const std::string& call, int status) {
  for (const Library& library : libraries()) {
    if (call.rfind(library.begins, 0) != 0) continue;
    for (const Name& one : library.names) {
      if (one.status == status) return std::string(library.prefix) + one.name;
    }
    return std::string(library.prefix) + std::to_string(status);
  }
  return "";
}

}  // namespace cuda_emulator
