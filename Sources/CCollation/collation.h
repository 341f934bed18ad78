#ifndef CCOLLATION_H
#define CCOLLATION_H

#include <stddef.h>
#include <stdint.h>

// The collation of the ICU that the system's Foundation uses, whose headers are not part of every
// system. The names on Linux are those of the library that Foundation brings.

#ifdef __APPLE__
#define CCOLLATION_NAME(name) name
#else
#define CCOLLATION_NAME(name) swift_##name
#endif

struct UCollator;

struct UCollator *CCOLLATION_NAME(ucol_open)(const char *locale, int *status);
void CCOLLATION_NAME(ucol_close)(struct UCollator *collator);
void CCOLLATION_NAME(ucol_setAttribute)(
    struct UCollator *collator, int attribute, int value, int *status);
int32_t CCOLLATION_NAME(ucol_getSortKey)(
    const struct UCollator *collator, const uint16_t *text, int32_t count, uint8_t *key,
    int32_t capacity);

const char *CCOLLATION_NAME(uloc_getISO3Language)(const char *locale);

// Whether the language of a locale has a code of ISO 639.
static inline int ccollation_knows(const char *locale) {
  return CCOLLATION_NAME(uloc_getISO3Language)(locale)[0] != 0;
}

// Opens the collator of a locale; null if ICU has none. Errors are positive numbers, and the
// others are warnings, such as that the collator is the one of another locale.
static inline struct UCollator *ccollation_open(const char *locale, int is_numeric) {
  int status = 0;
  struct UCollator *collator = CCOLLATION_NAME(ucol_open)(locale, &status);
  if (!collator || status > 0) return NULL;
  // UCOL_NUMERIC_COLLATION and UCOL_ON
  if (is_numeric) CCOLLATION_NAME(ucol_setAttribute)(collator, 7, 17, &status);
  return collator;
}

static inline void ccollation_close(struct UCollator *collator) {
  CCOLLATION_NAME(ucol_close)(collator);
}

// Writes the sort key of a text in UTF-16 and returns its size with the byte 0 at its end. If the
// size is beyond the capacity, the key is not whole.
static inline int32_t ccollation_key(
    const struct UCollator *collator, const uint16_t *text, int32_t count, uint8_t *key,
    int32_t capacity) {
  return CCOLLATION_NAME(ucol_getSortKey)(collator, text, count, key, capacity);
}

#endif
