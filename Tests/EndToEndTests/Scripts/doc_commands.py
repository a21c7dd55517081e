"""Runs every command line of the documents, and every example of the help, as a reader would paste them.

    doc_commands.py HARK ROOT [PART]

A line that starts something that stays (a proxy, the page) is started, has to get ready, and is ended by Ctrl-C. What
the lines speak of (tour.har, debug.rules, flow 12) is made first. Names that need a network become addresses of this
machine. What cannot run here is counted and printed with its reason. Exit 1 when a line failed; PART runs the lines
alone whose place or text has it.
"""

import glob
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zipfile

import mitmproxy.io
from mitmproxy.test import tflow

HARK, ROOT = sys.argv[1], sys.argv[2]
PART = sys.argv[3] if len(sys.argv) > 3 else ""

# A line that is not run, and why.
LEFT_OUT = [
    (r"^(make|claude|swift|sudo|protoc|docker|test|HARK_TESTS=\S+ swift)\b", "builds, or needs root or a program that is not there"),
    (r"\bhark ca (trust|untrust|rotate)\b(?!.*--dry-run)", "changes what this machine trusts (AuthorityCommandTests runs it)"),
    (r"--screen\b|^hark screen\b", "needs a terminal (ScreenTests runs it)"),
    (r"\bhark replay .*--edit\b|\bhark held \d+ edit\b|\bhark send --crlf", "waits for a person (SendingTests, RuleHoldingTests run it)"),
    (r"\bhark script (list|restart|set|call)\b", "needs a proxy with a script (ScriptTests runs it)"),
    (r"\bhark held\b", "needs a message that is held (RuleHoldingTests runs it)"),
    (r"\bhark run (.* )?(node app\.js|python3 fetch\.py|npm|docker|chromium|firefox|pytest)", "runs a program that the reader has"),
    (r"myhost|https?://127\.0\.0\.1:8889/|--socks5-hostname|api\.example\.com/|shop\.example\.com/$|8888/cart", "asks a server that the reader has"),
    (r"--pac |transparent", "needs a network of its own (ProxyScriptTests, TransparentTests run it)"),
    (r"\bhark mcp --proxy\b", "needs a proxy that keeps a session (AgentTests runs it)"),
    (r"\bhark ship .*--follow\b", "ships until it is stopped (FleetTests runs it)"),
    (r"--upstream-proxy-auth|\{path\}|…", "has a gap for the reader to fill"),
]

# What a line may end with, besides 0.
MAY_END = [
    (r"\bhark diff\b", {1}),  # two flows that differ
    (r"\bhark doctor\b", {1}),  # no proxy runs
    (r"\bhark check\b", {1}),  # something is wrong with the file
    (r"\bhark judge\b", {1}),  # a finding at or above --fail-on
    (r"\bhark run\b.*--fail-on", {1}),
    (r"\bhark ca check\b", {1}),
    (r"\bhark (rules|script) try\b", {1}),  # a rule that nothing matched, a script that changed nothing
    (r"--compare\b", {1}),  # another answer than recorded
    (r"\bhark (replay|export|delete|show|pin|tag|comment|rules make|explain --flow)\b", {1}),  # no flow matches
    (r"\bhark delete (?!.*--force)", {64}),  # nobody can be asked
    (r"how=cut", {18}),  # curl: the transfer was cut, which is what the line shows
    (r"\bhark run\b.*how=cut", {18}),
    (r"\bhark config listen\b", {1}),  # nothing sets it
    (r"\bhark config init\b", {73}),  # there is one
]

STAYS = re.compile(r"(^|&& )(\S+=\S+ )?hark( (proxy|serve|page)\b(?!.*--(token|forget))|$)|--follow\b")


def lines_of(text):
    """Commands of a document: indented lines, perhaps behind a `$`; those that end in a backslash go on."""
    result, lines, index = [], text.split("\n"), 0
    while index < len(lines):
        found = re.match(r"^(?:    |\t)\s*(?:\$ )?((?:[A-Z_]+=\S+ )?(?:hark|curl|printf|make|swift|sudo|test|HARK_TESTS=\S+)(?: .*)?)$", lines[index])
        number = index + 1
        index += 1
        if not found or re.match(r"hark(:|  )", found[1]):
            continue
        command = found[1]
        while command.endswith("\\") and index < len(lines):
            command = command[:-1].rstrip() + " " + lines[index].strip()
            index += 1
        command = re.sub(r"\s{2,}#.*$", "", command)
        result.append((number, command))
    return result


