"""What each test of the page has: a stand-in, a browser, and the certainty that nothing was run or loaded from elsewhere."""

import functools
import mmap
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import time
import unittest

from playwright.sync_api import expect, sync_playwright

import stand_in

PAGE = pathlib.Path(__file__).parents[2] / "Sources/CPage/page"
# Long, as other work may go on beside it: what is waited for comes at once on a machine of its own.
expect.set_options(timeout=30_000)

_playwright = None
_browser = None


def browser():
    """One browser for all tests."""
    global _playwright, _browser
    if _browser is None:
        _playwright = sync_playwright().start()
        # A name that leads here, as whoever owns a domain can make one.
        options = ["--host-resolver-rules=MAP elsewhere.test 127.0.0.1"] + (["--no-sandbox"] if os.geteuid() == 0 else [])
        _browser = _playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=options)
    return _browser


def close():
    global _playwright, _browser
    if _browser:
        _browser.close()
        _playwright.stop()
    _playwright = _browser = None


class PageCase(unittest.TestCase):
    """Opens the page of made-up exchanges; at the end nothing may have gone wrong that nobody asked about."""

    count, hostile, live = 500, False, True
    context_options: dict = {}
    expected_errors = r"the server responded with a status of (401|404|422|503)|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION|ERR_EMPTY"

    def setUp(self):
        self.site = stand_in.StandIn(self.count, self.hostile, self.live)
        self.addCleanup(self.site.server.shutdown)
        self.addCleanup(self.site.end_streams)
        self.open_context()

    def open_context(self, **options):
        self.context = browser().new_context(**{"viewport": {"width": 1280, "height": 800}, "service_workers": "block", **self.context_options, **options})
        self.context.set_default_timeout(30_000)
        self.addCleanup(self.context.close)
        self.outside, self.wrong = [], []
        # What would run says so here; what would load shows in the requests.
        self.context.add_init_script("window.hits = 0; window.hit = () => { window.hits += 1 }; window.reports = []; addEventListener('securitypolicyviolation', e => reports.push(e.violatedDirective + ' ' + e.blockedURI))")
        self.page = self.new_page()

    def new_page(self):
        page = self.context.new_page()
        page.on("request", lambda request: self.seen(request.url))
        page.on("pageerror", lambda error: self.wrong.append(f"{error}\n{error.stack}"))
        page.on("console", lambda message: message.type == "error" and not re.search(self.expected_errors, message.text) and self.wrong.append(message.text))
        return page

    def seen(self, url):
        if not url.startswith((f"http://127.0.0.1:{self.site.port}/", "blob:", "data:", "about:")):
            self.outside.append(url)

    def tearDown(self):
        if not self.page.is_closed() and self.page.url.startswith("http"):
            self.assertEqual(self.page.evaluate("[hits, reports]"), [0, []], "something ran, or was refused by the policy")
        self.assertEqual(self.outside, [], "something was asked for elsewhere")
        self.assertEqual(self.wrong, [], "the page said that something is wrong")

    def open(self, fragment=None, page=None):
        page = page or self.page
        if fragment is None:
            page.goto(self.site.url)
        else:
            page.goto(f"http://127.0.0.1:{self.site.port}/")
            page.evaluate("token => sessionStorage.setItem('hark.token', token)", stand_in.TOKEN)
            page.goto("about:blank")
            page.goto(f"http://127.0.0.1:{self.site.port}/#{fragment}")
        if self.count > 0:
            expect(page.locator("hark-list .rows .row:not(.missing)").first).to_be_attached()
        # What is told before the page listens is told to nobody.
        page.wait_for_function("() => ['live', 'file'].includes(document.querySelector('hark-list')?.app?.state.values.link.kind)")
        return page

    def rows(self):
        return self.page.locator("hark-list .rows .row")

    def row(self, number):
        return self.page.locator("hark-list .rows .row", has=self.page.locator(f'[data-column="id"]:text-is("{number}")'))

    def selected(self, number):
        expect(self.row(number)).to_have_attribute("aria-selected", "true")

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def select(self, number):
        self.row(number).locator('[data-column="method"]').click()
        self.selected(number)
        expect(self.page.locator("hark-inspector .title")).to_contain_text(f"#{number} ")

    def screen(self, name):
        """Goes to a screen, and waits until it is that one."""
        self.page.evaluate("screen => document.querySelector('hark-list').app.show(screen)", name)
        expect(self.page.locator(f"hark-screen > .{'show' if name == 'projector' else name} h2").first).to_be_visible()

    def eventually(self, what, is_so):
        """Asks again and again until the answer is yes, and fails with what was waited for."""
        deadline = time.monotonic() + 30
        while not is_so():
            if time.monotonic() > deadline:
                self.fail(f"not within 30 seconds: {what}")
            self.page.wait_for_timeout(20)

    def say(self, text):
        expect(self.page.locator("hark-notices")).to_contain_text(text)

    def at(self, pattern):
        expect(self.page).to_have_url(re.compile(pattern))


def real_hark():
    """The command to test with, if it was built."""
    path = os.environ.get("HARK") or pathlib.Path(__file__).parents[2] / ".build/debug/hark"
    return pathlib.Path(path) if pathlib.Path(path).exists() else None


@functools.cache
def has_page():
    """Whether the command has the page of the working tree: its files are in it, byte for byte."""
    files = [path.read_bytes() for path in PAGE.rglob("*") if path.is_file() and not path.name.startswith(".")]
    with real_hark().open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as octets:
        place = octets.find(files[0])
        # They lie beside each other.
        near = octets[max(0, place - 4_000_000):place + 4_000_000] if place >= 0 else b""
    return all(octets in near for octets in files)


def environment(folder):
    """For a command whose page is that of the working tree. It reads the whole folder anew for each request, ten seconds
    of work for each time that the page loads: that is only asked for where it has another page."""
    return {**os.environ, "XDG_DATA_HOME": folder, **({} if has_page() else {"HARK_PAGE_FILES": str(PAGE)})}


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120, check=True, **options)


class ProxyCase(PageCase):
    """A proxy that runs, with its page open."""

    def setUp(self):
        self.outside, self.wrong = [], []
        self.folder = tempfile.mkdtemp(prefix="hark-page-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.process = subprocess.Popen([real_hark(), "proxy", "--quiet", "--listen", "127.0.0.1:0", "--page=127.0.0.1:0"], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment(self.folder))
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait, 10)
        self.addCleanup(self.process.terminate)
        self.url = next(found[1] for line in self.process.stderr if (found := re.search(r"page at (http://\S+)", line)))
        self.open_context()
        self.page.goto(self.url)
        self.page.wait_for_function("() => document.querySelector('hark-list')?.app?.state.values.session")

    def seen(self, url):
        if not url.startswith((self.url.split("#")[0], "blob:", "about:")):
            self.outside.append(url)

    def ask(self, path, *more):
        """By curl, through the proxy, of the demo site."""
        return self.fetch(f"http://demo.hark.test{path}", *more)

    def fetch(self, url, *more):
        """By curl, through the proxy."""
        proxy = self.page.evaluate("() => document.querySelector('hark-list').app.state.values.session.session.proxy[0]")
        return run("curl", "-s", "-x", f"http://{proxy}", url, *more).stdout
