"""Compares the smaller modules that Hark offers addons with those of mitmproxy.

    mitmproxy_utils.py ROOT

Each call has to give the same, or end with the same error. Exit 1 when one does not.
"""

import importlib
import sys

sys.path.insert(0, sys.argv[1] + "/Sources/CScripts/sdk/python")

import hark_mitmproxy_utils as ours

BYTES = [
    b"", b"abc", b"a\n\x00\xff\t\\'\"", b"\\n", b"\x00\x01\x02abc", b"\xff" * 10, b"a" * 200 + b"\0", b"  <a>", b"x<",
    b"0123456789abcdefg\x00\xff", "\xe9".encode() * 50,
]
TEXTS = ["", "a\nb\x00\x7f\x9b\t", "\xe9", r"a\n\x00\\", "a\n", "a\n\n"]
CALLS = {
    "utils.human": {
        "pretty_size": [0, 1, 1023, 1024, 1536, 10_240, 101_376, 102_348, 1_047_552, 1 << 20, 5 << 30, 2_000 << 30],
        "parse_size": [None, "0", "1", "1k", "2m", "3g", "4t", "1b", "x", "-1", "1.5k", "1K", "k"],
        "pretty_duration": [None, 0, 0.0004, 0.0123, 0.5, 0.999, 1, 1.234, 9.99, 10, 12.3, 60, 99.9, 100, 1_234.5],
        "format_timestamp": [946_681_200.123456], "format_timestamp_with_milli": [946_681_200.123456],
        "format_address": [None, ("127.0.0.1", 80), ("::1", 80), ("::ffff:1.2.3.4", 5), ("a.example", 443), ("::1", 80, 0, 0)],
    },
    "utils.strutils": {
        "always_str": [b"a", "a", None, 3, b"\xff"], "always_bytes": [b"a", "a", None, 3],
        "bytes_to_escaped_str": BYTES + ["a"], "escaped_str_to_bytes": TEXTS + [b"a"],
        "escape_control_characters": TEXTS + [b"a"], "is_mostly_bin": BYTES, "is_xml": BYTES, "hexdump": BYTES,
        "clean_hanging_newline": TEXTS,
    },
    "net.http.headers": {
        "parse_content_type": [
            "text/html; charset=utf-8", "x", "a/b;c", 'a/b; c="d"', "", "text/plain;A=b;C=d", "Text/HTML", "a/b/c"],
    },
    "log": {"log_tier": ["error", "warn", "info", "alert", "debug", "x"]},
}
problems, count = [], 0


def outcome(call, *arguments, **named):
    try:
        result = call(*arguments, **named)
        return list(result) if hasattr(result, "__next__") else result
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def compare(name, mine, other, *arguments, **named):
    global count
    count += 1
    found, wanted = outcome(mine, *arguments, **named), outcome(other, *arguments, **named)
    if found != wanted:
        problems.append(f"{name}{arguments}{named or ''}: {found!r} instead of {wanted!r}")


for module, calls in CALLS.items():
    theirs = importlib.import_module("mitmproxy." + module)
    for name, given in calls.items():
        for one in given:
            compare(name, getattr(ours, name), getattr(theirs, name), one)

from mitmproxy import connection, log
from mitmproxy.net import server_spec
from mitmproxy.net.http import headers, status_codes
from mitmproxy.utils import strutils

for data in BYTES:
    for named in ({"keep_spacing": True}, {"escape_single_quotes": True}):
        compare("bytes_to_escaped_str", ours.bytes_to_escaped_str, strutils.bytes_to_escaped_str, data, **named)
for text in TEXTS:
    compare("escape", ours.escape_control_characters, strutils.escape_control_characters, text, keep_spacing=False)
for text in (
    "http://a:80", "https://a", "a", "a:1", "http://[::1]:1", "http://a:x", "ftp://a", "http://a/", "tls://a:1", "http://a b", "",
    "http://", "tls://a",
):
    for scheme in ("http", "https"):
        compare("server_spec.parse", ours.parse_server, server_spec.parse, text, scheme)
for parts in (("text", "html", {"a": "b", "c": "d"}), ("a", "b", None), ("a", "b", {})):
    compare("assemble_content_type", ours.assemble_content_type, headers.assemble_content_type, *parts)
wanted = {name: value for name, value in vars(status_codes).items() if name.isupper()}
compare("status_codes", ours.status_codes, lambda: wanted)
compare("ConnectionState", lambda: [(one.name, one.value) for one in ours.ConnectionState],
        lambda: [(one.name, one.value) for one in connection.ConnectionState])
compare("log", lambda: (ours.ALERT, ours.LEVELS, repr(ours.LogEntry("a", "info"))),
        lambda: (log.ALERT, log.LogLevels, repr(log.LogEntry("a", "info"))))

for problem in problems:
    print(problem)
print(f"{count} calls, {len(problems)} differ")
sys.exit(1 if problems else 0)
