#ifndef CIDN2_SHIM_H
#define CIDN2_SHIM_H
// The system's libidn2: names in other scripts, from and to the ASCII form that the DNS carries.
#include <idn2.h>
#endif
