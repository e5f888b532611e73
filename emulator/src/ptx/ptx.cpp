// Inline PTX: what an instruction does to a thread's registers and to memory. Each statement becomes a function object
// when its text is read; running it is a loop over them.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <algorithm>
#include <bit>
#include <cfenv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <mutex>
#include <type_traits>

#include "emulator/cluster.hpp"
#include "emulator/device_functions.hpp"
#include "engine/running.hpp"
#include "ptx/ptx_reader.hpp"

extern "C" {
__attribute__((weak)) void cuda_emulator_filled(void* memory, std::size_t size);
}

namespace cuda_emulator {

class PtxCode {
 public:
  void take(PtxText text) {
    initial_ = std::move(text.initial);
    specials_ = std::move(text.specials);
    if (initial_.size() > max_registers) throw PtxError("too many registers");
    for (const PtxStatement& s : text.statements) {
      Step step{{}, s.guard, s.guard_negated, next};
      if (s.words[0] == "bra") {
        const auto label = text.labels.find(s.arguments.at(0).label);
        if (label == text.labels.end()) throw PtxError("there is no label " + s.arguments.at(0).label);
        step.jump = label->second;
      } else if (s.words[0] == "ret" || s.words[0] == "exit") {
        step.jump = static_cast<int>(text.statements.size());
      } else {
        step.run = ptx_step(s);
      }
      steps_.push_back(std::move(step));
    }
  }

  void run(Word* values, std::size_t count) const {
    Word registers[max_registers];
    std::copy(initial_.begin(), initial_.end(), registers);
    std::copy(values, values + count, registers);
    for (const auto& [slot, special] : specials_) registers[slot] = special();
    for (std::size_t i = 0; i < steps_.size();) {
      const Step& step = steps_[i++];
      if (step.guard >= 0 && (registers[step.guard] != 0) == step.negated) continue;
      if (step.jump != next) {
        if (static_cast<std::size_t>(step.jump) < i) relax();  // a loop in PTX waits for something
        i = static_cast<std::size_t>(step.jump);
      } else {
        step.run(registers);
      }
    }
    std::copy(registers, registers + count, values);
  }

  static constexpr std::size_t max_registers = 512;
  std::size_t operands = 0;
  std::string mistake;  // why it cannot run

 private:
  static constexpr int next = -1;
  struct Step {
    PtxStep run;
    int guard;
    bool negated;
    int jump;
  };
  std::vector<Word> initial_;
  std::vector<std::pair<int, PtxSpecial>> specials_;
  std::vector<Step> steps_;
};

const PtxCode* read_ptx(const char* text, const PtxSlot* slots, unsigned count) {
  auto* code = new PtxCode;  // for ever: the program's text does not change
  code->operands = count;
  try {
    code->take(parse_ptx(text, slots, count));
  } catch (const std::exception& error) {
    code->mistake = "CUDA emulator: inline PTX \"" + std::string(text) + "\": " + error.what() + '\n';
  }
  return code;
}

void run_ptx(const PtxCode& code, unsigned long long* values) {
  if (!code.mistake.empty()) {
    std::fputs(code.mistake.c_str(), stderr);
    abandon_kernel(cudaErrorNotSupported, "inline PTX that is not emulated", nullptr);
  }
  code.run(values, code.operands);
}

void note_written(void* memory, std::size_t size) {
  if (cuda_emulator_filled) cuda_emulator_filled(memory, size);
}

char* ptx_address(const PtxArgument& argument, bool shared, const Word* registers) {
  Word address = registers[argument.registers[0]] + static_cast<Word>(argument.offset);
  for (std::size_t i = 1; i < argument.registers.size(); ++i) address += registers[argument.registers[i]];
  return shared ? from_shared_address(address) : reinterpret_cast<char*>(address);
}

bool names_shared(const PtxStatement& s) {
  return s.has("shared") || s.has("shared::cta") || s.has("shared::cluster");
}

namespace {

template <class T>
T get(Word word) {
  T value;
  std::memcpy((void*)&value, &word, sizeof value);
  return value;
}
template <class T>
void put(Word& word, T value) {
  word = 0;
  std::memcpy(&word, &value, sizeof value);
}

// ---- types
template <class F>
auto with_integer(std::string_view type, F f) -> decltype(f(int{})) {
  if (type == "s32") return f(std::int32_t{});
  if (type == "u32" || type == "b32") return f(std::uint32_t{});
  if (type == "s64") return f(std::int64_t{});
  if (type == "u64" || type == "b64") return f(std::uint64_t{});
  if (type == "s16") return f(std::int16_t{});
  if (type == "u16" || type == "b16") return f(std::uint16_t{});
  if (type == "s8") return f(std::int8_t{});
  if (type == "u8" || type == "b8") return f(std::uint8_t{});
  throw PtxError("the type ." + std::string(type) + " does not fit here");
}
template <class F>
auto with_number(std::string_view type, F f) -> decltype(f(int{})) {
  if (type == "f32") return f(float{});
  if (type == "f64") return f(double{});
  if (type == "f16") return f(__half{});
  if (type == "bf16") return f(__nv_bfloat16{});
  if (type == "f16x2") return f(__half2{});
  if (type == "bf16x2") return f(__nv_bfloat162{});
  return with_integer(type, f);
}
bool is_type(std::string_view w) {
  for (const std::string_view t : {"s8",  "u8",  "b8",   "s16",   "u16",    "b16", "s32", "u32",  "b32",  "s64", "u64",
                                   "b64", "f16", "bf16", "f16x2", "bf16x2", "f32", "f64", "pred", "tf32", "b128"}) {
    if (w == t) return true;
  }
  return false;
}
std::string last_type(const PtxStatement& s) {
  for (std::size_t i = s.words.size(); i-- > 1;) {
    if (is_type(s.words[i])) return s.words[i];
  }
  throw PtxError(s.words[0] + " needs a type");
}
template <class T>
constexpr bool is_small = std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;
template <class T>
constexpr bool is_pair = std::is_same_v<T, __half2> || std::is_same_v<T, __nv_bfloat162>;
template <class T>
constexpr bool is_real = std::is_floating_point_v<T>;

template <class T, class F>
T lanewise(F f, T a, T b) {
  if constexpr (is_pair<T>) {
    return T(f(a.x, b.x), f(a.y, b.y));
  } else {
    return static_cast<T>(f(a, b));
  }
}

int only(const PtxArgument& argument) {
  return argument.registers.at(0);
}

template <class T, class F>
PtxStep binary(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
  return [=](Word* r) { put<T>(r[d], f(get<T>(r[a]), get<T>(r[b]))); };
}
template <class T, class F>
PtxStep unary(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  return [=](Word* r) { put<T>(r[d], f(get<T>(r[a]))); };
}
template <class T, class F>
PtxStep ternary(const PtxStatement& s, F f) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) { put<T>(r[d], f(get<T>(r[a]), get<T>(r[b]), get<T>(r[c]))); };
}

