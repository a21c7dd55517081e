"""The page over Hark itself: what it draws agrees with what Hark knows. Needs the command (HARK, or a debug build)."""

import http.server
import pathlib
import re
import shutil
import subprocess
import tempfile
import threading
import unittest

from playwright.sync_api import expect

import lens
from page_case import PageCase, ProxyCase, environment, real_hark, run


@unittest.skipIf(real_hark() is None, "hark is not built")
class RealTests(PageCase):
    """A tour of the demo site, shown by `hark page`."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="hark-page-")
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        cls.environment = environment(cls.folder)
        run(real_hark(), "demo", "--no-store", "--har", f"{cls.folder}/tour.har", env=cls.environment)

    def setUp(self):
        self.outside, self.wrong = [], []
        self.process = subprocess.Popen([real_hark(), "page", "--listen", "127.0.0.1:0", f"{self.folder}/tour.har"], stderr=subprocess.PIPE, text=True, env=self.environment)
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait, 10)
        self.addCleanup(self.process.terminate)
        self.url = re.search(r"http://\S+", self.process.stderr.readline())[0]
        self.open_context(accept_downloads=True)
        self.page.goto(self.url)
        expect(self.rows().first).to_be_attached()

    def seen(self, url):
        if not url.startswith((self.url.split("#")[0], "blob:", "about:")):
            self.outside.append(url)

    def get(self, path):
        return self.page.evaluate("path => document.querySelector('hark-list').app.session.get(path)", path)

    def octets(self, path):
        return bytes(self.page.evaluate("async path => [...await document.querySelector('hark-list').app.session.octets(path)]", path))

    def flows(self):
        count = self.page.evaluate("document.querySelector('hark-list').app.state.values.view.matched")
        return range(1, count + 1)

    def test_every_byte_of_every_message_has_a_path(self):
        for number in self.flows():
            for message in self.get(f"/api/flows/{number}/explain")["messages"]:
                self.assertTrue(self.tiled(message["spans"], message["offset"], message["offset"] + message["length"]), f"{number} {message['kind']}")

    def tiled(self, spans, first, end):
        at = first
        for span in spans:
            if span["offset"] != at or span["text"] == "" or (span["children"] and not self.tiled(span["children"], at, at + span["length"])):
                return False
            at += span["length"]
        return at == end

    def test_what_the_lens_shows_are_the_octets_of_the_wire(self):
        for number in (1, 12, 19, 20, 23):
            self.page.evaluate("id => { const app = document.querySelector('hark-list').app; app.select(id); app.open('bytes') }", number)
            self.page.wait_for_function("id => document.querySelector('hark-list').app.state.values.detail?.id === id", arg=number)
            for side, name in enumerate(("request", "response")):
                expected = self.octets(f"/api/flows/{number}/{name}/head")
                # Its last line, so that all before it was drawn; the pictures of line ends stand between lines alone.
                last = expected.decode("latin1").split("\r\n")[-3]
                expect(self.page.locator(".octets").nth(side)).to_contain_text(last)

    def test_the_drawn_differences_make_of_what_came_what_went(self):
        for number in self.flows():
            changes = self.get(f"/api/flows/{number}/changes")
            for message in changes["messages"]:
                for part in message["parts"]:
                    if part["part"] != "head":
                        continue
                    kind = message["message"]
                    came = [line["came"] for line in part["lines"] if line["came"] is not None]
                    went = [line["went"] for line in part["lines"] if line["went"] is not None]
                    self.assertEqual("\r\n".join(came), self.octets(f"/api/flows/{number}/{kind}/head").decode("latin1").rstrip("\r\n"), f"{number} {kind}")
                    self.assertEqual("\r\n".join(went), self.octets(f"/api/flows/{number}/{kind}/sent").decode("latin1").rstrip("\r\n"), f"{number} {kind}")
                    self.assertTrue(all(line["reason"] for line in part["lines"] if line["action"] != "same"))

    def test_the_five_questions_are_answered_on_the_screen(self):
        answers = [
            ("status = 304", "Cache", "304"),
            ("path = /login", "Cookies", "not stored"),
            ("path ~ \"/chunked*\"", "Overview", "chunked"),
            ("path ~ \"/chunked*\"", "Changes", "RFC 9112 §3.2.1"),
        ]
        for filter_, tab, text in answers:
            self.page.evaluate("async filter => { const app = document.querySelector('hark-list').app; await app.look(filter, null); app.state.set({ selected: null, detail: null, index: -1 }); await app.step(1); app.open() }", filter_)
            self.page.get_by_role("tab", name=tab).click()
            expect(self.page.locator("hark-inspector .panel")).to_contain_text(text)
        self.page.evaluate("document.querySelector('hark-list').app.look('', null)")
        self.page.get_by_role("button", name="Connections").click()
        self.page.locator("details.lane").first.wait_for()
        self.assertGreater(self.page.locator("details.lane").count(), 40)

    def test_every_screen_and_tab_has_something_to_say(self):
        self.page.evaluate("document.querySelector('hark-list').app.select(12)")
        for tab in ("overview", "headers", "body", "bytes", "timing", "changes", "cookies", "cache", "tls"):
            self.page.evaluate("tab => document.querySelector('hark-list').app.open(tab)", tab)
            expect(self.page.locator("hark-inspector .panel")).to_have_text(re.compile(r"\w{3}"))
        for screen in ("lanes", "jar", "redirects", "endpoints", "replay", "film", "projector"):
            self.screen(screen)

    def test_completion_and_mistakes_come_from_the_language_itself(self):
        field = self.page.get_by_role("combobox", name="Filter")
        field.press_sequentially("stat")
        expect(self.page.get_by_role("option").first).to_contain_text("status")
        field.fill("staus = 1")
        field.press("Enter")
        expect(self.page.locator("hark-filter .wrong mark")).to_have_text("staus")

    def test_what_if_changes_a_verdict_and_sends_nothing(self):
        self.page.evaluate("document.querySelector('hark-list').app.select(14)")
        self.page.evaluate("document.querySelector('hark-list').app.open()")
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.detail?.flow")
        self.page.get_by_role("button", name="What if").click()
        head = self.page.get_by_role("textbox", name="Head of the response")
        head.fill(head.input_value().replace("no-cache", "no-store"))
        self.page.get_by_role("button", name="Explain it").click()
        expect(self.page.locator(".verdict h3", has_text="caching")).to_be_visible()

    def test_each_byte_has_a_rule_and_the_lens_shows_it(self):
        found = self.page.evaluate(lens.PLACES)
        self.assertEqual(found["bare"], [], "bytes that no rule names")
        self.assertGreater(len(found["places"]), 60)
        for place in found["places"]:
            shown = self.page.evaluate(lens.GO, place)
            self.assertEqual(shown["here"], place["rule"], place)
            self.assertRegex(shown["meaning"], r"\w{2}", place)

    def test_a_moment_is_one_page_without_script_that_loads_nothing(self):
        self.page.evaluate("document.querySelector('hark-list').app.select(12)")
        self.page.evaluate("document.querySelector('hark-list').app.open()")
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.detail?.flow")
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Share").click()
        text = open(download.value.path(), encoding="utf-8").read()
        self.assertNotRegex(text, r"(?i)<script|<link|<iframe|\son\w+\s*=|(src|href|action)\s*=\s*[\"']?(https?:|//)|@import|url\(")
        self.assertIn("demo.hark.test", text)
        secret = self.octets("/api/flows/12/request/head").decode("latin1").split("session=")[1].split(";")[0]
        self.assertGreater(len(secret), 8)
        self.assertNotIn(secret, text, "a secret is in it, also where the page repeats it")
        self.read_without_style(text)

    def read_without_style(self, text):
        """As a browser shows it in which nothing runs, loads, or is styled: all of it, in its order."""
        plain = self.context.browser.new_context(java_script_enabled=False)
        self.addCleanup(plain.close)
        page, asked = plain.new_page(), []
        page.on("request", lambda request: asked.append(request.url))
        page.set_content(re.sub(r"(?s)<style.*?</style>", "", text))
        read = page.locator("body").inner_text()
        places = [read.find(part) for part in ("GET http://demo.hark.test/account HTTP/1.1", "Host: demo.hark.test", "HTTP/1.1 200 OK", "Cache-Control: no-store")]
        self.assertEqual(places, sorted(places))
        self.assertGreaterEqual(places[0], 0, read[:400])
        self.assertRegex(read, r"\n\d*Host: demo\.hark\.test.*\n", "each line of a head is one")
        self.assertEqual(asked, [])


@unittest.skipIf(real_hark() is None, "hark is not built")
class LiveTests(ProxyCase):
    def test_what_passes_is_shown_as_it_passes(self):
        expect(self.page.locator("hark-list .empty")).to_contain_text("Hark is waiting for a client")
        self.ask("/echo")
        expect(self.row(1)).to_contain_text("demo.hark.test/echo")
        expect(self.page.locator("hark-list .empty")).to_be_hidden()
        for _ in range(3):
            self.ask("/status/404")
        expect(self.row(4)).to_contain_text("404 △")
        self.page.get_by_role("combobox", name="Filter").fill("status = 404")
        self.press("Enter")
        expect(self.rows()).to_have_count(3)
        self.ask("/status/404")
        expect(self.row(5)).to_be_visible()
        self.ask("/echo")
        expect(self.page.locator("hark-top")).to_contain_text("6 exchanges")
        expect(self.row(6)).to_have_count(0)

    def running(self, *words):
        """A client that goes on until the test has seen enough."""
        proxy = self.page.evaluate("() => document.querySelector('hark-list').app.state.values.session.session.proxy[0]")
        client = subprocess.Popen(["curl", "-sN", *(word.replace("PROXY", proxy) for word in words)], stdout=subprocess.DEVNULL)
        self.addCleanup(client.wait, 10)
        self.addCleanup(client.kill)
        return client

    def watch(self, client, number, *texts):
        """Message by message, while the client still waits for more."""
        expect(self.row(number)).to_contain_text("○")
        self.select(number)
        self.page.get_by_role("tab", name="Messages").click()
        messages = self.page.locator(".panel .message")
        for place, text in enumerate(texts):
            expect(messages.nth(place)).to_contain_text(text)
            self.assertIsNone(client.poll(), "it has ended")
        expect(self.row(number)).to_contain_text("○")

    def ends(self, client, number):
        client.kill()
        expect(self.row(number)).not_to_contain_text("○")

    def test_a_call_is_watched_message_by_message(self):
        # Station 1, 20 readings, one a second.
        request = pathlib.Path(self.folder) / "watch"
        request.write_bytes(b"\0\0\0\0\x07\x08\x01\x10\x14\x18\xe8\x07")
        client = self.running("--http2-prior-knowledge", "--connect-to", "::PROXY", "-H", "Content-Type: application/grpc", "-H", "TE: trailers", "--data-binary", f"@{request}",
                              "http://demo.hark.test/hark.demo.Stations/Watch")
        self.watch(client, 1, "1000", "1: 1", "1: 2", "1: 3")
        self.page.get_by_role("tab", name="Frames").click()
        data = self.page.locator(".frames section > .wire > li", has_text="DATA")
        # One from the client, and four of the site's.
        expect(data.nth(4)).to_contain_text("window")
        connection = self.page.locator(".frames details", has=self.page.get_by_role("heading", name="Client connection 1"))
        connection.locator("summary").click()
        expect(connection).to_contain_text("INITIAL_WINDOW_SIZE")
        expect(connection).to_contain_text("It was still open when this was recorded.")
        block = self.page.locator(".frames section > .wire details").first
        block.locator("summary").click()
        expect(block.locator("dt").first).to_have_text(":method: POST")
        # More come, and what was opened stays so.
        expect(data.nth(6)).to_contain_text("window")
        expect(connection).to_have_attribute("open", "")
        expect(block).to_have_attribute("open", "")
        self.assertIsNone(client.poll())
        self.ends(client, 1)

    def test_events_and_a_socket_are_watched_message_by_message(self):
        events = self.running("-x", "http://PROXY", "http://demo.hark.test/events?count=20&every=1000")
        self.watch(events, 1, "event 1 of 20", "event 2 of 20", "event 3 of 20")
        self.ends(events, 1)
        upgrade = [word for name in ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: SGFyayBpcyBsaXN0ZW5pbg==") for word in ("-H", name)]
        socket = self.running("-x", "http://PROXY", "http://demo.hark.test/socket/clock?count=20&every=1000", *upgrade)
        self.watch(socket, 2, "1", "2", "3")
        self.ends(socket, 2)

    def test_the_request_is_sent_again_from_the_page(self):
        self.ask("/echo", "-H", "X-Here: 1")
        self.select(1)
        self.press("x")
        head = self.page.get_by_role("textbox", name="Head of the request")
        head.fill(head.input_value().replace("X-Here: 1", "X-Here: 2"))
        self.page.get_by_role("button", name="Send", exact=True).click()
        expect(self.page.get_by_role("dialog")).to_be_hidden()

    def test_lanes_are_the_servers_own_log_of_its_connections(self):
        log = []

        class Origin(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def setup(self):
                super().setup()
                self.own = []
                log.append(self.own)

            def do_GET(self):
                self.own.append(self.path)
                self.send_response(200)
                self.send_header("Content-Length", "2")
                if self.path.endswith("/last"):
                    self.send_header("Connection", "close")
                self.end_headers()
                self.wfile.write(b"ok")

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Origin)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for path in ("/a", "/b", "/a/last", "/c", "/c/last", "/d"):
            self.fetch(f"http://127.0.0.1:{server.server_port}{path}")
        self.assertEqual(sorted(path for own in log for path in own), ["/a", "/a/last", "/b", "/c", "/c/last", "/d"])
        self.assertGreater(len(log), 1)
        self.assertLess(len(log), 6, "some are used again")
        expect(self.row(6)).to_contain_text("200")
        self.screen("lanes")
        lanes = self.page.get_by_role("region", name="Hark ▸ servers").locator("details.lane")
        expect(lanes).to_have_count(len(log))
        drawn = [re.findall(r"GET (\S+)", " ".join(lane.locator("li").all_text_contents())) for lane in lanes.all()]
        self.assertEqual(drawn, log)
        for lane, own in zip(lanes.all(), log, strict=True):
            self.assertEqual("closed by the server" in lane.text_content(), own[-1].endswith("/last"), own)

    def test_the_page_is_not_reached_through_the_proxy(self):
        self.assertNotIn("hark-list", self.fetch(self.url.split("#")[0]))


if __name__ == "__main__":
    unittest.main()
