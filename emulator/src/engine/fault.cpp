// Distinguishes the processor's signals: a kernel's first access to closed pages (open them and continue), a kernel's
// bad access (its launch fails, the process continues), host code that accesses device memory (one line, then the
// signal's default action), the emulator's own bad access (the same), and everything else (the earlier signal handler).
#include <dlfcn.h>
#include <execinfo.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/fault_text.hpp"
#include "engine/hooks.hpp"
#include "engine/running.hpp"
#include "engine/wrapped_addresses.hpp"
#include "memory/allocations.hpp"
#include "platform/faulting_access.hpp"
#include "platform/faults.hpp"
#include "platform/number_traps.hpp"
#include "platform/source_line.hpp"

extern "C" void* __libc_stack_end;  // of the main thread

namespace cuda_emulator {
namespace {

struct sigaction earlier_actions[NSIG];
constexpr std::size_t signal_stack_bytes = 128 << 10;

#if defined(__x86_64__)
const std::uint8_t* instruction(const ucontext_t* context) {
  return reinterpret_cast<const std::uint8_t*>(context->uc_mcontext.gregs[REG_RIP]);
}

// A vector load or store that requires alignment (movaps, movdqa, movntps ...): if it is misaligned, it faults without
// an address, like an access to a non-canonical address.
bool is_aligned_move(const std::uint8_t* code) {
  if (*code == 0xC5 || *code == 0xC4) code += *code == 0xC5 ? 1 : 2;  // VEX: the opcode follows its last byte
  while (*code == 0x66 || *code == 0xF2 || *code == 0xF3 || (*code & 0xF0) == 0x40) ++code;
  if (*code == 0x0F) ++code;
  for (const std::uint8_t opcode : {0x28, 0x29, 0x2B, 0x6F, 0x7F, 0xE7}) {
    if (code[0] == opcode || code[1] == opcode) return true;
  }
  return false;
}

// A GPU's integer division by zero gives all ones, and the dividend as remainder; it does not trap. Neither does the
// smallest integer divided by -1. Sets the result and skips the instruction; false if it is not a division.
bool finish_division(ucontext_t* context) {
  greg_t* const registers = context->uc_mcontext.gregs;
  const std::uint8_t* const start = instruction(context);
  const std::uint8_t* code = start;
  bool wide = false, half = false;
  while (*code == 0x66 || *code == 0x67 || *code == 0x2E || *code == 0x3E || *code == 0x64 || *code == 0x65 ||
         *code == 0xF2 || *code == 0xF3) {
    half |= *code++ == 0x66;
  }
  if ((*code & 0xF0) == 0x40) wide = (*code++ & 8) != 0;
  if (*code != 0xF6 && *code != 0xF7) return false;
  const bool byte = *code++ == 0xF6;
  const unsigned mode = *code >> 6, operation = *code >> 3 & 7, base = *code & 7;
  ++code;
  if (operation != 6 && operation != 7) return false;
  if (mode != 3 && base == 4) {
    const bool no_base = mode == 0 && (*code & 7) == 5;
    ++code;
    if (no_base) code += 4;
  } else if (mode == 0 && base == 5) {
    code += 4;
  }
  if (mode == 1) code += 1;
  if (mode == 2) code += 4;

  const std::uint64_t dividend = registers[REG_RAX];
  const std::uint64_t sign = wide ? 1ull << 63 : half ? 1ull << 15 : 1ull << 31;
  const std::uint64_t all = sign | (sign - 1);
  // A signed division also traps when its quotient is too large; then the divisor was -1.
  const bool overflow = operation == 7 && (dividend & all) == sign;
  const std::uint64_t quotient = overflow ? sign : all, remainder = overflow ? 0 : dividend & all;
  if (byte) {
    registers[REG_RAX] = (dividend & ~0xFFFFull) | (dividend & 0xFF) << 8 | 0xFF;
  } else if (half) {
    registers[REG_RAX] = (registers[REG_RAX] & ~0xFFFFll) | quotient;
    registers[REG_RDX] = (registers[REG_RDX] & ~0xFFFFll) | remainder;
  } else {
    registers[REG_RAX] = quotient;
    registers[REG_RDX] = remainder;
  }
  registers[REG_RIP] += code - start;
  return true;
}
#endif

// The C library's free() reads the word before the memory that it is given: for device memory this faults. The place
// reported is the program's call, as far as the stack can be read.
bool report_free(const void* address, const void* pc) {
  const auto memory = find_allocation(static_cast<const char*>(address) + 16);
  Dl_info library, frame;
  if (!memory || memory->pointer <= address || dladdr(pc, &library) == 0) return false;
  Dl_info standard;
  // Not std::free: the microscope has its own.
  if (dladdr(reinterpret_cast<const void*>(&std::getenv), &standard) == 0 || library.dli_fbase != standard.dli_fbase) {
    return false;
  }
  void* frames[32];
  const int count = backtrace(frames, 32);
  const void* caller = nullptr;
  for (int i = 0, inside = 0; i < count && !caller; ++i) {
    const bool known = dladdr(frames[i], &frame) != 0;
    if (known && frame.dli_fbase == library.dli_fbase && frames[i] == pc) inside = 1;
    if (inside && (!known || frame.dli_fbase != library.dli_fbase) && place(frames[i]) != unknown_line) {
      caller = frames[i];
    }
  }
  const bool pinned = memory->kind == MemoryKind::pinned;
  std::fflush(stdout);
  std::fprintf(stderr, "CUDA emulator: free() of %s memory at %p (%zu bytes, allocated at %s) at %s; use %s\n",
               pinned                                ? "pinned"
               : memory->kind == MemoryKind::managed ? "managed"
                                                     : "device",
               static_cast<void*>(memory->pointer), memory->size, place(memory->site).c_str(),
               caller ? place(caller).c_str() : unknown_line, pinned ? "cudaFreeHost" : "cudaFree");
  return true;
}

// The C library and the C++ library.
bool is_system_library(const void* code) {
  Dl_info info;
  if (!code || !dladdr(code, &info) || !info.dli_fname) return false;
  const char* const slash = std::strrchr(info.dli_fname, '/');
  const char* const file = slash ? slash + 1 : info.dli_fname;
  for (const char* name : {"libc.so", "libc-", "libpthread", "libstdc++", "ld-linux"}) {
    if (std::strncmp(file, name, std::strlen(name)) == 0) return true;
  }
  return false;
}

// The program's line that was interrupted at pc, or that called the interrupted function; empty: unknown.
std::string interrupted_line(const void* pc) {
  void* frames[32];
  const int count = backtrace(frames, 32);
  std::vector<void*> behind;  // expects return addresses, and pc is not one
  for (int i = 0; i < count; ++i) {
    if (frames[i] == pc)
      behind.push_back(static_cast<char*>(frames[i]) + 1);
    else if (!behind.empty())
      behind.push_back(frames[i]);
  }
  const std::map<void*, std::string> lines = source_lines(behind);
  for (void* frame : behind) {
    const std::string& line = lines.at(frame);
    if (line != unknown_line && !is_system_library(frame)) return line;
  }
  return "";
}

}  // namespace

// The innermost line of the program that called, through whatever of the emulator's.
void tell_library_failure(const char* name) {
  void* frames[64];
  const int count = backtrace(frames, 64);
  const std::vector<void*> all(frames, frames + count);
  const std::map<void*, std::string> lines = source_lines(all);
  for (void* frame : all) {
    const std::string& line = lines.at(frame);
    if (line == unknown_line || is_system_library(frame)) continue;
    std::fflush(stdout);
    std::fprintf(stderr, "cuda_emulator: %s failed, called at %s: is each output as long as its input?\n", name,
                 line.c_str());
    return;
  }
}

namespace {

// Below the main thread's stack, or near the stack pointer of another thread.
bool is_below_stack(std::uintptr_t at, std::uintptr_t pointer) {
  constexpr std::uintptr_t near = 1 << 12, largest_array = 1 << 30;
  rlimit limit{};
  const auto end = reinterpret_cast<std::uintptr_t>(__libc_stack_end);
  const bool limited = getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
  if (limited && at < end - limit.rlim_cur && at > end - limit.rlim_cur - largest_array) return true;
  return at + near > pointer && at < pointer + near;
}

// A crash that is not related to device memory, in a program that has no handler of its own.
// si_code: SI_KERNEL if the processor does not report the address.
void report_crash(const void* address, int si_code, const ucontext_t* context) {
  const auto at = reinterpret_cast<std::uintptr_t>(address),
             stack = reinterpret_cast<std::uintptr_t>(stack_pointer(context));
  constexpr std::uintptr_t null_page = 1 << 16;
  const std::string line = interrupted_line(program_counter(context));
  const std::string where = line.empty() ? "" : ", at " + line;
  const char* const what = is_write(context) ? "wrote" : "read";
  std::fflush(stdout);
  if (si_code != SI_KERNEL && at < null_page) {
    std::fprintf(stderr, "CUDA emulator: host code %s through a null pointer%s\n", what, where.c_str());
    std::fprintf(stderr, "    it was never allocated on the host, or its allocation failed\n");
  } else if (si_code != SI_KERNEL && is_below_stack(at, stack)) {
    std::fprintf(stderr, "CUDA emulator: host code overflows its stack%s\n", where.c_str());
    std::fprintf(stderr, "    allocate large arrays with std::vector, new or malloc\n");
  } else {
    std::fprintf(stderr, "CUDA emulator: host code %s at an invalid address%s\n", what, where.c_str());
    std::fprintf(stderr, "    the pointer was never set or was freed, or an index is far outside of its array\n");
  }
}

// Did the fault happen in a function of those libraries that another of their functions called? Then it may hold a
// lock, of malloc or of a FILE, that would never be released. Functions that a kernel calls directly, or that call no
// others (memcpy, strlen), hold none.
bool is_deep_in_system_library(const ucontext_t* context) {
  struct Walk {
    const void* fault;
    bool found = false;
    int inside = 0;
  } walk{program_counter(context)};
  if (!is_system_library(walk.fault)) return false;
  _Unwind_Backtrace(
      [](_Unwind_Context* frame, void* data) {
        Walk& w = *static_cast<Walk*>(data);
        int before_instruction = 0;
        const void* const code = reinterpret_cast<const void*>(_Unwind_GetIPInfo(frame, &before_instruction));
        w.found |= code == w.fault;
        if (!w.found) return _URC_NO_REASON;
        if (!is_system_library(code)) return _URC_END_OF_STACK;
        ++w.inside;
        return _URC_NO_REASON;
      },
      &walk);
  return walk.inside > 1;
}

// Prints why, without malloc and stdio, and lets the signal end the process. Nothing else is said: this OS thread may
// hold a lock.
[[gnu::format(printf, 2, 3)]] void end_process(int signal, const char* format, ...) {
  char text[512];
  va_list values;
  va_start(values, format);
  const int length = std::vsnprintf(text, sizeof text, format, values);
  va_end(values);
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text, static_cast<std::size_t>(length));
  std::signal(signal, SIG_DFL);  // the instruction runs again
}

// The protection key prevents an access that this OS thread may make: opening the pages would not help it.
bool lost_access(int signal, const siginfo_t* info) {
  return signal == SIGSEGV && info->si_code == SEGV_PKUERR && has_device_access() && in_device_arena(info->si_addr);
}

// Faults after which the process cannot continue, although host code did not cause them.
bool ends_process(int signal, const siginfo_t* info, const ucontext_t* context) {
  const void* const address = info->si_addr;
  if (lost_access(signal, info)) {
    end_process(
        signal,
        "cuda_emulator: internal error: this OS thread has lost its right to access device memory, at %p: was a "
        "signal handler left without returning? CUDA_EMULATOR_PROTECTION=pages does without protection keys\n",
        address);
  } else if (in_microscope()) {
    end_process(signal, "cuda_emulator: internal error: the microscope itself accesses %p, by the instruction at %p\n",
                address, program_counter(context));
  } else if (in_kernel() && is_deep_in_system_library(context)) {
    end_process(signal,
                "cuda_emulator: kernel %.200s, block (%u,%u,%u), thread (%u,%u,%u): a function of the C library that "
                "it called accesses %p, and may hold a lock: the process ends\n",
                running_kernel(), blockIdx.x, blockIdx.y, blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, address);
  } else {
    return false;
  }
  return true;
}

void pass_on(int signal) {
  sigaction(signal, &earlier_actions[signal], nullptr);  // the instruction runs again, under the earlier handler
}

void on_fault(int signal, siginfo_t* info, void* raw_context) {
  keep_device_access();
  const int saved_errno = errno;
  auto* const context = static_cast<ucontext_t*>(raw_context);
  const void* const address = info->si_addr;
  const bool write = is_write(context);
  if (in_device_arena(address) && !lost_access(signal, info) && open_on_demand(address)) {
    errno = saved_errno;
    return;
  }
  if (hooks.memory_fault && in_host_arena(address) && hooks.memory_fault(address, write, program_counter(context))) {
    errno = saved_errno;
    return;
  }
  if (ends_process(signal, info, context)) return;
  if (in_kernel()) {
    if (repeat_wrapped(address, context)) {
      errno = saved_errno;
      return;
    }
    if (is_stack_guard(address)) abandon_kernel(cudaErrorIllegalAddress, overran_stack, address);
#if defined(__x86_64__)
    // General protection, not a page fault: the processor does not report the address.
    if (signal == SIGSEGV && info->si_code == SI_KERNEL) {
      if (is_aligned_move(instruction(context))) {
        abandon_kernel(cudaErrorMisalignedAddress, "accesses an address that is not a multiple of the type's size",
                       nullptr);
      }
      abandon_kernel(cudaErrorIllegalAddress, "accesses an address without memory", nullptr);
    }
#endif
    abandon_kernel(cudaErrorIllegalAddress, describe(address, write), address);
  }
  // The first word before an arena may be that of free().
  const bool in_arena = in_device_arena(address) || in_host_arena(address);
  const bool by_free = info->si_code > 0 && report_free(address, program_counter(context));
  if (in_arena && !by_free) {
    report_host_access(address, write, interrupted_line, program_counter(context));
  } else if (!in_arena && !by_free && info->si_code > 0 && earlier_actions[signal].sa_handler == SIG_DFL) {
    report_crash(address, info->si_code, context);
  }
  runtime_side.process_dies();
  if (hooks.process_dies && earlier_actions[signal].sa_handler == SIG_DFL) hooks.process_dies();
  pass_on(signal);
}

void on_division(int signal, siginfo_t* info, void* raw_context) {
  keep_device_access();
  if (hooks.number_trap && info->si_code != FPE_INTDIV && info->si_code != FPE_INTOVF) {
    auto* const context = static_cast<ucontext_t*>(raw_context);
    const int saved_errno = errno;
    const NumberTrap trap = pass_number_trap(info->si_code, context);
    if (trap != NumberTrap::none && in_kernel()) hooks.number_trap(static_cast<int>(trap), program_counter(context));
    errno = saved_errno;
    return;
  }
#if defined(__x86_64__)
  auto* const context = static_cast<ucontext_t*>(raw_context);
  const mcontext_t before = context->uc_mcontext;
  if (in_kernel() && finish_division(context)) {
    if (!hooks.number_trap) return;
    const int saved_errno = errno;
    const mcontext_t after = std::exchange(context->uc_mcontext, before);  // the stack is read from there
    hooks.number_trap(static_cast<int>(NumberTrap::integer_division), program_counter(context));
    context->uc_mcontext = after;
    errno = saved_errno;
    return;
  }
#endif
  pass_on(signal);
}

void on_illegal_instruction(int signal, siginfo_t* info, void*) {
  keep_device_access();
  if (in_kernel()) abandon_kernel(cudaErrorIllegalInstruction, "runs an illegal instruction", info->si_addr);
  pass_on(signal);
}

void on_step(int signal, siginfo_t*, void* context) {
  keep_device_access();
  if (!end_wrapped(static_cast<ucontext_t*>(context))) pass_on(signal);
}

struct SignalStack {
  void* memory = nullptr;
  SignalStack() {
    stack_t present;
    if (sigaltstack(nullptr, &present) == 0 && (present.ss_flags & SS_DISABLE) == 0 &&
        present.ss_size >= signal_stack_bytes) {
      return;
    }
    memory = mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    stack_t wanted{};
    wanted.ss_sp = memory;
    wanted.ss_size = signal_stack_bytes;
    sigaltstack(&wanted, nullptr);
  }
  ~SignalStack() {
    if (!memory) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(memory, signal_stack_bytes);
  }
};

}  // namespace

void prepare_signal_stack() {
  thread_local const SignalStack stack;
}

void install_fault_handlers() {
  prepare_signal_stack();
  const auto install = [](int signal, void (*handler)(int, siginfo_t*, void*)) {
    struct sigaction action {};
    action.sa_sigaction = handler;
    // Not deferred: abandon_kernel leaves the handler permanently, and the next fault must be delivered.
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, &earlier_actions[signal]);
  };
  install(SIGSEGV, on_fault);
  install(SIGBUS, on_fault);
  install(SIGFPE, on_division);
  install(SIGILL, on_illegal_instruction);
  install(SIGTRAP, on_step);
}

}  // namespace cuda_emulator
