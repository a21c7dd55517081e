"""mitmproxy's flow files (version 21), and the states of flows that are in them.

Written for Hark; none of mitmproxy's code is in it.
"""

import shlex
import uuid
from urllib.parse import urlsplit

import hark

VERSION = 21
#: A part of a file is not longer.
_LIMIT = 1 << 30


class FlowReadException(Exception):
    """The file is none of mitmproxy's, or of another version."""


# Values in a file: their length, a colon, their bytes, and a letter for their kind

def dumps(value):
    return b"".join(_written(value))


def _written(value):
    if value is None:
        body, kind = b"", b"~"
    elif isinstance(value, bool):
        body, kind = (b"true" if value else b"false"), b"!"
    elif isinstance(value, int):
        body, kind = str(value).encode(), b"#"
    elif isinstance(value, float):
        body, kind = repr(value).encode(), b"^"
    elif isinstance(value, (bytes, bytearray)):
        body, kind = bytes(value), b","
    elif isinstance(value, str):
        body, kind = value.encode("utf-8", "surrogateescape"), b";"
    elif isinstance(value, dict):
        parts = []
        for key, one in value.items():
            parts += _written(key) + _written(one)
        body, kind = b"".join(parts), b"}"
    elif isinstance(value, (list, tuple)):
        body, kind = b"".join(part for one in value for part in _written(one)), b"]"
    else:
        raise ValueError(f"{type(value).__name__} cannot be in a flow file")
    return [str(len(body)).encode(), b":", body, kind]


def _read(data, start):
    """A value, and where it ends."""
    colon = data.find(b":", start, start + 12)
    if colon < 0 or not data[start:colon].isdigit():
        raise FlowReadException("Invalid data format.")
    end = colon + 1 + int(data[start:colon])
    body, kind = data[colon + 1:end], data[end:end + 1]
    if end >= len(data):
        raise FlowReadException("Invalid data format.")
    try:
        return _value(body, kind), end + 1
    except ValueError:
        raise FlowReadException("Invalid data format.") from None


def _value(body, kind):
    if kind == b",":
        return body
    if kind == b";":
        return body.decode("utf-8", "surrogateescape")
    if kind == b"#":
        return int(body)
    if kind == b"^":
        return float(body)
    if kind == b"!":
        return {b"true": True, b"false": False}[body]
    if kind == b"~":
        return None
    if kind not in (b"]", b"}"):
        raise FlowReadException("Invalid data format.")
    parts, place = [], 0
    while place < len(body):
        part, place = _read(body, place)
        parts.append(part)
    if kind == b"]":
        return parts
    return {key.decode() if isinstance(key, bytes) else key: one for key, one in zip(parts[::2], parts[1::2])}


_END = object()


def _next(file):
    """The next value of a file, or _END."""
    length = b""
    while True:
        byte = file.read(1)
        if byte == b":":
            break
        if not byte and not length:
            return _END
        if not byte.isdigit() or len(length) > 10:
            raise FlowReadException("Invalid data format.")
        length += byte
    size = int(length)
    if size >= _LIMIT:
        raise FlowReadException("Invalid data format.")
    body = file.read(size)
    kind = file.read(1)
    if len(body) < size or not kind:
        raise FlowReadException("Invalid data format.")
    try:
        return _value(body, kind)
    except (ValueError, KeyError, RecursionError):
        raise FlowReadException("Invalid data format.") from None


# States

def _bytes(text):
    return text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")


def _message_state(message):
    return {
        "http_version": _bytes(message.http_version or "HTTP/1.1"), "headers": message.headers.fields,
        "content": message.raw_content, "trailers": message.trailers.fields if message.trailers else None,
        "timestamp_start": message.timestamp_start, "timestamp_end": message.timestamp_end,
    }


def _request_state(request):
    return {
        **_message_state(request), "host": request.host, "port": request.port, "method": _bytes(request.method),
        "scheme": _bytes(request.scheme), "authority": _bytes(request.authority), "path": _bytes(request.path),
    }


def _response_state(response):
    return {
        **_message_state(response), "status_code": response.status_code, "reason": _bytes(response.reason),
    }


def _connection_state(connection, is_client):
    def own(name, otherwise=None):
        return getattr(connection, name, otherwise)

    state = {
        "alpn": own("alpn"), "alpn_offers": [], "certificate_list": [], "cipher": own("cipher"), "cipher_list": [],
        "error": own("error"), "id": own("id") or str(uuid.uuid4()), "sni": own("sni"),
        "timestamp_end": own("timestamp_end"), "timestamp_start": own("timestamp_start"),
        "timestamp_tls_setup": own("timestamp_tls_setup"), "tls": bool(own("tls")), "tls_version": own("tls_version"),
        "transport_protocol": "tcp",
    }
    if is_client:
        return {
            **state, "peername": own("peername") or ("", 0), "sockname": own("sockname") or ("", 0), "mitmcert": None,
            "proxy_mode": "regular", "timestamp_start": own("timestamp_start") or 0.0,
        }
    via = own("via")
    return {
        **state, "address": own("address"), "peername": own("peername"), "sockname": own("sockname"),
        "timestamp_tcp_setup": own("timestamp_tcp_setup"), "via": (via[0], tuple(via[1])) if via else None,
    }


def _socket_state(socket):
    if socket is None:
        return None
    return {
        "messages": [
            (one.type, one.from_client, one.content, one.timestamp, one.dropped, one.injected)
            for one in socket.messages
        ],
        "closed_by_client": socket.closed_by_client, "close_code": socket.close_code,
        "close_reason": socket.close_reason, "timestamp_end": socket.timestamp_end,
    }


