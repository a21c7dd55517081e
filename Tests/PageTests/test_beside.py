"""Other sessions, files and requests of one's own over Hark itself. Needs the command (HARK, or a debug build)."""

import gzip
import json
import pathlib
import re
import shutil
import unittest

from playwright.sync_api import expect

from page_case import ProxyCase, real_hark, run


@unittest.skipIf(real_hark() is None, "hark is not built")
class BesideTests(ProxyCase):
    expected_errors = ProxyCase.expected_errors + "|a status of 409"

    def seen(self, url):
        # Each session that is opened has a page of its own, on another port.
        if not url.startswith(("http://127.0.0.1:", "blob:", "about:")):
            self.outside.append(url)

    def post(self, path, body, method="POST"):
        """The status and the answer."""
        return self.page.evaluate("""async ([path, body, method]) => { const { session } = document.querySelector('hark-list').app;
            try { return [200, await session.post(path, body, method)] } catch (error) { return [error.status, error.message] } }""", [path, body, method])

    def opened(self, title):
        """Another page has come in the place of this one."""
        expect(self.page).not_to_have_url(re.compile("^" + re.escape(self.url.split("#")[0])))
        expect(self.page.locator("hark-top .facts button").last).to_have_text(title)

    def drop(self, name, octets):
        self.page.evaluate("""([name, octets]) => { const data = new DataTransfer(); data.items.add(new File([new Uint8Array(octets)], name));
            document.querySelector('#grid').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }""", [name, list(octets)])

    def test_a_session_is_opened_by_its_name_and_by_nothing_else(self):
        sessions = pathlib.Path(self.folder) / "hark/sessions"
        outside = pathlib.Path(self.folder) / "outside.hark"
        self.ask("/api/v2/stations")
        expect(self.row(1)).to_be_attached()
        run(real_hark(), "demo", "--store", outside, env={"XDG_DATA_HOME": self.folder, "HOME": self.folder, "PATH": "/usr/bin:/bin"})
        shutil.copy(outside, sessions / "older.hark")
        (sessions / "link.hark").symlink_to(outside)
        (sessions / "broken.hark").write_bytes(b"SQLite format 3\0 and no more")
        answer = self.page.evaluate("document.querySelector('hark-list').app.session.get('/api/sessions')")
        names = {each["name"]: each for each in answer["sessions"]}
        self.assertIn("older", names)
        self.assertNotIn("link", names)
        self.assertGreater(names["older"]["flows"], 10)
        self.assertIsNone(names["broken"]["flows"])
        for name in ("../../outside", "../../outside.hark", str(outside), "older.hark", "link", "", ".", "..", "older/../older", "older\0"):
            self.assertEqual(self.post("/api/sessions", {"name": name})[0], 404, name)
        self.assertEqual(self.post("/api/sessions", {"name": "broken"})[0], 422)
        self.page.evaluate("document.querySelector('hark-list').app.run('sessions')")
        self.page.get_by_role("dialog").get_by_role("button", name="older", exact=True).click()
        self.opened("older")
        expect(self.page.locator("hark-top .link")).to_have_text("session")
        expect(self.row(1)).to_be_attached()
        # It is there to be read: nothing of it is changed.
        before = (sessions / "older.hark").read_bytes()
        self.assertEqual(self.post("/api/marks", {"flows": [1], "comment": "x"})[0], 409)
        view = self.page.evaluate("document.querySelector('hark-list').app.state.values.view")
        self.assertEqual(self.post(f"/api/views/{view['id']}/flows", {"matched": view["matched"]}, "DELETE")[0], 409)
        self.assertEqual((sessions / "older.hark").read_bytes(), before)
        # Nothing can be sent from what was recorded, and it is not reached through the proxy either.
        expect(self.page.get_by_role("button", name="New request")).to_be_hidden()
        own = self.page.url.split("#")[0]
        self.page.go_back()
        self.page.wait_for_function("() => document.querySelector('hark-list')?.app?.state.values.session?.session.kind === 'live'")
        self.assertNotIn("hark-list", self.fetch(own))

    def test_files_are_opened_and_stay_as_they_are(self):
        har = pathlib.Path(self.folder) / "tour.har"
        run(real_hark(), "demo", "--no-store", "--har", har, env={"XDG_DATA_HOME": self.folder, "HOME": self.folder, "PATH": "/usr/bin:/bin"})
        octets = har.read_bytes()
        count = len(json.loads(octets)["log"]["entries"])
        self.page.evaluate("document.querySelector('hark-list').app.run('sessions')")
        self.page.get_by_label("Open a file").set_input_files(str(har))
        self.opened("tour.har")
        expect(self.page.locator("hark-top")).to_contain_text(f"{count} exchanges")
        # A page that was opened opens others; what is packed is read, too.
        self.drop("../packed.har.gz", gzip.compress(octets))
        self.opened("packed.har.gz")
        expect(self.page.locator("hark-top")).to_contain_text(f"{count} exchanges")
        self.drop("none.bin", b"\x00\x01\x02 nothing that anybody reads")
        self.say("Hark cannot read this file")
        self.assertEqual(har.read_bytes(), octets)

    def test_a_request_from_curl_goes_through_hark(self):
        self.page.get_by_role("button", name="New request").click()
        url = self.page.get_by_role("dialog").get_by_label("URL", exact=True)
        url.fill("curl http://demo.hark.test/echo -H 'X-Own: yes' --json '{\"a\": 1}'")
        self.press("Tab")
        expect(url).to_have_value("http://demo.hark.test/echo")
        self.page.get_by_role("dialog").get_by_role("button", name="Send", exact=True).click()
        title = self.page.locator("hark-inspector .title")
        expect(title).to_contain_text("#1 POST demo.hark.test/echo")
        expect(title).to_contain_text("200")
        self.press("b")
        expect(self.page.locator('.bodies [data-side="response"]')).to_contain_text("X-Own")
        # Hark itself is no server to send to.
        own = self.url.split("/#")[0]
        status, text = self.post("/api/send", {"to": own, "message": "R0VUIC8gSFRUUC8xLjENCkhvc3Q6IGENCg0K"})
        self.assertEqual(status, 422, text)

    def test_tunnels_that_were_opened_are_folded(self):
        for _ in range(2):
            self.fetch("https://demo.hark.test/api/v2/stations", "-k")
        methods = self.page.locator('hark-list .rows .row [data-column="method"]')
        expect(methods).to_have_text(["GET", "GET"])
        self.page.reload()
        expect(self.page.locator("hark-filter .words")).to_contain_text("2 CONNECT requests folded")
        expect(methods).to_have_text(["GET", "GET"])
        self.page.get_by_role("button", name="CONNECT", exact=True).click()
        expect(methods).to_have_text(["CONNECT", "GET", "CONNECT", "GET"])


if __name__ == "__main__":
    unittest.main()
