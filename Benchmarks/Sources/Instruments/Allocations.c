// Counts every block that the process allocates, the Swift runtime's too: an executable's own malloc takes the place
// of the C library's for all libraries that it is linked with. glibc's allocator does the work, under its other names.
//
// Each thread counts in a cell of its own, in a cache line of its own and without locked instructions: counting must cost
// next to nothing, and not slow down just those contenders that allocate more, or use several threads.

#include "Instruments.h"

#include <stddef.h>

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>
#include <stdatomic.h>

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern void __libc_free(void *block);

enum { cell_count = 4096 };

struct cell {
  _Alignas(64) atomic_int_fast64_t blocks;
  atomic_int_fast64_t bytes;
};

static struct cell cells[cell_count];
static atomic_uint threads;
static _Thread_local struct cell *own __attribute__((tls_model("initial-exec")));

static struct cell *own_cell(void) {
  if (!own) {
    unsigned thread = atomic_fetch_add_explicit(&threads, 1, memory_order_relaxed);
    // Threads beyond the last cell share it; a count may be lost there.
    own = &cells[thread < cell_count ? thread : cell_count - 1];
  }
  return own;
}

/// Adds to a counter that no other thread writes.
static void add(atomic_int_fast64_t *counter, int64_t amount) {
  atomic_store_explicit(counter, atomic_load_explicit(counter, memory_order_relaxed) + amount, memory_order_relaxed);
}

static void *counted(void *block) {
  if (!block) return block;
  struct cell *cell = own_cell();
  add(&cell->blocks, 1);
  add(&cell->bytes, (int64_t)malloc_usable_size(block));
  return block;
}

static void discount(void *block) {
  if (!block) return;
  add(&own_cell()->bytes, -(int64_t)malloc_usable_size(block));
}

void *malloc(size_t size) { return counted(__libc_malloc(size)); }

void *calloc(size_t count, size_t size) { return counted(__libc_calloc(count, size)); }

void *realloc(void *block, size_t size) {
  size_t before = block ? malloc_usable_size(block) : 0;
  void *moved = __libc_realloc(block, size);
  if (moved || size == 0) add(&own_cell()->bytes, -(int64_t)before);
  return counted(moved);
}

void *memalign(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

void *aligned_alloc(size_t alignment, size_t size) { return counted(__libc_memalign(alignment, size)); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) return EINVAL;
  void *made = counted(__libc_memalign(alignment, size));
  if (!made) return ENOMEM;
  *block = made;
  return 0;
}

void free(void *block) {
  discount(block);
  __libc_free(block);
}

static int64_t sum_of(size_t offset) {
  int64_t sum = 0;
  unsigned used = atomic_load_explicit(&threads, memory_order_relaxed);
  for (unsigned index = 0; index < used && index < cell_count; index++) {
    sum += atomic_load_explicit((atomic_int_fast64_t *)((char *)&cells[index] + offset), memory_order_relaxed);
  }
  return sum;
}

int64_t instruments_allocated_blocks(void) { return sum_of(offsetof(struct cell, blocks)); }

int64_t instruments_live_bytes(void) { return sum_of(offsetof(struct cell, bytes)); }

#else

// Elsewhere there is nothing to stand in for; the columns read 0.
int64_t instruments_allocated_blocks(void) { return 0; }
int64_t instruments_live_bytes(void) { return 0; }

#endif
