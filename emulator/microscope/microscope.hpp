// The interface between the microscope's parts.
#pragma once
#include <map>

#include "ground/moments.hpp"
#include "ground/settings.hpp"
#include "ground/symbols.hpp"
#include "order.hpp"
#include "platform/program.hpp"
#include "platform/source_line.hpp"
#include "record.hpp"
#include "tell.hpp"
