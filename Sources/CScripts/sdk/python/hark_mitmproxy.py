"""Runs mitmproxy addons in Hark: the part of mitmproxy's API that addons use, on Hark's protocol.

Written for Hark; none of mitmproxy's code is in it. What it lacks fails with a sentence that names it.
"""

import ast
import asyncio
import base64
import collections
import collections.abc
import contextlib
import functools
import importlib.abc
import importlib.machinery
import inspect
import json
import logging
import os
import re
import sys
import threading
import time
import traceback
import types
import typing
import uuid
from http.client import responses as _reasons
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit, urlunsplit

import hark
import hark_mitmproxy_apps as _apps
import hark_mitmproxy_io as _io
import hark_mitmproxy_utils as _utils
import hark_mitmproxy_views as _views

#: Events about connections, with what calls their hooks.
_CONNECTIONS = {
    "client_connected": "client-connected", "client_disconnected": "client-disconnected",
    "server_connected": "server-connected", "server_disconnected": "server-disconnected",
    "server_connect_error": "server-failed", "tls_established_client": "tls-client", "tls_failed_client": "tls-client",
    "tls_established_server": "tls-server", "tls_failed_server": "tls-server",
}
#: Hooks of mitmproxy 4 to 6, which have other names since 7, and what they get.
_EARLIER = {
    "client_connected": ("clientconnect", lambda client: types.SimpleNamespace(client_conn=client, server_conn=None)),
    "client_disconnected": (
        "clientdisconnect", lambda client: types.SimpleNamespace(client_conn=client, server_conn=None)),
    "server_connected": ("serverconnect", lambda data: data.server),
    "server_disconnected": ("serverdisconnect", lambda data: data.server),
}
_SOCKETS = ("websocket_start", "websocket_message", "websocket_end")
_NEVER = (
    "tls_start_client", "tls_start_server", "tcp_start", "tcp_message", "tcp_end", "tcp_error", "udp_start",
    "udp_message", "udp_end", "udp_error", "dns_request", "dns_response", "dns_error", "next_layer", "update",
    "socks5_auth", "add_log",
)
_BODY_WORDS = re.compile(
    rb"\b(content|raw_content|text|get_text|set_text|get_content|set_content|json|replace|copy|get_state|FlowWriter|"
    rb"timestamp_end|trailers|urlencoded_form|multipart_form|flowfilter|decode|encode|body|data|match|save|asgiapp)\b")


#: What addons name in the annotations of such hooks.
_FOREIGN = {
    "tcp": ("TCPFlow", "TCPMessage"), "udp": ("UDPFlow", "UDPMessage"),
    "dns": ("DNSFlow", "DNSMessage", "Message", "Question", "ResourceRecord"),
}


#: Fields that Hark sets itself.
_FRAMING = (
    "content-length", "transfer-encoding", "connection", "keep-alive", "upgrade", "te", "trailer", "proxy-connection",
    "proxy-authenticate", "proxy-authorization",
)


def _place():
    """Where the addon asks, for an error."""
    # Without `inspect`, which looks for sources in all modules and so asks this finder again.
    frame = sys._getframe(1)
    while frame is not None:
        path = frame.f_code.co_filename
        if path != __file__ and "importlib" not in path:
            return f"{os.path.basename(path)}:{frame.f_lineno}"
        frame = frame.f_back
    return "?"


# Bytes and text as mitmproxy has them

def _to_str(value):
    return value.decode("utf-8", "surrogateescape") if isinstance(value, bytes) else str(value)


def _to_bytes(value):
    return value if isinstance(value, bytes) else value.encode("utf-8", "surrogateescape")


class MultiDict(collections.abc.MutableMapping):
    """Several values for a name, in their order."""

    def __init__(self, fields=()):
        if isinstance(fields, collections.abc.Mapping):
            fields = fields.items(multi=True) if isinstance(fields, MultiDict) else fields.items()
        self._put([(name, value) for name, value in fields])

    def _get(self):
        return self._list

    def _put(self, fields):
        self._list = list(fields)

    @staticmethod
    def _key(name):
        return name

    @staticmethod
    def _reduce(values):
        return values[0]

    @property
    def fields(self):
        return tuple(self._get())

    @fields.setter
    def fields(self, fields):
        self._put(fields)

    def get_all(self, name):
        wanted = self._key(name)
        return [value for other, value in self._get() if self._key(other) == wanted]

    def set_all(self, name, values):
        wanted = self._key(name)
        values = list(values)
        fields = []
        for other, value in self._get():
            if self._key(other) != wanted:
                fields.append((other, value))
            elif values:
                fields.append((other, values.pop(0)))
        self._put(fields + [(name, value) for value in values])

    def add(self, name, value):
        self.insert(len(self._get()), name, value)

    def insert(self, index, name, value):
        fields = list(self._get())
        fields.insert(index, (name, value))
        self._put(fields)

    def __getitem__(self, name):
        values = self.get_all(name)
        if not values:
            raise KeyError(name)
        return self._reduce(values)

    def __setitem__(self, name, value):
        self.set_all(name, [value])

    def __delitem__(self, name):
        if name not in self:
            raise KeyError(name)
        self.set_all(name, [])

    def __iter__(self):
        seen = set()
        for name, _ in self._get():
            if self._key(name) not in seen:
                seen.add(self._key(name))
                yield name

    def __len__(self):
        return len({self._key(name) for name, _ in self._get()})

    def __eq__(self, other):
        return isinstance(other, MultiDict) and self.fields == other.fields

    def __contains__(self, name):
        return bool(self.get_all(name))

    def get_state(self):
        return self.fields

    def set_state(self, state):
        self.fields = tuple(map(tuple, state))

    @classmethod
    def from_state(cls, state):
        return cls(state)

    def keys(self, multi=False):
        return (name for name, _ in self.items(multi))

    def values(self, multi=False):
        return (value for _, value in self.items(multi))

    def items(self, multi=False):
        return list(self._get()) if multi else [(name, self[name]) for name in self]

    def copy(self):
        return type(self)(self.fields) if type(self) in (MultiDict, Headers) else MultiDict(self.fields)

    def __repr__(self):
        return f"{type(self).__name__}[{', '.join(map(repr, self.fields))}]"


class Headers(MultiDict):
    """Names in any case; several lines of a name are joined with commas. `fields` are bytes."""

    def __init__(self, fields=(), **headers):
        if isinstance(fields, collections.abc.Mapping):
            fields = fields.items(multi=True) if isinstance(fields, MultiDict) else fields.items()
        fields = [(_to_str(name), _to_str(value)) for name, value in fields]
        super().__init__(fields)
        for name, value in headers.items():
            self[name.replace("_", "-")] = value

    @staticmethod
    def _key(name):
        return _to_str(name).lower()

    @staticmethod
    def _reduce(values):
        return ", ".join(values)

    def _put(self, fields):
        self._list = [(_to_str(name), _to_str(value)) for name, value in fields]

    @property
    def fields(self):
        return tuple((_to_bytes(name), _to_bytes(value)) for name, value in self._list)

    @fields.setter
    def fields(self, fields):
        self._put(fields)

    def insert(self, index, name, value):
        self._list.insert(index, (_to_str(name), _to_str(value)))

    def __bytes__(self):
        return b"".join(name + b": " + value + b"\r\n" for name, value in self.fields)


class MultiDictView(MultiDict):
    """A multi-dict that is a part of a message: a change of it changes the message."""

    def __init__(self, get, put):
        self._get_part, self._put_part = get, put

    def _get(self):
        return list(self._get_part())

    def _put(self, fields):
        self._put_part(list(fields))


def _parameters(kind):
    """The media type in lower case and its parameters; no type where there is none."""
    name, _, rest = kind.partition(";")
    if "/" not in name:
        return "", {}
    pairs = (part.split("=", 1) for part in rest.split(";") if "=" in part)
    return name.lower(), {name.strip(): value.strip() for name, value in pairs}


def _first_group(found):
    return found.group(1).decode("ascii", "ignore") if found else None


