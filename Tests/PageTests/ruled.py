"""What the stand-in tells of rules, of the messages that they hold, and of frames, as docs/api.md has it."""

import base64
import re

import made_up

HEAD = b"DELETE /held HTTP/1.1\r\nHost: shop.test\r\nX-Text: %b\r\n\r\n"

FORMS = [
    {"title": "Mock", "action": 'respond {status} text "{body}"', "fields": [{"name": "status", "label": "Status", "value": "200", "choices": [], "long": False}, {"name": "body", "label": "Body", "value": "{}", "choices": [], "long": True}]},
    {"title": "Breakpoint", "action": "break {message}", "fields": [{"name": "message", "label": "Hold", "value": "both", "choices": ["request", "response", "both"], "long": False}]},
]


def said(site):
    """A sentence; where all is hostile, one of the payloads."""
    return made_up.payload(1) if site.hostile else "holds the request until you decide"


def rules(site):
    text = said(site)
    each = {"source": "page", "hits": 12, "text": "when method = DELETE do break request", "words": f"When the method is DELETE: {text}.", "doubts": []}
    return {
        "revision": 3, "canEdit": True, "fault": {"source": "more.rules", "line": 2, "column": 4, "text": text} if site.hostile else None,
        "sources": [{"name": "page", "kind": "page", "text": "look: when method = DELETE do break request\n", "editable": True}, {"name": text, "kind": "file", "text": text, "editable": True}],
        "rules": [{**each, "name": "look", "line": 1, "on": True}, {**each, "name": "slow", "line": 2, "on": False, "hits": 1, "doubts": [f"No exchange had it yet: {text}."]}],
    }


def message(site, flow):
    start = f"DELETE /{said(site)} HTTP/1.1"
    octets = HEAD % said(site).encode()
    return {"flow": flow, "message": "request", "rule": "look", "start": start, "url": "http://shop.test/held", "size": len(octets), "held": 4000, "clientWaits": 4010, "serverWaits": None, "clientEnded": None, "raw": False, "left": 596000,
            "body": {"size": 4, "read": True, "reason": None, "content": base64.b64encode(said(site).encode()).decode()} if flow == 1 else {"size": None, "read": False, "reason": said(site)},
            "text": octets.decode(), "head": base64.b64encode(octets).decode()}


def trial(site):
    text = said(site)
    lines = [{"new": False, "text": f"Accept: {text}"}, {"new": True, "text": f"Accept: text/html, {text}"}]
    return {"looked": 37, "more": False, "rules": [{"name": "look", "words": text, "hits": 12}], "flows": [{"flow": 2, "method": "DELETE", "url": f"http://shop.test/{text}", "acts": [{"rule": "look", "action": "set", "text": text}], "request": lines, "response": []}]}


def complete(site, rule):
    """What may stand behind the last word of a rule."""
    length = len(rule.encode())
    wrong = {"text": f"unknown action 'brek'; {said(site)}", "offset": rule.find("brek"), "length": 4, "line": 1, "column": rule.find("brek") + 1} if "brek" in rule else None
    filled = re.fullmatch(r"(\S+): when (.*) do break (\w+)", rule.strip().rsplit("\n", 1)[-1])
    form = {"title": "Breakpoint", "rule": filled[1], "when": filled[2], "values": [filled[3]]} if filled else None
    return {"form": form, "from": length, "to": length, "candidates": [{"text": "break", "words": said(site)}, {"text": "respond", "words": "answers itself"}], "words": None if wrong else said(site), "error": wrong, "usage": "break request|response"}


def answer(site, method, path, asked):
    if path == "/api/rules":
        return rules(site)
    if path == "/api/rules/form":
        return {"rule": f"{asked['rule']}: when {asked['when']} do break {asked['values'][0]}"}
    if path == "/api/rules/try":
        return trial(site)
    if path == "/api/held":
        return {"held": [message(site, flow) for flow in (1, 2)]} if method == "GET" else {"decided": 2}
    if path.startswith("/api/held/"):
        return message(site, int(path.rsplit("/", 1)[1])) if method == "GET" else {"decided": 1}
    return None


def said_by(exchange, otherwise):
    """A text of the exchange's own; where all is hostile, its payload."""
    return made_up.payload(exchange.number) if exchange.hostile else otherwise


def spoken(exchange):
    """HTTP/2 on the client's side: what an entry has of it."""
    return {"_stream": {"client": 5}, "request": {"method": exchange.method, "url": exchange.url, "_raw": base64.b64encode(b"\x82\x41\x01a").decode()}}


def block(exchange):
    """The field block of the request, byte by byte, and the table before and after it."""
    text = said_by(exchange, "a")
    def span(offset, length, rule, words, *children):
        return {"offset": offset, "length": length, "rule": rule, "spec": "RFC 7541 §6.1", "text": words, "malformed": False, "children": list(children)}
    def entry(index, by):
        return {"index": index, "name": text, "value": text, "size": 40, "entered": by}
    spans = [span(0, 1, "indexed-field", f"Pattern 1: entry 2 of the static table, {text}."), span(1, 3, "literal-incremental", "Pattern 01.", span(1, 1, "literal-incremental", "Pattern 01."), span(2, 1, "string-length", "The value has 1 byte."), span(3, 1, "string", f"The value {text}."))]
    tables = {"before": {"whole": True, "size": 80, "limit": 100, "entries": [entry(62, 3), entry(63, 1)]}, "after": {"whole": True, "size": 80, "limit": 100, "entries": [entry(62, 5), entry(63, 3)]}}
    return {"message": "request", "sent": False, "stream": 5, "length": 4, "spans": spans, "fields": [{"name": ":method", "value": "GET"}, {"name": text, "value": text}], "table": tables}


def frames(exchange):
    """Its lane, and the connection that it went over; none where it spoke HTTP/1.1."""
    if exchange.number % 3 != 1 and not exchange.hostile:
        return {"lanes": [], "left": [], "connections": []}
    text = said_by(exchange, "END_STREAM · 4 bytes")
    def row(at, message, name, level="normal", **more):
        return {"at": at, "message": message, "name": name, "text": text, "level": level, **more}
    windows = {"window": 900, "connectionWindow": 60_000}
    rows = [row(0, "request", "HEADERS", block=True), row(1, "response", "HEADERS"), row(2, "response", "DATA", **windows), row(2, "response", None, "warning", spec="RFC 9113 §6.9", duration=1),
            row(3, "request", "WINDOW_UPDATE", window=1000, connectionWindow=60_100), row(4, "response", "DATA", window=800, connectionWindow=60_000), row(5, "response", said_by(exchange, "RST_STREAM"), "bad")]
    return {"lanes": [{"leg": "client", "title": "Between the client and Hark · stream 5", "rows": rows}], "left": ["… 3 more frames of the response, counted but not stored."], "connections": [connection(exchange)]}


def connection(exchange):
    text = said_by(exchange, "maintenance")
    settings = [{"name": "MAX_CONCURRENT_STREAMS", "value": 100, "text": "is how many streams the peer may have open"}, {"name": said_by(exchange, "setting 9"), "value": 1, "text": None}]
    remarks = [{"text": "GOAWAY by the client; no stream above 5 was processed. NO_ERROR", "level": "warning", "said": text}, {"text": f"It ended after 1 s: {text}", "level": "normal", "said": ""}]
    return {"number": 2, "leg": "client", "title": "Client connection 2 · stream 0", "announced": [{"title": "The client announced", "settings": settings}],
            "frames": [{"at": 0, "message": "request", "name": "SETTINGS", "text": text, "level": "normal"}], "remarks": remarks}
