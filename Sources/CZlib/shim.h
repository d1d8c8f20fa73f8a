#ifndef STOREDOCTOR_CZLIB_SHIM_H
#define STOREDOCTOR_CZLIB_SHIM_H
#include <zlib.h>

// deflateInit2 and inflateInit2 are macros, which Swift does not import.
static inline int storedoctor_inflate_init(z_stream *s) { return inflateInit2(s, -15); }
static inline int storedoctor_gunzip_init(z_stream *s) { return inflateInit2(s, 15 + 16); }
static inline int storedoctor_deflate_init(z_stream *s) {
  return deflateInit2(s, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}
#endif
