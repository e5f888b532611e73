// Results that are no numbers, or infinite: where did the first such value arise? The processor itself tells, by a trap
// of the instruction, so nothing is checked as long as all values are finite.
#include "ground/ground.hpp"
#include "platform/number_traps.hpp"

namespace cuda_emulator::microscope {
namespace {

// Of each kind the first one in the program's own code, as a return address.
std::atomic<const void*> invalid{nullptr}, divided{nullptr}, overflowed{nullptr}, integers{nullptr};
std::atomic<bool> of_halves{false};  // the overflow
bool told_nan = false, told_infinity = false;

std::atomic<const void*>& origin_of(NumberTrap trap) {
  return trap == NumberTrap::invalid            ? invalid
         : trap == NumberTrap::overflow         ? overflowed
         : trap == NumberTrap::integer_division ? integers
                                                : divided;
}
bool set_first(std::atomic<const void*>& origin, const void* place) {
  const void* none = nullptr;
  return origin.compare_exchange_strong(none, place);
}

// The call stack holds pc, and the value arose before `place`, in the same function.
void arose(NumberTrap trap, const void* pc, const void* place) {
  std::atomic<const void*>& origin = origin_of(trap);
  if (origin.load()) return;
  const Aside aside;
  bool behind = false;
  for (const void* frame : CallStack<25>()) {
    if (!behind && frame != pc) continue;
    if (!behind) frame = place;
    behind = true;
    if (!is_own_code(frame)) continue;
    set_first(origin, frame);
    return;
  }
}

// In a signal handler.
void number_trap(int kind, const void* pc) {
  arose(static_cast<NumberTrap>(kind), pc, static_cast<const char*>(pc) + 1);
}

struct Found {
  std::size_t no_numbers = 0, infinite = 0;
};
// The processor's own values: others, such as the -1 of an int, are no results of arithmetic.
template <class Word>
Found look(const char* from, std::size_t bytes, Word infinity, Word quiet) {
  constexpr Word sign = Word{1} << (8 * sizeof(Word) - 1);
  Found found;
  for (std::size_t at = 0; at + sizeof(Word) <= bytes; at += sizeof(Word)) {
    Word word;
    std::memcpy(&word, from + at, sizeof word);
    found.no_numbers += (word | sign) == (quiet | sign);
    found.infinite += (word | sign) == (infinity | sign);
  }
  return found;
}

}  // namespace

// A kernel rounds a finite value to a number of 16 bits, and it becomes infinite.
extern "C" void cuda_emulator_small_overflow(const void* call) {
  if (!block_state.in_kernel || overflowed.load()) return;
  const Aside aside;
  if (set_first(overflowed, program_code(call))) of_halves = true;
}

// A kernel divides an integer by 0, on a processor that does not trap.
extern "C" void cuda_emulator_divided_by_zero(const void* call) {
  if (!block_state.in_kernel || integers.load()) return;
  const Aside aside;
  set_first(integers, program_code(call));
}

namespace {

void find_number(std::uintptr_t pc) {
  const auto* const call = reinterpret_cast<const void*>(pc);
  const Arisen arisen = arisen_before(call);
  if (!arisen.place || block_state.paused) return;
  // Behind a wait or another callback it arose before that.
  if (arisen.called) {
    const std::string name = function_at(arisen.called);
    if (!name.empty() && name.rfind("__wrap_", 0) != 0) return;
  }
  if (arisen.invalid) arose(NumberTrap::invalid, call, arisen.place);
  if (arisen.infinite_quotient) arose(NumberTrap::infinite_quotient, call, arisen.place);
  if (arisen.overflow) arose(NumberTrap::overflow, call, arisen.place);
}

void copied(void* to, const void* from, std::size_t bytes, const void* call) {
  if (!fetched_from(to, from)) return;
  const void *const bad = invalid, *const divide = divided, *const large = overflowed;
  if ((!bad && !divide && !large) || (told_nan && told_infinity)) return;
  const auto* const start = static_cast<const char*>(from);
  Found found = look<u32>(start, bytes, 0x7F800000u, 0x7FC00000u);
  std::size_t width = 4;
  if (of_halves) {
    found = look<u16>(start, bytes, 0x7C00, 0x7E00);
    width = 2;
  } else if (found.no_numbers + found.infinite == 0) {
    found = look<u64>(start, bytes, 0x7FF0000000000000u, 0x7FF8000000000000u);
    width = 8;
  }
  const std::string of_all = " of the " + std::to_string(bytes / width) + " values copied" + site_text(call);
  const void* const infinite = large ? large : divide;
  if (bad && found.no_numbers > 0 && !told_nan) {
    told_nan = true;
    std::vector<std::string> details = {
        "0 / 0, inf / inf, inf - inf, 0 * inf or the root of a negative number: what is computed with it is NaN too",
        marked_text(line_at(bad))};
    if (infinite && infinite != bad && !site_text(infinite).empty()) {
      details.push_back(std::string("a value became infinite") + site_text(infinite) +
                        (large ? ": it is too large for its type" : ": a division by 0"));
    }
    hint(Message::nan_in_results,
         std::to_string(found.no_numbers) + of_all + " are NaN; the first arises" + site_text(bad), details);
  } else if (infinite && found.infinite > 0 && !told_infinity && !told_nan) {
    told_infinity = true;
    hint(Message::infinity_in_results,
         std::to_string(found.infinite) + of_all + " are infinite; the first arises" + site_text(infinite),
         {!large      ? "a division by 0"
          : of_halves ? "it is too large for its type: a half ends at 65504"
                      : "it is too large for its type: a float ends at 3.4e38",
          marked_text(line_at(infinite))});
  }
}

void check_numbers() {
  const void* const place = integers;
  if (!place || site_text(place).empty()) return;
  found_at_end(
      Message::division_by_zero, "a whole number is divided by 0" + site_text(place),
      {"a GPU continues with a meaningless result, often -1, and reports no error", marked_text(line_at(place))});
}

// The first call of backtrace allocates, which a handler must not.
const Listener traps(hooks.number_trap, (CallStack<4>(), number_trap));
const Listener arises(moments.number_arose, find_number);
const Listener copies(hooks.copied, copied);
const Listener at_the_end(moments.at_end, check_numbers, turn_of(Message::division_by_zero));

}  // namespace
}  // namespace cuda_emulator::microscope
