"""What the page costs Hark, and a large body the page: rows of page.py over the program itself (HARK, or the release build)."""

import contextlib
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time

from page_measures import metrics, report, tail, watched

LONG = """() => {
    window.tasks = [];
    new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration))).observe({ type: 'longtask' });
}"""


class Hark:
    """A proxy before an origin, with its page or without, one loop, everything kept."""

    def __init__(self, folder, origin, *options, page=True):
        binary = os.environ.get("HARK") or subprocess.run(["swift", "build", "--configuration", "release", "--show-bin-path"], capture_output=True, text=True, check=True).stdout.strip() + "/hark"
        command = [binary, "proxy", "--quiet", "--listen", "127.0.0.1:0", "--shards", "1", "--reverse", f"http://127.0.0.1:{origin}", "--store", str(pathlib.Path(folder) / "session.hark"), *options]
        reader, writer = os.pipe()
        self.process = subprocess.Popen(
            command + ["--ready-fd", str(writer)] + (["--page=127.0.0.1:0"] if page else []), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, pass_fds=(writer,), env={**os.environ, "XDG_DATA_HOME": str(folder)})
        os.close(writer)
        with open(reader, encoding="ascii") as ready:
            told = ready.read()
        self.port = int(re.search(r"listening .*:(\d+)", told)[1])
        self.url = found[1] if (found := re.search(r"page (http\S+)", told)) else None

    @property
    def resident(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    @property
    def processor(self):
        """Seconds of processor time, so far."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self):
        self.process.terminate()
        self.process.wait(60)


@contextlib.contextmanager
def served(answer):
    """An origin of a few lines: nginx would be another thing to install."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=256)

    def serve(connection):
        with connection, contextlib.suppress(OSError):
            while connection.recv(65536):
                answer(connection)

    def accept():
        with contextlib.suppress(OSError):
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield listener.getsockname()[1]
    finally:
        listener.close()


@contextlib.contextmanager
def small():
    """nginx if it is there, as in the other benchmarks: else a slow origin hides what Hark costs."""
    nginx = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder:
        pathlib.Path(folder, "nginx.conf").write_text(
            f"daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error;\n"
            f"events {{}}\nhttp {{ access_log off; keepalive_requests 1000000000; client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;\n"
            f"server {{ listen 127.0.0.1:{port}; location / {{ return 200 'Hello, world!'; }} }} }}\n")
        process = subprocess.Popen([nginx, "-p", folder, "-c", f"{folder}/nginx.conf"], stderr=subprocess.DEVNULL)
        try:
            until(lambda: socket.create_connection(("127.0.0.1", port)).close())
            yield port
        finally:
            process.terminate()
            process.wait(10)


def until(attempt, seconds=20):
    end = time.monotonic() + seconds
    while True:
        try:
            return attempt()
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)


def wrk(port, seconds):
    text = subprocess.run(["wrk", "-t1", "-c32", f"-d{seconds}s", f"http://127.0.0.1:{port}/"], capture_output=True, text=True, check=True).stdout
    return float(re.search(r"Requests/sec:\s+([\d.]+)", text)[1])


# With each drawing, how long the exchange waited for it that ended right after the newest of the drawing before: none waited longer.
DELAYS = """() => {
    const list = document.querySelector('hark-list'), draw = list.draw.bind(list);
    window.delays = [];
    let last = 0, end = 0;
    list.draw = () => {
        draw();
        const ended = list.visible().map(({ row }) => row).filter(row => row && !row.flags.includes('open'));
        const newest = ended.at(-1);
        if (!newest || newest.id <= last) return;
        last = newest.id;
        if (end) delays.push(Date.now() - end);
        end = Date.parse(newest.start) + (newest.bar.segments.at(-1)?.[2] ?? 0);
    };
}"""


def steady(port, seconds, rate=5000, clients=10):
    """So many requests a second, and how many there were."""
    text = subprocess.run(
        ["h2load", "--h1", f"-c{clients}", f"-D{seconds}", f"--rps={rate // clients}", f"http://127.0.0.1:{port}/"],
        capture_output=True, text=True, check=True).stdout
    return float(re.search(r"([\d.]+) req/s", text)[1])


def open_page(browser, hark):
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(hark.url)
    page.wait_for_function("() => document.querySelector('hark-list')?.app?.state.values.view")
    return page


def token(page):
    return page.evaluate("() => sessionStorage.getItem('hark.token')")


