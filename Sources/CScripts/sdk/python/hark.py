"""Hark's SDK for Python 3.9 and later: change HTTP traffic on its way. No dependencies.

    import hark

    @hark.on_request("host = api.example.com")
    def sign(flow):
        flow.request.headers["X-Signature"] = "9f86"

Run it with: hark proxy --script FILE
"""

import asyncio
import base64
import collections.abc
import concurrent.futures
import inspect
import json
import os
import select
import sys
import threading
import time
import traceback
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

__all__ = [
    "Call", "CallFailed", "Chunk", "Flow", "Headers", "Request", "Response", "SocketMessage", "body", "command", "flows",
    "inject", "log", "mark", "on_chunk", "on_client_connected", "on_client_disconnected", "on_client_hello", "on_connect", "on_connect_upstream", "on_end",
    "on_error", "on_message", "on_request", "on_request_head", "on_response", "on_response_head", "on_server_connect",
    "on_server_connected", "on_server_disconnected", "on_server_failed", "on_start", "on_stop", "on_tls_client", "on_tls_server", "on_tunnel_failed", "on_tunnel_opened", "on_websocket_end",
    "on_websocket_start", "option", "options", "release", "replay", "run", "send", "shutdown",
]


# Text and bytes

def _read(value):
    """A text of the protocol: a string, or what is not UTF-8 in base64."""
    if isinstance(value, dict):
        return base64.b64decode(value["base64"]).decode("utf-8", "surrogateescape")
    return value


def _written(text):
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return {"base64": base64.b64encode(text.encode("utf-8", "surrogateescape")).decode()}


def _shown(text):
    """A text for people: for what is no character, such as a byte that is not UTF-8, there is a mark."""
    text = str(text)
    return text if text.isascii() else text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _body_read(value):
    if value is None:
        return None
    if "text" in value:
        return value["text"].encode("utf-8", "surrogatepass")
    return base64.b64decode(value["base64"])


def _body_written(data):
    try:
        return {"text": data.decode()}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode()}


class Headers(collections.abc.MutableMapping):
    """Header fields in their order; names in any case. Of several lines of a name, [] gives the values with commas."""

    def __init__(self, fields=()):
        if isinstance(fields, collections.abc.Mapping):
            fields = fields.items()
        self.fields = [(str(name), str(value)) for name, value in fields]

    def __getitem__(self, name):
        values = self.get_all(name)
        if not values:
            raise KeyError(name)
        return ", ".join(values)

    def __setitem__(self, name, value):
        self.set_all(name, [value])

    def __delitem__(self, name):
        wanted = name.lower()
        left = [field for field in self.fields if field[0].lower() != wanted]
        if len(left) == len(self.fields):
            raise KeyError(name)
        self.fields = left

    def __contains__(self, name):
        wanted = name.lower() if isinstance(name, str) else name
        return any(field[0].lower() == wanted for field in self.fields)

    def __iter__(self):
        seen = set()
        for name, _ in self.fields:
            if name.lower() not in seen:
                seen.add(name.lower())
                yield name

    def __len__(self):
        return len({name.lower() for name, _ in self.fields})

    def __repr__(self):
        return f"Headers({self.fields!r})"

    def get_all(self, name):
        wanted = name.lower()
        return [value for other, value in self.fields if other.lower() == wanted]

    def set_all(self, name, values):
        """The first line of the name is replaced where it is, the others are removed."""
        wanted = name.lower()
        values = [str(value) for value in values]
        fields = []
        for other, value in self.fields:
            if other.lower() != wanted:
                fields.append((other, value))
            elif values:
                fields.append((other, values.pop(0)))
        self.fields = fields + [(name, value) for value in values]

    def add(self, name, value):
        self.fields.append((str(name), str(value)))


