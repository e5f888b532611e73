#include "platform/calls.hpp"

#include <algorithm>
#include <cstring>

namespace cuda_emulator {
namespace {

void keep_call(std::uintptr_t at, std::uintptr_t target, const std::vector<std::uintptr_t>& functions,
               std::vector<Call>* found) {
  if (target < functions.front() || target > functions.back()) return;
  if (std::binary_search(functions.begin(), functions.end(), target)) found->push_back({at, target});
}

}  // namespace

#if defined(__x86_64__)

// `call` (e8 and a distance of four bytes) becomes `test eax, number` (a9 and the same four bytes), which only changes
// flags that a call clobbers anyway. One byte changes, so a running thread sees either instruction, never a mixture.
namespace {
constexpr unsigned char call = 0xE8, test_eax = 0xA9;
constexpr std::uintptr_t call_bytes = 5;
}  // namespace

void find_calls(std::uintptr_t low, std::uintptr_t high, const std::vector<std::uintptr_t>& functions,
                std::vector<Call>* found) {
  const auto* const end = reinterpret_cast<const unsigned char*>(high - call_bytes);
  for (const auto* at = reinterpret_cast<const unsigned char*>(low); at < end; ++at) {
    at = static_cast<const unsigned char*>(std::memchr(at, call, static_cast<std::size_t>(end - at)));
    if (!at) break;
    std::int32_t distance = 0;
    std::memcpy(&distance, at + 1, sizeof distance);
    const auto place = reinterpret_cast<std::uintptr_t>(at);
    keep_call(place, place + call_bytes + static_cast<std::uintptr_t>(std::int64_t{distance}), functions, found);
  }
}

void turn_calls(const std::vector<Call>& calls, bool on) {
  for (const Call& one : calls) {
    __atomic_store_n(reinterpret_cast<unsigned char*>(one.at), on ? call : test_eax, __ATOMIC_RELAXED);
  }
}

void load_code_again() {}

#elif defined(__aarch64__)

// `bl` becomes `nop`: a running thread sees either of these two instructions, never a mixture (Arm Architecture
// Reference Manual, B2.2.5). A processor may hold the old one until it is told.
namespace {
constexpr std::uint32_t bl = 0x94000000, distance_bits = 0x03FFFFFF, nop = 0xD503201F;
}  // namespace

void find_calls(std::uintptr_t low, std::uintptr_t high, const std::vector<std::uintptr_t>& functions,
                std::vector<Call>* found) {
  for (std::uintptr_t at = low; at + sizeof(std::uint32_t) <= high; at += sizeof(std::uint32_t)) {
    const std::uint32_t code = *reinterpret_cast<const std::uint32_t*>(at);
    if ((code & ~distance_bits) != bl) continue;
    const auto distance = static_cast<std::int32_t>(code << 6) >> 4;  // of instructions; its sign is bit 25
    keep_call(at, at + static_cast<std::uintptr_t>(std::int64_t{distance}), functions, found);
  }
}

void turn_calls(const std::vector<Call>& calls, bool on) {
  if (calls.empty()) return;
  for (const Call& one : calls) {
    const auto distance = static_cast<std::uint32_t>((one.target - one.at) >> 2) & distance_bits;
    __atomic_store_n(reinterpret_cast<std::uint32_t*>(one.at), on ? bl | distance : nop, __ATOMIC_RELAXED);
  }
  __builtin___clear_cache(reinterpret_cast<char*>(calls.front().at),
                          reinterpret_cast<char*>(calls.back().at + sizeof(std::uint32_t)));
}

void load_code_again() {
  asm volatile("isb" ::: "memory");
}

#else
#error "calls are not known for this processor"
#endif

}  // namespace cuda_emulator
