// What the C library's allocator can be told, where it can.
#pragma once
#include <stdlib.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/// Limits the number of heaps, of which glibc otherwise has eight for each processor.
static inline void limit_heaps(int count) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, count);
#endif
}
