"""What is measured with TLS 1.3 on both legs: the certificates, the programs as they are configured for it, the load, the
measures. HAProxy terminates TLS and opens it anew to the origin; Hark and mitmproxy are asked with CONNECT."""

from __future__ import annotations

import contextlib
import functools
import json
import pathlib
import statistics
import subprocess
import tempfile
from collections.abc import Callable

import subjects
from subjects import Running, Unusable

GIB = 1 << 30
NAME = "bench.test"


class Certificates:
    """A root, and a certificate that it signed for the origin and for HAProxy; keys of P-256, as Hark's are."""

    def __init__(self, folder: pathlib.Path):
        self.folder = folder
        folder.mkdir()
        self.root = folder / "root.pem"
        self.served = folder / "served.pem"
        self.key = folder / "served.key"
        new = ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-days", "30"]
        self._openssl(
            *new, "-subj", "/CN=Bench Root", "-addext", "basicConstraints=critical,CA:TRUE", "-addext",
            "keyUsage=critical,keyCertSign", "-keyout", "root.key", "-out", "root.pem",
        )  # fmt: skip
        names = f"subjectAltName=DNS:{NAME},DNS:*.{NAME}"
        self._openssl(
            *new, "-subj", f"/CN={NAME}", "-addext", names, "-addext", "basicConstraints=critical,CA:FALSE", "-addext",
            "keyUsage=critical,digitalSignature", "-addext", "extendedKeyUsage=serverAuth", "-CA", "root.pem", "-CAkey",
            "root.key", "-keyout", "served.key", "-out", "served.pem",
        )  # fmt: skip
        # HAProxy wants both in one file.
        self.both = folder / "both.pem"
        self.both.write_text(self.served.read_text() + self.key.read_text())

    def _openssl(self, *arguments: str) -> None:
        result = subprocess.run(
            [subjects.program("openssl"), *arguments], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, text=True
        )
        if result.returncode != 0:
            raise Unusable(f"openssl made no certificate; it said: {result.stderr.strip()[-300:]}")

    def origin(self, resumes: bool = True, keeps: bool = True) -> Callable[[pathlib.Path], Running]:
        """nginx as a TLS server; without `resumes`, one that gives no tickets, so that each handshake is a full one;
        without `keeps`, one that closes each connection, so that nobody uses one twice."""
        secured = f"ssl_certificate {self.served}; ssl_certificate_key {self.key}; ssl_protocols TLSv1.3;"
        secured += " ssl_session_cache off;" + ("" if resumes else " ssl_session_tickets off;")
        secured += "" if keeps else " keepalive_timeout 0;"
        return functools.partial(subjects.nginx, secured=secured)

    def subjects(self) -> dict[str, Callable[[pathlib.Path, int, str], Running]]:
        def haproxy(folder: pathlib.Path, origin: int, keeps: str) -> Running:
            far = f"ssl verify required ca-file {self.root} verifyhost {NAME} sni str({NAME}) alpn http/1.1"
            return subjects.haproxy(
                folder, origin, keeps,
                near=f"ssl crt {self.both} alpn http/1.1 ssl-min-ver TLSv1.3", far=f"{far} ssl-min-ver TLSv1.3",
            )  # fmt: skip

        def mitmproxy(folder: pathlib.Path, origin: int, keeps: str) -> Running:
            options = ["--mode", "regular", "--set", f"ssl_verify_upstream_trusted_ca={self.root}"]
            return subjects.start_mitmproxy(folder, options)

        def hark(folder: pathlib.Path, origin: int, keeps: str) -> Running:
            options = ["--upstream-ca-only", str(self.root), "--ca-dir", str(folder / "ca"), "--shards", "1"]
            return subjects.start_hark(folder, options)

        return {"hark": hark, "haproxy": haproxy, "mitmproxy": mitmproxy}


class TLSLoad:
    """tlsload.c, and what to tell it for each subject."""

    def __init__(self, binary: pathlib.Path, running: dict[str, Running]):
        self.binary = binary
        self.running = running
        self.problems: set[str] = set()

    def warm(self, name: str, *options: str) -> None:
        """Until there is an answer: the first takes long where leaves, code, or patience have to be made first."""
        for seconds in (1, 2, 4, 8):
            with contextlib.suppress(Unusable):
                self.put(name, *options, seconds=seconds)
                return
        self.put(name, *options, seconds=16)

    def put(self, name: str, *options: str, seconds: float) -> dict[str, float]:
        command = [str(self.binary), "-p", str(self.running[name].port), "-d", str(seconds), *options]
        if name in ("hark", "mitmproxy"):
            command += ["-x", f"127.0.0.1:{self.running['direct'].port}"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds + 60)
        if done.returncode != 0:
            raise Unusable(f"tlsload ended with {done.returncode}: {done.stderr.strip()}")
        result = json.loads(done.stdout)
        if result["errors"]:
            self.problems.add(f"{name}: {result['errors']} errors, the first: {result['error']}")
        if result["responses"] == 0:
            raise Unusable(f"{name} gave no answer: {result['error']}")
        return result


