#ifndef CPSL_SHIM_H
#define CPSL_SHIM_H
// The system's libpsl: the list of names under which anyone can register. Only its built-in list is asked, so no file is read.
#include <libpsl.h>
#endif
