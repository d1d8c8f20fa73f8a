#ifndef STOREDOCTOR_FILTER_H
#define STOREDOCTOR_FILTER_H

#include "launcher.h"

// The system calls of these two are known here.
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define STOREDOCTOR_CONFINES 1
/// Returns the descriptor on which the kernel asks, or -1 with errno.
int storedoctor_install_filter(int landlock);
#endif

#endif
