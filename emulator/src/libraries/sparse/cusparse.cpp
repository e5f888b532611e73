// cuSPARSE: handles, versions and the names of errors.
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

cusparseStatus_t cusparseCreate(cusparseHandle_t* handle) {
  CHECK(handle);
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count == 0) return CUSPARSE_STATUS_NOT_INITIALIZED;
  *handle = new cusparseContext;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle) {
  CHECK_HANDLE(handle);
  delete handle;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int* version) {
  CHECK_HANDLE(handle);
  *version = CUSPARSE_VERSION;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int* value) {
  *value = type == MAJOR_VERSION ? CUSPARSE_VER_MAJOR : type == MINOR_VERSION ? CUSPARSE_VER_MINOR : CUSPARSE_VER_PATCH;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream) {
  CHECK_HANDLE(handle);
  handle->stream = stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t* stream) {
  CHECK_HANDLE(handle);
  *stream = handle->stream;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode) {
  CHECK_HANDLE(handle);
  handle->pointers = mode;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t* mode) {
  CHECK_HANDLE(handle);
  *mode = handle->pointers;
  return CUSPARSE_STATUS_SUCCESS;
}

namespace {
struct StatusText {
  const char *name, *text;
};
const StatusText status_texts[] = {
    {"CUSPARSE_STATUS_SUCCESS", "success"},
    {"CUSPARSE_STATUS_NOT_INITIALIZED", "initialization error"},
    {"CUSPARSE_STATUS_ALLOC_FAILED", "resource allocation failed"},
    {"CUSPARSE_STATUS_INVALID_VALUE", "invalid value"},
    {"CUSPARSE_STATUS_ARCH_MISMATCH", "architecture mismatch"},
    {"CUSPARSE_STATUS_MAPPING_ERROR", "mapping error"},
    {"CUSPARSE_STATUS_EXECUTION_FAILED", "kernel execution failed"},
    {"CUSPARSE_STATUS_INTERNAL_ERROR", "internal error"},
    {"CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED", "matrix type not supported"},
    {"CUSPARSE_STATUS_ZERO_PIVOT", "zero pivot"},
    {"CUSPARSE_STATUS_NOT_SUPPORTED", "operation not supported"},
    {"CUSPARSE_STATUS_INSUFFICIENT_RESOURCES", "insufficient resources"},
};
}  // namespace
const char* cusparseGetErrorName(cusparseStatus_t status) {
  return static_cast<std::size_t>(status) < std::size(status_texts) ? status_texts[status].name
                                                                    : "CUSPARSE_STATUS_UNKNOWN";
}
const char* cusparseGetErrorString(cusparseStatus_t status) {
  return static_cast<std::size_t>(status) < std::size(status_texts) ? status_texts[status].text : "unknown error";
}
