// cudaLaunchHostFunc enqueues a host function in a stream, like a kernel. A thread of the driver calls it when all
// earlier work of the stream has ended, and later work of the stream waits until it returns.
#include "ch12_streams/host_functions/host_functions.h"

#include "common/check.h"

namespace host_functions {
namespace {

constexpr int block_size = 256;

__global__ void advance_kernel(const std::uint32_t* x, std::uint32_t* y, Lcg lcg, int size, int steps) {
  const int i = blockIdx.x * block_size + threadIdx.x;
  if (i < size) y[i] = lcg.stepped(x[i], steps);
}

// The kernel and the copy of a piece.
void enqueue(const Task& task, int piece, const Stream& stream) {
  const std::size_t first = std::size_t(piece) * task.size;
  advance_kernel<<<blocks_for(task.size, block_size), block_size, 0, stream>>>(task.x + first, task.y + first, Lcg{},
                                                                               task.size, task.steps);
  check(cudaGetLastError());
  check(cudaMemcpyAsync(task.h_y + first, task.y + first, task.size * sizeof *task.y, cudaMemcpyDeviceToHost, stream));
}

// The argument of a host function. Its lifetime must include the call.
struct Piece {
  const Task& task;
  int number;
};

// The host's part, with the signature that cudaLaunchHostFunc requires. Calls do not overlap: they are in one stream.
void add_up(void* data) {
  const auto& [task, number] = *static_cast<const Piece*>(data);
  std::uint64_t sum = 0;
  for (int i = 0; i < task.size; ++i) sum += task.h_y[std::size_t(number) * task.size + i];
  task.sums[number] = sum;
  task.order->push_back(number);
}

std::vector<Piece> pieces_of(const Task& task) {
  std::vector<Piece> pieces;
  for (int number = 0; number < task.pieces; ++number) pieces.push_back({task, number});
  return pieces;
}

// ---- Rung 1. The host waits for each piece and adds it up. Meanwhile the device is idle.
void host_waits(const Task& task, const Stream& stream, const Stream&) {
  for (Piece& piece : pieces_of(task)) {
    enqueue(task, piece.number, stream);
    stream.wait();
    add_up(&piece);
  }
}

// ---- Rung 2. Same, except that the host also enqueues the additions, and waits once. The host is free, but the device
// is not: the stream's next kernel waits until the host function has returned.
void in_the_stream(const Task& task, const Stream& stream, const Stream&) {
  std::vector<Piece> pieces = pieces_of(task);
  for (Piece& piece : pieces) {
    enqueue(task, piece.number, stream);
    check(cudaLaunchHostFunc(stream, add_up, &piece));
  }
  stream.wait();  // before the lifetime of pieces ends
}

// ---- Rung 3. Same, except that the host functions are in a second stream. An event makes each of them wait for its
// piece, and the kernels do not wait.
void in_a_second_stream(const Task& task, const Stream& stream, const Stream& second) {
  std::vector<Piece> pieces = pieces_of(task);
  const Event arrived;
  for (Piece& piece : pieces) {
    enqueue(task, piece.number, stream);
    check(cudaEventRecord(arrived, stream));
    check(cudaStreamWaitEvent(second, arrived, 0));  // for the current record: the event may be recorded again
    check(cudaLaunchHostFunc(second, add_up, &piece));
  }
  second.wait();
}

}  // namespace

cudaError_t call_inside(const Stream& stream) {
  cudaError_t returned = cudaSuccess;
  check(cudaLaunchHostFunc(
      stream,
      [](void* data) {
        void* memory = nullptr;
        *static_cast<cudaError_t*>(data) = cudaMalloc(&memory, 1);
      },
      &returned));
  stream.wait();
  return returned;
}

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"host_waits", host_waits},
      {"in_the_stream", in_the_stream},
      {"in_a_second_stream", in_a_second_stream},
  };
  return rungs;
}

}  // namespace host_functions
