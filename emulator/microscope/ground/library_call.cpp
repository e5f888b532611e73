#include "ground/library_call.hpp"

#include <cctype>
#include <cstdint>

#include "ground/lines.hpp"
#include "ground/symbols.hpp"

namespace cuda_emulator::microscope {

LibraryCall running_call() {
  LibraryCall call;
  for (const void* const frame : CallStack<64>()) {
    const auto pc = reinterpret_cast<std::uintptr_t>(frame);
    const std::string name = function_at(static_cast<const char*>(frame) - 1);
    if (const std::size_t cub = name.find("cub::Device"); cub != std::string::npos) {
      call.name = name.substr(cub, name.find_first_of("<(", cub) - cub);  // the outermost is the program's call
      const std::size_t last = call.name.rfind("::") + 2;
      if (std::islower(static_cast<unsigned char>(call.name[last])) != 0) call.name.erase(last - 2);  // it was inlined
      continue;
    }
    const bool library =
        name.rfind("cu", 0) == 0 && name.find_first_of("( ") == std::string::npos &&
        (name.rfind("cublas", 0) == 0 || name.rfind("cufft", 0) == 0 || name.rfind("cusolver", 0) == 0 ||
         name.rfind("cusparse", 0) == 0 || name.rfind("curand", 0) == 0);
    if (library) call.name = name.substr(0, name.find("_v2"));
    if (library || name.empty() || is_library(pc)) continue;
    if (name.rfind("thrust::", 0) == 0 || name.rfind("cuda_emulator::", 0) == 0 ||
        name.find("thrust::emulated::") != std::string::npos || name.find("cub::emulated::") != std::string::npos) {
      continue;
    }
    call.place = site_text(frame);
    call.site = frame;
    if (!call.place.empty()) return call;
  }
  return call;
}

}  // namespace cuda_emulator::microscope
