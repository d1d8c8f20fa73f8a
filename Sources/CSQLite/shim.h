#ifndef STOREDOCTOR_CSQLITE_SHIM_H
#define STOREDOCTOR_CSQLITE_SHIM_H
#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift cannot call.
static inline int storedoctor_db_config(sqlite3 *db, int option, int value) {
  return sqlite3_db_config(db, option, value, (int *)0);
}

// Where in its text a statement is wrong, which SQLite says from 3.38 on. Ubuntu 22.04 has 3.37, so the
// function may be missing where the program runs; -1, as for errors without a place.
#if SQLITE_VERSION_NUMBER >= 3038000
#pragma weak sqlite3_error_offset
static inline int storedoctor_error_offset(sqlite3 *db) {
  return sqlite3_error_offset ? sqlite3_error_offset(db) : -1;
}
#else
static inline int storedoctor_error_offset(sqlite3 *db) { return -1; }
#endif

// SQLITE_TRANSIENT is a cast of -1, which Swift does not import.
static inline int storedoctor_bind_text(sqlite3_stmt *s, int i, const char *text, int bytes) {
  return sqlite3_bind_text(s, i, text, bytes, SQLITE_TRANSIENT);
}
static inline int storedoctor_bind_blob(sqlite3_stmt *s, int i, const void *data, int bytes) {
  return sqlite3_bind_blob(s, i, data, bytes, SQLITE_TRANSIENT);
}
static inline void storedoctor_result_text(sqlite3_context *c, const char *text, int bytes) {
  sqlite3_result_text(c, text, bytes, SQLITE_TRANSIENT);
}
static inline void storedoctor_result_blob(sqlite3_context *c, const void *data, int bytes) {
  sqlite3_result_blob(c, data, bytes, SQLITE_TRANSIENT);
}
#endif
