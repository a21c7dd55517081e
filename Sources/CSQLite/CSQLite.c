#include "CSQLite.h"
#include <sqlite3.h>

int csqlite_stop_counting_memory(void) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0); }