class TLSMeasures:
    """A part of `Bench`."""

    @contextlib.contextmanager
    def started_with_tls(self, names: list[str], resumes: bool = True, keeps: bool = True):
        with contextlib.ExitStack() as stack:
            top = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="hark-bench-tls-")))
            certificates = Certificates(top / "certificates")
            binary = subjects.compiled("tlsload", top, "ssl", "crypto")
            running = stack.enter_context(
                self.started(names, origin=certificates.origin(resumes, keeps), kinds=certificates.subjects())
            )
            yield TLSLoad(binary, running)

    def tls_quiet(self) -> None:
        """requests per second over TLS, 32 connections, nothing kept"""
        self._tls_rate("tls-quiet", ["hark", "haproxy", "mitmproxy"], [], "request", {"haproxy": 1.0, "mitmproxy": 25})

    def tls_new(self) -> None:
        """new connections per second, each with a full handshake and one request"""
        self._tls_rate("tls-new", ["hark", "haproxy", "mitmproxy"], ["-1"], "connection", {"mitmproxy": 10})

    def _tls_rate(self, title: str, names: list[str], options: list[str], unit: str, goals: dict[str, float]) -> None:
        """`direct` shows that load and origin by themselves do more than is measured."""
        names = [*self.chosen(*names), "direct"]
        seconds = 2 if self.quick else 5
        processor: dict[str, list[float]] = {name: [] for name in names}
        with self.started_with_tls(names[:-1]) as load:

            def measure(name: str) -> float:
                before = load.running[name].processor_seconds()
                result = load.put(name, *options, seconds=seconds)
                used = load.running[name].processor_seconds() - before
                processor[name].append(used * 1e6 / result["responses"])
                return result["responses"] / result["seconds"]

            for name in names:
                load.warm(name, *options)
            values = self.alternate(title, names, measure)
            self.report.problems(title, load.problems)
        self.report.values(title, f"{unit}s/s", values)
        self.report.values(title, f"processor µs a {unit}", processor)
        for rival in self.chosen("haproxy", "mitmproxy"):
            if "hark" in values:
                self.report.ratio(title, f"hark / {rival}", values["hark"], values[rival], at_least=goals.get(rival))
                self.report.ratio(title, f"hark / {rival}, processor", processor["hark"], processor[rival])

    def tls_mint(self) -> None:
        """what a leaf costs: connections that each ask for a new name, and for one name"""
        seconds = 2 if self.quick else 5
        with self.started_with_tls(self.chosen("hark"), resumes=False, keeps=False) as load:
            if "hark" not in load.running:
                return
            running = load.running["hark"]

            def measure(kind: str) -> float:
                before = running.processor_seconds()
                result = load.put("hark", "-1", "-s", f"*.{NAME}" if kind == "fresh" else NAME, seconds=seconds)
                return (running.processor_seconds() - before) * 1e6 / result["responses"]

            load.warm("hark", "-1")
            values = self.alternate("tls-mint", ["fresh", "known"], measure)
            self.report.problems("tls-mint", load.problems)
        self.report.values("tls-mint", "processor µs a connection", values)
        # Both are full handshakes on both legs; what is left is making the leaf, reading it, and finding room for it.
        cost = statistics.median(fresh - known for fresh, known in zip(values["fresh"], values["known"]))
        if cost <= 0:
            self.report.problems("tls-mint", {"no cost could be told from noise: the machine was busy"})
            return
        self.report.single("tls-mint", "leaves a second of one core", 1e6 / cost, "leaves/s", at_least=2000)

    def tls_download(self) -> None:
        """rate of a 1 GiB download over TLS"""
        names = [*self.chosen("hark", "haproxy"), "direct"]
        with self.started_with_tls(names[:-1]) as load:

            def measure(name: str) -> float:
                result = load.put(name, "-c", "1", "-u", "/files/1g", "-b", str(GIB), seconds=120)
                return result["bytes"] / (1 << 20) / result["seconds"]

            for name in names:
                measure(name)
            values = self.alternate("tls-download", names, measure)
            self.report.problems("tls-download", load.problems)
        self.report.values("tls-download", "MiB/s", values)
        if "hark" in values and "haproxy" in values:
            self.report.ratio("tls-download", "hark / haproxy", values["hark"], values["haproxy"], at_least=0.7)
