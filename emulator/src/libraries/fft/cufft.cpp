// cuFFT, the functions that courses use. Every transform is computed in double precision, one transform of the batch
// per block, and not scaled, as on a GPU.
#include <cufft.h>

#include <cmath>
#include <complex>
#include <map>
#include <memory>
#include <mutex>
#include <numbers>
#include <vector>

#include "libraries/library.hpp"

namespace cuda_emulator {
namespace {

using Complex = std::complex<double>;
using Numbers = std::vector<Complex>;

Complex root(std::size_t k, std::size_t n, double sign) {
  return std::polar(1.0, sign * 2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
}

// Lengths that are powers of two.
void transform_by_halves(Numbers& x, double sign) {
  const std::size_t n = x.size();
  for (std::size_t i = 1, j = 0; i < n; ++i) {  // j counts with its bits reversed
    std::size_t bit = n >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j |= bit;
    if (i < j) std::swap(x[i], x[j]);
  }
  Numbers roots(n / 2);
  for (std::size_t k = 0; k < roots.size(); ++k) roots[k] = root(k, n, sign);
  for (std::size_t length = 2; length <= n; length *= 2) {
    for (std::size_t begin = 0; begin < n; begin += length) {
      for (std::size_t k = 0; k < length / 2; ++k) {
        const Complex even = x[begin + k], odd = x[begin + k + length / 2] * roots[k * (n / length)];
        x[begin + k] = even + odd;
        x[begin + k + length / 2] = even - odd;
      }
    }
  }
}

// All other lengths, as a convolution (Bluestein): j k = (j^2 + k^2 - (k - j)^2) / 2.
void transform(Numbers& x, double sign) {
  const std::size_t n = x.size();
  if ((n & (n - 1)) == 0) {
    if (n > 1) transform_by_halves(x, sign);
    return;
  }
  std::size_t length = 1;
  while (length < 2 * n) length *= 2;
  Numbers chirp(n), a(length), b(length);
  for (std::size_t k = 0; k < n; ++k) {
    chirp[k] = root(k * k % (2 * n), 2 * n, sign);
    a[k] = x[k] * chirp[k];
    b[k] = b[(length - k) % length] = std::conj(chirp[k]);
  }
  transform_by_halves(a, 1);
  transform_by_halves(b, 1);
  for (std::size_t k = 0; k < length; ++k) a[k] *= b[k];
  transform_by_halves(a, -1);
  for (std::size_t k = 0; k < n; ++k) x[k] = a[k] / static_cast<double>(length) * chirp[k];
}

struct Layout {
  std::size_t embed[3], stride, distance;  // padded sizes; distances between elements and between transforms
};
struct Plan {
  std::size_t size[3];  // slowest dimension first, with leading ones
  Layout in, out;
  bool plain;  // the program specified no layout
  cufftType type;
  std::size_t batch;
  cudaStream_t stream = nullptr;
  [[nodiscard]] std::size_t total() const { return size[0] * size[1] * size[2]; }
};

void transform_box(Numbers& box, const Plan& plan, double sign) {
  const std::size_t step[3] = {plan.size[1] * plan.size[2], plan.size[2], 1};
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t n = plan.size[axis];
    if (n == 1) continue;
    Numbers line(n);
    for (std::size_t start = 0; start < box.size(); ++start) {
      if (start / step[axis] % n != 0) continue;  // not the first of its line
      for (std::size_t k = 0; k < n; ++k) line[k] = box[start + k * step[axis]];
      transform(line, sign);
      for (std::size_t k = 0; k < n; ++k) box[start + k * step[axis]] = line[k];
    }
  }
}

template <class F>
void for_each_element(const Plan& plan, const Layout& layout, std::size_t batch, std::size_t width, F f) {
  for (std::size_t i = 0; i < plan.size[0]; ++i) {
    for (std::size_t j = 0; j < plan.size[1]; ++j) {
      for (std::size_t k = 0; k < width; ++k) {
        f((i * plan.size[1] + j) * plan.size[2] + k,
          batch * layout.distance + ((i * layout.embed[1] + j) * layout.embed[2] + k) * layout.stride, i, j, k);
      }
    }
  }
}

struct Plans {
  std::mutex mutex;
  std::map<cufftHandle, Plan> made;
  cufftHandle next = 1;
};
Plans& plans() {
  static auto* const all = new Plans;  // programs may destroy plans at exit
  return *all;
}
bool find(cufftHandle handle, Plan* plan) {
  const std::lock_guard lock(plans().mutex);
  const auto found = plans().made.find(handle);
  if (found == plans().made.end()) return false;
  *plan = found->second;
  return true;
}

bool takes_real(cufftType type) {
  return type == CUFFT_R2C || type == CUFFT_D2Z;
}
bool gives_real(cufftType type) {
  return type == CUFFT_C2R || type == CUFFT_Z2D;
}

cufftResult make(cufftHandle handle, int rank, const int* n, const int* inembed, int istride, int idist,
                 const int* onembed, int ostride, int odist, cufftType type, int batch, std::size_t* work_size) {
  if (rank < 1 || rank > 3 || !n || batch < 1) return rank < 1 || rank > 3 ? CUFFT_INVALID_VALUE : CUFFT_INVALID_SIZE;
  Plan plan{};
  plan.type = type;
  plan.batch = static_cast<std::size_t>(batch);
  plan.plain = !inembed || !onembed;
  for (int axis = 0; axis < 3; ++axis) {
    const int from = axis - (3 - rank);
    if (from >= 0 && n[from] < 1) return CUFFT_INVALID_SIZE;
    plan.size[axis] = from < 0 ? 1 : static_cast<std::size_t>(n[from]);
  }
  const auto layout = [&](const int* embed, int stride, int distance, bool half) {
    Layout l{};
    for (int axis = 0; axis < 3; ++axis) {
      const int from = axis - (3 - rank);
      l.embed[axis] = plan.plain || from < 0 ? plan.size[axis] : static_cast<std::size_t>(embed[from]);
    }
    if (plan.plain && half) l.embed[2] = plan.size[2] / 2 + 1;
    l.stride = plan.plain ? 1 : static_cast<std::size_t>(stride);
    l.distance = plan.plain ? l.embed[0] * l.embed[1] * l.embed[2] : static_cast<std::size_t>(distance);
    return l;
  };
  plan.in = layout(inembed, istride, idist, gives_real(type));
  plan.out = layout(onembed, ostride, odist, takes_real(type));
  const std::lock_guard lock(plans().mutex);
  const auto found = plans().made.find(handle);
  if (found == plans().made.end()) return CUFFT_INVALID_PLAN;
  plan.stream = found->second.stream;
  found->second = plan;
  if (work_size) *work_size = 0;
  return CUFFT_SUCCESS;
}
cufftResult create_and_make(cufftHandle* handle, int rank, const int* n, const int* inembed, int istride, int idist,
                            const int* onembed, int ostride, int odist, cufftType type, int batch) {
  if (const cufftResult error = cufftCreate(handle)) return error;
  const cufftResult error =
      make(*handle, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, nullptr);
  if (error) cufftDestroy(*handle);
  return error;
}

// Rows of real numbers that are transformed in place have room for the complex ones.
Layout real_layout(const Plan& plan, const Layout& given, bool in_place) {
  if (!in_place || !plan.plain) return given;
  Layout padded = given;
  padded.embed[2] = 2 * (plan.size[2] / 2 + 1);
  padded.distance = padded.embed[0] * padded.embed[1] * padded.embed[2];
  return padded;
}

// The elements from the first to the last one that a plan accesses, where rows have so many.
std::ptrdiff_t extent(const Plan& plan, const Layout& layout, std::size_t width) {
  const std::size_t rows = (plan.size[0] - 1) * layout.embed[1] + plan.size[1] - 1;
  return static_cast<std::ptrdiff_t>((plan.batch - 1) * layout.distance +
                                     (rows * layout.embed[2] + width - 1) * layout.stride + 1);
}

// Where a transform's numbers lie: rows of so many elements.
struct Rows {
  const Layout& layout;
  std::size_t width;
};
template <class T>
void announce(const Plan& plan, T* start, const Rows& rows, const char* of_what) {
  reaches(start, extent(plan, rows.layout, rows.width), of_what);
  for (std::size_t batch = 0; hooks.work_touches && batch < plan.batch; ++batch) {
    for_each_element(plan, rows.layout, batch, rows.width,
                     [&](std::size_t, std::size_t at, auto...) { accesses(start + at, 1); });
  }
}

template <class In, class Out, class Read, class Write>
cufftResult execute(const Plan& plan, const In* in, const Rows& inputs, Out* out, const Rows& outputs, double sign,
                    Read read, Write write) {
  announce(plan, in, inputs, "of a transform's input");
  announce(plan, out, outputs, "of a transform's output");
  const In* const from = device_pointer(in);
  Out* const to = device_pointer(out);
  const bool ran = run_library("cufft", plan.batch, plan.stream, [=](std::size_t batch) {
    Numbers box(plan.total());
    read(from, batch, box);
    transform_box(box, plan, sign);
    write(to, batch, box);
  });
  return ran ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}

template <class C>
cufftResult complex_to_complex(cufftHandle handle, cufftType type, C* in, C* out, int direction) {
  Plan plan;
  if (!find(handle, &plan)) return CUFFT_INVALID_PLAN;
  if (plan.type != type) return CUFFT_INVALID_PLAN;
  if (direction != CUFFT_FORWARD && direction != CUFFT_INVERSE) return CUFFT_INVALID_VALUE;
  return execute(
      plan, in, {plan.in, plan.size[2]}, out, {plan.out, plan.size[2]}, direction,
      [plan](const C* from, std::size_t batch, Numbers& box) {
        for_each_element(plan, plan.in, batch, plan.size[2],
                         [&](std::size_t to, std::size_t at, auto...) { box[to] = Complex(from[at].x, from[at].y); });
      },
      [plan](C* to, std::size_t batch, const Numbers& box) {
        using T = decltype(to->x);
        for_each_element(plan, plan.out, batch, plan.size[2], [&](std::size_t from, std::size_t at, auto...) {
          to[at] = C{static_cast<T>(box[from].real()), static_cast<T>(box[from].imag())};
        });
      });
}
template <class T, class C>
cufftResult real_to_complex(cufftHandle handle, cufftType type, T* in, C* out) {
  Plan plan;
  if (!find(handle, &plan)) return CUFFT_INVALID_PLAN;
  if (plan.type != type) return CUFFT_INVALID_PLAN;
  const Layout layout = real_layout(plan, plan.in, (void*)in == (void*)out);
  return execute(
      plan, in, {layout, plan.size[2]}, out, {plan.out, plan.size[2] / 2 + 1}, CUFFT_FORWARD,
      [plan, layout](const T* from, std::size_t batch, Numbers& box) {
        for_each_element(plan, layout, batch, plan.size[2],
                         [&](std::size_t to, std::size_t at, auto...) { box[to] = from[at]; });
      },
      [plan](C* to, std::size_t batch, const Numbers& box) {  // the other half is redundant
        for_each_element(plan, plan.out, batch, plan.size[2] / 2 + 1, [&](std::size_t from, std::size_t at, auto...) {
          to[at] = C{static_cast<T>(box[from].real()), static_cast<T>(box[from].imag())};
        });
      });
}
template <class T, class C>
cufftResult complex_to_real(cufftHandle handle, cufftType type, C* in, T* out) {
  Plan plan;
  if (!find(handle, &plan)) return CUFFT_INVALID_PLAN;
  if (plan.type != type) return CUFFT_INVALID_PLAN;
  const Layout layout = real_layout(plan, plan.out, (void*)in == (void*)out);
  return execute(
      plan, in, {plan.in, plan.size[2] / 2 + 1}, out, {layout, plan.size[2]}, CUFFT_INVERSE,
      [plan](const C* from, std::size_t batch, Numbers& box) {
        const std::size_t* const n = plan.size;
        for_each_element(plan, plan.in, batch, n[2] / 2 + 1,
                         [&](std::size_t to, std::size_t at, std::size_t i, std::size_t j, std::size_t k) {
                           box[to] = Complex(from[at].x, from[at].y);
                           const std::size_t mirror = ((n[0] - i) % n[0] * n[1] + (n[1] - j) % n[1]) * n[2];
                           if (k > 0 && 2 * k < n[2]) box[mirror + n[2] - k] = std::conj(box[to]);
                         });
      },
      [plan, layout](T* to, std::size_t batch, const Numbers& box) {
        for_each_element(plan, layout, batch, plan.size[2],
                         [&](std::size_t from, std::size_t at, auto...) { to[at] = static_cast<T>(box[from].real()); });
      });
}

}  // namespace
}  // namespace cuda_emulator

