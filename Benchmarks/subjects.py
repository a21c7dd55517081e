"""The programs that are measured, and the origin behind them: how each is configured, started and stopped.

Everything listens on 127.0.0.1 only and writes only under the folder it is given.
"""

from __future__ import annotations

import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# Debian keeps servers where not every user's path looks.
SEARCH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"


class Unusable(Exception):
    """A program is missing, or did not start; the text is a sentence for people."""


def program(name: str) -> str:
    found = shutil.which(name, path=SEARCH)
    if found is None:
        raise Unusable(f"{name} is not installed; `make bench` installs it")
    return found


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


class Running:
    """A started program: where it listens, its process, its output in a file."""

    def __init__(self, name: str, command: list[str], folder: pathlib.Path, pass_fds: tuple[int, ...] = ()):
        self.name = name
        self.port = 0
        self.output = folder / f"{name}.out"
        with open(self.output, "wb") as output:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, pass_fds=pass_fds, cwd=folder
            )

    def wait_until_it_listens(self, port: int, seconds: float = 30) -> "Running":
        self.port = port
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return self
            except OSError:
                time.sleep(0.05)
        self.stop()
        raise Unusable(f"{self.name} did not start; it said: {self.said()}")

    def wait_for_port_line(self, seconds: float = 10) -> "Running":
        """For programs that print the port they listen on as the first line of their output."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline and self.process.poll() is None:
            line, end, _ = self.output.read_text().partition("\n")
            if end:
                self.port = int(line)
                return self
            time.sleep(0.01)
        self.stop()
        raise Unusable(f"{self.name} did not start; it said: {self.said()}")

    def said(self) -> str:
        return self.output.read_text(errors="replace").strip()[-500:] or "nothing"

    def rest(self, seconds: float = 30) -> float:
        """Waits until it has done what it put off: processor seconds. Else the next one measured would share the machine
        with that work."""
        start = before = self.processor_seconds()
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            time.sleep(0.3)
            now = self.processor_seconds()
            if now - before < 0.02:
                break
            before = now
        return self.processor_seconds() - start

    def memory(self) -> dict[str, float]:
        """Resident size now and at its peak, in MiB, of the process (none of the subjects has children)."""
        sizes = {}
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            name, _, value = line.partition(":")
            if name in ("VmRSS", "VmHWM"):
                sizes[name] = int(value.split()[0]) / 1024
        return {"now": sizes.get("VmRSS", 0.0), "peak": sizes.get("VmHWM", 0.0)}

    def processor_seconds(self) -> float:
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def is_alive(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(timeout=8)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def nginx(folder: pathlib.Path, secured: str = "") -> Running:
    """The origin: one process, 13 bytes at /, big files under /files/. `secured`: directives that make it a TLS server."""
    files = folder / "files"
    files.mkdir()
    for name, size in (("1g", 1 << 30), ("10g", 10 << 30)):
        with open(files / name, "wb") as file:
            file.truncate(size)  # Sparse: costs no disk, and reading it costs no disk either.
    port = free_port()
    temporary = "\n".join(
        f"    {kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"""daemon off;
master_process off;
worker_processes 1;
worker_rlimit_nofile 65536;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{ worker_connections 30000; }}
http {{
    access_log off;
    default_type text/plain;
    sendfile on;
    keepalive_requests 1000000000;
    keepalive_timeout 1h;
{temporary}
    server {{
        listen 127.0.0.1:{port} {"ssl " if secured else ""}backlog=4096;
        {secured}
        location / {{ return 200 "Hello, world!"; }}
        location /files/ {{ root {folder}; }}
    }}
}}
"""
    )
    # The log that nginx opens before it has read its configuration must not be the system's.
    command = [program("nginx"), "-c", str(configuration), "-p", str(folder), "-e", "stderr"]
    return Running("nginx", command, folder).wait_until_it_listens(port)


def sink(folder: pathlib.Path) -> Running:
    return Running("sink", [sys.executable, str(HERE / "sink.py")], folder).wait_for_port_line()


def compiled(name: str, folder: pathlib.Path, *libraries: str) -> pathlib.Path:
    """One of the C programs here, ready to run."""
    binary = folder / name
    if not binary.exists():
        command = [program("cc"), "-O2", "-Wall", "-D_GNU_SOURCE", "-o", str(binary), str(HERE / f"{name}.c")]
        subprocess.run(command + [f"-l{library}" for library in libraries], check=True)
    return binary


# What a program keeps or shows meanwhile: nothing; a line an exchange in a log; a HAR file; a session; lines for people, in
# a file.
KEEPS = ("nothing", "log", "har", "store", "lines")


def relay(folder: pathlib.Path, origin: int, keeps: str) -> Running:
    binary = compiled("relay", folder)
    return Running("relay", [str(binary), str(origin)], folder).wait_for_port_line()


def haproxy(folder: pathlib.Path, origin: int, keeps: str, near: str = "", far: str = "") -> Running:
    """One thread, connections kept alive on both legs; where Hark keeps or shows something, each request is logged to a
    file (its standard output), and otherwise none is.

    `near` and `far` are what is said of TLS with clients and with the origin.
    """
    log = "" if keeps == "nothing" else "log global\n    option httplog"
    port = free_port()
    # It refuses to start when it could not open two descriptors a connection.
    most = min(25_000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] // 2 - 100)
    configuration = folder / "haproxy.cfg"
    configuration.write_text(
        f"""global
    nbthread 1
    maxconn {most}
    log stdout format raw local0 info

