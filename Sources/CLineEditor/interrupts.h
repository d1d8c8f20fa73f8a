// Between the line editor and the handling of Ctrl-C; not for Swift.
#ifndef STOREDOCTOR_INTERRUPTS_H
#define STOREDOCTOR_INTERRUPTS_H

/// From now on Ctrl-C never ends the process.
void storedoctor_interrupts_keep(void);

/// Makes SIGINT ours again after a library has installed its own handler.
void storedoctor_interrupts_handle(void);

/// Ctrl-C now means the line: returns a descriptor that becomes readable with it.
int storedoctor_interrupts_begin_line(void);

/// The line is over. Unless Ctrl-C was its end, one that comes from now on means what it runs.
void storedoctor_interrupts_end_line(int was_interrupted);

#endif
