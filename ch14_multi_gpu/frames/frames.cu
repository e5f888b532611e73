// Several GPUs compute many images. The images are independent, so each GPU can compute whole ones. This does not make
// the first image ready sooner; for that all GPUs must work on one, and then it matters which GPU has the costly part.
#include "ch14_multi_gpu/frames/frames.h"

#include <atomic>
#include <exception>
#include <thread>

#include "common/check.h"

namespace frames {

constexpr int block_size = 128;

Studio::Studio(int devices, const Film& film) : devices(devices), film(film), out(film.points() * film.frames) {
  for (int d = 0; d < devices; ++d) {
    const CurrentDevice current(d);
    streams.emplace_back();
    memory.emplace_back(film.points());
  }
}

void Studio::wait() const {
  for (const Stream& stream : streams) stream.wait();
}

namespace {

// Rows first, first + step, first + 2 step … of a frame, stored contiguously. Each block computes a range of one row.
__global__ void frame_kernel(Count* packed, View view, int cols, int first, int step, int most) {
  const int col = blockIdx.y * block_size + threadIdx.x, row = first + blockIdx.x * step;
  if (col >= cols) return;
  // Explicit multiplications and additions: the compiler must not fuse them, which would round differently.
  const float cx = __fadd_rn(view.left, __fmul_rn(view.pitch, static_cast<float>(col)));
  const float cy = __fadd_rn(view.top, __fmul_rn(view.pitch, static_cast<float>(row)));
  float x = 0, y = 0;
  int n = 0;
  while (n < most && __fadd_rn(__fmul_rn(x, x), __fmul_rn(y, y)) <= 4) {
    const float next = __fadd_rn(__fsub_rn(__fmul_rn(x, x), __fmul_rn(y, y)), cx);
    y = __fadd_rn(__fmul_rn(2 * x, y), cy);
    x = next;
    ++n;
  }
  packed[static_cast<std::size_t>(blockIdx.x) * cols + col] = static_cast<Count>(n);
}

// GPU d computes `rows` rows of frame f and copies them to their places in the film. The frame's memory can be reused
// when the copy is done: stream order ensures that.
void compute(Studio& studio, int d, int f, int first, int step, int rows) {
  if (rows <= 0) return;
  const Film& film = studio.film;
  const CurrentDevice current(d);
  const dim3 blocks(rows, blocks_for(film.cols, block_size));
  frame_kernel<<<blocks, block_size, 0, studio.streams[d]>>>(studio.memory[d].data(), view_of(film, f), film.cols,
                                                             first, step, film.most);
  check(cudaGetLastError());
  const std::size_t row_bytes = film.cols * sizeof(Count);
  check(cudaMemcpy2DAsync(studio.frame(f) + static_cast<std::size_t>(first) * film.cols, step * row_bytes,
                          studio.memory[d].data(), row_bytes, row_bytes, rows, cudaMemcpyDeviceToHost,
                          studio.streams[d]));
}

// ---- Rung 1. Whole frames, distributed in advance. If the cost of frames differs, so does the work of the GPUs.
void whole_in_turn(Studio& studio, int frames) {
  for (int f = 0; f < frames; ++f) compute(studio, f % studio.devices, f, 0, 1, studio.film.rows);
  studio.wait();
}

// ---- Rung 2. Same as rung 1, except that a GPU gets its next frame when it has finished the last one: one host thread
// per GPU takes the number of the next free frame. An error in one thread ends the others' work too, and is reported.
void whole_on_demand(Studio& studio, int frames) {
  std::atomic<int> next{0};
  std::vector<std::exception_ptr> errors(studio.devices);
  std::vector<std::thread> threads;
  for (int d = 0; d < studio.devices; ++d)
    threads.emplace_back([&, d] {
      try {
        for (int f = next++; f < frames; f = next++) {
          compute(studio, d, f, 0, 1, studio.film.rows);
          studio.streams[d].wait();
        }
      } catch (...) {
        errors[d] = std::current_exception();
        next = frames;  // no thread starts another frame
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

// ---- Rung 3. All GPUs work on every frame: each has a slab of its rows. The GPU with the costly slab finishes last.
void split_in_slabs(Studio& studio, int frames) {
  const int rows = studio.film.rows, devices = studio.devices;
  for (int f = 0; f < frames; ++f)
    for (int d = 0; d < devices; ++d)
      compute(studio, d, f, rows * d / devices, 1, rows * (d + 1) / devices - rows * d / devices);
  studio.wait();
}

// ---- Rung 4. Same as rung 3, except that the rows are distributed in turn: costly rows are close together, so every
// GPU gets a share of them.
void split_in_rows(Studio& studio, int frames) {
  const int rows = studio.film.rows, devices = studio.devices;
  for (int f = 0; f < frames; ++f)
    for (int d = 0; d < devices; ++d) compute(studio, d, f, d, devices, (rows - d + devices - 1) / devices);
  studio.wait();
}

}  // namespace

std::span<const Rung> ladder() {
  static constexpr Rung rungs[] = {
      {"whole_in_turn", whole_in_turn},      // frame f to GPU f modulo their number
      {"whole_on_demand", whole_on_demand},  // an idle GPU takes the next frame; one host thread per GPU
      {"split_in_slabs", split_in_slabs},    // each GPU has a slab of rows of every frame
      {"split_in_rows", split_in_rows},      // the rows of every frame are distributed in turn
  };
  return rungs;
}

}  // namespace frames
