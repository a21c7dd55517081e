#include "CBuild.h"

#define TEXT_OF(word) #word
#define TEXT(word) TEXT_OF(word)

const char *cbuild_commit(void) {
#ifdef HARK_BUILD
    return TEXT(HARK_BUILD);
#else
    return "";
#endif
}
