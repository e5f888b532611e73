// Convolution, the fourth rung: neither weights nor pixels are loaded for each multiplication.
//
// A warp computes 32 rows of a run of pixels: each lane has one row and computes the whole run of it. For each row of
// the filter a lane loads the run and its halo once, 16 bytes at a time, and every value is used for up to `size`
// products from a register. The weights come from constant memory as an operand of the multiply-add, through the warp's
// uniform registers. The side is a template parameter because registers cannot be indexed: only in unrolled loops are
// the indices known.
#include "ch08_constant/convolution/convolution.h"
#include "ch08_constant/convolution/pixel.h"
#include "common/check.h"

namespace convolution {

constexpr int warps = 8;  // of a block, side by side
constexpr int rows = 32;  // of a block: one per lane

__constant__ double register_filter[largest_size * largest_size];

template <typename Real>
struct alignas(16) Vector {
  static constexpr int length = 16 / sizeof(Real);
  Real values[length];
};

template <typename Real, int size>
struct Tile {
  static constexpr int vector = Vector<Real>::length;
  static constexpr int run = 64 / sizeof(Real);                         // results per lane
  static constexpr int loads = (run + size - 1 + vector - 1) / vector;  // of 16 bytes, for the run and its halo
  static constexpr int width = (warps - 1) * run + loads * vector;      // the end of the last warp's loads
  // Each lane reads a row: with an odd number of vectors per row, eight of them use all banks.
  static constexpr int pitch = width / vector % 2 == 1 ? width : width + vector;
  static constexpr int height = rows + size - 1;
};

template <int size, typename Real>
__global__ void __launch_bounds__(32 * warps, 3) from_registers_kernel(Problem<Real> p) {
  using T = Tile<Real, size>;
  __shared__ Vector<Real> tile[T::height][T::pitch / T::vector];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int left = blockIdx.x * (warps * T::run), top = blockIdx.y * rows;

  // Away from the border no pixel needs a bounds check, which makes small filters faster.
  const int first_x = left - size / 2, first_y = top - size / 2;
  const bool inside = first_x >= 0 && first_y >= 0 && first_x + T::width <= p.width && first_y + T::height <= p.height;
  for (int i = warp; i < T::height; i += warps) {
    for (int j = lane; j < T::width; j += 32) {
      const int x = first_x + j, y = first_y + i;
      tile[i][j / T::vector].values[j % T::vector] =
          inside ? p.image[std::size_t(y) * p.width + x] : pixel(p.image, p.width, p.height, x, y, p.border);
    }
  }
  __syncthreads();

  const Real* weights = reinterpret_cast<const Real*>(register_filter);
  Real sums[T::run] = {};
#pragma unroll 2
  for (int i = 0; i < size; ++i) {
    Vector<Real> part[T::loads];
#pragma unroll
    for (int k = 0; k < T::loads; ++k) part[k] = tile[lane + i][warp * (T::run / T::vector) + k];
#pragma unroll
    for (int j = 0; j < size; ++j)
#pragma unroll
      for (int x = 0; x < T::run; ++x)
        sums[x] += weights[i * size + j] * part[(x + j) / T::vector].values[(x + j) % T::vector];
  }

  // A lane's run belongs to one row. The results go through the tile, so that a warp writes along a row.
  __syncthreads();
#pragma unroll
  for (int x = 0; x < T::run; ++x) tile[lane][(warp * T::run + x) / T::vector].values[x % T::vector] = sums[x];
  __syncthreads();
  for (int i = warp; i < rows && top + i < p.height; i += warps)
    for (int j = lane; j < warps * T::run && left + j < p.width; j += 32)
      p.result[std::size_t(top + i) * p.width + left + j] = tile[i][j / T::vector].values[j % T::vector];
}

template <int size, typename Real>
void launch(const Problem<Real>& p) {
  const dim3 grid(blocks_for(p.width, warps * Tile<Real, size>::run), blocks_for(p.height, rows));
  from_registers_kernel<size><<<grid, 32 * warps>>>(p);
}

// One kernel for each odd side.
template <typename Real>
void launch_for_size(const Problem<Real>& p) {
  if (p.size == 1) launch<1>(p);
  if (p.size == 3) launch<3>(p);
  if (p.size == 5) launch<5>(p);
  if (p.size == 7) launch<7>(p);
  if (p.size == 9) launch<9>(p);
  if (p.size == 11) launch<11>(p);
  if (p.size == 13) launch<13>(p);
  if (p.size == 15) launch<15>(p);
  if (p.size == 17) launch<17>(p);
  if (p.size == 19) launch<19>(p);
  if (p.size == 21) launch<21>(p);
  if (p.size == 23) launch<23>(p);
  if (p.size == 25) launch<25>(p);
  if (p.size == 27) launch<27>(p);
  if (p.size == 29) launch<29>(p);
  if (p.size == 31) launch<31>(p);
  static_assert(largest_size == 31);
}

template <typename Real>
void from_registers(const Problem<Real>& p) {
  require_size(p.size);
  if (p.width == 0 || p.height == 0) return;
  check(cudaMemcpyToSymbolAsync(register_filter, p.filter, std::size_t(p.size) * p.size * sizeof(Real), 0,
                                cudaMemcpyDeviceToDevice));
  launch_for_size(p);
  check(cudaGetLastError());
}

template void from_registers(const Problem<float>&);
template void from_registers(const Problem<double>&);

}  // namespace convolution
