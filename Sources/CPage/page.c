#include "include/CPage.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// Each file of the folder `page`, in the order of their paths. A test compares the two.
static const unsigned char index_html[] = {
#embed "page/index.html"
};

struct file {
    const char *path;
    const unsigned char *bytes;
    size_t count;
};

static const struct file files[] = {
    {"index.html", index_html, sizeof index_html},
};

int cpage_file(size_t number, const char **path, const unsigned char **bytes, size_t *count) {
    if (number >= sizeof files / sizeof files[0]) return 0;
    *path = files[number].path;
    *bytes = files[number].bytes;
    *count = files[number].count;
    return 1;
}
