"""One exchange in its tabs, what can be done with it, and the screens beside the list."""

import re
import time

from playwright.sync_api import expect

from page_case import PageCase
from test_access import AXE


class InspectorTests(PageCase):
    def setUp(self):
        super().setUp()
        self.open()
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.press("g", "j")
        self.selected(2)
        self.press("Enter")
        self.panel = self.page.locator("hark-inspector .panel")

    def tab(self, name):
        self.page.get_by_role("tab", name=name).click()

    def test_a_finding_leads_from_a_judgement_to_its_bytes(self):
        expect(self.panel).to_contain_text("cookie-secure-over-http")
        self.panel.get_by_role("button", name="bytes").first.click()
        expect(self.page.get_by_role("tab", selected=True)).to_have_text("Bytes")
        expect(self.page.locator(".lens .note")).to_contain_text("cookie-secure-over-http")

    def test_every_byte_has_a_path_and_a_sentence(self):
        self.tab("Bytes")
        leaves = self.page.locator(".octets .leaf")
        leaves.nth(4).hover()
        expect(self.page.locator(".lens .path .here")).to_contain_text("HTTP-version")
        total = self.page.evaluate("""() => {
            const app = document.querySelector('hark-list').app;
            const messages = app.state.values.detail.explained.messages;
            const shown = [...document.querySelectorAll('.octets .leaf')].map(e => Number(e.dataset.offset));
            const walk = span => span.children.length ? span.children.flatMap(walk) : [span.offset];
            return [shown.sort((a, b) => a - b), messages.flatMap(m => m.spans.flatMap(walk)).sort((a, b) => a - b)];
        }""")
        self.assertEqual(total[0], total[1])
        for index in range(leaves.count()):
            leaves.nth(index).dispatch_event("pointerover")
            expect(self.page.locator(".lens .path")).to_contain_text("of the re")
            self.assertNotEqual(self.page.locator(".lens .meaning").inner_text(), "")

    def test_line_ends_and_invalid_bytes_are_shown_as_what_they_are(self):
        self.tab("Bytes")
        expect(self.page.locator(".octets i.control", has_text="CR").first).to_be_visible()
        expect(self.page.locator(".octets i.invalid", has_text="\\xff")).to_be_visible()
        expect(self.page.locator(".octets i.control", has_text="NUL")).to_be_visible()

    def test_the_overview_says_what_came_of_it_and_what_to_do(self):
        self.tab("Overview")
        verdict = self.panel.locator(".verdict-of")
        expect(verdict.locator(".lead")).to_contain_text("200 text")
        expect(verdict.locator("section p")).to_have_text(["text", "What follows."])
        # What is wrong stands below it, once, and not in the story again.
        expect(self.panel.locator(".notes")).to_have_count(1)
        expect(self.panel.get_by_role("heading", name="Findings")).to_be_visible()
        # What led to it is one click away, and has the focus then.
        verdict.get_by_role("button", name="Story").click()
        expect(self.panel.locator("#story")).to_be_focused()
        expect(self.panel.locator("#story")).to_be_in_viewport()

    def test_the_overview_has_the_headers_that_matter_and_both_bodies(self):
        self.tab("Overview")
        sections = self.panel.locator(".overview-of > .columns > section")
        expect(sections).to_have_count(2)
        request, response = sections.all()
        expect(response.locator("dt")).to_have_text(["Content-Type", "Cache-Control", "Set-Cookie"])
        # Credentials are hidden here.
        expect(request.locator("dt")).to_have_text(["Accept", "Cookie", "Authorization"])
        expect(request.locator("dd")).to_have_text(["*/*", "••••••", "••••••"])
        self.assertNotIn("secret-2", self.panel.inner_text())
        expect(request.locator(".bodyline")).to_contain_text("for you")
        expect(response.locator(".bodyline").first).to_contain_text("The page of /users/2.")
        response.get_by_role("button", name="all 3 headers").click()
        expect(self.page.get_by_role("tab", selected=True)).to_have_text("Headers")

    def test_an_overview_without_a_body_says_so(self):
        self.press("j")
        self.selected(3)
        self.tab("Overview")
        expect(self.panel.locator(".overview-of > .columns > section").first).to_contain_text("No body.")

    def test_headers_are_explained_in_place(self):
        self.tab("Headers")
        request = self.panel.locator(".halves > section").first
        expect(request.locator("table").first.locator("th")).to_have_text(["Host", "Accept", "Cookie", "Authorization"])
        expect(request.locator(".meaning")).to_have_count(0)
        name = request.get_by_role("button", name="Host", exact=True)
        name.press("Enter")
        expect(name).to_be_focused()
        expect(name).to_have_attribute("aria-expanded", "true")
        expect(request.locator(".meaning")).to_contain_text("field-name: Host")
        request.locator(".meaning").get_by_role("button", name="bytes").click()
        expect(self.page.get_by_role("tab", selected=True)).to_have_text("Bytes")

    def test_a_value_is_copied(self):
        self.tab("Headers")
        self.panel.get_by_role("button", name="Copy Cache-Control").click()
        self.page.wait_for_function("async () => (await navigator.clipboard.readText()) === 'max-age=600, private'")

    def test_credentials_are_hidden_until_somebody_shows_them(self):
        self.tab("Headers")
        expect(self.panel.get_by_role("heading", name="Authorization: Basic")).to_be_visible()
        for text in ("secret-2", "lovelace", "sid=abc", "QmFzaWM", "YWRh"):
            self.assertNotIn(text, self.panel.inner_text())
        self.page.get_by_role("button", name="Show Authorization").click()
        decoded = self.panel.locator("section", has=self.page.get_by_role("heading", name="Authorization: Basic")).last
        expect(decoded.locator("td .captured")).to_have_text(["ada", "lovelace"])
        expect(self.panel).to_contain_text("sid=secret-2")
        # The next exchange has them hidden again; its token is decoded when it is asked for.
        self.press("j")
        self.selected(3)
        expect(self.page.get_by_role("button", name="Show credentials")).to_have_attribute("aria-pressed", "false")
        self.assertNotIn("secret-3", self.panel.inner_text())
        self.page.get_by_role("button", name="Show its contents").click()
        token = self.panel.locator("section", has=self.page.get_by_role("heading", name="JSON Web Token, signature not checked")).last
        expect(token.locator("th")).to_have_text(["alg", "typ", "sub", "admin", "exp"])
        expect(token.locator("tr", has_text="exp")).to_contain_text("1795350000 (2026-11-22T")

    def test_what_was_sent_is_compared_with_what_came(self):
        self.tab("Headers")
        self.page.get_by_role("button", name="As sent").click()
        request = self.panel.locator(".halves > section").first
        expect(request.locator("table").first.locator("tbody")).to_have_count(4)
        expect(request.locator(".mark")).to_have_count(0)

    def test_a_form_and_a_query_are_tables(self):
        self.press("j", "j", "j", "j")
        self.selected(6)
        self.tab("Headers")
        form = self.panel.locator("section", has=self.page.get_by_role("heading", name="Form", exact=True)).last
        expect(form.locator("th")).to_have_text(["name", "note", "odd"])
        expect(form.locator("td .captured")).to_have_text(["Ada Lovelace", "50% off", "%zz"])
        expect(self.panel.get_by_role("heading", name="Query")).to_have_count(0)

    def test_a_long_value_is_cut_until_it_is_asked_for(self):
        self.press("j")
        self.selected(3)
        self.tab("Headers")
        value = self.panel.locator("tr", has_text="X-Long").locator(".captured")
        self.assertEqual(len(value.inner_text()), 600)
        self.panel.get_by_role("button", name="all 5,000 characters").click()
        self.assertEqual(len(value.inner_text()), 5000)

    def test_changes_stand_on_two_banks(self):
        self.tab("Changes")
        bank = self.panel.locator(".bank.replaced").first
        expect(bank).to_contain_text("POST http://cdn.example.com/users/2 HTTP/1.1")
        expect(bank).to_contain_text("POST /users/2 HTTP/1.1")
        expect(bank).to_contain_text("RFC 9112 §3.2.1")

    def test_of_many_messages_those_that_are_seen_are_there(self):
        self.tab("Messages")
        rows = self.panel.get_by_role("option")
        expect(self.panel).to_contain_text("30,000 messages: 15,000 sent, 15,000 received.")
        expect(rows.first).to_contain_text("m0")
        self.assertLess(rows.count(), 60)
        self.panel.get_by_role("listbox").press("End")
        expect(rows.last).to_contain_text("m29999")
        expect(self.panel.locator(".opened")).to_have_text('"m29999"')
        self.assertLess(rows.count(), 60)
        # Not a tenth of them were asked for.
        self.assertLess(len([path for _, path in self.site.asked if "/messages?" in path]), 10)

    def test_messages_with_a_text_are_listed_with_what_they_say(self):
        self.tab("Messages")
        rows = self.panel.get_by_role("option")
        expect(self.panel).to_contain_text("30,000 messages")
        field = self.panel.get_by_role("searchbox", name="Find in messages")
        field.fill("m1234")
        expect(self.panel).to_contain_text("11 matching messages")
        expect(rows).to_have_count(11)
        expect(rows.nth(1)).to_contain_text("m12340")
        # What is opened is that message, not the one of this place among all.
        rows.nth(1).click()
        expect(self.panel.locator(".opened")).to_have_text('"m12340"')
        self.panel.get_by_role("listbox").press("ArrowDown")
        expect(self.panel.locator(".opened")).to_have_text('"m12341"')
        field.fill("nothing like it")
        expect(self.panel).to_contain_text("No message matches.")
        expect(rows).to_have_count(0)
        expect(self.panel.locator(".opened")).to_be_hidden()
        field.fill("")
        expect(self.panel).to_contain_text("30,000 messages: 15,000 sent, 15,000 received.")
        expect(rows.first).to_contain_text("m0")
        # Who sent one by hand is said, of that one alone.
        expect(rows.nth(3)).to_contain_text("sent by you")
        expect(rows.nth(2)).not_to_contain_text("sent by you")

    def test_a_message_is_sent_into_an_open_web_socket(self):
        self.tab("Messages")
        field = self.panel.get_by_role("textbox", name="A message to send")
        expect(self.panel).to_contain_text("30,000 messages")
        # One that has ended takes none.
        expect(field).to_be_hidden()
        self.site.socket = True
        self.page.evaluate("() => document.querySelector('hark-list').app.load(2)")
        field.fill("hello")
        field.press("Shift+Enter")
        self.page.keyboard.type("you")
        field.press("Enter")
        expect(self.panel).to_contain_text("9 bytes sent to the server.")
        expect(field).to_have_value("")
        self.panel.get_by_label("Send it to").select_option("client")
        self.panel.get_by_label("Kind of message").select_option("hex")
        send = self.panel.get_by_role("button", name="Send")
        field.fill("00 f")
        send.click()
        expect(self.panel).to_contain_text("pairs of hexadecimal digits")
        field.fill("00 fF")
        send.click()
        expect(self.panel).to_contain_text("2 bytes sent to the client.")
        self.assertEqual(self.site.said, [{"to": "server", "text": "hello\nyou"}, {"to": "client", "content": "AP8="}])

    def test_where_one_writes_there_is_room_and_nothing_empty_is_sent_by_a_key(self):
        self.site.socket = True
        self.page.evaluate("() => document.querySelector('hark-list').app.load(2)")
        self.tab("Messages")
        field = self.panel.get_by_role("textbox", name="A message to send")
        rows = self.panel.get_by_role("option")
        for width, share in ((390, 0.7), (1280, 0.7), (1920, 0.8)):
            self.page.set_viewport_size({"width": width, "height": 844})
            boxes = "() => ['.send', '.send textarea', '.send button'].map(name => { const box = document.querySelector(name).getBoundingClientRect(); return [box.left, box.right, box.top, box.bottom]; })"
            bar, text, button = self.page.evaluate(boxes)
            self.assertGreater(text[1] - text[0], share * (bar[1] - bar[0]), width)
            self.assertLess(bar[0], 20, width)
            # A message says something at any width.
            expect(rows.first).to_be_visible()
            shown = self.page.evaluate("() => [...document.querySelectorAll('.message .captured')].map(text => text.clientWidth)")
            self.assertGreater(min(shown), 120, width)
        field.press("Enter")
        field.fill("one")
        field.press("Enter")
        expect(self.panel).to_contain_text("3 bytes sent to the server.")
        self.assertEqual(self.site.said, [{"to": "server", "text": "one"}])
        # What is said of it keeps away from the button.
        said = self.panel.locator(".send [role=status]").bounding_box()
        button = self.panel.get_by_role("button", name="Send").bounding_box()
        self.assertTrue(said["x"] >= button["x"] + button["width"] + 4 or said["y"] >= button["y"] + button["height"] + 2, (said, button))
        # A button that is pressed means it.
        self.panel.get_by_role("button", name="Send").click()
        expect(self.panel).to_contain_text("0 bytes sent to the server.")

    def test_what_was_sent_comes_in_sight_and_what_one_reads_stays_otherwise(self):
        self.site.socket = True
        again = "() => document.querySelector('hark-list').app.load(2)"
        self.page.evaluate(again)
        self.tab("Messages")
        expect(self.panel.locator("#message-3")).to_be_visible()
        self.site.messages += 1
        self.page.evaluate(again)
        expect(self.panel).to_contain_text("30,001 messages")
        expect(self.panel.locator("#message-3")).to_be_in_viewport()
        field = self.panel.get_by_role("textbox", name="A message to send")
        field.fill("hello")
        field.press("Enter")
        expect(self.panel).to_contain_text("5 bytes sent")
        self.page.evaluate(again)
        expect(self.panel.locator("#message-30001")).to_be_in_viewport()
        expect(self.panel.locator("#message-3")).to_have_count(0)
        expect(field).to_be_focused()

    def test_a_message_that_is_refused_stays_in_its_field(self):
        self.expected_errors = r"the server responded with a status of 409"
        self.site.socket = True
        self.page.evaluate("() => document.querySelector('hark-list').app.load(2)")
        self.tab("Messages")
        field = self.panel.get_by_role("textbox", name="A message to send")
        field.fill("too late")
        self.site.socket = False
        field.press("Enter")
        expect(self.panel).to_contain_text("has ended; nothing was sent")
        expect(field).to_have_value("too late")
        self.assertEqual(self.site.said, [])

    def test_what_comes_does_not_move_what_one_looks_at(self):
        again = "() => document.querySelector('hark-list').app.load(2)"
        self.tab("Messages")
        rows = self.panel.get_by_role("option")
        row = self.panel.locator("#message-5")
        row.click()
        expect(self.panel.locator(".opened")).to_have_text('"m5"')
        # The row itself stays, not one like it: a click that began on it ends on it.
        seen = row.element_handle()
        before = seen.bounding_box()
        self.site.messages = 30_500
        self.page.evaluate(again)
        expect(self.panel).to_contain_text("30,500 messages")
        self.assertEqual(seen.bounding_box(), before)
        expect(row).to_have_attribute("aria-selected", "true")
        # Who looks at the newest one sees those that come.
        self.panel.get_by_role("listbox").press("End")
        expect(rows.last).to_contain_text("m30499")
        self.site.messages = 30_501
        self.page.evaluate(again)
        expect(rows.last).to_contain_text("m30500")

    def test_a_long_message_is_paged_through(self):
        self.tab("Messages")
        opened, lines = self.panel.locator(".opened"), self.panel.locator(".opened .bodyline")
        before, after = (self.panel.get_by_role("button", name=name) for name in ("Before", "After"))
        self.panel.locator("#message-5").click()
        expect(opened).to_have_text('"m5"')
        expect(after).to_be_hidden()
        self.panel.locator("#message-7").click()
        expect(lines).to_have_count(400)
        expect(self.panel).to_contain_text("lines 1–400 of 1,000")
        expect(self.panel.locator("#message-7")).to_be_in_viewport()
        expect(before).to_be_disabled()
        after.press("Enter")
        expect(lines.first).to_have_text("line 400.")
        expect(after).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(lines.first).to_have_text("line 800.")
        expect(lines).to_have_count(200)
        expect(lines.last).to_have_text("line 999.")
        # There is no way on, so the keys are with the message.
        expect(after).to_be_disabled()
        expect(opened).to_be_focused()
        before.click()
        expect(lines.first).to_have_text("line 400.")
        self.panel.locator("#message-6").click()
        expect(opened).to_have_text('"m6"')
        expect(before).to_be_hidden()

    def test_what_changes_all_the_time_is_read_once_a_second_up_to_its_end(self):
        self.tab("Messages")
        expect(self.panel).to_contain_text("30,000 messages")
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.detail?.explained")
        before, began = len(self.site.asked), time.monotonic()
        row = {**self.site.exchange(2).row(), "position": 1}
        for count in range(30_001, 30_101):
            self.site.messages = count
            self.site.tell("rows", lambda view: {"revision": self.site.revision, "view": view, "first": 0, "added": 0, "rows": [row], "skipped": 0})
        expect(self.panel).to_contain_text("30,100 messages")
        read = [path for _, path in self.site.asked[before:] if path.split("?")[0] == "/api/flows/2"]
        self.assertGreaterEqual(len(read), 1)
        self.assertLessEqual(len(read), time.monotonic() - began + 1)

    def test_an_exchange_without_messages_has_no_tab_for_them(self):
        expect(self.page.get_by_role("tab", name="Messages")).to_be_visible()
        self.press("j")
        self.selected(3)
        expect(self.page.get_by_role("tab", name="Messages")).to_be_hidden()

    def test_frames_stand_a_line_each_and_open_to_their_bytes(self):
        self.press("k", "0")
        self.selected(1)
        rows = self.panel.locator("section > .wire > li")
        expect(rows).to_have_count(7)
        expect(rows.first).to_contain_text("HEADERS END_STREAM · 4 bytes")
        self.assertLess(max(row.bounding_box()["height"] for row in rows.all()), 30)
        expect(self.panel).to_contain_text("3 more frames of the response, counted but not stored")
        expect(self.panel.locator("figcaption")).to_contain_text("Windows for the response over 2.0 ms: the stream's 800 B to 1000 B")
        rows.first.locator("summary").focus()
        self.press("Enter")
        block = rows.first.locator(".block")
        expect(block.locator("dt")).to_have_text([":method: GET", "a: a"])
        expect(block.locator("dd").first).to_contain_text("82 Pattern 1: entry 2 of the static table, a.")
        expect(block.locator("dd").last).to_contain_text("61 The value a.")
        before, after = block.locator("section").all()
        expect(before).to_contain_text("The table before: 80 of 100 bytes, 2 entries")
        # What was there stays unmarked; what came and what had to leave does not.
        expect(before.locator(".warning")).to_have_text("− evicted: 63  a: a 40 bytes · added by stream 1")
        expect(after.locator(".warning")).to_have_text("+ added by this block: 62  a: a 40 bytes · added by stream 5")

    def test_what_is_open_of_the_frames_stays_open_while_more_come(self):
        self.press("k", "0")
        self.selected(1)
        opened = self.panel.locator("section > .wire details").first
        opened.locator("summary").focus()
        self.press("Enter")
        connection = self.panel.locator("details", has=self.page.get_by_role("heading", name="Client connection 2"))
        connection.locator("summary").click()
        expect(connection).to_contain_text("MAX_CONCURRENT_STREAMS")
        expect(connection).to_contain_text("Text: maintenance")
        opened.locator("summary").focus()
        row = {**self.site.exchange(1).row(), "position": 0}
        with self.page.expect_response("**/api/flows/1/frames"):
            self.site.tell("rows", lambda view: {"revision": self.site.revision, "view": view, "first": 0, "added": 0, "rows": [row], "skipped": 0})
        expect(opened).to_have_attribute("open", "")
        expect(connection).to_have_attribute("open", "")
        expect(opened.locator("summary")).to_be_focused()

    def test_timing_body_cookies_cache_tls(self):
        for tab, text in (("Timing", "Waiting for the answer."), ("Cookies", "Set by the response"), ("Cache", "Lifetime 10 min, age 2 min"), ("TLS", "TLS 1.3")):
            self.tab(tab)
            expect(self.panel).to_contain_text(text)
        self.tab("Body")
        response = self.page.locator(".bodies .side").nth(1)
        expect(response).to_contain_text("The page of /users/2.")
        response.get_by_role("button", name="hex").click()
        expect(response.locator("pre.hex")).to_contain_text("00000000  3c 21 64 6f")
        response.get_by_role("button", name="text").click()
        expect(response.locator("i.invalid")).to_contain_text("\\xff")

    def test_a_text_is_found_in_all_of_a_body(self):
        self.press("b")
        self.page.evaluate("document.querySelector('hark-list').app.select(10)")
        self.selected(10)
        request = self.page.locator('.bodies [data-side="request"]')
        expect(request.locator(".bodyline")).to_have_count(1000)
        find = request.get_by_role("searchbox", name="Find in the body of the request")
        # Escapes of JSON are decoded, and a match on another page is gone to.
        find.fill("tür 24")
        expect(request.get_by_role("status")).to_have_text("1 of 111 matches")
        expect(request.locator(".bodyline.here")).to_have_text('"Tür 24",')
        find.press("Enter")
        expect(request.locator(".bodyline.here")).to_have_text('"Tür 240",')
        find.press("Shift+Enter")
        find.press("Shift+Enter")
        expect(request.get_by_role("status")).to_have_text("111 of 111 matches")
        expect(request.locator(".bodyline.here")).to_have_text('"Tür 2499",')
        expect(request.locator(".bodyline.here")).to_be_in_viewport()
        marked = "() => [...CSS.highlights.get('found-here')].map(range => range.toString())"
        self.assertEqual(self.page.evaluate(marked), ["Tür 24"])
        expect(find).to_be_focused()
        # `n` goes on from anywhere else.
        request.locator(".content").focus()
        self.press("n")
        expect(request.get_by_role("status")).to_have_text("1 of 111 matches")
        request.get_by_role("button", name="Regular expression").click()
        find.fill('r 1$')
        expect(request.get_by_role("status")).to_have_text("no match")
        find.fill('r 1"')
        expect(request.get_by_role("status")).to_have_text("1 of 1 match")
        find.fill("(")
        expect(request.get_by_role("status")).to_have_text("not a regular expression")

    def test_a_tree_is_folded_and_has_paths(self):
        self.press("b")
        self.page.evaluate("document.querySelector('hark-list').app.select(10)")
        self.selected(10)
        request = self.page.locator('.bodies [data-side="request"]')
        lines = request.locator(".bodyline")
        expect(lines).to_have_count(1000)
        path = request.locator(".path")
        expect(path).to_be_hidden()
        lines.nth(3).click()
        expect(path).to_have_text("$.items[1]")
        path.click()
        self.page.wait_for_function("async () => (await navigator.clipboard.readText()) === '$.items[1]'")
        lines.nth(1).locator(".fold").click()
        expect(lines.nth(2)).to_be_hidden()
        expect(path).to_have_text("$.items")
        # By keys as well.
        request.locator(".content").focus()
        self.press("ArrowRight")
        expect(lines.nth(2)).to_be_visible()
        self.press("ArrowDown", "ArrowDown")
        expect(path).to_have_text("$.items[1]")
        self.press("ArrowUp", "ArrowUp", "ArrowLeft")
        expect(lines.nth(2)).to_be_hidden()
        # The selection of the list is where it was.
        self.selected(10)

    def test_a_text_search_of_the_list_is_found_in_the_body_at_once(self):
        self.page.evaluate("""() => { const app = document.querySelector('hark-list').app; const { view } = app.state.values; app.state.set({ view: { ...view, filter: 'text:page' } }); }""")
        self.press("b")
        self.page.evaluate("document.querySelector('hark-list').app.select(3)")
        self.selected(3)
        response = self.page.locator('.bodies [data-side="response"]')
        expect(response.get_by_role("searchbox")).to_have_value("page")
        expect(response.get_by_role("status")).to_have_text("1 of 2 matches")

    def test_a_body_is_saved_whole(self):
        self.press("b")
        with self.page.expect_download() as download:
            self.page.locator('.bodies [data-side="response"]').get_by_role("button", name="Save").click()
        self.assertIn("/api/flows/2/response/decoded?whole=1&type=1&ticket=", download.value.url)

    def test_a_side_without_a_body_leaves_its_room_to_the_other(self):
        self.press("j", "b")
        self.selected(3)
        request, response = (self.page.locator(f'.bodies [data-side="{side}"]') for side in ("request", "response"))
        expect(request).to_contain_text("The request has no body.")
        expect(request.get_by_role("searchbox")).to_have_count(0)
        self.assertLess(request.bounding_box()["height"], 60)
        self.assertGreater(response.bounding_box()["width"], 1200)

    def test_a_body_is_looked_at_as_a_page_without_rights(self):
        self.tab("Body")
        response = self.page.locator(".bodies .side").nth(1)
        response.get_by_role("button", name="page", exact=True).click()
        frame = response.locator("iframe")
        expect(frame).to_have_attribute("sandbox", "")
        self.assertIn("ticket=", frame.get_attribute("src"))

    def test_copy_replaces_secrets_unless_asked(self):
        for steps, expected in ((["curl, a form"], "curl of 2 with [secret 3f2a]"), (["with its credentials", "curl, a form"], "curl of 2 with secret-2")):
            self.press("y")
            for name in steps:
                self.page.get_by_role("option", name=name).click()
            self.page.wait_for_function("async text => (await navigator.clipboard.readText()) === text", arg=expected)

    def test_save_is_a_download_by_ticket(self):
        self.press("o")
        with self.page.expect_download() as download:
            self.page.get_by_role("option", name="#2 as har, a form").click()
        self.assertIn("ticket=", download.value.url)
        self.assertIn("secrets=0", download.value.url)

    def test_a_moment_has_what_is_marked(self):
        self.press("m", "j", "m")
        self.selected(3)
        with self.page.expect_download() as download:
            self.page.get_by_role("button", name="Share").click()
        self.assertIn("/api/moment?ids=2,3&ticket=", download.value.url)

    def test_what_if_is_explained_and_not_sent(self):
        self.page.get_by_role("button", name="What if").click()
        head = self.page.get_by_role("textbox", name="Head of the response")
        head.fill(head.input_value().replace("max-age=600", "no-store"))
        self.page.get_by_role("button", name="Explain it").click()
        expect(self.page.locator(".verdict h3")).to_have_text("caching")
        self.assertFalse(any("resend" in path for _, path in self.site.asked))

    def test_resend_shows_the_new_exchange(self):
        self.press("x")
        self.page.get_by_role("button", name="Send", exact=True).click()
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#501 ")

    def test_a_body_is_edited_and_its_length_follows(self):
        self.page.evaluate("document.querySelector('hark-list').app.select(14)")
        self.selected(14)
        self.press("x")
        head, body = (self.page.get_by_role("textbox", name=f"{part} of the request") for part in ("Head", "Body"))
        expect(head).to_have_value(re.compile("Content-Length: 43\n"))
        expect(body).to_have_value('{"item": 12, "count": 1, "note": "for you"}')
        body.fill('{"item": "Tür"')
        expect(head).to_have_value(re.compile("Content-Length: 15\n"))
        expect(self.page.get_by_role("dialog")).to_contain_text("Not valid JSON")
        body.fill('{"item": "Tür"}')
        expect(self.page.get_by_role("dialog")).not_to_contain_text("Not valid JSON")
        self.page.get_by_role("button", name="Send and compare").click()
        # The result stands beside the original.
        expect(self.page.locator("hark-screen h2")).to_have_text("Compare #14 and #501")
        [sent] = self.site.resent
        self.assertTrue(sent["message"].endswith('Content-Length: 16\r\n\r\n{"item": "Tür"}'.encode()), sent["message"])
        self.assertEqual(sent["message"].count(b"Content-Length"), 1)

    def test_what_is_not_edited_goes_as_it_was(self):
        self.press("x")
        self.page.get_by_role("textbox", name="Send it to another server").fill("http://127.0.0.1:1")
        self.page.get_by_role("button", name="Send", exact=True).click()
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#501 ")
        self.assertEqual(self.site.resent, [{"to": "http://127.0.0.1:1", "message": None}])

    def test_headers_are_edited_in_a_table(self):
        self.page.evaluate("document.querySelector('hark-list').app.select(14)")
        self.selected(14)
        self.press("x")
        dialog, head = self.page.get_by_role("dialog"), self.page.locator("textarea[aria-label='Head of the request']")
        before = head.input_value()
        dialog.get_by_role("button", name="Table").click()
        expect(head).to_be_hidden()
        names = dialog.locator(".headrow input[aria-label^=Name]")
        lines = [line for line in before.split("\n")[1:] if line]
        # One more than there are, to write another into.
        expect(names).to_have_count(len(lines) + 1)
        self.assertEqual([f"{name.input_value()}: {dialog.locator('.headrow input[aria-label^=Value]').nth(at).input_value()}" for at, name in enumerate(names.all()[:-1])], lines)
        # What was only looked at is not changed.
        self.assertEqual(head.input_value(), before)
        self.page.evaluate(AXE)
        self.assertEqual(self.page.evaluate("() => axe.run(document).then(found => found.violations.map(({id}) => id))"), [])
        names.last.fill("X-New")
        expect(names).to_have_count(len(lines) + 2)
        dialog.get_by_label(f"Value of header {len(lines) + 1}", exact=True).fill("one; two")
        dialog.get_by_label("Request line").fill("PUT /other?a=b HTTP/1.1")
        dialog.get_by_role("button", name=f"Remove {lines[1].split(':')[0]}", exact=True).click()
        expect(names).to_have_count(len(lines) + 1)
        dialog.get_by_role("textbox", name="Body of the request").fill("{}")
        expect(dialog.locator(".headrow input[aria-label^=Value]").nth([line.lower().startswith("content-length") for line in lines if line != lines[1]].index(True))).to_have_value("2")
        dialog.get_by_role("button", name="Send", exact=True).click()
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#501 ")
        [sent] = self.site.resent
        wanted = ["PUT /other?a=b HTTP/1.1"] + [line if not line.lower().startswith("content-length") else "Content-Length: 2" for line in lines if line != lines[1]] + ["X-New: one; two", "", "{}"]
        self.assertEqual(sent["message"].decode().split("\r\n"), wanted)
        # The form that was chosen is there the next time, also for a request of one's own.
        self.press("x")
        expect(dialog.locator(".headrow").first).to_be_visible()
        self.press("Escape")
        self.page.evaluate("document.querySelector('hark-list').app.run('compose')")
        expect(dialog.get_by_label("Name of header 1", exact=True)).to_be_visible()
        expect(dialog.get_by_label("Request line")).to_have_count(0)
        dialog.get_by_role("button", name="Text").click()
        expect(self.page.get_by_role("textbox", name="Headers, one per line")).to_be_visible()

    def test_a_body_that_is_no_text_is_not_edited(self):
        self.page.evaluate("""() => { const { session } = document.querySelector('hark-list').app; const read = session.octets.bind(session);
            session.octets = path => path.includes('/request/body') ? Promise.resolve(new Uint8Array([255, 254, 0])) : read(path); }""")
        self.press("x")
        expect(self.page.get_by_role("textbox", name="Head of the request")).to_be_visible()
        expect(self.page.get_by_role("textbox", name="Body of the request")).to_have_count(0)
        expect(self.page.get_by_role("dialog")).to_contain_text("is sent unchanged")

    def test_predict_first(self):
        self.page.locator("hark-inspector").get_by_role("button", name="Replay").click()
        self.page.get_by_role("button", name="step ▸").click()
        expect(self.page.locator(".replay .lead")).to_contain_text("1/5")
        self.page.get_by_role("button", name="step ▸").click()
        expect(self.page.locator(".question")).to_contain_text("Will the client send a cookie?")
        self.page.locator(".question").get_by_role("button", name="no").click()
        expect(self.page.locator(".question")).to_contain_text("No: yes. There is a Cookie field.")
        self.page.get_by_role("button", name="See it").click()
        expect(self.page.locator(".replay .lead")).to_contain_text("2/5")

    def test_projector_tells_a_sentence_a_key_press_and_no_secret(self):
        self.press("p")
        expect(self.page.locator(".show h2")).to_be_visible()
        lines = self.page.locator(".show .lines > div")
        expect(lines).to_have_count(0)
        self.press(" ")
        expect(lines).to_have_count(1)
        self.press(" ", " ")
        expect(lines).to_have_count(3)
        self.assertNotIn("secret-2", self.page.locator("body").inner_text())

    def test_printing_makes_a_page_of_a_textbook(self):
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.detail?.explained")
        self.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        sheet = self.page.locator("#sheet")
        expect(sheet.locator("h1")).to_contain_text("#2 POST")
        numbers = sheet.locator("sup").all_inner_texts()
        notes = sheet.locator("ol").evaluate_all("lists => lists.map(list => list.children.length)")
        self.assertEqual(numbers, [str(number) for count in notes for number in range(1, count + 1)])
        self.page.evaluate("dispatchEvent(new Event('afterprint'))")
        expect(sheet.locator("h1")).to_have_count(0)

    def test_the_edge_is_moved_by_keys(self):
        edge = self.page.get_by_role("separator")
        before = int(edge.get_attribute("aria-valuenow"))
        edge.press("ArrowUp")
        expect(edge).to_have_attribute("aria-valuenow", str(before + 3))
        self.selected(2)


