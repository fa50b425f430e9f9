#ifndef INSTRUMENTS_H
#define INSTRUMENTS_H

#include <stdint.h>

/// How many blocks the process has allocated so far, on all threads.
int64_t instruments_allocated_blocks(void);

/// How many bytes are allocated now, as the allocator rounds them.
int64_t instruments_live_bytes(void);

/// Under callgrind with --instr-atstart=no: counts instructions from here on. Nothing otherwise.
void instruments_begin_counting(void);

/// The opposite of instruments_begin_counting.
void instruments_end_counting(void);

#endif
