#include "CSQLite.h"
#include <stddef.h>
#include <string.h>

static sqlite3_vfs *system_files;
static sqlite3_vfs guarded_files;

static int ends_with(const char *name, const char *ending) {
    size_t length = name ? strlen(name) : 0, wanted = strlen(ending);
    return length >= wanted && strcmp(name + length - wanted, ending) == 0;
}

// A journal that lies beside a file is rolled back as soon as the file is opened for writing, and a file that it names
// is deleted (sqlite.org/atomiccommit.html §4.5, §5): so none is seen, none is made, and only logs are removed.

static int guarded_open(sqlite3_vfs *files, const char *name, sqlite3_file *file, int flags, int *result) {
    (void)files;
    if (flags & (SQLITE_OPEN_MAIN_JOURNAL | SQLITE_OPEN_SUPER_JOURNAL)) {
        file->pMethods = NULL;
        return SQLITE_CANTOPEN;
    }
    return system_files->xOpen(system_files, name, file, flags, result);
}

static int guarded_access(sqlite3_vfs *files, const char *name, int flags, int *result) {
    (void)files;
    if (ends_with(name, "-journal")) {
        *result = 0;
        return SQLITE_OK;
    }
    return system_files->xAccess(system_files, name, flags, result);
}

static int guarded_delete(sqlite3_vfs *files, const char *name, int syncs) {
    (void)files;
    if (!ends_with(name, "-wal")) return SQLITE_IOERR_DELETE;
    return system_files->xDelete(system_files, name, syncs);
}

int csqlite_configure(void) {
    // Both are refused when SQLite is in use already: it counts its memory then.
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_URI, 1);
    system_files = sqlite3_vfs_find(NULL);
    if (!system_files) return SQLITE_ERROR;
    guarded_files = *system_files;
    guarded_files.pNext = NULL;
    guarded_files.zName = "hark";
    guarded_files.xOpen = guarded_open;
    guarded_files.xAccess = guarded_access;
    guarded_files.xDelete = guarded_delete;
    return sqlite3_vfs_register(&guarded_files, 1);
}

int csqlite_harden(sqlite3 *database, int longest) {
    const struct {
        int name, value;
    } settings[] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
    };
    for (size_t place = 0; place < sizeof settings / sizeof settings[0]; place++) {
        int code = sqlite3_db_config(database, settings[place].name, settings[place].value, (int *)NULL);
        if (code != SQLITE_OK) return code;
    }
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, longest);
    sqlite3_limit(database, SQLITE_LIMIT_COLUMN, 200);
    sqlite3_limit(database, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_limit(database, SQLITE_LIMIT_TRIGGER_DEPTH, 1);
    sqlite3_limit(database, SQLITE_LIMIT_WORKER_THREADS, 0);
    return SQLITE_OK;
}