using namespace cuda_emulator;

cufftResult cufftCreate(cufftHandle* plan) {
  if (!plan) return CUFFT_INVALID_VALUE;
  int devices = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices == 0) return CUFFT_SETUP_FAILED;
  const std::lock_guard lock(plans().mutex);
  *plan = plans().next++;
  plans().made[*plan] = Plan{};
  return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
  const std::lock_guard lock(plans().mutex);
  return plans().made.erase(plan) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  const std::lock_guard lock(plans().mutex);
  const auto found = plans().made.find(plan);
  if (found == plans().made.end()) return CUFFT_INVALID_PLAN;
  found->second.stream = stream;
  return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int* version) {
  *version = CUFFT_VERSION;
  return CUFFT_SUCCESS;
}
cufftResult cufftPlan1d(cufftHandle* plan, int nx, cufftType type, int batch) {
  return create_and_make(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch);
}
cufftResult cufftPlan2d(cufftHandle* plan, int nx, int ny, cufftType type) {
  const int n[] = {nx, ny};
  return create_and_make(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
cufftResult cufftPlan3d(cufftHandle* plan, int nx, int ny, int nz, cufftType type) {
  const int n[] = {nx, ny, nz};
  return create_and_make(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1);
}
cufftResult cufftPlanMany(cufftHandle* plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                          int ostride, int odist, cufftType type, int batch) {
  return create_and_make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch);
}
cufftResult cufftMakePlan1d(cufftHandle plan, int nx, cufftType type, int batch, size_t* work_size) {
  return make(plan, 1, &nx, nullptr, 1, 0, nullptr, 1, 0, type, batch, work_size);
}
cufftResult cufftMakePlan2d(cufftHandle plan, int nx, int ny, cufftType type, size_t* work_size) {
  const int n[] = {nx, ny};
  return make(plan, 2, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work_size);
}
cufftResult cufftMakePlan3d(cufftHandle plan, int nx, int ny, int nz, cufftType type, size_t* work_size) {
  const int n[] = {nx, ny, nz};
  return make(plan, 3, n, nullptr, 1, 0, nullptr, 1, 0, type, 1, work_size);
}
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int* n, int* inembed, int istride, int idist, int* onembed,
                              int ostride, int odist, cufftType type, int batch, size_t* work_size) {
  return make(plan, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work_size);
}
cufftResult cufftGetSize(cufftHandle plan, size_t* work_size) {
  Plan found;
  if (!find(plan, &found)) return CUFFT_INVALID_PLAN;
  *work_size = 0;
  return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int) {
  Plan found;
  return find(plan, &found) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void*) {
  Plan found;
  return find(plan, &found) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex* in, cufftComplex* out, int direction) {
  return complex_to_complex(plan, CUFFT_C2C, in, out, direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal* in, cufftComplex* out) {
  return real_to_complex(plan, CUFFT_R2C, in, out);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex* in, cufftReal* out) {
  return complex_to_real(plan, CUFFT_C2R, in, out);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleComplex* out, int direction) {
  return complex_to_complex(plan, CUFFT_Z2Z, in, out, direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal* in, cufftDoubleComplex* out) {
  return real_to_complex(plan, CUFFT_D2Z, in, out);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex* in, cufftDoubleReal* out) {
  return complex_to_real(plan, CUFFT_Z2D, in, out);
}
