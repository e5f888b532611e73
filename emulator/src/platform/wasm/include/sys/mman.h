// What WebAssembly's C library lacks, defined in platform/wasm/mappings.cpp: linear memory has no protection, so a
// table says what may be accessed, and checked code asks it before each access (platform/wasm/checks.cpp).
#pragma once
#include <stddef.h>
#include <sys/types.h>

#define PROT_NONE 0
#define PROT_READ 1
#define PROT_WRITE 2
#define MAP_FAILED ((void*)-1)
#define MAP_SHARED 1
#define MAP_PRIVATE 2
#define MAP_FIXED 0x10
#define MAP_ANONYMOUS 0x20
#define MAP_NORESERVE 0x4000
#define MADV_DONTNEED 4
#define MADV_HUGEPAGE 14
#define PKEY_DISABLE_ACCESS 1
#define MFD_CLOEXEC 1

#ifdef __cplusplus
extern "C" {
#endif
void* mmap(void* wish, size_t bytes, int protection, int flags, int file, off_t offset);
int munmap(void* start, size_t bytes);
int mprotect(void* start, size_t bytes, int protection);
int madvise(void* start, size_t bytes, int advice);
// There are no protection keys: these fail.
int pkey_alloc(unsigned flags, unsigned rights);
int pkey_set(int key, unsigned rights);
int pkey_mprotect(void* start, size_t bytes, int protection, int key);
int memfd_create(const char* name, unsigned flags);
#ifdef __cplusplus
}
#endif
