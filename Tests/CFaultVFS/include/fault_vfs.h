#ifndef FAULT_VFS_H
#define FAULT_VFS_H

// A layer between SQLite and the system's files that makes calls fail, and that knows what a loss
// of power would leave. It concerns the files of one folder at a time.

// The kinds of calls.
enum {
  FAULT_OPEN = 1,
  FAULT_READ = 2,
  FAULT_WRITE = 4,
  FAULT_SYNC = 8,
  FAULT_TRUNCATE = 16,
  FAULT_LOCK = 32,
  FAULT_UNLOCK = 64,
  FAULT_SHARED_MEMORY = 128,
  FAULT_DELETE = 256,
  FAULT_ACCESS = 512,
  FAULT_SIZE = 1024,
  FAULT_ALL = 2047
};

// Installs the layer as SQLite's default. Returns an SQLite result code.
int fault_install(void);

// Begins to count the calls of these kinds on the files of a folder. The call with number `failing`
// (from 1; 0 for none) fails and, if `lasts`, every one after it. `full` makes writes fail for want
// of space, and reads return too little.
void fault_begin(const char *folder, int kinds, long failing, int lasts, int full);

// Ends the faults, and returns the number of calls that were counted.
long fault_end(void);

// Begins to record what is written to the files of a folder and not synced yet. The folder loses
// power after `calls` writes, syncs, truncations and deletions: the files are then written to
// another folder as they may be afterwards. Of the unsynced writes some are there, some are not,
// and some are in part, as the seed decides.
void fault_power_begin(const char *folder, const char *target, long calls, unsigned seed);

// The number of calls that were counted so far.
long fault_power_count(void);

// Ends the recording and returns the number of calls that were counted.
long fault_power_end(void);

#endif
