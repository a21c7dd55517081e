"""What the stand-in tells of rules, of the messages that they hold, and of frames, as docs/api.md has it."""

import base64

import made_up

HEAD = b"DELETE /held HTTP/1.1\r\nHost: shop.test\r\nX-Text: %b\r\n\r\n"


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
    return {"flow": flow, "message": "request", "rule": "look", "start": start, "url": "http://shop.test/held", "size": len(octets), "held": 4000, "clientWaits": 4010, "serverWaits": None, "left": 596000,
            "text": octets.decode(), "head": base64.b64encode(octets).decode()}


def trial(site):
    text = said(site)
    lines = [{"new": False, "text": f"Accept: {text}"}, {"new": True, "text": f"Accept: text/html, {text}"}]
    return {"looked": 37, "more": False, "rules": [{"name": "look", "words": text, "hits": 12}], "flows": [{"flow": 2, "method": "DELETE", "url": f"http://shop.test/{text}", "acts": [{"rule": "look", "action": "set", "text": text}], "request": lines, "response": []}]}


def complete(site, rule):
    """What may stand behind the last word of a rule."""
    length = len(rule.encode())
    wrong = {"text": f"there is no action 'brek'; {said(site)}", "offset": rule.find("brek"), "length": 4, "line": 1, "column": rule.find("brek") + 1} if "brek" in rule else None
    return {"from": length, "to": length, "candidates": [{"text": "break", "words": said(site)}, {"text": "respond", "words": "answers itself"}], "words": None if wrong else said(site), "error": wrong, "usage": "break request|response"}


def answer(site, method, path, asked):
    if path == "/api/rules":
        return rules(site)
    if path == "/api/rules/try":
        return trial(site)
    if path == "/api/held":
        return {"held": [message(site, flow) for flow in (1, 2)]} if method == "GET" else {"decided": 2}
    if path.startswith("/api/held/"):
        return message(site, int(path.rsplit("/", 1)[1])) if method == "GET" else {"decided": 1}
    return None


def spoken(exchange):
    """HTTP/2 on the client's side: what an entry has of it."""
    text = made_up.payload(exchange.number) if exchange.hostile else "streamWindow"
    sent = {"type": "DATA", "flags": [text] if exchange.hostile else [], "size": 100, "window": 900, "connectionWindow": 60_000}
    fields = [{"offset": 0, "length": 1, "form": "indexed", "index": 2, "huffman": False}, {"offset": 1, "length": 3, "form": "incremental", "index": 1, "huffman": True}]
    return {
        "_stream": {"client": 5},
        "request": {"method": exchange.method, "url": exchange.url, "headers": [{"name": ":method", "value": "GET"}, {"name": text, "value": text}], "_raw": base64.b64encode(b"\x82\x41\x01a").decode(), "_fields": fields,
                    "_frames": [{"type": "HEADERS", "flags": ["END_STREAM", "END_HEADERS"], "size": 4, "time": 0}, {"type": "WINDOW_UPDATE", "flags": [], "size": 4, "time": 3, "increment": 200, "window": 1000, "connectionWindow": 60_100}]},
        "response": {"_framesSent": [{"type": "HEADERS", "flags": ["END_HEADERS"], "size": 9, "time": 1}, {**sent, "time": 2}, {**sent, "time": 4, "window": 800}, {"type": "RST_STREAM", "flags": [], "size": 4, "time": 5, "code": "CANCEL"}],
                     "_waits": [{"for": text, "time": 2, "duration": 1, "size": 50}], "_framesDropped": 3},
    }
