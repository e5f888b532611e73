// Stands in for the CUDA header of the same name: matrices that a warp multiplies together (nvcuda::wmma).
//
// CUDA does not specify which lane holds which element, so programs may only treat all elements alike. Here lane l
// holds elements l, l + 32, … of A by rows, of B by columns and of the accumulator by rows. A product is computed by
// the lane that arrives last; integers and doubles as they are, all others as a tensor core adds them.
#pragma once
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include "emulator/announcements.hpp"
#include "emulator/tensor_adder.hpp"
#include "emulator/warp.hpp"

namespace cuda_emulator {
void needs_capability(const char* what, int capability);  // else the kernel ends
}

namespace nvcuda {
namespace wmma {

enum layout_t { mem_row_major, mem_col_major };
struct row_major;
struct col_major;
struct matrix_a;
struct matrix_b;
struct accumulator;
namespace precision {
struct tf32 {};
}  // namespace precision

// The type in which an element is stored: tf32 is stored as a float.
template <class T>
struct storage_element {
  using type = T;
};
template <>
struct storage_element<precision::tf32> {
  using type = float;
};

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
  static constexpr bool is_a = std::is_same_v<Use, matrix_a>, is_b = std::is_same_v<Use, matrix_b>;
  static_assert(is_a || is_b || std::is_same_v<Use, accumulator>, "a fragment is matrix_a, matrix_b or accumulator");
  static_assert((m == 16 && n == 16 && (k == 16 || k == 8)) || (m == 32 && n == 8 && k == 16) ||
                    (m == 8 && n == 32 && k == 16) || (m == 8 && n == 8 && k == 4),
                "wmma has no matrices of this shape");

 public:
  using element_type = T;
  using storage_element_type = typename storage_element<T>::type;
  static constexpr int rows = is_b ? k : m, columns = is_a ? k : n;
  static constexpr int num_elements = rows * columns / 32, num_storage_elements = num_elements;
  static constexpr bool by_columns = std::is_same_v<Layout, col_major>;
  storage_element_type x[num_elements];
};

inline float __float_to_tf32(float value) {
  unsigned bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  if (value == value) bits = (bits + 0x1000) & 0xffffe000;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

template <class Use, int m, int n, int k, class T, class Layout, class V>
CUDA_EMULATOR_INLINE void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, const V& value) {
  for (auto& x : f.x) x = static_cast<typename fragment<Use, m, n, k, T, Layout>::storage_element_type>(value);
}

// Element i of a lane: its offset in memory, by the leading dimension.
template <class F>
CUDA_EMULATOR_INLINE std::size_t cuda_emulator_place(int i, unsigned leading, bool by_columns) {
  const unsigned which = cuda_emulator::lane_index() + 32u * static_cast<unsigned>(i);
  const unsigned row = which / F::columns, column = which % F::columns;
  return by_columns ? row + std::size_t{column} * leading : column + std::size_t{row} * leading;
}

template <class P>
CUDA_EMULATOR_INLINE void cuda_emulator_tell_matrix(const P* start, unsigned leading, bool writes) {
#ifdef CUDA_EMULATOR_TRACED
  if (cuda_emulator::lane_index() == 0 && cuda_emulator_accesses_matrix) {
    cuda_emulator_accesses_matrix(start, leading, sizeof(P), writes);
  }
#else
  static_cast<void>(start), static_cast<void>(leading), static_cast<void>(writes);
#endif
}

template <class Use, int m, int n, int k, class T, class Layout, class P>
CUDA_EMULATOR_INLINE void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& f, const P* from, unsigned leading) {
  using F = fragment<Use, m, n, k, T, Layout>;
  cuda_emulator_tell_matrix(from, leading, false);
  __syncwarp();
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = from[cuda_emulator_place<F>(i, leading, F::by_columns)];
}
template <int m, int n, int k, class T, class P>
CUDA_EMULATOR_INLINE void load_matrix_sync(fragment<accumulator, m, n, k, T>& f, const P* from, unsigned leading,
                                           layout_t layout) {
  using F = fragment<accumulator, m, n, k, T>;
  cuda_emulator_tell_matrix(from, leading, false);
  __syncwarp();
  for (int i = 0; i < F::num_elements; ++i) f.x[i] = from[cuda_emulator_place<F>(i, leading, layout == mem_col_major)];
}
template <int m, int n, int k, class T, class P>
CUDA_EMULATOR_INLINE void store_matrix_sync(P* to, const fragment<accumulator, m, n, k, T>& f, unsigned leading,
                                            layout_t layout) {
  using F = fragment<accumulator, m, n, k, T>;
  cuda_emulator_tell_matrix(to, leading, true);
  for (int i = 0; i < F::num_elements; ++i) to[cuda_emulator_place<F>(i, leading, layout == mem_col_major)] = f.x[i];
  __syncwarp();
}

