// SIGINT, SIGTERM and SIGHUP: cleans up, then ends by the same signal, as whoever sent it expects.
#define _GNU_SOURCE
#include "lineeditor.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static int ends[2] = {-1, -1};
static void (*cleanup)(void);
static volatile sig_atomic_t received;
static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
enum { count = sizeof numbers / sizeof *numbers };

// Only writes a byte: cleaning up takes locks and memory.
static void handle(int signal) {
  int saved = errno;
  unsigned char byte = (unsigned char)signal;
  received = signal;
  ssize_t ignored = write(ends[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

static void do_nothing(int signal) { (void)signal; }

static void *watch(void *unused) {
  (void)unused;
  unsigned char byte = 0;
  while (read(ends[0], &byte, 1) != 1) {}
  // Whoever does not want to wait for the cleaning up says it once more.
  for (int i = 0; i < count; i++) signal(numbers[i], SIG_DFL);
  cleanup();
  storedoctor_end_by_signal(byte);
  return NULL;
}

void storedoctor_await_end(void) {
  while (received) pause();
}

void storedoctor_end_by_signal(int number) {
  signal(number, SIG_DFL);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number);
  pthread_sigmask(SIG_UNBLOCK, &set, NULL);
  kill(getpid(), number);
  for (;;) pause();
}

void storedoctor_on_termination(void (*run)(void)) {
  struct sigaction action = {0}, before;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  // A reader that went away is an error of 'write'; unlike SIG_IGN no other program inherits this.
  action.sa_handler = do_nothing;
  sigaction(SIGPIPE, &action, NULL);
  // So is a file that grew beyond what the user may write.
  sigaction(SIGXFSZ, &action, NULL);
  if (ends[0] >= 0 || pipe(ends) != 0) return;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  cleanup = run;
  pthread_t thread;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);  // the new thread inherits this
  int failed = pthread_create(&thread, NULL, watch, NULL);
  if (!failed) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
  if (failed) return;
  action.sa_handler = handle;
  sigset_t ours;
  sigemptyset(&ours);
  for (int i = 0; i < count; i++) {
    sigaddset(&ours, numbers[i]);
    // 'nohup' and background jobs ignore some on purpose.
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction(numbers[i], &action, NULL);
  }
  // Who starts this program from a thread that blocks them hands that down, and nobody could end it.
  pthread_sigmask(SIG_UNBLOCK, &ours, NULL);
}
