#ifndef CSQLITE_H
#define CSQLITE_H
// What SQLite takes before its first use, by a function with any number of arguments, which Swift cannot call.

// SQLite counts what it allocates no more, which takes a lock at each allocation. 0, or SQLite's code when it is in use
// already and stays as it is.
int csqlite_stop_counting_memory(void);
#endif
