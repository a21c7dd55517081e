"""What people do all day, counted in steps: a click or a key; what is typed into a field is none. Beside each task what the best of
mitmweb, HTTP Toolkit and the browser's DevTools need for it; where none of them can do it, what the page is held to."""

import re
import subprocess
import unittest

from playwright.sync_api import expect

from page_case import PageCase, ProxyCase, real_hark


class Steps:
    """Counts what a person does."""

    def counting(self, most):
        self.steps, self.most = 0, most

    def click(self, locator, **options):
        self.steps += 1
        locator.click(**options)

    def key(self, *keys):
        for key in keys:
            self.steps += 1
            self.page.keyboard.press(key)

    def type(self, text):
        self.page.keyboard.type(text)

    def done(self):
        self.assertLessEqual(self.steps, self.most)
        self.assertGreater(self.steps, 0)

    def button(self, name, **options):
        return self.page.get_by_role("button", name=name, **options)

    def menu(self, row, item):
        self.click(row, button="right")
        self.click(self.page.get_by_role("menuitem", name=item))

    def cell(self, number):
        return self.row(number).locator('[data-column="method"]')


class TaskTests(Steps, PageCase):
    def begin(self, most):
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.open()
        self.counting(most)

    def test_01_find_what_failed(self):
        self.begin(1)
        self.click(self.button("Failed", exact=True))
        expect(self.button("Failed", exact=True)).to_have_attribute("aria-pressed", "true")
        expect(self.page.locator('hark-list .rows .row:is([data-kind="client"], [data-kind="server"], [data-kind="failed"])').first).to_be_visible()
        expect(self.page.locator('hark-list .rows .row:is([data-kind="success"], [data-kind="redirect"])')).to_have_count(0)
        self.done()

    def test_02_read_the_body_of_a_request_as_json(self):
        self.begin(2)
        self.click(self.cell(494))
        self.key("b")
        expect(self.page.locator('.bodies [data-side="request"] .bodyline').first).to_be_visible()
        self.done()

    def test_03_copy_as_curl(self):
        self.begin(3)
        self.menu(self.cell(499), "Copy as curl")
        self.say("Copied as curl, secrets replaced.")
        self.done()

    def test_04_compare_two(self):
        self.begin(5)
        self.click(self.cell(499))
        self.key("m", "j", "m", "=")
        expect(self.page.locator("hark-screen h2")).to_have_text("Compare #499 and #500")
        self.done()

    def test_05_which_response_set_a_cookie(self):
        self.begin(2)
        self.key("c")
        self.click(self.page.locator(".cell.set").first)
        expect(self.page.locator(".jar .lead")).to_contain_text(re.compile(r"in #\d+: "))
        self.done()

    def test_06_why_a_cookie_is_not_sent(self):
        self.begin(2)
        self.key("c")
        self.click(self.page.locator(".cell.withheld").first)
        expect(self.page.locator(".jar .lead")).to_contain_text("withheld")
        self.done()

    def test_07_why_a_response_came_from_a_cache(self):
        self.begin(2)
        self.click(self.cell(499))
        self.key("8")
        expect(self.page.locator("hark-inspector .cache")).to_contain_text("private cache")
        self.done()

    def test_08_where_the_time_goes(self):
        self.begin(2)
        self.click(self.cell(499))
        self.key("t")
        expect(self.page.locator(".gantt .phase").first).to_be_attached()
        self.done()

    def test_09_filter_by_status(self):
        self.begin(2)
        self.key("/")
        self.type("status = 404")
        self.key("Enter")
        expect(self.page.locator("hark-filter .words")).to_contain_text("Flows where the status is 404")
        self.done()

    def test_10_edit_a_body_and_send_it_again(self):
        self.begin(3)
        self.click(self.cell(494))
        self.key("x")
        self.page.get_by_role("textbox", name="Body of the request").fill("{}")
        self.click(self.button("Send", exact=True))
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#501 ")
        self.assertTrue(self.site.resent[0]["message"].endswith(b"\r\n\r\n{}"))
        self.done()

    def test_11_messages_of_a_socket(self):
        self.begin(2)
        self.page.evaluate("() => { const list = document.querySelector('hark-list'); list.app.state.set({ follow: false }); list.show(0); }")
        self.click(self.cell(2))
        self.key("0")
        expect(self.page.locator(".panel .message").first).to_be_visible()
        self.done()

    def test_26_frames_of_http_2(self):
        """None of the three has them."""
        self.begin(2)
        self.page.evaluate("() => { const list = document.querySelector('hark-list'); list.app.state.set({ follow: false }); list.show(0); }")
        self.click(self.cell(1))
        self.key("0")
        expect(self.page.locator(".panel .frames")).to_contain_text("WINDOW_UPDATE")
        self.done()

    def test_12_find_text_in_a_body(self):
        self.begin(2)
        self.click(self.cell(494))
        self.key("b")
        self.page.get_by_label("Find in the body of the request").fill("for you")
        expect(self.page.locator('[data-side="request"] .find')).to_contain_text("1 of 1 match")
        self.done()

    def test_13_save_a_har_without_credentials(self):
        self.begin(2)
        with self.page.expect_download() as download:
            self.key("o")
            self.type("har")
            self.key("Enter")
        self.assertIn("secrets=0", download.value.url)
        self.done()

    def test_14_share_an_exchange_as_a_page(self):
        self.begin(2)
        with self.page.expect_download():
            self.click(self.cell(499))
            self.click(self.button("Share"))
        self.done()

    def test_15_open_a_file(self):
        self.begin(1)
        with self.page.expect_navigation(url=re.compile(r"/\?file=x\.har")):
            self.steps += 1
            self.page.evaluate("""() => { const data = new DataTransfer(); data.items.add(new File(['{}'], 'x.har'));
                document.querySelector('#grid').dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })); }""")
        self.done()

    def test_16_empty_the_list(self):
        self.begin(1)
        self.click(self.button("Clear", exact=True))
        expect(self.page.locator("hark-list .empty")).to_contain_text("nothing was deleted")
        self.done()

    def test_17_switch_to_another_session(self):
        self.begin(2)
        self.click(self.page.locator("hark-top").get_by_role("button", name="made up"))
        with self.page.expect_navigation(url=re.compile(r"/\?session=")):
            self.click(self.page.get_by_role("dialog").get_by_role("button", name="2026-11-22T12-00-00Z"))
        self.done()

    def test_18_who_the_server_is(self):
        self.begin(2)
        self.click(self.cell(499))
        self.key("9")
        expect(self.page.get_by_role("tab", selected=True)).to_have_text("TLS")
        self.done()

    def test_19_without_a_mouse(self):
        self.begin(3)
        self.page.locator("#grid").focus()
        self.key("g", "j", "Enter")
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#2 ")
        self.done()

    def test_20_send_traffic_from_a_phone(self):
        self.begin(2)
        self.key(":")
        self.type("how to send traffic")
        self.key("Enter")
        expect(self.page.get_by_role("dialog").get_by_role("img", name="QR code")).to_be_visible()
        self.done()


