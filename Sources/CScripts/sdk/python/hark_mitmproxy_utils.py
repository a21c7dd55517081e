"""What addons use of mitmproxy's smaller modules: sizes and times for people, texts, statuses, addresses of servers.

Written for Hark; none of mitmproxy's code is in it.
"""

import codecs
import datetime
import enum
import ipaddress
import re
import typing
from http.client import responses as _reasons


# mitmproxy.utils.human

def pretty_size(size):
    if size < 1024:
        return f"{size}b"
    rest = float(size)
    for unit in "kmgt":
        rest /= 1024
        if rest < 99.95:
            return f"{rest:.1f}{unit}"
        if rest < 1024 or unit == "t":
            return f"{rest:.0f}{unit}"


def parse_size(text):
    if text is None:
        return None
    found = re.fullmatch(r"(-?\d+)([bkmgt]?)", text)
    if not found:
        raise ValueError("Invalid size specification.")
    return int(found.group(1)) * 1024 ** "bkmgt".index(found.group(2) or "b")


def pretty_duration(seconds):
    if seconds is None:
        return ""
    if seconds < 1:
        return f"{seconds * 1000:.0f}ms"
    return f"{seconds:.{2 if seconds < 10 else 1 if seconds < 100 else 0}f}s"


def format_timestamp(seconds):
    return datetime.datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M:%S")


def format_timestamp_with_milli(seconds):
    return datetime.datetime.fromtimestamp(seconds).strftime("%Y-%m-%d %H:%M:%S.%f")[:-3]


def format_address(address):
    if address is None:
        return "<no address>"
    host, port = address[:2]
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return f"{host}:{port}"
    ip = getattr(ip, "ipv4_mapped", None) or ip
    return f"[{ip}]:{port}" if ip.version == 6 else f"{ip}:{port}"


# mitmproxy.utils.strutils

def always_bytes(value, *arguments):
    if value is None or isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode(*arguments)
    raise TypeError(f"Expected str or bytes, but got {type(value).__name__}.")


def always_str(value, *arguments):
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bytes):
        return value.decode(*arguments)
    raise TypeError(f"Expected str or bytes, but got {type(value).__name__}.")


def escape_control_characters(text, keep_spacing=True):
    if not isinstance(text, str):
        raise ValueError(f"text type must be unicode but is {type(text).__name__}")
    kept = "\t\n\r" if keep_spacing else ""
    return "".join("." if (ord(one) < 32 or ord(one) == 127) and one not in kept else one for one in text)


def bytes_to_escaped_str(data, keep_spacing=False, escape_single_quotes=False):
    if not isinstance(data, bytes):
        raise ValueError(f"data must be bytes, but is {type(data).__name__}")
    # A double quote keeps repr() from choosing double quotes.
    text = repr(b'"' + data)[3:-1]
    if not escape_single_quotes:
        text = re.sub(r"(?<!\\)((?:\\\\)*)\\'", r"\1'", text)
    if keep_spacing:
        text = re.sub(
            r"(?<!\\)((?:\\\\)*)\\([nrt])", lambda found: found.group(1) + dict(n="\n", r="\r", t="\t")[found.group(2)],
            text)
    return text


def escaped_str_to_bytes(text):
    if not isinstance(text, str):
        raise ValueError(f"data must be str, but is {type(text).__name__}")
    return codecs.escape_decode(text)[0]


def is_mostly_bin(data):
    part = data[:100]
    text = sum(32 <= one < 127 or one in b"\t\n\r" for one in part)
    return bool(part) and text / len(part) < 0.7


def is_xml(data):
    return data.lstrip(b" \t\n\r")[:1] == b"<"


def clean_hanging_newline(text):
    return text[:-1] if text and text[-1] == "\n" else text


def hexdump(data):
    for start in range(0, len(data), 16):
        part = data[start:start + 16]
        shown = "".join(chr(one) if 32 <= one < 127 else "." for one in part)
        yield f"{start:0=10x}", " ".join(f"{one:02x}" for one in part).ljust(47), shown


# mitmproxy.net

