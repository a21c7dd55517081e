"""Exchanges that are made up: any number of them, each from its number alone. The shapes are those of docs/api.md."""

import base64
import datetime
import json

import ruled

BEGIN = datetime.datetime(2026, 11, 22, 12, 0, 0, tzinfo=datetime.timezone.utc)

# Text that would act if a page took it for anything but text: in each captured place of each exchange.
PAYLOADS = [
    "<script>hit()</script>", "<img src=x onerror=hit()>", "<svg onload=hit()>", "<svg><script>hit()</script></svg>",
    "\"><script>hit()</script>", "'><img src=x onerror=hit()>", "javascript:hit()", "JaVaScRiPt:hit()", "data:text/html,<script>hit()</script>",
    "</title><script>hit()</script>", "</textarea><script>hit()</script>", "</style><script>hit()</script>", "</script><script>hit()</script>",
    "<iframe src=javascript:hit()>", "<iframe srcdoc='<script>parent.hit()</script>'>", "<object data=javascript:hit()>", "<embed src=javascript:hit()>",
    "<a href=javascript:hit()>x</a>", "<base href=//evil.test/>", "<link rel=stylesheet href=//evil.test/x.css>", "<meta http-equiv=refresh content='0;url=//evil.test/'>",
    "<form action=//evil.test/><button>x</button></form>", "<input autofocus onfocus=hit()>", "<details open ontoggle=hit()>", "<video><source onerror=hit()></video>",
    "<audio src=x onerror=hit()>", "<body onload=hit()>", "<marquee onstart=hit()>", "<math><mtext><script>hit()</script></mtext></math>",
    "<template><script>hit()</script></template>", "<noscript><p title=\"</noscript><img src=x onerror=hit()>\">", "<!--><script>hit()</script>-->", "<![CDATA[><script>hit()</script>]]>",
    "${hit()}", "{{hit()}}", "{{constructor.constructor('hit()')()}}", "#{hit()}", "<%= hit() %>", "\\u003cscript\\u003ehit()\\u003c/script\\u003e", "%3Cscript%3Ehit()%3C/script%3E",
    "&lt;script&gt;hit()&lt;/script&gt;", "\u2028hit()\u2029", "\u202egnp.exe", "\u0000<script>hit()</script>", "\u001b[31mred\u001b[0m", "\u0007\u0008\u007f", "\ufeff<script>hit()</script>",
    "＜script＞hit()＜/script＞", "<scr<script>ipt>hit()</scr</script>ipt>", "<style>*{background:url(//evil.test/)}</style>", "<div style=background:url(//evil.test/x)>",
    "<img src=//evil.test/x.png>", "url(//evil.test/)", "@import '//evil.test/x.css';", "__proto__", "constructor", "toString", "';hit();//", "`;hit();//", "<p is=hark-list onclick=hit()>",
]

COLUMNS = [
    ("id", "#", "number within the session", "number", "id"), ("time", "time", "when it began", "time", "start"), ("method", "method", "the method", "text", "method"),
    ("url", "URL", "the whole URL", "text", "url"), ("host", "host", "the host", "text", None), ("path", "path", "the path", "text", None), ("status", "status", "the status", "status", "status"), ("type", "type", "the media type", "text", "type"),
    ("request.size", "request size", "content sent", "size", "requestSize"), ("response.size", "response size", "content received", "size", "responseSize"),
    ("duration", "duration", "how long it took", "duration", "duration"), ("cache", "cache", "what a cache would do", "text", "cache"),
    ("client", "client", "who asked", "text", "client"), ("connection", "connection", "of the server", "number", "connection"), ("reused", "reused", "open before", "flag", "reused"),
]


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode("utf-8", "replace")).decode()


def claims(**members):
    return base64.urlsafe_b64encode(json.dumps(members).encode()).decode().rstrip("=")


TOKEN = f"{claims(alg='HS256', typ='JWT')}.{claims(sub='ada', admin=True, exp=1_795_350_000)}.c2lnbmF0dXJl"


def payload(number):
    return PAYLOADS[number % len(PAYLOADS)]