class Message:
    """What a request and a response have in common."""

    def __init__(self, event):
        self._event = event
        self._headers = Headers((_read(name), _read(value)) for name, value in event.get("headers", ()))
        self._fields = list(self._headers.fields)
        self.version = event.get("version", "")
        #: Why there is no body: None, "size", "stream", "coding", "earlier".
        self.omitted = event.get("omitted")
        self._trailers = Headers((_read(name), _read(value)) for name, value in event.get("trailers", ()))
        self._received_trailers = list(self._trailers.fields)
        self._has_body = "body" in event
        self._body = None
        self._is_body_new = False

    @property
    def headers(self):
        """Assign a mapping or pairs to replace all of them."""
        return self._headers

    @headers.setter
    def headers(self, fields):
        self._headers = fields if isinstance(fields, Headers) else Headers(fields or ())

    @property
    def trailers(self):
        """Fields after the body, where it came whole. What is not among them any more is not sent."""
        return self._trailers

    @trailers.setter
    def trailers(self, fields):
        self._trailers = fields if isinstance(fields, Headers) else Headers(fields or ())

    @property
    def body(self):
        """The content without codings, as bytes; None where it did not come."""
        if self._body is None and not self._is_body_new:
            self._body = _body_read(self._event.get("body"))
        return self._body

    @body.setter
    def body(self, data):
        self._body = data.encode() if isinstance(data, str) else bytes(data)
        self._is_body_new = True

    @property
    def text(self):
        if not self._is_body_new:
            body = self._event.get("body")
            if body is not None and "text" in body:
                return body["text"]
        return None if self.body is None else self.body.decode("utf-8", "replace")

    @text.setter
    def text(self, text):
        self.body = text

    def json(self):
        return json.loads(self.text)

    def set_json(self, value):
        self.body = json.dumps(value)
        if "Content-Type" not in self.headers:
            self.headers["Content-Type"] = "application/json"

    def _changes(self):
        changes = {}
        if self.headers.fields != self._fields:
            changes["headers"] = [[_written(name), _written(value)] for name, value in self.headers.fields]
        if self._is_body_new:
            changes["body"] = _body_written(self._body)
        if self.trailers.fields != self._received_trailers:
            changes["trailers"] = [[_written(name), _written(value)] for name, value in self.trailers.fields]
        return changes


class Request(Message):
    def __init__(self, event):
        super().__init__(event)
        self.method = self._method = _read(event.get("method", "GET"))
        self.url = self._url = _read(event.get("url", ""))

    def _part(number):
        def get(self):
            return urlsplit(self.url)[number]

        def put(self, value):
            parts = list(urlsplit(self.url))
            parts[number] = value
            self.url = urlunsplit(parts)

        return property(get, put)

    scheme = _part(0)
    #: Host and port as they are in the URL. Changing it does not change the Host header.
    authority = _part(1)
    path = _part(2)
    del _part

    @property
    def host(self):
        return urlsplit(self.url).hostname or ""

    @host.setter
    def host(self, host):
        port = urlsplit(self.url).port
        name = f"[{host}]" if ":" in host and not host.startswith("[") else host
        self.authority = name if port is None else f"{name}:{port}"

    @property
    def port(self):
        parts = urlsplit(self.url)
        return parts.port or (443 if parts.scheme == "https" else 80)

    @property
    def query(self):
        """The parameters as a list of pairs; assign a list of pairs or a dict."""
        return parse_qsl(urlsplit(self.url).query, keep_blank_values=True)

    @query.setter
    def query(self, pairs):
        parts = list(urlsplit(self.url))
        parts[3] = urlencode(pairs)
        self.url = urlunsplit(parts)

    @property
    def form(self):
        """The fields of an HTML form (application/x-www-form-urlencoded) as pairs."""
        return parse_qsl(self.text or "", keep_blank_values=True)

    @form.setter
    def form(self, pairs):
        self.text = urlencode(pairs)

    @property
    def cookies(self):
        found = {}
        for line in self.headers.get_all("Cookie"):
            for pair in line.split(";"):
                name, equals, value = pair.strip().partition("=")
                if equals:
                    found[name] = value
        return found

    def _changes(self):
        changes = super()._changes()
        if self.method != self._method:
            changes["method"] = self.method
        if self.url != self._url:
            changes["url"] = self.url
        return changes


