#ifndef CPOSTGRES_H
#define CPOSTGRES_H
#include <stddef.h>
#include <stdint.h>

// libpq, the client library of PostgreSQL, loaded when somebody asks for a database and not before: neither the start
// of Hark nor its packages need it. Only what Hark calls is here; the prototypes are those of libpq-fe.h, whose ABI is
// that of libpq.so.5 since PostgreSQL 8.0.

typedef struct cpostgres_connection cpostgres_connection;
typedef struct cpostgres_result cpostgres_result;

// Loads the library, once; NULL when it is there, else the system's words on why it is not. Safe from any thread.
const char *cpostgres_load(void);
// 150015 for 15.15; 0 before it is loaded.
int cpostgres_version(void);

// Connects, and waits for it: keywords and values, each list ended by NULL; the value of `dbname` may be a URL. NULL
// without memory. To be closed, also when it failed.
cpostgres_connection *cpostgres_connect(const char *const *keywords, const char *const *values);
void cpostgres_close(cpostgres_connection *connection);
// The connection is open.
int cpostgres_is_open(const cpostgres_connection *connection);
// What went wrong last.
const char *cpostgres_message(const cpostgres_connection *connection);

// One statement with parameters in binary form, and its whole result, in binary form too.
cpostgres_result *cpostgres_run(
    cpostgres_connection *connection, const char *sql, int count, const uint32_t *types, const char *const *values,
    const int *lengths, const int *formats);
// Several statements without parameters; what they answer is left out.
cpostgres_result *cpostgres_script(cpostgres_connection *connection, const char *sql);
void cpostgres_clear(cpostgres_result *result);

// It did what was asked.
int cpostgres_succeeded(const cpostgres_result *result);
// The five characters of SQLSTATE, or NULL when the server did not say.
const char *cpostgres_state(const cpostgres_result *result);
// The server's sentence, without SQLSTATE and place; may be NULL.
const char *cpostgres_sentence(const cpostgres_result *result);
int cpostgres_rows(const cpostgres_result *result);
int cpostgres_columns(const cpostgres_result *result);
// Rows that the statement changed, in decimal digits; "" when it changes none.
const char *cpostgres_changed(const cpostgres_result *result);
int cpostgres_is_null(const cpostgres_result *result, int row, int column);
const char *cpostgres_value(const cpostgres_result *result, int row, int column);
int cpostgres_length(const cpostgres_result *result, int row, int column);
#endif
