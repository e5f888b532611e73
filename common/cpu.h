// The processor that runs the host's code.
#pragma once

#include <string>

// Its model, as the system names it; if there is no name (some arm64 machines), the architecture.
std::string cpu_name();
