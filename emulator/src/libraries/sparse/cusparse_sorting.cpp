// cuSPARSE: entries sorted by row or by column.
#include <numeric>

#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

namespace {

// Sorts the entries of one part, and stores the permutation.
void sort_entries(int count, int* first, int* second, int* permutation) {
  std::vector<int> order(static_cast<std::size_t>(count)), copy(order.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) {
    return first[a] != first[b] ? first[a] < first[b] : second && second[a] < second[b];
  });
  for (int* const list : {first, second, permutation}) {
    if (!list) continue;
    for (std::size_t k = 0; k < order.size(); ++k) copy[k] = list[order[k]];
    std::copy(copy.begin(), copy.end(), list);
  }
}
}  // namespace

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int* permutation) {
  CHECK_HANDLE(handle);
  return run("cusparse identity", handle, false,
             [=, list = device_pointer(permutation)](auto) { std::iota(list, list + n, 0); });
}
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*, const int*,
                                                size_t* size) {
  return any_size(handle, size);
}
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int, int, int nnz, int* rows, int* columns,
                                       int* permutation, void*) {
  CHECK_HANDLE(handle);
  return run("cusparse coosort", handle, false,
             [=, rows = device_pointer(rows), columns = device_pointer(columns),
              permutation = device_pointer(permutation)](auto) { sort_entries(nnz, rows, columns, permutation); });
}
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int, int, int nnz, int* rows, int* columns,
                                          int* permutation, void*) {
  CHECK_HANDLE(handle);
  return run("cusparse coosort", handle, false,
             [=, rows = device_pointer(rows), columns = device_pointer(columns),
              permutation = device_pointer(permutation)](auto) { sort_entries(nnz, columns, rows, permutation); });
}
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int, int, int, const int*, const int*,
                                                size_t* size) {
  return any_size(handle, size);
}
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int, int, cusparseMatDescr_t matrix,
                                  const int* offsets, int* indices, int* permutation, void*) {
  CHECK_HANDLE(handle);
  return run("cusparse csrsort", handle, false,
             [=, base = static_cast<int>(matrix->base), offsets = device_pointer(offsets),
              indices = device_pointer(indices), permutation = device_pointer(permutation)](auto) {
               for (int i = 0; i < m; ++i) {
                 const int begin = offsets[i] - base, end = offsets[i + 1] - base;
                 sort_entries(end - begin, indices + begin, nullptr, permutation ? permutation + begin : nullptr);
               }
             });
}
