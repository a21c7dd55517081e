"""A stand-in for Hark's page server: the API of docs/api.md over made-up exchanges, for sizes and moments that the real one would take too long to make."""

import base64
import bisect
import http.server
import json
import os
import pathlib
import queue
import re
import shlex
import threading
import time
import urllib.parse

import made_up
import ruled
import screens
import taught

PAGE = pathlib.Path(os.environ.get("HARK_PAGE_FILES", pathlib.Path(__file__).parents[2] / "Sources/CPage/page"))
TYPES = {".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; frame-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
KEY, TOKEN = "k" * 43, "the-token"
START = ["curl -x http://127.0.0.1:8888 'demo.hark.test/{a,b}'", "curl <b>-x</b> &amp;"]
KEYS = json.loads((pathlib.Path(__file__).parent / "keys.json").read_text())


def read_curl(text):
    """As far as the tests need it; what Hark reads of curl is tested there."""
    words = shlex.split(text.replace("\\\n", " "))[1:]
    option = lambda name: words[words.index(name) + 1] if name in words else ""
    body, unused = option("--data-raw"), ["-o", option("-o")] if "-o" in words else []
    headers = [option("-H")] * ("-H" in words) + ["Content-Type: application/x-www-form-urlencoded"] * bool(body)
    return {"method": option("-X") or ("POST" if body else "GET"), "url": words[0], "headers": "\n".join(headers), "body": body, "unused": unused}


class Refused(Exception):
    def __init__(self, status, code, text, **place):
        super().__init__(text)
        self.status, self.error = status, {"code": code, "text": text, **place}


def preloaded(text):
    """As the server writes links for the modules that the page lists."""
    link = lambda folder, name: f'<link rel="modulepreload" href="/assets/0/{folder}{name}.js">'
    return re.sub(r"<!--modules (\S+) (.+?)-->", lambda found: "\n".join(link(found[1], name) for name in found[2].split()), text)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request, client_address):
        """A browser that goes away in the middle is no error."""


