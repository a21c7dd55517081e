#ifndef CBROTLI_SHIM_H
#define CBROTLI_SHIM_H
// The system's libbrotlidec: decodes br (RFC 7932), so that a record can show content as it was meant.
#include <brotli/decode.h>
#endif