class Response(Message):
    def __init__(self, event):
        super().__init__(event)
        self.status = self._status = event.get("status", 200)
        self.reason = self._reason = _read(event.get("reason", ""))

    @property
    def cookies(self):
        """Name and value of each Set-Cookie."""
        found = {}
        for line in self.headers.get_all("Set-Cookie"):
            name, equals, value = line.split(";")[0].strip().partition("=")
            if equals:
                found[name] = value
        return found

    def _changes(self):
        changes = super()._changes()
        if self.status != self._status:
            changes["status"] = self.status
        if self.reason != self._reason:
            changes["reason"] = _written(self.reason)
        return changes


class SocketMessage:
    """A message of a WebSocket."""

    def __init__(self, event, flow):
        self._flow = flow
        #: The client sent it; else the server.
        self.from_client = event.get("from") == "client"
        #: It is a text message; else a binary one.
        self.is_text = "text" in event
        self._data = self._before = _body_read(event)

    @property
    def data(self):
        return self._data

    @data.setter
    def data(self, data):
        self._data = data.encode() if isinstance(data, str) else bytes(data)

    @property
    def text(self):
        return self._data.decode("utf-8", "replace")

    @text.setter
    def text(self, text):
        self.data = text

    def json(self):
        return json.loads(self.text)

    def drop(self):
        """The receiver does not get it."""
        self._flow.drop()

    def _change(self):
        if self._data == self._before:
            return None
        if self.is_text:
            return {"text": self.text}
        return {"base64": base64.b64encode(self._data).decode()}


class Chunk:
    """A piece of a body as it passes, with its content codings."""

    def __init__(self, event):
        #: "request" or "response".
        self.message = event.get("message")
        #: Nothing follows it, and it is empty.
        self.last = bool(event.get("last"))
        self._data = self._before = _body_read(event.get("data") or {"text": ""})

    @property
    def data(self):
        """Its bytes; assign others to change it."""
        return self._data

    @data.setter
    def data(self, data):
        self._data = data.encode() if isinstance(data, str) else bytes(data)


