// The system calls a confined program is refused. Landlock decides about files; here is what it does
// not know: sockets, processes, signals to others, attributes of files, and ways around it.

#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "filter.h"

#if defined(STOREDOCTOR_CONFINES)

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SECCOMP_USER_NOTIF_FLAG_CONTINUE
#define SECCOMP_USER_NOTIF_FLAG_CONTINUE 1
#endif

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Reading and writing; the `O_ACCMODE` of some libraries has more in it.
#define MODES 3

/// The first system call that nobody has looked at here.
#define FIRST_UNKNOWN 452

/// Refused: what reaches other processes, the system, or files without a path.
static const int refused[] = {
    SYS_ptrace, SYS_process_vm_writev, SYS_kcmp, SYS_tkill, SYS_rt_sigqueueinfo,
    SYS_rt_tgsigqueueinfo, 424 /* pidfd_send_signal */, 434 /* pidfd_open */, 438 /* pidfd_getfd */,
    SYS_setsid, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_mount, SYS_umount2,
    SYS_pivot_root, SYS_chroot, SYS_setns, SYS_unshare, 428 /* open_tree */, 429 /* move_mount */,
    430 /* fsopen */, 431 /* fsconfig */, 432 /* fsmount */, 433 /* fspick */,
    442 /* mount_setattr */, SYS_bpf, SYS_perf_event_open, SYS_keyctl, SYS_add_key, SYS_request_key,
    SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_userfaultfd, SYS_fanotify_init,
    SYS_inotify_add_watch, SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open,
    SYS_mq_unlink, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_kexec_load, SYS_reboot,
    SYS_swapon, SYS_swapoff, SYS_sethostname, SYS_setdomainname, SYS_settimeofday,
    SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_quotactl, SYS_acct, SYS_syslog,
    SYS_personality,
    // How others are scheduled, and where their memory lies.
    SYS_setpriority, SYS_ioprio_set, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
    SYS_sched_setaffinity, SYS_move_pages, SYS_migrate_pages,
#if defined(__x86_64__)
    SYS_ioperm, SYS_iopl, SYS_modify_ldt,
#endif
};

/// Said not to exist, so that the C library does it in a way that can be looked at; the kernel's
/// queues would do it unseen.
static const int unknown[] = {
    435 /* clone3 */, 437 /* openat2 */, 425 /* io_uring_setup */, 426 /* io_uring_enter */,
    427 /* io_uring_register */, SYS_execveat,
    // Files of memory, which no limit counts.
    SYS_memfd_create, 447 /* memfd_secret */,
};

/// What may be asked of a descriptor. Devices, flags of files and signals of terminals are more than
/// a store needs.
static const uint32_t asked[] = {TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIOCLEX, FIONCLEX};

/// Refused of `fcntl`: signals to whoever one names, as older versions of Landlock let them pass.
static const uint32_t controls[] = {
    F_SETOWN, F_SETSIG, 15 /* F_SETOWN_EX */, F_SETLEASE, F_NOTIFY,
};

/// Refused of `prctl`: to hide from the guard, and to outlive it.
static const uint32_t processes[] = {PR_SET_DUMPABLE, PR_SET_PDEATHSIG};

/// Attributes of files, by path.
static const int attributes[] = {
    SYS_fchmodat, SYS_fchownat,
#if defined(__x86_64__)
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

static const int extended[] = {
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr,
    SYS_fremovexattr,
};

#define MOST_CODE 512

struct program {
  struct sock_filter code[MOST_CODE];
  unsigned short count;
};

static void add(struct program *program, struct sock_filter one) {
  if (program->count < MOST_CODE) program->code[program->count++] = one;
}

#define STATEMENT(code, value) add(p, (struct sock_filter)BPF_STMT(code, value))
#define JUMP(code, value, yes, no) add(p, (struct sock_filter)BPF_JUMP(code, value, yes, no))
#define LOAD(what) STATEMENT(BPF_LD | BPF_W | BPF_ABS, what)
#define NUMBER offsetof(struct seccomp_data, nr)
// The lower half: both architectures are little-endian.
#define ARGUMENT(i) (offsetof(struct seccomp_data, args) + 8 * (i))
#define ERROR(number) (SECCOMP_RET_ERRNO | (number))
#define RETURN(action) STATEMENT(BPF_RET | BPF_K, action)

static void answer(struct program *p, int call, uint32_t action) {
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 1);
  RETURN(action);
}

static void answer_all(struct program *p, const int *calls, size_t size, uint32_t action) {
  for (size_t i = 0; i < size / sizeof(int); i++) answer(p, calls[i], action);
}

/// Allowed with this value of an argument, or with 0 where that stands for it; refused otherwise.
static void only(struct program *p, int call, int argument, uint32_t value, bool zero) {
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5);
  LOAD(ARGUMENT(argument));
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, zero ? 0 : value, 0, 1);
  RETURN(SECCOMP_RET_ALLOW);
  RETURN(ERROR(EPERM));
}

/// Older versions of Landlock take emptying a file for reading it, and all of them take the mode that
/// is neither reading nor writing for nothing at all: it empties files and asks devices, too.
static void no_emptying(struct program *p, int call, int flags) {
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 7);
  LOAD(ARGUMENT(flags));
  STATEMENT(BPF_ALU | BPF_AND | BPF_K, O_TRUNC | MODES);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC, 2, 0);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, MODES, 1, 0);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, O_TRUNC | MODES, 0, 1);
  RETURN(ERROR(EACCES));
  RETURN(SECCOMP_RET_ALLOW);
}

