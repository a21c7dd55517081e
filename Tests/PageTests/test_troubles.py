"""A browser that loses the connection, comes back, is one of many tabs, has no key; a session that goes: a sentence each, and nothing is lost."""

import re

from playwright.sync_api import expect

import stand_in
from page_case import PageCase


class TroubleTests(PageCase):
    def link(self):
        return self.page.locator("hark-top .link")

    def hide(self, hidden):
        state = "hidden" if hidden else "visible"
        self.page.evaluate("state => { Object.defineProperty(document, 'visibilityState', { value: state, configurable: true }); document.dispatchEvent(new Event('visibilitychange')) }", state)

    def test_a_lost_connection_is_said_and_what_came_meanwhile_is_read(self):
        self.open()
        expect(self.link()).to_contain_text("live")
        self.site.refuse = stand_in.Refused(503, "session", "The session cannot be read.")
        self.site.end_streams()
        expect(self.link()).to_contain_text("no contact with Hark since")
        self.site.add(30)
        self.site.refuse = None
        expect(self.link()).to_contain_text("live")
        expect(self.row(530)).to_be_visible()

    def test_a_hidden_tab_rests_and_comes_back(self):
        self.open()
        expect(self.link()).to_contain_text("live")
        self.hide(True)
        expect(self.link()).to_contain_text("paused while hidden")
        self.site.add(10)
        self.hide(False)
        expect(self.link()).to_contain_text("live")
        expect(self.row(510)).to_be_visible()

    def test_a_resync_reads_again(self):
        self.open()
        self.select(490)
        self.site.count = 600
        self.site.tell("resync", lambda view: {"revision": 50, "view": view, "matched": 600})
        expect(self.page.locator("#grid")).to_have_attribute("aria-rowcount", "601")
        self.press("G")
        self.selected(600)

    def test_one_of_too_many_tabs_says_so_and_offers_to_go_on(self):
        self.open()
        self.site.tell("superseded", {"text": "Another tab has replaced this one."})
        self.say("Another tab has replaced this one.")
        self.site.add(1)
        self.page.get_by_role("button", name="Continue here").click()
        expect(self.link()).to_contain_text("live")
        expect(self.row(501)).to_be_visible()

    def test_a_session_that_was_deleted_is_told(self):
        self.open()
        self.site.tell("note", {"code": "deleted", "text": "The session file is gone: made up.hark was removed."})
        self.say("The session file is gone")
        expect(self.link()).to_contain_text("the session was deleted")
        self.assertGreater(self.rows().count(), 20)

    def test_flows_that_were_removed_leave_the_list(self):
        self.open()
        self.site.count = 40
        self.site.tell("view", lambda view: {"revision": 9, "view": view, "matched": 40})
        expect(self.page.locator("#grid")).to_have_attribute("aria-rowcount", "41")
        expect(self.row(40)).to_be_visible()
        expect(self.row(41)).to_have_count(0)

    def test_a_view_that_another_tab_ended_is_made_again(self):
        self.open()
        before = len(self.site.views)
        self.site.tell("note", {"code": "view", "text": "Another tab ended this list."})
        self.page.wait_for_function("before => document.querySelector('hark-list').app.state.values.view.id > before", arg=before)
        expect(self.row(500)).to_be_visible()

    def test_hark_ends(self):
        self.open()
        self.site.tell("bye", {"text": "Hark ends."})
        self.site.refuse = stand_in.Refused(503, "session", "no")
        self.site.end_streams()
        expect(self.link()).to_contain_text("no contact with Hark since")
        self.assertGreater(self.rows().count(), 20)

    def test_without_a_key_the_page_says_how_to_get_one(self):
        self.page.goto(f"http://127.0.0.1:{self.site.port}/")
        expect(self.page.locator(".locked")).to_contain_text("hark page --token")
        expect(self.page.locator("#work")).to_be_hidden()
        # What that prints opens it, and nothing else does.
        field = self.page.get_by_label("Paste it here")
        field.press("Enter")
        expect(field).to_be_focused()
        field.fill("no-token")
        field.press("Enter")
        expect(self.page.locator(".locked")).to_contain_text("This key was used")
        field.fill(f" {stand_in.TOKEN}\n")
        self.page.get_by_role("button", name="Open", exact=True).click()
        expect(self.row(500)).to_be_visible()

    def test_a_used_key_is_told(self):
        self.page.goto(f"http://127.0.0.1:{self.site.port}/#{'x' * 43}")
        expect(self.page.locator(".locked")).to_contain_text("This key was used")

    def test_a_used_key_is_no_matter_where_there_is_a_token(self):
        self.open()
        other = self.new_page()
        other.goto(f"http://127.0.0.1:{self.site.port}/#{'x' * 43}")
        expect(other.locator("hark-list .rows .row:not(.missing)").first).to_be_attached()

    def test_a_second_tab_asks_the_first(self):
        self.open()
        other = self.new_page()
        other.goto(f"http://127.0.0.1:{self.site.port}/#flow=3")
        expect(other.locator("hark-inspector .title")).to_contain_text("#3 ")

    def test_a_megabyte_in_a_header_neither_freezes_nor_hides(self):
        long = "x" * 1_048_576
        original = stand_in.made_up.Exchange.fields
        stand_in.made_up.Exchange.fields = lambda exchange, side: [("X-Long", long)]
        self.addCleanup(setattr, stand_in.made_up.Exchange, "fields", original)
        self.open("flow=3&tab=bytes")
        side = self.page.locator(".bytes .side").first
        expect(side.locator(".pages")).to_contain_text(re.compile(r"bytes 1–65,536 of 1,04\d,\d{3}"))
        side.get_by_role("button", name="After").click()
        expect(side.locator(".pages")).to_contain_text("bytes 65,537–131,072")
        expect(side.locator(".leaf")).to_have_count(1)
