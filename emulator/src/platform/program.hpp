// Properties of this program, for the parts of the emulator that know no other part.
#pragma once

namespace cuda_emulator {

bool is_lesson();                 // is it part of the course: does it link course/is_lesson.cpp
extern bool microscope_looks_on;  // set before main by the microscope's library

}  // namespace cuda_emulator
