// Contains nothing to rewrite itself, but includes a header that does.
#pragma once
#include "inner.h"
#include "plain.h"