class ScreenTests(PageCase):
    def test_lanes(self):
        self.open()
        self.page.get_by_role("button", name="Connections").click()
        expect(self.page.locator("details.lane")).to_have_count(12)
        self.page.locator("details.lane summary").first.click(position={"x": 10, "y": 8})
        self.page.locator("details.lane .more button").first.click()
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#")

    def test_each_colour_of_a_lane_is_in_the_legend(self):
        self.open()
        self.site.open.update(range(40, 51))
        self.screen("lanes")
        expect(self.page.locator("details.lane").first).to_be_visible()
        colours = """() => { const of = (selector, name) => new Set([...document.querySelectorAll(selector)].map(each => getComputedStyle(each)[name]));
            const said = of('.lanes .swatch', 'backgroundColor'); return [...of('.lane rect:not(.line)', 'fill')].filter(colour => !said.has(colour)); }"""
        self.assertGreater(self.page.locator(".lane rect.open").count(), 0)
        self.assertEqual(self.page.evaluate(colours), [])

    def test_jar(self):
        self.open()
        self.page.get_by_role("button", name="Cookies").click()
        self.page.locator(".cell.withheld").first.click()
        expect(self.page.locator(".jar .lead")).to_contain_text("withheld. A sentence about it. draft-ietf-httpbis-rfc6265bis")

    def test_redirects(self):
        self.open()
        self.page.get_by_role("button", name="Redirects").click()
        expect(self.page.locator(".stations").first.locator("li")).to_have_count(2)
        expect(self.page.locator(".journey h3").first).to_contain_text("after 1 hop")

    def test_endpoints_filter(self):
        self.open()
        self.page.get_by_role("button", name="Endpoints").click()
        # The list has a button of this name too, until it is no longer shown.
        host = self.page.locator("hark-screen").get_by_role("button", name="host", exact=True)
        host.click()
        expect(host).to_have_attribute("aria-pressed", "true")
        self.page.locator("tbody button").first.click()
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value('method = GET and host = shop.test and path ~ "/users/*/0"')


