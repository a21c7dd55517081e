"""Compares flow files and the states of flows with those of mitmproxy itself.

    mitmproxy_io.py ROOT

Flows of mitmproxy are written by each, read by the other, and have to be the same. Exit 1 when one is not.
"""

import io
import sys

sys.path.insert(0, sys.argv[1] + "/Sources/CScripts/sdk/python")

from mitmproxy import flowfilter, http
from mitmproxy import io as theirs
from mitmproxy.io import tnetstring
from mitmproxy.test import tflow

import hark_mitmproxy as hark
import hark_mitmproxy_io as ours

ours.FlowReader.made = hark.HTTPFlow.from_state
problems = []


def same(name, found, wanted):
    if found != wanted:
        problems.append(f"{name}: {found!r} instead of {wanted!r}")


def plain(value):
    """Lists and tuples are the same in a file."""
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return {name: plain(one) for name, one in value.items()} if isinstance(value, dict) else value


def fails(name, call, error=ours.FlowReadException):
    try:
        call()
    except error:
        return
    except Exception as other:
        problems.append(f"{name}: {type(other).__name__}: {other}")
    else:
        problems.append(f"{name} is read")


def binary():
    flow = tflow.tflow(resp=True)
    flow.request.content = bytes(range(256))
    flow.request.headers["X"] = b"\xff\xe9".decode("utf-8", "surrogateescape")
    flow.request.path = "/a?b=\xe9"
    flow.response.content = None
    flow.response.trailers = http.Headers(a="b")
    flow.comment, flow.marked, flow.metadata = "said", ":red_circle:", {"a": [1, 2.5, None, True]}
    return flow


flows = [tflow.tflow(resp=True), tflow.tflow(err=True), tflow.twebsocketflow(), binary()]
file = io.BytesIO()
for flow in [*flows, tflow.ttcpflow()]:
    theirs.FlowWriter(file).add(flow)
file.seek(0)
mine = list(ours.FlowReader(file).stream())
same("flows of HTTP", len(mine), len(flows))
back = io.BytesIO()
for flow in mine:
    ours.FlowWriter(back).add(flow)
back.seek(0)
for flow, other in zip(flows, theirs.FlowReader(back).stream()):
    wanted, found = plain(flow.get_state()), plain(other.get_state())
    for name in wanted:
        same(f"{flow.id} {name}", found[name], wanted[name])

# A copy is another flow, and leaves the first one as it was.
before = plain(mine[0].get_state())
copy = mine[0].copy()
copy.request.path, copy.response.content, copy.request.headers["a"] = "/other", b"other", "b"
copy.metadata["x"] = 1
same("what was copied", plain(mine[0].get_state()), before)
same("a copy", (copy.id == mine[0].id, copy.live, copy.request.path), (False, False, "/other"))
copy.set_state(mine[3].get_state())
same("a state that was set", plain(copy.get_state()), plain(mine[3].get_state()))
same("a message's copy", mine[0].request.copy().get_state(), mine[0].request.get_state())

# Only flows that match are written.
chosen = io.BytesIO()
for flow in mine:
    ours.FilteredFlowWriter(chosen, hark._parse_filter("~e")).add(flow)
chosen.seek(0)
same("chosen flows", [one.error is not None for one in theirs.FlowReader(chosen).stream()], [True])

# What is no file of this version is refused.
data = file.getvalue()
for place in (1, 5, 40, len(data) // 3, len(data) - 1):
    fails(f"cut at {place}", lambda: list(ours.FlowReader(io.BytesIO(data[:place])).stream()))
for text in (b"x", b"{}", b"5:abc,", b"99999999999:a,", b"3:abc?", b"1:a#", b"0:~", b"4:true}", b"1:x!", b"[" * 5_000):
    fails(repr(text), lambda: list(ours.FlowReader(io.BytesIO(text)).stream()))
fails("version 9", lambda: list(ours.FlowReader(io.BytesIO(ours.dumps({"version": 9, "type": "http"}))).stream()))
same("nothing", list(ours.FlowReader(io.BytesIO()).stream()), [])
for value in (None, True, -7, 1.5, b"\xff", "\xe9", [], [1, [b""]], {"a": {"b": None}}):
    same(repr(value), plain(tnetstring.loads(ours.dumps(value))), value)
    same(f"{value!r} read", plain(ours._read(tnetstring.dumps(value), 0)[0]), value)

for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
