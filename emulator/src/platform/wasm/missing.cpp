// Functions that WASI's C library declares without having them, or has not at all. Each says truthfully that the system
// has no such thing.
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <cerrno>
#include <cstdlib>

#include "platform/number_traps.hpp"
#include "platform/process_threads.hpp"

extern "C" {

int sigemptyset(sigset_t*) {
  return 0;
}
int sigaddset(sigset_t*, int) {
  return 0;
}
int pthread_sigmask(int, const sigset_t*, sigset_t*) {
  return 0;
}
int getrlimit(int, rlimit*) {
  errno = ENOSYS;
  return -1;
}
// WASI's own do not know recursive ones. With one thread nobody ever waits for one.
int pthread_mutex_lock(pthread_mutex_t*) {
  return 0;
}
int pthread_mutex_trylock(pthread_mutex_t*) {
  return 0;
}
int pthread_mutex_unlock(pthread_mutex_t*) {
  return 0;
}
int memfd_create(const char*, unsigned) {
  errno = ENOSYS;
  return -1;
}
int on_exit(void (*)(int, void*), void*) {
  return -1;
}
// There is one thread, whose variables live as long as the program.
int __cxa_thread_atexit(void (*)(void*), void*, void*) {
  return 0;
}

}  // extern "C"

namespace cuda_emulator {

std::size_t process_threads() {
  return 1;
}

// Instructions never trap for a number.
void trap_numbers(bool) {}
NumberControl number_control() {
  return {};
}
void set_number_control(NumberControl) {}
NumberTrap pass_number_trap(int, ucontext_t*) {
  return NumberTrap::none;
}
Arisen arisen_before(const void*) {
  return {};
}

}  // namespace cuda_emulator
