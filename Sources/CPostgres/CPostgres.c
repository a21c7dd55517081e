#include "CPostgres.h"
#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// libpq-fe.h.
enum { CONNECTION_OK = 0, PGRES_COMMAND_OK = 1, PGRES_TUPLES_OK = 2 };
// postgres_ext.h.
enum { PG_DIAG_SQLSTATE = 'C', PG_DIAG_MESSAGE_PRIMARY = 'M' };

static struct {
    int (*libVersion)(void);
    cpostgres_connection *(*connectdbParams)(const char *const *, const char *const *, int);
    void (*finish)(cpostgres_connection *);
    int (*status)(const cpostgres_connection *);
    char *(*errorMessage)(const cpostgres_connection *);
    cpostgres_result *(*execParams)(
        cpostgres_connection *, const char *, int, const unsigned int *, const char *const *, const int *, const int *,
        int);
    cpostgres_result *(*exec)(cpostgres_connection *, const char *);
    void (*clear)(cpostgres_result *);
    int (*resultStatus)(const cpostgres_result *);
    char *(*resultErrorField)(const cpostgres_result *, int);
    int (*ntuples)(const cpostgres_result *);
    int (*nfields)(const cpostgres_result *);
    char *(*cmdTuples)(cpostgres_result *);
    int (*getisnull)(const cpostgres_result *, int, int);
    char *(*getvalue)(const cpostgres_result *, int, int);
    int (*getlength)(const cpostgres_result *, int, int);
    void *(*setNoticeProcessor)(cpostgres_connection *, void (*)(void *, const char *), void *);
} pq;

static const struct {
    const char *name;
    void **place;
} symbols[] = {
    {"PQlibVersion", (void **)&pq.libVersion},
    {"PQconnectdbParams", (void **)&pq.connectdbParams},
    {"PQfinish", (void **)&pq.finish},
    {"PQstatus", (void **)&pq.status},
    {"PQerrorMessage", (void **)&pq.errorMessage},
    {"PQexecParams", (void **)&pq.execParams},
    {"PQexec", (void **)&pq.exec},
    {"PQclear", (void **)&pq.clear},
    {"PQresultStatus", (void **)&pq.resultStatus},
    {"PQresultErrorField", (void **)&pq.resultErrorField},
    {"PQntuples", (void **)&pq.ntuples},
    {"PQnfields", (void **)&pq.nfields},
    {"PQcmdTuples", (void **)&pq.cmdTuples},
    {"PQgetisnull", (void **)&pq.getisnull},
    {"PQgetvalue", (void **)&pq.getvalue},
    {"PQgetlength", (void **)&pq.getlength},
    {"PQsetNoticeProcessor", (void **)&pq.setNoticeProcessor},
};

#ifdef __APPLE__
static const char *const places[] = {
    "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    "/opt/homebrew/lib/postgresql@17/libpq.5.dylib", "/Library/PostgreSQL/17/lib/libpq.5.dylib"};
#else
static const char *const places[] = {"libpq.so.5"};
#endif

static pthread_once_t once = PTHREAD_ONCE_INIT;
static char failure[512];

static void note_failure(void) {
    const char *why = dlerror();
    if (!failure[0]) strncpy(failure, why ? why : "it cannot be loaded", sizeof failure - 1);
}

static void load(void) {
    void *library = NULL;
    for (size_t index = 0; !library && index < sizeof places / sizeof *places; index++) {
        library = dlopen(places[index], RTLD_NOW | RTLD_LOCAL);
        if (!library) note_failure();
    }
    if (!library) return;
    failure[0] = 0;
    for (size_t index = 0; index < sizeof symbols / sizeof *symbols; index++) {
        // The form that POSIX gives for dlsym, as a pointer to data is none to a function in C.
        *symbols[index].place = dlsym(library, symbols[index].name);
        if (!*symbols[index].place) return note_failure();
    }
}

const char *cpostgres_load(void) {
    pthread_once(&once, load);
    return failure[0] ? failure : NULL;
}

int cpostgres_version(void) { return pq.libVersion && !failure[0] ? pq.libVersion() : 0; }

static void ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

cpostgres_connection *cpostgres_connect(const char *const *keywords, const char *const *values) {
    cpostgres_connection *connection = pq.connectdbParams(keywords, values, 1);
    // Notices of a server would go to standard error as they are.
    if (connection) pq.setNoticeProcessor(connection, ignore, NULL);
    return connection;
}

void cpostgres_close(cpostgres_connection *connection) { pq.finish(connection); }
int cpostgres_is_open(const cpostgres_connection *connection) { return pq.status(connection) == CONNECTION_OK; }
const char *cpostgres_message(const cpostgres_connection *connection) { return pq.errorMessage(connection); }

cpostgres_result *cpostgres_run(
    cpostgres_connection *connection, const char *sql, int count, const uint32_t *types, const char *const *values,
    const int *lengths, const int *formats) {
    return pq.execParams(connection, sql, count, types, values, lengths, formats, 1);
}

cpostgres_result *cpostgres_script(cpostgres_connection *connection, const char *sql) {
    return pq.exec(connection, sql);
}

void cpostgres_clear(cpostgres_result *result) { pq.clear(result); }

int cpostgres_succeeded(const cpostgres_result *result) {
    int status = pq.resultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

const char *cpostgres_state(const cpostgres_result *result) { return pq.resultErrorField(result, PG_DIAG_SQLSTATE); }
const char *cpostgres_sentence(const cpostgres_result *result) {
    return pq.resultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}
int cpostgres_rows(const cpostgres_result *result) { return pq.ntuples(result); }
int cpostgres_columns(const cpostgres_result *result) { return pq.nfields(result); }
const char *cpostgres_changed(const cpostgres_result *result) { return pq.cmdTuples((cpostgres_result *)result); }
int cpostgres_is_null(const cpostgres_result *result, int row, int column) { return pq.getisnull(result, row, column); }
const char *cpostgres_value(const cpostgres_result *result, int row, int column) {
    return pq.getvalue(result, row, column);
}
int cpostgres_length(const cpostgres_result *result, int row, int column) { return pq.getlength(result, row, column); }
