// cuSPARSE beyond products: triangles with many right sides, sampled products, tridiagonal systems, incomplete
// factorisations, sorting. Part of <cusparse.h>.
#pragma once

enum cusparseSpSMAlg_t { CUSPARSE_SPSM_ALG_DEFAULT };
enum cusparseSDDMMAlg_t { CUSPARSE_SDDMM_ALG_DEFAULT };
enum cusparseSolvePolicy_t { CUSPARSE_SOLVE_POLICY_NO_LEVEL, CUSPARSE_SOLVE_POLICY_USE_LEVEL };
using cusparseSpSMDescr_t = struct cusparseSpSMDescr*;
using csrilu02Info_t = struct csrilu02Info*;
using csric02Info_t = struct csric02Info*;

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t* description);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t description);
#define CUSPARSE_EMULATOR_SPSM(name, ...)                                                                             \
  cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb, const void* alpha, \
                        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c,             \
                        cudaDataType compute, cusparseSpSMAlg_t algorithm,                                            \
                        cusparseSpSMDescr_t description __VA_ARGS__)
CUSPARSE_EMULATOR_SPSM(cusparseSpSM_bufferSize, , size_t* size);
CUSPARSE_EMULATOR_SPSM(cusparseSpSM_analysis, , void* buffer);
CUSPARSE_EMULATOR_SPSM(cusparseSpSM_solve);
#undef CUSPARSE_EMULATOR_SPSM
#define CUSPARSE_EMULATOR_SDDMM(name, Last)                                                                           \
  cusparseStatus_t name(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb, const void* alpha, \
                        cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void* beta,                   \
                        cusparseSpMatDescr_t c, cudaDataType compute, cusparseSDDMMAlg_t algorithm, Last)
CUSPARSE_EMULATOR_SDDMM(cusparseSDDMM_bufferSize, size_t* size);
CUSPARSE_EMULATOR_SDDMM(cusparseSDDMM_preprocess, void* buffer);
CUSPARSE_EMULATOR_SDDMM(cusparseSDDMM, void* buffer);
#undef CUSPARSE_EMULATOR_SDDMM
cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void* c, const void* s, cusparseSpVecDescr_t x,
                             cusparseDnVecDescr_t y);

// ---- sorting
cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int* permutation);
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int* rows,
                                                const int* columns, size_t* size);
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int* rows, int* columns,
                                       int* permutation, void* buffer);
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int* rows, int* columns,
                                          int* permutation, void* buffer);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz, const int* offsets,
                                                const int* indices, size_t* size);
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz, cusparseMatDescr_t matrix,
                                  const int* offsets, int* indices, int* permutation, void* buffer);

cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t* info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info, int* position);
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t* info);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info, int* position);

// ---- of each type
#define CUSPARSE_EMULATOR_INCOMPLETE(L, T, name, Info)                                                                \
  cusparseStatus_t cusparse##L##name##_bufferSize(cusparseHandle_t handle, int m, int nnz, cusparseMatDescr_t matrix, \
                                                  T* values, const int* offsets, const int* indices, Info info,       \
                                                  int* size);                                                         \
  cusparseStatus_t cusparse##L##name##_analysis(cusparseHandle_t handle, int m, int nnz, cusparseMatDescr_t matrix,   \
                                                const T* values, const int* offsets, const int* indices, Info info,   \
                                                cusparseSolvePolicy_t policy, void* buffer);                          \
  cusparseStatus_t cusparse##L##name(cusparseHandle_t handle, int m, int nnz, cusparseMatDescr_t matrix, T* values,   \
                                     const int* offsets, const int* indices, Info info, cusparseSolvePolicy_t policy, \
                                     void* buffer);
#define CUSPARSE_EMULATOR_TYPE(L, T)                                                                                   \
  cusparseStatus_t cusparse##L##nnz(cusparseHandle_t handle, cusparseDirection_t direction, int m, int n,              \
                                    cusparseMatDescr_t matrix, const T* a, int lda, int* of_each, int* total);         \
  cusparseStatus_t cusparse##L##gtsv2_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T* below, const T* d, \
                                                    const T* above, const T* b, int ldb, size_t* size);                \
  cusparseStatus_t cusparse##L##gtsv2(cusparseHandle_t handle, int m, int n, const T* below, const T* d,               \
                                      const T* above, T* b, int ldb, void* buffer);                                    \
  cusparseStatus_t cusparse##L##gtsv2_nopivot_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T* below,     \
                                                            const T* d, const T* above, const T* b, int ldb,           \
                                                            size_t* size);                                             \
  cusparseStatus_t cusparse##L##gtsv2_nopivot(cusparseHandle_t handle, int m, int n, const T* below, const T* d,       \
                                              const T* above, T* b, int ldb, void* buffer);                            \
  cusparseStatus_t cusparse##L##gtsv2StridedBatch_bufferSizeExt(cusparseHandle_t handle, int m, const T* below,        \
                                                                const T* d, const T* above, const T* x, int count,     \
                                                                int stride, size_t* size);                             \
  cusparseStatus_t cusparse##L##gtsv2StridedBatch(cusparseHandle_t handle, int m, const T* below, const T* d,          \
                                                  const T* above, T* x, int count, int stride, void* buffer);          \
  cusparseStatus_t cusparse##L##gtsvInterleavedBatch_bufferSizeExt(cusparseHandle_t handle, int algorithm, int m,      \
                                                                   const T* below, const T* d, const T* above,         \
                                                                   const T* x, int count, size_t* size);               \
  cusparseStatus_t cusparse##L##gtsvInterleavedBatch(cusparseHandle_t handle, int algorithm, int m, T* below, T* d,    \
                                                     T* above, T* x, int count, void* buffer);                         \
  cusparseStatus_t cusparse##L##gpsvInterleavedBatch_bufferSizeExt(                                                    \
      cusparseHandle_t handle, int algorithm, int m, const T* below2, const T* below, const T* d, const T* above,      \
      const T* above2, const T* x, int count, size_t* size);                                                           \
  cusparseStatus_t cusparse##L##gpsvInterleavedBatch(cusparseHandle_t handle, int algorithm, int m, T* below2,         \
                                                     T* below, T* d, T* above, T* above2, T* x, int count,             \
                                                     void* buffer);                                                    \
  CUSPARSE_EMULATOR_INCOMPLETE(L, T, csrilu02, csrilu02Info_t)                                                         \
  CUSPARSE_EMULATOR_INCOMPLETE(L, T, csric02, csric02Info_t)
CUSPARSE_EMULATOR_TYPE(S, float)
CUSPARSE_EMULATOR_TYPE(D, double)
CUSPARSE_EMULATOR_TYPE(C, cuComplex)
CUSPARSE_EMULATOR_TYPE(Z, cuDoubleComplex)
#undef CUSPARSE_EMULATOR_TYPE
#undef CUSPARSE_EMULATOR_INCOMPLETE
