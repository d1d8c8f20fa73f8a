// The guard and the start of the program: see launcher.h.

#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "launcher.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int wakeup_pipe[2];

static void wake(int signal) {
  (void)signal;
  int error = errno;
  char byte = 0;
  (void)!write(wakeup_pipe[1], &byte, 1);
  errno = error;
}

static void tell(int descriptor, int kind, int value, int detail, uint32_t refused) {
  struct storedoctor_news news = {kind, value, detail, refused};
  while (write(descriptor, &news, sizeof news) < 0 && errno == EINTR) {
  }
}

static void close_between(unsigned first, unsigned last) {
  if (first > last) return;
#if defined(__linux__) && defined(SYS_close_range)
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  long most = sysconf(_SC_OPEN_MAX);
  if (most < 0 || most > 65536) most = 65536;
  for (unsigned descriptor = first; descriptor <= last && descriptor < (unsigned)most; descriptor++)
    close((int)descriptor);
}

/// Closes every descriptor but these.
static void close_all_but(const int *kept, int count) {
  unsigned next = 0;
  while (true) {
    int nearest = -1;
    for (int i = 0; i < count; i++)
      if (kept[i] >= 0 && (unsigned)kept[i] >= next && (nearest < 0 || kept[i] < nearest))
        nearest = kept[i];
    if (nearest < 0) break;
    if ((unsigned)nearest > next) close_between(next, (unsigned)nearest - 1);
    next = (unsigned)nearest + 1;
  }
  close_between(next, ~0u);
}

