"""Hark's SDK for Python: change HTTP traffic on its way."""

from collections.abc import Awaitable, Callable, Generator, Iterable, Iterator, Mapping, MutableMapping
from typing import Any, Generic, Literal, Protocol, TypeVar, overload

_Value = TypeVar("_Value")
_Function = TypeVar("_Function", bound=Callable[["Flow"], Awaitable[None] | None])
_Call = TypeVar("_Call", bound=Callable[..., Any])
_Fields = Mapping[str, str] | Iterable[tuple[str, str]]
_Event = Literal[
    "request-head", "request", "response-head", "response", "connect", "client-hello",
    "connect-upstream", "tunnel-opened", "tunnel-failed", "server-connect", "chunk", "message", "websocket-start",
    "websocket-end", "client-connected", "client-disconnected", "server-connected", "server-disconnected",
    "server-failed", "tls-client", "tls-server", "error", "end",
]

class Headers(MutableMapping[str, str]):
    """Header fields in their order; names in any case."""
    fields: list[tuple[str, str]]
    def __init__(self, fields: _Fields = ()) -> None: ...
    def __getitem__(self, name: str) -> str: ...
    def __setitem__(self, name: str, value: object) -> None: ...
    def __delitem__(self, name: str) -> None: ...
    def __iter__(self) -> Iterator[str]: ...
    def __len__(self) -> int: ...
    def get_all(self, name: str) -> list[str]: ...
    def set_all(self, name: str, values: Iterable[object]) -> None: ...
    def add(self, name: str, value: object) -> None: ...

class Message:
    headers: Headers
    #: Fields after the body: assign some to add or replace them.
    trailers: Headers
    version: str
    #: Why there is no body.
    omitted: Literal["size", "stream", "coding", "earlier"] | None
    @property
    def body(self) -> bytes | None: ...
    @body.setter
    def body(self, data: bytes | str) -> None: ...
    @property
    def text(self) -> str | None: ...
    @text.setter
    def text(self, text: str) -> None: ...
    def json(self) -> Any: ...
    def set_json(self, value: Any) -> None: ...

class Request(Message):
    method: str
    url: str
    scheme: str
    authority: str
    path: str
    @property
    def host(self) -> str: ...
    @host.setter
    def host(self, host: str) -> None: ...
    @property
    def port(self) -> int: ...
    @property
    def query(self) -> list[tuple[str, str]]: ...
    @query.setter
    def query(self, pairs: _Fields) -> None: ...
    @property
    def form(self) -> list[tuple[str, str]]: ...
    @form.setter
    def form(self, pairs: _Fields) -> None: ...
    @property
    def cookies(self) -> dict[str, str]: ...

class Response(Message):
    status: int
    reason: str
    @property
    def cookies(self) -> dict[str, str]: ...

class SocketMessage:
    """A message of a WebSocket."""
    from_client: bool
    is_text: bool
    @property
    def data(self) -> bytes: ...
    @data.setter
    def data(self, data: bytes | str) -> None: ...
    text: str
    def json(self) -> Any: ...
    def drop(self) -> None: ...

class Chunk:
    message: Literal["request", "response"]
    last: bool
    @property
    def data(self) -> bytes: ...
    @data.setter
    def data(self, data: str | bytes) -> None: ...

class Flow:
    #: None at events about connections, which the type leaves out.
    id: int
    time: float
    on: _Event
    client: str
    #: At events about connections, and at responses.
    server: str
    #: HOST:PORT; assign another one at on_connect and on_server_connect.
    host: str
    #: The proxy on the way there, a URL; assign another one at on_server_connect.
    via: str | None
    connection: int | None
    server_connection: int | None
    tls: dict[str, Any] | None
    #: "code" and "text".
    error: dict[str, str] | None
    #: At on_end: the log entry.
    record: dict[str, Any] | None
    #: At on_message.
    message: SocketMessage
    #: At on_chunk.
    chunk: Chunk
    request: Request
    #: None at a request, which the type leaves out: handlers of responses would have to ask each time.
    response: Response
    def respond(self, status: int = 200, body: str | bytes = "", headers: _Fields = ()) -> None: ...
    def drop(self) -> None: ...
    def tunnel(self) -> None: ...
    def stream(self, chunks: bool = False) -> None: ...
    def hold(self) -> None: ...
    def release(self) -> None: ...
    def tag(self, name: str) -> None: ...
    def comment(self, text: str) -> None: ...
    def pin(self) -> None: ...

class _Option(Generic[_Value]):
    name: str
    value: _Value

class _Options:
    def __getattr__(self, name: str) -> Any: ...

options: _Options

class _Register(Protocol):
    @overload
    def __call__(self, filter: _Function) -> _Function: ...
    @overload
    def __call__(
        self, filter: str = "", body: bool = False, thread: bool = False, record: bool = True,
    ) -> Callable[[_Function], _Function]: ...

on_request_head: _Register
on_request: _Register
on_response_head: _Register
on_response: _Register
on_connect: _Register
on_client_hello: _Register
on_server_connect: _Register
on_connect_upstream: _Register
on_tunnel_opened: _Register
on_tunnel_failed: _Register
on_chunk: _Register
on_message: _Register
on_websocket_start: _Register
on_websocket_end: _Register
on_client_connected: _Register
on_client_disconnected: _Register
on_server_connected: _Register
on_server_disconnected: _Register
on_server_failed: _Register
on_tls_client: _Register
on_tls_server: _Register
on_error: _Register
on_end: _Register
def on_start(call: _Call) -> _Call: ...
def on_stop(call: _Call) -> _Call: ...
@overload
def option(name: str, kind: type[_Value], default: _Value, help: str = "") -> _Option[_Value]: ...
@overload
def option(name: str, kind: type[_Value], default: None = None, help: str = "") -> _Option[_Value | None]: ...
@overload
def option(name: str, *, default: str | None = None, help: str = "") -> _Option[str | None]: ...
def command(name: str) -> Callable[[_Call], _Call]: ...
def log(text: object, level: str = "info") -> None: ...

class CallFailed(Exception): ...

class Call(Generic[_Value]):
    """What Hark was asked for: await it, or in a function with thread=True call result()."""
    def __await__(self) -> Generator[Any, None, _Value]: ...
    def result(self, timeout: float | None = None) -> _Value: ...

def flows(filter: str = "", limit: int = 20) -> Call[list[dict[str, Any]]]: ...
def body(
    flow: Flow | int, message: Literal["request", "response"] = "response", raw: bool = False,
) -> Call[bytes | None]: ...
def mark(
    flow: Flow | int, tag: str | None = None, untag: str | None = None, comment: str | None = None,
    pin: bool | None = None,
) -> Call[None]: ...
def send(
    url: str, method: str = "GET", headers: _Fields = (), body: str | bytes | None = None,
) -> Call[dict[str, Any]]: ...
def replay(flow: Flow | int) -> Call[dict[str, Any]]: ...
def inject(flow: Flow | int, to: Literal["client", "server"], text: str) -> Call[None]: ...
def release(flow: Flow | int) -> Call[None]: ...
def shutdown() -> Call[None]: ...
def run() -> None: ...