@unittest.skipIf(real_hark() is None, "hark is not built")
class ChangingTests(Steps, ProxyCase):
    """What changes traffic needs a proxy."""

    def begin(self, most, path="/echo"):
        self.ask(path)
        expect(self.row(1)).to_be_visible()
        self.counting(most)

    def make_rule(self):
        self.click(self.button("Rule", exact=True))
        expect(self.page.get_by_role("dialog").get_by_role("option").first).to_be_visible()

    def test_21_mock_a_response(self):
        self.begin(4, "/status/404")
        self.click(self.cell(1))
        self.make_rule()
        self.key("Enter")
        expect(self.page.locator("[data-rule=answer-1]")).to_be_visible()
        self.done()

    def test_22_hold_a_request_edit_its_body_and_let_it_go_on(self):
        self.begin(6)
        self.click(self.cell(1))
        self.make_rule()
        self.type("hold")
        self.key("Enter")
        expect(self.page.locator("[data-rule=hold-1]")).to_be_visible()
        proxy = self.page.evaluate("() => document.querySelector('hark-list').app.state.values.session.session.proxy[0]")
        client = self.waiting("-x", f"http://{proxy}", "-X", "GET", "-d", "old", "http://demo.hark.test/echo")
        self.click(self.button("Open #2"))
        self.page.get_by_label("Held body", exact=True).fill("new body")
        self.click(self.button("Send this version"))
        # The rule holds the response, too.
        expect(self.page.locator('[data-held="2"]')).to_contain_text("response of http://demo.hark.test/echo")
        self.click(self.button("Send #2"))
        self.assertIn("new body", client.communicate(timeout=60)[0])
        self.done()

    def waiting(self, *words):
        client = subprocess.Popen(["curl", "-s", "--max-time", "60", *words], stdout=subprocess.PIPE, text=True)
        self.addCleanup(client.stdout.close)
        self.addCleanup(client.wait, 60)
        return client

    def test_27_events_while_they_come(self):
        proxy = self.page.evaluate("() => document.querySelector('hark-list').app.state.values.session.session.proxy[0]")
        # It ends with the test.
        client = self.waiting("-N", "-x", f"http://{proxy}", "http://demo.hark.test/events?count=100&every=1000")
        self.addCleanup(client.kill)
        expect(self.row(1)).to_be_visible()
        self.counting(2)
        self.click(self.cell(1))
        self.key("0")
        messages = self.page.locator(".panel .message")
        expect(messages.nth(1)).to_contain_text("event 2 of 100")
        self.assertIsNone(client.poll(), "it has ended")
        # The review found that it was called cut off.
        expect(self.page.locator("hark-inspector")).not_to_contain_text("cut off")
        self.done()

    def test_23_throttle_all_traffic(self):
        self.begin(2)
        # To open it, and to choose.
        self.steps += 2
        self.page.get_by_label("Throttle all traffic").select_option("3g")
        self.page.wait_for_function("async () => (await document.querySelector('hark-list').app.session.get('/api/rules')).rules.some(rule => rule.name === 'network')")
        self.done()

    def test_24_send_a_host_to_localhost(self):
        self.begin(3)
        self.click(self.cell(1))
        self.make_rule()
        self.type("localhost")
        self.key("Enter")
        expect(self.page.locator("[data-rule]")).to_contain_text("localhost")
        self.done()

    def test_25_block_a_host(self):
        self.begin(2)
        self.menu(self.cell(1), "Block this host")
        expect(self.page.locator("[data-rule]")).to_be_visible()
        self.assertNotIn("demo.hark.test/echo", self.ask("/echo"))
        self.done()


if __name__ == "__main__":
    unittest.main()