class Flow:
    """One exchange at one event, or what an event about a connection says."""

    def __init__(self, event, channel):
        self._channel = channel
        self._id = event.get("id")
        self._marks = {}
        self._kind = None
        self._answer = None
        #: The number that every command of Hark takes.
        self.id = event.get("flow")
        self.time = event.get("time", 0)
        #: "request", "response" or another event.
        self.on = event["on"]
        client, server = event.get("client") or {}, event.get("server") or {}
        self.client = client.get("address", "")
        #: At events about connections, and at responses: the server's address. What was asked for (HOST:PORT).
        self.server, self.host = server.get("address", ""), server.get("host", "")
        #: At on_server_connect the proxy on the way to the server, a URL; "" without one. At on_connect and
        #: on_server_connect you can assign another host (HOST:PORT), and at on_server_connect another proxy.
        self.via = next(iter(server.get("via", ())), "")
        self._host, self._via = self.host, self.via
        #: The number of the connection; at exchanges that of the client.
        self.connection = client.get("connection")
        if not self.on.startswith("response"):
            self.connection = server.get("connection", self.connection)
        #: The number of the server's connection.
        self.server_connection = server.get("connection")
        #: At on_client_hello what the client offers; at on_tls_client and on_tls_server what was agreed on, or failed;
        #: at requests, responses and messages what was agreed on with the client, if it speaks TLS.
        self.tls = event.get("tls") or client.get("tls")
        #: Why it went wrong: a dict with "code" and "text".
        self.error = event.get("error")
        #: At on_end: the log entry, a dict.
        self.record = event.get("record")
        self.request = Request(event.get("request", {}))
        self.response = Response(event["response"]) if "response" in event else None
        #: At on_message.
        self.message = SocketMessage(event["message"], self) if self.on == "message" else None
        #: At on_chunk.
        self.chunk = Chunk(event) if self.on == "chunk" else None

    def respond(self, status=200, body="", headers=()):
        """Answers in the server's place."""
        self._kind = "respond"
        answer = Headers(headers)
        data = body.encode() if isinstance(body, str) else bytes(body)
        if isinstance(body, str) and "Content-Type" not in answer:
            answer["Content-Type"] = "text/plain; charset=utf-8"
        self._answer = {
            "status": status,
            "headers": [[_written(name), _written(value)] for name, value in answer.fields],
            "body": _body_written(data),
        }

    def drop(self):
        """Closes the connection without a response."""
        self._kind = "drop"

    def tunnel(self):
        """At on_connect and on_client_hello: relays the connection without decrypting it."""
        self._kind = "tunnel"

    def stream(self, chunks=False):
        """At on_request_head and on_response_head: on_request and on_response are not called for this message, and its
        body does not wait for them. With chunks=True on_chunk is called for each piece of it."""
        self._marks["stream"] = "chunks" if chunks else True

    def hold(self):
        """Holds the message, as a breakpoint does, until you call release() or somebody decides (hark held)."""
        self._kind = "hold"

    def release(self):
        """Sends a held message on, with the changes made since."""
        self._kind = None
        self._channel.send(self._verdict(), now=True)

    def tag(self, name):
        self._marks.setdefault("tag", []).append(_shown(name))

    def comment(self, text):
        self._marks["comment"] = _shown(text)

    def pin(self):
        self._marks["pin"] = True

    def _verdict(self):
        verdict = {"type": "verdict", "id": self._id, "verdict": self._kind or "pass", **self._marks}
        if self._kind == "respond":
            verdict["response"] = self._answer
        elif self._kind is None and self.on == "message":
            change = self.message._change()
            if change is not None:
                verdict["verdict"] = "modify"
                verdict["message"] = change
        elif self._kind is None and self.on == "chunk":
            if self.chunk._data != self.chunk._before:
                verdict["verdict"] = "modify"
                verdict["data"] = _body_written(self.chunk._data)
        elif self._kind is None and self.on in ("connect", "server-connect"):
            changes = {}
            if self.host != self._host:
                changes["server"] = str(self.host)
            if (self.via or "") != self._via:
                changes["via"] = str(self.via or "")
            if changes:
                verdict["verdict"] = "modify"
                verdict["request"] = changes
        elif self._kind is None and self.on != "client-hello":
            about = "response" if self.on.startswith("response") else "request"
            changes = getattr(self, about)._changes()
            if changes:
                verdict["verdict"] = "modify"
                verdict[about] = changes
        return verdict


def _print_error(error=None):
    """Prints an exception, that being handled without one, but for the lines of Hark's own files."""
    error = error or sys.exc_info()[1]
    own = os.path.dirname(os.path.abspath(__file__)) + os.sep
    shown = traceback.TracebackException.from_exception(error)
    one = shown
    while one is not None:
        theirs = [line for line in one.stack if not line.filename.startswith(own)]
        # Where nothing is left, all of them say at least something.
        if theirs:
            one.stack[:] = theirs
        one = one.__cause__ or one.__context__
    sys.stderr.write("".join(shown.format()))


# The protocol

