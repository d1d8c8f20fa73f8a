#ifndef STOREDOCTOR_COPENSSL_SHIM_H
#define STOREDOCTOR_COPENSSL_SHIM_H
// These functions are all of the library that a program then needs; those that OpenSSL 3 prefers to
// them look algorithms up by name, which takes all of it. They are deprecated, not removed.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>
#endif
