// Whether calls can be followed by their frame pointers. What is compiled without them uses their
// register for anything at all, and whoever follows that reads anywhere.

#define _GNU_SOURCE
#include "planhost.h"

#include <pthread.h>
#include <stdint.h>

static _Thread_local uintptr_t start;
static _Thread_local uintptr_t stack_end;

static uintptr_t end_of_stack(void) {
  if (stack_end != 0) return stack_end;
#if defined(__linux__)
  pthread_attr_t attributes;
  void *lowest;
  size_t size;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 0;
  if (pthread_attr_getstack(&attributes, &lowest, &size) == 0)
    stack_end = (uintptr_t)lowest + size;
  pthread_attr_destroy(&attributes);
#endif
  return stack_end;
}

__attribute__((noinline)) void storedoctor_follow(void (*body)(void *context), void *context) {
  uintptr_t before = start;
  start = (uintptr_t)__builtin_frame_address(0);
  body(context);
  start = before;
}

__attribute__((noinline)) int storedoctor_followable(int most) {
  uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  uintptr_t end = end_of_stack();
  if (start == 0 || end == 0) return 0;
  // `body` has a frame of its own only if it keeps frame pointers; then so does what it calls next.
  int own = 0;
  int count = 0;
  while (count < most) {
    // Every word between this frame and the end of the stack can be read.
    if (frame % sizeof(uintptr_t) != 0 || frame > end - 2 * sizeof(uintptr_t))
      return own && count > 2 ? count - 2 : 0;
    uintptr_t next = *(uintptr_t *)frame;
    if (own == 0 && next >= start) {
      if (next != start || count == 0) return 0;
      own = 1;
    }
    // The walk ends where pointers no longer lead towards the end.
    if (next <= frame) return own ? most : 0;
    frame = next;
    count++;
  }
  return own ? most : 0;
}