def state(flow):
    """What mitmproxy's get_state() gives."""
    return {
        "version": VERSION, "type": "http", "id": flow.id, "backup": None, "intercepted": flow.intercepted,
        "is_replay": flow.is_replay, "marked": flow.marked, "comment": flow.comment, "metadata": dict(flow.metadata),
        "timestamp_created": flow.timestamp_created,
        "error": {"msg": flow.error.msg, "timestamp": flow.error.timestamp} if flow.error else None,
        "client_conn": _connection_state(flow.client_conn, True),
        "server_conn": _connection_state(flow.server_conn, False),
        "request": _request_state(flow.request), "response": flow.response and _response_state(flow.response),
        "websocket": _socket_state(flow.websocket),
    }


def url(state):
    """Of the state of a request."""
    scheme, host, port = state["scheme"].decode(), state["host"], state["port"]
    name = f"[{host}]" if ":" in host else host
    usual = {"http": 80, "https": 443}.get(scheme)
    place = name if port == usual else f"{name}:{port}"
    return f"{scheme or 'http'}://{place}" + state["path"].decode("utf-8", "surrogateescape")


def message_event(state):
    """What an event of Hark's says of such a message."""
    content = state["content"]
    made = {
        "version": state["http_version"].decode(),
        "headers": [[_text(name), _text(value)] for name, value in state["headers"]],
        **({} if content is None else {"body": hark._body_written(content)}),
    }
    if "status_code" in state:
        return {**made, "status": state["status_code"], "reason": _text(state["reason"])}
    return {**made, "method": state["method"].decode(), "url": url(state)}


def event(state):
    """An event of Hark's that says the same of the messages."""
    made = {"on": "file", "time": state.get("timestamp_created") or 0, "request": message_event(state["request"])}
    if state.get("response"):
        made["response"] = message_event(state["response"])
    return made


def _text(data):
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    return hark._written(text)


# Files

class FlowWriter:
    def __init__(self, fo):
        self.fo = fo

    def add(self, f):
        self.fo.write(dumps(f.get_state()))


class FilteredFlowWriter(FlowWriter):
    def __init__(self, fo, flt):
        super().__init__(fo)
        self.flt = flt

    def add(self, f):
        if self.flt is None or self.flt(f):
            super().add(f)


class FlowReader:
    #: Makes a flow of a state; the module that has the class says how.
    made = None

    def __init__(self, fo):
        self.fo = fo

    def stream(self):
        """The flows of HTTP; others are left out."""
        while True:
            found = _next(self.fo)
            if found is _END:
                return
            if not isinstance(found, dict) or "version" not in found:
                raise FlowReadException("Invalid data format.")
            if found["version"] != VERSION:
                raise FlowReadException(
                    f"Hark reads flow files of version {VERSION}, not {found['version']}; import it: hark import FILE")
            if found.get("type") == "http":
                yield FlowReader.made(found)


def read_flows_from_paths(paths):
    flows = []
    for path in paths:
        try:
            with open(path, "rb") as file:
                flows.extend(FlowReader(file).stream())
        except OSError as error:
            raise FlowReadException(error.args[1]) from None
    return flows


def save(flows, path):
    """The command save.file: a path that begins with + is appended to."""
    with open(path.lstrip("+"), "ab" if path.startswith("+") else "wb") as file:
        writer = FlowWriter(file)
        for flow in flows:
            writer.add(flow)


# Exports

def _head(message):
    if hasattr(message, "status_code"):
        line = f"{message.http_version or 'HTTP/1.1'} {message.status_code} {message.reason}"
    else:
        line = f"{message.method} {message.path} {message.http_version or 'HTTP/1.1'}"
    return _bytes(line) + b"\r\n" + bytes(message.headers) + b"\r\n"


def assemble(message):
    return _head(message) + (message.raw_content or b"")


def _words(flow):
    """The parts of a request that a program sends again."""
    request = flow.request
    left_out = ("content-length", ":authority", "host") if urlsplit(request.pretty_url).netloc else ("content-length",)
    return request, [(n, v) for n, v in request.headers.items(multi=True) if n.lower() not in left_out]


def _curl(flow):
    request, fields = _words(flow)
    words = ["curl"]
    for name, value in fields:
        words += ["--compressed"] if name.lower() == "accept-encoding" else ["-H", f"{name}: {value}"]
    if request.method != "GET":
        words += ["-X", request.method]
    words.append(request.pretty_url)
    if request.content:
        words += ["--data-binary", request.get_text(strict=True)]
    return shlex.join(words)


def _httpie(flow):
    request, fields = _words(flow)
    words = shlex.join(["http", request.method, request.pretty_url] + [f"{name}: {value}" for name, value in fields])
    return words + (" <<< " + shlex.quote(request.get_text(strict=True)) if request.content else "")


def _raw(flow):
    both = [assemble(one) for one in (flow.request, flow.response) if one]
    return b"\r\n\r\n".join(both)


formats = {
    "curl": _curl, "httpie": _httpie, "raw": _raw, "raw_request": lambda flow: assemble(flow.request),
    "raw_response": lambda flow: assemble(flow.response),
}


def export(format, flow, path):
    """The command export.file."""
    made = formats[format](flow)
    with open(path, "wb") as file:
        file.write(_bytes(made))
