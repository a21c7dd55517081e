"""`mitmproxy.contentviews` and `mitmproxy.certs` for addons in Hark.

Written for Hark; none of mitmproxy's code is in it.
"""

import dataclasses
import datetime
import re
import typing

#: Longest name of a pair that the values are aligned behind.
KEY_MAX = 30


class Cert:
    """A certificate by what Hark records of it."""

    _CURVES = {"P-256": ("secp256r1", 256), "P-384": ("secp384r1", 384), "P-521": ("secp521r1", 521)}

    def __init__(self, facts):
        self._facts = facts
        self.subject, self.issuer = _name(facts.get("subject", "")), _name(facts.get("issuer", ""))
        self.altnames = list(facts.get("names", ()))
        self.serial = int(facts.get("serial") or "0", 16)
        self.notbefore, self.notafter = (
            datetime.datetime.fromtimestamp(facts.get(name, 0), datetime.timezone.utc)
            for name in ("not_before", "not_after"))
        self.is_ca = bool(facts.get("authority"))

    def _first(self, wanted):
        return next((value for name, value in self.subject if name == wanted), None)

    cn = property(lambda self: self._first("CN"))
    organization = property(lambda self: self._first("O"))

    @property
    def keyinfo(self):
        kind, _, size = self._facts.get("key", "").partition(" ")
        if kind == "EC":
            name, bits = self._CURVES.get(size, (size, -1))
            return f"EC ({name})", bits
        return kind, int(size) if size.isdigit() else -1

    def fingerprint(self):
        return bytes.fromhex(self._facts.get("fingerprint", ""))

    def has_expired(self):
        return datetime.datetime.now(datetime.timezone.utc) > self.notafter

    def to_pem(self):
        text = self._facts.get("pem")
        if text is None:
            raise ValueError("the bytes of this certificate are not at hand")
        return text.encode()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        raise AttributeError(f"mitmproxy.certs.Cert.{name} is not available in Hark")

    def __eq__(self, other):
        return isinstance(other, Cert) and self.fingerprint() == other.fingerprint()

    def __hash__(self):
        return hash(self.fingerprint())

    def __repr__(self):
        return f"<Cert(cn={self.cn!r}, altnames={self.altnames!r})>"


def _name(text):
    parts = re.split(r",\s*(?=[A-Za-z0-9.]+=)", text) if text else []
    return [tuple(part.split("=", 1)) for part in parts if "=" in part]


# Views of contents

TTextType = typing.Union[str, bytes]
TViewLine = typing.List[typing.Tuple[str, TTextType]]
TViewResult = typing.Tuple[str, typing.Iterator[TViewLine]]


@dataclasses.dataclass
class Metadata:
    """What is known of the content."""
    flow: typing.Any = None
    content_type: typing.Optional[str] = None
    http_message: typing.Any = None
    tcp_message: typing.Any = None
    udp_message: typing.Any = None
    websocket_message: typing.Any = None
    dns_message: typing.Any = None
    protobuf_definitions: typing.Any = None
    original_data: typing.Optional[bytes] = None


class Contentview:
    """A view as mitmproxy 12 has it: `prettify` gives a text."""

    @property
    def name(self):
        return type(self).__name__.removesuffix("Contentview")

    @property
    def syntax_highlight(self):
        return "none"

    def prettify(self, data, metadata):
        raise NotImplementedError

    def render_priority(self, data, metadata):
        return 0


class InteractiveContentview(Contentview):
    def reencode(self, prettified, metadata):
        raise NotImplementedError


class View:
    """A view as mitmproxy 2 to 11 have it: called, it gives a title and lines of styled parts."""
    name = ""

    def __call__(self, data, *, content_type=None, flow=None, http_message=None, **unknown):
        raise NotImplementedError

    def render_priority(self, data, *, content_type=None, flow=None, http_message=None, **unknown):
        return 0


def format_text(text):
    """A line for each of the text, as views give them."""
    if isinstance(text, bytes):
        text = text.decode("utf-8", "backslashreplace")
    for line in text.splitlines():
        yield [("text", line)]


def format_pairs(items):
    items = [tuple(one.decode("utf-8", "backslashreplace") if isinstance(one, bytes) else one for one in pair)
             for pair in items]
    width = min(max((len(name) for name, _ in items), default=0), KEY_MAX)
    for name, value in items:
        yield [("header", f"{name}: ".ljust(width + 2)), ("text", value)]


def format_dict(members):
    return format_pairs(members.items())


_views = {}


def add(view):
    """Takes a view, or its class; a later one replaces an earlier one of the same name."""
    one = view() if isinstance(view, type) else view
    _views[one.name.lower()] = one


def remove(view):
    _views.pop(view.name.lower(), None)


def get(name):
    return _views.get(name.lower())


def names():
    return sorted(one.name for one in _views.values())


def render(one, data, flow, message):
    """What a view makes of content, as text."""
    kind = message.headers.get("content-type", "").split(";")[0].strip() or None
    if hasattr(one, "prettify"):
        return one.prettify(data, Metadata(flow=flow, content_type=kind, http_message=message, original_data=data))
    _, lines = one(data, content_type=kind, flow=flow, http_message=message)
    # A line is a list of styled parts; older views give single parts.
    parts = ([line] if isinstance(line, tuple) else line for line in lines)
    return "\n".join("".join(_text(text) for _, text in line) for line in parts)


def _text(text):
    return text.decode("utf-8", "backslashreplace") if isinstance(text, bytes) else str(text)


def best(data, flow, message):
    """The view that wants this content most; None when no one does."""
    kind = message.headers.get("content-type", "").split(";")[0].strip() or None

    def priority(one):
        try:
            if hasattr(one, "prettify"):
                return one.render_priority(data, Metadata(flow=flow, content_type=kind, http_message=message))
            return one.render_priority(data, content_type=kind, flow=flow, http_message=message)
        except Exception:  # A view that fails here does not want it.
            return 0

    ranked = sorted(((priority(one) or 0, one) for one in _views.values()), key=lambda each: -each[0])
    return ranked[0][1] if ranked and ranked[0][0] > 0 else None
