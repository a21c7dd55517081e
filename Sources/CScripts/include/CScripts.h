#ifndef CSCRIPTS_H
#define CSCRIPTS_H
// What scripts import, as bytes of the program (see CPage).
#include <stddef.h>

// The file of this number, counted from 0: its bytes, their count, and its path within the folder `sdk`; 0 when there
// is none. What is handed out is there as long as the program.
int cscripts_file(size_t number, const char **path, const unsigned char **bytes, size_t *count);
#endif
