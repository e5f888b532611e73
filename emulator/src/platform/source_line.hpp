// Names and lines of the program, from its symbols and debug information.
#pragma once
#include <map>
#include <string>
#include <vector>

namespace cuda_emulator {

const char* kernel_name(const void* kernel);  // from the program's symbols, demangled; never freed
// "file.cu:12" of return addresses; frames inlined from the emulator's own headers are skipped.
inline constexpr const char* unknown_line = "an unknown line";
std::map<void*, std::string> source_lines(const std::vector<void*>& return_addresses);
// The same, and behind it the lines of the functions into which it was inlined; none if its line is unknown.
std::map<void*, std::vector<std::string>> source_frames(const std::vector<void*>& return_addresses);

}  // namespace cuda_emulator