class Message:
    """What a request and a response have in common, over a message of the SDK."""

    def __init__(self, raw):
        self._raw = raw
        self._headers = None
        self._trailers = None
        self.stream = False
        self.timestamp_start = time.time()
        self.timestamp_end = time.time()

    def _now(self, raw):
        """The same message, as a later event has it."""
        self._raw, self._headers, self._trailers = raw, None, None

    @property
    def headers(self):
        if self._headers is None:
            self._headers = Headers(self._raw.headers.fields)
        return self._headers

    @headers.setter
    def headers(self, headers):
        self._headers = headers if isinstance(headers, Headers) else Headers(headers)

    @property
    def trailers(self):
        """Of a body that came whole; None without any."""
        if self._trailers is None and self._raw.trailers.fields:
            self._trailers = Headers(self._raw.trailers.fields)
        return self._trailers

    @trailers.setter
    def trailers(self, trailers):
        self._trailers = trailers if trailers is None or isinstance(trailers, Headers) else Headers(trailers)
        if trailers is None:
            self._raw.trailers.fields = []

    @property
    def http_version(self):
        return self._raw.version

    @http_version.setter
    def http_version(self, version):
        if _to_str(version) != self.http_version:
            raise ValueError("Hark does not change http_version")

    @property
    def is_http10(self):
        return self.http_version == "HTTP/1.0"

    @property
    def is_http11(self):
        return self.http_version == "HTTP/1.1"

    @property
    def is_http2(self):
        return self.http_version.startswith("HTTP/2")

    @property
    def is_http3(self):
        return False

    @property
    def content(self):
        return self._raw.body

    @content.setter
    def content(self, content):
        if content is not None and not isinstance(content, bytes):
            raise TypeError(f"Message content must be bytes, not {type(content).__name__}")
        self._raw.body = content or b""
        if "transfer-encoding" not in self.headers:
            self.headers["content-length"] = str(len(content or b""))

    # Hark takes content codings off before an addon sees a body, and sends a changed body without them.
    raw_content = content
    data = property(lambda self: self)

    def get_content(self, strict=True):
        return self.content

    def set_content(self, content):
        self.content = content

    @property
    def text(self):
        return self.get_text()

    @text.setter
    def text(self, text):
        self.set_text(text)

    def _charset(self, content=b""):
        """What the type says, else the content; without either JSON is UTF-8, and all else Latin-1."""
        kind = self.headers.get("content-type", "")
        named = _parameters(kind)[1].get("charset")
        if not named and "json" in kind:
            named = "utf8"
        if not named and "html" in kind:
            named = _first_group(re.search(rb"<meta[^>]+charset=['\"]?([^'\">]+)", content, re.I))
        if not named and "text/css" in kind:
            named = _first_group(re.match(rb'@charset "([^"]+)";', content, re.I))
        named = named or "latin-1"
        return "gb18030" if named.lower() in ("gb2312", "gbk") else named

    def get_text(self, strict=True):
        content = self.content
        if content is None:
            return None
        try:
            return content.decode(self._charset(content))
        except (LookupError, ValueError) as error:
            if strict:
                raise error if isinstance(error, ValueError) else ValueError(str(error)) from None
            return content.decode("utf-8", "surrogateescape")

    def set_text(self, text):
        if text is None:
            self.content = None
            return
        try:
            self.content = text.encode(self._charset())
        except (LookupError, ValueError):
            kind, parameters = _parameters(self.headers.get("content-type", ""))
            parameters["charset"] = "utf-8"
            self.headers["content-type"] = "; ".join(
                [kind or "text/plain", *(f"{name}={value}" for name, value in parameters.items())])
            self.content = text.encode("utf-8", "surrogateescape")

    def json(self, **arguments):
        content = self.content
        if content is None:
            raise TypeError("Message content is not available.")
        return json.loads(content, **arguments)

    def get_state(self):
        return _io._request_state(self) if isinstance(self, Request) else _io._response_state(self)

    def set_state(self, state):
        event = _io.message_event(state)
        fresh = type(self._raw)(event)
        for name in ("method", "url", "status", "reason"):
            if name in event:
                setattr(self._raw, name, getattr(fresh, name))
        self.headers = Headers(state["headers"])
        if state["content"] is None:
            # Of one that is under way, what came stays.
            self._raw._event = {name: one for name, one in self._raw._event.items() if name != "body"}
            self._raw._body, self._raw._is_body_new = None, False
        elif state["content"] != self.content:
            self._raw.body = state["content"]
        self._take(state)

    def _take(self, state):
        self.trailers = None if state.get("trailers") is None else Headers(state["trailers"])
        self.timestamp_start, self.timestamp_end = state["timestamp_start"], state["timestamp_end"]
        if "authority" in state:
            self.authority = _to_str(state["authority"])

    @classmethod
    def from_state(cls, state):
        kind = hark.Request if "method" in state else hark.Response
        message = (Request if "method" in state else Response)(kind(_io.message_event(state)))
        message._take(state)
        return message

    def copy(self):
        return self.from_state(self.get_state())

    def decode(self, strict=True):
        # Without the field that names its coding, the body is sent as the addon sees it.
        if self.headers.pop("content-encoding", None) is not None and self.content is not None:
            self.content = self.content

    def encode(self, encoding):
        """Hark sends a changed body without codings."""

    def _changes(self):
        if self._trailers is not None:
            self._raw.trailers.fields = list(self._trailers._list)
        if self._headers is not None:
            mine = [field for field in self._headers._list if field[0].lower() not in _FRAMING]
            before = [field for field in self._raw.headers.fields if field[0].lower() not in _FRAMING]
            if mine != before:
                kept = [field for field in self._raw.headers.fields if field[0].lower() in _FRAMING]
                self._raw.headers.fields = mine + kept
        return self._raw._changes()


class Request(Message):
    def __init__(self, raw):
        super().__init__(raw)
        self.authority = ""
        self.first_line_format = "relative"

    @classmethod
    def make(cls, method, url, content=b"", headers=()):
        request = cls(hark.Request({"method": _to_str(method).upper(), "url": url, "version": "HTTP/1.1"}))
        request.headers = Headers(headers)
        request._host_changed(None)
        if isinstance(content, str):
            request.text = content
        else:
            request.content = content
        return request

    def __repr__(self):
        return f"Request({self.method} {self.host}:{self.port}{self.path})"

    @property
    def method(self):
        return self._raw.method

    @method.setter
    def method(self, method):
        self._raw.method = _to_str(method).upper()

    @property
    def url(self):
        """Without what every URL of its kind has: the usual port, a question mark before nothing."""
        parts = urlsplit(self._raw.url)
        return f"{parts.scheme}://{_authority(parts)}{self._target(parts)}" if parts.netloc else self._raw.url

    @url.setter
    def url(self, url):
        url = _to_str(url)
        parts = urlsplit(url)
        if not parts.scheme or not parts.hostname:
            raise ValueError(f"Invalid URL: {url!r}")
        before = urlsplit(self._raw.url).netloc
        self._raw.url = url
        self._host_changed(before)

    def _host_changed(self, before):
        now = urlsplit(self._raw.url).netloc
        if now != before and "host" in self.headers:
            self.headers["host"] = _authority(urlsplit(self._raw.url))

    def _replace(self, scheme=None, host=None, port=None):
        parts = urlsplit(self._raw.url)
        scheme = scheme or parts.scheme
        host = host or parts.hostname or ""
        port = port if port is not None else parts.port
        usual = {"https": 443, "http": 80}.get(scheme)
        name = f"[{host}]" if ":" in host else host
        netloc = name if port in (None, usual) else f"{name}:{port}"
        before = parts.netloc
        self._raw.url = urlunsplit((scheme, netloc, parts.path, parts.query, ""))
        self._host_changed(before)

    @property
    def scheme(self):
        return urlsplit(self._raw.url).scheme

    @scheme.setter
    def scheme(self, scheme):
        self._replace(scheme=_to_str(scheme), port=self.port)

    @property
    def host(self):
        return urlsplit(self._raw.url).hostname or ""

    @host.setter
    def host(self, host):
        self._replace(host=_to_str(host))

    @property
    def port(self):
        return self._raw.port

    @port.setter
    def port(self, port):
        self._replace(port=port)

    @staticmethod
    def _target(parts):
        return (parts.path or "/") + ("?" + parts.query if parts.query else "")

    @property
    def path(self):
        return self._target(urlsplit(self._raw.url))

    @path.setter
    def path(self, path):
        parts = urlsplit(self._raw.url)
        self._raw.url = f"{parts.scheme}://{parts.netloc}{_to_str(path)}"

    @property
    def path_components(self):
        return tuple(unquote(part) for part in urlsplit(self._raw.url).path.split("/") if part)

    @path_components.setter
    def path_components(self, components):
        query = urlsplit(self._raw.url).query
        path = "/" + "/".join(quote(part, safe="") for part in components)
        self.path = path + ("?" + query if query else "")

    @property
    def host_header(self):
        return self.headers.get("host")

    @host_header.setter
    def host_header(self, host):
        if host is None:
            self.headers.pop("host", None)
        else:
            self.headers["host"] = host

    @property
    def pretty_host(self):
        header = self.host_header
        if not header:
            return self.host
        return urlsplit("//" + header).hostname or self.host

    @property
    def pretty_url(self):
        header = self.host_header
        if not header:
            return self.url
        parts = urlsplit(self._raw.url)
        return f"{parts.scheme}://{_authority(parts._replace(netloc=header))}{self._target(parts)}"

    @property
    def query(self):
        def put(fields):
            parts = urlsplit(self._raw.url)
            self.path = (parts.path or "/") + ("?" + urlencode(fields) if fields else "")

        return MultiDictView(lambda: parse_qsl(urlsplit(self._raw.url).query, keep_blank_values=True), put)

    @query.setter
    def query(self, fields):
        self.query.fields = _pairs(fields)

    @property
    def cookies(self):
        def get():
            lines = self.headers.get_all("cookie")
            return [(name, value or "") for line in lines for name, value in _cookie_pairs(line)]

        def put(fields):
            if fields:
                self.headers["cookie"] = "; ".join(_cookie_pair(name, value) for name, value in fields)
            else:
                self.headers.pop("cookie", None)

        return MultiDictView(get, put)

    @cookies.setter
    def cookies(self, fields):
        self.cookies.fields = _pairs(fields)

    @property
    def urlencoded_form(self):
        def get():
            if "application/x-www-form-urlencoded" not in self.headers.get("content-type", "").lower():
                return []
            return parse_qsl(self.get_text(strict=False) or "", keep_blank_values=True)

        def put(fields):
            self.headers["content-type"] = "application/x-www-form-urlencoded"
            self.content = urlencode(fields).encode()

        return MultiDictView(get, put)

    @urlencoded_form.setter
    def urlencoded_form(self, fields):
        self.urlencoded_form.fields = _pairs(fields)

    @property
    def multipart_form(self):
        def get():
            found = re.search(r"boundary=\"?([^\";]+)", self.headers.get("content-type", ""))
            if not found:
                return []
            fields = []
            for part in (self.content or b"").split(b"--" + found.group(1).encode()):
                head, empty, body = part.partition(b"\r\n\r\n")
                name = re.search(rb'\bname="([^"]*)"', head)
                if name and empty:
                    fields.append((name.group(1), body[:-2] if body.endswith(b"\r\n") else body))
            return fields

        def put(fields):
            boundary = "hark" + os.urandom(12).hex()
            parts = [
                f"--{boundary}\r\nContent-Disposition: form-data; name=\"{_to_str(name)}\"\r\n\r\n".encode()
                + _to_bytes(value) + b"\r\n"
                for name, value in fields
            ]
            self.headers["content-type"] = f"multipart/form-data; boundary={boundary}"
            self.content = b"".join(parts) + f"--{boundary}--\r\n".encode()

        return MultiDictView(get, put)

    @multipart_form.setter
    def multipart_form(self, fields):
        self.multipart_form.fields = _pairs(fields)

    def anticache(self):
        for name in ("if-modified-since", "if-none-match"):
            self.headers.pop(name, None)

    def anticomp(self):
        self.headers["accept-encoding"] = "identity"

    def constrain_encoding(self):
        accepted = self.headers.get("accept-encoding")
        if accepted:
            known = ("gzip", "identity", "deflate", "br", "zstd")
            self.headers["accept-encoding"] = ", ".join(e for e in known if e in accepted)


