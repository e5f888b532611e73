// Inline PTX: the effect of an instruction on a thread's registers and on memory. Each statement becomes a function
// object when its text is read; execution is a loop over them.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <span>
#include <vector>

#include "emulator/announcements.hpp"
#include "emulator/device_functions.hpp"
#include "engine/async_work.hpp"
#include "engine/running.hpp"
#include "ptx/ptx_values.hpp"
#include "ptx/ptx_words.hpp"

namespace cuda_emulator {

class PtxCode {
 public:
  void take(PtxText text) {
    initial_ = std::move(text.initial);
    specials_ = std::move(text.specials);
    if (initial_.size() > max_registers) throw PtxError("too many registers");
    for (PtxStatement& s : text.statements) {
      if (lacking_.empty()) lacking_ = lacking_for(s);
      if (const std::string what = ptx_refusal(s.words); !what.empty()) {
        throw PtxError(s.words[0] + " is not emulated with " + what);
      }
      s.operands = operands;
      starts_products_ |= s.has("mma_async");
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

  void run(const PtxOperand* given, std::size_t count, const void* call) const {
    Word registers[max_registers + 2];
    void* places[max_registers];
    registers[register_of_call] = reinterpret_cast<Word>(call);
    registers[register_of_places] = reinterpret_cast<Word>(starts_products_ ? places : nullptr);
    std::copy(initial_.begin(), initial_.end(), registers);
    set(given, count, registers, places);
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
    Word* value = registers;
    for (const PtxOperand& operand : std::span(given, count)) {
      for (unsigned i = 0; i < operand.slot.count; ++i, ++value) {
        if (operand.target) copy(target(operand, i), value, operand.size);
      }
    }
  }

  std::size_t operands = 0;
  std::string mistake;                                                   // why it cannot be executed
  [[nodiscard]] const std::string& lacking() const { return lacking_; }  // or why this device cannot

 private:
  static constexpr int next = -1;
  struct Step {
    PtxStep run;
    int guard;
    bool negated;
    int jump;
  };
  static void copy(void* to, const void* from, unsigned size) {
    if (size == 4) {  // nearly always: no call of memcpy
      std::memcpy(to, from, 4);
    } else {
      std::memcpy(to, from, size);
    }
  }
  static char* target(const PtxOperand& operand, unsigned i) {
    return static_cast<char*>(operand.target) + i * operand.stride;
  }
  void set(const PtxOperand* given, std::size_t count, Word* value, void** place) const {
    for (const PtxOperand& operand : std::span(given, count)) {
      for (unsigned i = 0; i < operand.slot.count; ++i, ++value, ++place) {
        *value = operand.bits;
        if (operand.target && operand.slot.constraint[0] == '+') copy(value, target(operand, i), operand.size);
        if (starts_products_) *place = operand.target && operand.size == 4 ? target(operand, i) : nullptr;
      }
    }
  }
  static std::string lacking_for(const PtxStatement& s) {
    const PtxNeeds needs = ptx_needs(s);
    return device_lacks(s.words[0].c_str(), needs.capability, needs.exactly);
  }

  std::string lacking_;
  bool starts_products_ = false;  // whose results are stored when they are waited for
  std::vector<Word> initial_;
  std::vector<std::pair<int, PtxSpecial>> specials_;
  std::vector<Step> steps_;
};

const PtxCode* read_ptx(const char* text, const PtxOperand* operands, std::size_t count) {
  // What this calls of the standard library may be the program's, which the microscope watches.
  ++block_state.paused;
  auto* code = new PtxCode;  // never freed: the program's text does not change
  std::vector<PtxSlot> each;
  for (const PtxOperand& operand : std::span(operands, count))
    each.insert(each.end(), operand.slot.count, operand.slot);
  code->operands = each.size();
  try {
    code->take(parse_ptx(text, each.data(), static_cast<unsigned>(each.size())));
  } catch (const std::exception& error) {
    code->mistake = "CUDA emulator: inline PTX \"" + std::string(text) + "\": " + error.what() + '\n';
  }
  --block_state.paused;
  return code;
}

void run_ptx(const PtxCode& code, const PtxOperand* operands, std::size_t count, const void* call) {
  if (!code.mistake.empty()) {
    std::fputs(code.mistake.c_str(), stderr);
    abandon_kernel(cudaErrorNotSupported, "inline PTX that is not emulated", nullptr);
  }
  if (!code.lacking().empty()) abandon_kernel(cudaErrorIllegalInstruction, code.lacking().c_str(), nullptr);
  code.run(operands, count, call ? call : __builtin_return_address(0));
}

void note_written(void* memory, std::size_t size) {
  if (cuda_emulator_filled) cuda_emulator_filled(memory, size);
}

void note_access(const Word* registers, void* place, std::size_t bytes, bool writes) {
  if (work_hooks.access) work_hooks.access(place, bytes, writes, call_of_ptx(registers));
}

void relax_in_ptx(const Word* registers) {
  work_call = call_of_ptx(registers);
  relax();
}

char* ptx_address(const PtxArgument& argument, bool shared, const Word* registers) {
  Word address = registers[argument.registers[0]] + static_cast<Word>(argument.offset);
  for (std::size_t i = 1; i < argument.registers.size(); ++i) address += registers[argument.registers[i]];
  return shared ? from_shared_address(address) : reinterpret_cast<char*>(address);
}

bool names_shared(const PtxStatement& s) {
  return s.has("shared") || s.has("shared::cta") || s.has("shared::cluster");
}

PtxStep ptx_step(const PtxStatement& s) {
  if (PtxStep approximation = ptx_approximation(s)) return approximation;
  for (const auto table : ptx_tables) {
    if (const auto found = table().find(s.words[0]); found != table().end()) return found->second(s);
  }
  throw PtxError("the instruction " + s.words[0] + " is not emulated");
}

}  // namespace cuda_emulator
