#ifndef STOREDOCTOR_CSWIFTRUNTIME_SHIM_H
#define STOREDOCTOR_CSWIFTRUNTIME_SHIM_H

// A function of the Swift runtime ("Reference counting" in docs/Runtime.md of the Swift repository):
// counts a reference to an object unless its deinitializer has begun, in one atomic step, and gives
// the object or null. The memory must be that of an object, which may be gone.
void *_Nullable swift_tryRetain(void *_Nonnull object);

static inline void *_Nullable storedoctor_try_retain(void *_Nonnull object) {
  return swift_tryRetain(object);
}
#endif
