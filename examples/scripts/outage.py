"""Answer every other request of a host with 503, as a server that is overloaded."""

import itertools

import hark

host = hark.option("host", str, "demo.hark.test", "the host that is overloaded")
numbers = itertools.count(1)


@hark.on_request("method = GET")
def fail(flow):
    if flow.request.host == host.value and next(numbers) % 2 == 0:
        flow.respond(503, "overloaded\n", {"Retry-After": "5"})
