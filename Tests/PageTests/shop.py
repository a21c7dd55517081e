"""A made-up shop: three servers of this machine, and a browser's requests for one visit, as the picture of the README shows them."""

import http.client
import http.server
import json
import socket
import threading
import time

HOSTS = ["shop.test", "api.shop.test", "cdn.shop.test"]


PAGE = """<!doctype html>
<html lang="en">
<head>
<title>Winter coats</title>
<link rel="stylesheet" href="http://cdn.shop.test/app.css">
<script src="http://cdn.shop.test/app.js" defer></script>
</head>
<body>
<h1>Winter coats</h1>
"""


def text(length, seed, start=""):
    """Text of this length."""
    words = "winter coat scarf wool blue green size price stock basket order delivery return gift".split()
    out = [start] if start else []
    while sum(map(len, out)) + len(out) < length:
        seed = (seed * 1103515245 + 12345) % 2**31
        out.append(words[seed // 65536 % len(words)])
    return " ".join(out)[:length].encode()


def as_json(value):
    return "application/json", json.dumps(value).encode()


PRODUCTS = as_json({"page": 1, "products": [{"id": 4711 + n, "name": f"Coat {n}", "price": 8900 + 500 * n, "stock": 3 * n} for n in range(40)]})
CACHED = ["Cache-Control: public, max-age=31536000, immutable", "Vary: Accept-Encoding"]

# Method, host and path: status, wait in seconds, type, content, further fields.
ANSWERS = {
    "GET shop.test/": (302, 0.04, None, b"", ["Location: /winter"]),
    "GET shop.test/winter": (200, 0.17, "text/html; charset=utf-8", text(14_200, 1, PAGE), ["Cache-Control: no-cache", 'ETag: "w-93"', "Set-Cookie: visit=b7f2; Path=/; Max-Age=1800; SameSite=None"]),
    "GET cdn.shop.test/app.css": (200, 0.05, "text/css", text(24_500, 2), CACHED),
    "GET cdn.shop.test/app.js": (200, 0.08, "text/javascript", text(96_300, 3), CACHED),
    "GET cdn.shop.test/coat.webp": (200, 0.11, "image/webp", b"RIFF" + text(61_000, 4), CACHED),
    "GET cdn.shop.test/inter.woff2": (304, 0.06, None, b"", ['ETag: "f-12"']),
    "GET cdn.shop.test/scarf.webp": (404, 0.05, "text/html", text(512, 5), []),
    "POST api.shop.test/session": (201, 0.09, *as_json({"user": None, "currency": "EUR"}), ["Cache-Control: no-store"]),
    "GET api.shop.test/products?page=1": (200, 0.24, *PRODUCTS, ["Cache-Control: max-age=60", "Vary: Origin", "Access-Control-Allow-Origin: http://shop.test"]),
    "GET api.shop.test/basket": (200, 0.12, *as_json({"items": []}), ["Cache-Control: no-store"]),
    "GET api.shop.test/advice": (503, 0.29, *as_json({"error": "try again"}), ["Retry-After: 2"]),
    "POST api.shop.test/basket": (201, 0.14, *as_json({"items": [{"id": 4713, "count": 1}]}), ["Cache-Control: no-store", "Location: /basket/1"]),
    "GET api.shop.test/stock?id=4713": (200, 0.19, *as_json({"id": 4713, "stock": 6}), ["Cache-Control: max-age=5"]),
}

# What the browser sends, and when, in seconds since the first of a group; a group begins when the one before has ended.
VISIT = [
    [(0.00, "GET", "shop.test", "/")],
    [(0.00, "GET", "shop.test", "/winter")],
    [
        (0.00, "GET", "cdn.shop.test", "/app.css"), (0.02, "GET", "cdn.shop.test", "/app.js"), (0.04, "GET", "cdn.shop.test", "/coat.webp"),
        (0.12, "GET", "cdn.shop.test", "/inter.woff2"), (0.16, "POST", "api.shop.test", "/session"), (0.20, "GET", "cdn.shop.test", "/scarf.webp"),
        (0.28, "GET", "api.shop.test", "/products?page=1"), (0.30, "GET", "api.shop.test", "/basket"), (0.33, "GET", "api.shop.test", "/advice"),
        (0.58, "POST", "api.shop.test", "/basket"), (0.73, "GET", "api.shop.test", "/stock?id=4713"),
    ],
]
COUNT = sum(map(len, VISIT))


class Server(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def version_string(self):
        return "shop"

    def answer(self):
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        status, wait, kind, content, fields = ANSWERS[f"{self.command} {self.headers['Host']}{self.path}"]
        time.sleep(wait)
        self.send_response(status)
        for field in fields:
            self.send_header(*field.split(": ", 1))
        if kind:
            self.send_header("Content-Type", kind)
        if status != 304:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        # In pieces, as over a network.
        for start in range(0, len(content), 16_384):
            self.wfile.write(content[start:start + 16_384])
            self.wfile.flush()
            time.sleep(0.006)

    do_GET = do_POST = answer

    def log_message(self, *_):
        pass


def serve():
    """The servers of all hosts, on one port."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def head(method, host, path):
    """The head of a request to the proxy, and its content."""
    fields = [
        f"Host: {host}", "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Accept: */*",
        "Accept-Language: en", "Accept-Encoding: gzip, br", "Upgrade-Insecure-Requests: 1" if host == "shop.test" else "Referer: http://shop.test/",
    ]
    if host == "api.shop.test":
        fields.append("Origin: http://shop.test")
    if path == "/inter.woff2":
        fields.append('If-None-Match: "f-12"')
    content = '{"id": 4713, "count": 1}' if method == "POST" and path == "/basket" else "{}" if method == "POST" else ""
    if content:
        fields += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return f"{method} http://{host}{path} HTTP/1.1\r\n{''.join(field + chr(13) + chr(10) for field in fields)}\r\n".encode(), content.encode()


def send(proxy, delay, method, host, path):
    time.sleep(delay)
    address, port = proxy.split(":")
    with socket.create_connection((address, int(port))) as client:
        client.sendall(b"".join(head(method, host, path)))
        response = http.client.HTTPResponse(client, method=method)
        response.begin()
        response.read()


def visit(proxy):
    """Sends the requests through the proxy, and returns when all are answered."""
    for group in VISIT:
        threads = [threading.Thread(target=send, args=(proxy, *request)) for request in group]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()


def cookie_place():
    """The number of the exchange that sets the cookie, and the place of `None` in its bytes. A Date has 29."""
    start = f"HTTP/1.1 200 OK\r\nServer: shop\r\nDate: {'x' * 29}\r\n"
    fields = "".join(field + "\r\n" for field in ANSWERS["GET shop.test/winter"][4])
    return 2, len(head(*VISIT[1][0][1:])[0]) + (start + fields).index("None")
