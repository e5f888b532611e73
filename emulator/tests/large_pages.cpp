// A kernel whose pages are larger than this one's, as far as a program can tell: loaded before the program
// (LD_PRELOAD), it reports a page size of PAGE_BYTES bytes, and enforces it. Ranges that begin or end within a page are
// extended to that page's ends, and an address within a page is refused where such a kernel refuses it.
#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace {

std::size_t page() {
  static const std::size_t bytes = [] {
    const char* const wanted = std::getenv("PAGE_BYTES");
    return wanted ? std::strtoul(wanted, nullptr, 10) : 65536ul;
  }();
  return bytes;
}

std::size_t up(std::size_t bytes) {
  return (bytes + page() - 1) / page() * page();
}

bool within_page(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address) % page() != 0;
}

int refuse() {
  errno = EINVAL;
  return -1;
}

void* map(void* at, std::size_t size, int protection, int flags, int file, off_t offset) {
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, size, protection, flags, file, offset));
}

}  // namespace

extern "C" {

long sysconf(int name) noexcept {
  if (name == _SC_PAGESIZE) return static_cast<long>(page());
  static const auto next = reinterpret_cast<long (*)(int)>(dlsym(RTLD_NEXT, "sysconf"));
  return next(name);
}

int getpagesize() noexcept {
  return static_cast<int>(page());
}

void* mmap(void* at, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
  const bool fixed = (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE)) != 0;
  if ((fixed && within_page(at)) || static_cast<std::size_t>(offset) % page() != 0) {
    refuse();
    return MAP_FAILED;
  }
  // Only the existing bytes of a file can be accessed, so the rest of the last page is left to this kernel.
  const std::size_t bytes = file >= 0 ? size : up(size);
  if (fixed || (at && !within_page(at))) {
    void* const there = map(at, bytes, protection, flags, file, offset);
    if (fixed || there == MAP_FAILED || !within_page(there)) return there;
    syscall(SYS_munmap, there, bytes);
  }
  void* const room = map(nullptr, up(size) + page(), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return room;
  const auto from = reinterpret_cast<std::uintptr_t>(room);
  const std::uintptr_t start = up(from), rest = start + up(size);
  if (start > from) syscall(SYS_munmap, from, start - from);
  if (from + up(size) + page() > rest) syscall(SYS_munmap, rest, from + up(size) + page() - rest);
  return map(reinterpret_cast<void*>(start), bytes, protection, flags | MAP_FIXED, file, offset);
}

int munmap(void* at, std::size_t size) noexcept {
  return within_page(at) ? refuse() : static_cast<int>(syscall(SYS_munmap, at, up(size)));
}

int mprotect(void* at, std::size_t size, int protection) noexcept {
  return within_page(at) ? refuse() : static_cast<int>(syscall(SYS_mprotect, at, up(size), protection));
}

int pkey_mprotect(void* at, std::size_t size, int protection, int key) noexcept {
  return within_page(at) ? refuse() : static_cast<int>(syscall(SYS_pkey_mprotect, at, up(size), protection, key));
}

int madvise(void* at, std::size_t size, int advice) noexcept {
  return within_page(at) ? refuse() : static_cast<int>(syscall(SYS_madvise, at, up(size), advice));
}

}  // extern "C"
