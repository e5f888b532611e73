// The thread-local variables of the program and of shared objects: the addresses of this OS thread's copies, and their
// names.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace cuda_emulator {

struct TlsRange {
  char *low, *high;
};
TlsRange program_tls();                               // this OS thread's copy of the program's thread-local variables
bool is_thread_local_of_object(const void* address);  // in this OS thread's copy of those of a shared object

struct ThreadVariable {
  std::size_t low, high;  // offsets in the object's thread-local memory
  std::string name;       // as in the linker's output
};
// Of all objects that are loaded and whose copies this OS thread has allocated. Names and lists are empty if an object
// was stripped of its symbols.
struct ThreadVariables {
  char* memory;
  const std::vector<ThreadVariable>* list;  // by offset; never freed
};
std::vector<ThreadVariables> thread_variables();
// A number that changes when objects are loaded or unloaded, or when this OS thread has allocated its copy of an
// object's variables.
unsigned long long loaded_objects();

}  // namespace cuda_emulator
