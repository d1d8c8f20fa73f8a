// Terminal size and pager.
#define _GNU_SOURCE
#include "lineeditor.h"
#include <fcntl.h>
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
