#include "include/CScripts.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char javascript_hark_index_d_ts[] = {
#embed "sdk/javascript/hark/index.d.ts"
};
static const unsigned char javascript_hark_index_js[] = {
#embed "sdk/javascript/hark/index.js"
};
static const unsigned char javascript_hooks_mjs[] = {
#embed "sdk/javascript/hooks.mjs"
};
static const unsigned char javascript_run_mjs[] = {
#embed "sdk/javascript/run.mjs"
};
static const unsigned char python_hark_py[] = {
#embed "sdk/python/hark.py"
};
static const unsigned char python_hark_pyi[] = {
#embed "sdk/python/hark.pyi"
};
static const unsigned char python_hark_mitmproxy_py[] = {
#embed "sdk/python/hark_mitmproxy.py"
};
static const unsigned char python_hark_mitmproxy_apps_py[] = {
#embed "sdk/python/hark_mitmproxy_apps.py"
};
static const unsigned char python_hark_mitmproxy_io_py[] = {
#embed "sdk/python/hark_mitmproxy_io.py"
};
static const unsigned char python_hark_mitmproxy_utils_py[] = {
#embed "sdk/python/hark_mitmproxy_utils.py"
};
static const unsigned char python_hark_mitmproxy_views_py[] = {
#embed "sdk/python/hark_mitmproxy_views.py"
};
static const unsigned char python_hark_run_py[] = {
#embed "sdk/python/hark_run.py"
};

static const struct {
    const char *path;
    const unsigned char *bytes;
    size_t count;
} files[] = {
    {"javascript/hark/index.d.ts", javascript_hark_index_d_ts, sizeof javascript_hark_index_d_ts},
    {"javascript/hark/index.js", javascript_hark_index_js, sizeof javascript_hark_index_js},
    {"javascript/hooks.mjs", javascript_hooks_mjs, sizeof javascript_hooks_mjs},
    {"javascript/run.mjs", javascript_run_mjs, sizeof javascript_run_mjs},
    {"python/hark.py", python_hark_py, sizeof python_hark_py},
    {"python/hark.pyi", python_hark_pyi, sizeof python_hark_pyi},
    {"python/hark_mitmproxy.py", python_hark_mitmproxy_py, sizeof python_hark_mitmproxy_py},
    {"python/hark_mitmproxy_apps.py", python_hark_mitmproxy_apps_py, sizeof python_hark_mitmproxy_apps_py},
    {"python/hark_mitmproxy_io.py", python_hark_mitmproxy_io_py, sizeof python_hark_mitmproxy_io_py},
    {"python/hark_mitmproxy_utils.py", python_hark_mitmproxy_utils_py, sizeof python_hark_mitmproxy_utils_py},
    {"python/hark_mitmproxy_views.py", python_hark_mitmproxy_views_py, sizeof python_hark_mitmproxy_views_py},
    {"python/hark_run.py", python_hark_run_py, sizeof python_hark_run_py},
};

int cscripts_file(size_t number, const char **path, const unsigned char **bytes, size_t *count) {
    if (number >= sizeof files / sizeof files[0]) return 0;
    *path = files[number].path;
    *bytes = files[number].bytes;
    *count = files[number].count;
    return 1;
}
