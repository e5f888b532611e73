// cuSPARSE: a sparse matrix times a vector, a dense or a sparse matrix, and products at the places of a sparse one.
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, size_t* size) {
  CHECK_HANDLE(handle);
  CHECK(a && size);
  REFUSE_TRIANGLE(a);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnVecDescr_t, const void*,
                                         cusparseDnVecDescr_t, cudaDataType, cusparseSpMVAlg_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t op, const void* alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void* beta,
                              cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void*) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && x && beta && y);
  REFUSE_TRIANGLE(a);
  const bool turned = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(x->size == (turned ? a->rows : a->columns) && y->size == (turned ? a->columns : a->rows));
  return run("cusparse SpMV", handle, is_complex(compute),
             [=, a = seen(a), x = seen(x), y = seen(y), alpha = Factor(handle, alpha, compute),
              beta = Factor(handle, beta, compute)](auto number) {
               using Number = decltype(number);
               std::vector<Number> sums(static_cast<std::size_t>(y.size));
               each_entry<Number>(a, op, [&](int64_t i, int64_t j, Number value, int64_t) {
                 sums[static_cast<std::size_t>(i)] += value * load<Number>(x.values, x.type, j);
               });
               const Number times = alpha.template get<Number>(), old = beta.template get<Number>();
               for (int64_t i = 0; i < y.size; ++i) {
                 Number sum = times * sums[static_cast<std::size_t>(i)];
                 if (old != Number{}) sum += old * load<Number>(y.values, y.type, i);
                 store(y.values, y.type, i, sum);
               }
             });
}
cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t, const void*,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, size_t* size) {
  CHECK_HANDLE(handle);
  CHECK(a && size);
  REFUSE_TRIANGLE(a);
  *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                         cusparseConstSpMatDescr_t, cusparseConstDnMatDescr_t, const void*,
                                         cusparseDnMatDescr_t, cudaDataType, cusparseSpMMAlg_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                              const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void* beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t,
                              void*) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && b && beta && c);
  REFUSE_TRIANGLE(a);
  const bool turned = opa != CUSPARSE_OPERATION_NON_TRANSPOSE, b_turned = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
  CHECK(c->rows == (turned ? a->columns : a->rows) && c->columns == (b_turned ? b->rows : b->columns));
  CHECK((b_turned ? b->columns : b->rows) == (turned ? a->rows : a->columns));
  return run("cusparse SpMM", handle, is_complex(compute),
             [=, a = seen(a), b = seen(b), c = seen(c), alpha = Factor(handle, alpha, compute),
              beta = Factor(handle, beta, compute)](auto number) {
               using Number = decltype(number);
               std::vector<Number> sums(static_cast<std::size_t>(c.rows * c.columns));
               each_entry<Number>(a, opa, [&](int64_t i, int64_t k, Number value, int64_t) {
                 for (int64_t j = 0; j < c.columns; ++j) {
                   Number other = load<Number>(b.values, b.type, b_turned ? b.at(j, k) : b.at(k, j));
                   if (opb == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) other = conjugate(other);
                   sums[static_cast<std::size_t>(i * c.columns + j)] += value * other;
                 }
               });
               const Number times = alpha.template get<Number>(), old = beta.template get<Number>();
               for (int64_t i = 0; i < c.rows; ++i) {
                 for (int64_t j = 0; j < c.columns; ++j) {
                   Number sum = times * sums[static_cast<std::size_t>(i * c.columns + j)];
                   if (old != Number{}) sum += old * load<Number>(c.values, c.type, c.at(i, j));
                   store(c.values, c.type, c.at(i, j), sum);
                 }
               }
             });
}

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t* description) {
  *description = new cusparseSpGEMMDescr;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t description) {
  delete description;
  return CUSPARSE_STATUS_SUCCESS;
}
// Each step first returns the size of its work memory.
cusparseStatus_t cusparseSpGEMM_workEstimation(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                               const void*, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                               const void*, cusparseSpMatDescr_t, cudaDataType, cusparseSpGEMMAlg_t,
                                               cusparseSpGEMMDescr_t, size_t* size, void* buffer) {
  CHECK_HANDLE(handle);
  CHECK(a && b && size);
  REFUSE_TRIANGLE(a);
  REFUSE_TRIANGLE(b);
  if (!buffer) *size = some_bytes;
  return CUSPARSE_STATUS_SUCCESS;
}
cusparseStatus_t cusparseSpGEMM_compute(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                        const void* alpha, cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b,
                                        const void*, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t,
                                        cusparseSpGEMMDescr_t description, size_t* size, void* buffer) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && b && c && description && a->columns == b->rows);
  if (opa != CUSPARSE_OPERATION_NON_TRANSPOSE || opb != CUSPARSE_OPERATION_NON_TRANSPOSE) {
    return CUSPARSE_STATUS_NOT_SUPPORTED;  // as cuSPARSE
  }
  if (!buffer) {
    *size = some_bytes;
    return CUSPARSE_STATUS_SUCCESS;
  }
  const cusparseStatus_t status = run(
      "cusparse SpGEMM", handle, true,
      [=, a = seen(a), b = seen(b), alpha = Factor(handle, alpha, compute)](auto number) {
        if constexpr (std::is_same_v<decltype(number), Complex>) {
          std::vector<std::vector<std::pair<int64_t, Complex>>> b_rows(static_cast<std::size_t>(b.rows));
          each_entry<Complex>(b, CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int64_t i, int64_t j, Complex value, int64_t) {
            b_rows[static_cast<std::size_t>(i)].emplace_back(j, value);
          });
          description->rows.assign(static_cast<std::size_t>(a.rows), {});
          each_entry<Complex>(a, CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int64_t i, int64_t k, Complex value, int64_t) {
            for (const auto& [j, other] : b_rows[static_cast<std::size_t>(k)]) {
              description->rows[static_cast<std::size_t>(i)][j] += alpha.template get<Complex>() * value * other;
            }
          });
        }
      });
  cudaStreamSynchronize(handle->stream);  // the program reads the size next
  c->nnz = 0;
  for (const auto& row : description->rows) c->nnz += static_cast<int64_t>(row.size());
  return status;
}
cusparseStatus_t cusparseSpGEMM_copy(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t, const void*,
                                     cusparseConstSpMatDescr_t, cusparseConstSpMatDescr_t, const void*,
                                     cusparseSpMatDescr_t c, cudaDataType, cusparseSpGEMMAlg_t,
                                     cusparseSpGEMMDescr_t description) {
  CHECK_HANDLE(handle);
  CHECK(c && description);
  return run("cusparse SpGEMM", handle, false, [c = seen(c), rows = description->rows](auto) {
    int64_t k = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      store_index(c.along, c.along_type, static_cast<int64_t>(i), k + c.base);
      for (const auto& [j, value] : rows[i]) {
        store_index(c.across, c.across_type, k, j + c.base);
        store(c.values, c.type, k++, value);
      }
    }
    store_index(c.along, c.along_type, static_cast<int64_t>(rows.size()), k + c.base);
  });
}

