#include "fault_vfs.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// MARK: - State

// A write or a truncation that is not on the disk yet.
typedef struct Change {
  struct Change *next;
  char *path;
  sqlite3_int64 offset;
  sqlite3_int64 old_size;
  // The size after a truncation; -1 for a write.
  sqlite3_int64 new_size;
  int old_count, new_count;
  unsigned char *old_bytes, *new_bytes;
} Change;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *original;

static struct {
  char folder[1024];
  int kinds, lasts, full;
  long failing, count;
} fault;

static struct {
  char folder[1024], target[1024];
  long calls, count;
  unsigned seed;
  // In the order of the calls.
  Change *first, *last;
} power;

typedef struct File {
  sqlite3_file base;
  char path[1024];
  // The system's file follows.
} File;

static sqlite3_file *real(sqlite3_file *file) {
  return (sqlite3_file *)((char *)file + sizeof(File));
}

static int is_in(const char *folder, const char *path) {
  size_t length = strlen(folder);
  return length > 0 && path != NULL && strncmp(path, folder, length) == 0 && path[length] == '/';
}

// Counts a call, and returns whether it fails.
static int fails(const char *path, int kind) {
  int result = 0;
  pthread_mutex_lock(&mutex);
  if ((fault.kinds & kind) && is_in(fault.folder, path)) {
    fault.count++;
    result = fault.failing > 0 &&
             (fault.count == fault.failing || (fault.lasts && fault.count > fault.failing));
  }
  pthread_mutex_unlock(&mutex);
  return result;
}

void fault_begin(const char *folder, int kinds, long failing, int lasts, int full) {
  pthread_mutex_lock(&mutex);
  snprintf(fault.folder, sizeof fault.folder, "%s", folder);
  fault.kinds = kinds;
  fault.failing = failing;
  fault.lasts = lasts;
  fault.full = full;
  fault.count = 0;
  pthread_mutex_unlock(&mutex);
}

long fault_end(void) {
  pthread_mutex_lock(&mutex);
  long count = fault.count;
  fault.kinds = 0;
  fault.folder[0] = 0;
  pthread_mutex_unlock(&mutex);
  return count;
}

// MARK: - Power loss

static void forget(const char *path) {
  Change **link = &power.first;
  power.last = NULL;
  while (*link) {
    Change *change = *link;
    if (path == NULL || strcmp(change->path, path) == 0) {
      *link = change->next;
      free(change->path);
      free(change->old_bytes);
      free(change->new_bytes);
      free(change);
    } else {
      power.last = change;
      link = &change->next;
    }
  }
}

static unsigned next_random(void) {
  power.seed = power.seed * 1664525u + 1013904223u;
  return power.seed >> 8;
}

static unsigned char *resized(unsigned char *bytes, sqlite3_int64 from, sqlite3_int64 to) {
  bytes = realloc(bytes, to > 0 ? (size_t)to : 1);
  if (to > from) memset(bytes + from, 0, (size_t)(to - from));
  return bytes;
}