def _authority(parts):
    """Host and port, without the port that the scheme has anyway."""
    usual = {"https": ":443", "http": ":80"}.get(parts.scheme, ":")
    return parts.netloc.removesuffix(usual)


def _cookie_pairs(line):
    """Names and values; None where there is no equals sign. Quotes are no part of a value."""
    found = re.findall(r'\s*([^=;]*)(?:(=)("(?:[^"\\]|\\.)*"(?=\s*(?:;|$))|[^;]*))?(?:;|$)', line)
    pairs = []
    for name, equals, value in found:
        value = value.rstrip()
        if len(value) > 1 and value[0] == value[-1] == '"':
            value = re.sub(r"\\(.)", r"\1", value[1:-1])
        if name.strip() or equals:
            pairs.append((name if equals else name.strip(), value if equals else None))
    return pairs


def _cookie_pair(name, value):
    if value is None:
        return name
    value = str(value)
    if re.search(r'[",;\\]|[^!-~]', value):
        value = '"' + re.sub(r'(["\\])', r"\\\1", value) + '"'
    return f"{name}={value}"


def _pairs(fields):
    if isinstance(fields, MultiDict):
        return fields.items(multi=True)
    return fields.items() if isinstance(fields, collections.abc.Mapping) else fields


class Response(Message):
    @classmethod
    def make(cls, status_code=200, content=b"", headers=()):
        response = cls(hark.Response({"status": status_code, "reason": _reasons.get(status_code, ""), "version": "HTTP/1.1"}))
        response.headers = headers if isinstance(headers, Headers) else Headers(headers)
        if isinstance(content, str):
            response.text = content
        else:
            response.content = content
        return response

    def __repr__(self):
        kind = self.headers.get("content-type", "unknown content type")
        details = f"{kind}, {_utils.pretty_size(len(self.content))}" if self.content else "no content"
        return f"Response({self.status_code}, {details})"

    @property
    def status_code(self):
        return self._raw.status

    @status_code.setter
    def status_code(self, status):
        self._raw.status = status

    @property
    def reason(self):
        return self._raw.reason

    @reason.setter
    def reason(self, reason):
        self._raw.reason = _to_str(reason)

    @property
    def cookies(self):
        def get():
            found = []
            for line in self.headers.get_all("set-cookie"):
                (name, value), *attributes = _cookie_pairs(line) or [("", "")]
                found.append((name, (value, MultiDict(attributes))))
            return found

        def put(fields):
            lines = []
            for name, value in fields:
                text, attributes = value if isinstance(value, tuple) else (value, {})
                items = attributes.items(multi=True) if isinstance(attributes, MultiDict) else attributes.items()
                more = "".join(f"; {key}" if one is None else f"; {key}={one}" for key, one in items)
                lines.append(_cookie_pair(name, text) + more)
            self.headers.set_all("set-cookie", lines)

        return MultiDictView(get, put)

    @cookies.setter
    def cookies(self, fields):
        self.cookies.fields = _pairs(fields)

    def refresh(self, now=None):
        """For replays, which Hark does itself."""

    def _answer(self):
        framing = ("content-length", "transfer-encoding", "connection", "keep-alive", "trailer", "content-encoding")
        fields = [(name, value) for name, value in self.headers._list if name.lower() not in framing]
        return self.status_code, self.content or b"", fields


class Connection:
    """What an addon can know of a connection."""

    def __init__(self, address=None):
        self.peername = self.address = address
        self.sockname = None
        self.id = ""
        self.connected = True
        self.tls = self.tls_established = False
        self.sni = self.cipher = self.alpn = self.tls_version = None
        self.certificate_list, self.alpn_offers, self.cipher_list = [], [], []
        self.transport_protocol, self.mitmcert = "tcp", None
        self.via = None
        self.timestamp_start = self.timestamp_end = self.timestamp_tls_setup = self.timestamp_tcp_setup = None
        self.error = None

    ip_address = property(lambda self: self.peername)

    state = property(lambda self: _utils.ConnectionState.OPEN if self.connected else _utils.ConnectionState.CLOSED)
    cipher_name = property(lambda self: self.cipher)
    alpn_proto_negotiated = property(lambda self: self.alpn)

    def _agreed(self, tls):
        """What a handshake ended with."""
        self.sni, self.cipher = tls.get("server_name"), tls.get("cipher")
        self.tls_version = (tls.get("version") or "").replace("TLS ", "TLSv") or None
        self.alpn = _to_bytes(tls["protocol"]) if tls.get("protocol") else None
        self.certificate_list = [_views.Cert(facts) for facts in tls.get("certificates", ())]


class Client(Connection):
    proxy_mode = "regular"


class Server(Connection):
    ip_address = property(lambda self: self.address)


class Context:
    """The connections that a hook is about."""

    def __init__(self, client, server):
        self.client, self.server, self.layers = client, server, []
        self.options = ctx.options


ServerSpec = _utils.ServerSpec


class ServerConnectionHookData:
    def __init__(self, server, client):
        self.server, self.client = server, client


class TlsData:
    def __init__(self, conn, context):
        self.conn, self.context = conn, context
        self.ssl_conn, self.is_dtls = None, False


class ClientHello:
    """What a client asks for."""

    def __init__(self, offer):
        self.sni = offer.get("server_name")
        self.alpn_protocols = [_to_bytes(hark._read(name)) for name in offer.get("protocols", ())]
        self.cipher_suites = list(offer.get("ciphers", ()))
        self.extensions = [(number, b"") for number in offer.get("extensions", ())]


class ClientHelloData:
    def __init__(self, context, client_hello):
        self.context, self.client_hello = context, client_hello
        self.ignore_connection = False
        self.establish_server_tls_first = False


class WebSocketMessage:
    def __init__(self, type, from_client, content, timestamp=None, dropped=False, injected=False):
        #: 1 of a text message, 2 of a binary one (RFC 6455 section 5.2).
        self.type, self.from_client, self.content = type, from_client, content
        self.timestamp, self.dropped, self.injected = timestamp or time.time(), dropped, injected

    is_text = property(lambda self: self.type == 1)

    def _check(self):
        if not self.is_text:
            raise AttributeError("binary WebSocket messages have no text")

    @property
    def text(self):
        self._check()
        return self.content.decode("utf-8", "surrogateescape")

    @text.setter
    def text(self, text):
        self._check()
        self.content = text.encode("utf-8", "surrogateescape")

    def drop(self):
        self.dropped = True

    kill = drop


class WebSocketData:
    def __init__(self):
        #: The last 1,000 of them.
        self.messages = []
        self.closed_by_client = self.close_code = self.close_reason = self.timestamp_end = None

    @classmethod
    def _of(cls, state):
        made = cls()
        made.messages = [WebSocketMessage(*one) for one in state["messages"]]
        made.closed_by_client, made.close_code = state["closed_by_client"], state["close_code"]
        made.close_reason, made.timestamp_end = state["close_reason"], state["timestamp_end"]
        return made


class Error:
    KILLED_MESSAGE = "Connection killed."

    def __init__(self, msg, timestamp=None):
        self.msg, self.timestamp = msg, timestamp or time.time()


class Flow:
    type = "http"


