// Shared by the programs of the softmax lessons (SHARES common/softmax_show.cpp): run a ladder, check its results,
// compare the times.
#pragma once

#include <span>

#include "common/lesson.h"
#include "common/softmax.h"

namespace softmax {

void show(Lesson& lesson, std::span<const Rung> ladder, Shape shape, const char* what_to_see);

}  // namespace softmax
