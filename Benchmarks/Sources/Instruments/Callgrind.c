// Tells callgrind which part of the program is the measured one. The requests are instructions that do nothing outside
// of valgrind.

#include "Instruments.h"

#if defined(__linux__) && __has_include(<valgrind/callgrind.h>)

#include <valgrind/callgrind.h>

void instruments_begin_counting(void) { CALLGRIND_START_INSTRUMENTATION; }

void instruments_end_counting(void) { CALLGRIND_STOP_INSTRUMENTATION; }

#else

void instruments_begin_counting(void) {}
void instruments_end_counting(void) {}

#endif