class _Channel:
    """The protocol on descriptors of its own. Lines that are written in one batch leave together."""

    def __init__(self):
        self.input = os.dup(0)
        self._output = os.dup(1)
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 0)
        os.close(nothing)
        # What the script and its subprocesses print becomes `output`.
        reader, writer = os.pipe()
        os.dup2(writer, 1)
        os.close(writer)
        self._printed = threading.Thread(target=self._forward, args=(reader,), daemon=True)
        self._printed.start()
        self._lock = threading.Lock()
        self._waiting = []
        sys.stdin = open(0, closefd=False)
        sys.stdout = open(1, "w", buffering=1, closefd=False)

    def _forward(self, reader):
        rest = b""
        while True:
            data = os.read(reader, 65536)
            text = rest + data
            # A character may come in two pieces.
            end = len(text)
            if data:
                for back in range(1, min(4, len(text) + 1)):
                    byte = text[-back]
                    if byte & 0xC0 != 0x80:
                        if byte >= 0xC0 and back < (2 if byte < 0xE0 else 3 if byte < 0xF0 else 4):
                            end = len(text) - back
                        break
            rest = text[end:]
            if text[:end]:
                self.send({"type": "output", "text": text[:end].decode("utf-8", "replace")}, now=True)
            if not data:
                return

    def send(self, line, now=False):
        data = json.dumps(line, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            self._waiting.append(data)
            if now:
                self._write()

    def flush(self):
        with self._lock:
            self._write()

    def _write(self):
        data = memoryview(b"".join(self._waiting))
        self._waiting.clear()
        while data:
            try:
                data = data[os.write(self._output, data):]
            except BlockingIOError:
                select.select([], [self._output], [])
            except (BrokenPipeError, ConnectionResetError):
                os._exit(1)

    def end_output(self):
        sys.stdout.flush()
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, 1)
        self._printed.join(0.5)


class _Option:
    """A setting of the script: `.value` has what --set gave, once the script has started."""

    def __init__(self, name, kind, default, help):
        self.name, self.kind, self.default, self.help = name, kind, default, help
        self.type = kind.__name__
        self.value = default

    def read(self, text):
        if self.kind is bool:
            if text.lower() in ("true", "yes", "on", "1", ""):
                return True
            if text.lower() in ("false", "no", "off", "0"):
                return False
            raise ValueError(f"{text!r} is not true or false")
        if self.kind in (int, float):
            try:
                return self.kind(text)
            except ValueError:
                raise ValueError(f"{text!r} is not {'an integer' if self.kind is int else 'a number'}") from None
        return self.kind(text)


class _Options:
    def __getattr__(self, name):
        for one in _script.options:
            if one.name == name:
                return one.value
        raise AttributeError(f"the script has no option {name!r}")


class _Handler:
    def __init__(self, on, filter, body, call, thread, record=True):
        self.on, self.filter, self.body, self.call, self.thread = on, filter, body, call, thread
        self.record = record

    def wish(self):
        wish = {"on": self.on, "filter": self.filter, "body": self.body}
        if not self.record:
            wish["record"] = False
        return wish


class CallFailed(Exception):
    """Hark did not do what the script asked for."""


class Call:
    """What Hark was asked for: `await` it, or in a function with thread=True call result()."""

    def __init__(self, future):
        self._future = future
        self._is_awaited = False
        future.add_done_callback(self._ended)

    def _ended(self, future):
        # Nobody would hear of it.
        if not self._is_awaited and future.exception() is not None:
            print(f"hark: {future.exception()}", file=sys.stderr)

    def __await__(self):
        self._is_awaited = True
        return asyncio.wrap_future(self._future).__await__()

    def result(self, timeout=None):
        if threading.get_ident() == _script.thread:
            raise RuntimeError("await it in an `async def`, or register the function with thread=True")
        self._is_awaited = True
        return self._future.result(timeout)


