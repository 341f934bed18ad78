#ifndef CTABULARZLIB_SHIM_H
#define CTABULARZLIB_SHIM_H

#include <zlib.h>

// inflateInit2 is a macro with a cast that Swift does not import. 16 is for the header of gzip.
static inline int ctabularzlib_begin_gzip(z_stream *stream) {
  return inflateInit2(stream, 16 + MAX_WBITS);
}

#endif
