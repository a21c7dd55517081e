"""check_export.py KIND FILE: is this file what other tools take it for?

Prints what was read as JSON, for the test to compare; what is wrong goes to standard error, with exit code 1.
"""

import csv
import html.parser
import json
import pathlib
import socket
import sys


def read_pcap(path: pathlib.Path) -> object:
    """The requests and responses of each connection, put together from the packets' sequence numbers."""
    import dpkt

    streams: dict[tuple, dict[str, object]] = {}
    order: list[tuple] = []
    with path.open("rb") as file:
        for time, frame in dpkt.pcapng.Reader(file):
            ip = dpkt.ethernet.Ethernet(frame).data
            tcp = ip.data
            assert isinstance(tcp, dpkt.tcp.TCP), "no TCP"
            check_sums(bytes(ip))
            key = (address(ip.src), tcp.sport, address(ip.dst), tcp.dport)
            back = (key[2], key[3], key[0], key[1])
            if key not in streams and back not in streams:
                assert tcp.flags & dpkt.tcp.TH_SYN, "a connection begins with SYN"
                order.append(key)
            stream = streams.setdefault(key, {"next": None, "data": b"", "end": False})
            if tcp.flags & dpkt.tcp.TH_SYN:
                stream["next"] = tcp.seq + 1
                continue
            assert tcp.seq == stream["next"], "a gap"
            stream["data"] += tcp.data
            stream["next"] = tcp.seq + len(tcp.data)
            if tcp.flags & dpkt.tcp.TH_FIN:
                stream["end"] = True
                stream["next"] += 1
            assert time > 0
    result = []
    for key in order:
        back = (key[2], key[3], key[0], key[1])
        assert streams[key]["end"] and streams[back]["end"], "both sides end"
        request = dpkt.http.Request(streams[key]["data"])
        response = dpkt.http.Response(streams[back]["data"])
        result.append(
            {
                "method": request.method,
                "uri": request.uri,
                "request": request.body.decode("latin-1"),
                "status": int(response.status),
                "response": response.body.decode("latin-1"),
                "port": key[3],
                "server": key[2],
            }
        )
    return result


def address(octets: bytes) -> str:
    return socket.inet_ntop(socket.AF_INET if len(octets) == 4 else socket.AF_INET6, octets)


def check_sums(packet: bytes) -> None:
    def total(data: bytes) -> int:
        data += b"\0" * (len(data) % 2)
        value = sum(int.from_bytes(data[place : place + 2], "big") for place in range(0, len(data), 2))
        while value > 0xFFFF:
            value = (value & 0xFFFF) + (value >> 16)
        return value

    if packet[0] >> 4 == 6:
        segment = packet[40:]
        assert int.from_bytes(packet[4:6], "big") == len(segment), "the length in IPv6's header"
        pseudo = packet[8:40] + len(segment).to_bytes(4, "big") + b"\0\0\0\6"
    else:
        assert total(packet[:20]) == 0xFFFF, "the checksum of IP"
        segment = packet[20:]
        pseudo = packet[12:20] + b"\0\6" + len(segment).to_bytes(2, "big")
    assert total(pseudo + segment) == 0xFFFF, "the checksum of TCP"


def read_openapi(path: pathlib.Path) -> object:
    import openapi_spec_validator

    document = json.loads(path.read_text(encoding="utf-8"))
    openapi_spec_validator.validate(document)
    return document


def read_csv(path: pathlib.Path) -> object:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, strict=True))


class Page(html.parser.HTMLParser):
    """What a browser would make of the page: elements, attributes, text."""

    allowed = {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "details", "summary", "b", "code", "span",
        "p", "pre", "ul", "li",
    }

    def __init__(self) -> None:
        super().__init__()
        self.problems: list[str] = []
        self.text: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag not in self.allowed:
            self.problems.append(f"element {tag}")
        for name, value in attributes:
            if name not in {"lang", "charset", "http-equiv", "content", "name", "class"}:
                self.problems.append(f"attribute {name}={value!r} of {tag}")
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.problems.append(f"end of {tag}")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "style":
            if "url(" in data or "@import" in data:
                self.problems.append("style that loads")
        elif self.open:
            self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.problems.append("a comment")


def read_html(path: pathlib.Path) -> object:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    problems = page.problems + [f"{tag} is left open" for tag in page.open]
    assert not problems, problems
    return "".join(page.text)


def read_markdown(path: pathlib.Path) -> object:
    """The kinds of everything in it, and the text of code blocks."""
    import markdown_it

    kinds: set[str] = set()
    code: list[str] = []
    text: list[str] = []

    def walk(tokens: list) -> None:
        for token in tokens:
            kinds.add(token.type)
            if token.type == "fence":
                code.append(token.content)
            if token.type == "text":
                text.append(token.content)
            walk(token.children or [])

    walk(markdown_it.MarkdownIt("commonmark").parse(path.read_text(encoding="utf-8")))
    return {"kinds": sorted(kinds), "code": code, "text": text}


def read_mitmproxy(path: pathlib.Path) -> object:
    """What mitmproxy reads of a HAR."""
    import mitmproxy.io

    with path.open("rb") as file:
        flows = list(mitmproxy.io.FlowReader(file).stream())
    return [
        {
            "method": flow.request.method,
            "url": flow.request.url,
            "status": flow.response.status_code,
            "response": (flow.response.raw_content or b"").decode("latin-1"),
        }
        for flow in flows
    ]


def main() -> int:
    kind, path = sys.argv[1], pathlib.Path(sys.argv[2])
    readers = {
        "pcap": read_pcap,
        "openapi": read_openapi,
        "csv": read_csv,
        "html": read_html,
        "markdown": read_markdown,
        "mitmproxy": read_mitmproxy,
    }
    print(json.dumps(readers[kind](path)))
    return 0


sys.exit(main())
