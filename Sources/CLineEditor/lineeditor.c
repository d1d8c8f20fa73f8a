// The line editor behind one small interface, so that GNU readline and libedit can be exchanged
// and no global variable of theirs reaches Swift.
#define _GNU_SOURCE
#include "lineeditor.h"
#include <locale.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

static char **complete(const char *text, int start, int end) {
  (void)end;
  rl_attempted_completion_over = 1;  // never fall back to file names
  for (int i = 0; i < candidate_count; i++) free(candidates[i]);
  candidate_count = completer ? completer(rl_line_buffer, text, start, candidates, CANDIDATES) : 0;
  // A folder is not the end of a path.
  rl_completion_append_character = ' ';
  if (candidate_count == 1) {
    size_t length = strlen(candidates[0]);
    if (length > 0 && candidates[0][length - 1] == '/') rl_completion_append_character = '\0';
  }
  return candidate_count > 0 ? rl_completion_matches(text, next_match) : NULL;
}

static void stay(int signal) { (void)signal; }

void storedoctor_line_editor_start(storedoctor_complete_function complete_function, int size) {
  setlocale(LC_CTYPE, "");
  // Between a line's end and its statement's start nobody else listens: Ctrl-C must not end the
  // shell then. A handler, unlike SIG_IGN, is not inherited by the pager.
  struct sigaction action = {0};
  action.sa_handler = stay;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  completer = complete_function;
  rl_readline_name = "storedoctor";
#ifdef STOREDOCTOR_LIBEDIT
  rl_initialize();  // libedit resets the variables below unless it has been initialised
#else
  rl_catch_signals = 1;
#endif
  rl_attempted_completion_function = complete;
  // Dots and hyphens belong to words: property paths, versions, options, file names.
  rl_completer_word_break_characters = (char *)" \t\n\"'(),;=<>";
  using_history();
  stifle_history(size);
}

static sigjmp_buf after_interrupt;
static volatile sig_atomic_t is_reading;

static void handle_interrupt(int signal) {
  (void)signal;
  if (is_reading) siglongjmp(after_interrupt, 1);
}

storedoctor_line_status storedoctor_line_editor_read(const char *prompt, char **line) {
  struct sigaction action = {0}, previous;
  action.sa_handler = handle_interrupt;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, &previous);
  storedoctor_line_status status;
  *line = NULL;
  if (sigsetjmp(after_interrupt, 1) != 0) {
    is_reading = 0;
#ifdef STOREDOCTOR_LIBEDIT
    rl_deprep_terminal();
#else
    rl_free_line_state();
    rl_cleanup_after_signal();
    rl_callback_sigcleanup();
#endif
    rl_point = rl_end = 0;
    if (rl_line_buffer) rl_line_buffer[0] = '\0';
    fputs("\n", stdout);
    fflush(stdout);
    status = STOREDOCTOR_INTERRUPTED;
  } else {
    is_reading = 1;
    *line = readline(prompt);
    is_reading = 0;
    status = *line ? STOREDOCTOR_LINE : STOREDOCTOR_END;
  }
  sigaction(SIGINT, &previous, NULL);
  return status;
}

void storedoctor_line_editor_remember(const char *entry) { add_history(entry); }