int rounding_of(const PtxStatement& s) {
  for (const std::string& w : s.words) {
    if (w == "rz") return FE_TOWARDZERO;
    if (w == "rm") return FE_DOWNWARD;
    if (w == "rp") return FE_UPWARD;
  }
  return FE_TONEAREST;
}
// The arithmetic goes through volatile, so that the compiler computes it here and with this rounding.
template <class T, class F>
T rounded_as(int mode, F f) {
  if (mode == FE_TONEAREST) return f();
  const int before = std::fegetround();
  std::fesetround(mode);
  const volatile T result = f();
  std::fesetround(before);
  return result;
}
template <class T>
T saturated(T x) {
  return !(x > T(0)) ? T(0) : x > T(1) ? T(1) : x;
}

// Bits of the carry chain, add.cc and its like: they pass from one statement to the next.
thread_local bool carry;

template <class T>
T shifted_left(T a, unsigned n) {
  return n >= sizeof(T) * 8 ? T(0) : static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) << n);
}
template <class T>
T shifted_right(T a, unsigned n) {
  if (n >= sizeof(T) * 8) return std::is_signed_v<T> && a < 0 ? static_cast<T>(-1) : T(0);
  return static_cast<T>(a >> n);
}
template <class T>
T high_product(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> 64);
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
    return static_cast<T>(static_cast<Wide>(a) * static_cast<Wide>(b) >> (sizeof(T) * 8));
  }
}
template <class T>
struct TwiceAsWide {
  using type = T;
};
template <>
struct TwiceAsWide<std::int16_t> {
  using type = std::int32_t;
};
template <>
struct TwiceAsWide<std::uint16_t> {
  using type = std::uint32_t;
};
template <>
struct TwiceAsWide<std::int32_t> {
  using type = std::int64_t;
};
template <>
struct TwiceAsWide<std::uint32_t> {
  using type = std::uint64_t;
};
template <class T>
T wrapped(T a, T b, char op) {
  using U = std::make_unsigned_t<decltype(T{} + 0)>;
  const U x = static_cast<U>(a), y = static_cast<U>(b);
  return static_cast<T>(op == '+' ? x + y : op == '-' ? x - y : x * y);
}

PtxStep add_or_subtract(const PtxStatement& s, bool subtract) {
  const std::string type = last_type(s);
  const bool sets = s.has("cc"), uses = s.words[0] == "addc" || s.words[0] == "subc";
  return with_number(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      if (s.has("sat")) {
        return binary<T>(s, [=](T a, T b) {
          const std::int64_t exact = subtract ? static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b)
                                              : static_cast<std::int64_t>(a) + static_cast<std::int64_t>(b);
          return static_cast<T>(std::clamp<std::int64_t>(exact, INT32_MIN, INT32_MAX));
        });
      }
      if (sets || uses) {
        using U = std::make_unsigned_t<T>;
        return binary<T>(s, [=](T a, T b) {
          // A borrow is a carry that is missing.
          const U y = subtract ? static_cast<U>(~static_cast<U>(b)) : static_cast<U>(b);
          const bool in = uses ? (subtract ? !carry : carry) : subtract;
          const unsigned __int128 sum = static_cast<unsigned __int128>(static_cast<U>(a)) + y + in;
          const bool out = sum >> (sizeof(U) * 8) & 1;
          if (sets) carry = subtract ? !out : out;
          return static_cast<T>(static_cast<U>(sum));
        });
      }
      return binary<T>(s, [=](T a, T b) { return wrapped(a, b, subtract ? '-' : '+'); });
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      const bool saturates = s.has("sat");
      return binary<T>(s, [=](T a, T b) {
        const volatile T x = a, y = b;
        const T sum = rounded_as<T>(mode, [&] { return subtract ? x - y : x + y; });
        return saturates ? saturated(sum) : sum;
      });
    } else {
      return binary<T>(
          s, [=](T a, T b) { return lanewise([=](auto x, auto y) { return subtract ? x - y : x + y; }, a, b); });
    }
  });
}

