// Sums, differences and products that do not fit in their type: g++ -fsanitize=signed-integer-overflow checks each such
// operation and calls this; atomicAdd of an int reports itself (atomics.hpp).
#include <cctype>

#include "ground/ground.hpp"

namespace cuda_emulator::microscope {
namespace {

// The last number of this OS thread's blocks that has wrapped in a line that seems to want it: i * 7919 % n. If it is
// an index, it is an error all the same, because the remainder of a negative number is negative.
struct Wrapped {
  const void* pc;
  const char *kind, *sign, *type;
  std::size_t type_length;
  long long left, right;
  u64 grid, block;
  u32 thread;
};
__thread Wrapped wrapped;

// The structures of libubsan, as g++ fills them.
struct TypeText {
  u16 kind, info;  // for an integer: bit 0: it is signed; above: log2 of its bits
  char name[1];    // 'int', with the quotes
};
struct Overflow {
  const char* file;
  u32 line, column;
  const TypeText* type;
};

bool has(const std::string& text, const char* part) {
  return text.find(part) != std::string::npos;
}

// Hashes, checksums and random numbers wrap on purpose: their lines contain operators for bits, a remainder, a large
// constant, or a name that says so.
bool means_to_wrap(const std::string& line) {
  for (const char* sign : {"^", "%", "&", "<<", ">>", "0x", "0X"}) {
    if (has(line, sign)) return true;
  }
  std::string lower;
  for (const char c : line) lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const char* word : {"hash", "seed", "rand", "rng", "lcg", "checksum", "crc", "state", "digest"}) {
    if (has(lower, word)) return true;
  }
  std::size_t digits = 0;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(line[i])) != 0;
    const bool in_name = i > 0 && (std::isalpha(static_cast<unsigned char>(line[i - 1])) || line[i - 1] == '_');
    digits = !digit || (digits == 0 && in_name) ? 0 : digits + 1;
    if (digits >= 5) return true;
  }
  // h = h * 31 + c
  const std::size_t equal = line.find('='), times = line.find('*');
  if (equal == std::string::npos || times == std::string::npos || times < equal) return false;
  std::size_t after = line.find_first_not_of(' ', times + 1), before = line.find_last_not_of(' ', times - 1);
  return (after != std::string::npos && std::isdigit(static_cast<unsigned char>(line[after]))) ||
         std::isdigit(static_cast<unsigned char>(line[before]));
}

std::string does_not_fit(const std::string& type) {
  return std::string(" does not fit into ") + (type.ends_with(" bits") ? "a type " : "type ") + type +
         (type == "int" ? ", which ends at 2147483647" : "") +
         (type.ends_with(" bits") ? ": int, or size_t, holds more" : ": long long, or double, holds more");
}

long long value_of(const TypeText& type, unsigned long bits) {
  const u32 width = 1u << (type.info >> 1), unused = width < 64 ? 64 - width : 0;
  if (width > 64) return *reinterpret_cast<const long long*>(bits);
  return static_cast<long long>(bits << unused) >> unused;
}

// words: "the sum 2147483000 + 1000"; returns whether the line seems to want it and takes a
// remainder, which is then negative.
bool overflows(const void* pc, const std::string& kind, const std::string& words, const std::string& type) {
  const Aside aside;
  const auto place = reinterpret_cast<std::uintptr_t>(pc);
  if (is_library(place)) return false;
  static std::mutex mutex;
  static auto& known = *new std::map<const void*, bool>();
  const std::lock_guard lock(mutex);
  if (const auto before = known.find(pc); before != known.end()) return before->second;
  const Line line = line_at(pc);
  const std::string text = source_text(line);
  const bool on_purpose = !text.empty() && means_to_wrap(text);
  known[pc] = on_purpose && has(text, "%");
  if (text.empty() || on_purpose) return known[pc];
  const std::string detail = words + does_not_fit(type);
  if (block_state.in_kernel) {
    found({Message::integer_overflow, mark(pc) + ": a " + kind + " is too large for its type",
           detail + "; " + running_thread()},
          aside.r);
  } else {
    found_at_end(Message::integer_overflow, place_text(line) + ": a " + kind + " is too large for its type",
                 {detail, marked_text(line)});
  }
  return false;
}

