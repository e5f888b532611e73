// Modules as text: used where NVRTC and nvcc -ptx produce PTX (module.cpp, nvrtc.cpp).
#pragma once
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

namespace cuda_emulator {

// A shared object as text that resembles PTX: the lines that programs search for, then the object in base64.
std::string module_text(std::string_view object);
// The shared object in an image of either form; empty: the image is not one of the emulator's, or is truncated. size:
// the image's bytes, if the caller knows them.
std::string module_object(const void* image, std::size_t size = std::numeric_limits<std::size_t>::max());
// Loads a shared object made by cu++ -cubin. Returns dlopen's handle, or null; `why` then holds the linker's message.
void* load_module_object(const std::string& object, std::string* why);

}  // namespace cuda_emulator