class HTTPFlow(Flow):
    """One exchange, the same object from its request to its end."""

    def __init__(self, raw):
        self._raw = raw
        self.id = str(raw.id)
        self.request = Request(raw.request)
        self._request = self.request
        self.response = None
        self.error = None
        self.websocket = None
        self.metadata = {}
        self.is_replay = None
        self.live = True
        self.intercepted = False
        self.modified_ = False
        self.timestamp_created = raw.time
        self.client_conn = _connections.client(raw)
        self.client_conn.tls = self.client_conn.tls_established = self.request.scheme == "https"
        if raw.tls and self.client_conn.tls_version is None:
            self.client_conn._agreed(raw.tls)
        self.server_conn = Server((self.request.host, self.request.port))
        self.server_conn.tls = self.client_conn.tls
        self._killed = False
        self._tunnel_is_told = False
        self._comment = ""
        self._marked = ""
        #: It has ended, and marks go to its record.
        self._is_recorded = False

    timestamp_start = property(lambda self: self.request.timestamp_start)
    #: As mitmproxy 4 to 6 called it.
    messages = property(lambda self: self.websocket.messages if self.websocket else [])
    killable = property(lambda self: self.live and not self._killed)

    def _at(self, raw):
        """The flow at a later event, with what came meanwhile."""
        self._raw = raw
        self._killed = False
        if raw.on == "request" and self.request is self._request:
            self._request._now(raw.request)

    @property
    def comment(self):
        return self._comment

    @comment.setter
    def comment(self, text):
        self._comment = text
        if self._is_recorded:
            hark.mark(int(self.id), comment=text)
        elif text:
            self._raw.comment(text)

    @property
    def marked(self):
        return self._marked

    @marked.setter
    def marked(self, mark):
        self._marked = mark
        if self._is_recorded:
            hark.mark(int(self.id), pin=bool(mark))
        elif mark:
            self._raw.pin()

    def kill(self):
        self._killed = True
        self.error = Error(Error.KILLED_MESSAGE)

    def intercept(self):
        self.intercepted = True

    def resume(self):
        if self.intercepted:
            self.intercepted = False
            self._raw.release()

    async def wait_for_resume(self):
        while self.intercepted:
            await asyncio.sleep(0.05)

    def modified(self):
        return self.modified_

    def backup(self, force=False):
        """Hark keeps what came."""

    def revert(self):
        raise NotImplementedError("flow.revert is not available in Hark")

    def copy(self):
        other = HTTPFlow.from_state({**self.get_state(), "id": str(uuid.uuid4()), "error": None})
        other.client_conn, other.server_conn, other.error = self.client_conn, self.server_conn, self.error
        other.live = False
        return other

    def get_state(self):
        return _io.state(self)

    def set_state(self, state):
        self.id, self.is_replay, self.intercepted = state["id"], state["is_replay"], state["intercepted"]
        self._comment, self._marked, self.metadata = state["comment"], state["marked"], dict(state["metadata"])
        self.timestamp_created = state["timestamp_created"]
        error = state["error"]
        self.error = None if error is None else Error(error["msg"], error["timestamp"])
        self.request.set_state(state["request"])
        if state["response"] is None:
            self.response = None
        elif self.response is None:
            self.response = Response.from_state(state["response"])
        else:
            self.response.set_state(state["response"])
        self.websocket = None if state["websocket"] is None else WebSocketData._of(state["websocket"])
        if self.live:
            return
        for one, wanted in ((self.client_conn, state["client_conn"]), (self.server_conn, state["server_conn"])):
            for name, value in wanted.items():
                if hasattr(one, name) and name not in ("certificate_list", "via"):
                    setattr(one, name, tuple(value) if isinstance(value, list) else value)

    @classmethod
    def from_state(cls, state):
        flow = cls(hark.Flow(_io.event(state), None))
        flow.request._take(state["request"])
        flow.live = False
        flow.set_state(state)
        return flow

    def __repr__(self):
        return f"<HTTPFlow #{self.id} {self.request.method} {self.request.url}>"


# ctx, options and commands

class OptionsError(Exception):
    pass


class CommandError(Exception):
    pass


class AddonManagerError(Exception):
    pass


class AddonHalt(Exception):
    pass


#: mitmproxy's own options, with its defaults: addons read them.
_DEFAULTS = {
    "listen_host": "", "listen_port": 8080, "mode": ["regular"], "confdir": "~/.mitmproxy", "ssl_insecure": False,
    "showhost": False, "anticache": False, "anticomp": False, "upstream_cert": True, "http2": True, "websocket": True,
    "stream_large_bodies": None, "body_size_limit": None, "ignore_hosts": [], "allow_hosts": [], "block_global": True,
    "intercept": None, "intercept_active": False, "view_filter": None, "server": True, "scripts": [],
    "save_stream_file": None, "termlog_verbosity": "info", "flow_detail": 1, "keep_host_header": False,
    "connection_strategy": "eager", "modify_headers": [], "modify_body": [], "map_remote": [], "map_local": [],
    "dumper_filter": None, "onboarding": True, "proxyauth": None, "rawtcp": True, "tcp_hosts": [], "certs": [],
}


#: What of Hark does what an option of mitmproxy's did.
_OPTIONS_OF_HARK = {
    "listen_host": "--listen", "listen_port": "--listen", "mode": "--reverse or --upstream-proxy",
    "ssl_insecure": "--insecure-upstream", "upstream_cert": "--insecure-upstream", "http2": "--http1",
    "ignore_hosts": "--tunnel-host", "tcp_hosts": "--tunnel-host", "proxyauth": "--proxy-auth", "block_global": "--allow",
    "save_stream_file": "--log", "view_filter": "--show", "dumper_filter": "--show", "confdir": "--ca-dir",
    "modify_headers": "--rule", "modify_body": "--rule", "map_remote": "--rule", "map_local": "--rule",
    "intercept": "--rule", "body_size_limit": "--max-body-record", "stream_large_bodies": "--max-body-change",
    "termlog_verbosity": "--quiet", "scripts": "--script", "anticache": "--rule", "anticomp": "--rule",
}


class Options:
    def __init__(self):
        self.__dict__["_own"] = {}
        self.__dict__["_changed"] = dict(_DEFAULTS)
        self.__dict__["_subscribers"] = []

    def __getattr__(self, name):
        if name in self._own:
            return self._own[name].value
        if name in self._changed:
            return self._changed[name]
        raise AttributeError(f"the option {name} is not available in Hark ({_place()})")

    def __setattr__(self, name, value):
        self.update(**{name: value})

    def __contains__(self, name):
        return name in self._own or name in self._changed

    def keys(self):
        return set(self._own) | set(self._changed)

    def update(self, **values):
        for name, value in values.items():
            if name in self._own:
                self._own[name].value = value
            elif name in self._changed:
                if self._changed[name] != value:
                    use = f"; use hark's option {_OPTIONS_OF_HARK[name]}" if name in _OPTIONS_OF_HARK else ""
                    print(f"mitmproxy's option {name} has no effect in Hark{use}", file=sys.stderr)
                self._changed[name] = value
            else:
                raise KeyError(f"Unknown option: {name}")
        self._tell(set(values))
        own = set(values) & set(self._own)
        if own and _addons.is_running:
            _addons.call_now("configure", own)

    set = update

    def subscribe(self, call, names):
        """Calls a function with the options, and the names of those that changed, when one of these changes."""
        for name in names:
            if name not in self:
                raise Exception(f"No such option: {name}")
        self._subscribers.append((call, set(names)))

    def _tell(self, changed):
        for call, names in self._subscribers:
            if names & changed:
                call(self, changed)

    def update_known(self, **values):
        """Those that there are; the others are given back."""
        known = {name: value for name, value in values.items() if name in self}
        self.update(**known)
        return {name: value for name, value in values.items() if name not in known}

    def default(self, name):
        return self._own[name].default if name in self._own else _DEFAULTS[name]

    def items(self):
        return [(name, getattr(self, name)) for name in sorted(self.keys())]

    def setter(self, name):
        return lambda value: self.update(**{name: value})

    def toggler(self, name):
        return lambda: self.update(**{name: not getattr(self, name)})

    def add_option(self, name, typespec=str, default=None, help="", choices=None):
        Loader(ctx.master).add_option(name, typespec, default, help, choices)

    def has_changed(self, name):
        return name in self._own and self._own[name].value != self._own[name].default


class _AddonOption(hark._Option):
    """An option with one of mitmproxy's types."""

    def __init__(self, name, typespec, default, help, choices):
        plain = typespec
        arguments = typing.get_args(typespec)
        self.is_optional = type(None) in arguments
        if self.is_optional:
            plain = next(one for one in arguments if one is not type(None))
        self.is_list = typing.get_origin(plain) in (list, collections.abc.Sequence, tuple)
        kind = plain if plain in (bool, int, str, float) else str
        super().__init__(name, kind, default, help)
        self.choices = choices
        if self.is_list:
            self.type = "sequence"

    def read(self, text):
        if self.is_list:
            # Each --set gives one of them.
            return [one for one in text.split("\n") if one]
        if self.is_optional and not text and self.kind is not str:
            return None
        value = super().read(text)
        if self.choices and value not in self.choices:
            raise ValueError(f"{text!r} is none of {', '.join(self.choices)}")
        return value


class Loader:
    def __init__(self, master):
        self.master = master

    def add_option(self, name, typespec=str, default=None, help="", choices=None):
        one = _AddonOption(name, typespec, default, help, choices)
        ctx.options._own[name] = one
        hark._script.options.append(one)

    def add_command(self, path, call):
        _addons.commands[path] = call


class _Log:
    def _say(level):
        def say(self, text, *_):
            hark.log(text, level)

        return say

    info, debug, alert = _say("info"), _say("debug"), _say("alert")
    warn = warning = _say("warning")
    error = _say("error")
    del _say

    def __call__(self, text, level="info"):
        hark.log(text, level)


def _sent_again(flows):
    for flow in flows if isinstance(flows, (list, tuple)) else [flows]:
        request = flow.request
        fields = [(name, value) for name, value in request.headers._list if name.lower() not in _FRAMING]
        hark.send(request.url, request.method, fields, request.content or None)


def _injected(flow, to_client, message, is_text=True):
    if not is_text:
        raise CommandError("inject.websocket sends only text messages in Hark")
    hark.inject(int(flow.id), "client" if to_client else "server", _to_str(message))


def _each(act):
    def called(flows, *arguments):
        for flow in flows if isinstance(flows, (list, tuple)) else [flows]:
            act(flow, *arguments)

    return called


def _of_people(flows):
    if isinstance(flows, str):
        raise CommandError(f"{flows!r}: name flows as objects; Hark has no view of mitmproxy's")
    return flows if isinstance(flows, (list, tuple)) else [flows]


def _exported(kind, flow, path):
    if kind not in _io.formats:
        raise CommandError(f"No such export format: {kind}")
    _io.export(kind, _of_people(flow)[0], path)


