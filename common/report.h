// Moved to lesson.h. For chapter 21, until its files are moved too.
#pragma once

#include "common/lesson.h"
