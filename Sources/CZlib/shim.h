#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H
// The system's zlib: decodes gzip and deflate, so that a record can show and measure content as it was meant.
#include <zlib.h>
#endif
