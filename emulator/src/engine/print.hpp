// Text that kernels print.
#pragma once
#include <cstddef>
#include <string>

namespace cuda_emulator {

// Orders what the warp (the block) has printed so far as lanes in lockstep would have printed it.
void flush_warp_text(unsigned warp);
void flush_block_text();
// Takes the ordered text of this OS thread.
std::string take_text();

// A GPU keeps the output of kernels until the program waits for it; if it never does, the text is lost. The emulator
// does the same. Under the microscope text is written at once, before the kernel's tables.
void keep_kernel_text(const std::string& text);
void write_kernel_text();
// Has a kernel printed since text was last written? This text would be lost if the program ended now.
bool kernel_text_waits();
bool kernels_have_printed();
// The least that a GPU's buffer of text needs for what kernels have printed since then; the emulator keeps all of it.
std::size_t least_kernel_text();

}  // namespace cuda_emulator
