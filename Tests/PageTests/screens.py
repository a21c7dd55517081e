"""What the stand-in tells of the screens beside the list, for the exchanges of a stretch."""

import made_up


def answer(site, view, part, query, first, count):
    last = min(first + count, site.matched(view))
    flows = [site.at(view, position) for position in range(first, last)]
    exchanges = [site.exchange(number) for number in flows]
    head = {"flows": flows, "first": first, "matched": site.matched(view), "since": None}
    if part == "lanes":
        return lanes([site.exchange(site.at(view, position)) for position in range(min(60, site.matched(view)))], site.now())
    if part == "jar":
        return {**head, "cookies": [cookies(entry, exchange) for entry, exchange in enumerate(exchanges)]}
    if part == "cache":
        saved = {"requests": 3, "validations": 1, "bytes": 1200}
        return {**head, "cache": [{"entry": entry, "private": cache(exchange), "shared": cache(exchange)} for entry, exchange in enumerate(exchanges)], "savings": {"private": saved, "shared": saved}}
    if part == "redirects":
        chains = [entry for entry, exchange in enumerate(exchanges[:-1]) if exchange.status == 301]
        return {**head, "redirects": [{"entries": [entry, entry + 1], "story": story(exchanges[entry], exchanges[entry + 1])} for entry in chains]}
    return endpoints(site, query.get("by", "endpoint"))


def text_of(exchange):
    return made_up.payload(exchange.number) if exchange.hostile else "A sentence about it."


def story(one, other):
    return [f"GET {one.url} got 301, a redirect to {other.url}. {text_of(one)}", f"GET {other.url} got 200, the end of the chain."]


def cookies(entry, exchange):
    name = made_up.payload(exchange.number) if exchange.hostile else f"sid{exchange.number % 4}"
    told = {"name": name, "step": "5.7 step 24", "text": text_of(exchange)}
    kind = exchange.number % 5
    made = [{**told, "stored": kind != 2, "attributes": {"Path": "/", "HttpOnly": True, "Domain": name}}] if kind in (0, 2) else []
    sent = [{**told, "sent": kind != 3, "expected": {1: True, 3: False, 4: None}[kind]}] if kind in (1, 3, 4) else []
    return {"entry": entry, "set": made, "sent": sent, "jar": [f"{name}=1"] if kind == 1 else []}


def cache(exchange):
    steps = [{"rule": "freshness_lifetime", "held": True, "text": text_of(exchange), "spec": "RFC 9111 §4.2.1"}]
    return {"stored": True, "reason": text_of(exchange), "served": "no", "lifetime": 600, "age": 120, "steps": steps, "line": f"fresh for 600 s: {text_of(exchange)}"}


def lanes(exchanges, now):
    def lane(number, own, side):
        blocks = [{"flow": each.number, "from": each.at, "to": each.at + each.segments()[-1][2], "wait": [each.at + 10, each.at + each.segments()[-1][1]], "method": each.method, "path": each.path,
                   "status": each.status, "failed": each.status == 502, "open": each.open, "stream": 2 * place + 1 if number == 2 else None, "row": place % 2 if number == 2 else 0,
                   "waits": [{"from": each.at + 1, "to": each.at + 4, "text": f"waited 3 ms for {text_of(each)}"}] if number == 2 else []} for place, each in enumerate(own)]
        begin, end = blocks[0]["from"], max(block["to"] for block in blocks)
        return {"number": number, "run": "1", "address": text_of(own[0]) if own[0].hostile else f"192.0.2.{number}:80", "from": begin, "to": end + 30, "connect": [begin, begin + 5] if side == "server" else None,
                "handshake": [begin + 5, begin + 12], "closedBy": ["client", "server", "hark"][number % 3], "words": "3 exchanges; closed by the server", "remarks": [text_of(own[0])], "rows": 2 if number == 2 else 1, "saved": 12.5 * (len(blocks) - 1), "exchanges": blocks}
    groups = [[each for each in exchanges if each.number % 6 == rest] for rest in range(6)]
    both = {side: [lane(number + 1, own, side) for number, own in enumerate(groups) if own] for side in ("client", "server")}
    return {"from": 0, "to": max(1, exchanges[-1].at + 300 if exchanges else 1), "omitted": 0, **both}


def endpoints(site, by):
    def figures(count):
        quantiles = {"count": count, "p50": 20.0, "p95": 120.0, "p99": 480.0, "greatest": 900.0}
        return {"count": count, "failures": {"status": count // 9}, "phases": {"total": quantiles}, "requestSize": 1, "responseSize": count * 999, "connections": {"opened": 3, "reused": 9},
                "cache": {"answered": count // 5, "validated": 1, "bytes": 4096}}
    names = [made_up.payload(number) if site.hostile else f"GET shop.test/users/{{id}}/{number}" for number in range(8)]
    groups = [{"name": name, "method": "GET", "host": "shop.test", "path": f"/users/{{id}}/{number}", **figures(100 * (number + 1))} for number, name in enumerate(names)]
    return {"by": by, "all": figures(site.count), "groupCount": 12, "groups": groups, "series": {}}


def comparison(hostile):
    """Another session beside the one that is shown."""
    name = made_up.payload(3) if hostile else "GET shop.test/cart"
    side = lambda count, failed, p50, size: {"count": count, "failed": failed, "p50": p50, "size": size}
    return {"added": 1, "removed": 1, "changed": 1, "same": 2, "endpoints": [
        {"name": "GET shop.test/new", "change": "added", "figures": [], "left": None, "right": side(2, 0, 4.2, 310)},
        {"name": "GET shop.test/old", "change": "removed", "figures": [], "left": side(1, 0, 8, 10), "right": None},
        {"name": name, "change": "changed", "figures": ["failures", "time"], "left": side(3, 0, 20, 2048), "right": side(3, 1, 85, 2048)},
        {"name": "GET shop.test/same", "change": "same", "figures": [], "left": side(7, 0, 1, 5), "right": side(7, 0, 1, 5)},
    ]}


def difference(one, other):
    """Two exchanges beside each other; #5 and #6 have bodies of JSON."""
    told = {"same": False, "steady": False, "content": {"request": "text", "response": "json", "omitted": 3}, "times": [], "doubts": [text_of(one)]}
    made = lambda message, part, action, path, left, right: {"message": message, "part": part, "action": action, "path": path, "left": left, "right": right}
    fields = [made("response", "field", "changed", "Date", "a", "b") | {"volatile": True}, made("request", "start-line", "changed", "", one.url, other.url)]
    body = [made("response", "content", "added", "$.a[0]", None, "0"), made("response", "content", "changed", "$.a[2].b", '"<b>x</b>"', '"y"'), made("response", "content", "changed", "$.n", "12345678901234567890", "12345678901234567891")]
    return told | {"differences": fields + body}
