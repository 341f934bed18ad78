#ifndef FAULT_MEMORY_H
#define FAULT_MEMORY_H

// An allocator for SQLite that fails on request.

// Installs it. This must happen before SQLite is used for the first time. Returns an SQLite result
// code.
int fault_memory_install(void);

// Begins to count the allocations. The one with number `failing` (from 1; 0 for none) fails and, if
// `lasts`, every one after it.
void fault_memory_begin(long failing, int lasts);

// Ends the faults, and returns the number of allocations that were counted.
long fault_memory_end(void);

#endif
