// What kind of program this is: what the parts of the emulator that know of no other part must know.
#pragma once

namespace cuda_emulator {

bool is_lesson();                 // of the course: the program links course/is_lesson.cpp
extern bool microscope_looks_on;  // set before main by the microscope's library

}  // namespace cuda_emulator