static void reset_signals(void) {
  for (int number = 1; number < NSIG; number++) signal(number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void limit(int resource, uint64_t value, uint64_t more) {
  if (value == 0) return;
  struct rlimit limits;
  if (getrlimit(resource, &limits) != 0) return;
  if (limits.rlim_max > value + more) limits.rlim_max = value + more;
  limits.rlim_cur = limits.rlim_max < value ? limits.rlim_max : value;
  setrlimit(resource, &limits);
}

/// Hands a descriptor over.
static int send_descriptor(int socket, int descriptor) {
  char byte = 0;
  struct iovec part = {&byte, 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  memset(&control, 0, sizeof control);
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(header), &descriptor, sizeof(int));
  return sendmsg(socket, &message, 0) == 1 ? 0 : -1;
}

static int receive_descriptor(int socket) {
  char byte;
  struct iovec part = {&byte, 1};
  union {
    struct cmsghdr header;
    char bytes[CMSG_SPACE(sizeof(int))];
  } control;
  struct msghdr message = {0};
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.bytes;
  message.msg_controllen = sizeof control.bytes;
  ssize_t count;
  while ((count = recvmsg(socket, &message, 0)) < 0 && errno == EINTR) {
  }
  struct cmsghdr *header = count == 1 ? CMSG_FIRSTHDR(&message) : NULL;
  if (header == NULL || header->cmsg_type != SCM_RIGHTS) return -1;
  int descriptor;
  memcpy(&descriptor, CMSG_DATA(header), sizeof(int));
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

/// The program's process, up to its exec.
static void become(const struct storedoctor_launch *launch, pid_t guard, int failure, int socket) {
  setpgid(0, 0);
#if defined(__linux__)
  // Should the guard be killed itself.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != guard) _exit(127);
  reset_signals();
  int kept[] = {launch->descriptors[0], launch->descriptors[1], launch->descriptors[2],
                launch->descriptors[3], launch->ruleset, failure, socket};
  close_all_but(kept, 7);
  for (int number = 0; number < 4; number++)
    if (dup2(launch->descriptors[number], number) < 0) goto failed;
  for (int number = 0; number < 4; number++) close(launch->descriptors[number]);
  if (launch->folder != NULL && chdir(launch->folder) != 0) goto failed;
  limit(RLIMIT_AS, launch->memory, 0);
  // The first signal says why, the second one ends also what does not listen.
  limit(RLIMIT_CPU, launch->processor, 5);
  limit(RLIMIT_FSIZE, launch->file, 0);
  // With 0 programs that collect core dumps are still started, with 1 they are not.
  struct rlimit none = {1, 1};
  setrlimit(RLIMIT_CORE, &none);
  if (launch->ruleset >= 0) {
    int listener = storedoctor_confine(launch);
    if (listener < 0 || send_descriptor(socket, listener) != 0) goto failed;
    if (storedoctor_refuse_messages() != 0) goto failed;
    close(listener);
    close(launch->ruleset);
  }
  close(socket);
  execve(launch->program, launch->arguments, launch->environment);
failed:;
  int error = errno;
  (void)!write(failure, &error, sizeof error);
  _exit(127);
}

/// Sends a signal to every child of this process: what a child leaves behind becomes one.
static void signal_children(int number) {
#if defined(__linux__)
  char path[64] = "/proc/self/task/", text[4096];
  char digits[16];
  int length = 0;
  for (int rest = getpid(); rest > 0; rest /= 10) digits[length++] = (char)('0' + rest % 10);
  char *end = path + strlen(path);
  while (length > 0) *end++ = digits[--length];
  memcpy(end, "/children", 10);
  int list = open(path, O_RDONLY | O_CLOEXEC);
  if (list < 0) return;
  ssize_t count = read(list, text, sizeof text - 1);
  close(list);
  pid_t process = 0;
  for (ssize_t i = 0; i < count; i++) {
    if (text[i] >= '0' && text[i] <= '9') {
      process = process * 10 + (text[i] - '0');
    } else {
      if (process > 1) kill(process, number);
      process = 0;
    }
  }
#else
  (void)number;
#endif
}

static void pause_shortly(void) {
  struct timespec time = {0, 1000000};
  nanosleep(&time, NULL);
}

/// Ends all that is left. The group holds whatever a confined program starts, since it cannot leave
/// it; what another program's children left behind is found among this process's own.
static bool end_descendants(pid_t program) {
  bool any = kill(-program, 0) == 0;
  for (int round = 0; round < 5000; round++) {
    kill(-program, SIGKILL);
    signal_children(SIGKILL);
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) any = true;
    if (ended < 0 && errno == ECHILD) break;
    pause_shortly();
  }
  return any;
}

/// Ends what does not stop: a thread that waits in `vfork` for its child never does.
static void stop(pid_t program, int *status, bool *is_over) {
  kill(-program, SIGSTOP);
  for (int round = 0; round < 5000; round++) {
    pid_t changed = waitpid(program, status, WUNTRACED | WNOHANG);
    if (changed == program) {
      *is_over = !WIFSTOPPED(*status);
      return;
    }
    pause_shortly();
  }
  kill(-program, SIGKILL);
  while (waitpid(program, status, 0) < 0 && errno == EINTR) {
  }
  *is_over = true;
}

static void guard(const struct storedoctor_launch *launch) {
  int failure[2], socket[2];
  int kept[] = {launch->descriptors[0], launch->descriptors[1], launch->descriptors[2],
                launch->descriptors[3], launch->control, launch->news, launch->ruleset};
  close_all_but(kept, 7);
  reset_signals();
  // Away from the terminal, too, to which a program could otherwise type.
  setsid();
  // Only the end of `control` ends it.
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  signal(SIGQUIT, SIG_IGN);
  signal(SIGPIPE, SIG_IGN);
  // Above the numbers the program gets.
  int made[6] = {-1, -1, -1, -1, -1, -1};
  bool isMade = pipe(made) == 0 && pipe(made + 2) == 0 &&
                socketpair(AF_UNIX, SOCK_STREAM, 0, made + 4) == 0;
  for (int i = 0; isMade && i < 6; i++) {
    int moved = fcntl(made[i], F_DUPFD_CLOEXEC, 10);
    isMade = moved >= 0;
    close(made[i]);
    made[i] = moved;
  }
  if (!isMade) {
    tell(launch->news, STOREDOCTOR_STARTED, errno, 0, 0);
    _exit(1);
  }
  memcpy(wakeup_pipe, made, sizeof wakeup_pipe);
  memcpy(failure, made + 2, sizeof failure);
  memcpy(socket, made + 4, sizeof socket);
  fcntl(wakeup_pipe[0], F_SETFL, O_NONBLOCK);
  fcntl(wakeup_pipe[1], F_SETFL, O_NONBLOCK);
  signal(SIGCHLD, wake);
#if defined(__linux__)
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_NAME, "storedoctor-grd");
#endif

  pid_t self = getpid();
  pid_t program = fork();
  if (program < 0) {
    tell(launch->news, STOREDOCTOR_STARTED, errno, 0, 0);
    _exit(1);
  }
  if (program == 0) become(launch, self, failure[1], socket[1]);
  setpgid(program, program);
  for (int number = 0; number < 4; number++) close(launch->descriptors[number]);
  close(failure[1]);
  close(socket[1]);
  int listener = launch->ruleset >= 0 ? receive_descriptor(socket[0]) : -1;
  close(socket[0]);
  if (launch->ruleset >= 0) close(launch->ruleset);
  int error = 0;
  ssize_t count;
  while ((count = read(failure[0], &error, sizeof error)) < 0 && errno == EINTR) {
  }
  close(failure[0]);
  if (count == sizeof error) {
    end_descendants(program);
    tell(launch->news, STOREDOCTOR_STARTED, error == 0 ? EIO : error, 0, 0);
    _exit(1);
  }
  tell(launch->news, STOREDOCTOR_STARTED, 0, program, 0);

  uint32_t refused = 0, processes = launch->processes;
  int status = 0;
  bool is_over = false;
  while (!is_over) {
    struct pollfd polled[3] = {
        {launch->control, POLLIN, 0}, {wakeup_pipe[0], POLLIN, 0}, {listener, POLLIN, 0}};
    if (poll(polled, listener >= 0 ? 3 : 2, -1) < 0) continue;
    if (listener >= 0 && polled[2].revents != 0) {
      if (polled[2].revents & POLLIN) {
        refused |= storedoctor_answer(listener, &processes);
      } else {
        close(listener);
        listener = -1;
      }
    }
    if (polled[1].revents != 0) {
      char bytes[64];
      while (read(wakeup_pipe[0], bytes, sizeof bytes) > 0) {
      }
      int one;
      pid_t ended;
      while ((ended = waitpid(-1, &one, WNOHANG)) > 0) {
        if (ended != program) continue;
        status = one;
        is_over = true;
      }
    }
    if (polled[0].revents != 0 && !is_over) {
      unsigned char number = SIGKILL;
      if (read(launch->control, &number, 1) < 0 && errno == EINTR) continue;
      if (number == SIGSTOP) {
        stop(program, &status, &is_over);
        if (!is_over) tell(launch->news, STOREDOCTOR_STOPPED, 0, 0, refused);
        if (!is_over) refused = 0;
      } else if (number == SIGCONT) {
        kill(-program, SIGCONT);
      } else if (number == SIGKILL) {
        kill(program, SIGKILL);
        while (waitpid(program, &status, 0) < 0 && errno == EINTR) {
        }
        is_over = true;
      } else {
        kill(program, number);
      }
    }
  }
  bool any = end_descendants(program);
  tell(launch->news, STOREDOCTOR_ENDED, status, any, refused);
  _exit(0);
}

pid_t storedoctor_launch(const struct storedoctor_launch *launch) {
  sigset_t all, before;
  sigfillset(&all);
  // No handler of this process may run in the guard.
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pid_t process = fork();
  if (process == 0) guard(launch);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return process;
}