class Exchange:
    """One exchange, by its number."""

    def __init__(self, number, hostile=False, open_=False):
        self.number, self.hostile, self.open = number, hostile, open_
        self.at = number * 21.0 + (number % 7) * 3
        self.status = [200, 200, 200, 304, 301, 200, 404, 200, 502, 200][number % 10]
        self.method = ["GET", "GET", "POST", "GET"][number % 4]
        self.host = ["shop.test", "api.shop.test", "cdn.example.com"][number % 3]
        self.path = f"/{['new', 'cart', 'users', 'image'][number % 4]}/{number}"
        self.phases = {"dns": 0.4, "connect": 4.0 + number % 5, "tls": 6.0 if number % 3 else -1, "send": 0.3, "wait": 10.0 + (number * 37) % 190, "receive": 2.0 + (number * 13) % 60}
        if number % 2:
            self.phases.update(dns=-1, connect=-1, tls=-1)
        self.type = ["text/html", "application/json", "text/css", "image/png", "text/javascript"][number // 4 % 5]
        if hostile:
            text = payload(number)
            self.method, self.host, self.path = text, text, "/" + text

    @property
    def url(self):
        return f"http://{self.host}{self.path}"

    def segments(self):
        at, result = 0.2, [["blocked", 0, 0.2]]
        for phase, member in (("name", "dns"), ("connect", "connect"), ("tls", "tls"), ("send", "send"), ("wait", "wait"), ("receive", "receive")):
            if self.phases[member] > 0:
                result.append([phase, round(at, 3), round(at + self.phases[member], 3)])
                at += self.phases[member]
        return result

    def row(self):
        number, segments = self.number, self.segments()
        end = "open" if self.open else "failed" if self.status == 502 else "done"
        text = payload(number) if self.hostile else None
        start = (BEGIN + datetime.timedelta(milliseconds=self.at)).isoformat(timespec="microseconds").replace("+00:00", "Z")
        flags = ["changed"] + (["redirect"] if self.status == 301 else []) + (["open"] if self.open else [])
        return {
            "id": number, "run": "9f86d081884c7d65", "start": start, "method": self.method, "url": self.url, "status": self.status,
            "outcome": None if self.open else "failed" if self.status == 502 else "complete", "by": None if self.open else "upstream", "type": text or self.type, "requestSize": 0 if number % 4 != 2 else 42,
            "responseSize": (number * 7919) % 90_000, "duration": segments[-1][2], "phases": self.phases,
            "client": text or "127.0.0.1:50222", "upstream": text or "192.0.2.7:80", "connection": number % 9 + 1, "reused": number % 2 == 1,
            "comment": text or ("look at this" if number == 490 else None), "tags": [text or "slow"] if text or number == 490 else [], "flags": flags, "cache": ["fresh", "none", "none", "validated"][number % 4], "worst": ["good", "info", "warning", "bad", "info"][number % 5],
            "bar": {"at": self.at, "segments": segments, "ticks": [segments[-1][1] + 1, segments[-1][2]], "end": end},
        }

    def fields(self, side):
        text = payload(self.number)
        if self.hostile:
            return [(text, text), ("Cookie", text), ("Set-Cookie", f"{text}={text}"), ("Content-Disposition", f"attachment; filename={text}"), ("Authorization", basic(text, text))]
        if side == "request":
            more = [("Authorization", basic("ada", "lovelace"))] if self.number % 5 == 2 else [("Authorization", f"Bearer {TOKEN}")] if self.number % 5 == 3 else []
            form = [("Content-Type", "application/x-www-form-urlencoded")] if self.number == 6 else [("Content-Type", "application/json"), ("Content-Length", "43")] if self.number == 14 else []
            long = [("X-Long", "0123456789" * 500)] if self.number == 3 else []
            return [("Host", self.host), ("Accept", "*/*"), ("Cookie", f"sid=secret-{self.number}"), *more, *form, *long]
        return [("Content-Type", "text/html"), ("Cache-Control", "max-age=600, private"), ("Set-Cookie", "sid=abc; Path=/; HttpOnly")]

    def body(self, side):
        if side == "request":
            if self.number == 6:
                return b"name=Ada+Lovelace&note=50%25+off&odd=%zz"
            return b"" if self.number % 4 != 2 else b'{"item": 12, "count": 1, "note": "for you"}'
        text = payload(self.number) if self.hostile else f"The page of {self.path}."
        return f"<!doctype html><title>{text}</title><p>{text}</p>\n".encode() + b"\xff\xfe \x00 bytes\n"

    def message(self, side, base=0, sent=False):
        """The octets, the tree of spans over them, and how long the head is."""
        writer = Writer(base)
        if side == "request":
            target = self.path if sent else self.url
            writer.group("request-line", "The request line.", [("method", self.method), ("SP", " "), ("request-target", target), ("SP", " "), ("HTTP-version", "HTTP/1.1")])
        else:
            reason = payload(self.number) if self.hostile else "OK"
            writer.group("status-line", "The status line.", [("HTTP-version", "HTTP/1.1"), ("SP", " "), ("status-code", str(self.status)), ("SP", " "), ("reason-phrase", reason)])
        writer.leaf("CRLF", "\r\n")
        for name, value in self.fields(side):
            writer.group("field-line", f"The field {name}.", [("field-name", name), ('":"', ":"), ("OWS", " "), ("field-value", value)])
            writer.leaf("CRLF", "\r\n")
        writer.leaf("CRLF", "\r\n")
        head = len(writer.octets)
        if self.body(side):
            writer.leaf("message-body", self.body(side))
        return writer.octets, writer.spans, head


class Writer:
    """Octets, and spans that tile them."""

    def __init__(self, base):
        self.base, self.octets, self.spans = base, b"", []

    def span(self, rule, octets, text):
        span = {"offset": self.base + len(self.octets), "length": len(octets), "rule": rule, "spec": "RFC 9112 §5", "text": text, "malformed": b"\xff" in octets, "children": []}
        self.octets += octets
        return span

    def leaf(self, rule, text):
        octets = text if isinstance(text, bytes) else text.encode("utf-8")
        self.spans.append(self.span(rule, octets, f"This is {rule}."))

    def group(self, rule, text, parts):
        start = len(self.octets)
        children = [self.span(name, value.encode("utf-8"), f"{name}: {value}") for name, value in parts if value]
        self.spans.append({"offset": self.base + start, "length": len(self.octets) - start, "rule": rule, "spec": "RFC 9112 §3", "text": text, "malformed": False, "children": children})


def explained(exchange):
    request, request_spans, _ = exchange.message("request")
    response, response_spans, _ = exchange.message("response", len(request))
    text = payload(exchange.number) if exchange.hostile else "The response says max-age=600."
    steps = [{"rule": "lifetime", "held": True, "text": text, "spec": "RFC 9111 §4.2.1"}, {"rule": "age", "held": None, "text": "0 seconds.", "spec": "RFC 9111 §4.2.3"}]
    timing = [{"rule": "wait", "held": None, "text": "Waiting for the answer.", "spec": "HAR 1.2 timings"}]
    note = {"code": "cookie-secure-over-http", "level": "warning", "offset": len(request) + 20, "length": 8, "summary": text, "text": text, "spec": "RFC 6265 §4.1.2.5"}
    return {"messages": [
        {"kind": "request", "offset": 0, "length": len(request), "spans": request_spans, "framing": {"kind": "none", "rule": 7, "steps": steps}, "notes": [], "reasoning": {}},
        {"kind": "response", "offset": len(request), "length": len(response), "spans": response_spans, "framing": {"kind": "length", "rule": 6, "steps": steps}, "notes": [note],
         "reasoning": {"caching": {"conclusion": text, "steps": steps}, "cookies": {"conclusion": text, "steps": steps}, "timing": {"conclusion": "Most of it was waiting.", "steps": timing}}},
    ], "rest": {"offset": len(request) + len(response), "length": 0}, "blocks": [ruled.block(exchange)]}


def flow(exchange):
    row, text = exchange.row(), payload(exchange.number) if exchange.hostile else "text"
    parts = {}
    for side in ("request", "response"):
        octets, _, head = exchange.message(side)
        sent = exchange.message(side, sent=True)[2]
        size = len(exchange.body(side))
        parts[side] = {"head": head, "sent": sent, "wire": len(octets), "body": size, "decoded": size, "truncated": False, "remarks": []}
    at = [segment[2] for segment in row["bar"]["segments"]]
    names = ["opened", "requestHead", "requestForwarded", "responseHead", "responseEnded"]
    events = [{"at": at[min(index, len(at) - 1)], "what": what, "text": f"{what}: {text}"} for index, what in enumerate(names)]
    tls = {"client": {"version": "TLS 1.3", "sni": text, "certificates": [{"subject": text}]}, "upstream": None} if exchange.number % 3 else None
    request, response = ({"headers": [{"name": name, "value": value} for name, value in exchange.fields(side)]} for side in ("request", "response"))
    record = {"_id": exchange.number, "_tls": tls, "request": {"method": exchange.method, "url": exchange.url, **request}, "response": {"status": exchange.status, "statusText": text, **response}}
    if exchange.number % 3 == 1:
        for name, value in ruled.spoken(exchange).items():
            record[name] = {**record.get(name, {}), **value} if name in ("request", "response") else value
    return {
        "row": row, "record": record, "marks": {"pinned": False, "comment": text if exchange.hostile else None, "tags": [text] if exchange.hostile else []},
        "lines": [{"label": "cache", "text": text, "level": "normal"}, {"label": "quirk", "text": text, "level": "bad"}], "messages": parts, "events": events,
        "chunks": {"request": [], "response": [{"at": at[-1] - 1, "offset": 0, "size": 20}, {"at": at[-1], "offset": 20, "size": 22}]},
        "story": [{"title": "Redirects", "lines": [text], "flows": [exchange.number]}],
        "inShort": [text, "What follows."],
    }


def changes(exchange):
    line = f"{exchange.method} {exchange.url} HTTP/1.1"
    went = f"{exchange.method} {exchange.path} HTTP/1.1"
    reason = "RFC 9112 §3.2.1: A server is asked with path and query alone."
    lines = [{"action": "replaced", "came": line, "went": went, "reason": reason, "cameAt": [0, len(line.encode())], "wentAt": [0, len(went.encode())]}]
    lines += [{"action": "same", "came": f"{name}: {value}", "went": f"{name}: {value}", "reason": None, "cameAt": None, "wentAt": None} for name, value in exchange.fields("request")]
    return {"known": True, "messages": [{"message": "request", "parts": [{"part": "head", "lines": lines}]}]}


def tokens(exchange, side, first, length):
    if exchange.number == 10 and side == "request" and not exchange.hostile:
        lines = [{"depth": 0, "spans": [["mark", "{"]]}, {"depth": 1, "spans": [["name", '"items"'], ["mark", ": "], ["mark", "["]]}]
        lines += [{"depth": 2, "spans": [["string", f'"T\\u00fcr {place}"'], ["mark", ","]]} for place in range(2500)]
        lines += [{"depth": 1, "spans": [["mark", "],"]]}, {"depth": 1, "spans": [["name", '"odd name"'], ["mark", ": "], ["number", "1"]]}, {"depth": 0, "spans": [["mark", "}"]]}]
        return {"title": "JSON", "kind": "json", "image": None, "remarks": [], "damaged": False, "cut": False, "count": len(lines), "from": first, "lines": lines[first:first + length]}
    text = exchange.body(side).decode("utf-8", "replace")
    lines = [{"depth": 0, "spans": [["plain", line]]} for line in text.split("\n")]
    return {"title": "HTML", "kind": "html", "image": None, "remarks": [], "damaged": False, "cut": False, "count": len(lines), "from": first, "lines": lines[first:first + length]}


def found_messages(exchange, text, first, count, total):
    """Those whose text has another in it, with their places among all."""
    all_rows = messages(exchange, 0, total, total)
    rows = [row for row in all_rows["messages"] if text in row["text"]]
    return {**all_rows, "first": first, "count": len(rows), "messages": rows[first:first + count]}


def messages(exchange, first, count, total):
    rows = [{"place": place, "byHand": place == 3, "from": "response" if place % 2 else "request", "at": place * 0.5, "title": payload(place) if exchange.hostile else "text", "meaning": "", "size": 12, "frames": 1, "compressed": False,
             "truncated": False, "control": False, "text": payload(place) if exchange.hostile else f"m{place}"} for place in range(first, min(first + count, total))]
    return {"first": first, "count": total, "sent": (total + 1) // 2, "received": total // 2, "omitted": 0, "messages": rows, "ends": []}


def message(exchange, place, first, length):
    """The eighth is long: 1,000 lines."""
    texts = [payload(place) if exchange.hostile else f'"m{place}"']
    if place == 7 and not exchange.hostile:
        texts = [f"line {line}." for line in range(1000)]
    lines = [{"depth": 0, "spans": [["string", text]]} for text in texts[first:first + length]]
    return {"title": "JSON", "kind": "json", "image": None, "remarks": [], "damaged": False, "cut": False, "count": len(texts), "from": first, "lines": lines}


def raw_interim(octets):
    return base64.b64encode(octets).decode()


def dumped(value):
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
