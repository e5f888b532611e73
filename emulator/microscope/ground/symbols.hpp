// The program's symbols: names and sizes of its variables, names of its functions.
#pragma once
#include <execinfo.h>

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

struct Symbol {
  std::uintptr_t low, high;  // thread-local ones: offsets
  std::string name;          // as the linker knows it
};
struct Symbols {
  std::vector<Symbol> variables, thread_variables, functions;
};

const Symbols& symbols();
const Symbol* holder(const std::vector<Symbol>& list, std::uintptr_t at);  // that `at` lies in, or null
const Symbol* shortly_before(std::uintptr_t address);                      // a variable, or null
std::string readable(const std::string& name);
std::string last_name(const std::string& full);
bool is_red_zone(const Symbol& symbol);
bool is_of_the_program(const Symbol& symbol);
bool is_shared_variable(const Symbol& symbol);

// Names the variable there, and returns where it begins and ends; empty: no variable.
std::string variable_at(std::uintptr_t address, std::uintptr_t* low, std::uintptr_t* high);
// The linker may have selected the traced copy of such a function for the engine, too.
bool is_library(std::uintptr_t pc);
bool is_own_code(const void* return_address);  // in the program, and of no library
bool is_operator_new(std::uintptr_t pc);       // the C++ library's, linked statically
bool is_of_the_compiler(std::uintptr_t pc);    // initialises thread-local variables
std::string function_at(const void* address);  // without parameters

// The return addresses of the calls that are running, the innermost first. It allocates nothing.
template <int most>
class CallStack {
 public:
  CallStack() : count_(backtrace(frames_.data(), most)) {}
  void* const* begin() const { return frames_.data(); }
  void* const* end() const { return frames_.data() + count_; }

 private:
  std::array<void*, most> frames_;
  int count_;
};

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
