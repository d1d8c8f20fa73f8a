// What a confined program may reach: Landlock for files, seccomp for the network, other processes
// and whatever Landlock leaves open. Needs no rights and no library.

#if defined(__linux__)
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#endif

#include "launcher.h"
#include "filter.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#if defined(STOREDOCTOR_CONFINES)

// The system's headers may be older than its kernel.
enum {
  create_ruleset = 444,
  add_rule = 445,
  restrict_self = 446,

  execute = 1 << 0,
  write_file = 1 << 1,
  read_file = 1 << 2,
  read_dir = 1 << 3,
  remove_dir = 1 << 4,
  remove_file = 1 << 5,
  make_dir = 1 << 7,
  make_reg = 1 << 8,
  make_sym = 1 << 12,
  refer = 1 << 13,
  truncate_file = 1 << 14,
};

struct ruleset_attr {
  uint64_t files, network, scopes;
};

struct path_attr {
  uint64_t allowed;
  int32_t parent;
} __attribute__((packed));

static int version(void) { return (int)syscall(create_ruleset, NULL, 0, 1); }

/// Everything this version can refuse.
static uint64_t handled(int version) {
  int rights = version < 2 ? 13 : version < 3 ? 14 : version < 5 ? 15 : 16;
  return (1ull << rights) - 1;
}

static int allow(int ruleset, uint64_t all, const char *path, uint32_t access) {
  int descriptor = open(path, O_PATH | O_CLOEXEC);
  if (descriptor < 0) return 0;
  struct stat status;
  bool is_folder = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
  struct path_attr rule = {0, descriptor};
  if (access & STOREDOCTOR_READ) rule.allowed |= read_file | read_dir;
  if (access & STOREDOCTOR_EXECUTE) rule.allowed |= execute;
  if (access & STOREDOCTOR_WRITE)
    rule.allowed |= write_file | truncate_file | remove_dir | remove_file | make_dir | make_reg |
                    make_sym | refer;
  rule.allowed &= all;
  if (!is_folder) rule.allowed &= execute | write_file | read_file | truncate_file;
  int result = rule.allowed == 0 ? 0 : (int)syscall(add_rule, ruleset, 1, &rule, 0);
  int error = errno;
  close(descriptor);
  errno = error;
  return result;
}

int storedoctor_confinement_version(void) {
  uint32_t action = SECCOMP_RET_USER_NOTIF;
  if (syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) != 0) return 0;
  int found = version();
  return found > 0 ? found : 0;
}

int storedoctor_make_ruleset(const struct storedoctor_path *paths, int count) {
  int found = version();
  if (found < 1) return -1;
  uint64_t all = handled(found);
  struct ruleset_attr rules = {all, found < 4 ? 0 : 3, found < 6 ? 0 : 3};
  size_t size = found < 4 ? 8 : found < 6 ? 16 : 24;
  int made = (int)syscall(create_ruleset, &rules, size, 0);
  if (made < 0) return -1;
  int ruleset = fcntl(made, F_DUPFD_CLOEXEC, 10);
  close(made);
  if (ruleset < 0) return -1;
  for (int i = 0; i < count; i++)
    if (allow(ruleset, all, paths[i].path, paths[i].access) != 0) {
      int error = errno;
      close(ruleset);
      errno = error;
      return -1;
    }
  return ruleset;
}

/// Root without its privileges is a user among others, who owns much.
static void drop_privileges(void) {
  for (int number = 0; number < 64; number++) prctl(PR_CAPBSET_DROP, number, 0, 0, 0);
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[2];
  memset(none, 0, sizeof none);
  syscall(SYS_capset, &header, none);
}

int storedoctor_confine(const struct storedoctor_launch *launch) {
  int found = version();
  if (found < 1) return -1;
  // What writes down a crash reads the maps and threads of the process that crashed, and its own; and
  // no rule can name a process that is yet to be started. Landlock itself keeps the memory and
  // environment of processes outside from it.
  if (allow(launch->ruleset, handled(found), "/proc", STOREDOCTOR_READ) != 0) return -1;
  drop_privileges();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  if (syscall(restrict_self, launch->ruleset, 0) != 0) return -1;
  return storedoctor_install_filter(found);
}

#else

int storedoctor_confinement_version(void) { return 0; }

int storedoctor_make_ruleset(const struct storedoctor_path *paths, int count) {
  (void)paths;
  (void)count;
  errno = ENOSYS;
  return -1;
}

int storedoctor_confine(const struct storedoctor_launch *launch) {
  (void)launch;
  errno = ENOSYS;
  return -1;
}

int storedoctor_refuse_messages(void) {
  errno = ENOSYS;
  return -1;
}

uint32_t storedoctor_answer(int listener, uint32_t *processes) {
  (void)listener;
  (void)processes;
  return 0;
}

#endif