PtxStep multiply(const PtxStatement& s) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      if (s.has("wide")) {
        using W = typename TwiceAsWide<T>::type;
        const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
        return [=](Word* r) { put<W>(r[d], static_cast<W>(get<T>(r[a])) * static_cast<W>(get<T>(r[b]))); };
      }
      if (s.has("hi")) return binary<T>(s, [](T a, T b) { return high_product(a, b); });
      return binary<T>(s, [](T a, T b) { return wrapped(a, b, '*'); });
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      const bool saturates = s.has("sat");
      return binary<T>(s, [=](T a, T b) {
        const volatile T x = a, y = b;
        const T product = rounded_as<T>(mode, [&] { return x * y; });
        return saturates ? saturated(product) : product;
      });
    } else {
      return binary<T>(s, [](T a, T b) { return lanewise([](auto x, auto y) { return x * y; }, a, b); });
    }
  });
}

PtxStep multiply_add(const PtxStatement& s) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      const bool sets = s.has("cc"), uses = s.words[0] == "madc", high = s.has("hi");
      const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
                c = only(s.arguments.at(3));
      if (s.has("wide")) {
        using W = typename TwiceAsWide<T>::type;
        return [=](Word* r) {
          const W product = static_cast<W>(get<T>(r[a])) * static_cast<W>(get<T>(r[b]));
          put<W>(r[d], wrapped(product, get<W>(r[c]), '+'));
        };
      }
      return [=](Word* r) {
        using U = std::make_unsigned_t<T>;
        const T x = get<T>(r[a]), y = get<T>(r[b]);
        const T product = high ? high_product(x, y) : wrapped(x, y, '*');
        const unsigned __int128 sum = static_cast<unsigned __int128>(static_cast<U>(product)) +
                                      static_cast<U>(get<T>(r[c])) + (uses && carry ? 1u : 0u);
        if (sets) carry = sum >> (sizeof(U) * 8) & 1;
        put<T>(r[d], static_cast<T>(static_cast<U>(sum)));
      };
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      const bool saturates = s.has("sat");
      return ternary<T>(s, [=](T a, T b, T c) {
        const volatile T x = a, y = b, z = c;
        const T sum = rounded_as<T>(mode, [&] { return std::fma(x, y, z); });
        return saturates ? saturated(sum) : sum;
      });
    } else if constexpr (is_pair<T>) {
      return ternary<T>(s, [](T a, T b, T c) { return __hfma2(a, b, c); });
    } else {
      return ternary<T>(s, [](T a, T b, T c) { return __hfma(a, b, c); });
    }
  });
}

template <class T>
bool not_a_number(T x) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    return std::isnan(static_cast<double>(x));
  }
}
// Of a number and a NaN the number, unless .NaN is asked for.
template <class T>
T extreme(T a, T b, bool largest, bool keeps_nan) {
  if (not_a_number(a)) return keeps_nan ? a : b;
  if (not_a_number(b)) return keeps_nan ? b : a;
  return (b < a) != largest ? b : a;
}
PtxStep minimum(const PtxStatement& s, bool largest) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    const bool keeps = s.has("NaN");
    return binary<T>(
        s, [=](T a, T b) { return lanewise([=](auto x, auto y) { return extreme(x, y, largest, keeps); }, a, b); });
  });
}

PtxStep divide(const PtxStatement& s, bool remainder) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (std::is_integral_v<T>) {
      return binary<T>(s, [=](T a, T b) {
        if (b == 0) return remainder ? a : static_cast<T>(-1);
        if (std::is_signed_v<T> && b == static_cast<T>(-1)) return remainder ? T(0) : wrapped(T(0), a, '-');
        return static_cast<T>(remainder ? a % b : a / b);
      });
    } else if constexpr (is_real<T>) {
      const int mode = rounding_of(s);
      return binary<T>(s, [=](T a, T b) {
        const volatile T x = a, y = b;
        return rounded_as<T>(mode, [&] { return x / y; });
      });
    } else {
      throw PtxError("no division of this type");
    }
  });
}

template <class F>
PtxStep bitwise(const PtxStatement& s, F f) {
  const std::string type = last_type(s);
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
  const bool na = s.arguments[1].negated, nb = s.arguments[2].negated;
  if (type == "pred") return [=](Word* r) { r[d] = f(Word{(r[a] != 0) != na}, Word{(r[b] != 0) != nb}) & 1; };
  return with_integer(type, [&](auto t) -> PtxStep {
    using U = std::make_unsigned_t<decltype(t)>;
    return binary<U>(s, [f](U x, U y) { return static_cast<U>(f(x, y)); });
  });
}

PtxStep logic3(const PtxStatement& s) {
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3)), table = only(s.arguments.at(4));
  return [=](Word* r) {
    const Word x = r[a], y = r[b], z = r[c];
    Word result = 0;
    for (unsigned k = 0; k < 8; ++k) {
      if (!(r[table] >> k & 1)) continue;
      result |= (k & 4 ? x : ~x) & (k & 2 ? y : ~y) & (k & 1 ? z : ~z);
    }
    r[d] = result & 0xffffffff;
  };
}

PtxStep permute_bytes(const PtxStatement& s) {
  std::string mode;
  for (const std::string_view m : {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16"}) {
    if (s.has(m)) mode = m;
  }
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    const Word bytes = (r[a] & 0xffffffff) | r[b] << 32;
    const unsigned select = static_cast<unsigned>(r[c]), n = select & 3;
    Word result = 0;
    for (unsigned k = 0; k < 4; ++k) {
      unsigned source = select >> (4 * k) & 15;
      if (mode == "f4e") source = n + k;
      if (mode == "b4e") source = (n - k) & 7;
      if (mode == "rc8") source = n;
      if (mode == "ecl") source = std::max(k, n);
      if (mode == "ecr") source = std::min(k, n);
      if (mode == "rc16") source = (n & 1) * 2 + (k & 1);
      Word byte = bytes >> (8 * (source & 7)) & 0xff;
      if (mode.empty() && (source & 8)) byte = byte & 0x80 ? 0xff : 0;  // only the sign, spread out
      result |= byte << (8 * k);
    }
    r[d] = result;
  };
}

