"""Writes a flow file as mitmproxy does: an exchange, one that failed, and a flow that is not HTTP."""

import sys

from mitmproxy import io
from mitmproxy.test import tflow

with open(sys.argv[1], "wb") as file:
    writer = io.FlowWriter(file)
    writer.add(tflow.tflow(resp=True))
    writer.add(tflow.tflow(err=True))
    writer.add(tflow.ttcpflow())