defaults
    mode http
    {log}
    http-reuse always
    timeout connect 5s
    timeout client 10m
    timeout server 10m
    timeout http-keep-alive 10m

frontend in
    bind 127.0.0.1:{port} {near}
    default_backend origin

backend origin
    server nginx 127.0.0.1:{origin} {far}
"""
    )
    command = [program("haproxy"), "-db", "-f", str(configuration)]
    return Running("haproxy", command, folder).wait_until_it_listens(port)


class Tools:
    """Where the two programs are that are not on the path, and what Hark is told besides."""

    hark = pathlib.Path()
    hark_options: list[str] = []
    mitmdump = HERE.parent / ".build/python/bench/bin/mitmdump"


def mitmproxy(folder: pathlib.Path, origin: int, keeps: str) -> Running:
    options = ["--mode", f"reverse:http://127.0.0.1:{origin}"]
    if keeps in ("log", "har"):
        options += ["--set", f"hardump={folder}/mitmproxy.har"]
    return start_mitmproxy(folder, options, shows=keeps in ("lines", "store"), keeps_all=keeps == "store")


def start_mitmproxy(
    folder: pathlib.Path, options: list[str], shows: bool = False, keeps_all: bool = False
) -> Running:
    """mitmdump, which forgets; or mitmweb, which keeps every flow in memory."""
    if not Tools.mitmdump.exists():
        raise Unusable("mitmproxy is not installed; `make bench` installs it for Hark alone")
    port = free_port()
    command = [str(Tools.mitmdump.with_name("mitmweb") if keeps_all else Tools.mitmdump)]
    command += ["--no-web-open-browser", "--web-port", str(free_port())] if keeps_all else []
    command += ["--listen-host", "127.0.0.1", "--listen-port", str(port)]
    command += [] if shows else ["-q"]
    command += ["--set", f"confdir={folder}/mitmproxy", *options]
    return Running("mitmproxy", command, folder).wait_until_it_listens(port)


def hark(folder: pathlib.Path, origin: int, keeps: str, loops: int = 1) -> Running:
    """With one loop, as HAProxy has one thread; 0: one a core, as people run it."""
    options = ["--reverse", f"http://127.0.0.1:{origin}", "--shards", str(loops)]
    if keeps in ("log", "har", "store"):
        options += [f"--{keeps}", str(folder / f"hark.{keeps}")]
    return start_hark(folder, options, shows=keeps == "lines")


def hark_on_all_cores(folder: pathlib.Path, origin: int, keeps: str) -> Running:
    return hark(folder, origin, keeps, loops=0)


def start_hark(
    folder: pathlib.Path, options: list[str], shows: bool = False, listen: str = "127.0.0.1:0"
) -> Running:
    if not Tools.hark.exists():
        raise Unusable(f"there is no hark at {Tools.hark}; `make bench` builds it")
    reader, writer = os.pipe()
    command = [str(Tools.hark), "proxy", "--listen", listen, "--ready-fd", str(writer)]
    command += [] if "--store" in options else ["--no-store"]
    command += [] if shows else ["--quiet"]
    command += options + Tools.hark_options
    running = Running("hark", command, folder, pass_fds=(writer,))
    os.close(writer)
    with open(reader, encoding="ascii") as ready:
        line = ready.readline()
    if not line.startswith("listening "):
        running.stop()
        raise Unusable(f"hark did not start; it said: {running.said()}")
    running.port = int(line.rpartition(":")[2])
    return running


SUBJECTS = {
    "hark": hark,
    "hark-all-cores": hark_on_all_cores,
    "haproxy": haproxy,
    "mitmproxy": mitmproxy,
    "relay": relay,
}