void overflows(const void* pc, const void* data, const char* kind, const char* sign, unsigned long a, unsigned long b) {
  const auto& d = *static_cast<const Overflow*>(data);
  const std::string type(d.type->name + 1, std::strlen(d.type->name) - 2);
  const long long left = value_of(*d.type, a), right = value_of(*d.type, b);
  if (overflows(pc, kind, std::to_string(left) + " " + sign + " " + std::to_string(right), type) &&
      block_state.in_kernel) {
    wrapped = {pc,
               kind,
               sign,
               d.type->name + 1,
               type.size(),
               left,
               right,
               kernel_run().grids,
               block_that_runs(),
               block_state.current};
  }
}

}  // namespace

#define HANDLER(name, kind, sign)                                                                        \
  extern "C" void __ubsan_handle_##name##_overflow(void* data, unsigned long a, unsigned long b) {       \
    overflows(__builtin_return_address(0), data, kind, sign, a, b);                                      \
  }                                                                                                      \
  extern "C" void __ubsan_handle_##name##_overflow_abort(void* data, unsigned long a, unsigned long b) { \
    overflows(__builtin_return_address(0), data, kind, sign, a, b);                                      \
  }
HANDLER(add, "sum", "+")
HANDLER(sub, "difference", "-")
HANDLER(mul, "product", "*")
HANDLER(divrem, "quotient", "/")
extern "C" void __ubsan_handle_negate_overflow(void*, unsigned long) {}
extern "C" void __ubsan_handle_negate_overflow_abort(void*, unsigned long) {}

extern "C" void cuda_emulator_sum_overflows(long long value, long long addend, const void* call) {
  overflows(call, "sum by atomicAdd", std::to_string(value) + " + " + std::to_string(addend), "int");
}

extern "C" void cuda_emulator_count_wraps(long long value, long long kept, unsigned bits, const void* call) {
  overflows(call, "number of elements", std::to_string(value) + " becomes " + std::to_string(kept) + ": it",
            "of " + std::to_string(bits) + " bits");
}

namespace {

// Was the index of an access to memory that is not there an integer that had wrapped?
void explain_address(std::optional<Finding>& finding) {
  const Wrapped w = std::exchange(wrapped, Wrapped());
  if (!w.pc || w.grid != kernel_run().grids || w.block != block_that_runs() || w.thread != block_state.current) return;
  const Aside aside;
  const std::string type(w.type, w.type_length);
  finding = Finding{Message::integer_overflow, mark(w.pc) + ": a " + w.kind + " is too large for its type",
                    std::to_string(w.left) + " " + w.sign + " " + std::to_string(w.right) + does_not_fit(type) +
                        ", and this thread accesses memory that does not exist; " + running_thread()};
}
const Listener questions(moments.bad_address, explain_address);

}  // namespace

// A kernel stores a sum or product of elements to an array of unsigned char.
extern "C" void cuda_emulator_byte_wraps(double value, const void* call) {
  const Aside aside;
  const auto place = reinterpret_cast<std::uintptr_t>(call);
  if (!block_state.in_kernel || is_library(place)) return;
  static std::mutex mutex;
  static auto& known = *new std::set<const void*>();
  const std::lock_guard lock(mutex);
  if (!known.insert(call).second) return;
  const auto whole = static_cast<long long>(value);
  found({Message::byte_that_wraps, mark(call) + ": a value does not fit into an unsigned char",
         "as an unsigned char " + std::to_string(whole) + " is " + std::to_string(whole & 255) +
             ": min(max(value, 0), 255) keeps it between 0 and 255; " + running_thread()},
        aside.r);
}

}  // namespace cuda_emulator::microscope