class _Script:
    """What a file has registered, and the loop that serves it."""

    def __init__(self):
        self.handlers = []
        self.options = []
        self.commands = {}
        #: What the file uses that there is not: sentences.
        self.missing = []
        #: Options that people may want to set and that it does not have, with those of Hark that do the same.
        self.instead = {}
        #: Called with the names of options that people have changed.
        self.changed = None
        self.starts = []
        self.stops = []
        self.channel = None
        self.hello = {}
        self.calls = {}
        self.last_call = 0
        self.thread = None
        self.call_lock = threading.Lock()
        self._tasks = set()
        self._pool = None
        self._is_running = False

    def serve(self):
        if self._is_running:
            return
        self._is_running = True
        if self.channel is None:
            self.channel = _Channel()
        threading.Thread(target=self._watch, daemon=True).start()
        try:
            asyncio.run(self._serve())
        finally:
            self.channel.end_output()
            self.channel.flush()

    def _watch(self):
        """Hark may be killed while a handler hangs: then nobody else would end this process."""
        poll = select.poll()
        poll.register(self.channel.input, 0)
        poll.poll()
        time.sleep(5)
        os._exit(1)

    async def _serve(self):
        loop = asyncio.get_running_loop()
        self.thread = threading.get_ident()
        os.set_blocking(self.channel.input, False)
        self._done = loop.create_future()
        self._rest = b""
        loop.add_reader(self.channel.input, self._readable)
        try:
            await self._done
        finally:
            loop.remove_reader(self.channel.input)
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=3)
        for call in self.stops:
            await self._guarded(call)
        self.channel.flush()

    async def _guarded(self, call, *arguments):
        try:
            result = call(*arguments)
            if inspect.isawaitable(result):
                await result
            return None
        except Exception as error:
            _print_error()
            return f"{type(error).__name__}: {error}"

    def _readable(self):
        try:
            data = os.read(self.channel.input, 1 << 20)
        except BlockingIOError:
            return
        except ConnectionResetError:
            data = b""
        if not data:
            return self._end()
        lines = (self._rest + data).split(b"\n") if self._rest else data.split(b"\n")
        self._rest = lines.pop()
        for line in lines:
            if line:
                self._take(line)
        self.channel.flush()

    def _take(self, line):
        """Whatever goes wrong with one line, the next ones are taken."""
        try:
            self._took(json.loads(line))
        except Exception:
            _print_error()

    def _end(self):
        if not self._done.done():
            self._done.set_result(None)

    def _took(self, line):
        kind = line.get("type")
        if kind == "event":
            self._event(line)
        elif kind == "notice":
            for place in line.get("matched", ()):
                if place < len(self.handlers):
                    self._start(self._notice(self.handlers[place], Flow(line, self.channel)))
        elif kind == "result":
            self._called(line)
        elif kind == "hello":
            self.hello = line
            self._send_ready()
        elif kind == "start":
            self._start(self._begin(line.get("options", {})))
        elif kind == "command":
            self._start(self._command(line))
        elif kind == "options":
            self._start(self._change(line))
        elif kind == "stop":
            self._end()

    def _send_ready(self):
        self.channel.send({
            "type": "ready", "protocol": 1,
            "events": [one.wish() for one in self.handlers],
            "options": [
                {"name": one.name, "type": one.type, "help": one.help,
                 "default": "" if one.default is None else str(one.default)}
                for one in self.options
            ],
            "commands": [
                {"name": name, "help": (inspect.getdoc(call) or "").split("\n")[0]}
                for name, call in self.commands.items()
            ],
            **({"missing": self.missing} if self.missing else {}),
            **({"instead": self.instead} if self.instead else {}),
        })

    async def _notice(self, handler, flow):
        if not handler.thread:
            return await self._guarded(handler.call, flow)
        await asyncio.get_running_loop().run_in_executor(self._threads(), self._called_in_thread, handler, flow)

    def _called_in_thread(self, handler, flow):
        try:
            handler.call(flow)
        except Exception:
            _print_error()

    def _threads(self):
        if self._pool is None:
            self._pool = concurrent.futures.ThreadPoolExecutor(16)
        return self._pool

    def call(self, method, **parameters):
        """Asks Hark for something."""
        future = concurrent.futures.Future()
        if self.channel is None:
            raise CallFailed("the script does not run in Hark")
        with self.call_lock:
            self.last_call += 1
            number = self.last_call
            self.calls[number] = future
        params = {name: value for name, value in parameters.items() if value is not None}
        self.channel.send({"type": "call", "id": number, "method": method, "params": params}, now=True)
        return Call(future)

    def _called(self, line):
        with self.call_lock:
            future = self.calls.pop(line.get("id"), None)
        if future is None:
            return
        if "error" in line:
            future.set_exception(CallFailed(line["error"]))
        else:
            future.set_result(line.get("value"))

    async def _command(self, line):
        answer = {"type": "result", "id": line.get("id")}
        try:
            result = self.commands[line["name"]](*line.get("arguments", ()))
            if inspect.isawaitable(result):
                result = await result
            # What is no JSON would not arrive, and Hark would wait for it.
            json.dumps(result, allow_nan=False)
            answer["value"] = _shown(result) if isinstance(result, str) else result
        except Exception as error:
            _print_error()
            answer["error"] = _shown(f"{type(error).__name__}: {error}")
        self.channel.send(answer, now=True)

    async def _change(self, line):
        """Takes other values of options, all or none of them."""
        values = {}
        try:
            for one in self.options:
                if one.name in line.get("changed", {}):
                    values[one] = one.read(line["changed"][one.name])
        except (TypeError, ValueError) as error:
            return self._refuse(line, one.name, str(error))
        before = {one: one.value for one in values}
        for one, value in values.items():
            one.value = value
        if values and self.changed is not None:
            failure = await self._guarded(self.changed, {one.name for one in values})
            if failure is not None:
                for one, value in before.items():
                    one.value = value
                return self._refuse(line, next(iter(values)).name, failure)
        self.channel.send({"type": "result", "id": line.get("id"), "value": None}, now=True)

    def _refuse(self, line, option, text):
        self.channel.send({"type": "failed", "option": option, "text": text}, now=True)
        self.channel.send({"type": "result", "id": line.get("id"), "error": text}, now=True)

    async def _begin(self, values):
        for one in self.options:
            if one.name in values:
                try:
                    one.value = one.read(values[one.name])
                except (TypeError, ValueError) as error:
                    return self.channel.send({"type": "failed", "option": one.name, "text": str(error)}, now=True)
        for call in self.starts:
            failure = await self._guarded(call)
            if failure is not None:
                return self.channel.send({"type": "failed", "text": failure}, now=True)
        self.channel.send({"type": "started"}, now=True)

    def _start(self, work):
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _event(self, line):
        matched = line.get("matched")
        if matched is None:
            calls = [one for one in self.handlers if one.on == line["on"]]
        else:
            calls = [self.handlers[place] for place in matched if place < len(self.handlers)]
        flow = Flow(line, self.channel)
        for place, handler in enumerate(calls):
            if handler.thread:
                return self._start(self._later(flow, calls[place:], None))
            try:
                result = handler.call(flow)
            except Exception as error:
                return self._failed(flow, error)
            if result is not None and inspect.isawaitable(result):
                return self._start(self._later(flow, calls[place + 1:], result))
            if flow._kind is not None:
                break
        self._decide(flow)

    async def _later(self, flow, calls, result):
        try:
            if result is not None:
                await result
            for handler in calls:
                if flow._kind is not None:
                    break
                if handler.thread:
                    await asyncio.get_running_loop().run_in_executor(self._threads(), handler.call, flow)
                    continue
                result = handler.call(flow)
                if inspect.isawaitable(result):
                    await result
        except Exception as error:
            self._failed(flow, error)
        else:
            self._decide(flow)
        self.channel.flush()

    def _decide(self, flow):
        """What a script has assigned may be nothing that a message has."""
        try:
            self.channel.send(flow._verdict())
        except Exception as error:
            self._failed(flow, error)

    def _failed(self, flow, error):
        _print_error()
        text = f"{type(error).__name__}: {error}"
        self.channel.send({"type": "verdict", "id": flow._id, "verdict": "fail", "text": _shown(text)[:500]})


