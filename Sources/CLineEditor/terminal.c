// Terminal size, Ctrl-C while a statement runs, and the pager: the parts of a shell that need
// signals and processes.
#define _GNU_SOURCE
#include "lineeditor.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <unistd.h>

extern char **environ;

int storedoctor_terminal_size(int fd, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 0;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 1;
}

// The handler only writes a byte; a thread does the rest, because the callback takes locks.
static int wake[2] = {-1, -1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void (*callback)(void *);
static void *callback_context;
static struct sigaction previous;

static void handle(int signal) {
  (void)signal;
  int saved = errno;
  char byte = 0;
  ssize_t ignored = write(wake[1], &byte, 1);
  (void)ignored;
  errno = saved;
}

static void *watch(void *unused) {
  (void)unused;
  char byte;
  for (;;) {
    ssize_t count = read(wake[0], &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return NULL;
    pthread_mutex_lock(&lock);
    if (callback) callback(callback_context);
    pthread_mutex_unlock(&lock);
  }
}

void storedoctor_on_interrupt(void (*interrupt)(void *), void *context) {
  if (wake[0] < 0) {
    if (pipe(wake) != 0) return;
    for (int i = 0; i < 2; i++) fcntl(wake[i], F_SETFD, FD_CLOEXEC);
    fcntl(wake[1], F_SETFL, O_NONBLOCK);
    pthread_t thread;
    sigset_t all, old;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &old);  // signals go to the main thread
    if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &old, NULL);
  }
  pthread_mutex_lock(&lock);
  int was_set = callback != NULL;
  callback = interrupt;
  callback_context = context;
  pthread_mutex_unlock(&lock);
  if (interrupt && !was_set) {
    struct sigaction action = {0};
    action.sa_handler = handle;
    action.sa_flags = SA_RESTART;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, &previous);
  } else if (!interrupt && was_set) {
    sigaction(SIGINT, &previous, NULL);
  }
}

int storedoctor_pager_start(const char *command, int *pid) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  char *const arguments[] = {"sh", "-c", (char *)command, NULL};
  pid_t child = 0;
  int error = posix_spawn(&child, "/bin/sh", &actions, NULL, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (error != 0) {
    close(ends[1]);
    return -1;
  }
  *pid = (int)child;
  return ends[1];
}