// Writes a file of the folder to the other folder as it may be after a loss of power.
static void write_image(const char *path) {
  FILE *in = fopen(path, "rb");
  if (in == NULL) return;
  fseek(in, 0, SEEK_END);
  sqlite3_int64 size = ftell(in);
  rewind(in);
  unsigned char *bytes = malloc(size > 0 ? (size_t)size : 1);
  if (fread(bytes, 1, (size_t)size, in) != (size_t)size) size = 0;
  fclose(in);
  // What was synced: the file without the changes, the last one first.
  int count = 0;
  for (Change *change = power.first; change; change = change->next) {
    count += strcmp(change->path, path) == 0;
  }
  Change **changes = malloc(sizeof(Change *) * (size_t)(count + 1));
  int index = 0;
  for (Change *change = power.first; change; change = change->next) {
    if (strcmp(change->path, path) == 0) changes[index++] = change;
  }
  for (index = count - 1; index >= 0; index--) {
    Change *change = changes[index];
    bytes = resized(bytes, size, change->old_size);
    size = change->old_size;
    memcpy(bytes + change->offset, change->old_bytes, (size_t)change->old_count);
  }
  // Some of the changes reach the disk, some in part.
  for (index = 0; index < count; index++) {
    Change *change = changes[index];
    unsigned fate = next_random() % 3;
    if (fate == 0) continue;
    if (change->new_size >= 0) {
      bytes = resized(bytes, size, change->new_size);
      size = change->new_size;
      continue;
    }
    int begin = 0, end = change->new_count;
    if (fate == 2) {
      // A sector is written whole or not at all.
      int sectors = end / 512;
      if (next_random() % 2) {
        end = 512 * (int)(next_random() % (unsigned)(sectors + 1));
      } else {
        begin = 512 * (int)(next_random() % (unsigned)(sectors + 1));
      }
    }
    if (begin >= end) continue;
    if (change->offset + end > size) {
      bytes = resized(bytes, size, change->offset + end);
      size = change->offset + end;
    }
    memcpy(bytes + change->offset + begin, change->new_bytes + begin, (size_t)(end - begin));
  }
  free(changes);
  char target[2100];
  snprintf(target, sizeof target, "%s/%s", power.target, strrchr(path, '/') + 1);
  FILE *out = fopen(target, "wb");
  if (out != NULL) {
    fwrite(bytes, 1, (size_t)size, out);
    fclose(out);
  }
  free(bytes);
}

// Counts a call that changes files, before it happens, and loses power if it is time.
static void count_change(void) {
  power.count++;
  if (power.count != power.calls) return;
  static const char *const suffixes[] = {"", "-wal", "-journal"};
  for (int index = 0; index < 3; index++) {
    char path[1100];
    snprintf(path, sizeof path, "%s/people.db%s", power.folder, suffixes[index]);
    write_image(path);
  }
}

static void record(
  sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset, sqlite3_int64 new_size
) {
  File *own = (File *)file;
  pthread_mutex_lock(&mutex);
  if (is_in(power.folder, own->path)) {
    count_change();
    Change *change = calloc(1, sizeof(Change));
    change->path = strdup(own->path);
    change->offset = offset;
    change->new_size = new_size;
    real(file)->pMethods->xFileSize(real(file), &change->old_size);
    sqlite3_int64 end = new_size >= 0 ? change->old_size : offset + count;
    if (end > change->old_size) end = change->old_size;
    change->old_count = end > offset ? (int)(end - offset) : 0;
    change->old_bytes = malloc((size_t)change->old_count + 1);
    if (change->old_count > 0) {
      real(file)->pMethods->xRead(real(file), change->old_bytes, change->old_count, offset);
    }
    change->new_count = count;
    change->new_bytes = malloc((size_t)count + 1);
    if (count > 0) memcpy(change->new_bytes, bytes, (size_t)count);
    if (power.last) {
      power.last->next = change;
    } else {
      power.first = change;
    }
    power.last = change;
  }
  pthread_mutex_unlock(&mutex);
}

void fault_power_begin(const char *folder, const char *target, long calls, unsigned seed) {
  pthread_mutex_lock(&mutex);
  snprintf(power.folder, sizeof power.folder, "%s", folder);
  snprintf(power.target, sizeof power.target, "%s", target);
  power.calls = calls;
  power.count = 0;
  power.seed = seed;
  forget(NULL);
  pthread_mutex_unlock(&mutex);
}

long fault_power_count(void) {
  pthread_mutex_lock(&mutex);
  long count = power.count;
  pthread_mutex_unlock(&mutex);
  return count;
}

long fault_power_end(void) {
  pthread_mutex_lock(&mutex);
  long count = power.count;
  power.folder[0] = 0;
  forget(NULL);
  pthread_mutex_unlock(&mutex);
  return count;
}

// MARK: - Files

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int file_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (fails(((File *)file)->path, FAULT_READ)) {
    if (!fault.full) return SQLITE_IOERR_READ;
    memset(bytes, 0, (size_t)count);
    return SQLITE_IOERR_SHORT_READ;
  }
  return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (fails(((File *)file)->path, FAULT_WRITE)) {
    return fault.full ? SQLITE_FULL : SQLITE_IOERR_WRITE;
  }
  record(file, bytes, count, offset, -1);
  return real(file)->pMethods->xWrite(real(file), bytes, count, offset);
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(((File *)file)->path, FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  record(file, NULL, 0, size, size);
  return real(file)->pMethods->xTruncate(real(file), size);
}