/// A call whose argument decides: those listed get one answer, all others the other one.
static void choose(
    struct program *p, int call, int argument, const uint32_t *values, size_t size,
    uint32_t listed, uint32_t others) {
  unsigned char count = (unsigned char)(size / sizeof *values);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, (unsigned char)(count + 3));
  LOAD(ARGUMENT(argument));
  for (unsigned char i = 0; i < count; i++)
    JUMP(BPF_JMP | BPF_JEQ | BPF_K, values[i], (unsigned char)(count - i), 0);
  RETURN(others);
  RETURN(listed);
}

int storedoctor_install_filter(int landlock) {
  static struct program whole;
  struct program *p = &whole;
  uint32_t self = (uint32_t)getpid();
  p->count = 0;
  LOAD(offsetof(struct seccomp_data, arch));
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0);
  RETURN(SECCOMP_RET_KILL_PROCESS);
  LOAD(NUMBER);
  // Another numbering of the same calls, and calls of later kernels.
  JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_UNKNOWN, 0, 1);
  RETURN(ERROR(ENOSYS));

  answer_all(p, refused, sizeof refused, ERROR(EPERM));
  answer_all(p, unknown, sizeof unknown, ERROR(ENOSYS));
  // All that it starts stays in its group.
  answer(p, SYS_setpgid, ERROR(0));
#if defined(__x86_64__)
  answer(p, SYS_fork, SECCOMP_RET_USER_NOTIF);
  answer(p, SYS_vfork, SECCOMP_RET_USER_NOTIF);
#endif
  if (landlock < 3) answer(p, SYS_truncate, ERROR(EACCES));
  answer_all(p, attributes, sizeof attributes, ERROR(EPERM));
  // What writes a file sets its mode and times, too, and need not fail at it.
  answer(p, SYS_fchmod, ERROR(0));
  answer(p, SYS_fchown, ERROR(0));
  answer_all(p, extended, sizeof extended, ERROR(EOPNOTSUPP));
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_utimensat, 0, 4);
  LOAD(ARGUMENT(1));
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1);
  RETURN(ERROR(0));
  RETURN(ERROR(EPERM));

  // Threads are free, but for those with files that nobody finds to count; a new process is the
  // guard's to allow; new namespaces are not.
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 7);
  LOAD(ARGUMENT(0));
  JUMP(BPF_JMP | BPF_JSET | BPF_K, 0x7e020000, 2, 0);
  JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 3);
  JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_FILES, 1, 0);
  RETURN(ERROR(EPERM));
  RETURN(SECCOMP_RET_ALLOW);
  RETURN(SECCOMP_RET_USER_NOTIF);

  // The C library itself looks for local services, which is nothing to tell anybody.
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 5);
  LOAD(ARGUMENT(0));
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, 2 /* AF_INET */, 1, 0);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, 10 /* AF_INET6 */, 0, 1);
  RETURN(SECCOMP_RET_USER_NOTIF);
  RETURN(ERROR(EACCES));

  // Pairs of connected sockets lead nowhere else.
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 7);
  LOAD(ARGUMENT(0));
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1 /* AF_UNIX */, 0, 4);
  LOAD(ARGUMENT(1));
  STATEMENT(BPF_ALU | BPF_AND | BPF_K, 15);
  JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1 /* SOCK_STREAM */, 0, 1);
  RETURN(SECCOMP_RET_ALLOW);
  RETURN(ERROR(EACCES));

  only(p, SYS_kill, 0, self, false);
  only(p, SYS_tgkill, 0, self, false);
  only(p, SYS_prlimit64, 0, self, true);
  choose(p, SYS_ioctl, 1, asked, sizeof asked, SECCOMP_RET_ALLOW, ERROR(ENOTTY));
  choose(p, SYS_fcntl, 1, controls, sizeof controls, ERROR(EPERM), SECCOMP_RET_ALLOW);
  choose(p, SYS_prctl, 0, processes, sizeof processes, ERROR(EPERM), SECCOMP_RET_ALLOW);
#if defined(__x86_64__)
  no_emptying(p, SYS_open, 1);
#endif
  no_emptying(p, SYS_openat, 2);
  RETURN(SECCOMP_RET_ALLOW);

  // Part of a filter would be none.
  if (p->count == MOST_CODE) {
    errno = E2BIG;
    return -1;
  }
  struct sock_fprog prepared = {p->count, p->code};
  return (int)syscall(
      SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &prepared);
}

int storedoctor_refuse_messages(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, NUMBER),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmsg, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sendmmsg, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, ERROR(EPERM)),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog prepared = {sizeof code / sizeof *code, code};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &prepared);
}

uint32_t storedoctor_answer(int listener, uint32_t *processes) {
  // Kernels may know longer forms than the headers.
  union {
    struct seccomp_notif value;
    char bytes[512];
  } question;
  union {
    struct seccomp_notif_resp value;
    char bytes[512];
  } reply;
  memset(&question, 0, sizeof question);
  memset(&reply, 0, sizeof reply);
  if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return 0;
  uint32_t result = 0;
  reply.value.id = question.value.id;
  if (question.value.data.nr == SYS_socket) {
    reply.value.error = -EACCES;
    result = STOREDOCTOR_REFUSED_NETWORK;
  } else if (*processes > 0) {
    *processes -= 1;
    reply.value.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
  } else {
    reply.value.error = -EAGAIN;
    result = STOREDOCTOR_REFUSED_PROCESS;
  }
  ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &reply);
  return result;
}

#endif
