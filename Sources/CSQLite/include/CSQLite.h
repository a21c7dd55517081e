#ifndef CSQLITE_H
#define CSQLITE_H
#include <sqlite3.h>

// What SQLite takes by functions with any number of arguments, which Swift cannot call, and by tables of functions.

// Before the first connection: SQLite counts what it allocates no more, which takes a lock at each allocation; names
// may be URIs; and no rollback journal is read, written or removed by any connection of this process. 0, or SQLite's
// code.
int csqlite_configure(void);

// For a connection to a file that somebody else may have made: nothing in its schema runs, and no value
// is longer than so many bytes. 0, or SQLite's code.
int csqlite_harden(sqlite3 *database, int longest);
#endif
