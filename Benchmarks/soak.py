"""100,000 TLS handshakes through CONNECT, and what they leave in memory: `make bench ARGS="--only soak"`, or this file alone.

Each is a connection of its own: CONNECT, a full handshake with the client, one with the server behind (nginx), a GET, an
end. The server's connection is kept and serves the next CONNECT. `--mixed` goes through all the ways in which
connections fail as well; `--valgrind` runs Hark under valgrind, which lists what nobody refers to any more.
"""

from __future__ import annotations

import argparse
import contextlib
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from report import Report
from subjects import Running, Tools, Unusable, free_port, program

SERVER = "origin.test"
REPOSITORY = pathlib.Path(__file__).resolve().parent.parent


def nginx(folder: pathlib.Path, certificates: pathlib.Path) -> Running:
    """13 bytes at /, a big file at /files/1g, over TLS."""
    (folder / "files").mkdir(parents=True)
    with open(folder / "files" / "1g", "wb") as file:
        file.truncate(1 << 30)
    port = free_port()
    temporary = "\n".join(
        f"    {kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (folder / "nginx.conf").write_text(
        f"""daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log stderr error;
events {{ worker_connections 4000; }}
http {{
    access_log off;
{temporary}
    server {{
        listen 127.0.0.1:{port} ssl backlog=4096;
        ssl_certificate {certificates}/good.pem;
        ssl_certificate_key {certificates}/good.key;
        location / {{ return 200 "Hello, world!"; }}
        location /files/ {{ root {folder}; }}
    }}
}}
"""
    )
    command = [program("nginx"), "-c", str(folder / "nginx.conf"), "-p", str(folder), "-e", "stderr"]
    return Running("nginx", command, folder).wait_until_it_listens(port)


def hark(folder: pathlib.Path, origin: int, certificates: pathlib.Path, under: list[str], logging: bool) -> Running:
    port = free_port()
    # Of connections is the question: what a session file takes beside them, `rolling` tells.
    command = [*under, str(Tools.hark), "proxy", "--quiet", "--no-store", "--ca-dir", f"{folder}/ca"]
    command += ["--listen", f"127.0.0.1:{port}", "--upstream-ca-only", f"{certificates}/root.pem"]
    command += ["--resolve", f"{SERVER}:443:127.0.0.1:{origin}", *Tools.hark_options]
    if logging:
        command += ["--log", f"{folder}/hark.log"]
    return Running("hark", command, folder).wait_until_it_listens(port, 120)


@contextlib.contextmanager
def started(under: list[str], logging: bool):
    """A folder, the client program, and Hark before nginx; all stopped and removed at the end."""
    with contextlib.ExitStack() as stack:
        folder = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hark-soak-")))
        certificates = folder / "certificates"
        script = REPOSITORY / "certs" / "make-test-certificates.sh"
        subprocess.run(["sh", str(script), str(certificates), SERVER], check=True)
        client = folder / "soak"
        source = pathlib.Path(__file__).resolve().with_name("soak.c")
        subprocess.run([program("cc"), "-O2", "-Wall", "-o", str(client), str(source), "-lssl", "-lcrypto"], check=True)
        origin = nginx(folder / "origin", certificates)
        stack.callback(origin.stop)
        proxy = hark(folder, origin.port, certificates, under, logging)
        stack.callback(proxy.stop)
        yield folder, client, proxy


def connect(client: pathlib.Path, proxy: Running, count: int, mixed: bool) -> str:
    """What went wrong; empty when all is well."""
    words = [str(client), str(proxy.port), SERVER, str(count), "4", "mixed" if mixed else "whole"]
    return subprocess.run(words, stderr=subprocess.PIPE, text=True).stderr


def descriptors(proxy: Running) -> int:
    return len(list(pathlib.Path(f"/proc/{proxy.process.pid}/fd").iterdir()))


def wait_for_descriptors(proxy: Running, wanted: int, seconds: float = 60) -> int:
    """How many are open once it is no more than `wanted`, or the time is over: servers' connections are kept for a while."""
    deadline = time.monotonic() + seconds
    while (count := descriptors(proxy)) > wanted and time.monotonic() < deadline:
        time.sleep(0.5)
    return count


def soak(report: Report, few: int = 20_000, many: int = 100_000, mixed: bool = False, logging: bool = False) -> None:
    """resident size after 20,000 and after 100,000 handshakes; it has to be the same"""
    title = "soak" + (", mixed" if mixed else "") + (", --log" if logging else "")
    problems: set[str] = set()
    with started([], logging) as (_, client, proxy):
        began_with = descriptors(proxy)
        problems.add(connect(client, proxy, 500, mixed))
        began = time.monotonic()
        problems.add(connect(client, proxy, few - 500, mixed))
        time.sleep(1)
        first = proxy.memory()["now"]
        problems.add(connect(client, proxy, many - few, mixed))
        took = time.monotonic() - began
        time.sleep(1)
        last = proxy.memory()["now"]
        left = wait_for_descriptors(proxy, began_with)
        if left > began_with:
            problems.add(f"descriptors: {began_with} before, {left} after")
    report.single(title, f"after {few:,} handshakes", first, "MiB")
    report.single(title, f"after {many:,} handshakes", last, "MiB")
    # What failing connections leave in the allocator's hands is measured, not judged: see docs/performance.md.
    report.single(title, "grew by", last - first, "MiB", at_most=None if mixed else 2)
    report.single(title, "rate", (many - 500) / took, "connections/s")
    report.problems(title, problems - {""})


def under_valgrind(count: int) -> str:
    """valgrind's account after `count` connections of all kinds: what was lost, and what was in use at the end."""
    under = [program("valgrind"), "--leak-check=full", "--show-leak-kinds=definite,indirect", "--num-callers=20"]
    with tempfile.TemporaryDirectory(prefix="hark-soak-") as bare:
        # Older versions of valgrind cannot read the debugging information of newer compilers.
        stripped = pathlib.Path(bare) / "hark"
        subprocess.run([program("strip"), "--strip-debug", "-o", str(stripped), str(Tools.hark)], check=True)
        Tools.hark = stripped
        with started([*under, "--log-file=valgrind.txt"], False) as (folder, client, proxy):
            problem = connect(client, proxy, count, True)
            proxy.process.send_signal(signal.SIGTERM)
            proxy.process.wait(timeout=300)
            lines = (folder / "valgrind.txt").read_text().splitlines()
    return problem + "\n".join(line for line in lines if not line.startswith("###"))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hark", type=pathlib.Path, default=REPOSITORY / ".build/release/hark")
    parser.add_argument("--connections", type=int, default=100_000)
    parser.add_argument("--mixed", action="store_true", help="all kinds of connections, failing ones too")
    parser.add_argument("--log", action="store_true", help="with --log to a file")
    parser.add_argument("--valgrind", action="store_true", help="500 connections of all kinds under valgrind")
    arguments = parser.parse_args()
    Tools.hark = arguments.hark.resolve()
    try:
        if arguments.valgrind:
            for count in (100, 500):
                Tools.hark = arguments.hark.resolve()
                print(f"After {count} connections:\n{under_valgrind(count)}")
            return 0
        report = Report()
        soak(report, arguments.connections // 5, arguments.connections, arguments.mixed, arguments.log)
    except Unusable as problem:
        print(f"soak: {problem}", file=sys.stderr)
        return 69
    report.print_table()
    return 1 if report.has_missed_goals else 0


if __name__ == "__main__":
    sys.exit(main())
