// cuSPARSE: systems whose matrix is a triangle, with one right side or many.
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

struct cusparseSpSMDescr {};

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t* description) {
  *description = new cusparseSpSVDescr;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t description) {
  delete description;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                         cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, size_t* size) {
  return any_size(handle, size);
}
cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, cusparseDnVecDescr_t,
                                       cudaDataType, cusparseSpSVAlg_t, cusparseSpSVDescr_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
// op(A) y = alpha x, of A's triangle only.
cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && x && y && a->rows == a->columns && x->size == a->rows && y->size == a->rows);
  return run("cusparse SpSV", handle, is_complex(compute),
             [=, a = seen(a), x = seen(x), y = seen(y), alpha = Factor(handle, alpha, compute)](auto number) {
               using Number = decltype(number);
               const std::size_t n = static_cast<std::size_t>(a.rows);
               const bool lower = (a.fill == CUSPARSE_FILL_MODE_LOWER) == (op == CUSPARSE_OPERATION_NON_TRANSPOSE);
               std::vector<std::vector<std::pair<int64_t, Number>>> rows(n);
               std::vector<Number> diagonal(n, Number(a.diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1 : 0)), solution(n);
               each_entry<Number>(a, op, [&](int64_t i, int64_t j, Number value, int64_t) {
                 if (i == j && a.diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT) diagonal[static_cast<std::size_t>(i)] = value;
                 if (lower ? j < i : j > i) rows[static_cast<std::size_t>(i)].emplace_back(j, value);
               });
               for (std::size_t step = 0; step < n; ++step) {
                 const std::size_t i = lower ? step : n - 1 - step;
                 Number sum = alpha.template get<Number>() * load<Number>(x.values, x.type, static_cast<int64_t>(i));
                 for (const auto& [j, value] : rows[i]) sum -= value * solution[static_cast<std::size_t>(j)];
                 solution[i] = sum / diagonal[i];
                 store(y.values, y.type, static_cast<int64_t>(i), solution[i]);
               }
             });
}

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t* description) {
  *description = new cusparseSpSMDescr;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t description) {
  delete description;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                         cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t, size_t* size) {
  return any_size(handle, size);
}
cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                       cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, cusparseDnMatDescr_t,
                                       cudaDataType, cusparseSpSMAlg_t, cusparseSpSMDescr_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
// op(A) C = alpha op(B), of A's triangle only.
cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                    const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                    cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t,
                                    cusparseSpSMDescr_t) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && b && c && a->rows == a->columns && c->rows == a->rows);
  const bool b_turned = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
  return run("cusparse SpSM", handle, is_complex(compute),
             [=, a = seen(a), b = seen(b), c = seen(c), alpha = Factor(handle, alpha, compute)](auto number) {
               using Number = decltype(number);
               const std::size_t n = static_cast<std::size_t>(a.rows);
               const bool lower = (a.fill == CUSPARSE_FILL_MODE_LOWER) == (opa == CUSPARSE_OPERATION_NON_TRANSPOSE);
               std::vector<std::vector<std::pair<int64_t, Number>>> rows(n);
               std::vector<Number> diagonal(n, Number(a.diagonal == CUSPARSE_DIAG_TYPE_UNIT ? 1 : 0)), solution(n);
               each_entry<Number>(a, opa, [&](int64_t i, int64_t j, Number value, int64_t) {
                 if (i == j && a.diagonal == CUSPARSE_DIAG_TYPE_NON_UNIT) diagonal[static_cast<std::size_t>(i)] = value;
                 if (lower ? j < i : j > i) rows[static_cast<std::size_t>(i)].emplace_back(j, value);
               });
               for (int64_t column = 0; column < c.columns; ++column) {
                 for (std::size_t step = 0; step < n; ++step) {
                   const std::size_t at = lower ? step : n - 1 - step;
                   const auto i = static_cast<int64_t>(at);
                   Number right = load<Number>(b.values, b.type, b_turned ? b.at(column, i) : b.at(i, column));
                   if (opb == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) right = conjugate(right);
                   Number sum = alpha.template get<Number>() * right;
                   for (const auto& [j, value] : rows[at]) sum -= value * solution[static_cast<std::size_t>(j)];
                   solution[at] = sum / diagonal[at];
                   store(c.values, c.type, c.at(i, column), solution[at]);
                 }
               }
             });
}
