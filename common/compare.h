// Moved to values.h. For chapter 21, until its files are moved too.
#pragma once

#include "common/values.h"