class FilmTests(PageCase):
    count = 2000

    def at_step(self, number, text):
        expect(self.page.locator(".film .lead")).to_contain_text(re.compile(rf"^#{number} · .* · {text}"))

    def test_the_session_is_stepped_and_nothing_is_shown_before_its_time(self):
        self.open()
        self.screen("film")
        expect(self.page.locator(".film h2")).to_have_text("Replay of the session")
        expect(self.page.locator(".film .names > div")).to_have_count(0)
        self.page.get_by_label("predict first").uncheck()
        self.press(".")
        self.at_step(1, "")
        expect(self.page.locator(".film .names > div")).to_have_count(1)
        # The answer is not known before it came.
        expect(self.page.locator(".film .names > div span").nth(1)).to_have_text("")
        expect(self.page.locator(".film .octets").nth(1)).to_have_text("nothing yet")
        for _ in range(12):
            self.press(".")
        expect(self.page.locator(".film .names > div").first).to_contain_text("#1 GET")
        self.press(",")
        expect(self.page.locator(".film .lead")).to_contain_text(" · ")

    def test_the_slider_reaches_what_was_not_read_and_steps_go_on_there(self):
        self.open()
        self.screen("film")
        self.page.get_by_label("predict first").uncheck()
        slider = self.page.get_by_label("Time")
        expect(self.page.locator(".film .lead")).to_contain_text("Nothing")
        slider.fill("500")
        self.at_step(r"(99\d|100\d|101\d)", "")
        before = self.page.locator(".film .lead").inner_text()
        self.press(".")
        expect(self.page.locator(".film .lead")).not_to_have_text(before)
        self.at_step(r"(99\d|10\d\d)", "")
        slider.fill("1000")
        self.at_step(r"(199\d|2000)", "")

    def test_playing_comes_to_the_end_and_stops(self):
        self.open("filter=id+in+(3,+4)")
        self.screen("film")
        expect(self.page.locator(".film h2")).to_have_text("Replay of the matching exchanges")
        self.page.get_by_role("button", name="10×").click()
        self.page.get_by_role("button", name="Play", exact=True).click()
        self.at_step("[34]", "")
        expect(self.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
        expect(self.page.locator(".film .names > div")).to_have_count(2)

    def test_a_question_comes_before_what_it_asks_of(self):
        self.open()
        self.screen("film")
        self.press(".", ".")
        question = self.page.locator(".film .question")
        expect(question).to_contain_text("#1: Will the client send a cookie?")
        expect(self.page.locator(".film .octets").first).not_to_contain_text("Cookie")
        question.get_by_role("button", name="yes").click()
        expect(question).to_contain_text("Yes.")
        question.get_by_role("button", name="See it").click()
        expect(self.page.locator(".film .octets").first).to_contain_text("Cookie")

    def test_from_the_session_to_one_exchange_and_back(self):
        self.open()
        self.screen("film")
        self.page.get_by_label("predict first").uncheck()
        self.press(".")
        self.at_step(1, "")
        self.page.get_by_role("button", name="Only this exchange").click()
        expect(self.page.locator(".replay:not(.film) h2")).to_contain_text("Replay of #1 ")
        self.page.get_by_role("button", name="The whole session").click()
        expect(self.page.locator(".film h2")).to_be_visible()
