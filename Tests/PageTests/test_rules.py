"""Rules and held messages on the page of a running proxy."""

import json
import pathlib
import subprocess
import unittest

from playwright.sync_api import expect

from page_case import ProxyCase, real_hark

PAYLOAD = "<img src=x onerror=hit()>"


@unittest.skipIf(real_hark() is None, "hark is not built")
class RuleTests(ProxyCase):
    def proxy(self):
        return self.page.evaluate("() => document.querySelector('hark-list').app.state.values.session.session.proxy[0]")

    def api(self, path, body=None, method="POST"):
        call = "([path, body, method]) => { const { session } = document.querySelector('hark-list').app; return body ? session.post(path, body, method) : session.get(path); }"
        return self.page.evaluate(call, [path, body, method])

    def rules(self):
        self.page.keyboard.press("r")
        return self.page.locator(".rules")

    def write(self, text):
        self.page.get_by_label("Rules, one per line").fill(text)

    def curl(self, *words):
        return subprocess.Popen(["curl", "-s", "--max-time", "60", "-x", f"http://{self.proxy()}", *words], stdout=subprocess.PIPE, text=True)

    def hold(self, path, *words):
        curl = self.curl(*words, f"http://demo.hark.test{path}")
        self.addCleanup(curl.stdout.close)
        self.addCleanup(curl.wait, 60)
        # The whole URL: "/1" alone is in HTTP/1.1 too.
        expect(self.page.locator("[data-held]").last).to_contain_text("demo.hark.test" + path.split("?")[0])
        return curl

    def test_a_form_and_its_text_are_the_same_rule(self):
        rules = self.rules()
        rules.get_by_role("group", name="New rule").get_by_role("button", name="Mock").click()
        text, form = self.page.get_by_label("Rules, one per line"), rules.get_by_role("group", name="The rule as a form")
        expect(form.get_by_label("Status")).to_have_value("200")
        form.get_by_label("Name").fill("mocked")
        form.get_by_label("When").fill("path = /mocked")
        form.get_by_label("Type").fill("text/plain")
        form.get_by_label("Body").fill('two\nlines "quoted" {method')
        line = 'mocked: when path = /mocked do respond 200 "Content-Type: text/plain" text "two\\nlines \\"quoted\\" {method"'
        expect(text).to_have_value(f"{line}\n")
        # The text changes the form, too.
        text.fill(line.replace("respond 200", "respond 418"))
        expect(form.get_by_label("Status")).to_have_value("418")
        rules.get_by_role("button", name="Switch on").click()
        expect(rules.locator("[data-rule=mocked]")).to_be_visible()
        self.assertEqual(self.ask("/mocked"), 'two\nlines "quoted" {method')
        # What no form has, has none.
        text.fill("a: do pin")
        expect(form.get_by_label("Status")).to_have_count(0)

    def test_the_switch_throttles_all_traffic(self):
        switch = self.page.get_by_label("Throttle all traffic")
        expect(switch).to_have_value("")
        self.api("/api/rules", {"revision": self.api("/api/rules")["revision"], "source": "page", "text": "a: do pin\n"}, "PUT")
        switch.select_option("edge")
        rules = self.rules()
        expect(rules.locator("[data-rule=network]")).to_be_visible()
        expect(rules.locator("[data-rule=a]")).to_be_visible()
        self.assertEqual(self.api("/api/rules")["sources"][0]["text"], "a: do pin\nnetwork: do throttle edge\n")
        switch.select_option("")
        expect(rules.locator("[data-rule=network]")).to_have_count(0)
        expect(rules.locator("[data-rule=a]")).to_be_visible()
        # Whoever writes the rule turns the switch.
        self.api("/api/rules", {"revision": self.api("/api/rules")["revision"], "source": "page", "text": "network: do throttle 3g"}, "PUT")
        expect(switch).to_have_value("3g")

    def test_a_rule_is_written_with_help_and_in_force(self):
        rules = self.rules()
        self.write("a: when path = /x do brek request")
        expect(rules.locator("#rule-words")).to_contain_text("line 1, column 22")
        expect(rules.locator("#rule-words")).to_contain_text("Did you mean 'break'?")
        self.write("a: when path = /x do resp")
        rules.locator(".offer").get_by_role("button", name="respond", exact=True).click()
        self.page.keyboard.type("203")
        expect(rules.locator("#rule-words")).to_contain_text("When the path is /x: answers 203 itself.")
        rules.get_by_role("button", name="Switch on").click()
        expect(rules.locator("[data-rule=a]")).to_contain_text("0 hits")
        expect(self.page.locator("nav [data-screen=rules]")).to_have_text("Rules 1")
        self.ask("/x")
        expect(rules.locator("[data-rule=a]")).to_contain_text("1 hit")
        # From the rule to its messages, and from the message to its rule.
        rules.get_by_role("button", name="1 hit").click()
        expect(self.rows()).to_have_count(1)
        self.rows().first.click()
        self.page.keyboard.press("Enter")
        expect(self.page.locator("hark-inspector")).to_contain_text("(page:1) respond 203")

    def test_a_rule_is_switched_off_and_on(self):
        self.api("/api/rules", {"revision": 1, "text": "a: do respond 203\nb: do pin\n"}, "PUT")
        rules = self.rules()
        rules.locator("[data-rule=a] input").click()
        expect(rules.locator("[data-rule=a]")).to_contain_text("(off)")
        self.assertEqual([rule["on"] for rule in self.api("/api/rules")["rules"]], [False, True])
        rules.get_by_role("button", name="Later: a").click()
        expect(rules.locator("[data-rule]").first).to_contain_text("b")

    def test_an_exchange_becomes_its_own_mock_in_two_clicks(self):
        before = self.ask("/redirect/1")
        expect(self.rows()).to_have_count(1)
        self.select(1)
        self.page.keyboard.press("Enter")
        self.page.get_by_role("button", name="Rule", exact=True).click()
        self.page.get_by_role("option", name="answer this request with this response").click()
        expect(self.page.locator("[data-rule=answer-1]")).to_contain_text("0 hits")
        self.assertEqual(self.ask("/redirect/1"), before)
        expect(self.page.locator("[data-rule=answer-1]")).to_contain_text("1 hit")

    def test_a_held_message_goes_on_as_edited(self):
        self.api("/api/rules", {"revision": 1, "text": "look: when method = DELETE do break request\n"}, "PUT")
        rules = self.rules()
        curl = self.hold("/held", "-X", "DELETE", "-i")
        expect(rules.locator("[data-held]")).to_contain_text("client waits 0:")
        expect(rules.locator("[data-held]")).to_contain_text("is forwarded in 9:")
        rules.get_by_role("button", name="Open #1").click()
        text = self.page.get_by_label("Held message", exact=True)
        expect(rules.locator(".backdrop .name").first).to_have_text("Host")
        text.fill("DELETE /held HTTP/1.1\nHost demo.hark.test\n")
        rules.get_by_role("button", name="Send this version").click()
        expect(rules.get_by_role("alert").last).to_contain_text("line 2, column 1")
        expect(rules.locator("[data-held]")).to_have_count(1)
        text.fill("GET /redirect/1 HTTP/1.1\nHost: demo.hark.test\n\n")
        rules.get_by_role("button", name="Send this version").click()
        expect(rules.locator("[data-held]")).to_have_count(0)
        self.assertIn(" 30", curl.communicate(timeout=60)[0].splitlines()[0])

    def held_body(self):
        return self.page.get_by_label("Held body", exact=True)

    def test_a_held_request_goes_on_with_another_body(self):
        self.api("/api/rules", {"revision": 1, "text": "look: when method = POST do break request\n"}, "PUT")
        rules = self.rules()
        curl = self.hold("/echo", "-H", "Content-Type: application/json", "-d", '{"a": 1}')
        rules.get_by_role("button", name="Open #1").click()
        expect(self.held_body()).to_have_value('{"a": 1}')
        self.held_body().fill('{"a": 2')
        expect(rules).to_contain_text("Not valid JSON")
        self.held_body().fill('{"a": "Tür"}')
        expect(rules).not_to_contain_text("Not valid JSON")
        # Until somebody decides, nothing goes on.
        self.assertIsNone(curl.poll())
        rules.get_by_role("button", name="Send this version").click()
        expect(rules.locator("[data-held]")).to_have_count(0)
        answer = curl.communicate(timeout=60)[0]
        self.assertIn('{"a": "Tür"}', answer)
        self.assertRegex(answer, "(?i)content-length: 13")

    def test_a_held_response_goes_on_with_another_body(self):
        self.api("/api/rules", {"revision": 1, "text": "look: do break response\n"}, "PUT")
        rules = self.rules()
        curl = self.hold("/status/404", "-i")
        rules.get_by_role("button", name="Open #1").click()
        expect(self.held_body()).not_to_have_value("")
        self.held_body().fill("nothing here")
        rules.get_by_role("button", name="Send this version").click()
        head, body = curl.communicate(timeout=60)[0].split("\n\n", 1)
        self.assertEqual(body, "nothing here")
        self.assertRegex(head, r"(?i)HTTP/1.1 404[^\n]*\n(.*\n)*content-length: 12")

    def test_a_held_body_that_is_no_text_stays_as_it_is(self):
        self.api("/api/rules", {"revision": 1, "text": "look: when method = POST do break request\n"}, "PUT")
        rules = self.rules()
        path = pathlib.Path(self.folder) / "octets"
        path.write_bytes(b"\xff\xfe\x00ABC")
        curl = self.hold("/echo", "--data-binary", f"@{path}")
        rules.get_by_role("button", name="Open #1").click()
        expect(self.held_body()).to_have_value("ff fe 00 41 42 43")
        rules.get_by_role("button", name="Send this version").click()
        self.assertIn("fffe00414243", curl.communicate(timeout=60)[0])
        curl = self.hold("/echo", "--data-binary", f"@{path}")
        rules.get_by_role("button", name="Open #2").click()
        expect(self.held_body()).to_have_value("ff fe 00 41 42 43")
        rules.get_by_role("group", name="Form of the body").get_by_role("button", name="text").click()
        expect(rules).to_contain_text("These bytes are not text.")
        self.held_body().fill("ff f")
        expect(rules).to_contain_text("Not hex")
        rules.get_by_role("button", name="Send this version").click()
        expect(self.page.locator("hark-notices")).to_contain_text("The body is not hex")
        self.assertIsNone(curl.poll())
        self.held_body().fill("ff fe 01")
        rules.get_by_role("button", name="Send this version").click()
        self.assertIn("fffe01", curl.communicate(timeout=60)[0])

    def test_without_a_body_there_is_none_to_edit(self):
        self.api("/api/rules", {"revision": 1, "text": "look: do break request\n"}, "PUT")
        rules = self.rules()
        self.hold("/echo")
        rules.get_by_role("button", name="Open #1").click()
        expect(rules).to_contain_text("The request has no body.")
        expect(self.held_body()).to_have_count(0)
        rules.get_by_role("button", name="Drop #1").click()

    def test_many_are_answered_by_a_filter(self):
        self.api("/api/rules", {"revision": 1, "text": "look: do break request\n"}, "PUT")
        rules = self.rules()
        curls = [self.hold(f"/{number}") for number in range(3)]
        self.page.get_by_label("Filter of held messages").fill("path = /1")
        self.page.get_by_label("Filter of held messages").press("Enter")
        expect(rules.locator("[data-held]")).to_have_count(1)
        rules.get_by_role("button", name="Answer all").click()
        self.assertEqual(curls[1].communicate(timeout=60)[0], "busy")
        self.page.get_by_label("Filter of held messages").fill("")
        self.page.get_by_label("Filter of held messages").press("Enter")
        expect(rules.locator("[data-held]")).to_have_count(2)
        rules.get_by_role("button", name="Drop all").click()
        expect(rules.locator("[data-held]")).to_have_count(0)

    def test_what_is_held_and_tried_runs_nothing(self):
        text = f"look: when method = DELETE do break request, comment {json.dumps(PAYLOAD)}\nmock: do comment {json.dumps(PAYLOAD)}\n"
        self.api("/api/rules", {"revision": 1, "text": text}, "PUT")
        rules = self.rules()
        self.hold("/held?q=<script>hit()</script>", "-g", "-X", "DELETE", "-H", f"X: {PAYLOAD}", "-H", f"Cookie: a={PAYLOAD}")
        rules.get_by_role("button", name="Open #1").click()
        expect(rules.locator(".backdrop")).to_contain_text(PAYLOAD)
        self.write(f"{PAYLOAD}: do {PAYLOAD}")
        expect(rules.locator("#rule-words")).to_contain_text("line 1")
        self.assertEqual(rules.locator("img, script, iframe").count(), 0)
        self.assertEqual(self.page.evaluate("window.hits"), 0)
        rules.get_by_role("button", name="Drop #1").click()


if __name__ == "__main__":
    unittest.main()
