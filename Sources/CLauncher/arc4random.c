// The static libstdc++ of newer systems asks glibc 2.36 for this function, and for nothing else as new.
// With one of its own the tool runs with glibc 2.35 as well, which Ubuntu 22.04 has.
#ifdef __linux__
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

uint32_t arc4random(void);

uint32_t arc4random(void) {
  uint32_t bits;
  if (getentropy(&bits, sizeof bits) != 0) abort();
  return bits;
}
#endif