static int file_sync(sqlite3_file *file, int flags) {
  File *own = (File *)file;
  if (fails(own->path, FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
  pthread_mutex_lock(&mutex);
  if (is_in(power.folder, own->path)) {
    count_change();
    forget(own->path);
  }
  pthread_mutex_unlock(&mutex);
  return real(file)->pMethods->xSync(real(file), flags);
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (fails(((File *)file)->path, FAULT_SIZE)) return SQLITE_IOERR_FSTAT;
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int file_lock(sqlite3_file *file, int level) {
  if (fails(((File *)file)->path, FAULT_LOCK)) return SQLITE_IOERR_LOCK;
  return real(file)->pMethods->xLock(real(file), level);
}

static int file_unlock(sqlite3_file *file, int level) {
  int code = real(file)->pMethods->xUnlock(real(file), level);
  // The lock is given back all the same, as it is when a process ends.
  return fails(((File *)file)->path, FAULT_UNLOCK) ? SQLITE_IOERR_UNLOCK : code;
}

static int file_check_reserved(sqlite3_file *file, int *result) {
  if (fails(((File *)file)->path, FAULT_LOCK)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int file_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int file_sector_size(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int file_characteristics(sqlite3_file *file) {
  // Nothing is promised that a disk might not keep.
  (void)file;
  return 0;
}

static int file_shm_map(
  sqlite3_file *file, int page, int size, int extends, void volatile **memory
) {
  if (fails(((File *)file)->path, FAULT_SHARED_MEMORY)) return SQLITE_IOERR_SHMMAP;
  return real(file)->pMethods->xShmMap(real(file), page, size, extends, memory);
}

static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
  if (!(flags & SQLITE_SHM_UNLOCK) && fails(((File *)file)->path, FAULT_SHARED_MEMORY)) {
    return SQLITE_IOERR_SHMLOCK;
  }
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void file_shm_barrier(sqlite3_file *file) {
  real(file)->pMethods->xShmBarrier(real(file));
}

static int file_shm_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static const sqlite3_io_methods methods = {
  2,
  file_close,
  file_read,
  file_write,
  file_truncate,
  file_sync,
  file_size,
  file_lock,
  file_unlock,
  file_check_reserved,
  file_control,
  file_sector_size,
  file_characteristics,
  file_shm_map,
  file_shm_lock,
  file_shm_barrier,
  file_shm_unmap,
  NULL,
  NULL,
};

// MARK: - The file system

static int vfs_open(
  sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *result
) {
  (void)vfs;
  File *own = (File *)file;
  own->base.pMethods = NULL;
  snprintf(own->path, sizeof own->path, "%s", path ? path : "");
  if (fails(own->path, FAULT_OPEN)) return SQLITE_CANTOPEN;
  int code = original->xOpen(original, path, real(file), flags, result);
  if (real(file)->pMethods != NULL) own->base.pMethods = &methods;
  return code;
}

static int vfs_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  (void)vfs;
  if (fails(path, FAULT_DELETE)) return SQLITE_IOERR_DELETE;
  pthread_mutex_lock(&mutex);
  if (is_in(power.folder, path)) {
    count_change();
    forget(path);
  }
  pthread_mutex_unlock(&mutex);
  return original->xDelete(original, path, syncs);
}

static int vfs_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  (void)vfs;
  if (fails(path, FAULT_ACCESS)) return SQLITE_IOERR_ACCESS;
  return original->xAccess(original, path, flags, result);
}

int fault_install(void) {
  static sqlite3_vfs vfs;
  pthread_mutex_lock(&mutex);
  int code = SQLITE_OK;
  if (original == NULL) {
    original = sqlite3_vfs_find(NULL);
    vfs = *original;
    vfs.zName = "faults";
    vfs.szOsFile = (int)sizeof(File) + original->szOsFile;
    vfs.pNext = NULL;
    vfs.xOpen = vfs_open;
    vfs.xDelete = vfs_delete;
    vfs.xAccess = vfs_access;
    code = sqlite3_vfs_register(&vfs, 1);
  }
  pthread_mutex_unlock(&mutex);
  return code;
}
