// Notes the paths that the system refuses, so that it can be told which they were. It keeps nothing
// from anything: that is the kernel's work, and whoever calls the kernel directly is not noted.

#define _GNU_SOURCE
#include "planhost.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum { most = 4, longest = 256 };

static char paths[most][longest];
static atomic_int noted;

/// What the system's own libraries look for on the way to something else.
static const char *const usual[] = {"/proc/", "/sys/", "/dev/", "/usr/", "/lib", "/etc/ld", "/run/"};

static void note(const char *path) {
  int error = errno;
  if ((error == EACCES || error == EPERM || error == EXDEV) && path != NULL && path[0] == '/') {
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
      if (strncmp(path, usual[i], strlen(usual[i])) == 0) goto done;
    for (int i = 0; i < noted && i < most; i++)
      if (strncmp(path, paths[i], longest - 1) == 0) goto done;
    int place = atomic_fetch_add(&noted, 1);
    if (place < most) strncpy(paths[place], path, longest - 1);
  }
done:
  errno = error;
}

void storedoctor_forget_refused(void) {
  memset(paths, 0, sizeof paths);
  noted = 0;
}

int storedoctor_refused(char *text, int size) {
  int length = 0;
  for (int i = 0; i < noted && i < most; i++) {
    int count = (int)strlen(paths[i]);
    if (length + count + 1 > size) break;
    memcpy(text + length, paths[i], (size_t)count);
    length += count;
    text[length++] = '\n';
  }
  return length;
}

// Defined here, they stand before those of the C library.

static long noting(long result, const char *path) {
  if (result < 0) note(path);
  return result;
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
  return (int)noting(syscall(SYS_openat, folder, path, flags, mode), path);
}

#define MODE(flags) \
  mode_t mode = 0; \
  if ((flags) & (O_CREAT | O_TMPFILE)) { \
    va_list list; \
    va_start(list, flags); \
    mode = va_arg(list, mode_t); \
    va_end(list); \
  }

int open(const char *path, int flags, ...) {
  MODE(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
  MODE(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_at(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...) {
  MODE(flags)
  return open_at(folder, path, flags, mode);
}

int unlink(const char *path) {
  return (int)noting(syscall(SYS_unlinkat, AT_FDCWD, path, 0), path);
}

int unlinkat(int folder, const char *path, int flags) {
  return (int)noting(syscall(SYS_unlinkat, folder, path, flags), path);
}

int rmdir(const char *path) {
  return (int)noting(syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR), path);
}

int remove(const char *path) {
  long result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
  if (result < 0 && errno == EISDIR) result = syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR);
  return (int)noting(result, path);
}

int mkdir(const char *path, mode_t mode) {
  return (int)noting(syscall(SYS_mkdirat, AT_FDCWD, path, mode), path);
}

int rename(const char *from, const char *to) {
  return (int)noting(syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0), from);
}

int truncate(const char *path, off_t length) {
  return (int)noting(syscall(SYS_truncate, path, length), path);
}

int chmod(const char *path, mode_t mode) {
  return (int)noting(syscall(SYS_fchmodat, AT_FDCWD, path, mode), path);
}
