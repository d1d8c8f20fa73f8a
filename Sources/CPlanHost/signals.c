// The Swift runtime writes down where a program crashed and lets it go on, so that what crashed it does
// so again. A signal that was sent does not come again: it has to be sent once more.

#define _GNU_SOURCE
#include "planhost.h"

#include <signal.h>
#include <stddef.h>

static const int deadly[] = {SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
enum { count = sizeof deadly / sizeof *deadly };

static struct sigaction runtime[count];

static void end(int number, siginfo_t *information, void *context) {
  for (int i = 0; i < count; i++)
    if (deadly[i] == number) runtime[i].sa_sigaction(number, information, context);
  // What the kernel found is above 0. The default action waits until this handler is left.
  if (information->si_code > 0) return;
  signal(number, SIG_DFL);
  raise(number);
}

void storedoctor_end_by_signals(void) {
  for (int i = 0; i < count; i++) {
    struct sigaction own;
    if (sigaction(deadly[i], NULL, &runtime[i]) != 0) continue;
    // Without a handler the system does it.
    if (!(runtime[i].sa_flags & SA_SIGINFO)) continue;
    own = runtime[i];
    own.sa_sigaction = end;
    sigaction(deadly[i], &own, NULL);
  }
}
