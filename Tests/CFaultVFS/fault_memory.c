#include "fault_memory.h"

#include <sqlite3.h>
#include <stdatomic.h>

static sqlite3_mem_methods original;
static atomic_int isActive;
static atomic_long count;
static atomic_long failing_number;
static atomic_int keeps_failing;

static int fails(void) {
  if (!isActive) return 0;
  long number = atomic_fetch_add(&count, 1) + 1;
  long failing = failing_number;
  return failing > 0 && (number == failing || (keeps_failing && number > failing));
}

static void *allocate(int size) { return fails() ? 0 : original.xMalloc(size); }

static void *reallocate(void *memory, int size) {
  return fails() ? 0 : original.xRealloc(memory, size);
}

int fault_memory_install(void) {
  int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &original);
  if (code != SQLITE_OK) return code;
  sqlite3_mem_methods methods = original;
  methods.xMalloc = allocate;
  methods.xRealloc = reallocate;
  code = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  if (code != SQLITE_OK) return code;
  // Its own pools would hide most allocations.
  sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  sqlite3_config(SQLITE_CONFIG_PAGECACHE, 0, 0, 0);
  return SQLITE_OK;
}

void fault_memory_begin(long failing, int lasts) {
  count = 0;
  failing_number = failing;
  keeps_failing = lasts;
  isActive = 1;
}

long fault_memory_end(void) {
  isActive = 0;
  return count;
}
