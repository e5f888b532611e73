// What precompiled headers declare to be elsewhere.
#define COMMON_INSTANCE template
#include "common/instances.h"
