#ifndef CSQLITE_SHIM_H
#define CSQLITE_SHIM_H

#include <dlfcn.h>
#include <sqlite3.h>
#include <sys/xattr.h>

// Functions with variable arguments cannot be called from Swift: one inline function for each use.

static inline int csqlite_db_config_set(sqlite3 *db, int option, int on) {
  return sqlite3_db_config(db, option, on, (int *)0);
}

static inline int csqlite_db_config_get(sqlite3 *db, int option) {
  int on = 0;
  return sqlite3_db_config(db, option, -1, &on) == SQLITE_OK ? on : 0;
}

static inline int csqlite_config_memory_statistics(int on) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}

// The scan ahead for the values of an `IN` is an optimization of its own (SQLITE_SeekScan in
// sqliteInt.h).
static inline int csqlite_turn_off_seek_scan(sqlite3 *db) {
  return sqlite3_test_control(SQLITE_TESTCTRL_OPTIMIZATIONS, db, 0x00020000);
}

// SQLITE_STATIC and SQLITE_TRANSIENT are casts that Swift does not import.

static inline int csqlite_bind_text_static(
    sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, text, count, SQLITE_STATIC, SQLITE_UTF8);
}

static inline int csqlite_bind_blob_static(
    sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

static inline void csqlite_result_text_copy(
    sqlite3_context *context, const char *text, sqlite3_uint64 count) {
  sqlite3_result_text64(context, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline void csqlite_result_blob_copy(
    sqlite3_context *context, const void *bytes, sqlite3_uint64 count) {
  sqlite3_result_blob64(context, bytes, count, SQLITE_TRANSIENT);
}

// A value as Swift reads it: the layout of the struct `Cell`. Swift would need several calls for
// each value; these functions read whole rows.

struct csqlite_cell {
  sqlite3_int64 payload;
  int kind;
  int count;
};

static inline void csqlite_read_value(sqlite3_value *value, struct csqlite_cell *cell) {
  int kind = sqlite3_value_type(value);
  cell->kind = kind;
  switch (kind) {
  case SQLITE_INTEGER:
    cell->payload = sqlite3_value_int64(value);
    break;
  case SQLITE_FLOAT: {
    union { double number; sqlite3_int64 bits; } real = {sqlite3_value_double(value)};
    cell->payload = real.bits;
    break;
  }
  case SQLITE_TEXT:
    // The address is requested before the length: in this order the text is converted at most once.
    cell->payload = (sqlite3_int64)sqlite3_value_text(value);
    cell->count = sqlite3_value_bytes(value);
    break;
  case SQLITE_BLOB:
    cell->payload = (sqlite3_int64)sqlite3_value_blob(value);
    cell->count = sqlite3_value_bytes(value);
    break;
  }
}

// Reading values of a row without a lock requires that one thread uses the connection
// (`SQLITE_OPEN_NOMUTEX`).
static inline void csqlite_read_row(sqlite3_stmt *statement, void *cells, int count) {
  struct csqlite_cell *cell = (struct csqlite_cell *)cells;
  for (int column = 0; column < count; column++)
    csqlite_read_value(sqlite3_column_value(statement, column), cell + column);
}

static inline void csqlite_read_values(sqlite3_value **values, void *cells, int count) {
  struct csqlite_cell *cell = (struct csqlite_cell *)cells;
  for (int index = 0; index < count; index++) csqlite_read_value(values[index], cell + index);
}

// The preupdate hook is a build option of SQLite: some libraries export its functions while their
// header hides them, others lack them. They are looked up at run time; a null pointer means absent.

typedef void (*csqlite_preupdate_callback)(
    void *context, sqlite3 *db, int operation, const char *database, const char *table,
    sqlite3_int64 old_row, sqlite3_int64 new_row);
typedef void *(*csqlite_preupdate_hook)(sqlite3 *, csqlite_preupdate_callback, void *);
typedef int (*csqlite_preupdate_count)(sqlite3 *);
typedef int (*csqlite_preupdate_value)(sqlite3 *, int, sqlite3_value **);

static inline csqlite_preupdate_hook csqlite_find_preupdate_hook(void) {
  return (csqlite_preupdate_hook)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_hook");
}

static inline csqlite_preupdate_count csqlite_find_preupdate_count(void) {
  return (csqlite_preupdate_count)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_count");
}

static inline csqlite_preupdate_value csqlite_find_preupdate_old(void) {
  return (csqlite_preupdate_value)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_old");
}

static inline csqlite_preupdate_value csqlite_find_preupdate_new(void) {
  return (csqlite_preupdate_value)dlsym(RTLD_DEFAULT, "sqlite3_preupdate_new");
}

// Extended attributes, whose functions have other parameters on each system. They return the size
// of the value, or a negative number.
static inline long csqlite_read_attribute(
    const char *path, const char *name, void *value, unsigned long size) {
#ifdef __APPLE__
  return getxattr(path, name, value, size, 0, 0);
#else
  return getxattr(path, name, value, size);
#endif
}

static inline int csqlite_write_attribute(
    const char *path, const char *name, const void *value, unsigned long size) {
#ifdef __APPLE__
  return setxattr(path, name, value, size, 0, 0);
#else
  return setxattr(path, name, value, size, 0);
#endif
}

// How far the write-ahead log has been copied into the file, as the shared index of the log tells
// it (https://sqlite.org/walformat.html, section 2).
struct csqlite_log_state {
  unsigned long long salt;
  unsigned int pages, copiedPages, attemptedPages;
};

static inline int csqlite_read_log_state(sqlite3 *db, struct csqlite_log_state *state) {
  sqlite3_file *file = 0;
  // Without an open log, the index would be created.
  int code = sqlite3_file_control(db, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods) return SQLITE_NOTFOUND;
  code = sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  if (code != SQLITE_OK) return code;
  if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap)
    return SQLITE_NOTFOUND;
  void volatile *index = 0;
  code = file->pMethods->xShmMap(file, 0, 32768, 0, &index);
  if (code != SQLITE_OK) return code;
  if (!index) return SQLITE_NOTFOUND;
  unsigned int volatile *words = (unsigned int volatile *)index;
  state->pages = words[4];
  state->salt = (unsigned long long)words[8] << 32 | words[9];
  state->copiedPages = words[24];
  state->attemptedPages = words[32];
  return SQLITE_OK;
}

#endif
