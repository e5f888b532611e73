// Places in the program: the line of an instruction, and the text of its source.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "engine/grid.hpp"
#include "ground/recorder.hpp"

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

struct Line {
  std::string file;  // as the compiler was given it
  int number = 0;
  bool operator==(const Line&) const = default;
};
void resolve(const std::vector<u32>& sites);  // collects their lines, all at once
Line line_of(u32 site);                       // if it was resolved
Line line_at(const void* code);               // a return address
Line line_of_place(const std::string&);       // "folder/a.cu:12"
Line line_of_launch(const Grid&);             // number 0: not known

std::string place_text(const Line&);      // "a.cu:12"
std::string source_text(const Line&);     // without the blanks at both ends
std::string numbered_text(const Line&);   // "   12 | x = 1;"; empty if its file is not there
std::string marked_text(const Line&);     // "12 | x = 1;"
std::string site_text(const void* call);  // " at a.cu:12", or nothing
std::string bytes_text(u64 bytes);
std::string base_name(const std::string& path);

const std::vector<std::string>& lines_of(const std::string& file);
bool measures(const std::string& file);  // does its text contain clocks, timers or events?
bool in_name(char c);

// The program's own place from which a function of the emulator's headers was called that is not inlined there.
const void* program_code(const void* call);

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
