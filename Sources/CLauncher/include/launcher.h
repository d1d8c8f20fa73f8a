#ifndef STOREDOCTOR_LAUNCHER_H
#define STOREDOCTOR_LAUNCHER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// Starts programs under a guard: a process between this one and the program that ends the program
// and all it started when it is told to, when the program ends, and when this process is gone.
//
// Nothing here is Swift, because only C that allocates nothing may run between fork and exec in a
// process with threads.

/// What a path below a ruleset allows.
enum {
  STOREDOCTOR_READ = 1,
  STOREDOCTOR_WRITE = 2,
  STOREDOCTOR_EXECUTE = 4,
};

struct storedoctor_path {
  const char *path;
  uint32_t access;
};

/// How a program is started.
struct storedoctor_launch {
  const char *program;
  char *const *arguments;
  char *const *environment;
  /// The folder it starts in.
  const char *folder;
  /// What becomes its descriptors 0 to 3; all above 3.
  int descriptors[4];
  /// Read by the guard: a byte is a signal for the program, its end the end of everything.
  int control;
  /// Written by the guard: `struct storedoctor_news`.
  int news;
  /// From `storedoctor_make_ruleset`; -1 starts the program with all rights of this one.
  int ruleset;
  /// Processes a confined program may start.
  uint32_t processes;
  /// Bytes of address space and of each file, seconds of processor time; 0 sets no limit.
  uint64_t memory, file, processor;
};

enum {
  STOREDOCTOR_STARTED = 1,
  STOREDOCTOR_STOPPED = 2,
  STOREDOCTOR_ENDED = 3,
};

/// What was refused to a confined program since the news before.
enum {
  STOREDOCTOR_REFUSED_NETWORK = 1,
  STOREDOCTOR_REFUSED_PROCESS = 2,
};

struct storedoctor_news {
  int32_t kind;
  /// Started: 0, or the error. Ended: the status as of waitpid.
  int32_t value;
  /// Started: the program's process. Ended: whether anything it had started was still there.
  int32_t detail;
  uint32_t refused;
};

/// The version of Landlock, where programs can be confined; 0 where they cannot.
int storedoctor_confinement_version(void);

/// The rules for a program that may reach these paths only; those that do not exist are left out.
/// Returns a descriptor, or -1 with errno.
int storedoctor_make_ruleset(const struct storedoctor_path *paths, int count);

/// Starts the guard, which starts the program. Returns the guard's process, or -1 with errno.
pid_t storedoctor_launch(const struct storedoctor_launch *launch);

// Between fork and exec; for the other files of this folder alone.

/// Takes all rights from this process but those of the ruleset. Returns the descriptor on which the
/// kernel asks about what only the guard decides, or -1 with errno.
int storedoctor_confine(const struct storedoctor_launch *launch);
/// Takes also the messages that hand descriptors over, and with them files that nobody finds to count:
/// the last one handed over that descriptor.
int storedoctor_refuse_messages(void);
/// Answers what the kernel asks on that descriptor.
uint32_t storedoctor_answer(int listener, uint32_t *processes);

#endif
