// Inline PTX: loads, stores, atomics, moves, addresses and fences.
#include <algorithm>

#include "emulator/announcements.hpp"
#include "emulator/cluster.hpp"
#include "emulator/device_functions.hpp"
#include "engine/async_work.hpp"
#include "engine/bulk_copy.hpp"
#include "engine/running.hpp"
#include "ptx/ptx_values.hpp"

namespace cuda_emulator {
namespace {

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
    if (shared && !polls) note_access(r, const_cast<char*>(address), size * to.registers.size(), false);
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
  if (s.has("async")) return ptx_asynchronous_store(s);
  const std::size_t size = size_of_type(last_type(s));
  const bool shared = names_shared(s), ordered = s.has("release") || s.has("volatile") || s.has("relaxed");
  const PtxArgument to = s.arguments.at(0), from = s.arguments.at(1);
  return [=](Word* r) {
    char* const address = ptx_address(to, shared, r);
    const bool plain = shared && !ordered;
    if (ordered) __atomic_thread_fence(__ATOMIC_SEQ_CST);
    if (plain) note_access(r, address, size * from.registers.size(), true);
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
    if (!plain) note_written(address, size * from.registers.size());
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
    if (!changed) spin_hint();  // it may be an iteration of a spin loop
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

PtxStep nothing(const PtxStatement&) {
  return [](Word*) {};
}

PtxStep dependency(const PtxStatement& s) {
  if (s.has("wait")) return [](Word*) { wait_for_grid_before(); };
  return nothing(s);
}

PtxStep convert_address(const PtxStatement& s) {
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
PtxStep map_address(const PtxStatement& s) {
  const bool shared = names_shared(s);  // else from a generic address to one
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1)), rank = only(s.arguments.at(2));
  return [=](Word* r) {
    const auto wanted = static_cast<unsigned>(r[rank]);
    r[d] = shared ? address_in_cluster(r[a], wanted)
                  : reinterpret_cast<Word>(shared_of_rank(reinterpret_cast<void*>(r[a]), wanted));
  };
}
PtxStep rank_of_address(const PtxStatement& s) {
  const bool shared = names_shared(s);
  const int d = only(s.arguments.at(0)), a = only(s.arguments.at(1));
  return [=](Word* r) { r[d] = rank_of_shared(shared ? from_shared_address(r[a]) : reinterpret_cast<char*>(r[a])); };
}
PtxStep is_in_space(const PtxStatement& s) {
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
PtxStep fence(const PtxStatement& s) {
  if (s.has("proxy") || s.has("mbarrier_init")) return [](Word*) { fence_of_proxies(); };
  return [](Word*) {
    if (cuda_emulator_released) cuda_emulator_released();
    if (cuda_emulator_acquired_seen) cuda_emulator_acquired_seen();
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    spin_hint();
  };
}
PtxStep sleep(const PtxStatement&) {
  return [](Word*) { relax(); };
}
PtxStep stop(const PtxStatement&) {
  return [](Word*) { trap(); };
}

}  // namespace

const PtxTable& ptx_memory() {
  using S = const PtxStatement&;
  static const PtxTable table = {
      {"mov", move},
      {"ld", load},
      {"ldu", load},
      {"st", store},
      {"atom", [](S s) { return atomic(s, true); }},
      {"red", [](S s) { return atomic(s, false); }},
      {"cvta", convert_address},
      {"mapa", map_address},
      {"getctarank", rank_of_address},
      {"isspacep", is_in_space},
      {"membar", fence},
      {"fence", fence},
      {"nanosleep", sleep},
      {"trap", stop},
      {"brkpt", stop},
      // No effect on results: they only affect timing.
      {"prefetch", nothing},
      {"prefetchu", nothing},
      {"applypriority", nothing},
      {"discard", nothing},
      {"griddepcontrol", dependency},
      {"pmevent", nothing},
      {"createpolicy", nothing},
  };
  return table;
}

}  // namespace cuda_emulator