#: The commands of mitmproxy itself that there are here.
_OWN_COMMANDS = {
    "replay.client": _sent_again,
    "inject.websocket": _injected,
    "set": lambda name, *values: ctx.options.update(**{name: " ".join(map(str, values))}),
    "flow.kill": _each(lambda flow: flow.kill()),
    "flow.resume": _each(lambda flow: flow.resume()),
    "flow.mark": _each(lambda flow, mark: setattr(flow, "marked", mark)),
    "flow.comment": _each(lambda flow, text: setattr(flow, "comment", text)),
    # The record of a flow is a copy of its own: nothing that is done to the flow afterwards changes it.
    "view.flows.duplicate": lambda flows: None,
    "save.file": lambda flows, path: _io.save(_of_people(flows), os.path.expanduser(str(path))),
    "export.file": lambda kind, flow, path: _exported(kind, flow, os.path.expanduser(str(path))),
}


class _Commands:
    def call(self, path, *arguments):
        known = _addons.commands.get(path) or _OWN_COMMANDS.get(path)
        if known is not None:
            return known(*arguments)
        raise CommandError(f"the command {path} is not available in Hark ({_place()})")

    call_strings = call

    def add(self, path, call):
        _addons.commands[path] = call


class _AddonsOfMaster:
    def get(self, name):
        for one in _addons.all():
            if getattr(one, "name", type(one).__name__).lower() == name.lower():
                return one
        return None

    def __contains__(self, item):
        return (self.get(item) if isinstance(item, str) else item in list(_addons.all())) not in (None, False)

    def add(self, *addons):
        for one in addons:
            _addons.add(one)

    def trigger(self, event):
        raise NotImplementedError("ctx.master.addons.trigger is not available in Hark")


class _Master:
    def __init__(self):
        self.commands = _Commands()
        self.addons = _AddonsOfMaster()
        self.should_exit = threading.Event()

    options = property(lambda self: ctx.options)
    log = property(lambda self: ctx.log)
    event_loop = property(lambda self: asyncio.get_event_loop())

    def shutdown(self):
        self.should_exit.set()
        hark.shutdown()

    def __getattr__(self, name):
        raise AttributeError(f"ctx.master.{name} is not available in Hark ({_place()})")


class _Context(types.ModuleType):
    def __getattr__(self, name):
        raise AttributeError(f"mitmproxy.ctx.{name} is not available in Hark ({_place()})")


ctx = _Context("mitmproxy.ctx")
ctx.options = Options()
ctx.log = _Log()
ctx.master = _Master()


# Filters

class _Filter:
    """mitmproxy's filter expressions."""

    _TOKEN = re.compile(r'\s*(?:(~\w+)|([()&|!])|"((?:[^"\\]|\\.)*)"|\'((?:[^\'\\]|\\.)*)\'|([^\s()&|!]+))')
    _PLAIN = {
        "~a": lambda f: bool(f.response and re.search(
            "javascript|image/|css|font|flash", f.response.headers.get("content-type", ""))),
        "~all": lambda f: True, "~http": lambda f: True, "~e": lambda f: f.error is not None,
        "~q": lambda f: f.response is None, "~s": lambda f: f.response is not None,
        "~marked": lambda f: bool(f.marked), "~replay": lambda f: bool(f.is_replay), "~replayq": lambda f: False,
        "~replays": lambda f: False, "~websocket": lambda f: f.websocket is not None,
        "~tcp": lambda f: False, "~udp": lambda f: False, "~dns": lambda f: False,
    }
    _TAKING = {
        "~u": lambda f: [f.request.url], "~d": lambda f: [f.request.host, f.request.pretty_host],
        "~m": lambda f: [f.request.method], "~comment": lambda f: [f.comment], "~marker": lambda f: [f.marked],
        "~meta": lambda f: [repr(f.metadata)],
        "~h": lambda f: _lines(f.request) + _lines(f.response), "~hq": lambda f: _lines(f.request),
        "~hs": lambda f: _lines(f.response), "~t": lambda f: _types(f.request) + _types(f.response),
        "~tq": lambda f: _types(f.request), "~ts": lambda f: _types(f.response),
        "~b": lambda f: _contents(f.request) + _contents(f.response), "~bq": lambda f: _contents(f.request),
        "~bs": lambda f: _contents(f.response),
        "~src": lambda f: [":".join(map(str, f.client_conn.peername or ()))],
        "~dst": lambda f: [":".join(map(str, f.server_conn.address or ()))],
    }

    def __init__(self, text):
        self.pattern = text
        self._tokens = []
        place = 0
        while text[place:].strip():
            found = self._TOKEN.match(text, place)
            if not found:
                raise ValueError(f"Invalid filter expression: {text!r}")
            self._tokens.append(found.groups())
            place = found.end()
        self._place = 0
        self._test = self._either()
        if self._place != len(self._tokens):
            raise ValueError(f"Invalid filter expression: {text!r}")

    def __call__(self, flow):
        return bool(self._test(flow))

    def _sign(self):
        return self._tokens[self._place][1] if self._place < len(self._tokens) else None

    def _either(self):
        parts = [self._both()]
        while self._sign() == "|":
            self._place += 1
            parts.append(self._both())
        return lambda f: any(part(f) for part in parts)

    def _both(self):
        parts = [self._one()]
        while self._place < len(self._tokens) and self._sign() not in ("|", ")"):
            if self._sign() == "&":
                self._place += 1
            parts.append(self._one())
        return lambda f: all(part(f) for part in parts)

    def _one(self):
        if self._place >= len(self._tokens):
            raise ValueError(f"Invalid filter expression: {self.pattern!r}")
        operator, sign, double, single, word = self._tokens[self._place]
        self._place += 1
        if sign == "!":
            inner = self._one()
            return lambda f: not inner(f)
        if sign == "(":
            inner = self._either()
            if self._sign() != ")":
                raise ValueError(f"Invalid filter expression: {self.pattern!r}")
            self._place += 1
            return inner
        if operator in self._PLAIN:
            return self._PLAIN[operator]
        if operator == "~c":
            status = int(self._argument())
            return lambda f: f.response is not None and f.response.status_code == status
        if operator in self._TAKING:
            values, wanted = self._TAKING[operator], re.compile(self._argument(), re.I | re.S)
            return lambda f: any(wanted.search(value) for value in values(f))
        text = next((one for one in (double, single, word) if one is not None), None)
        if text is None:
            raise ValueError(f"Invalid filter expression: {self.pattern!r}")
        wanted = re.compile(text, re.I)
        return lambda f: bool(wanted.search(f.request.url))

    def _argument(self):
        if self._place >= len(self._tokens):
            raise ValueError(f"Invalid filter expression: {self.pattern!r}")
        groups = self._tokens[self._place]
        self._place += 1
        return next(one for one in (groups[2], groups[3], groups[4], groups[0], groups[1]) if one is not None)


def _lines(message):
    return [] if message is None else [f"{name}: {value}" for name, value in message.headers._list]


def _types(message):
    return [] if message is None else [message.headers.get("content-type", "")]


def _contents(message):
    return [] if message is None or message.content is None else [message.content.decode("utf-8", "replace")]


def _parse_filter(text):
    if not text:
        raise ValueError("Empty filter expression")
    return _Filter(text)


def _match(wanted, flow):
    if isinstance(wanted, str):
        wanted = _parse_filter(wanted)
    return True if wanted is None else wanted(flow)


# Addons and their hooks

class _Addons:
    """All addons of a file, in order, with those nested in them."""

    def __init__(self):
        self.roots = []
        self.commands = {}
        self.flows = collections.OrderedDict()
        self.is_running = False
        #: `requestheaders` and `responseheaders` have events of their own, as the others wait for bodies.
        self.has_heads = False
        #: Something comes after the response that needs the flow.
        self.is_followed = False
        #: Hooks want to know what came of a CONNECT.
        self.has_tunnels = False
        #: The functions in `stream` of bodies under way, by flow and message.
        self.streams = {}

    def _walk(self, one):
        yield one
        inner = getattr(one, "addons", None)
        if isinstance(inner, (list, tuple)):
            for other in inner:
                yield from self._walk(other)

    def all(self):
        for root in self.roots:
            yield from self._walk(root)

    def add(self, one):
        self.roots.append(one)
        for each in self._walk(one):
            hook = getattr(each, "load", None)
            if callable(hook):
                hook(Loader(ctx.master))
            for name in dir(each):
                # A property may fail as long as the addon has not begun.
                with contextlib.suppress(Exception):
                    call = getattr(each, name) if not name.startswith("__") else None
                    if isinstance(path := getattr(call, "command_name", None), str):
                        self.commands[path] = call

    def hooks(self, name):
        earlier, made = _EARLIER.get(name, (None, None))
        for one in self.all():
            hook = getattr(one, name, None)
            if callable(hook) and not isinstance(hook, type):
                yield hook
            elif earlier:
                hook = getattr(one, earlier, None)
                if callable(hook) and not isinstance(hook, type):
                    yield lambda given, hook=hook: hook(made(given))

    def has(self, name):
        return any(True for _ in self.hooks(name))

    async def call(self, name, *arguments):
        for hook in self.hooks(name):
            try:
                result = hook(*arguments)
                if inspect.isawaitable(result):
                    await result
            except AddonHalt:
                return

    def call_now(self, name, *arguments):
        for hook in self.hooks(name):
            result = hook(*arguments)
            if inspect.isawaitable(result):
                asyncio.get_running_loop().create_task(result)

    def done(self, raw):
        if not self.is_followed:
            self.flows.pop(raw.id, None)

    def flow(self, raw):
        flow = self.flows.get(raw.id)
        if flow is None:
            flow = self.flows[raw.id] = HTTPFlow(raw)
            while len(self.flows) > 10_000:
                self.flows.popitem(last=False)
        else:
            flow._at(raw)
        return flow


_addons = _Addons()


