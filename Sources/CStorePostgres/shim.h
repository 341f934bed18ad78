#ifndef CSTOREPOSTGRES_SHIM_H
#define CSTOREPOSTGRES_SHIM_H

#include <libpq-fe.h>
#include <stdint.h>
#include <string.h>

// A value as Swift reads it: the layout of the struct `Cell`. Swift would need several calls for
// each value; this reads a whole row.

struct cpostgres_cell {
  int64_t payload;
  int kind;
  int count;
};

enum {
  CPOSTGRES_INTEGER = 1,
  CPOSTGRES_REAL = 2,
  CPOSTGRES_TEXT = 3,
  CPOSTGRES_BLOB = 4,
  CPOSTGRES_NULL = 5
};

static inline uint64_t cpostgres_big_endian(const char *bytes, int count) {
  uint64_t value = 0;
  for (int index = 0; index < count; index++) value = value << 8 | (unsigned char)bytes[index];
  return value;
}

// Reads a row of a result in binary format. A value of another type than these is bytes.
static inline void cpostgres_read_row(const PGresult *result, int row, void *cells, int count) {
  struct cpostgres_cell *cell = (struct cpostgres_cell *)cells;
  for (int column = 0; column < count; column++, cell++) {
    if (PQgetisnull(result, row, column)) {
      cell->kind = CPOSTGRES_NULL;
      continue;
    }
    const char *bytes = PQgetvalue(result, row, column);
    switch (PQftype(result, column)) {
    case 20: // int8
      cell->kind = CPOSTGRES_INTEGER;
      cell->payload = (int64_t)cpostgres_big_endian(bytes, 8);
      break;
    case 23: // int4
      cell->kind = CPOSTGRES_INTEGER;
      cell->payload = (int32_t)cpostgres_big_endian(bytes, 4);
      break;
    case 21: // int2
      cell->kind = CPOSTGRES_INTEGER;
      cell->payload = (int16_t)cpostgres_big_endian(bytes, 2);
      break;
    case 16: // bool
      cell->kind = CPOSTGRES_INTEGER;
      cell->payload = bytes[0] != 0;
      break;
    case 701: // float8
      cell->kind = CPOSTGRES_REAL;
      cell->payload = (int64_t)cpostgres_big_endian(bytes, 8);
      break;
    case 700: { // float4
      uint32_t bits = (uint32_t)cpostgres_big_endian(bytes, 4);
      float number;
      memcpy(&number, &bits, sizeof number);
      double wide = number;
      cell->kind = CPOSTGRES_REAL;
      memcpy(&cell->payload, &wide, sizeof wide);
      break;
    }
    case 25:   // text
    case 1043: // varchar
    case 1042: // char
    case 19:   // name
    case 705:  // unknown: a literal
    case 114:  // json
      cell->kind = CPOSTGRES_TEXT;
      cell->payload = (int64_t)(intptr_t)bytes;
      cell->count = PQgetlength(result, row, column);
      break;
    default:
      cell->kind = CPOSTGRES_BLOB;
      cell->payload = (int64_t)(intptr_t)bytes;
      cell->count = PQgetlength(result, row, column);
    }
  }
}

// A server's notices are not for the program's error output.
static inline void cpostgres_ignore_notice(void *context, const PGresult *result) {
  (void)context;
  (void)result;
}

static inline void cpostgres_ignore_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, cpostgres_ignore_notice, NULL);
}

#endif
