#ifndef CBUILD_H
#define CBUILD_H
/// The commit and its day, such as `1a2b3c4d 2026-11-29`, where the build was told them (HARK_BUILD); else empty.
const char *cbuild_commit(void);
#endif
