#include "CReference.h"

int64_t reference_read(sqlite3 *database, const char *sql) {
  sqlite3_stmt *statement;
  if (sqlite3_prepare_v2(database, sql, -1, &statement, 0) != SQLITE_OK) return -1;
  int columns = sqlite3_column_count(statement);
  int64_t sum = 0;
  while (sqlite3_step(statement) == SQLITE_ROW) {
    for (int i = 0; i < columns; i++) {
      switch (sqlite3_column_type(statement, i)) {
        case SQLITE_INTEGER: sum += sqlite3_column_int64(statement, i); break;
        case SQLITE_TEXT: {
          const unsigned char *text = sqlite3_column_text(statement, i);
          sum += sqlite3_column_bytes(statement, i) + text[0];
          break;
        }
        default: break;
      }
    }
  }
  sqlite3_finalize(statement);
  return sum;
}

int64_t reference_find(sqlite3 *database, int64_t count, int64_t stride, int64_t people) {
  sqlite3_stmt *statement;
  sqlite3_prepare_v3(
    database, "SELECT id, name, surname, age, email, birth_date FROM person WHERE id = ?", -1,
    SQLITE_PREPARE_PERSISTENT, &statement, 0);
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    sqlite3_bind_int64(statement, 1, 1 + i * stride % people);
    if (sqlite3_step(statement) == SQLITE_ROW) {
      for (int column = 0; column < 6; column++) {
        if (column == 0 || column == 3) continue;
        sqlite3_column_text(statement, column);
        sqlite3_column_bytes(statement, column);
      }
      sum += sqlite3_column_int64(statement, 3);
    }
    sqlite3_reset(statement);
  }
  sqlite3_finalize(statement);
  return sum;
}

int64_t reference_insert(sqlite3 *source, sqlite3 *target) {
  sqlite3_stmt *read, *write;
  sqlite3_prepare_v2(
    source, "SELECT id, name, surname, age, email, birth_date FROM person ORDER BY id", -1, &read, 0);
  sqlite3_prepare_v2(
    target, "INSERT INTO person (id, name, surname, age, email, birth_date) VALUES (?, ?, ?, ?, ?, ?)",
    -1, &write, 0);
  sqlite3_exec(target, "BEGIN IMMEDIATE", 0, 0, 0);
  int64_t count = 0;
  while (sqlite3_step(read) == SQLITE_ROW) {
    for (int i = 0; i < 6; i++) {
      if (sqlite3_column_type(read, i) == SQLITE_INTEGER) {
        sqlite3_bind_int64(write, i + 1, sqlite3_column_int64(read, i));
      } else if (sqlite3_column_type(read, i) == SQLITE_NULL) {
        sqlite3_bind_null(write, i + 1);
      } else {
        const char *text = (const char *)sqlite3_column_text(read, i);
        sqlite3_bind_text(write, i + 1, text, sqlite3_column_bytes(read, i), SQLITE_STATIC);
      }
    }
    sqlite3_step(write);
    sqlite3_reset(write);
    count++;
  }
  sqlite3_exec(target, "COMMIT", 0, 0, 0);
  sqlite3_finalize(read);
  sqlite3_finalize(write);
  return count;
}

int reference_bind_static(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_STATIC);
}

int reference_bind_copy(sqlite3_stmt *statement, int index, const char *text, int length) {
  return sqlite3_bind_text(statement, index, text, length, SQLITE_TRANSIENT);
}