PtxStep bit_field(const PtxStatement& s) {
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    using U = std::make_unsigned_t<T>;
    constexpr unsigned bits = sizeof(T) * 8;
    if (s.words[0] == "bfi") {
      const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
                c = only(s.arguments.at(3)), e = only(s.arguments.at(4));
      return [=](Word* r) {
        const unsigned position = static_cast<unsigned>(r[c] & 0xff), length = static_cast<unsigned>(r[e] & 0xff);
        const U ones = length >= bits ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << length) - 1);
        const U mask = shifted_left(ones, position);
        put<U>(r[d], static_cast<U>((get<U>(r[b]) & ~mask) | (shifted_left(get<U>(r[a]), position) & mask)));
      };
    }
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
              c = only(s.arguments.at(3));
    return [=](Word* r) {
      const unsigned position = static_cast<unsigned>(r[b] & 0xff), length = static_cast<unsigned>(r[c] & 0xff);
      const U value = get<U>(r[a]);
      const bool sign = std::is_signed_v<T> && length > 0 && (value >> std::min(position + length - 1, bits - 1) & 1);
      const U ones = length >= bits ? static_cast<U>(~U{0}) : static_cast<U>((U{1} << length) - 1);
      U field = static_cast<U>(shifted_right(value, position) & ones);
      if (sign) field = static_cast<U>(field | ~ones);
      put<U>(r[d], field);
    };
  });
}

bool compared(const std::string& how, double a, double b, bool unordered) {
  if (how == "num") return !unordered;
  if (how == "nan") return unordered;
  const bool u = how.size() == 3 && how[2] == 'u';  // equ, neu, ltu, …: true as well if one is NaN
  if (unordered) return u;
  const std::string base = how.substr(0, 2);
  return base == "eq"   ? a == b
         : base == "ne" ? a != b
         : base == "lt" ? a < b
         : base == "le" ? a <= b
         : base == "gt" ? a > b
                        : a >= b;
}
template <class T>
bool compared_as(const std::string& how, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    using U = std::make_unsigned_t<T>;
    const U x = static_cast<U>(a), y = static_cast<U>(b);
    if (how == "lo") return x < y;
    if (how == "ls") return x <= y;
    if (how == "hi") return x > y;
    if (how == "hs") return x >= y;
    if (how == "eq") return a == b;
    if (how == "ne") return a != b;
    if (how == "lt") return a < b;
    if (how == "le") return a <= b;
    return how == "gt" ? a > b : a >= b;
  } else {
    const double x = static_cast<double>(a), y = static_cast<double>(b);
    return compared(how, x, y, std::isnan(x) || std::isnan(y));
  }
}
// setp.lt.and.s32 p|q, a, b, c: p is (a < b) and c, q is not (a < b) and c. set gives all ones or 1.0.
PtxStep compare(const PtxStatement& s) {
  const std::string how = s.words.at(1), type = last_type(s);
  std::string combine;
  for (const std::string_view w : {"and", "or", "xor"}) {
    if (s.has(w)) combine = w;
  }
  const int d = only(s.arguments.at(0)), q = s.arguments[0].second, a = only(s.arguments.at(1)),
            b = only(s.arguments.at(2)), c = combine.empty() ? -1 : only(s.arguments.at(3));
  const bool not_c = c >= 0 && s.arguments[3].negated;
  const bool as_float = s.words[0] == "set" && s.has("f32") && s.words[s.words.size() - 2] == "f32";
  const bool as_mask = s.words[0] == "set" && !as_float;
  return with_number(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_pair<T>) {
      throw PtxError("no comparison of pairs");
    } else {
      return [=](Word* r) {
        const bool result = compared_as<T>(how, get<T>(r[a]), get<T>(r[b]));
        const bool other = c >= 0 && (r[c] != 0) != not_c;
        const auto combined = [&](bool x) {
          return combine.empty() ? x : combine == "and" ? x && other : combine == "or" ? x || other : x != other;
        };
        const bool first = combined(result);
        if (q >= 0) r[q] = combined(!result);
        r[d] = as_mask ? (first ? 0xffffffff : 0) : as_float ? (first ? 0x3f800000 : 0) : first;
      };
    }
  });
}