class ServerSpec(typing.NamedTuple):
    """A proxy on the way to a server."""
    scheme: str
    address: tuple


def parse_server(text, default_scheme):
    """server_spec.parse: SCHEME://HOST:PORT, of which host is a must."""
    found = re.match(r"(?:([\w]+)://)?(\[[0-9a-fA-F:.]+\]|[^:/]+)(?::(\d+))?(?:/|$)", text)
    if not found:
        raise ValueError(f"Invalid server specification: {text}")
    scheme, host = found.group(1) or default_scheme, found.group(2).strip("[]")
    usual = {"http": 80, "https": 443, "quic": 443, "http3": 443, "tls": 443, "dtls": 443, "tcp": 0, "udp": 0, "dns": 53}
    if scheme not in usual:
        raise ValueError(f"Invalid server scheme: {scheme}")
    if not re.fullmatch(r"[\w.:-]+", host):
        raise ValueError(f"Invalid hostname: {host}")
    if found.group(3) is None and scheme not in ("http", "https", "quic", "http3", "dns"):
        raise ValueError("Port specification missing.")
    return ServerSpec(scheme, (host, int(found.group(3) or usual[scheme])))


def parse_content_type(text):
    """Type, subtype and parameters; None of what is none."""
    first, *rest = text.split(";")
    parts = first.split("/", 1)
    if len(parts) != 2:
        return None
    pairs = (one.split("=", 1) for one in rest if "=" in one)
    return parts[0].lower(), parts[1].lower(), {name.strip(): value.strip() for name, value in pairs}


def assemble_content_type(kind, subkind, parameters):
    return "; ".join([f"{kind}/{subkind}"] + [f"{name}={value}" for name, value in (parameters or {}).items()])


#: Reasons, where they are not those of Python.
REASONS = {
    205: "Reset Content.", 408: "Request Time-out", 413: "Payload Too Large", 414: "Request-URI Too Long",
    416: "Requested Range not satisfiable", 418: "I'm a teapot", 422: "Unprocessable Content", 444: "No Response",
    499: "Client Closed Request", 504: "Gateway Time-out", 505: "HTTP Version not supported",
    507: "Insufficient Storage Space",
}
_CODES = [
    *range(100, 104), *range(200, 208), *range(300, 306), 307, *range(400, 419), 422, 444, 499, *range(500, 506), 507, 510,
]
RESPONSES = {code: REASONS.get(code) or _reasons[code] for code in _CODES}
#: Names that do not follow from the reasons.
_NAMES = {
    101: "SWITCHING", 204: "NO_CONTENT", 205: "RESET_CONTENT", 300: "MULTIPLE_CHOICE", 405: "NOT_ALLOWED",
    407: "PROXY_AUTH_REQUIRED", 408: "REQUEST_TIMEOUT", 414: "REQUEST_URI_TOO_LONG",
    416: "REQUESTED_RANGE_NOT_SATISFIABLE", 418: "IM_A_TEAPOT", 504: "GATEWAY_TIMEOUT",
    505: "HTTP_VERSION_NOT_SUPPORTED",
}


def status_codes():
    """The members of mitmproxy.net.http.status_codes."""
    names = {_NAMES.get(code) or re.sub(r"\W", "_", reason).upper(): code for code, reason in RESPONSES.items()}
    return {**names, "RESPONSES": RESPONSES}


# mitmproxy.connection and mitmproxy.log

class ConnectionState(enum.Flag):
    CLOSED = 0
    CAN_READ = 1
    CAN_WRITE = 2
    OPEN = CAN_READ | CAN_WRITE


ALERT = 21
LEVELS = ["error", "warn", "info", "alert", "debug"]


class LogEntry:
    def __init__(self, msg, level):
        self.msg, self.level = msg, level

    def __eq__(self, other):
        return isinstance(other, LogEntry) and self.__dict__ == other.__dict__

    def __repr__(self):
        return f"LogEntry({self.msg}, {self.level})"


def log_tier(level):
    return dict(error=0, warn=1, info=2, alert=2, debug=3).get(level)
