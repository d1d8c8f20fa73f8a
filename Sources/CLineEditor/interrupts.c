// Ctrl-C: drops the line while one is typed, stops the running command otherwise.
#define _GNU_SOURCE
#include "interrupts.h"
#include "lineeditor.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

// The handler only writes bytes: one for the line editor's loop, one for the watching thread,
// which may take locks. Any thread may get the signal.
static int line_pipe[2] = {-1, -1}, command_pipe[2] = {-1, -1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*callback)(void *);
static void *callback_context;
static int is_kept, is_line, is_pending, is_handled;
static struct sigaction before;

static void handle(int signal) {
  (void)signal;
  int saved = errno;
  ssize_t ignored = write(line_pipe[1], "", 1);
  ignored = write(command_pipe[1], "", 1);
  (void)ignored;
  errno = saved;
}

static int drain(int descriptor) {
  char bytes[64];
  int found = 0;
  while (read(descriptor, bytes, sizeof bytes) > 0) found = 1;
  return found;
}

static int make_pipe(int ends[2]) {
  if (pipe(ends) != 0) return 0;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 1;
}

// SQLite forgets an interrupt that comes before a statement's first step, so a command is told
// again until it ends: Ctrl-C typed right after Return is not lost.
static void *watch(void *unused) {
  (void)unused;
  int milliseconds = -1;
  for (;;) {
    struct pollfd poller = {.fd = command_pipe[0], .events = POLLIN};
    int count = poll(&poller, 1, milliseconds);
    pthread_mutex_lock(&lock);
    if (count > 0 && drain(command_pipe[0])) is_pending = 1;
    if (is_line || (!callback && !is_kept)) is_pending = 0;
    if (is_pending && callback) callback(callback_context);
    milliseconds = is_pending ? 20 : -1;
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void start(void) {
  if (command_pipe[0] >= 0 || !make_pipe(line_pipe) || !make_pipe(command_pipe)) return;
  pthread_t thread;
  sigset_t all, old;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &old);  // the new thread inherits this
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &old, NULL);
}

void storedoctor_interrupts_handle(void) {
  struct sigaction action = {0};
  action.sa_handler = handle;  // unlike SIG_IGN, not inherited by the pager
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, is_handled ? NULL : &before);
  is_handled = 1;
}

void storedoctor_interrupts_keep(void) {
  start();
  is_kept = 1;
  storedoctor_interrupts_handle();
}

int storedoctor_interrupts_begin_line(void) {
  pthread_mutex_lock(&lock);
  is_line = 1;
  is_pending = 0;
  drain(command_pipe[0]);
  drain(line_pipe[0]);
  pthread_mutex_unlock(&lock);
  return line_pipe[0];
}

void storedoctor_interrupts_end_line(int was_interrupted) {
  pthread_mutex_lock(&lock);
  is_line = 0;
  // Typed after Return, but before anybody could tell.
  if (!was_interrupted && drain(line_pipe[0])) handle(SIGINT);
  pthread_mutex_unlock(&lock);
  storedoctor_interrupts_handle();
}

void storedoctor_interrupt(void) {
  if (command_pipe[1] < 0) return;
  ssize_t ignored = write(command_pipe[1], "", 1);
  (void)ignored;
}

void storedoctor_on_interrupt(void (*interrupt)(void *), void *context) {
  start();
  pthread_mutex_lock(&lock);
  callback = interrupt;
  callback_context = context;
  pthread_mutex_unlock(&lock);
  if (is_kept) return;
  if (interrupt) {
    storedoctor_interrupts_handle();
  } else if (is_handled) {
    is_handled = 0;
    sigaction(SIGINT, &before, NULL);
  }
}