_script = _Script()
#: The options of the script by name: options.limit.
options = _Options()


def _registering(on):
    def register(filter="", body=False, thread=False, record=True):
        if callable(filter):
            _script.handlers.append(_Handler(on, "", False, filter, False))
            return filter

        def add(call):
            _script.handlers.append(_Handler(on, filter, body, call, thread, record))
            return call

        return add

    register.__name__ = "on_" + on.replace("-", "_")
    register.__doc__ = f"Calls the function for each '{on}' that the filter matches; body=True waits for the body."
    return register


on_request_head = _registering("request-head")
on_request = _registering("request")
on_response_head = _registering("response-head")
on_response = _registering("response")
on_connect = _registering("connect")
on_client_hello = _registering("client-hello")
on_server_connect = _registering("server-connect")
on_connect_upstream = _registering("connect-upstream")
on_tunnel_opened = _registering("tunnel-opened")
on_tunnel_failed = _registering("tunnel-failed")
on_chunk = _registering("chunk")
on_message = _registering("message")
on_websocket_start = _registering("websocket-start")
on_websocket_end = _registering("websocket-end")
on_client_connected = _registering("client-connected")
on_client_disconnected = _registering("client-disconnected")
on_server_connected = _registering("server-connected")
on_server_disconnected = _registering("server-disconnected")
on_server_failed = _registering("server-failed")
on_tls_client = _registering("tls-client")
on_tls_server = _registering("tls-server")
on_error = _registering("error")
on_end = _registering("end")


