// Shared by the programs of the attention lessons: run a ladder, check its results, compare the times.
#pragma once

#include <span>

#include "ch26_attention/attention/attention.h"
#include "common/lesson.h"

namespace attention {

void show(Lesson& lesson, std::span<const Rung> ladder, Shape shape, const char* what_to_see);

}  // namespace attention
