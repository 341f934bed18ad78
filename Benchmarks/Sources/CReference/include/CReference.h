// The same work in C: the limit of what a program can reach with SQLite.
#pragma once

#include <sqlite3.h>
#include <stdint.h>

/// Steps through a statement and reads every column; the sum of all lengths and numbers.
int64_t reference_read(sqlite3 *database, const char *sql);

/// Reads a row by its key, once for each number below a count; the sum of the ages.
int64_t reference_find(sqlite3 *database, int64_t count, int64_t stride, int64_t people);

/// Copies people from one table to another one of the same columns, bound one by one.
int64_t reference_insert(sqlite3 *source, sqlite3 *target);

/// Binds a text without copying it, which Swift cannot say.
int reference_bind_static(sqlite3_stmt *statement, int index, const char *text, int length);

/// Binds a text with a copy.
int reference_bind_copy(sqlite3_stmt *statement, int index, const char *text, int length);