class StandIn:
    """A session of made-up exchanges, and the views of it."""

    def __init__(self, count, hostile=False, live=True):
        self.count, self.hostile, self.live, self.revision = count, hostile, live, 1
        self.views, self.streams, self.open = {}, [], set()
        self.lock = threading.Lock()
        self.refuse = None
        self.asked, self.resent, self.composed, self.files, self.tunnels = [], [], [], {}, set()
        self.answered, self.begun, self.said, self.socket = [], [], [], False
        self.changed = []
        self.network = {"address": "192.168.1.5:8888", "code": {"size": 25, "path": "M0 0h7v1h-7z"}}
        self.messages = len(made_up.PAYLOADS) if hostile else 30_000
        handler = type("Handler", (Handler,), {"site": self})
        self.server = Server(("127.0.0.1", 0), handler)
        self.port = self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}/#{KEY}"

    def exchange(self, number):
        return made_up.Exchange(number, self.hostile, number in self.open)

    def now(self):
        return self.count * 21.0 + 500

    # What a test does to it.

    def add(self, count=1, open_=False):
        """New exchanges, told to the streams as a tick."""
        first = self.count
        self.count += count
        if open_:
            self.open.update(range(first + 1, self.count + 1))
        self.revision += 1
        self.tell_tick(("state", self.state), ("rows", lambda view: self.news(view, first, count)))

    def news(self, view, first, count):
        if self.views[view]["filter"] or self.views[view]["order"]:
            return None
        numbers = range(self.count, max(first, self.count - 100), -1)
        rows = [{**self.exchange(number).row(), "position": number - 1} for number in numbers]
        return {"revision": self.revision, "view": view, "first": first, "added": count, "rows": rows, "skipped": count - len(rows)}

    def state(self, view):
        return {"revision": self.revision, "now": self.now(), "flows": self.count, "open": len(self.open), "rate": 12.0, "view": view, "matched": self.matched(view)}

    def tell(self, event, data):
        self.tell_tick((event, data if callable(data) else lambda view: data))

    def tell_tick(self, *events):
        """All that a tick tells goes out at once, as Hark sends it."""
        with self.lock:
            for stream, view in self.streams:
                told = [(event, value) for event, data in events if (value := data(view)) is not None]
                if told:
                    stream.put(told)

    def end_streams(self):
        with self.lock:
            for stream, _ in self.streams:
                stream.put(None)

    # Views.

    def look(self, asked):
        text, order = asked.get("filter", "").strip(), asked.get("order")
        words, numbers = self.filtered(text)
        if order:
            numbers = sorted(numbers or range(1, self.count + 1), key=lambda number: self.sort_key(order["by"], number), reverse=order.get("reverse", False))
        if asked.get("tunnels") is False and self.tunnels:
            numbers = [number for number in numbers or range(1, self.count + 1) if number not in self.tunnels]
        view = len(self.views) + 1
        self.views[view] = {"filter": text, "order": order, "numbers": numbers}
        return {"view": view, "matched": self.matched(view), "total": self.count, "folded": len(self.tunnels) if asked.get("tunnels") is False else 0, "words": words, "doubts": [], "revision": self.revision}

    def sort_key(self, by, number):
        row = self.exchange(number).row()
        member = {"response.size": "responseSize", "request.size": "requestSize", "host": "url", "time": "start"}.get(by, by)
        return row[member]

    def filtered(self, text):
        if text == "":
            return "All flows.", None
        test = re.fullmatch(r"(not )?status (>=|=) (\d+)", text)
        if test:
            wanted = int(test[3])
            numbers = [n for n in range(1, self.count + 1) if ((made_up.Exchange(n).status >= wanted) if test[2] == ">=" else (made_up.Exchange(n).status == wanted)) != bool(test[1])]
            return f"Flows where the status is {wanted}{' or more' if test[2] == '>=' else ''}.", numbers
        test = re.fullmatch(r"(?:\((error or status >= 400 or grpc.status > 0)\)|(type = (\w+))|time >= (\S+) and time <= (\S+))(?: and (.+))?", text)
        if test:
            begin = made_up.BEGIN.isoformat()[:19]
            ms = [float(each[17:].rstrip("Z")) * 1000 + int(each[14:16]) * 60_000 if each else 0 for each in (test[4], test[5])]
            fits = (lambda e: e.status >= 400) if test[1] else (lambda e: test[3] in e.type) if test[2] else (lambda e: ms[0] <= e.at <= ms[1])
            rest = self.filtered(test[6] or "")[1]
            return f"Flows where {text}, from {begin} on.", [n for n in range(1, self.count + 1) if fits(made_up.Exchange(n)) and (rest is None or n in rest)]
        if re.fullmatch(r"time >= \S+", text):
            return "Flows from now on.", []
        test = re.fullmatch(r"id <= (\d+)", text)
        if test:
            return "Flows up to this number.", [n for n in range(1, self.count + 1) if n <= int(test[1])]
        members = re.fullmatch(r"id (?:in \(([\d, ]+)\)|= (\d+))", text)
        if members:
            return "Flows with these numbers.", [int(each) for each in re.findall(r"\d+", text) if 0 < int(each) <= self.count]
        test = re.fullmatch(r"(not )?(\w+) = (.+)", text)
        if test and test[2] in ("method", "host", "type", "cache"):
            return f"Flows whose {test[2]} is {test[3]}.", [n for n in range(1, self.count + 1) if (getattr(made_up.Exchange(n), test[2], "") == test[3].strip('"')) != bool(test[1])]
        name = text.split()[0]
        raise Refused(422, "filter", f"unknown field '{name}'; did you mean 'status'?", offset=0, length=len(name.encode()))

    def matched(self, view):
        numbers = self.views[view]["numbers"]
        return self.count if numbers is None else len(numbers)

    def at(self, view, position):
        numbers = self.views[view]["numbers"]
        return position + 1 if numbers is None else numbers[position]

    def position(self, view, number):
        numbers = self.views[view]["numbers"]
        if numbers is None:
            return number - 1 if 0 < number <= self.count else None
        return numbers.index(number) if number in numbers else None

    def window(self, view, first, count):
        rows = [self.exchange(self.at(view, position)).row() for position in range(first, min(first + count, self.matched(view)))]
        return {"revision": self.revision, "view": view, "first": first, "matched": self.matched(view), "rows": rows}

    def ghosts(self, view, first, count):
        """Each fourth exchange would have been answered by a private cache."""
        numbers = [self.at(view, position) for position in range(first, min(first + count, self.matched(view)))]
        side = {"served": "fresh", "until": self.now() + 60_000, "bytes": 4096, "time": 12.5}
        total = {"requests": self.count // 4, "validations": 0, "bytes": 4096 * (self.count // 4), "time": 12.5 * (self.count // 4)}
        return {"ghosts": [{"flow": number, "private": side, "shared": None, "words": ["A private cache would have answered this, saving 12.5 ms and 4.0 KiB."]} for number in numbers if number % 4 == 0], "from": 1, "looked": self.count, "more": False,
                "totals": {"private": total, "shared": {**total, "requests": 0}}, "words": f"A private cache would have answered {self.count // 4}, saving a lot."}

    def range(self, view, from_, to):
        """Made-up exchanges begin one after the other."""
        position = bisect.bisect_left(range(self.matched(view)), from_, key=lambda place: made_up.Exchange(self.at(view, place)).at)
        end = bisect.bisect_right(range(self.matched(view)), to, key=lambda place: made_up.Exchange(self.at(view, place)).at)
        return {"first": position if end > position else 0, "count": max(0, end - position)}

    def overview(self, view, buckets):
        counts, failed, span = [0] * buckets, [0] * buckets, self.now()
        step = max(1, self.matched(view) // 5000)
        for position in range(0, self.matched(view), step):
            exchange = made_up.Exchange(self.at(view, position))
            bucket = min(buckets - 1, int(exchange.at / span * buckets))
            counts[bucket] += step
            failed[bucket] += step if exchange.status >= 400 else 0
        return {"from": 0, "to": span, "width": span / buckets, "counts": counts, "failed": failed, "slowest": [0] * buckets}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Else a body waits for the acknowledgement of its head, 40 ms.
    disable_nagle_algorithm = True
    site: StandIn

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.answer("GET")

    def do_POST(self):
        self.answer("POST")

    def do_PUT(self):
        self.answer("PUT")

    def do_DELETE(self):
        self.answer("DELETE")

    def answer(self, method):
        length = int(self.headers.get("Content-Length", 0))
        body = self.rfile.read(length)
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query))
        self.site.asked.append((method, self.path))
        try:
            if url.path == "/" or url.path.startswith("/assets/"):
                return self.file("index.html" if url.path == "/" else url.path.split("/", 3)[3])
            is_json = self.headers.get("Content-Type") != "application/octet-stream"
            asked = (json.loads(body) if is_json else {"octets": body}) if body else {}
            if self.site.refuse:
                raise self.site.refuse
            allowed = self.headers.get("Authorization") == f"Bearer {TOKEN}" or "ticket" in query
            if not allowed and not (url.path == "/api/session" and asked.get("key") == KEY):
                raise Refused(401, "token", "This key was used, or is older than ten minutes.")
            if url.path == "/api/stream":
                return self.stream(int(query.get("view", 1)))
            self.give(self.api(method, url.path, query, asked))
        except Refused as refused:
            self.send(refused.status, "application/json", made_up.dumped({"error": refused.error}))

    def give(self, value):
        if isinstance(value, bytes):
            self.send(200, "application/octet-stream", value)
        else:
            self.send(200, "application/json", made_up.dumped(value))

    def send(self, status, kind, octets, **more):
        self.send_response(status)
        headers = {"Content-Type": kind, "Content-Length": len(octets), "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", **more}
        for name, value in headers.items():
            self.send_header(name, str(value))
        self.end_headers()
        self.wfile.write(octets)

    def file(self, name):
        path = (PAGE / name).resolve()
        if not path.is_relative_to(PAGE.resolve()) or not path.is_file():
            raise Refused(404, "route", "There is no such file.")
        text = path.read_bytes().replace(b"/assets/HASH/", b"/assets/0/")
        if path.suffix == ".html":
            text = preloaded(text.decode()).encode()
        self.send(200, TYPES[path.suffix], text, **{"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer"})

    def stream(self, view):
        stream = queue.Queue()
        with self.site.lock:
            self.site.streams.append((stream, view))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            self.events([("state", self.site.state(view))])
            while (told := stream.get()) is not None:
                self.events(told)
        except OSError:
            pass
        finally:
            with self.site.lock:
                self.site.streams = [each for each in self.site.streams if each[0] is not stream]
            self.close_connection = True

    def events(self, told):
        parts = [f"event: {name}\nid: {self.site.revision}\ndata: ".encode() + made_up.dumped(data) + b"\n\n" for name, data in told]
        self.wfile.write(b"".join(parts))
        self.wfile.flush()

    def api(self, method, path, query, asked):
        site = self.site
        first, count = int(query.get("first", 0)), int(query.get("count", 200))
        if path == "/api/session":
            session = {"kind": "live" if site.live else "session", "name": "made up", "start": made_up.BEGIN.isoformat().replace("+00:00", "Z"), "now": site.now(), "flows": site.count,
                       "open": 0, "proxy": ["127.0.0.1:8888"], "canEdit": True, "canResend": True, "canBegin": True}
            columns = [dict(zip(("name", "title", "words", "kind", "row"), column)) for column in made_up.COLUMNS]
            formats = [{"name": name, "words": f"{name}, a form", "binary": False, "exact": False} for name in ("curl", "har", "html")]
            return {"token": TOKEN, "instance": "1", "version": "0", "session": session, "start": START if site.live else [], "keys": KEYS, "columns": columns, "formats": formats, "ruleForms": ruled.FORMS}
        if path == "/api/views":
            return site.look(asked)
        view = re.match(r"/api/views/(\d+)/(\w+)", path)
        if view:
            return self.view(int(view[1]), view[2], query, first, count, asked)
        if path == "/api/rows":
            return {"revision": site.revision, "rows": [site.exchange(int(each)).row() for each in query["ids"].split(",")]}
        if path == "/api/send":
            message = base64.b64decode(asked["message"])
            if asked["to"] == "http://refused.test":
                raise Refused(422, "message", "The text is not one request.")
            site.composed.append((asked["to"], message))
            site.add()
            return {"flow": site.count, "doubts": []}
        if path == "/api/lessons":
            return taught.listed(site, query["demo"] == "1")
        if path.startswith("/api/lessons/"):
            if method == "POST":
                return taught.marked(site, asked)
            return taught.lesson(site, path[len("/api/lessons/"):], int(query.get("flow") or 0), query["demo"] == "1")
        if path == "/api/curl":
            return read_curl(asked["text"])
        if path == "/api/setup":
            parts = [{"title": title, "steps": [{"text": f"For a {title}:"}, {"line": "export http_proxy=http://127.0.0.1:8888 https_proxy=http://127.0.0.1:8888" if title == "Terminal" else "http://hark.test/trust <b>"}]} for title in ("Terminal", "Browser", "Phone", "Container")]
            return {"parts": parts, "network": site.network, "clients": [{"name": made_up.payload(2) if site.hostile else "127.0.0.1 curl", "trusts": True, "flow": 2, "text": None}, {"name": "192.168.1.7 okhttp", "trusts": False, "flow": 3, "text": "The client does not trust Hark's CA."}] if site.count else []}
        if path == "/api/recording":
            site.begun.append(asked)
            if asked.get("name") == "taken":
                raise Refused(422, "session", "taken exists already.")
            return {"name": asked.get("name", "2026"), "before": "made up"}
        if path == "/api/sessions":
            if method == "GET":
                names = [(made_up.payload(number) if site.hostile else name, number) for number, name in enumerate(("2026-11-22T12-00-00Z", "made up", "damaged"))]
                return {"sessions": [{"name": name, "start": "2026-11-22T12:00:00.000Z", "size": 4096 * (number + 1), "flows": None if number == 2 else 12 * number, "running": number == 1} for name, number in names], "omitted": 3}
            return {"url": f"http://127.0.0.1:{site.port}/?session={urllib.parse.quote(asked['name'])}#{KEY}"}
        if path.startswith("/api/sessions/"):
            name, _, part = urllib.parse.unquote(path[len("/api/sessions/"):]).partition("/comparison")
            if path.endswith("/comparison"):
                return screens.comparison(site.hostile)
            site.changed.append((method, name, (asked or {}).get("name")))
            return {"name": name}
        if path == "/api/files":
            site.files[asked["name"]] = (asked["size"], b"")
            return {"file": asked["name"]}
        if path.startswith("/api/files/"):
            name = urllib.parse.unquote(path[len("/api/files/"):])
            size, octets = site.files[name]
            if method == "PUT":
                if int(query["from"]) != len(octets):
                    raise Refused(409, "file", "These bytes do not follow.")
                site.files[name] = (size, octets + asked["octets"])
                return {"size": len(octets)}
            if b"unreadable" in octets:
                raise Refused(422, "file", "Hark cannot read this file.")
            return {"url": f"http://127.0.0.1:{site.port}/?file={urllib.parse.quote(name)}#{KEY}"}
        if path == "/api/complete":
            return self.complete(asked)
        if path == "/api/tickets":
            return {"url": asked["path"] + ("&" if "?" in asked["path"] else "?") + "ticket=1"}
        if path == "/api/export":
            secret = f"secret-{query.get('ids')}" if query.get("secrets") == "1" else "[secret 3f2a]"
            return f"{query['format']} of {query.get('ids', 'all')} with {secret}".encode()
        if (told := ruled.answer(site, method, path, asked)) is not None:
            return told
        if path == "/api/moment":
            return f"a moment of {query['ids']}".encode()
        if path in ("/api/marks", "/api/explain"):
            explained = made_up.explained(site.exchange(asked.get("flow", 1)))
            if "octets" in asked:
                return explained
            return {"marked": 1} if path == "/api/marks" else {"before": explained, "after": explained, "changed": ["caching"]}
        part = re.match(r"/api/flows/(\d+)(?:/(\w+))?(?:/(\w+))?", path)
        if part:
            return self.flow(site.exchange(int(part[1])), part[2], part[3], query, asked)
        raise Refused(404, "route", "There is no such route.")

    def view(self, view, part, query, first, count, asked):
        site = self.site
        if view not in site.views:
            raise Refused(404, "view", "This list was ended by another tab.")
        answers = {
            "rows": lambda: site.window(view, first, count), "position": lambda: {"position": site.position(view, int(query["flow"]))},
            "ghosts": lambda: site.ghosts(view, first, count),
            "range": lambda: site.range(view, float(query.get("from", 0)), float(query.get("to", "inf"))),
            "overview": lambda: site.overview(view, int(query["buckets"])), "flows": lambda: {"deleted": asked["matched"], "kept": 0, "overwritten": True},
        }
        if part in answers:
            return answers[part]()
        return screens.answer(site, view, part, query, first, count)

    def complete(self, asked):
        if "rule" in asked:
            return ruled.complete(self.site, asked["rule"])
        text = asked["filter"]
        word = re.search(r"[\w.]*$", text)[0]
        names = ["status", "status.class", "host", "method", "response.size", "type"]
        candidates = [{"text": name, "words": f"the {name}"} for name in names if word and name.startswith(word)]
        try:
            words, error = self.site.filtered(text.strip())[0], None
        except Refused as refused:
            words, error = None, {"text": refused.error["text"], "offset": 0, "length": 1}
        return {"from": len(text.encode()) - len(word.encode()), "to": len(text.encode()), "candidates": candidates, "words": words, "error": error}

    def has_messages(self, exchange):
        return exchange.hostile or exchange.number == 2

    def flow(self, exchange, part, sub, query, asked):
        first, length = int(query.get("from", 0)), int(query.get("length", 65536))
        if exchange.number > self.site.count or exchange.number < 1:
            raise Refused(404, "flow", f"There is no flow {exchange.number}.")
        if part is None:
            flow = made_up.flow(exchange)
            if "with" in query:
                wire = {side: base64.b64encode(exchange.message(side)[0][:65536]).decode() for side in ("request", "response")}
                flow |= {"explained": made_up.explained(exchange), "wire": wire}
            return flow | {"inner": {"count": self.site.messages if self.has_messages(exchange) else 0, "open": self.site.socket and exchange.number == 2}}
        if part == "messages" and "to" in asked:
            if not self.site.socket:
                raise Refused(409, "open", "The WebSocket of flow 2 has ended; nothing was sent.")
            self.site.said.append(asked)
            self.site.messages += 1
            return {"to": asked["to"], "size": len(asked["text"].encode() if "text" in asked else base64.b64decode(asked["content"]))}
        if part == "messages":
            count = self.site.messages if self.has_messages(exchange) else 0
            if "find" in query:
                return made_up.found_messages(exchange, query["find"], int(query.get("first", 0)), int(query.get("count", 500)), count)
            return made_up.messages(exchange, int(query.get("first", 0)), int(query.get("count", 500)), count) if sub is None else made_up.message(exchange, int(sub), first, length)
        if part == "explain":
            return made_up.explained(exchange)
        if part == "changes":
            return made_up.changes(exchange)
        if part == "diff":
            if int(query["with"]) > self.site.count:
                raise Refused(404, "flow", f"There is no flow {query['with']}.")
            return screens.difference(exchange, self.site.exchange(int(query["with"])))
        if part == "frames":
            return ruled.frames(exchange)
        if part == "resend":
            self.site.resent.append({**asked, "message": base64.b64decode(asked["message"]) if "message" in asked else None})
            self.site.add()
            return {"flow": self.site.count, "doubts": []}
        if sub == "tokens":
            return made_up.tokens(exchange, part, first, length)
        octets, _, head = exchange.message(part)
        parts = {"head": octets[:head], "sent": exchange.message(part, sent=True)[0][:head], "wire": octets, "body": octets[head:], "decoded": octets[head:]}
        if sub == "preview":
            return octets[head:]
        return parts[sub][first:first + length]


if __name__ == "__main__":
    site = StandIn(int(os.environ.get("COUNT", "100000")), hostile="HOSTILE" in os.environ)
    print(site.url, flush=True)
    while True:
        time.sleep(1)