template <class D, class A, class B, class C>
struct CudaEmulatorProduct {
  D* d;
  const A* a;
  const B* b;
  const C* c;
};

// Sums of 8-bit products are integers; all others are double here, in which products of floats are exact.
template <class T>
using CudaEmulatorSum = std::conditional_t<std::is_same_v<T, int>, int, double>;

template <class D, class A, class B, class C>
CUDA_EMULATOR_NOTRACE void cuda_emulator_finish_mma(unsigned arrived, cuda_emulator::Lane* lanes) {
  using Sum = CudaEmulatorSum<typename D::element_type>;
  constexpr bool tf32 = std::is_same_v<typename A::element_type, precision::tf32>;
  constexpr bool ordinary = std::is_same_v<Sum, int> || std::is_same_v<typename A::element_type, double>;
  using Call = CudaEmulatorProduct<D, A, B, C>;
  constexpr int m = D::rows, n = D::columns, k = A::columns;
  Sum a[m][k] = {}, b[k][n] = {};
  const auto call = [&](unsigned lane) { return reinterpret_cast<const Call*>(lanes[lane].value); };
  const auto value = [](auto x) {
    if constexpr (tf32) {  // the lower bits of a float are not used
      unsigned bits;
      __builtin_memcpy(&bits, &x, sizeof bits);
      bits &= 0xffffe000;
      __builtin_memcpy(&x, &bits, sizeof x);
    }
    return static_cast<Sum>(x);
  };
  cuda_emulator::for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < A::num_elements; ++i) {
      const int which = static_cast<int>(l) + 32 * i;
      a[which / k][which % k] = value(call(l)->a->x[i]);
    }
    for (int i = 0; i < B::num_elements; ++i) {
      const int which = static_cast<int>(l) + 32 * i;
      b[which / n][which % n] = value(call(l)->b->x[i]);
    }
  });
  cuda_emulator::for_each_lane(arrived, [&](unsigned l) {
    for (int i = 0; i < D::num_elements; ++i) {
      const int which = static_cast<int>(l) + 32 * i, row = which / n, column = which % n;
      Sum sum = static_cast<Sum>(call(l)->c->x[i]), products[k];
      for (int p = 0; p < k; ++p) products[p] = a[row][p] * b[p][column];
      if constexpr (ordinary) {
        for (const Sum product : products) sum += product;
      } else {
        sum = cuda_emulator::tensor_total(sum, products, k, cuda_emulator::tensor_fraction);
        if constexpr (std::is_same_v<typename D::element_type, float>) sum = cuda_emulator::cut_to_float(sum);
      }
      call(l)->d->x[i] = static_cast<typename D::storage_element_type>(sum);
    }
  });
}
template <class D, class A, class B, class C>
inline constexpr cuda_emulator::Operation cuda_emulator_mma{"wmma::mma_sync", cuda_emulator_finish_mma<D, A, B, C>};

template <int m, int n, int k, class TD, class TA, class LA, class TB, class LB, class TC>
CUDA_EMULATOR_INLINE void mma_sync(fragment<accumulator, m, n, k, TD>& d, const fragment<matrix_a, m, n, k, TA, LA>& a,
                                   const fragment<matrix_b, m, n, k, TB, LB>& b,
                                   const fragment<accumulator, m, n, k, TC>& c, bool = false) {
  using D = fragment<accumulator, m, n, k, TD>;
  using A = fragment<matrix_a, m, n, k, TA, LA>;
  using B = fragment<matrix_b, m, n, k, TB, LB>;
  using C = fragment<accumulator, m, n, k, TC>;
  // Half and 8-bit integers need 7.0 and 7.2, which all emulated devices have.
  constexpr bool newer =
      std::is_same_v<TA, __nv_bfloat16> || std::is_same_v<TA, precision::tf32> || std::is_same_v<TA, double>;
  if constexpr (newer) cuda_emulator::needs_capability("wmma of bf16, tf32 or double", 80);
  const CudaEmulatorProduct<D, A, B, C> call{&d, &a, &b, &c};
  cuda_emulator::collective(cuda_emulator_mma<D, A, B, C>, 0xffffffffu, reinterpret_cast<unsigned long long>(&call));
}

}  // namespace wmma
}  // namespace nvcuda
