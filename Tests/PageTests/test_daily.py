"""What one does all day: requests of one's own, other sessions and files, two bodies compared; and a click is a click, whatever comes meanwhile."""

import json
import re

from playwright.sync_api import expect

from page_case import PageCase


class ComposerTests(PageCase):
    def field(self, name):
        return self.page.get_by_role("dialog").get_by_label(name, exact=True)

    def send(self):
        self.page.get_by_role("dialog").get_by_role("button", name="Send", exact=True).click()

    def test_a_request_from_nothing(self):
        self.open()
        self.page.get_by_role("button", name="New request").click()
        expect(self.field("URL")).to_be_focused()
        self.field("Method").fill("POST")
        self.field("URL").fill("http://127.0.0.1:3000/items?a=1")
        self.field("Headers, one per line").fill("Accept: */*")
        self.field("Body").fill("Tür")
        expect(self.page.get_by_role("dialog").get_by_role("button", name="Send and compare")).to_have_count(0)
        self.send()
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#501 ")
        self.assertEqual(self.site.composed, [("http://127.0.0.1:3000", "POST /items?a=1 HTTP/1.1\r\nHost: 127.0.0.1:3000\r\nAccept: */*\r\nContent-Length: 4\r\n\r\nTür".encode())])

    def test_what_is_no_request_yet_is_said_and_not_sent(self):
        self.open()
        self.page.get_by_role("button", name="New request").click()
        dialog = self.page.get_by_role("dialog")
        self.send()
        expect(dialog).to_contain_text("Write a URL with its scheme")
        self.field("URL").fill("http://refused.test/")
        self.field("Headers, one per line").fill("no colon")
        self.send()
        expect(dialog).to_contain_text("expected NAME: VALUE")
        self.field("Headers, one per line").fill("")
        self.send()
        # What the server refuses is said here, and nothing that was written is lost.
        expect(dialog).to_contain_text("is not one request")
        expect(self.field("URL")).to_have_value("http://refused.test/")
        self.assertEqual(self.site.composed, [])

    def test_curl_is_pasted(self):
        self.open()
        self.page.get_by_role("button", name="New request").click()
        expect(self.field("URL")).to_be_focused()
        text = "curl 'http://demo.hark.test/a' \\\n  -H 'X-A: b' -o out --data-raw '{\"a\": 1}'"
        self.page.evaluate("""text => { const data = new DataTransfer(); data.setData('text', text);
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })); }""", text)
        expect(self.field("URL")).to_have_value("http://demo.hark.test/a")
        expect(self.field("Method")).to_have_value("POST")
        expect(self.field("Headers, one per line")).to_have_value("X-A: b\nContent-Type: application/x-www-form-urlencoded")
        expect(self.field("Body")).to_have_value('{"a": 1}')
        expect(self.page.get_by_role("dialog")).to_contain_text("Not used: -o out")
        # Typed, it does the same; another text stays as it is.
        self.field("URL").fill("curl http://demo.hark.test/b -X DELETE")
        self.press("Tab")
        expect(self.field("URL")).to_have_value("http://demo.hark.test/b")
        expect(self.field("Method")).to_have_value("DELETE")
        self.send()
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#501 ")
        self.assertEqual(self.site.composed[0][1].split(b"\r\n")[0], b"DELETE /b HTTP/1.1")

    def test_from_an_exchange_and_beside_it(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.select(14)")
        self.selected(14)
        self.row(14).click(button="right")
        self.page.get_by_role("menuitem", name="New request from it").click()
        expect(self.field("URL")).to_have_value(re.compile(r"^http://cdn\.example\.com/users/14$"))
        expect(self.field("Body")).to_have_value('{"item": 12, "count": 1, "note": "for you"}')
        expect(self.field("Headers, one per line")).not_to_have_value(re.compile("^(host|content-length):", re.I | re.M))
        self.field("Body").fill("{}")
        self.page.get_by_role("button", name="Send and compare").click()
        expect(self.page.locator("hark-screen h2")).to_have_text("Compare #14 and #501")
        [(to, message)] = self.site.composed
        self.assertEqual(to, "http://cdn.example.com")
        self.assertTrue(message.endswith(b"Content-Length: 2\r\n\r\n{}"), message)
        self.assertEqual(message.lower().count(b"content-length"), 1)

    def test_where_no_proxy_runs_nothing_is_offered(self):
        self.page.route("**/api/session", lambda route: self.without_proxy(route))
        self.open()
        expect(self.page.get_by_role("button", name="New request")).to_be_hidden()
        self.page.evaluate("document.querySelector('hark-list').app.run('compose')")
        self.say("No proxy is running here")
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def without_proxy(self, route):
        answer = route.fetch()
        told = answer.json()
        told["session"] |= {"canResend": False, "kind": "recording"}
        route.fulfill(response=answer, json=told)


class SessionTests(PageCase):
    def test_another_session_is_opened(self):
        self.open()
        self.page.locator("hark-top").get_by_role("button", name="made up").click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog.get_by_role("listitem")).to_have_count(3)
        expect(dialog.get_by_role("button", name="made up")).to_be_disabled()
        expect(dialog).to_contain_text("unreadable")
        expect(dialog).to_contain_text("3 older sessions omitted")
        with self.page.expect_navigation(url=re.compile(r"/\?session=2026-11-22T12-00-00Z")):
            dialog.get_by_role("button", name="2026-11-22T12-00-00Z").click()
        expect(self.rows().first).to_be_attached()
        self.assertNotIn("k" * 20, self.page.url)

    def sheet(self):
        self.page.evaluate("document.querySelector('hark-list').app.run('sessions')")
        return self.page.get_by_role("dialog").locator("li", has_text="2026-11-22T12-00-00Z")

    def test_one_that_is_open_is_left_alone(self):
        self.open()
        self.sheet()
        # "made up" is shown here: nothing is done to it.
        item = self.page.get_by_role("dialog").locator("li", has_text="made up")
        expect(item.get_by_role("button")).to_have_count(1)

    def test_a_session_is_renamed(self):
        self.open()
        self.sheet().get_by_role("button", name="Rename").click()
        self.page.get_by_label("New name").fill(" login bug ")
        self.press("Enter")
        expect(self.page.get_by_label("New name")).to_have_count(0)
        self.assertEqual(self.site.changed, [("PUT", "2026-11-22T12-00-00Z", "login bug")])

    def test_a_removal_can_be_undone(self):
        self.page.clock.install()
        self.open()
        item = self.sheet()
        item.get_by_role("button", name="Delete").click()
        undo = self.page.get_by_role("button", name="Undo")
        expect(undo).to_be_focused()
        undo.click()
        expect(item.get_by_role("button", name="Delete")).to_be_visible()
        self.page.clock.fast_forward(9_000)
        self.page.wait_for_timeout(300)
        self.assertEqual(self.site.changed, [])

    def test_a_removal_happens_after_eight_seconds(self):
        self.page.clock.install()
        self.open()
        self.sheet().get_by_role("button", name="Delete").click()
        expect(self.page.get_by_role("button", name="Undo")).to_be_focused()
        self.assertEqual(self.site.changed, [])
        self.page.clock.fast_forward(8_000)
        self.eventually("the session is removed", lambda: self.site.changed)
        self.assertEqual(self.site.changed, [("DELETE", "2026-11-22T12-00-00Z", None)])

    def test_a_removal_that_is_not_undone_happens_once(self):
        self.open()
        self.sheet().get_by_role("button", name="Delete").click()
        self.press("Escape")
        # Not yet, but it is listed no more.
        self.assertEqual(self.site.changed, [])
        expect(self.sheet()).to_be_hidden()
        self.page.goto("about:blank")
        self.eventually("the session is removed", lambda: self.site.changed)
        self.assertEqual(self.site.changed, [("DELETE", "2026-11-22T12-00-00Z", None)])

    def test_a_new_session_begins_under_a_name_or_none(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.run('sessions')")
        dialog = self.page.get_by_role("dialog")
        name = dialog.get_by_role("textbox", name="Name of the new session")
        name.fill(" taken ")
        dialog.get_by_role("button", name="New session").click()
        expect(dialog).to_contain_text("taken exists already.")
        name.fill("")
        name.press("Enter")
        expect(dialog).to_be_hidden()
        self.assertEqual(self.site.begun, [{"name": "taken"}, {}])

    def test_two_sessions_are_compared_by_endpoint(self):
        self.open()
        self.sheet().get_by_role("button", name="Compare").click()
        dialog = self.page.get_by_role("dialog")
        expect(dialog).to_contain_text("1 added, 1 removed, 1 changed, 2 as before")
        rows = dialog.locator("tbody tr")
        expect(rows).to_have_count(3)
        expect(rows.nth(2)).to_contain_text("20.0 ms → 85.0 ms")
        # What is alike is said once, what is not there by a dash.
        expect(rows.nth(2).locator("td").last).to_have_text("2.0 KiB")
        expect(rows.first.locator("td").nth(2)).to_have_text("– → 2")

    def test_the_list_is_emptied_and_nothing_is_deleted(self):
        self.open()
        self.page.get_by_role("button", name="Clear", exact=True).click()
        expect(self.page.locator("hark-list .empty")).to_contain_text("nothing was deleted")
        self.assertEqual(self.page.evaluate("document.querySelector('hark-list').app.state.values.counts.total"), 500)
        self.page.get_by_role("button", name="Show all").click()
        expect(self.rows().first).to_be_attached()

    def test_a_file_is_chosen(self):
        self.open()
        self.press(":")
        self.page.keyboard.type("other sessions")
        self.press("Enter")
        octets = bytes(range(256)) * 6000
        with self.page.expect_navigation(url=re.compile(r"/\?file=a%20tour\.har")):
            self.page.get_by_label("Open a file").set_input_files({"name": "a tour.har", "mimeType": "text/plain", "buffer": octets})
        # In pieces, none of them larger than Hark takes.
        self.assertEqual(self.site.files["a tour.har"], (len(octets), octets))
        self.assertEqual(len([path for method, path in self.site.asked if method == "PUT"]), 2)

    def drop(self, name, text):
        self.page.evaluate("""([name, text]) => { const data = new DataTransfer(); data.items.add(new File([text], name));
            for (const type of ['dragover', 'drop']) {
                const event = new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true });
                document.querySelector('#grid').dispatchEvent(event);
                if (!event.defaultPrevented) throw new Error('the browser would leave the page');
            } }""", [name, text])

    def test_a_file_is_dropped(self):
        self.open()
        with self.page.expect_navigation(url=re.compile(r"/\?file=x\.saz")):
            self.drop("x.saz", "PK")

    def test_a_file_that_cannot_be_read_is_said(self):
        self.open()
        self.drop("x.bin", "unreadable")
        self.say("x.bin: Hark cannot read this file.")
        expect(self.row(500)).to_be_visible()

    def test_text_that_is_dropped_is_no_file(self):
        self.open()
        prevented = self.page.evaluate("""() => { const data = new DataTransfer(); data.setData('text', 'status = 1');
            const event = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }); document.querySelector('hark-filter input').dispatchEvent(event); return event.defaultPrevented; }""")
        self.assertFalse(prevented)


class DeletionTests(PageCase):
    def doom(self, number):
        self.page.evaluate("document.querySelector('hark-list').app.run('deleteFlows')")
        self.page.get_by_role("dialog").get_by_role("button", name=f"Delete {number}").click()
        self.say(f"{number} exchanges will be deleted in 8 seconds.")

    def deletions(self):
        return [path for method, path in self.site.asked if method == "DELETE"]

    def test_it_can_be_undone(self):
        self.page.clock.install()
        self.open()
        self.doom(500)
        self.assertEqual(self.deletions(), [])
        self.page.locator("hark-notices").get_by_role("button", name="Undo").click()
        expect(self.page.locator("hark-notices")).not_to_contain_text("will be deleted")
        self.page.clock.fast_forward(9_000)
        self.page.wait_for_timeout(300)
        self.assertEqual(self.deletions(), [])

    def test_what_comes_meanwhile_is_not_deleted(self):
        self.page.clock.install()
        self.open()
        asked = []
        self.page.on("request", lambda request: request.url.endswith("/api/views") and asked.append(json.loads(request.post_data)))
        self.doom(500)
        # The list that is deleted ends with the newest there was, as the one that is shown grows.
        self.assertEqual([each["filter"] for each in asked], ["id <= 500"])
        self.site.add(3)
        self.page.clock.fast_forward(8_000)
        expect(self.page.locator("hark-notices")).to_contain_text("500 deleted")
        [path] = self.deletions()
        self.assertNotEqual(path, "/api/views/1/flows")

    def test_who_leaves_the_page_undoes_nothing(self):
        self.open()
        self.doom(500)
        self.page.goto("about:blank")
        self.eventually("the exchanges are deleted", self.deletions)
        self.assertEqual(len(self.deletions()), 1)

    def test_to_dismiss_the_notice_is_not_to_undo(self):
        self.page.clock.install()
        self.open()
        self.doom(500)
        self.page.locator("hark-notices").get_by_role("button", name="Dismiss").click()
        self.page.clock.fast_forward(8_000)
        expect(self.page.locator("hark-notices")).to_contain_text("500 deleted")
        self.assertEqual(len(self.deletions()), 1)


class CompareTests(PageCase):
    def test_what_differs_is_told_for_each_message(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.state.set({ marks: new Set([5, 6]) })")
        self.screen("compare")
        expect(self.page.locator(".compare h2")).to_have_text("Compare #5 and #6")
        request, response = self.page.locator(".compare .paths").all()
        expect(request.locator("tbody tr")).to_have_count(1)
        expect(response.locator("tbody tr")).to_have_count(4)
        expect(response).to_contain_text("$.a[0]")
        expect(response).to_contain_text('"<b>x</b>"')
        expect(response).to_contain_text("12345678901234567891")
        # What differs each time is told as that, and nothing else is.
        expect(response.locator("tr", has_text="differs each time")).to_have_count(1)
        expect(response.locator("tr", has_text="differs each time")).to_contain_text("Date")
        expect(self.page.locator(".compare")).to_contain_text("3 more differences omitted")

    def test_one_that_is_gone_is_said(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.state.set({ marks: new Set([5, 60000]) })")
        self.page.evaluate("document.querySelector('hark-list').app.show('compare')")
        expect(self.page.locator(".compare .nothing")).to_contain_text("There is no flow 60000")


class StayingTests(PageCase):
    """What is drawn again while something comes is what was there."""

    def stays(self, locator, text=None):
        """The element is the same one after the list grew, with its focus."""
        locator.focus()
        before = locator.element_handle()
        total = self.site.count + 3
        self.site.add(3)
        expect(self.page.locator("hark-top")).to_contain_text(f"{total} exchanges")
        self.page.wait_for_timeout(400)
        self.assertTrue(before.evaluate("element => element.isConnected && element === document.activeElement"), text)

    def test_screens_that_are_drawn_again(self):
        self.open()
        self.screen("endpoints")
        self.stays(self.page.locator(".endpoints tbody button").nth(2), "endpoints")
        self.screen("lanes")
        lane = self.page.locator(".lanes details").first
        lane.locator(".name").click()
        self.stays(lane.locator("summary"), "lanes")
        expect(lane).to_have_attribute("open", "")
        expect(lane.locator(".more li").first).to_be_visible()
        self.screen("jar")
        self.page.locator(".cell.withheld").first.click()
        said = self.page.locator(".jar .lead").inner_text()
        self.stays(self.page.locator(".jar .cell").nth(3), "jar")
        expect(self.page.locator(".jar .lead")).to_have_text(said)
        self.screen("redirects")
        self.stays(self.page.locator(".redirects .link").nth(1), "redirects")

    def test_the_line_at_the_top(self):
        self.open()
        self.stays(self.page.locator("hark-top .saved"))
        self.stays(self.page.locator("hark-top").get_by_role("button", name="made up"))

    def test_what_is_kept_does_what_the_new_one_would(self):
        """The button of a body that is saved belongs to the exchange that is shown, not to the one it was made for."""
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.select(14)")
        self.selected(14)
        self.press("Enter", "b")
        expect(self.page.locator('.bodies [data-side="request"] .content')).to_contain_text("for you")
        self.press("j", "j", "j", "j")
        self.selected(18)
        expect(self.page.locator('.bodies [data-side="request"] .content')).to_contain_text("for you")
        asked = []
        self.page.route("**/api/tickets", lambda route: (asked.append(route.request.post_data), route.fulfill(status=503, json={"error": {"code": "session", "text": "Not now."}})))
        self.page.locator('.bodies [data-side="request"]').get_by_role("button", name="Save").click()
        self.page.wait_for_timeout(200)
        self.assertEqual(len(asked), 1)
        self.assertIn("/api/flows/18/request/decoded", asked[0])
