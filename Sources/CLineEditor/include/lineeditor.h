#ifndef STOREDOCTOR_LINEEDITOR_H
#define STOREDOCTOR_LINEEDITOR_H

/// Fills `out` (room for `capacity`) with malloc'ed candidates for `word`, which stands at byte
/// `start` of `line`; returns how many.
typedef int (*storedoctor_complete_function)(
    const char *line, const char *word, int start, char **out, int capacity);

typedef enum {
  STOREDOCTOR_LINE = 0,
  STOREDOCTOR_END = 1,
  STOREDOCTOR_INTERRUPTED = 2
} storedoctor_line_status;

/// "8.2" for GNU readline, "EditLine wrapper" for libedit.
const char *storedoctor_line_editor_name(void);

/// Call once, before the first line, and only when standard input is a terminal.
void storedoctor_line_editor_start(storedoctor_complete_function complete, int history_size);

/// Reads one line. `*line` is malloc'ed and set only for STOREDOCTOR_LINE. Ctrl-C drops the line.
storedoctor_line_status storedoctor_line_editor_read(const char *prompt, char **line);

/// Adds an entry that may have several lines.
void storedoctor_line_editor_remember(const char *entry);

/// Calls `interrupt(context)` on its own thread after a SIGINT, every 20 ms, until the next line is
/// read or this is called with NULL. Ctrl-C then stops the running statement and nothing else.
void storedoctor_on_interrupt(void (*interrupt)(void *context), void *context);

/// Does what Ctrl-C does to the running command. Any thread may call it once storedoctor_on_interrupt
/// was called.
void storedoctor_interrupt(void);

/// Calls `cleanup` on its own thread after SIGINT, SIGTERM or SIGHUP and then ends by that signal, at
/// once if another comes meanwhile; signals that are ignored stay so. Writing to a closed pipe becomes an error. Call it once.
void storedoctor_on_termination(void (*cleanup)(void));

/// Does not return once such a signal has come: what fails then fails because its files are being
/// removed, and is neither worth a message nor how the process ends.
void storedoctor_await_end(void);

/// Ends the process by a signal's default action. Does not return.
void storedoctor_end_by_signal(int number);

/// Columns and rows of the terminal behind `fd`; 0 when there is none.
int storedoctor_terminal_size(int fd, int *columns, int *rows);

/// Runs `command` with the shell, reading from a new pipe. Returns the pipe's writing end, or -1.
/// The program gets Ctrl-C as programs do; where it is to ignore it, this process must ignore it now.
int storedoctor_program_start(const char *command, int ignores_interrupt, int *pid);

#endif
