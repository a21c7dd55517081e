#ifndef CZSTD_SHIM_H
#define CZSTD_SHIM_H
// The system's libzstd: decodes zstd (RFC 8878), so that a record can show content as it was meant.
#include <zstd.h>
#include <zstd_errors.h>
#endif
