// The text of inline PTX: statements with their opcode's words and operands. What they do is in the
// files beside this one.
#pragma once
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "emulator/ptx.hpp"

namespace cuda_emulator {

using Word = unsigned long long;  // a register: its value in the low bits, zeros above

struct PtxError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// An operand: a register, {several}, a number (a register that holds it), [address + offset] or a label.
struct PtxArgument {
  std::vector<int> registers;
  int second = -1;  // of d|p
  bool address = false, negated = false, sink = false;
  long long offset = 0;
  std::vector<int> coordinates;  // of a tensor map: [map, {x, y}]
  std::string label;
};
inline int only(const PtxArgument& argument) {
  return argument.registers.at(0);
}

struct PtxStatement {
  std::vector<std::string> words;  // add, rn, f32
  std::vector<PtxArgument> arguments;
  int guard = -1;
  bool guard_negated = false;
  std::size_t operands = 0;  // of the asm statement: the first registers

  [[nodiscard]] bool has(std::string_view word) const {
    for (const std::string& w : words) {
      if (w == word) return true;
    }
    return false;
  }
};

// Reads a special register, such as %laneid or %tid.x.
using PtxSpecial = Word (*)();
PtxSpecial ptx_special(std::string_view name);  // null: unknown

struct PtxText {
  std::vector<PtxStatement> statements;
  std::map<std::string, int> labels;  // the statement that follows
  std::vector<Word> initial;          // of all registers; the operands come first
  std::vector<std::pair<int, PtxSpecial>> specials;
};
PtxText parse_ptx(std::string_view text, const PtxSlot* slots, unsigned count);

// The effect of a statement on the registers: a function object of which one function is compiled. std::function would
// need several for each of a hundred lambdas. Like the code that it is a step of, it exists until the program ends.
class PtxStep {
 public:
  PtxStep() = default;
  template <class F>
  requires(!std::is_same_v<F, PtxStep>) PtxStep(F f)
      : run_([](const void* kept, Word* registers) { (*static_cast<const F*>(kept))(registers); }),
        kept_(new F(std::move(f))) {}
  explicit operator bool() const { return run_ != nullptr; }
  void operator()(Word* registers) const { run_(kept_, registers); }

 private:
  void (*run_)(const void*, Word*) = nullptr;
  const void* kept_ = nullptr;
};
PtxStep ptx_step(const PtxStatement& statement);  // ptx.cpp
// Behind the registers: the program's place, or null, and where the operands are stored (emulator/ptx.hpp).
constexpr std::size_t max_registers = 512, register_of_call = max_registers, register_of_places = max_registers + 1;
inline const void* call_of_ptx(const Word* registers) {
  return reinterpret_cast<const void*>(registers[register_of_call]);
}

// PTX has 32-bit addresses of shared memory: the distance from the start of the dynamic shared memory. In the address
// of another block of the cluster, the upper five bits, which are equal in such a distance, contain its rank plus 1.
Word address_in_cluster(Word address, unsigned rank);  // cluster_addresses.cpp
char* from_address_in_cluster(std::uint32_t address);
inline char* from_shared_address(Word address) {
  const auto word = static_cast<std::uint32_t>(address);
  if ((word + (1u << 27)) >> 28 != 0) return from_address_in_cluster(word);
  return shared_buffer + static_cast<std::int32_t>(word);
}
void relax_in_ptx(const Word* registers);  // a thread that waits: its place is the program's
char* ptx_address(const PtxArgument& argument, bool shared, const Word* registers);
bool names_shared(const PtxStatement& statement);
void note_written(void* memory, std::size_t size);  // for the microscope
// For the microscope: the thread itself accesses shared memory.
void note_access(const Word* registers, void* place, std::size_t bytes, bool writes);

}  // namespace cuda_emulator
