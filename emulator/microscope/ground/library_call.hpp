// The innermost call by the program itself of what runs now, on the host: of a library, if it has a name.
#pragma once
#include <string>

#pragma GCC visibility push(hidden)
namespace cuda_emulator::microscope {

struct LibraryCall {
  std::string name, place;  // "cublasSgemv", " at a.cu:12"
  const void* site = nullptr;
};
LibraryCall running_call();

}  // namespace cuda_emulator::microscope
#pragma GCC visibility pop
