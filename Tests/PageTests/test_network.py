"""The page for other devices: TLS, a password, and looking only. Needs the command (HARK, or a debug build)."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from playwright.sync_api import expect

from page_case import PageCase, environment, real_hark, run
from test_access import AXE

PASSWORD = "correct horse battery"


@unittest.skipIf(real_hark() is None, "hark is not built")
class NetworkTests(PageCase):
    """A tour of the demo site, shown to a class."""

    view_only = ["--page-view"]

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="hark-network-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.environment = environment(cls.folder)
        run(real_hark(), "demo", "--no-store", "--har", f"{cls.folder}/tour.har", env=cls.environment)
        cls.file = pathlib.Path(cls.folder, "password.txt")
        cls.file.touch(0o600)
        cls.file.write_text(f"{PASSWORD}\n")

    def setUp(self):
        words = [real_hark(), "page", "--listen", "0.0.0.0:0", "--page-auth", str(self.file), *self.view_only, f"{self.folder}/tour.har"]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait, 10)
        self.addCleanup(self.process.terminate)
        self.url = re.search(r"https://\S+", self.process.stderr.readline())[0]
        self.base = self.url.split("#")[0]
        self.open_context(ignore_https_errors=True)

    def seen(self, url):
        if not url.startswith((self.base, "blob:", "about:")):
            self.outside.append(url)

    def log_in(self, fragment=""):
        self.page.goto(self.base + fragment)
        field = self.page.get_by_label("Password:")
        expect(field).to_be_focused()
        field.fill(PASSWORD)
        self.press("Enter")
        expect(self.rows().first).to_be_attached()

    def test_a_class_logs_in_and_looks(self):
        self.page.goto(self.base + "#flow=3")
        expect(self.page.get_by_role("heading", name="This page needs its password")).to_be_visible()
        expect(self.page.locator("hark-filter")).to_be_hidden()
        self.page.evaluate(AXE)
        self.assertEqual(self.page.evaluate("() => axe.run(document).then(found => found.violations.map(({id}) => id))"), [])
        field = self.page.get_by_label("Password:")
        field.fill("a wrong one")
        self.press("Enter")
        expect(self.page.get_by_role("alert")).to_have_text("This password is wrong.")
        self.assertEqual(self.page.evaluate("() => [sessionStorage.length, localStorage.getItem('hark.token'), document.cookie]"), [0, None, ""])
        field.fill(PASSWORD)
        self.press("Enter")
        self.selected(3)
        self.assertNotIn(PASSWORD, self.page.url + self.page.evaluate("() => JSON.stringify({...localStorage, ...sessionStorage})"))
        self.assertEqual(self.context.cookies(), [])
        top = self.page.locator("hark-top")
        expect(top).to_contain_text("view only")
        for name in ("New request", "Throttle all traffic"):
            expect(top.get_by_label(name)).to_be_hidden()
        expect(top.get_by_role("button", name="tour")).to_have_count(0)
        for name in ("Resend", "Rule"):
            expect(self.page.locator("hark-inspector .tools").get_by_role("button", name=name, exact=True)).to_be_hidden()
        self.row(3).click(button="right")
        menu = self.page.get_by_role("menu")
        expect(menu.get_by_role("menuitem", name="Copy as curl")).to_be_visible()
        for name in ("Resend …", "Make a rule …", "Pin or unpin", "Comment …"):
            expect(menu.get_by_role("menuitem", name=name)).to_have_count(0)
        self.press("Escape", "r")
        expect(self.page.locator(".rules.page")).to_contain_text("only on the computer that runs Hark")
        expect(self.page.get_by_label("Rules, one per line")).to_be_hidden()
        self.press("Escape")
        # The address follows a moment later, and is what is loaded anew.
        self.at(r"#flow=3(?!.*screen=)")
        self.page.reload()
        self.selected(3)

    def test_what_is_asked_all_the_same_is_refused_in_a_sentence(self):
        self.log_in()
        self.expected_errors += "|status of 403"
        for command in ("sessions", "pinFlow"):
            self.page.evaluate("command => { const app = document.querySelector('hark-list').app; app.step(1).then(() => app.run(command)) }", command)
            expect(self.page.locator("hark-notices")).to_contain_text("only on the computer" if command == "sessions" else "not change anything")

    def test_the_key_that_is_printed_opens_all_of_it(self):
        self.page.goto(self.url)
        expect(self.rows().first).to_be_attached()
        expect(self.page.locator("hark-top")).not_to_contain_text("view only")
        expect(self.page.locator("hark-top").get_by_role("button", name="tour")).to_be_visible()
        self.assertNotIn("#", self.page.url.removesuffix("#"))

    def test_forty_may_look(self):
        """A class has more tabs than one person."""
        self.log_in()
        token = self.page.evaluate("() => sessionStorage.getItem('hark.token')")
        pages = [self.page] + [self.new_page() for _ in range(5)]
        for page in pages[1:]:
            page.add_init_script(f"sessionStorage.setItem('hark.token', '{token}')")
            page.goto(self.base)
            expect(page.locator("hark-list .rows .row").first).to_be_attached()
        for page in pages:
            expect(page.locator("hark-top .link")).to_have_attribute("data-kind", "file")


class GuestTests(NetworkTests):
    """The same for one's own phone, which may change what is shown."""

    view_only = []
    context_options = {"viewport": {"width": 390, "height": 800}}

    test_the_key_that_is_printed_opens_all_of_it = test_forty_may_look = None
    test_what_is_asked_all_the_same_is_refused_in_a_sentence = None

    def test_a_class_logs_in_and_looks(self):
        self.log_in("#flow=3")
        self.selected(3)
        expect(self.page.locator("hark-top")).not_to_contain_text("view only")
        expect(self.page.locator("hark-top").get_by_role("button", name="tour")).to_have_count(0)
        heights = self.page.evaluate("() => [...document.querySelectorAll('hark-top nav button')].map(each => each.offsetHeight)")
        self.assertLess(max(heights), 36, "a name of a screen is in one line")
