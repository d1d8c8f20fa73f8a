#include "lineeditor.h"
#include <stdio.h>
#ifdef STOREDOCTOR_LIBEDIT
#include <editline/readline.h>
#else
#include <readline/readline.h>
#endif
const char *storedoctor_line_editor_name(void) { return rl_library_version; }
