/// Scripts in JavaScript that choose proxies (PAC), run by Duktape: an interpreter without files, network or threads.
#pragma once

#include <stddef.h>

typedef struct cpac cpac;

/// An interpreter that takes at most so many bytes of memory. `functions` is an expression, whose value is a function
/// from text to text. NULL: there is no memory, or it does not run.
cpac *cpac_new(const char *functions, size_t length, size_t memory);

/// What that function says to a text: text until the next call. NULL: it failed, as when it needs more memory.
const char *cpac_answer(cpac *self, const char *text, size_t length);

void cpac_free(cpac *self);

/// Takes from this process what no script needs: files, network, other processes. It may still read and write what is
/// open, take memory, ask for the time, and end. 0; else the system refuses that. Only Linux knows how: elsewhere there
/// are limits of files and processes.
int cpac_confine(void);

/// Ends this process when it works for so many seconds of processor time without being told so again; 0: it does not.
void cpac_limit_time(long seconds);
