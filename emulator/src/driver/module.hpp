// Modules as text: what stands where NVRTC and nvcc -ptx give PTX (module.cpp, nvrtc.cpp).
#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace cuda_emulator {

// A shared object as text in the manner of PTX: lines that programs look at, then the object in base64.
std::string module_text(std::string_view object);
// The shared object in an image of either form; empty: the image is none of ours, or not all of it is there. size: the
// image's bytes, where the caller knows them.
std::string module_object(const void* image, std::size_t size = std::numeric_limits<std::size_t>::max());
// Loads a shared object made by cu++ -cubin. The handle is dlopen's, or null; `why` then holds the linker's words.
void* load_module_object(const std::string& object, std::string* why);

}  // namespace cuda_emulator