// ---- conversions
template <class To, class From>
To to_number(From from, int mode, bool saturates) {
  if constexpr (std::is_same_v<To, From>) {
    if constexpr (is_real<To>) return saturates ? saturated(from) : from;
    return from;
  } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    if (saturates) {
      using L = std::numeric_limits<To>;
      const __int128 wide = from;
      return wide < __int128{L::min()} ? L::min() : wide > __int128{L::max()} ? L::max() : static_cast<To>(from);
    }
    return static_cast<To>(from);
  } else if constexpr (std::is_integral_v<To>) {  // from a real number: rounded, then held inside the type
    const double value = static_cast<double>(from);
    if (std::isnan(value)) return sizeof(To) == 8 ? std::numeric_limits<To>::min() : To(0);
    const double whole = rounded_as<double>(mode, [=] {
      const volatile double v = value;
      return std::nearbyint(v);
    });
    if (whole <= static_cast<double>(std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (whole >= static_cast<double>(std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(whole);
  } else if constexpr (is_real<To> && std::is_integral_v<From>) {
    return rounded_as<To>(mode, [=] {
      const volatile From v = from;
      return static_cast<To>(v);
    });
  } else if constexpr (is_real<To> && is_real<From>) {
    const To result = rounded_as<To>(mode, [=] {
      const volatile From v = from;
      return static_cast<To>(v);
    });
    return saturates ? saturated(result) : result;
  } else if constexpr (is_real<To>) {
    return static_cast<To>(static_cast<float>(from));
  } else {  // half and bfloat16 round once, from double
    const Rounding rounding = mode == FE_TOWARDZERO ? Rounding::to_zero
                              : mode == FE_UPWARD   ? Rounding::up
                              : mode == FE_DOWNWARD ? Rounding::down
                                                    : Rounding::nearest;
    constexpr int mantissa = std::is_same_v<To, __half> ? 10 : 7;
    double value = static_cast<double>(from);
    if (saturates) value = saturated(value);
    return To::from_bits(round_to_bits<mantissa>(value, rounding));
  }
}
PtxStep convert(const PtxStatement& s) {
  std::vector<std::string> types;
  for (const std::string& w : s.words) {
    if (is_type(w)) types.push_back(w);
  }
  if (types.size() < 2) throw PtxError("cvt needs two types");
  int mode = rounding_of(s);
  for (const std::string& w : s.words) {
    if (w == "rzi") mode = FE_TOWARDZERO;
    if (w == "rmi") mode = FE_DOWNWARD;
    if (w == "rpi") mode = FE_UPWARD;
    if (w == "rni") mode = FE_TONEAREST;
  }
  const bool saturates = s.has("sat"), whole = s.has("rni") || s.has("rzi") || s.has("rmi") || s.has("rpi");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  if (types[0] == "tf32") {  // to the nearest of 10 bits, ties away from zero
    return [=](Word* r) { r[d] = (get<float>(r[a]) != get<float>(r[a])) ? r[a] : (r[a] + 0x1000) & 0xffffe000; };
  }
  if (types[0] == "f16x2" || types[0] == "bf16x2") {  // the first operand is the upper half
    const int b = only(s.arguments.at(2));
    const bool half = types[0] == "f16x2";
    return [=](Word* r) {
      const float high = get<float>(r[a]), low = get<float>(r[b]);
      if (half) {
        put(r[d], __half2(to_number<__half>(low, mode, saturates), to_number<__half>(high, mode, saturates)));
      } else {
        put(r[d], __nv_bfloat162(to_number<__nv_bfloat16>(low, mode, saturates),
                                 to_number<__nv_bfloat16>(high, mode, saturates)));
      }
    };
  }
  return with_number(types[0], [&](auto to) -> PtxStep {
    using To = decltype(to);
    return with_number(types[1], [&](auto from) -> PtxStep {
      using From = decltype(from);
      if constexpr (is_pair<To> || is_pair<From>) {
        throw PtxError("no such conversion");
      } else {
        return [=](Word* r) {
          const From value = get<From>(r[a]);
          if constexpr (is_real<To> && is_real<From>) {
            if (whole) {
              put<To>(r[d], static_cast<To>(rounded_as<From>(mode, [=] {
                        const volatile From v = value;
                        return std::nearbyint(v);
                      })));
              return;
            }
          }
          // A small integer fills its register: its sign goes all the way up.
          const To result = to_number<To>(value, mode, saturates);
          if constexpr (std::is_integral_v<To> && sizeof(To) < 4 && std::is_signed_v<To>) {
            put<std::int32_t>(r[d], result);
          } else {
            put<To>(r[d], result);
          }
        };
      }
    });
  });
}

// ---- memory
std::size_t size_of_type(const std::string& type) {
  if (type == "b128") return 16;
  return with_number(type, [](auto t) { return sizeof t; });
}
bool is_polling(const PtxStatement& s) {
  return s.has("acquire") || s.has("relaxed") || s.has("volatile") || s.has("cv") || s.has("cg");
}
PtxStep load(const PtxStatement& s) {
  const std::string type = last_type(s);
  const std::size_t size = size_of_type(type);
  const bool shared = names_shared(s), polls = is_polling(s);
  const bool is_signed = type[0] == 's';
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  return [=](Word* r) {
    const char* const address = ptx_address(from, shared, r);
    if (polls) {
      spin_hint();
      __atomic_thread_fence(__ATOMIC_ACQUIRE);
    }
    Word values[8];
    for (std::size_t i = 0; i < to.registers.size(); ++i) {
      Word value = 0;
      if (size == 8) {
        value = __atomic_load_n(reinterpret_cast<const std::uint64_t*>(address) + i, __ATOMIC_RELAXED);
      } else if (size == 4) {
        value = __atomic_load_n(reinterpret_cast<const std::uint32_t*>(address) + i, __ATOMIC_RELAXED);
      } else {
        std::memcpy(&value, address + i * size, size);
        if (is_signed) {
          const unsigned unused = 64 - 8 * static_cast<unsigned>(size);
          value = static_cast<Word>(static_cast<long long>(value << unused) >> unused);
        }
      }
      values[i] = value;
    }
    for (std::size_t i = 0; i < to.registers.size(); ++i) r[to.registers[i]] = values[i];
    if (polls) __atomic_thread_fence(__ATOMIC_ACQUIRE);
  };
}
PtxStep store(const PtxStatement& s) {
  const std::size_t size = size_of_type(last_type(s));
  const bool shared = names_shared(s), ordered = s.has("release") || s.has("volatile") || s.has("relaxed");
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  return [=](Word* r) {
    char* const address = ptx_address(to, shared, r);
    if (ordered) __atomic_thread_fence(__ATOMIC_SEQ_CST);
    for (std::size_t i = 0; i < from.registers.size(); ++i) {
      const Word value = r[from.registers[i]];
      if (size == 8) {
        __atomic_store_n(reinterpret_cast<std::uint64_t*>(address) + i, value, __ATOMIC_RELAXED);
      } else if (size == 4) {
        __atomic_store_n(reinterpret_cast<std::uint32_t*>(address) + i, static_cast<std::uint32_t>(value),
                         __ATOMIC_RELAXED);
      } else {
        std::memcpy(address + i * size, &value, size);
      }
    }
    note_written(address, size * from.registers.size());
  };
}

template <class T, class U>
PtxStep atomic_on(const PtxStatement& s, const std::string& op, bool returns) {
  const bool shared = names_shared(s);
  const int d = returns ? only(s.arguments.at(0)) : -1;
  const std::size_t first = returns ? 1 : 0;
  const PtxArgument at = s.arguments.at(first);
  const int b = only(s.arguments.at(first + 1)), c = op == "cas" ? only(s.arguments.at(first + 2)) : -1;
  return [=](Word* r) {
    U* const target = reinterpret_cast<U*>(ptx_address(at, shared, r));
    const T x = get<T>(r[b]);
    U old = __atomic_load_n(target, __ATOMIC_SEQ_CST);
    bool changed = true;
    while (true) {
      const T before = get<T>(old);
      T after = x;
      if (op == "add") {
        if constexpr (std::is_integral_v<T>) {
          after = wrapped(before, x, '+');
        } else {
          after = before + x;
        }
      } else if (op == "min" || op == "max") {
        if constexpr (!is_pair<T>) after = extreme(before, x, op == "max", false);
      } else if (op == "cas") {
        after = before == x ? get<T>(r[c]) : before;
      } else if constexpr (std::is_integral_v<T>) {
        if (op == "inc") after = before >= x ? T(0) : static_cast<T>(before + 1);
        if (op == "dec") after = before == 0 || before > x ? x : static_cast<T>(before - 1);
        if (op == "and") after = before & x;
        if (op == "or") after = before | x;
        if (op == "xor") after = before ^ x;
      }
      Word word;
      put<T>(word, after);
      changed = static_cast<U>(word) != old;
      if (__atomic_compare_exchange_n(target, &old, static_cast<U>(word), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
        break;
      }
    }
    if (!changed) spin_hint();  // it may be a turn of a spin loop
    if (d >= 0) r[d] = old;
  };
}
PtxStep atomic(const PtxStatement& s, bool returns) {
  const std::string type = last_type(s);
  std::string op;
  for (const std::string_view w : {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"}) {
    if (s.has(w)) op = w;
  }
  if (op.empty()) throw PtxError("an unknown atomic operation");
  return with_number(type, [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (sizeof(T) == 8) {
      return atomic_on<T, std::uint64_t>(s, op, returns);
    } else if constexpr (sizeof(T) == 4) {
      return atomic_on<T, std::uint32_t>(s, op, returns);
    } else if constexpr (sizeof(T) == 2) {
      return atomic_on<T, std::uint16_t>(s, op, returns);
    } else {
      throw PtxError("no atomic operation on this type");
    }
  });
}

// ---- moves: also from several registers into one wide one, and back
PtxStep move(const PtxStatement& s) {
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  if (to.registers.size() == from.registers.size()) {
    return [=](Word* r) {
      Word values[16];
      for (std::size_t i = 0; i < from.registers.size(); ++i) values[i] = r[from.registers[i]];
      for (std::size_t i = 0; i < from.registers.size(); ++i) r[to.registers[i]] = values[i];
    };
  }
  const std::size_t pieces = std::max(to.registers.size(), from.registers.size());
  const unsigned bits = static_cast<unsigned>(size_of_type(last_type(s)) * 8 / pieces);
  const Word mask = (Word{1} << bits) - 1;
  if (to.registers.size() == 1) {
    return [=](Word* r) {
      Word value = 0;
      for (std::size_t i = 0; i < pieces; ++i) value |= (r[from.registers[i]] & mask) << (bits * i);
      r[to.registers[0]] = value;
    };
  }
  return [=](Word* r) {
    const Word value = r[from.registers[0]];
    for (std::size_t i = 0; i < pieces; ++i) r[to.registers[i]] = value >> (bits * i) & mask;
  };
}

template <class F>
PtxStep real_function(const PtxStatement& s, F f) {
  return with_number(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    if constexpr (is_pair<T>) {
      return unary<T>(s, [f](T x) {
        using One = decltype(x.x);
        return T(One(static_cast<float>(f(static_cast<float>(x.x)))),
                 One(static_cast<float>(f(static_cast<float>(x.y)))));
      });
    } else if constexpr (is_small<T>) {
      return unary<T>(s, [f](T x) { return T(static_cast<float>(f(static_cast<float>(x)))); });
    } else if constexpr (is_real<T>) {
      return unary<T>(s, [f](T x) { return static_cast<T>(f(x)); });
    } else {
      throw PtxError("this function is for real numbers");
    }
  });
}

template <class F>
PtxStep count_bits(const PtxStatement& s, F f) {  // the result has 32 bits whatever the operand has
  return with_integer(last_type(s), [&](auto t) -> PtxStep {
    using T = decltype(t);
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    return [=](Word* r) { put<std::uint32_t>(r[d], static_cast<std::uint32_t>(f(get<T>(r[a])))); };
  });
}

PtxStep dot_product(const PtxStatement& s) {
  const bool signed_a = s.words.at(s.words.size() - 2)[0] == 's', signed_b = s.words.back()[0] == 's';
  const bool pairs = s.words[0] == "dp2a", high = s.has("hi");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    std::int64_t sum = static_cast<std::int32_t>(r[c]);
    const auto piece = [](Word word, unsigned bits, unsigned i, bool is_signed) -> std::int64_t {
      const Word raw = word >> (bits * i) & ((Word{1} << bits) - 1);
      return is_signed && raw >> (bits - 1) ? static_cast<std::int64_t>(raw) - (std::int64_t{1} << bits)
                                            : static_cast<std::int64_t>(raw);
    };
    for (unsigned i = 0; i < (pairs ? 2u : 4u); ++i) {
      sum += piece(r[a], pairs ? 16 : 8, i, signed_a) * piece(r[b], 8, pairs && high ? i + 2 : i, signed_b);
    }
    r[d] = static_cast<std::uint32_t>(sum);
  };
}

PtxStep funnel_shift(const PtxStatement& s) {
  const bool left = s.has("l"), clamps = s.has("clamp");
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
            c = only(s.arguments.at(3));
  return [=](Word* r) {
    const Word both = (r[a] & 0xffffffff) | r[b] << 32;
    const unsigned n = clamps ? static_cast<unsigned>(std::min<Word>(r[c] & 0xffffffff, 32)) : r[c] & 31;
    r[d] = (left ? (n == 32 ? both << 32 : both << n) >> 32 : both >> n) & 0xffffffff;
  };
}

PtxStep nothing() {
  return [](Word*) {};
}

template <class T>
T magnitude(T x) {
  if constexpr (std::is_integral_v<T>) {
    return x < 0 ? wrapped(T(0), x, '-') : x;
  } else if constexpr (is_pair<T>) {
    return T(magnitude(x.x), magnitude(x.y));
  } else if constexpr (is_small<T>) {
    return T::from_bits(x.bits() & 0x7fff);
  } else {
    return std::fabs(x);
  }
}
template <class T>
T opposite(T x) {
  if constexpr (std::is_integral_v<T>) {
    return wrapped(T(0), x, '-');
  } else if constexpr (is_pair<T>) {
    return T(-x.x, -x.y);
  } else {
    return -x;
  }
}

}  // namespace

PtxStep ptx_step(const PtxStatement& s) {
  const std::string& op = s.words[0];
  if (PtxStep step = ptx_warp_step(s)) return step;
  if (PtxStep step = ptx_warpgroup_step(s)) return step;
  if (op == "mov") return move(s);
  if (op == "add" || op == "addc") return add_or_subtract(s, false);
  if (op == "sub" || op == "subc") return add_or_subtract(s, true);
  if (op == "mul" || op == "mul24") return multiply(s);
  if (op == "mad" || op == "madc" || op == "fma" || op == "mad24") return multiply_add(s);
  if (op == "min" || op == "max") return minimum(s, op == "max");
  if (PtxStep approximation = ptx_approximation(s)) return approximation;
  if (op == "div" || op == "rem") return divide(s, op == "rem");
  if (op == "and") return bitwise(s, [](auto a, auto b) { return a & b; });
  if (op == "or") return bitwise(s, [](auto a, auto b) { return a | b; });
  if (op == "xor") return bitwise(s, [](auto a, auto b) { return a ^ b; });
  if (op == "lop3") return logic3(s);
  if (op == "prmt") return permute_bytes(s);
  if (op == "bfe" || op == "bfi") return bit_field(s);
  if (op == "setp" || op == "set") return compare(s);
  if (op == "cvt") return convert(s);
  if (op == "ld" || op == "ldu") return load(s);
  if (op == "st") return store(s);
  if (op == "atom" || op == "red") return atomic(s, op == "atom");
  if (op == "dp4a" || op == "dp2a") return dot_product(s);
  if (op == "shf") return funnel_shift(s);
  if (op == "not") {
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    if (last_type(s) == "pred") return [=](Word* r) { r[d] = r[a] == 0; };
    return with_integer(last_type(s), [&](auto t) -> PtxStep {
      using U = std::make_unsigned_t<decltype(t)>;
      return unary<U>(s, [](U x) { return static_cast<U>(~x); });
    });
  }
  if (op == "shl" || op == "shr") {
    const bool left = op == "shl";
    return with_integer(last_type(s), [&](auto t) -> PtxStep {
      using T = decltype(t);
      const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2));
      return [=](Word* r) {
        const auto n = static_cast<unsigned>(r[b]);
        put<T>(r[d], left ? shifted_left(get<T>(r[a]), n) : shifted_right(get<T>(r[a]), n));
      };
    });
  }
  if (op == "abs") {
    return with_number(last_type(s),
                       [&](auto t) -> PtxStep { return unary<decltype(t)>(s, [](auto x) { return magnitude(x); }); });
  }
  if (op == "neg") {
    return with_number(last_type(s),
                       [&](auto t) -> PtxStep { return unary<decltype(t)>(s, [](auto x) { return opposite(x); }); });
  }
  if (op == "sad") {
    return with_integer(last_type(s), [&](auto t) -> PtxStep {
      using T = decltype(t);
      return ternary<T>(s, [](T a, T b, T c) { return static_cast<T>(c + (a < b ? b - a : a - b)); });
    });
  }
  if (op == "popc") {
    return count_bits(s, [](auto x) { return std::popcount(static_cast<std::make_unsigned_t<decltype(x)>>(x)); });
  }
  if (op == "clz") {
    return count_bits(s, [](auto x) { return std::countl_zero(static_cast<std::make_unsigned_t<decltype(x)>>(x)); });
  }
  if (op == "bfind") {
    const bool shift = s.has("shiftamt");
    return count_bits(s, [shift](auto x) {
      using U = std::make_unsigned_t<decltype(x)>;
      const U bits = x < 0 ? static_cast<U>(~x) : static_cast<U>(x);
      if (bits == 0) return 0xffffffffu;
      const auto zeros = static_cast<unsigned>(std::countl_zero(bits));
      return shift ? zeros : static_cast<unsigned>(sizeof(U) * 8 - 1) - zeros;
    });
  }
  if (op == "brev") {
    return with_integer(last_type(s), [&](auto t) -> PtxStep {
      using U = std::make_unsigned_t<decltype(t)>;
      return unary<U>(s, [](U x) {
        U result = 0;
        for (unsigned i = 0; i < sizeof(U) * 8; ++i) result = static_cast<U>(result << 1 | (x >> i & 1));
        return result;
      });
    });
  }
  if (op == "selp") {
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
              p = only(s.arguments.at(3));
    return [=](Word* r) { r[d] = r[p] ? r[a] : r[b]; };
  }
  if (op == "slct") {
    const bool real = s.words.back() == "f32";
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), b = only(s.arguments.at(2)),
              c = only(s.arguments.at(3));
    return [=](Word* r) {
      const bool first = real ? get<float>(r[c]) >= 0 : get<std::int32_t>(r[c]) >= 0;
      r[d] = first ? r[a] : r[b];
    };
  }
  if (op == "cvta") {
    // cvta.to.shared: from a generic address to the space's own; without "to" the other way.
    const bool shared = names_shared(s), to = s.has("to");
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    return [=](Word* r) {
      if (!shared) {
        r[d] = r[a];
      } else if (to) {
        r[d] = static_cast<Word>(__cvta_generic_to_shared(reinterpret_cast<char*>(r[a])));
      } else {
        r[d] = reinterpret_cast<Word>(from_shared_address(r[a]));
      }
    };
  }
  if (op == "mapa") {
    const bool shared = names_shared(s);  // else from a generic address to one
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), rank = only(s.arguments.at(2));
    return [=](Word* r) {
      const auto wanted = static_cast<unsigned>(r[rank]);
      r[d] = shared ? address_in_cluster(r[a], wanted)
                    : reinterpret_cast<Word>(shared_of_rank(reinterpret_cast<void*>(r[a]), wanted));
    };
  }
  if (op == "getctarank") {
    const bool shared = names_shared(s);
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    return [=](Word* r) { r[d] = rank_of_shared(shared ? from_shared_address(r[a]) : reinterpret_cast<char*>(r[a])); };
  }
  if (op == "sqrt") return real_function(s, [](auto x) { return std::sqrt(x); });
  if (op == "rsqrt") return real_function(s, [](auto x) { return 1 / std::sqrt(x); });
  if (op == "rcp") return real_function(s, [](auto x) { return 1 / x; });
  if (op == "ex2") return real_function(s, [](auto x) { return std::exp2(x); });
  if (op == "lg2") return real_function(s, [](auto x) { return std::log2(x); });
  if (op == "sin") return real_function(s, [](auto x) { return std::sin(x); });
  if (op == "cos") return real_function(s, [](auto x) { return std::cos(x); });
  if (op == "tanh") return real_function(s, [](auto x) { return std::tanh(x); });
  if (op == "copysign") {
    return with_number(last_type(s), [&](auto t) -> PtxStep {
      using T = decltype(t);
      if constexpr (is_real<T>) {
        return binary<T>(s, [](T a, T b) { return std::copysign(b, a); });
      } else {
        throw PtxError("copysign is for f32 and f64");
      }
    });
  }
  if (op == "testp") {
    const std::string how = s.words.at(1);
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    const bool wide = last_type(s) == "f64";
    return [=](Word* r) {
      const double x = wide ? get<double>(r[a]) : static_cast<double>(get<float>(r[a]));
      const double least = wide ? std::numeric_limits<double>::min() : double{std::numeric_limits<float>::min()};
      const double size = std::fabs(x);
      r[d] = how == "finite"       ? std::isfinite(x)
             : how == "infinite"   ? std::isinf(x)
             : how == "number"     ? !std::isnan(x)
             : how == "notanumber" ? std::isnan(x)
             : how == "normal"     ? std::isfinite(x) && size >= least
                                   : size > 0 && size < least;
    };
  }
  if (op == "isspacep") {
    const bool shared = names_shared(s), local = s.has("local");
    const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
    return [=](Word* r) {
      const char* const p = reinterpret_cast<const char*>(r[a]);
      const TlsRange tls = program_tls();
      const StackRange stack = running_stack();
      const bool in_shared = p >= tls.low && p < tls.high, in_local = p >= stack.low && p < stack.high;
      r[d] = shared ? in_shared : local ? in_local : !in_shared && !in_local;
    };
  }
  if (op == "membar" || op == "fence") {
    return [](Word*) {
      __atomic_thread_fence(__ATOMIC_SEQ_CST);
      spin_hint();
    };
  }
  if (op == "nanosleep") return [](Word*) { relax(); };
  if (op == "trap" || op == "brkpt") return [](Word*) { trap(); };
  for (const std::string_view w : {"prefetch", "prefetchu", "applypriority", "discard", "griddepcontrol", "setmaxnreg",
                                   "pmevent", "createpolicy"}) {
    if (op == w) return nothing();
  }
  if (PtxStep video = ptx_video_step(s)) return video;
  throw PtxError("the instruction " + op + " is not emulated");
}

}  // namespace cuda_emulator