class _Connections:
    """The connections that hooks get, each the same object from its beginning to its end."""

    def __init__(self):
        self.known = collections.OrderedDict()

    def _get(self, kind, number, address):
        one = self.known.get((kind, number)) if number is not None else None
        if one is None:
            one = kind(_address(address))
            one.id = "" if number is None else str(number)
            if number is not None:
                self.known[kind, number] = one
                while len(self.known) > 10_000:
                    self.known.popitem(last=False)
        return one

    def client(self, raw):
        isAboutServer = raw.server and not raw.on.startswith("response")
        return self._get(Client, None if isAboutServer else raw.connection, raw.client)

    def answering(self, flow, raw):
        """Lets a flow know the connection that its response came over."""
        flow.server_conn = self.known.get((Server, raw.server_connection), flow.server_conn)
        if raw.server:
            flow.server_conn.peername = _address(raw.server)

    def server(self, raw):
        one = self._get(Server, raw.connection, raw.server)
        one.address = _address(raw.host) or one.address
        return one

    def forget(self, raw):
        self.known.pop((Server if raw.host else Client, raw.connection), None)


_connections = _Connections()


def _address(text):
    host, _, port = text.rpartition(":")
    return (host.strip("[]"), int(port)) if port.isdigit() else None


async def _request_head(raw):
    """Only for addons with `requestheaders` whose other hooks want bodies."""
    flow = _addons.flow(raw)
    await _addons.call("requestheaders", flow)
    if flow.response is not None and not flow._killed:
        return await _answered(flow, raw)
    if flow.request.stream and not flow._killed:
        # mitmproxy calls it after the body, which it does not show.
        await _addons.call("request", flow)
        if flow.response is not None and not flow._killed:
            return await _answered(flow, raw)
        _stream(raw, "request", flow.request)
    _settle(flow, raw)


async def _request(raw):
    flow = _addons.flow(raw)
    if not _addons.has_heads:
        await _addons.call("requestheaders", flow)
    if flow.response is None and not flow._killed:
        await _addons.call("request", flow)
    if flow.response is not None and not flow._killed:
        return await _answered(flow, raw)
    _settle(flow, raw)


async def _answered(flow, raw):
    # mitmproxy shows an answer of an addon to all of them.
    await _addons.call("responseheaders", flow)
    await _addons.call("response", flow)
    _addons.done(raw)
    _settle(flow, raw, answers=True)


async def _response_head(raw):
    """Only for addons with `responseheaders` whose other hooks want bodies."""
    flow = _addons.flow(raw)
    before = flow.response = Response(raw.response)
    await _addons.call("responseheaders", flow)
    if flow.response is before and before.stream and not flow._killed:
        # mitmproxy calls it after the body, which it does not show.
        await _addons.call("response", flow)
        _stream(raw, "response", before)
        _addons.done(raw)
    _settle(flow, raw, answers=flow.response is not before)


async def _response(raw):
    flow = _addons.flow(raw)
    if _addons.has_heads and isinstance(flow.response, Response):
        flow.response._now(raw.response)
    else:
        flow.response = Response(raw.response)
    _connections.answering(flow, raw)
    before = flow.response
    if raw.request.omitted == "earlier" and flow._request._raw is not raw.request:
        flow.request = flow._request
    if not _addons.has_heads:
        await _addons.call("responseheaders", flow)
    if not flow._killed:
        await _addons.call("response", flow)
    if not flow.intercepted:
        _addons.done(raw)
    _settle(flow, raw, answers=flow.response is not before)


def _stream(raw, kind, message):
    """Lets a body pass, through the function in `stream` if there is one."""
    if callable(message.stream):
        _addons.streams[raw.id, kind] = message.stream
    raw.stream(chunks=callable(message.stream))


def _chunk(raw):
    key = raw.id, raw.chunk.message
    call = _addons.streams.get(key)
    if call is None:
        return
    # mitmproxy calls it with nothing at the end.
    made = call(raw.chunk.data)
    raw.chunk.data = made if isinstance(made, (bytes, bytearray)) else b"".join(made or ())
    if raw.chunk.last:
        del _addons.streams[key]


def _settle(flow, raw, answers=False):
    """Makes of what addons did to the flow the verdict."""
    if flow._killed:
        return raw.drop()
    if answers and flow.response is not None:
        status, content, fields = flow.response._answer()
        raw.respond(status, content, fields)
        return
    if raw.on.startswith("request"):
        flow.request._changes()
        if flow.request._raw is not raw.request:
            raw.request = flow.request._raw
    elif flow.response is not None:
        flow.response._changes()
    if flow.intercepted:
        raw.hold()


async def _failed(raw):
    flow = _addons.flows.get(raw.id)
    if flow is not None:
        flow.error = Error((raw.error or {}).get("text", ""))
        await _addons.call("error", flow)


def _ended(raw):
    _addons.flows.pop(raw.id, None)
    for kind in ("request", "response"):
        _addons.streams.pop((raw.id, kind), None)


# WebSockets

def _socket_flow(raw):
    flow = _addons.flow(raw)
    if flow.websocket is None:
        flow.websocket = WebSocketData()
    if flow.response is None and raw.response is not None:
        flow.response = Response(raw.response)
    return flow


async def _socket_started(raw):
    await _addons.call("websocket_start", _socket_flow(raw))


async def _socket_message(raw):
    flow = _socket_flow(raw)
    message = WebSocketMessage(1 if raw.message.is_text else 2, raw.message.from_client, raw.message.data)
    flow.websocket.messages.append(message)
    del flow.websocket.messages[:-1_000]
    await _addons.call("websocket_message", flow)
    if message.dropped or flow._killed:
        raw.message.drop()
    elif message.content != raw.message.data:
        raw.message.data = message.content


async def _socket_ended(raw):
    flow = _socket_flow(raw)
    flow.websocket.timestamp_end = time.time()
    await _addons.call("websocket_end", flow)


# Connections

async def _connection(raw):
    if raw.on.startswith("tls"):
        return await _secured(raw)
    if raw.on.startswith("client"):
        client = _connections.client(raw)
        client.connected = raw.on == "client-connected"
        await _addons.call("client_connected" if client.connected else "client_disconnected", client)
    else:
        server = _connections.server(raw)
        server.connected = raw.on == "server-connected"
        server.error = (raw.error or {}).get("text")
        name = {"server-connected": "server_connected", "server-failed": "server_connect_error"}
        data = ServerConnectionHookData(server, Client())
        await _addons.call(name.get(raw.on, "server_disconnected"), data)
    if raw.on.endswith("disconnected"):
        _connections.forget(raw)


async def _secured(raw):
    tls = raw.tls or {}
    isClient = raw.on == "tls-client"
    one = _connections.client(raw) if isClient else _connections.server(raw)
    one.tls, one.tls_established = True, not tls.get("failed")
    one._agreed(tls)
    one.error = tls.get("text")
    side = "client" if isClient else "server"
    context = Context(one, Server()) if isClient else Context(Client(), one)
    await _addons.call(f"tls_{'failed' if tls.get('failed') else 'established'}_{side}", TlsData(one, context))


async def _hello(raw):
    server = Server(_address(urlsplit(raw.request.url).netloc or raw.request.url))
    data = ClientHelloData(Context(_connections.client(raw), server), ClientHello(raw.tls or {}))
    await _addons.call("tls_clienthello", data)
    if data.ignore_connection:
        raw.tunnel()


async def _connect(raw):
    """A client that wants a tunnel: a flow of its own, as in mitmproxy."""
    # The host of a URL is what addons read and assign; a target of CONNECT has no scheme.
    flow = _tunnel_flow(raw)
    before = flow.request.host, flow.request.port
    await _addons.call("http_connect", flow)
    if not flow._killed and flow.response is not None and not 200 <= flow.response.status_code < 300:
        # It may change its answer once more.
        flow._tunnel_is_told = True
        await _addons.call("http_connect_error", flow)
    if not _addons.has_tunnels:
        _addons.done(raw)
    if flow._killed:
        return raw.drop()
    if flow.response is not None and not 200 <= flow.response.status_code < 300:
        status, content, fields = flow.response._answer()
        return raw.respond(status, content, fields)
    if (flow.request.host, flow.request.port) != before:
        raw.host = _written_address((flow.request.host, flow.request.port))


def _tunnel_flow(raw):
    raw.request.url = f"https://{raw.host}/"
    flow = _addons.flow(raw)
    flow.request.authority, flow.request.first_line_format = raw.host, "authority"
    return flow


async def _tunnel(raw):
    """A client has its tunnel, or was answered otherwise."""
    flow = _tunnel_flow(raw)
    _addons.done(raw)
    if flow._tunnel_is_told:
        return
    if flow.response is None:
        flow.response = Response(raw.response)
    if raw.server:
        flow.server_conn = _connections.server(raw)
    if raw.error:
        flow.error = Error(raw.error.get("text", ""))
    await _addons.call("http_connected" if raw.on == "tunnel-opened" else "http_connect_error", flow)


async def _connect_upstream(raw):
    """A CONNECT to a proxy on the way: a flow of its own, too, whose server is the proxy."""
    url, raw.request.url = raw.request.url, f"https://{raw.host}/"
    flow = HTTPFlow(raw)
    flow.id += "-connect"
    flow.request.authority, flow.request.first_line_format = raw.host, "authority"
    way = urlsplit(raw.via)
    flow.server_conn = Server((way.hostname or "", way.port or (443 if way.scheme == "https" else 80)))
    await _addons.call("http_connect_upstream", flow)
    raw.request.url = url
    if flow._killed:
        return raw.drop()
    # Credentials for the proxy are why there is this hook, and no others of Hark's own are among them.
    raw.request.headers.fields = list(flow.request.headers._list)


