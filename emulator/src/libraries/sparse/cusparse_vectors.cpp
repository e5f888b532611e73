// cuSPARSE: sparse vectors with dense ones.
#include "libraries/sparse/cusparse_entries.hpp"

using namespace cuda_emulator;
using namespace cuda_emulator::sparse;

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void* alpha, cusparseConstSpVecDescr_t x,
                               const void* beta, cusparseDnVecDescr_t y) {
  CHECK_HANDLE(handle);
  CHECK(alpha && x && beta && y);
  return run(
      "cusparse Axpby", handle, is_complex(y->type),
      [a = Factor(handle, alpha, y->type), b = Factor(handle, beta, y->type), x = seen(x), y = seen(y)](auto number) {
        using Number = decltype(number);
        for (int64_t i = 0; i < y.size; ++i) {
          store(y.values, y.type, i, b.template get<Number>() * load<Number>(y.values, y.type, i));
        }
        for (int64_t k = 0; k < x.nnz; ++k) {
          const int64_t i = load_index(x.indices, x.index_type, k) - x.base;
          store(y.values, y.type, i,
                load<Number>(y.values, y.type, i) + a.template get<Number>() * load<Number>(x.values, x.type, k));
        }
      });
}
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x) {
  CHECK_HANDLE(handle);
  CHECK(x && y);
  return run("cusparse Gather", handle, is_complex(y->type), [x = seen(x), y = seen(y)](auto number) {
    for (int64_t k = 0; k < x.nnz; ++k) {
      store(x.values, x.type, k,
            load<decltype(number)>(y.values, y.type, load_index(x.indices, x.index_type, k) - x.base));
    }
  });
}
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y) {
  CHECK_HANDLE(handle);
  CHECK(x && y);
  return run("cusparse Scatter", handle, is_complex(y->type), [x = seen(x), y = seen(y)](auto number) {
    for (int64_t k = 0; k < x.nnz; ++k) {
      store(y.values, y.type, load_index(x.indices, x.index_type, k) - x.base,
            load<decltype(number)>(x.values, x.type, k));
    }
  });
}
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t, cusparseConstSpVecDescr_t,
                                         cusparseConstDnVecDescr_t, const void*, cudaDataType, size_t* size) {
  return any_size(handle, size);
}
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t op, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void* result, cudaDataType compute, void*) {
  CHECK_HANDLE(handle);
  CHECK(x && y && result);
  const bool on_host = handle->pointers == CUSPARSE_POINTER_MODE_HOST;
  if (!on_host) result = device_pointer(result);
  const cusparseStatus_t status =
      run("cusparse SpVV", handle, is_complex(compute), [=, x = seen(x), y = seen(y)](auto number) {
        decltype(number) sum{};
        for (int64_t k = 0; k < x.nnz; ++k) {
          auto value = load<decltype(number)>(x.values, x.type, k);
          if (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE) value = conjugate(value);
          sum += value * load<decltype(number)>(y.values, y.type, load_index(x.indices, x.index_type, k) - x.base);
        }
        store(result, compute, 0, sum);
      });
  if (on_host) cudaStreamSynchronize(handle->stream);
  return status;
}

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void* c, const void* s, cusparseSpVecDescr_t x,
                             cusparseDnVecDescr_t y) {
  CHECK_HANDLE(handle);
  CHECK(c && s && x && y);
  return run(
      "cusparse Rot", handle, is_complex(x->type),
      [=, x = seen(x), y = seen(y), c = Factor(handle, c, x->type), s = Factor(handle, s, x->type)](auto number) {
        using Number = decltype(number);
        for (int64_t k = 0; k < x.nnz; ++k) {
          const int64_t at = load_index(x.indices, x.index_type, k) - x.base;
          const Number left = load<Number>(x.values, x.type, k), right = load<Number>(y.values, y.type, at);
          const Number along = c.template get<Number>(), across = s.template get<Number>();
          store(x.values, x.type, k, along * left + across * right);
          store(y.values, y.type, at, along * right - across * left);
        }
      });
}