def documents():
    names = ["README.md", "CONTRIBUTING.md", "SECURITY.md"]
    names += sorted(glob.glob("docs/*.md", root_dir=ROOT)) + sorted(glob.glob("examples/**/*.md", root_dir=ROOT, recursive=True))
    for name in names:
        with open(os.path.join(ROOT, name), encoding="utf-8") as file:
            for number, command in lines_of(file.read()):
                yield f"{name}:{number}", command


def help_of(words):
    return subprocess.run([HARK, *words, "--help"], capture_output=True, text=True, timeout=60, env={**os.environ, "COLUMNS": "80"}).stdout


def helps(words=()):
    """The examples of each command's help. They stand in lines of their own, so that they can be pasted."""
    text = help_of(list(words))
    for example in re.findall(r"^ *Examples?:\n(.*?)(?:\n\n|\Z)", text, re.M | re.S):
        for line in example.split("\n"):
            yield f"hark {' '.join([*words, '--help'])}", line.strip()
    if len(words) < 2:
        # Options are behind a dash, arguments in brackets: what is left of the lists are commands.
        for name in re.findall(r"^  ([a-z]+)(?: \(default\))?(?:  |$)", text[text.index("USAGE:"):], re.M):
            if name != "help":
                yield from helps((*words, name))


class Scene:
    """A home with a session of 49 flows, and the files that the lines speak of."""

    def __init__(self):
        self.home = tempfile.mkdtemp(prefix="hark-docs-")
        self.work = os.path.join(self.home, "work")
        os.makedirs(os.path.join(self.home, "bin"))
        os.makedirs(self.work)
        os.symlink(HARK, os.path.join(self.home, "bin", "hark"))
        self.environment = {
            **os.environ, "HOME": self.home, "XDG_DATA_HOME": os.path.join(self.home, "data"), "PAGER": "cat",
            "PATH": os.path.join(self.home, "bin") + ":" + os.environ["PATH"], "token": "none",
        }
        self.sessions = os.path.join(self.environment["XDG_DATA_HOME"], "hark", "sessions")
        self.proxy, self.url = self.start()
        self.shell("hark demo --har tour.har", check=True)
        newest = sorted(os.listdir(self.sessions))[0]
        self.pristine = os.path.join(self.home, "pristine.hark")
        shutil.copy(os.path.join(self.sessions, newest), self.pristine)
        for name in ["monday.hark", "damaged.hark"]:
            shutil.copy(self.pristine, os.path.join(self.work, name))
        for name in ["session.har", "before.har", "after.har", "chrome.har", "tests.har"]:
            shutil.copy(os.path.join(self.work, "tour.har"), os.path.join(self.work, name))
        os.makedirs(os.path.join(self.work, "answers"))
        self.write("answers/ada.json", '{"version":1,"name":"Ada","answers":[{"topic":"age","id":"age","right":true}]}')
        self.write("hark-judge.toml", '[[ignore]]\ncode = "date-missing"\nreason = "an example"\n')
        self.write(".hark.toml", "[run]\nhar = \"run.har\"\n")
        self.write("password.txt", "correct horse battery staple\n")
        os.chmod(os.path.join(self.work, "password.txt"), 0o600)
        self.write("message.txt", "GET / HTTP/1.1\r\nHost: example.com\r\n\r\n")
        self.write("request.txt", "GET / HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n")
        with zipfile.ZipFile(os.path.join(self.work, "capture.saz"), "w") as archive:
            archive.writestr("raw/1_c.txt", "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n")
            archive.writestr("raw/1_s.txt", "HTTP/1.1 204 No Content\r\n\r\n")
        with open(os.path.join(self.work, "flows.mitm"), "wb") as file:
            mitmproxy.io.FlowWriter(file).add(tflow.tflow(resp=True))
        shutil.copytree(os.path.join(ROOT, "examples"), os.path.join(self.work, "examples"))
        shutil.copy(os.path.join(ROOT, "examples", "stations.proto"), self.work)
        shutil.copy(os.path.join(ROOT, "examples", "scripts", "sign.py"), self.work)
        shutil.copy(os.path.join(ROOT, "examples", "scripts", "mitmproxy-words.py"), os.path.join(self.work, "addon.py"))
        # A SETTINGS frame, with the preface that a client sends before it and without.
        frames = b"\0\0\0\4\0\0\0\0\0"
        self.write("client.bin", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + frames)
        self.write("server.bin", frames)
        subprocess.run([sys.executable, "-m", "grpc_tools.protoc", "-I.", "--include_imports", "--descriptor_set_out=stations.pb", "stations.proto"], cwd=self.work, check=False, capture_output=True)

    def write(self, name, content):
        with open(os.path.join(self.work, name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())

    def refresh(self, command):
        """The session as the lines expect it: whatever the line before did to it."""
        for name in os.listdir(self.sessions):
            if not name.endswith(".lock"):
                os.remove(os.path.join(self.sessions, name))
        shutil.copy(self.pristine, os.path.join(self.sessions, "2026-11-21T12-00-00Z.hark"))
        if "ca create" in command:
            for path in glob.glob(os.path.join(os.path.dirname(self.sessions), "hark-ca*")):
                os.remove(path)
        self.write("debug.rules", "busy: when path = /pay do respond 503 text \"busy\"\n")
        for name in ["bug.har", "failures", "saved.hark"]:
            path = os.path.join(self.work, name)
            if os.path.isdir(path):
                shutil.rmtree(path)
            elif os.path.exists(path):
                os.remove(path)

    def start(self):
        """A proxy that the lines of curl go through, and that stands for the servers of others."""
        errors = open(os.path.join(self.home, "proxy.txt"), "w+", encoding="utf-8")
        child = subprocess.Popen([HARK, "proxy", "--listen", "127.0.0.1:0", "--no-store", "--quiet"], stderr=errors, stdout=subprocess.DEVNULL, env=self.environment)
        line = wait_for(lambda: re.search(r"listening on (\S+)", read(errors.name)), child, errors.name)
        return child, "http://" + line[1]

    def local(self, command):
        """The line with names of this machine in place of those that need a network, and ports that are free."""
        command = command.replace("http://127.0.0.1:8888", self.url).replace("http://example.com/", self.url + "/")
        place = self.url.removeprefix("http://")
        command = re.sub(r"--to https?://[a-z.]*example\.com(:\d+)?", f"--to {self.url}", command)
        command = re.sub(r"--to http://127\.0\.0\.1:(3000|8080)", f"--to {self.url}", command).replace("make 414", "make 12")
        command = re.sub(r"--to (demo\.hark\.test|example\.com|localhost):80", f"--to {place}", command)
        command = re.sub(r"(?<=hark replay )([^-].*)$", rf"\1 --to {self.url}", command) if "hark replay" in command and "--to" not in command else command
        if STAYS.search(command) and "--follow" not in command:
            if "--listen" in command:
                command = re.sub(r"(--listen (?:[a-z0-9+]*://)?(?:\[[^\]]*\]|[^\s:]+)):\d+", r"\1:0", command)
            else:
                command += " --listen 127.0.0.1:0"
            command = re.sub(r"--page(?!\S)", "--page=127.0.0.1:0", command)
        return command.replace("--open ", "").replace("0.0.0.0:", "127.0.0.1:")

    def shell(self, command, check=False):
        try:
            result = subprocess.run(["/bin/sh", "-c", command], cwd=self.work, env=self.environment, capture_output=True, text=True, errors="replace", timeout=60, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired as error:
            return 124, str(error)
        if check and result.returncode != 0:
            raise SystemExit(f"{command}: {result.returncode}\n{result.stdout}{result.stderr}")
        return result.returncode, result.stdout + result.stderr

    def stay(self, command):
        """Starts what stays, waits until it is ready, and ends it as Ctrl-C does."""
        path = os.path.join(self.home, "stays.txt")
        with open(path, "w", encoding="utf-8") as output:
            child = subprocess.Popen(["/bin/sh", "-c", command if "&&" in command else "exec " + command], cwd=self.work, env=self.environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL)
        ready = r"listening on|http://127\.0\.0\.1:\d+/" if "--follow" not in command else r"GET"
        try:
            wait_for(lambda: re.search(ready, read(path)), child, path)
            child.send_signal(signal.SIGINT)
            code = child.wait(30)
        except RuntimeError as error:
            child.kill()
            return child.wait(), str(error)
        return (0 if code in (0, 130, -2) else code), read(path)

    def end(self):
        self.proxy.send_signal(signal.SIGTERM)
        self.proxy.wait(30)
        shutil.rmtree(self.home, ignore_errors=True)


class Database:
    """A PostgreSQL of this machine, with a fresh database `hark` and a role `ci` for each line that asks for one."""

    FLEET = re.compile(r"\bhark (ship|fleet)\b|--(session|ship) (fleet|postgres://)")
    URL = "postgres://postgres@localhost/hark"

    def __init__(self):
        found = sorted(glob.glob("/usr/lib/postgresql/*/bin") + glob.glob("/opt/homebrew/opt/postgresql*/bin"))
        self.programs = found[-1] if found and shutil.which("psql") else None
        self.server = None

    def start(self, environment):
        self.home = tempfile.mkdtemp(prefix="hark-postgres-")
        drop = []
        if os.geteuid() == 0:
            shutil.chown(self.home, "nobody")
            drop = ["runuser", "-u", "nobody", "--"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        data = os.path.join(self.home, "data")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": self.home}
        subprocess.run([*drop, f"{self.programs}/initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"], check=True, **quiet)
        self.server = subprocess.Popen([*drop, f"{self.programs}/postgres", "-D", data, "-p", str(self.port), "-k", "", "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"], start_new_session=True, **quiet)
        environment.update({"PGPORT": str(self.port), "HARK_FLEET": "postgres://ci@localhost/hark"})
        end = time.monotonic() + 30
        while subprocess.run(["psql", "-h", "127.0.0.1", "-U", "postgres", "-c", "CREATE ROLE ci LOGIN"], env=environment, **quiet).returncode and time.monotonic() < end:
            time.sleep(0.1)

    def refresh(self, scene, command):
        """The database as the line expects it: with the schema and flows, unless it makes these."""
        if not self.server:
            self.start(scene.environment)
        for sql in ["DROP DATABASE IF EXISTS hark WITH (FORCE)", "CREATE DATABASE hark"]:
            scene.shell(f"psql -h 127.0.0.1 -U postgres -c '{sql}'", check=True)
        if "fleet init" not in command:
            scene.shell(f"hark fleet init {self.URL} && hark fleet grant {self.URL} ci --writer --reader", check=True)
            if "ship" not in command:
                scene.shell("hark ship --to fleet", check=True)

    def end(self):
        if self.server:
            os.killpg(self.server.pid, signal.SIGQUIT)
            self.server.wait(30)
            shutil.rmtree(self.home, ignore_errors=True)


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def wait_for(condition, child, path, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        if child.poll() is not None:
            raise RuntimeError(f"ended with {child.returncode} before it was ready: {read(path)}")
        time.sleep(0.05)
    raise RuntimeError(f"was not ready in {seconds} s: {read(path)}")


def main():
    scene, database, failed, left_out, ran = Scene(), Database(), [], [], 0
    try:
        for place, command in [*documents(), *helps()]:
            if PART and PART not in place and PART not in command:
                continue
            reason = next((why for pattern, why in LEFT_OUT if re.search(pattern, command)), None)
            if not reason and database.FLEET.search(command) and not database.programs:
                reason = "needs the server of PostgreSQL"
            if reason:
                left_out.append((place, command, reason))
                continue
            scene.refresh(command)
            if database.FLEET.search(command):
                database.refresh(scene, command)
            line = scene.local(command)
            began = time.monotonic()
            code, text = scene.stay(line) if STAYS.search(command) else scene.shell(line)
            ran += 1
            if time.monotonic() - began > 10:
                print(f"slow: {place}: {line}: {time.monotonic() - began:.0f} s", flush=True)
            allowed = {0}.union(*(codes for pattern, codes in MAY_END if re.search(pattern, command)))
            if code not in allowed:
                failed.append((place, command, line, code, text))
    finally:
        scene.end()
        database.end()
    for place, command, reason in left_out:
        print(f"not run: {place}: {command}: {reason}")
    for place, command, line, code, text in failed:
        print(f"FAILED {place}: {command}\n  as {line}\n  ended with {code}: {text[-600:]}")
    print(f"{ran} lines ran, {len(failed)} failed, {len(left_out)} left out")
    return 1 if failed or ran == 0 else 0


sys.exit(main())
