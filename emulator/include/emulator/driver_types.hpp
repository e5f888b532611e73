// Types, enumerations and constants of the runtime API, with the names and values of CUDA 13. Programs print
// and compare these numbers, so they are part of the interface. Types of features that the emulator lacks (graphics
// interop, external memory, IPC, libraries of kernels) are left out: using them fails at compile time by name.
#pragma once
// Widely used helper headers enable their error checks if this guard is defined.
#define __DRIVER_TYPES_H__

#include <stddef.h>

#include <utility>

#include "emulator/driver_types/copies.hpp"
#include "emulator/driver_types/devices.hpp"
#include "emulator/driver_types/errors.hpp"
#include "emulator/driver_types/graphs.hpp"
#include "emulator/driver_types/handles.hpp"
#include "emulator/driver_types/launches.hpp"
#include "emulator/driver_types/memory.hpp"
#include "emulator/driver_types/textures.hpp"
#include "emulator/vector_types.hpp"
