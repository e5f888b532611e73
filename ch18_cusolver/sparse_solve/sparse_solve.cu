// Conjugate gradients (Hestenes and Stiefel, 1952), a method that uses the matrix only in products.
#include "ch18_cusolver/sparse_solve/sparse_solve.h"

#include <algorithm>

#include "common/check.h"
#include "common/cusparse.h"
#include "common/owners.h"
#include "common/timer.h"
#include "common/warp.cuh"

namespace sparse_solve {
namespace {

constexpr int block_size = 256;

// They stay on the device: the host does not need them to launch the next kernel.
struct Scalars {
  double rr, pq, next_rr;  // r.r, p.q and the new r.r
};

// Adds a . b to *sum. One thread per element.
__global__ void dot_kernel(const double* a, const double* b, int n, double* sum) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  const double of_block = fold_block<ByShuffles, block_size>(i < n ? a[i] * b[i] : 0.0);
  if (threadIdx.x == 0) atomicAdd(sum, of_block);
}

// Moves x along p to where the error is smallest, and updates r; r.r is added up on the way. Once r is 0, so is p.q,
// and nothing changes any more.
__global__ void move_kernel(double* x, double* r, const double* p, const double* q, int n, Scalars* s) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  const double length = s->pq > 0 ? s->rr / s->pq : 0;
  double mine = 0;
  if (i < n) {
    x[i] += length * p[i];
    r[i] -= length * q[i];
    mine = r[i] * r[i];
  }
  const double of_block = fold_block<ByShuffles, block_size>(mine);
  if (threadIdx.x == 0) atomicAdd(&s->next_rr, of_block);
}

// The next direction: r, made orthogonal (with respect to A) to all directions before.
__global__ void turn_kernel(const double* r, double* p, int n, const Scalars* s) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  const double part = s->rr > 0 ? s->next_rr / s->rr : 0;
  if (i < n) p[i] = r[i] + part * p[i];
}

__global__ void next_kernel(Scalars* s) {
  *s = {s->next_rr, 0, 0};
}

class ConjugateGradients {
 public:
  ConjugateGradients(const Csr& a, const std::vector<double>& b)
      : n_(a.rows()),
        blocks_(blocks_for(n_, block_size)),
        offsets_(a.offsets),
        columns_(a.columns),
        values_(a.values),
        b_(b),
        x_(n_),
        r_(n_),
        p_(n_),
        q_(n_),
        scalars_(1),
        matrix_(n_, n_, a.entries(), offsets_.data(), columns_.data(), values_.data()),
        p_vector_(n_, p_.data()),
        q_vector_(n_, q_.data()) {
    handle_.use(stream_);
    std::size_t bytes = 0;
    check(cusparseSpMV_bufferSize(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, p_vector_, &zero, q_vector_,
                                  CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes));
    buffer_ = DeviceBuffer<char>(bytes);
  }

  // x = 0, so that r = p = b.
  void start() {
    scalars_.fill_bytes(0);
    x_.fill_bytes(0);
    for (DeviceBuffer<double>* to : {&r_, &p_})
      check(cudaMemcpyAsync(to->data(), b_.data(), b_.bytes(), cudaMemcpyDeviceToDevice));
    check(cudaDeviceSynchronize());  // the stream does not wait for the default one
    dot_kernel<<<blocks_, block_size, 0, stream_>>>(r_.data(), r_.data(), n_, &scalars_.data()->rr);
    check(cudaGetLastError());
  }

  // Enqueues one step.
  void step() {
    check(cusparseSpMV(handle_, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matrix_, p_vector_, &zero, q_vector_,
                       CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, buffer_.data()));
    Scalars* const s = scalars_.data();
    dot_kernel<<<blocks_, block_size, 0, stream_>>>(p_.data(), q_.data(), n_, &s->pq);
    move_kernel<<<blocks_, block_size, 0, stream_>>>(x_.data(), r_.data(), p_.data(), q_.data(), n_, s);
    turn_kernel<<<blocks_, block_size, 0, stream_>>>(r_.data(), p_.data(), n_, s);
    next_kernel<<<1, 1, 0, stream_>>>(s);
    check(cudaGetLastError());
  }

  // r.r; the host waits for it.
  double rr() const {
    double value = 0;
    check(cudaMemcpyAsync(&value, &scalars_.data()->rr, sizeof value, cudaMemcpyDeviceToHost, stream_));
    stream_.wait();
    return value;
  }

  // Calls enqueue() for each step until r is small enough.
  template <typename Enqueue>
  Solution solve(double tolerance, int most, const Enqueue& enqueue) {
    const CpuTimer timer;
    start();
    const double enough = tolerance * tolerance * rr();
    int steps = 0;
    for (double now = enough + 1; now > enough && steps < most; now = rr())
      for (int i = 0; i < between; ++i, ++steps) enqueue();
    const double ms = timer.ms();
    return {x_.to_host(), steps, ms};
  }

  const Stream& stream() const { return stream_; }

 private:
  static constexpr double one = 1, zero = 0;

  int n_, blocks_;
  Stream stream_;
  CusparseHandle handle_;
  DeviceBuffer<int> offsets_, columns_;
  DeviceBuffer<double> values_, b_, x_, r_, p_, q_;
  DeviceBuffer<Scalars> scalars_;
  CsrMatrix matrix_;
  DenseVector p_vector_, q_vector_;
  DeviceBuffer<char> buffer_;
};

// ---- Rung 1. The host launches each step's kernels.
Solution cg_launches(const Csr& a, const std::vector<double>& b, double tolerance) {
  ConjugateGradients cg(a, b);
  return cg.solve(tolerance, most_steps(a), [&] { cg.step(); });
}

// ---- Rung 2. Same as rung 1, except that one step is captured and a single launch starts all of it.
Solution cg_graph(const Csr& a, const std::vector<double>& b, double tolerance) {
  ConjugateGradients cg(a, b);
  cudaGraph_t recorded = nullptr;
  check(cudaStreamBeginCapture(cg.stream(), cudaStreamCaptureModeThreadLocal));
  cg.step();
  check(cudaStreamEndCapture(cg.stream(), &recorded));
  const Graph graph(recorded);
  const GraphExec ready(graph);
  return cg.solve(tolerance, most_steps(a), [&] { check(cudaGraphLaunch(ready, cg.stream())); });
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"cg_launches", cg_launches},  // five launches per step
      {"cg_graph", cg_graph},        // a graph of them
      {"dense", dense},              // Cholesky, zeros included
      {"direct", direct},            // Cholesky of the entries
  };
  return rungs;
}

}  // namespace sparse_solve
