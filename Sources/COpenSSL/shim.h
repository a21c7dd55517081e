#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H
// The system's OpenSSL, 3.0 or later. Here only so that the package manager finds its headers and links it; Swift calls
// it through CLibSSL, which also has what the preprocessor hides.
#include <openssl/ssl.h>
#endif
