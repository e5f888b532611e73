// A small product by tiles of 2 x 2, traced: what each thread copies in each phase, what it then reads from the tiles,
// and its sum so far. The loop over k is divided into phases of the tile's width; this is called strip-mining.
#include <cstdio>
#include <vector>

#include "common/lesson.h"
#include "common/owners.h"

namespace {

constexpr int tile_size = 2;

// What a thread did in a phase.
struct Step {
  float a, b;                                    // copied to the tiles
  float left[tile_size], right[tile_size], sum;  // multiplied with each other; the sum afterwards
};

// The kernel of matmul's rung `tiled`, for square matrices, with a record of each step: steps[phase][row][col]. The
// grid has side rows and columns of threads: n rounded up to whole tiles.
__global__ void watched_kernel(const float* a, const float* b, float* c, int n, Step* steps) {
  __shared__ float a_tile[tile_size][tile_size], b_tile[tile_size][tile_size];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * tile_size + y, col = blockIdx.x * tile_size + x;
  const int side = gridDim.x * tile_size;
  float sum = 0;
  for (int phase = 0; phase * tile_size < n; ++phase) {
    const int a_col = phase * tile_size + x, b_row = phase * tile_size + y;
    a_tile[y][x] = row < n && a_col < n ? a[row * n + a_col] : 0;
    b_tile[y][x] = b_row < n && col < n ? b[b_row * n + col] : 0;
    Step& step = steps[(phase * side + row) * side + col];
    step.a = a_tile[y][x];
    step.b = b_tile[y][x];
    __syncthreads();
    for (int k = 0; k < tile_size; ++k) {
      step.left[k] = a_tile[y][k];
      step.right[k] = b_tile[k][x];
      sum += a_tile[y][k] * b_tile[k][x];
    }
    step.sum = sum;
    __syncthreads();
  }
  if (row < n && col < n) c[row * n + col] = sum;
}

// "a[1][2] = 7", or that the element is outside the matrix.
void print_copied(const char* name, int row, int col, int n, float value) {
  if (row < n && col < n) {
    std::printf("%s[%d][%d] = %g", name, row, col, static_cast<double>(value));
  } else {
    std::printf("%g for %s[%d][%d], which lies outside", static_cast<double>(value), name, row, col);
  }
}

void show(Lesson& lesson, int n, bool all) {
  const int tiles = (n + tile_size - 1) / tile_size, side = tiles * tile_size;
  std::vector<float> a(n * n), b(n * n);
  for (int i = 0; i < n * n; ++i) a[i] = static_cast<float>(i + 1), b[i] = static_cast<float>(i % 5 + 1);
  const DeviceBuffer<float> d_a(a), d_b(b);
  DeviceBuffer<float> d_c(n * n);
  DeviceBuffer<Step> d_steps(tiles * side * side);
  d_c.fill_bytes(0xFF);
  d_steps.fill_bytes(0xFF);
  watched_kernel<<<dim3(tiles, tiles), dim3(tile_size, tile_size)>>>(d_a.data(), d_b.data(), d_c.data(), n,
                                                                     d_steps.data());
  check(cudaGetLastError());
  const std::vector<float> c = d_c.to_host();
  const std::vector<Step> steps = d_steps.to_host();

  const int shown = all ? tiles : 1;
  for (int block = 0; block < shown * shown; ++block) {
    std::printf("\nblock (x %d, y %d)\n", block % shown, block / shown);
    for (int phase = 0; phase < tiles; ++phase) {
      std::printf("  phase %d\n", phase);
      for (int t = 0; t < tile_size * tile_size; ++t) {
        const int x = t % tile_size, y = t / tile_size;
        const int row = block / shown * tile_size + y, col = block % shown * tile_size + x;
        const Step& step = steps[(phase * side + row) * side + col];
        std::printf("    thread (x %d, y %d) copies ", x, y);
        print_copied("a", row, phase * tile_size + x, n, step.a);
        std::printf(" and ");
        print_copied("b", phase * tile_size + y, col, n, step.b);
        std::printf("; adds");
        for (int k = 0; k < tile_size; ++k)
          std::printf("%s %g * %g", k > 0 ? " +" : "", static_cast<double>(step.left[k]),
                      static_cast<double>(step.right[k]));
        std::printf(": sum %g\n", static_cast<double>(step.sum));
      }
    }
  }

  std::printf("\nc\n");
  for (int row = 0; row < n; ++row) {
    for (int col = 0; col < n; ++col) {
      float expected = 0;  // integers: exact
      for (int k = 0; k < n; ++k) expected += a[row * n + k] * b[k * n + col];
      lesson.expect(c[row * n + col] == expected, "an element of c");
      std::printf("%8g", static_cast<double>(c[row * n + col]));
    }
    std::printf("\n");
  }
  std::printf("\nEach copied element is read by %d threads: those of its row, or of its column, of the tile.\n",
              tile_size);
}

}  // namespace

int main(int argc, char** argv) {
  Lesson lesson("matmul_trace", "A product by tiles of 2 x 2, phase by phase and thread by thread.", Options::shown);
  const std::size_t& n = lesson.size("--n", 4, 4, "rows and columns; an odd number shows the border", 1, 16);
  const bool& all = lesson.flag("--all", "show all blocks, not only the first one");
  return lesson.main(argc, argv, [&] { show(lesson, static_cast<int>(n), all); });
}
