#ifndef STOREDOCTOR_PLANHOST_H
#define STOREDOCTOR_PLANHOST_H

/// Calls `body`, in which `storedoctor_followable` may be asked.
void storedoctor_follow(void (*body)(void *context), void *context);

/// How many calls a walk along frame pointers may go from here without leaving the stack, at most
/// `most`; 0 where the code was compiled without them.
int storedoctor_followable(int most);

/// Signals that end a program do so from now on also where they were sent to it.
void storedoctor_end_by_signals(void);

/// Forgets the paths that were refused.
void storedoctor_forget_refused(void);

/// Paths that the system refused since then, each on a line of its own; returns the length.
int storedoctor_refused(char *text, int size);

#endif
