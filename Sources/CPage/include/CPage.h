#ifndef CPAGE_H
#define CPAGE_H
// The files of the page, as bytes of the program: Swift has no way to embed a file that compiles in reasonable time.
#include <stddef.h>

// The file of this number, counted from 0: its bytes, their count, and its path within the folder `page`; 0 when there
// is none. What is handed out is there as long as the program.
int cpage_file(size_t number, const char **path, const unsigned char **bytes, size_t *count);
#endif
