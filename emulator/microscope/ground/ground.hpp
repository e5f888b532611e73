// All of the ground: what any part of the microscope may use.
#pragma once
#include <algorithm>
#include <atomic>
#include <cstring>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "ground/facts.hpp"
#include "ground/findings.hpp"
#include "ground/launches.hpp"
#include "ground/lines.hpp"
#include "ground/moments.hpp"
#include "ground/recorder.hpp"
#include "ground/settings.hpp"
#include "ground/state.hpp"
#include "ground/symbols.hpp"
#include "platform/program.hpp"
#include "platform/source_line.hpp"