async def _server_connect(raw):
    server = Server(_address(raw.host))
    server.connected = False
    way = urlsplit(raw.via) if raw.via else None
    server.via = ServerSpec(way.scheme, (way.hostname or "", way.port)) if way else None
    client = _connections._get(Client, raw.connection, raw.client)
    before = server.address, server.via
    await _addons.call("server_connect", ServerConnectionHookData(server, client))
    if server.error:
        return raw.drop()
    if server.address != before[0]:
        raw.host = _written_address(server.address)
    if server.via != before[1]:
        raw.via = "" if not server.via else f"{server.via[0]}://{_written_address(server.via[1])}"


def _written_address(address):
    host, port = address[0], address[1]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


# The package `mitmproxy`

_REASONS = {
    "proxy": "the layers of mitmproxy's proxy are internals that Hark does not have",
    "tools": "Hark has its own screen and page",
    "master": "Hark runs the addon itself",
    "contentviews": "Hark shows contents itself, and has mitmproxy.contentviews and .base for views of an addon's own",
    "contentviews.grpc": "Hark decodes gRPC and Protocol Buffers itself: --proto FILE.proto",
    "contentviews.protobuf": "Hark decodes gRPC and Protocol Buffers itself: --proto FILE.proto",
}


class _Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"{self.__name__}.{name} is not available in Hark ({_place()})")


class _Finder(importlib.abc.MetaPathFinder):
    """Says of the modules that there are not why."""

    def find_spec(self, name, path, target=None):
        if name.split(".")[0] != "mitmproxy":
            return None
        inner = name.partition(".")[2]
        reason = _REASONS.get(inner) or _REASONS.get(inner.split(".")[0], "")
        raise ImportError(f"{name} is not available in Hark ({_place()})" + (f": {reason}" if reason else ""))


def _concurrent(call):
    """A hook in a thread of its own."""
    @functools.wraps(call)
    async def threaded(*arguments):
        loop = asyncio.get_running_loop()
        result = await loop.run_in_executor(None, lambda: call(*arguments))
        if inspect.isawaitable(result):
            await result

    return threaded


def _called_by_people(call):
    """A command whose arguments come as texts: numbers, lists with commas, and flows by their numbers or a filter."""
    parameters = list(inspect.signature(call).parameters.values())
    try:
        hints = typing.get_type_hints(call)
    except Exception:  # What an annotation names may not be there.
        hints = {}

    async def read(kind, text):
        if isinstance(kind, type) and issubclass(kind, Flow):
            found = await _flows_of_people(text)
            if len(found) != 1:
                raise ValueError(f"{text} matches {len(found)} flows (expected one)")
            return found[0]
        if typing.get_origin(kind) in (list, tuple, collections.abc.Sequence):
            inner = (typing.get_args(kind) or (str,))[0]
            if isinstance(inner, type) and issubclass(inner, Flow):
                return await _flows_of_people(text)
            return [part for part in text.split(",") if part]
        if kind is bool:
            return text.lower() in ("true", "1", "yes", "on")
        return kind(text) if kind in (int, float) else text

    @functools.wraps(call)
    async def called(*texts):
        kinds = []
        for one in parameters:
            kinds += [hints.get(one.name)] * (len(texts) if one.kind is one.VAR_POSITIONAL else 1)
        kinds += [None] * len(texts)
        result = call(*[await read(kind, text) for kind, text in zip(kinds, texts)])
        return await result if inspect.isawaitable(result) else result

    return called


async def _flows_of_people(text):
    """Flows by their numbers with commas, @all, @focus (the newest), or Hark's filter; the oldest first."""
    wanted, limit = text, 1_000
    if re.fullmatch(r"#?\d+(,#?\d+)*", text):
        wanted = " or ".join(f"id = {number}" for number in text.replace("#", "").split(","))
    elif text == "@all":
        wanted = ""
    elif text == "@focus":
        wanted, limit = "", 1
    return [await _recorded(entry) for entry in reversed(await hark.flows(wanted, limit))]


async def _recorded(entry):
    """A recorded flow; the one that hooks have seen where it is still under way."""
    number = entry["flow"]
    if number in _addons.flows:
        return _addons.flows[number]

    def fields(name):
        return [("content-type", entry[name])] if entry.get(name) else []

    request = Request.make(entry["method"], entry["url"], b"", fields("request_type"))
    response = Response.make(entry["status"], b"", fields("type")) if "status" in entry else None
    for message, name in ((request, "request"), (response, "response")):
        if message is not None:
            message._raw.body = await hark.body(number, name) or b""
    flow = _made_flow(req=request, resp=response, live=False)
    flow.id = str(number)
    flow._comment, flow._marked = entry.get("comment", ""), ":default:" if entry.get("pinned") else ""
    flow._is_recorded = True
    return flow


def _command(path):
    def mark(call):
        call.command_name = path
        return call

    return mark


# mitmproxy.test: exchanges that nobody sent, for an addon's own tests


def _made_request(host="address", port=22, method="GET", scheme="http", path="/path", content=b"content",
                  headers=((b"header", b"qvalue"), (b"content-length", b"7")), **others):
    at = f"{_to_str(scheme)}://{_written_address((host, port))}{_to_str(path)}"
    made = Request.make(_to_str(method), at, content, headers)
    for name, value in others.items():
        setattr(made, name, value)
    return made


def _made_response(status_code=200, content=b"message",
                   headers=((b"header-response", b"svalue"), (b"content-length", b"7")), **others):
    made = Response.make(status_code, content, headers)
    for name, value in others.items():
        setattr(made, name, value)
    return made


def _made_flow(*, client_conn=None, server_conn=None, req=None, resp=None, err=None, ws=None, live=True):
    flow = HTTPFlow(hark.Flow({"type": "event", "id": 0, "on": "request", "flow": 0, "time": 946681200.0, "request": {
        "method": "GET", "url": "http://address:22/path", "version": "HTTP/1.1", "headers": []}}, None))
    flow.id = str(uuid.uuid4())
    flow.request = req if isinstance(req, Request) else _made_request()
    flow.response = _made_response() if resp is True else resp or None
    flow.error = Error("error", 946681207) if err is True else err or None
    flow.websocket = WebSocketData() if ws is True else ws or None
    flow.client_conn = client_conn if isinstance(client_conn, Client) else Client(("127.0.0.1", 22))
    flow.server_conn = server_conn if isinstance(server_conn, Server) else Server(("address", 22))
    flow.live = live
    return flow


class _TestContext:
    """`taddons.context`: addons with options, outside of a proxy."""

    def __init__(self, *addons, options=None, loadcore=True):
        self.options, self.master = ctx.options, ctx.master
        for one in addons:
            _addons.add(one)

    def __enter__(self):
        return self

    async def __aenter__(self):
        return self

    def __exit__(self, *_):
        return False

    async def __aexit__(self, *_):
        return False

    def configure(self, addon, **values):
        self.options.update(**values)
        # Addons of the script have heard of it.
        if _addons.is_running and any(one is addon for one in _addons.all()):
            return
        hook = getattr(addon, "configure", None)
        if callable(hook):
            hook(set(values))

    async def cycle(self, addon, flow):
        """Calls the hooks of an exchange in their order."""
        names = ["requestheaders", "request"]
        names += [] if flow.response is None else ["responseheaders", "response"]
        for name in names + ([] if flow.error is None else ["error"]):
            hook = getattr(addon, name, None)
            if callable(hook):
                result = hook(flow)
                if inspect.isawaitable(result):
                    await result


