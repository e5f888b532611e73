// wgmma: a product is the work of a warpgroup, which starts it together. Each warp has a quarter of its rows, and waits
// for these alone: they are computed then, from shared memory as it is then, and each thread stores its results when it
// waits itself. The waiting warp needs the other warps only to have started the product: a wait is no barrier.
#include "ptx/warpgroup_products.hpp"

#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <deque>
#include <memory>
#include <set>

#include "engine/async_work.hpp"
#include "engine/running.hpp"
#include "ptx/tensor_sums.hpp"

namespace cuda_emulator {
namespace {

using Element = WarpgroupElement;
constexpr unsigned group_size = 128, warps = group_size / warp_size, all_parts = (1u << warps) - 1;
constexpr int part_rows = 16;  // of a warp
constexpr std::size_t most_accumulators = 128;

float float_of(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}
std::uint32_t bits_of(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

double value_of_e4m3(std::uint32_t raw) {
  static const std::array<double, 256> values = [] {
    std::array<double, 256> all{};
    for (unsigned i = 0; i < 256; ++i) {
      const int exponent = static_cast<int>(i >> 3 & 15), fraction = static_cast<int>(i & 7);
      const double size = (i & 0x7f) == 0x7f ? NAN
                          : exponent == 0    ? std::ldexp(fraction, -9)
                                             : std::ldexp(8 + fraction, exponent - 10);
      all[i] = i & 0x80 ? -size : size;
    }
    return all;
  }();
  return values[raw & 0xff];
}

inline double value_of(Element e, std::uint32_t raw) {
  if (e == Element::bfloat) return double{float_of(raw << 16)};
  switch (e) {
    case Element::half:
      return double{static_cast<float>(__half::from_bits(static_cast<unsigned short>(raw)))};
    case Element::e5m2:  // the upper byte of a half
      return double{static_cast<float>(__half::from_bits(static_cast<unsigned short>(raw << 8)))};
    case Element::e4m3:
      return value_of_e4m3(raw);
    case Element::int8:
      return static_cast<signed char>(raw);
    case Element::uint8:
      return static_cast<unsigned char>(raw);
    default:
      return double{float_of(raw & 0xffffe000)};
  }
}

// A matrix in shared memory, as its 64-bit descriptor describes it: rows are those of A or the columns of B, k runs
// along the sum. Addresses have 18 bits there, so those of static shared memory, which is below the dynamic one, wrap.
class SharedMatrix {
 public:
  SharedMatrix(Word descriptor, Element element, bool k_is_slow) : element_(element), k_is_slow_(k_is_slow) {
    start_ = static_cast<std::uint32_t>(descriptor & 0x3fff) << 4;
    leading_ = static_cast<std::uint32_t>(descriptor >> 16 & 0x3fff) << 4;
    stride_ = static_cast<std::uint32_t>(descriptor >> 32 & 0x3fff) << 4;
    const auto mode = static_cast<unsigned>(descriptor >> 62);  // 0: none, 1 to 3: 128, 64 or 32 bytes
    swizzle_ = mode == 0 ? 0 : 4 - mode;
  }

  // Calls f(row - first, k, value) for eight rows from a multiple of 8 on. Of those, or of the elements along the sum,
  // 16 bytes are contiguous.
  template <class F>
  void read(int first, int count, F f) const {
    const int bytes = bytes_of(element_), piece = std::min(16 / bytes, 8);
    std::uint32_t raw;
    for (int row = 0; row < 8; row += k_is_slow_ ? piece : 1) {
      for (int k = 0; k < count; k += k_is_slow_ ? 1 : piece) {
        const char* const from = place(first + row, k);
        for (int i = 0; i < piece; ++i) {
          raw = 0;
          std::memcpy(&raw, from + i * bytes, static_cast<std::size_t>(bytes));
          f(k_is_slow_ ? row + i : row, k_is_slow_ ? k : k + i, value_of(element_, raw));
        }
      }
    }
  }
  [[nodiscard]] const char* place(int row, int k) const {
    const int bytes = bytes_of(element_), piece = 16 / bytes;  // elements of 16 bytes
    const std::uint32_t pitch = 16u << swizzle_;
    std::uint32_t offset;
    if (!k_is_slow_) {
      const auto group = static_cast<std::uint32_t>(row / 8), inside = static_cast<std::uint32_t>(row % 8);
      const auto along = static_cast<std::uint32_t>(k * bytes);
      offset = group * stride_ + inside * pitch + (swizzle_ ? along : along / 16 * leading_ + along % 16);
    } else {
      const int width = piece << swizzle_;  // contiguous elements of a row
      const auto group = static_cast<std::uint32_t>(row / width),
                 inside = static_cast<std::uint32_t>(row % width * bytes);
      const auto turn = static_cast<std::uint32_t>(k / 8), line = static_cast<std::uint32_t>(k % 8);
      offset = inside + line * pitch + group * (swizzle_ ? leading_ : stride_) + turn * (swizzle_ ? stride_ : leading_);
    }
    std::uint32_t address = start_ + offset;
    address ^= (address >> 7 & ((1u << swizzle_) - 1)) << 4;
    address &= 0x3ffff;
    return shared_buffer + (address < running_dynamic_shared() ? static_cast<std::int32_t>(address)
                                                               : static_cast<std::int32_t>(address) - 0x40000);
  }

 private:
  Element element_;
  bool k_is_slow_;
  std::uint32_t start_, leading_, stride_, swizzle_;
};

int fraction_of(const WarpgroupProduct& p) {
  return bytes_of(p.a) == 1 ? fp8_group_fraction : tensor_fraction;
}

using Registers = std::array<std::uint32_t, most_accumulators>;

// The accumulators of a warpgroup's threads, to which products add one after the other.
struct Sums {
  std::array<std::vector<void*>, group_size> places;
  std::array<Registers, group_size> values;
  std::array<unsigned long long, group_size> end{};  // the thread's last product that adds to them, + 1
  std::array<bool, group_size> poisoned{}, delivered{};
};
struct Started {
  WarpgroupProduct product;
  WorkNumber work;
  std::shared_ptr<Sums> sums;
  std::array<std::array<std::uint32_t, 4>, group_size> a;  // of threads that give A in registers
  unsigned parts = 0;                                      // the warps whose rows are computed
};
struct Member {  // a thread; products are numbered as it starts them
  unsigned long long started = 0, waited = 0;
  std::vector<unsigned long long> groups;  // the ends of those that it has committed and not waited for
  unsigned long long committed = 0;
  bool fenced = false, ever_fenced = false;          // since it last waited
  std::set<std::array<std::uint32_t, 4>> ordered_a;  // that it gave behind a fence
  std::shared_ptr<Sums> last;                        // that it got
};
struct Warpgroup {
  unsigned grid = 0;
  uint3 block = {};
  unsigned long long first = 0;                      // the number of products.front()
  std::array<unsigned long long, warps> computed{};  // the warp's rows of products before this one
  std::deque<Started> products;
  std::array<Member, group_size> members;
};
thread_local std::array<std::unique_ptr<Warpgroup>, max_block_threads / group_size> warpgroups;

Warpgroup& my_warpgroup() {
  std::unique_ptr<Warpgroup>& mine = warpgroups[block_state.current / group_size];
  if (!mine || mine->grid != block_state.grid || mine->block.x != blockIdx.x || mine->block.y != blockIdx.y ||
      mine->block.z != blockIdx.z) {
    mine = std::make_unique<Warpgroup>();
    mine->grid = block_state.grid;
    mine->block = blockIdx;
  }
  return *mine;
}
unsigned my_place() {
  return block_state.current % group_size;
}

// Calls f for the members of the warpgroup that exist and have not returned.
template <class F>
bool all_members(const Warpgroup& g, F f) {
  const unsigned begin = block_state.current / group_size * group_size;
  for (unsigned t = begin; t < std::min(begin + group_size, block_state.size); ++t) {
    const bool returned = block_state.returned[t / warp_size] >> (t % warp_size) & 1;
    if (!returned && !f(g.members[t - begin])) return false;
  }
  return true;
}

// Each matrix by itself: they may be neighbours, and are different variables.
void tell_what_is_read(const Started& s) {
  if (!s.work) return;
  const auto tell = [&](const SharedMatrix& matrix, int rows) {
    std::set<const char*> words;
    for (int row = 0; row < rows; ++row) {
      for (int k = 0; k < s.product.k; ++k) {
        words.insert(
            reinterpret_cast<const char*>(reinterpret_cast<std::uintptr_t>(matrix.place(row, k)) & ~std::uintptr_t{3}));
      }
    }
    for (auto word = words.begin(); word != words.end();) {
      const char* const begin = *word;
      const char* end = begin;
      for (; word != words.end() && *word == end; ++word) end += 4;
      work_reads(s.work, begin, static_cast<std::size_t>(end - begin));
    }
  };
  const WarpgroupProduct& p = s.product;
  if (!p.a_in_registers) tell(SharedMatrix(p.a_matrix, p.a, p.a_transposed), 64);
  tell(SharedMatrix(p.b_matrix, p.b, p.b_transposed), p.n);
}

// How the tensor cores read: 8 lines of 16 bytes at a time, rows of A from first_row to end_row and all of B.
std::vector<MemoryPiece> pieces_of(const WarpgroupProduct& p, int first_row, int end_row) {
  std::vector<MemoryPiece> pieces;
  const auto add = [&](Word descriptor, Element element, bool k_is_slow, int first, int rows) {
    const SharedMatrix matrix(descriptor, element, k_is_slow);
    const int piece = 16 / bytes_of(element), across = k_is_slow ? piece : 8, along = k_is_slow ? 8 : piece;
    for (int row = first; row < rows; row += across) {
      for (int k = 0; k < p.k; k += along) {
        for (int line = 0; line < 8; ++line) {
          pieces.push_back({k_is_slow ? matrix.place(row, k + line) : matrix.place(row + line, k), 16});
        }
      }
    }
  };
  if (!p.a_in_registers) add(p.a_matrix, p.a, p.a_transposed, first_row, end_row);
  add(p.b_matrix, p.b, p.b_transposed, 0, p.n);
  return pieces;
}

using Columns = double[most_tensor_products][tensor_columns];  // eight columns of B

// A warp's rows of A: of shared memory, or of the registers of the four threads that share a row.
void read_a(const Started& s, unsigned warp, double (&rows)[part_rows][most_tensor_products]) {
  const WarpgroupProduct& p = s.product;
  if (!p.a_in_registers) {
    const SharedMatrix a(p.a_matrix, p.a, p.a_transposed);
    const int first = static_cast<int>(warp) * part_rows;
    for (int row = 0; row < part_rows; row += 8) {
      a.read(first + row, p.k, [&](int r, int k, double value) { rows[row + r][k] = value; });
    }
    return;
  }
  const int wide = 4 / bytes_of(p.a);  // elements of a register
  for (unsigned lane = 0; lane < warp_size; ++lane) {
    for (int which = 0; which < 4; ++which) {
      for (int i = 0; i < wide; ++i) {
        const int k = static_cast<int>(lane % 4) * wide + i + 4 * wide * (which >> 1);
        const std::uint32_t raw = s.a[warp * warp_size + lane][which] >> (32 / wide * i);
        rows[lane / 4 + 8 * (which & 1)][k] = value_of(p.a, wide == 1 ? raw : raw & ((1u << (32 / wide)) - 1));
      }
    }
  }
}

template <std::size_t n>
bool are_finite(const double (&lines)[n][most_tensor_products], int count) {
  bool all = true;
  for (const auto& line : lines) {
    for (int k = 0; k < count; ++k) all &= is_finite(line[k]);
  }
  return all;
}
bool are_finite(const Columns& b, int count) {
  bool all = true;
  for (int k = 0; k < count; ++k) {
    for (const double x : b[k]) all &= is_finite(x);
  }
  return all;
}

// i: the result's place among the thread's. The products have their sign.
void add_to(Registers& d, const WarpgroupProduct& p, int i, const double* products) {
  if (p.result == 'f') {
    d[i] = bits_of(cut_to_float(tensor_total(p.adds ? double{float_of(d[i])} : 0.0, products, p.k, fraction_of(p))));
    return;
  }
  double sum = 0;
  for (int k = 0; k < p.k; ++k) sum += products[k];
  if (p.result == 'i') {
    d[i] = static_cast<std::uint32_t>((p.adds ? static_cast<std::int32_t>(d[i]) : 0) + static_cast<std::int64_t>(sum));
  } else {
    std::uint32_t& word = d[i / 2];
    const int shift = 16 * (i % 2);
    const double old = p.adds ? value_of(Element::half, word >> shift & 0xffff) : 0.0;
    const std::uint32_t bits = __half(static_cast<float>(old + sum)).bits();
    word = (word & ~(0xffffu << shift)) | bits << shift;
  }
}

// A row of A and eight columns of B. sums: of the four lanes that share the row; first: the place of the first of each
// lane's two sums there.
void add_row(Registers* sums, const WarpgroupProduct& p, int first, const double* row, const Columns& b, bool finite) {
  if (p.result == 'f' && finite) {
    double totals[tensor_columns];
    for (int c = 0; c < tensor_columns; ++c) totals[c] = p.adds ? double{float_of(sums[c / 2][first + c % 2])} : 0.0;
    tensor_totals(totals, row, b, p.k, fraction_of(p));
    for (int c = 0; c < tensor_columns; ++c) sums[c / 2][first + c % 2] = bits_of(cut_to_float(totals[c]));
    return;
  }
  for (int c = 0; c < tensor_columns; ++c) {
    double products[most_tensor_products];
    for (int k = 0; k < p.k; ++k) products[k] = row[k] * b[k][c];
    add_to(sums[c / 2], p, first + c % 2, products);
  }
}

void compute(Started& s, unsigned warp) {
  const WarpgroupProduct& p = s.product;
  const int first_row = static_cast<int>(warp) * part_rows;
  if (s.work) work_hooks.has_read(s.work, pieces_of(p, first_row, first_row + part_rows));
  double rows[part_rows][most_tensor_products];
  Columns columns;
  read_a(s, warp, rows);
  const bool a_is_finite = are_finite(rows, p.k);
  const SharedMatrix b(p.b_matrix, p.b, p.b_transposed);
  for (int column = 0; column < p.n; column += tensor_columns) {
    b.read(column, p.k, [&](int c, int k, double value) { columns[k][c] = p.sign * value; });
    const bool finite = a_is_finite && are_finite(columns, p.k);
    for (int row = 0; row < part_rows; ++row) {
      Registers* const sums = s.sums->values.data() + warp * warp_size + static_cast<unsigned>(row % 8 * 4);
      add_row(sums, p, column / 8 * 4 + row / 8 * 2, rows[row], columns, finite);
    }
  }
  s.parts |= 1u << warp;
  if (s.parts == all_parts) work_ends(s.work);
}

// The results become the running thread's, unless it has changed the registers.
void deliver(const Started& s, Sums& sums, unsigned t) {
  bool changed = false;
  for (std::size_t i = 0; i < sums.places[t].size(); ++i) {
    std::uint32_t now;
    std::memcpy(&now, sums.places[t][i], sizeof now);
    if (now != work_poison) {
      changed = true;
    } else if (!sums.poisoned[t]) {
      std::memcpy(sums.places[t][i], &sums.values[t][i], sizeof now);
    }
  }
  sums.delivered[t] = true;
  if (changed) work_fault(s.work, WorkFault::registers_changed);
}

void forget_unless_complete(const Started& s) {
  if (s.parts != all_parts) forget_work(s.work);
}

// Products that every thread that is left has waited for.
void forget_products(Warpgroup& g) {
  unsigned long long end = g.first + g.products.size();
  all_members(g, [&](const Member& m) {
    end = std::min(end, m.waited);
    return true;
  });
  for (; g.first < end; ++g.first) {
    forget_unless_complete(g.products.front());
    g.products.pop_front();
  }
}

void products_are_left(bool) {
  for (std::unique_ptr<Warpgroup>& g : warpgroups) {
    if (!g) continue;
    for (const Started& s : g->products) forget_unless_complete(s);
    g.reset();
  }
}

// Are the registers that the thread gives to the product those of its last fence? Accumulators that no other
// instruction has changed since products stored them need none.
bool is_ordered(Member& m, unsigned t, bool needs_sums, void* const* places, const Word* values, std::size_t count,
                const Word* a) {
  if (!m.ever_fenced) return false;
  if (needs_sums && !m.fenced) {
    if (!m.last || !std::equal(places, places + count, m.last->places[t].begin(), m.last->places[t].end()))
      return false;
    if (!std::equal(values, values + count, m.last->values[t].begin())) return false;
  }
  if (a) {
    const std::array<std::uint32_t, 4> given = {static_cast<std::uint32_t>(a[0]), static_cast<std::uint32_t>(a[1]),
                                                static_cast<std::uint32_t>(a[2]), static_cast<std::uint32_t>(a[3])};
    if (m.fenced) m.ordered_a.insert(given);
    if (!m.ordered_a.contains(given)) return false;
  }
  return true;
}

WorkNumber work_of_accumulator(const void* place) {
  const std::unique_ptr<Warpgroup>& g = warpgroups[block_state.current / group_size];
  if (!g) return 0;
  for (const Started& s : g->products) {
    const std::vector<void*>& places = s.sums->places[my_place()];
    if (!s.sums->delivered[my_place()] && std::find(places.begin(), places.end(), place) != places.end()) return s.work;
  }
  return 0;
}

}  // namespace

int bytes_of(Element e) {
  return e == Element::half || e == Element::bfloat ? 2 : e == Element::tf32 ? 4 : 1;
}
Element warpgroup_element(const std::string& type) {
  constexpr std::pair<const char*, Element> names[] = {
      {"f16", Element::half},  {"bf16", Element::bfloat}, {"tf32", Element::tf32}, {"e4m3", Element::e4m3},
      {"e5m2", Element::e5m2}, {"s8", Element::int8},     {"u8", Element::uint8}};
  for (const auto& [name, element] : names) {
    if (type == name) return element;
  }
  throw PtxError("wgmma of the type " + type + " is not emulated");
}

void start_product(const WarpgroupProduct& product, Word* values, void* const* places, std::size_t count, const Word* a,
                   const void* call) {
  Warpgroup& g = my_warpgroup();
  const unsigned t = my_place();
  Member& m = g.members[t];
  work_of_register = work_of_accumulator;
  when_block_ends(products_are_left);
  // Does the thread's last product add to the same registers?
  std::shared_ptr<Sums> sums;
  for (unsigned long long i = m.started; i-- > g.first && !sums;) {
    const std::shared_ptr<Sums>& earlier = g.products[i - g.first].sums;
    if (!earlier->delivered[t] && earlier->places[t].size() == count &&
        std::equal(places, places + count, earlier->places[t].begin())) {
      sums = earlier;
    }
  }
  const bool chained = sums != nullptr;
  const unsigned long long number = m.started++;
  if (number - g.first == g.products.size()) {
    g.products.push_back(
        {product, work_begins(WorkKind::product, call), chained ? sums : std::make_shared<Sums>(), {}});
    tell_what_is_read(g.products.back());
    // A is read for each warp, and B once.
    if (work_hooks.moves) work_hooks.moves(pieces_of(product, 0, 64), false, group_size, call);
  }
  Started& s = g.products[number - g.first];
  if (!chained) {
    s.sums->places[t].assign(places, places + count);
    for (std::size_t i = 0; i < count; ++i) s.sums->values[t][i] = static_cast<std::uint32_t>(values[i]);
  }
  for (int i = 0; a && i < 4; ++i) s.a[t][i] = static_cast<std::uint32_t>(a[i]);
  if (!is_ordered(m, t, !chained && product.adds, places, values, count, a)) {
    s.sums->poisoned[t] = true;
    work_fault(s.work, WorkFault::registers_unordered);
  }
  s.sums->end[t] = number + 1;
  std::fill(values, values + count, Word{work_poison});
}

void fence_products() {
  Member& m = my_warpgroup().members[my_place()];
  m.fenced = m.ever_fenced = true;
}

void commit_products() {
  Member& m = my_warpgroup().members[my_place()];
  m.groups.push_back(m.started);
  m.committed = m.started;
}

void wait_for_products(std::size_t n) {
  Warpgroup& g = my_warpgroup();
  const unsigned t = my_place();
  Member& m = g.members[t];
  if (m.groups.size() <= n) return;
  const auto done = m.groups.end() - static_cast<std::ptrdiff_t>(n);
  const unsigned long long end = *(done - 1);
  m.groups.erase(m.groups.begin(), done);
  while (!all_members(g, [&](const Member& other) { return other.committed >= end; })) relax();
  unsigned long long& computed = g.computed[t / warp_size];
  for (; computed < end; ++computed) compute(g.products[computed - g.first], t / warp_size);
  for (unsigned long long i = m.waited; i < end; ++i) {
    Started& s = g.products[i - g.first];
    if (s.sums->delivered[t] || s.sums->end[t] > end) continue;
    deliver(s, *s.sums, t);
    m.last = s.sums;
  }
  m.waited = std::max(m.waited, end);
  m.fenced = false;
  forget_products(g);
}

}  // namespace cuda_emulator