def body(browser, quick):
    """A body of 2 GiB: opened, walked through and read at its end."""
    size = (64 << 20) if quick else 2 << 30
    piece = bytes(range(256)) * 4096

    def answer(connection):
        connection.sendall(f"HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: {size}\r\n\r\n".encode())
        for _ in range(size // len(piece)):
            connection.sendall(piece)

    with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder, served(answer) as origin:
        hark = Hark(folder, origin, "--max-body-record", "4G")
        try:
            subprocess.run(["curl", "-s", "-o", "/dev/null", f"http://127.0.0.1:{hark.port}/"], check=True)
            page = open_page(browser, hark)
            page.wait_for_selector("hark-list .rows .row:not(.missing)", state="attached")
            page.wait_for_function("() => !document.querySelector('hark-list').app.state.values.counts.open")
            page.evaluate(LONG)
            session = watched(page)
            before = metrics(session)["JSHeapUsedSize"]
            page.evaluate("() => { const { app } = document.querySelector('hark-list'); app.select(1); app.open('body'); }")
            page.get_by_role("group", name="View of the response's body").get_by_role("button", name="hex").click()
            page.wait_for_function("() => document.querySelectorAll('hark-inspector .content')[1].textContent.length > 1000")
            windows = page.evaluate(
                """async size => {
                    const { session } = document.querySelector('hark-list').app, times = [];
                    for (let share = 0; share < 1; share += 0.05) {
                        const start = performance.now();
                        const octets = await session.octets(`/api/flows/1/response/body?from=${Math.floor(size * share)}&length=65536`);
                        times.push(octets.length === 65536 ? performance.now() - start : Infinity);
                    }
                    return times;
                }""", size - 65536)
            last = page.evaluate("size => document.querySelector('hark-list').app.session.octets(`/api/flows/1/response/body?from=${size - 4}&length=65536`).then(octets => [...octets])", size)
            for _ in range(20):
                page.locator("hark-inspector .bodies section").nth(1).get_by_role("button", name="After").click()
            after = metrics(session)["JSHeapUsedSize"]
            what = f"a body of {size >> 20:,} MiB"
            report(f"{what}: tasks over 50 ms", str(len(page.evaluate("() => tasks"))), "none")
            report(f"{what}: heap more", f"{(after - before) / 2**20:.1f} MiB", "at most 16 MiB")
            report(f"{what}: a window anywhere, p95", f"{tail(windows):.0f} ms", "")
            report(f"{what}: its last octets", "right" if last == [252, 253, 254, 255] else f"wrong: {last}", "right")
            page.context.close()
        finally:
            hark.stop()


def beside(browser, quick):
    """Throughput of the proxy with the page open, against without; in turn, so that both have the same machine."""
    rounds, seconds = (1, 3) if quick else (5, 6)
    with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder, small() as origin:
        shares, rates, costs = [], [], []
        for _ in range(rounds):
            pair, spent = [], []
            for with_page in (False, True):
                place = tempfile.mkdtemp(dir=folder)
                hark = Hark(place, origin, page=with_page)
                try:
                    page = open_page(browser, hark) if with_page else None
                    before = hark.processor
                    pair.append(wrk(hark.port, seconds))
                    spent.append((hark.processor - before) / pair[-1] / seconds)
                    if page:
                        page.context.close()
                finally:
                    hark.stop()
                    shutil.rmtree(place)
            shares.append(pair[1] / pair[0])
            costs.append(spent[1] / spent[0])
            rates.append(pair[0])
        report("throughput with the page open, of that without", f"{statistics.median(shares):.3f}", "at least 0.95")
        report("processor time of Hark a request with it, of that without", f"{statistics.median(costs):.3f}", "at most 1.05")
        report("(requests a second without)", f"{statistics.median(rates):,.0f}", "")


def flood(browser, quick):
    """5,000 exchanges a second, with the page and without: whether all pass, how late the page is, what it takes."""
    seconds = 5 if quick else 60
    with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder, small() as origin:
        rates, spent = [], []
        for with_page in (False, True):
            place = tempfile.mkdtemp(dir=folder)
            hark = Hark(place, origin, page=with_page)
            try:
                if with_page:
                    page = open_page(browser, hark)
                    page.evaluate(DELAYS)
                    session = watched(page)
                    before = metrics(session)
                processor = hark.processor
                rates.append(steady(hark.port, seconds))
                spent.append((hark.processor - processor) / seconds)
                if with_page:
                    share = (metrics(session)["TaskDuration"] - before["TaskDuration"]) / seconds
                    delays = page.evaluate("() => delays")
                    report(f"5,000 a second: the page is late by, p95 of {len(delays)}", f"{tail(delays):.0f} ms", "at most 250 ms")
                    report("5,000 a second: the page, of one core", f"{share * 100:.0f} %", "at most 15 %")
                    page.context.close()
            finally:
                hark.stop()
        report("5,000 a second: throughput with the page, of that without", f"{rates[1] / rates[0]:.3f}", "at least 0.95")
        report("5,000 a second: Hark without and with it, of one core", f"{spent[0] * 100:.0f} and {spent[1] * 100:.0f} %", "")


def tabs(browser, quick):
    """Resident memory of Hark with four tabs of which one does not read, against none, under the same load."""
    seconds = 3 if quick else 15
    with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder, small() as origin:
        hark = Hark(folder, origin, "--keep", "100000")
        try:
            wrk(hark.port, seconds)
            wrk(hark.port, seconds)
            before = hark.resident
            first = open_page(browser, hark)
            others = [first.context.new_page() for _ in range(2)]
            for other in others:
                other.goto(hark.url.split("#")[0])
                other.wait_for_function("() => document.querySelector('hark-list')?.app?.state.values.view")
            port = int(re.search(r":(\d+)/", hark.url)[1])
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", port))
            view = first.evaluate("() => document.querySelector('hark-list').app.state.values.view.id")
            deaf.sendall(f"GET /api/stream?view={view} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token(first)}\r\n\r\n".encode())
            wrk(hark.port, seconds)
            report("memory of Hark: four tabs, one of them deaf, more", f"{hark.resident - before:.1f} MiB", "at most 32 MiB")
            report("(without a tab)", f"{before:.1f} MiB", "")
            deaf.close()
            first.context.close()
        finally:
            hark.stop()