def on_start(call):
    """Calls the function once the options are known."""
    _script.starts.append(call)
    return call


def on_stop(call):
    """Calls the function before the script ends."""
    _script.stops.append(call)
    return call


def option(name, kind=str, default=None, help=""):
    """Declares an option: hark proxy --script FILE --set NAME=VALUE."""
    one = _Option(name, kind, default, help)
    _script.options.append(one)
    return one


def command(name):
    """Gives people a command: hark script call NAME ARGUMENT... Arguments are texts; the result is printed."""
    def add(call):
        _script.commands[name] = call
        return call

    return add


def log(text, level="info"):
    """Prints a line with the script's name."""
    line = {"type": "log", "level": level, "text": _shown(text)}
    if _script.channel is None:
        print(text, file=sys.stderr)
    else:
        _script.channel.send(line, now=True)


def _number(flow):
    return flow.id if isinstance(flow, Flow) else int(flow)


def flows(filter="", limit=20):
    """The newest recorded flows that match, as dicts. At most 1,000."""
    return _script.call("flows", filter=filter, limit=limit)


def body(flow, message="response", raw=False):
    """A body of a recorded flow as bytes, without its content codings unless raw; None when it was not kept."""
    call = _script.call("body", flow=_number(flow), message=message, raw=raw)
    read = concurrent.futures.Future()

    def ended(done):
        if done.exception() is not None:
            read.set_exception(done.exception())
        else:
            read.set_result(_body_read(done.result()))

    call._is_awaited = True
    call._future.add_done_callback(ended)
    return Call(read)


def mark(flow, tag=None, untag=None, comment=None, pin=None):
    """Marks a recorded flow."""
    return _script.call("mark", flow=_number(flow), tag=tag, untag=untag, comment=comment, pin=pin)


def send(url, method="GET", headers=(), body=None):
    """Sends a request; gives the new flow as a dict."""
    request = {
        "method": method, "url": url,
        "headers": [[_written(name), _written(value)] for name, value in Headers(headers).fields],
    }
    if body is not None:
        request["body"] = _body_written(body.encode() if isinstance(body, str) else bytes(body))
    return _script.call("send", request=request)


def replay(flow):
    """Sends a recorded request again; gives the new flow as a dict."""
    return _script.call("replay", flow=_number(flow))


def inject(flow, to, text):
    """Sends a text message into an open WebSocket, to "client" or "server"."""
    return _script.call("inject", flow=_number(flow), to=to, text=text)


def release(flow):
    """Sends on what is held of a flow."""
    return _script.call("release", flow=_number(flow))


def shutdown():
    """Ends Hark, as Ctrl-C does."""
    return _script.call("shutdown")


def run():
    """Serves the script; for a file that is a program itself. Hark does it for files that end in .py."""
    if not _script.hello:
        _script.serve()
