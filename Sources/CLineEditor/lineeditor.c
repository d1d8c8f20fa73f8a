// The line editor behind one small interface, so that GNU readline and libedit can be exchanged
// and no global variable of theirs reaches Swift.
#define _GNU_SOURCE
#include "lineeditor.h"
#include "interrupts.h"
#include <errno.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>
#include <wchar.h>
#ifdef STOREDOCTOR_LIBEDIT
#include <editline/readline.h>
#else
#include <readline/history.h>
#include <readline/readline.h>
#endif

enum { CANDIDATES = 1024 };
static storedoctor_complete_function completer;
static char *candidates[CANDIDATES];
static int candidate_count, next_candidate;

const char *storedoctor_line_editor_name(void) { return rl_library_version; }

static char *next_match(const char *text, int state) {
  (void)text;
  if (state == 0) next_candidate = 0;
  return next_candidate < candidate_count ? strdup(candidates[next_candidate++]) : NULL;
}

#ifdef STOREDOCTOR_LIBEDIT
// libedit counts characters, and the line has bytes. A byte that begins none counts as one.
static int bytes_before(int characters) {
  if (!rl_line_buffer) return 0;
  size_t length = strlen(rl_line_buffer), offset = 0;
  for (; characters > 0 && offset < length; characters--) {
    mbstate_t state = {0};
    size_t size = mbrlen(rl_line_buffer + offset, length - offset, &state);
    offset += size == 0 || size > length - offset ? 1 : size;
  }
  return (int)offset;
}
#endif

// `text`, `rl_line_buffer` and their lengths are the editor's, valid during this call; the candidates
// are ours until the next one. Readers of `candidates` get copies, which the editor frees.
static char **complete(const char *text, int start, int end) {
  rl_attempted_completion_over = 1;  // never fall back to file names
  for (int i = 0; i < candidate_count; i++) free(candidates[i]);
  candidate_count = 0;
#ifdef STOREDOCTOR_LIBEDIT
  start = bytes_before(end) - (int)strlen(text);
#else
  (void)end;
#endif
  if (completer && start >= 0 && rl_line_buffer)
    candidate_count = completer(rl_line_buffer, text, start, candidates, CANDIDATES);
  // A folder is not the end of a path, nor a bracket of a call.
  rl_completion_append_character = ' ';
  if (candidate_count == 1) {
    size_t length = strlen(candidates[0]);
    if (length > 0 && strchr("/(=", candidates[0][length - 1])) rl_completion_append_character = '\0';
  }
  return candidate_count > 0 ? rl_completion_matches(text, next_match) : NULL;
}

void storedoctor_line_editor_start(storedoctor_complete_function complete_function, int size) {
  setlocale(LC_CTYPE, "");
  storedoctor_interrupts_keep();
  completer = complete_function;
  rl_readline_name = "storedoctor";
#ifdef STOREDOCTOR_LIBEDIT
  rl_initialize();  // libedit resets the variables below unless it has been initialised
#else
  rl_catch_signals = 1;  // Ctrl-Z and the like restore the terminal
  rl_persistent_signal_handlers = 1;
#endif
  rl_attempted_completion_function = complete;
  // Dots and hyphens belong to words: property paths, versions, options, file names.
  rl_completer_word_break_characters = (char *)" \t\n\"'(),;=<>";
  using_history();
  stifle_history(size);
}

static char *finished;
static int is_finished;

static void finish(char *line) {
  finished = line;
  is_finished = 1;
  rl_callback_handler_remove();  // otherwise readline shows the next prompt at once
}

// Keys are fed to readline one by one, so that Ctrl-C is an event like a key, seen only between
// two of them: jumping out of readline from a signal handler leaves it in an unknown state.
storedoctor_line_status storedoctor_line_editor_read(const char *prompt, char **line) {
  *line = NULL;
  is_finished = 0;
  int interrupted = storedoctor_interrupts_begin_line();
  // While a command or a pager ran, nobody told the editor of another size.
#ifdef STOREDOCTOR_LIBEDIT
  rl_resize_terminal();
#else
  if (rl_instream) rl_reset_screen_size();  // unset before the first line, and taken for granted
#endif
  rl_callback_handler_install(prompt, finish);
  storedoctor_interrupts_handle();  // readline has just put its own handler there
  while (!is_finished) {
    fd_set ready;
    FD_ZERO(&ready);
    FD_SET(STDIN_FILENO, &ready);
    FD_SET(interrupted, &ready);
    int count = select(interrupted + 1, &ready, NULL, NULL, NULL);
    if (count < 0 && errno != EINTR) break;
    if (count < 0) {
#ifdef STOREDOCTOR_LIBEDIT
      rl_resize_terminal();
#else
      rl_check_signals();
#endif
      continue;
    }
    if (FD_ISSET(interrupted, &ready)) {
#ifndef STOREDOCTOR_LIBEDIT
      rl_echo_signal_char(SIGINT);
      rl_callback_sigcleanup();
      rl_free_line_state();
#endif
      rl_callback_handler_remove();
      fputs("\n", stdout);
      fflush(stdout);
      storedoctor_interrupts_end_line(1);
      return STOREDOCTOR_INTERRUPTED;
    }
    rl_callback_read_char();
  }
  storedoctor_interrupts_end_line(0);
  *line = finished;
  return is_finished && *line ? STOREDOCTOR_LINE : STOREDOCTOR_END;
}

void storedoctor_line_editor_remember(const char *entry) { add_history(entry); }