def _modules():
    def module(name, **members):
        made = _Module("mitmproxy" + ("." + name if name else ""))
        made.__path__ = []
        made.__dict__.update(members)
        sys.modules[made.__name__] = made
        if name:
            parent, _, last = made.__name__.rpartition(".")
            setattr(sys.modules[parent], last, made)
        return made

    module("")
    sys.modules["mitmproxy.ctx"] = ctx
    sys.modules["mitmproxy"].ctx = ctx
    module(
        "http", HTTPFlow=HTTPFlow, Request=Request, Response=Response, Headers=Headers, Message=Message,
        HTTPRequest=Request, HTTPResponse=Response, WebSocketData=WebSocketData,
        parse_content_type=_utils.parse_content_type, assemble_content_type=_utils.assemble_content_type)
    module("flow", Flow=Flow, Error=Error)
    module(
        "connection", Connection=Connection, Client=Client, Server=Server, Address=tuple,
        ConnectionState=_utils.ConnectionState)
    module("websocket", WebSocketMessage=WebSocketMessage, WebSocketData=WebSocketData)
    module("tls", ClientHelloData=ClientHelloData, TlsData=TlsData, ClientHello=ClientHello)
    module("certs", Cert=_views.Cert)
    for kind, names in _FOREIGN.items():
        module(kind, **{name: type(name, (Flow,) if name.endswith("Flow") else (), {}) for name in names})
    views = {name: getattr(_views, name) for name in (
        "TViewLine", "TViewResult", "TTextType", "View", "Contentview", "InteractiveContentview", "Metadata", "add", "remove", "get", "format_text",
        "format_pairs", "format_dict", "KEY_MAX")}
    module("contentviews", SyntaxHighlight=str, **views)
    module("contentviews.base", **views)
    module("proxy")
    module("proxy.context", Context=Context)
    module("proxy.server_hooks", ServerConnectionHookData=ServerConnectionHookData)
    module("addonmanager", Loader=Loader)
    module("exceptions", OptionsError=OptionsError, CommandError=CommandError, AddonManagerError=AddonManagerError,
           AddonHalt=AddonHalt, MitmproxyException=Exception, ControlException=Exception,
           FlowReadException=_io.FlowReadException)
    _io.FlowReader.made = HTTPFlow.from_state
    module("io", FlowReader=_io.FlowReader, FlowWriter=_io.FlowWriter, FilteredFlowWriter=_io.FilteredFlowWriter,
           read_flows_from_paths=_io.read_flows_from_paths)
    module("io.tnetstring", dumps=_io.dumps, loads=lambda data: _io._read(data, 0)[0])
    module("addons")
    module("addons.asgiapp", ASGIApp=_apps.ASGIApp, WSGIApp=_apps.WSGIApp)
    module("addons.export", curl_command=_io.formats["curl"], httpie_command=_io.formats["httpie"],
           raw=_io.formats["raw"], raw_request=_io.formats["raw_request"], raw_response=_io.formats["raw_response"],
           formats=_io.formats)
    module("command", command=_command, argument=lambda *_, **__: lambda call: call)
    module("types", Path=str, Cmd=str, Arg=str, Choice=lambda *_: str, CmdArgs=str, Data=str, CutSpec=str, Marker=str)
    module("flowfilter", parse=_parse_filter, match=_match, match_all=_parse_filter("~all"), TFilter=_Filter)
    logging.addLevelName(_utils.ALERT, "ALERT")
    module("log", ALERT=_utils.ALERT, LogEntry=_utils.LogEntry, LogLevels=_utils.LEVELS, log_tier=_utils.log_tier)
    module("script", concurrent=_concurrent)
    module("version", VERSION="12.0.0", MITMPROXY="mitmproxy 12.0.0", FLOW_FORMAT_VERSION=_io.VERSION)
    module("optmanager", OptManager=Options)
    module("coretypes")
    module("coretypes.multidict", MultiDict=MultiDict, MultiDictView=MultiDictView)
    module("net")
    module("net.http", Headers=Headers)
    module("net.http.status_codes", **_utils.status_codes())
    sys.modules["mitmproxy.http"].status_codes = sys.modules["mitmproxy.net.http.status_codes"]
    module("net.http.headers", Headers=Headers, parse_content_type=_utils.parse_content_type,
           assemble_content_type=_utils.assemble_content_type)
    module("net.http.http1", assemble_request=_io.assemble, assemble_response=_io.assemble,
           assemble_request_head=_io._head, assemble_response_head=_io._head)
    module("net.server_spec", ServerSpec=ServerSpec, parse=_utils.parse_server)
    module("utils")
    module("utils.strutils", **{name: getattr(_utils, name) for name in (
        "always_str", "always_bytes", "bytes_to_escaped_str", "escaped_str_to_bytes", "escape_control_characters",
        "is_mostly_bin", "is_xml", "clean_hanging_newline", "hexdump")})
    module("utils.human", **{name: getattr(_utils, name) for name in (
        "pretty_size", "parse_size", "pretty_duration", "format_timestamp", "format_timestamp_with_milli",
        "format_address")})
    module("test")
    module("test.tutils", treq=_made_request, tresp=_made_response)
    module("test.tflow", tflow=_made_flow, treq=_made_request, tresp=_made_response,
           terr=lambda content="error": Error(content, 946681207), tclient_conn=lambda: Client(("127.0.0.1", 22)),
           tserver_conn=lambda: Server(("address", 22)))
    module("test.taddons", context=_TestContext)
    sys.meta_path.insert(0, _Finder())


async def _noted(raw):
    """A handshake that no hook asks for, and whose certificates one may read later."""
    _connections.server(raw)._agreed(raw.tls or {})


async def _shown(flow, message="response", view=""):
    """What a view of the addon makes of a recorded body: FLOW [request|response] [VIEW]."""
    number = int(str(flow).lstrip("#"))
    if message not in ("request", "response"):
        raise ValueError(f"{message} is not a message (expected request or response)")
    found = await hark.flows(f"id = {number}", 1)
    data = await hark.body(number, message)
    if not found or data is None:
        raise ValueError(f"flow {number} has no {message} body")
    made = await _recorded(found[0])
    shown = made.request if message == "request" else made.response
    one = _views.get(view) if view else _views.best(data, made, shown)
    if one is None and view:
        raise ValueError(f"there is no view {view} (expected {', '.join(_views.names()) or 'none: the addon has none'})")
    return shown.get_text(strict=False) if one is None else _views.render(one, data, made, shown)


async def _rendered(flow, message="response"):
    """What hark show and the page show of a body: FLOW [request|response]."""
    number = int(flow)
    found, data = await hark.flows(f"id = {number}", 1), await hark.body(number, message)
    if not found or data is None:
        return None
    made = await _recorded(found[0])
    shown = made.request if message == "request" else made.response
    one = _views.best(data, made, shown)
    return None if one is None else {"view": one.name, "text": _views.render(one, data, made, shown)}


def _subscribe(wants_body, reads_requests, streams, wants_servers=False):
    """Asks for the events whose hooks the addon has."""
    has = _addons.has
    # Whether a message streams is decided with its head, before anybody waits for its body.
    _addons.has_heads = (wants_body or streams) and (has("requestheaders") or has("responseheaders"))
    _addons.is_followed = has("error") or any(map(has, _SOCKETS))
    if _addons.has_heads and has("requestheaders"):
        hark.on_request_head(_request_head)
    if any(map(has, ("request", "requestheaders"))):
        hark.on_request(body=wants_body)(_request)
    elif wants_body and reads_requests and any(map(has, ("response", "responseheaders"))):
        # What an addon reads of a request when its response is here.
        hark.on_request(body=True)(_request)
    elif has("error"):
        hark.on_request(_addons.flow)
    if _addons.has_heads and has("responseheaders"):
        hark.on_response_head(_response_head)
    if any(map(has, ("response", "responseheaders"))):
        hark.on_response(body=wants_body)(_response)
    if streams and _addons.has_heads:
        hark.on_chunk(_chunk)
    if has("error"):
        hark.on_error(_failed)
    for name, call in zip(_SOCKETS, (_socket_started, _socket_message, _socket_ended)):
        if has(name):
            getattr(hark, {"websocket_message": "on_message"}.get(name, "on_" + name))(call)
    for event in sorted({event for name, event in _CONNECTIONS.items() if has(name)}):
        getattr(hark, "on_" + event.replace("-", "_"))(_connection)
    _addons.has_tunnels = has("http_connected") or has("http_connect_error")
    if has("http_connect"):
        hark.on_connect(_connect)
    if has("http_connected"):
        hark.on_tunnel_opened(_tunnel)
    if has("http_connect_error"):
        hark.on_tunnel_failed(_tunnel)
    if has("http_connect_upstream"):
        hark.on_connect_upstream(_connect_upstream)
    if has("server_connect"):
        hark.on_server_connect(_server_connect)
    if has("tls_clienthello"):
        hark.on_client_hello(_hello)
    if wants_servers and not has("tls_established_server") and not has("tls_failed_server"):
        hark.on_tls_server(_noted)
    hark.on_end(record=False)(_ended)


def _lacking(text, file):
    """What of mitmproxy a file names that there is not here, each with its first line."""
    known, found = {}, {}
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for one in node.names:
                if one.name.split(".")[0] == "mitmproxy":
                    known[one.asname or "mitmproxy"] = one.name if one.asname else "mitmproxy"
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "mitmproxy":
            known.update({one.asname or one.name: f"{node.module}.{one.name}" for one in node.names})
    for node in ast.walk(tree):
        names, root = [], node
        while isinstance(root, ast.Attribute):
            names.insert(0, root.attr)
            root = root.value
        if not names or not isinstance(root, ast.Name) or root.id not in known:
            continue
        here, path = sys.modules["mitmproxy"], "mitmproxy"
        for name in known[root.id].split(".")[1:] + names:
            # Options are there once addons have added theirs.
            if path == "mitmproxy.ctx.options":
                break
            path += "." + name
            if not hasattr(here, name):
                found[path] = min(found.get(path, node.lineno), node.lineno)
                break
            here = getattr(here, name)
    return [
        f"{path} is not available in Hark ({os.path.basename(file)}:{line})"
        for path, line in sorted(found.items(), key=lambda one: one[1])
    ]


async def _configured(names):
    """Hark changed options."""
    ctx.options._tell(set(names))
    await _addons.call("configure", names)


def main(path):
    """Loads the addon and serves it."""
    _modules()
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(message)s")
    with open(path, "rb") as file:
        text = file.read()
    script = types.ModuleType("hark_addon")
    script.__file__ = path
    sys.modules["hark_addon"] = script
    exec(compile(text, path, "exec"), script.__dict__)
    ctx.options._changed["scripts"] = [path]
    _addons.add(script)
    hark._script.missing = _lacking(text, path)
    hark._script.instead = {name: _OPTIONS_OF_HARK.get(name, "") for name in _DEFAULTS}
    _subscribe(bool(_BODY_WORDS.search(text)), b"request" in text, b".stream" in text, b"certificate_list" in text)
    for path, call in _addons.commands.items():
        hark._script.commands[path] = _called_by_people(call)
    if _views.names():
        hark._script.commands["contentviews.show"] = _shown
        hark._script.commands["contentviews.render"] = _rendered
    hark._script.changed = _configured
    unheard = sorted(name for name in _NEVER if _addons.has(name))
    if unheard:
        print(f"Hark does not call the hooks {', '.join(unheard)}", file=sys.stderr)

    @hark.on_start
    async def start():
        for address in hark._script.hello.get("listen", ())[:1]:
            host, _, port = address.rpartition(":")
            if port.isdigit():
                ctx.options._changed.update(listen_host=host, listen_port=int(port))
        await _addons.call("configure", set(ctx.options._own))
        _addons.is_running = True
        await _addons.call("running")

    @hark.on_stop
    async def stop():
        await _addons.call("done")

    hark._script.serve()
