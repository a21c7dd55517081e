"""What the stand-in tells of lessons, as docs/api.md has it: two lessons, with a question of each kind."""

import made_up

LINES = [("request", "GET /a HTTP/1.1␍␊"), ("request", "Host: shop.test␍␊"), ("request", "␍␊"), ("response", "HTTP/1.1 200 OK␍␊"), ("response", "␍␊")]
QUESTIONS = [
    {"id": "method", "kind": "choice", "prompt": "Which method?", "options": [{"id": "GET", "text": "GET"}, {"id": "HEAD", "text": "HEAD"}]},
    {"id": "fields", "kind": "several", "prompt": "Which fields?", "options": [{"id": "Host", "text": "Host"}, {"id": "Age", "text": "Age"}]},
    {"id": "end", "kind": "byte", "prompt": "Where does the head end?", "message": "request"},
    {"id": "size", "kind": "number", "prompt": "How many bytes?", "unit": "bytes"},
    {"id": "left", "kind": "number", "prompt": "How much is left?", "unit": "s", "sum": [{"blank": "lifetime"}, {"sign": "-"}, {"blank": "Age"}]},
    {"id": "parts", "kind": "order", "prompt": "In which order?", "options": [{"id": "path", "text": "path"}, {"id": "scheme", "text": "scheme"}, {"id": "host", "text": "host"}]},
]
PHASES = [{"name": "dns", "from": 0, "to": 1000}, {"name": "wait", "from": 1000, "to": 9000}, {"name": "receive", "from": 9000, "to": 9000}]
RIGHT = {"method": "GET", "fields": "Host", "end": "34", "size": "36", "left": "60 - 40 = 20", "parts": "scheme,host,path"}


def listed(site, demo):
    text = made_up.payload(3) if site.hostile else "The request line"
    common = {"number": 1, "can": text, "after": [], "looked": 2000 if site.count > 2000 else None, "questions": 5, "experiment": "hark run -- curl http://demo.hark.test/"}
    return {"lessons": [
        {**common, "topic": "request", "unit": "messages", "title": text, "state": "illustrated", "flows": [1] if demo else [2, 3], "progress": progress(site)},
        {**common, "topic": "frames", "unit": "connections", "title": "HTTP/2", "state": "missing", "flows": [], "progress": None},
    ]}


def progress(site):
    return {"right": sum(right for _, right in site.answered), "asked": len(site.answered)} if site.answered else None


def lesson(site, topic, flow, demo):
    text = made_up.payload(3) if site.hostile else "Method, target, version."
    if topic == "frames":
        steps = [("sum", "Frames.", None), ("try", "hark run -- curl https://demo.hark.test/echo", None)]
        return page(topic, None, steps, [], [])
    steps = [("look", text, place(0, 3)), ("look", "The host.", place(17, 15))]
    steps += [("ask", question["prompt"], None) for question in QUESTIONS] + [("sum", "Remember.", None)]
    lines, offset, before = [], 0, ""
    for message, line in LINES:
        offset = 0 if message != before else offset
        before = message
        lines.append({"message": message, "offset": offset, "text": line})
        offset += len(line)
    return page(topic, 1 if demo else flow or 2, steps, QUESTIONS, lines)


def page(topic, flow, steps, questions, lines):
    told = [{"kind": kind, "text": text, "flow": flow, "place": place} for kind, text, place in steps]
    return {"topic": topic, "title": topic.capitalize(), "can": "Read it.", "state": "illustrated", "flow": flow, "looked": None, "steps": told, "questions": questions, "lines": lines, **({"phases": PHASES} if lines else {})}


def place(offset, length):
    return {"message": "request", "offset": offset, "length": length}


def marked(site, asked):
    right = RIGHT[asked["id"]] == asked["value"]
    site.answered.append((asked["id"], right))
    text = made_up.payload(4) if site.hostile else "Because it is so."
    return {"right": right, "answer": RIGHT[asked["id"]], "misconception": None, "feedback": text, "flow": asked["flow"], "spec": "RFC 9110 §9", "place": place(34, 2), "next": None if right else 3, "progress": progress(site)}
