"""Calls of gRPC between Google's client and a server, through a proxy or without one.

    grpc_peers.py PROTO [PROXY [AUTHORITY]]

Without AUTHORITY the server is Google's, of this process, without TLS; with it the site demo.hark.test is called. Prints
what the client got, as JSON.
"""

import importlib
import json
import os
import sys
import tempfile
from concurrent import futures

import grpc
from grpc_tools import protoc


def made(proto):
    folder = tempfile.mkdtemp()
    where = os.path.dirname(os.path.abspath(proto))
    common = os.path.join(os.path.dirname(importlib.import_module("grpc_tools").__file__), "_proto")
    arguments = ["", f"-I{where}", f"-I{common}", f"--python_out={folder}", f"--grpc_python_out={folder}", proto]
    if protoc.main(arguments) != 0:
        sys.exit(2)
    sys.path.insert(0, folder)
    return importlib.import_module("stations_pb2"), importlib.import_module("stations_pb2_grpc")


def serve(types, services):
    class Stations(services.StationsServicer):
        def Get(self, request, context):
            if request.id != 2:
                context.abort(grpc.StatusCode.NOT_FOUND, "no 100% station")
            return types.Station(id=2, name="Harbour", neighbours=[1, 3])

        def Watch(self, request, context):
            for number in range(1, request.count + 1):
                yield types.Reading(number=number, celsius=-number)

    server = grpc.server(futures.ThreadPoolExecutor(2), compression=grpc.Compression.Gzip)
    services.add_StationsServicer_to_server(Stations(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port


def main():
    types, services = made(sys.argv[1])
    proxy = sys.argv[2] if len(sys.argv) > 2 else None
    for name in ("no_proxy", "no_grpc_proxy", "https_proxy", "http_proxy", "grpc_proxy"):
        os.environ.pop(name, None)
    if proxy:
        os.environ["grpc_proxy"] = os.environ["http_proxy"] = proxy
    server = None
    if len(sys.argv) > 3:
        with open(sys.argv[3], "rb") as file:
            channel = grpc.secure_channel("demo.hark.test:443", grpc.ssl_channel_credentials(file.read()))
    else:
        server, port = serve(types, services)
        channel = grpc.insecure_channel(f"127.0.0.1:{port}")
    stub = services.StationsStub(channel)
    station = stub.Get(types.StationRequest(id=2), timeout=20)
    readings = [one.number for one in stub.Watch(types.WatchRequest(id=1, count=3, every_ms=50), timeout=20)]
    try:
        stub.Get(types.StationRequest(id=9), timeout=20)
        failure = None
    except grpc.RpcError as error:
        failure = [error.code().name, bool(error.details())]
    print(json.dumps({
        "name": station.name, "neighbours": list(station.neighbours), "readings": readings, "failure": failure,
    }))
    channel.close()
    if server:
        server.stop(0)


main()
