// Terminal size, and programs that read what is shown.
#define _GNU_SOURCE
#include "lineeditor.h"
#include <fcntl.h>
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

// Not under a guard, as other programs are: it has the terminal, and outlives Ctrl-C.
// Everything that is made here is let go here, but for the writing end, which is the caller's.
int storedoctor_program_start(const char *command, int ignores_interrupt, int *pid) {
  int ends[2];
  if (pipe(ends) != 0) return -1;
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  // What this process ignores, a program ignores too, unless it is told otherwise.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t usual;
  sigemptyset(&usual);
  if (!ignores_interrupt) sigaddset(&usual, SIGINT);
  posix_spawnattr_setsigdefault(&attributes, &usual);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  // 'posix_spawn' does not write to its arguments, though their type says that it may.
  char *const arguments[] = {"sh", "-c", (char *)command, NULL};
  pid_t child = 0;
  int error = posix_spawn(&child, "/bin/sh", &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  if (error != 0) {
    close(ends[1]);
    return -1;
  }
  *pid = (int)child;
  return ends[1];
}
