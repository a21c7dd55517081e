"""`mitmproxy.addons.asgiapp` for addons in Hark: requests for a host and port are answered by an application.

Written for Hark; none of mitmproxy's code is in it.
"""

import asyncio
import io
import sys
from urllib.parse import unquote_to_bytes, urlsplit

import hark


class _App:
    def __init__(self, app, host, port):
        self.app, self.host, self.port = app, host, port

    @property
    def name(self):
        return f"asgiapp:{self.host}:{self.port}"

    def should_serve(self, flow):
        return (
            flow.request.pretty_host == self.host and flow.request.port == self.port
            and flow.live and not flow.error and not flow.response)

    async def request(self, flow):
        if not self.should_serve(flow):
            return
        made = sys.modules["mitmproxy.http"].Response.make
        try:
            status, headers, body = await self.answer(flow)
        except Exception as error:
            hark._print_error(error)
            status, headers, body = 500, {"Content-Type": "text/plain"}, b"The application failed."
        flow.response = made(status, body, headers)


class ASGIApp(_App):
    """An ASGI application (asgi.readthedocs.io), without lifespan."""

    async def answer(self, flow):
        request, status, headers, parts = flow.request, None, [], []
        url, ended = urlsplit(request.url), asyncio.Event()
        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.1"}, "method": request.method,
            "http_version": request.http_version.removeprefix("HTTP/"), "scheme": request.scheme, "root_path": "",
            "path": unquote_to_bytes(url.path or "/").decode("utf-8", "replace"), "raw_path": (url.path or "/").encode(),
            "query_string": url.query.encode(),
            "headers": [(name.lower(), value) for name, value in request.headers.fields],
            "server": (request.host, request.port), "client": flow.client_conn.peername,
            "extensions": {"mitmproxy.master": sys.modules["mitmproxy.ctx"].master},
        }
        hasRead = False

        async def receive():
            nonlocal hasRead
            if not hasRead:
                hasRead = True
                return {"type": "http.request", "body": request.content or b"", "more_body": False}
            await ended.wait()
            return {"type": "http.disconnect"}

        async def send(event):
            nonlocal status
            if event["type"] == "http.response.start":
                status = event["status"]
                headers.extend((bytes(name), bytes(value)) for name, value in event.get("headers", ()))
            elif event["type"] == "http.response.body":
                parts.append(bytes(event.get("body", b"")))
                if not event.get("more_body", False):
                    ended.set()

        await self.app(scope, receive, send)
        ended.set()
        if status is None:
            raise RuntimeError(f"the application for {self.host}:{self.port} did not answer")
        return status, headers, b"".join(parts)


class WSGIApp(_App):
    """A WSGI application (PEP 3333), in a thread of its own."""

    async def answer(self, flow):
        return await asyncio.get_running_loop().run_in_executor(None, self._answer, flow)

    def _answer(self, flow):
        request, begun, written = flow.request, [], []
        url = urlsplit(request.url)
        environ = {
            "REQUEST_METHOD": request.method, "SCRIPT_NAME": "", "QUERY_STRING": url.query,
            "PATH_INFO": unquote_to_bytes(url.path or "/").decode("latin-1"), "SERVER_NAME": request.host,
            "SERVER_PORT": str(request.port), "SERVER_PROTOCOL": request.http_version or "HTTP/1.1",
            "REMOTE_ADDR": (flow.client_conn.peername or ("",))[0], "wsgi.version": (1, 0),
            "wsgi.url_scheme": request.scheme, "wsgi.input": io.BytesIO(request.content or b""),
            "wsgi.errors": sys.stderr, "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False,
            "CONTENT_LENGTH": str(len(request.content or b"")),
        }
        for name in request.headers:
            key = name.upper().replace("-", "_")
            if key == "CONTENT_TYPE":
                environ[key] = request.headers[name]
            elif key != "CONTENT_LENGTH":
                environ["HTTP_" + key] = request.headers[name]

        def start_response(status, headers, exc_info=None):
            begun[:] = [int(status.split(" ", 1)[0]), list(headers)]
            return written.append

        answer = self.app(environ, start_response)
        try:
            body = b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()
        if not begun:
            raise RuntimeError(f"the application for {self.host}:{self.port} did not answer")
        return begun[0], begun[1], b"".join(written) + body