cusparseStatus_t cusparseSDDMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                          const void*, cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void*, cusparseSpMatDescr_t c, cudaDataType, cusparseSDDMMAlg_t,
                                          size_t* size) {
  CHECK(c);
  REFUSE_TRIANGLE(c);
  return any_size(handle, size);
}
cusparseStatus_t cusparseSDDMM_preprocess(cusparseHandle_t handle, cusparseOperation_t, cusparseOperation_t,
                                          const void*, cusparseConstDnMatDescr_t, cusparseConstDnMatDescr_t,
                                          const void*, cusparseSpMatDescr_t, cudaDataType, cusparseSDDMMAlg_t, void*) {
  CHECK_HANDLE(handle);
  return CUSPARSE_STATUS_SUCCESS;
}
// C = alpha op(A) op(B) + beta C, where C has an entry.
cusparseStatus_t cusparseSDDMM(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                               const void* alpha, cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b,
                               const void* beta, cusparseSpMatDescr_t c, cudaDataType compute, cusparseSDDMMAlg_t,
                               void*) {
  CHECK_HANDLE(handle);
  CHECK(alpha && a && b && beta && c);
  REFUSE_TRIANGLE(c);
  const bool a_turned = opa != CUSPARSE_OPERATION_NON_TRANSPOSE, b_turned = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
  const int64_t depth = a_turned ? a->rows : a->columns;
  CHECK(depth == (b_turned ? b->columns : b->rows));
  return run(
      "cusparse SDDMM", handle, is_complex(compute),
      [=, a = seen(a), b = seen(b), c = seen(c), alpha = Factor(handle, alpha, compute),
       beta = Factor(handle, beta, compute)](auto number) {
        using Number = decltype(number);
        each_entry<Number>(c, CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int64_t i, int64_t j, Number value, int64_t place) {
          Number sum{};
          for (int64_t k = 0; k < depth; ++k) {
            sum += load<Number>(a.values, a.type, a_turned ? a.at(k, i) : a.at(i, k)) *
                   load<Number>(b.values, b.type, b_turned ? b.at(j, k) : b.at(k, j));
          }
          store(c.values, c.type, place, alpha.template get<Number>() * sum + beta.template get<Number>() * value);
        });
      });
}
