// What a bad access is called.
#pragma once
#include <string>

namespace cuda_emulator {

// Describes the memory at the address. The text is written into a buffer of the thread, because it is used after this
// frame has ended.
const char* describe(const void* address, bool write);
std::string place(const void* site);  // the line of a return address
// Host code accesses memory of kernels. The process is about to end, so the text may use ordinary functions. line_of
// says which line of the program was interrupted at pc.
void report_host_access(const void* address, bool write, std::string (*line_of)(const void*), const void* pc);
void tell_library_failure(const char* name);  // on stderr, with the program's line

}  // namespace cuda_emulator
