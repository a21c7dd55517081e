"""The list, its waterfall, the overview: the page's cost depends on the window, not on how much there is."""

import re

from playwright.sync_api import expect

import stand_in
from page_case import PageCase


class ListTests(PageCase):
    def test_newest_is_followed_until_one_scrolls(self):
        self.open()
        expect(self.row(500)).to_be_visible()
        self.site.add(3)
        expect(self.row(503)).to_be_visible()
        self.page.mouse.move(300, 400)
        self.page.mouse.wheel(0, -600)
        expect(self.row(503)).to_have_count(0)
        first = self.rows().first.inner_text()
        self.site.add(5)
        expect(self.page.locator("hark-top")).to_contain_text("508 exchanges")
        self.assertEqual(self.rows().first.inner_text(), first, "a row moved under the reader")
        self.press("f")
        expect(self.row(508)).to_be_visible()

    def test_selected_row_stays_when_others_come(self):
        self.open()
        self.select(495)
        top = self.row(495).bounding_box()["y"]
        self.site.add(40)
        expect(self.page.locator("hark-top")).to_contain_text("540 exchanges")
        self.assertEqual(self.row(495).bounding_box()["y"], top)

    def test_sorted_list_is_a_snapshot(self):
        self.open()
        self.page.get_by_role("button", name="time", exact=True).click()
        expect(self.page.locator('hark-list [aria-sort="descending"]')).to_have_text("time ▾")
        expect(self.page.locator("hark-list .rows .row.missing")).to_have_count(0)
        shown = "() => [...document.querySelectorAll('hark-list .rows .row')].sort((one, other) => one.dataset.index - other.dataset.index).map(row => row.innerText)"
        before = self.page.evaluate(shown)
        self.site.add(12)
        expect(self.page.locator("hark-list .newer")).to_have_text("12 newer exchanges: sort again")
        # The line that says so takes the place of the last row; the others stay.
        after = self.page.evaluate(shown)
        self.assertIn(len(before) - len(after), (0, 1, 2))
        self.assertEqual(after, before[:len(after)])
        self.page.locator("hark-list .newer").click()
        expect(self.page.locator("hark-list .newer")).to_be_hidden()
        self.page.get_by_role("button", name="time ▾").click()
        expect(self.page.locator('hark-list [aria-sort="ascending"]')).to_have_count(1)
        self.page.get_by_role("button", name="time ▴").click()
        expect(self.page.locator('hark-list [aria-sort="ascending"]')).to_have_count(0)

    def test_alt_click_filters_by_the_cell_and_shift_alt_leaves_it_out(self):
        self.open()
        self.row(496).locator('[data-column="status"]').click(modifiers=["Alt"])
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value("status = 404")
        expect(self.page.locator("hark-filter .words")).to_contain_text("50 of 500")
        expect(self.row(495)).to_have_count(0)
        self.press("Escape")
        expect(self.page.locator("hark-filter .words")).to_have_text("All exchanges.")
        self.row(494).locator('[data-column="status"]').click(modifiers=["Alt", "Shift"])
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value("not status = 301")

    def test_what_a_cache_would_have_answered_is_a_pale_bar(self):
        self.open()
        saved = self.page.locator("hark-top .saved")
        expect(saved).to_have_text("◷ 125 from a cache")
        saved.click()
        self.say("A private cache would have answered 125, saving a lot.")
        box = self.page.locator("hark-list canvas.waterfall").bounding_box()
        for number, is_answered in ((496, True), (495, False)):
            row = self.row(number).bounding_box()
            self.page.mouse.move(box["x"] + 30, row["y"] + row["height"] / 2)
            tip = self.page.locator("hark-list .tip")
            expect(tip).to_contain_text(f"#{number}")
            if is_answered:
                expect(tip).to_contain_text("A private cache would have answered this")
            else:
                expect(tip).not_to_contain_text("cache")
        # Its bar is drawn once it is selected; then it leads to the sum.
        self.select(496)
        self.press("Escape")
        expect(self.page.locator("hark-inspector")).to_be_hidden()
        row = self.row(496).bounding_box()
        self.page.mouse.click(box["x"] + 30, row["y"] + row["height"] - 2)
        self.selected(496)
        expect(self.page.locator('hark-inspector [role="tab"][aria-selected="true"]')).to_contain_text("Cache")

    def test_columns_are_chosen_sized_and_kept(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').widen('method', 200)")
        self.press(":")
        self.page.keyboard.type("choose columns")
        self.press("Enter")
        self.page.get_by_role("checkbox", name="connection").check()
        self.page.get_by_role("checkbox", name="size").nth(-1).uncheck()
        self.press("Escape")
        self.page.reload()
        expect(self.page.locator('hark-list .head:has-text("connection")')).to_be_visible()
        expect(self.rows().first.locator('[data-column="type"]')).to_have_text(re.compile("^(html|json|css|png|js)$"))
        expect(self.rows().first.locator('[data-column="response.size"]')).to_have_count(0)
        self.assertGreater(self.rows().first.locator('[data-column="method"]').bounding_box()["width"], 190)

    def test_overview_lists_what_began_in_a_stretch_of_time(self):
        self.open()
        box = self.page.locator("hark-filter canvas").bounding_box()
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.overview")
        self.page.mouse.move(box["x"] + 20, box["y"] + 10)
        self.page.mouse.down()
        self.page.mouse.move(box["x"] + 120, box["y"] + 10)
        self.page.mouse.up()
        filter = self.page.get_by_role("combobox", name="Filter")
        expect(filter).to_have_value(re.compile(r"^time >= 2026-11-22T12:00:0\S+Z and time <= 2026-11-22T12:00:0\S+Z$"))
        expect(self.page.locator("hark-filter .words")).to_contain_text(re.compile(r" (9|1[0-4])\d of 500"))
        expect(self.row(500)).to_have_count(0)
        # Another chip keeps the time; a click gives up the time and keeps the chip.
        self.page.get_by_role("group", name="Kinds").get_by_role("button", name="CSS").click()
        expect(filter).to_have_value(re.compile(r"^type = css and time >= "))
        self.page.mouse.click(box["x"] + 20, box["y"] + 10)
        expect(filter).to_have_value("type = css")

    def test_chips_are_filters(self):
        self.open()
        kinds, filter = self.page.get_by_role("group", name="Kinds"), self.page.get_by_role("combobox", name="Filter")
        chip = lambda name: kinds.get_by_role("button", name=name, exact=True)
        expect(chip("All")).to_have_attribute("aria-pressed", "true")
        chip("CSS").click()
        expect(filter).to_have_value("type = css")
        expect(chip("CSS")).to_have_attribute("aria-pressed", "true")
        expect(chip("All")).to_have_attribute("aria-pressed", "false")
        expect(self.page.locator("hark-list .rows .row:not([hidden])").first.locator('[data-column="type"]')).to_have_text("css")
        # One at a time; what was written stays.
        filter.fill("status = 404")
        filter.press("Enter")
        chip("Failed").click()
        expect(filter).to_have_value("(error or status >= 400 or grpc.status > 0) and status = 404")
        expect(self.page.locator("hark-filter .words")).to_contain_text("50 of 500")
        chip("Img").click()
        expect(filter).to_have_value("type = image and status = 404")
        chip("Img").click()
        expect(filter).to_have_value("status = 404")

    def test_what_is_written_is_not_lost_by_a_click_at_once(self):
        self.open()
        filter = self.page.get_by_role("combobox", name="Filter")
        # The answers come late: a chip, a cell, a head are pressed before the filter is there.
        self.page.evaluate("""() => { const { session } = document.querySelector('hark-list').app; const post = session.post.bind(session);
            session.post = async (...asked) => { if (asked[0] === '/api/views') await new Promise(done => setTimeout(done, 300)); return post(...asked); } }""")
        filter.fill("status = 404")
        filter.press("Enter")
        self.page.get_by_role("button", name="Failed", exact=True).click()
        self.page.get_by_role("button", name="time", exact=True).click()
        expect(filter).to_have_value("(error or status >= 400 or grpc.status > 0) and status = 404")
        expect(self.page.locator('hark-list [aria-sort="descending"]')).to_have_text("time ▾")
        # A filter that is none leaves what was there.
        filter.fill("staus = 1")
        filter.press("Enter")
        expect(self.page.locator("hark-filter .wrong mark")).to_have_text("staus")
        self.page.get_by_role("button", name="Failed", exact=True).click()
        expect(filter).to_have_value("status = 404")

    def test_tunnels_are_folded_until_somebody_asks(self):
        self.site.tunnels = {489, 490, 500}
        self.open()
        chip = self.page.get_by_role("button", name="CONNECT", exact=True)
        words = self.page.locator("hark-filter .words")
        expect(chip).to_have_attribute("aria-pressed", "false")
        expect(words).to_have_text("All exchanges; 3 CONNECT requests folded.")
        expect(self.row(499)).to_be_visible()
        expect(self.row(500)).to_have_count(0)
        self.row(491).click()
        self.press("k")
        self.selected(488)
        chip.click()
        expect(self.row(490)).to_be_visible()
        expect(chip).to_have_attribute("aria-pressed", "true")
        expect(words).to_have_text("All exchanges.")
        self.page.reload()
        expect(chip).to_have_attribute("aria-pressed", "true")
        self.press("G")
        self.selected(500)
        chip.click()
        expect(chip).to_have_attribute("aria-pressed", "false")
        expect(self.row(499)).to_be_attached()
        expect(self.row(500)).to_have_count(0)
        # Who asks for a number gets it.
        self.page.get_by_role("combobox", name="Filter").fill("id = 500")
        self.press("Enter")
        expect(self.row(500)).to_be_visible()

    def test_where_all_is_folded_that_is_said(self):
        self.site.tunnels = set(range(1, 501))
        self.page.goto(self.site.url)
        expect(self.page.locator("hark-list .empty")).to_contain_text("CONNECT requests are folded")
        self.page.get_by_role("button", name="Show them").click()
        expect(self.row(500)).to_be_visible()

    def test_a_row_that_is_seen_stays_the_same_element(self):
        self.open()
        self.select(490)
        self.press("Escape")
        same = "row => row.isConnected && row.querySelector('[data-column=id]').textContent === '490'"
        row = self.row(490).element_handle()
        for act in (
            lambda: self.site.add(3), lambda: self.page.set_viewport_size({"width": 1280, "height": 600}), lambda: self.page.set_viewport_size({"width": 1280, "height": 900}),
            lambda: self.page.mouse.wheel(0, -72), lambda: self.page.mouse.wheel(0, 48), lambda: self.press("Enter"), lambda: self.press("Escape"),
        ):
            act()
            self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
            self.assertTrue(row.evaluate(same))
        # Pressed here, let go after others came and the list became lower: it is still a click on it.
        box = self.row(490).bounding_box()
        self.page.mouse.move(box["x"] + 60, box["y"] + 12)
        self.page.mouse.down()
        self.site.add(2)
        expect(self.page.locator("hark-top")).to_contain_text("505 exchanges")
        self.page.set_viewport_size({"width": 1280, "height": 880})
        self.page.mouse.up()
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#490 ")

    def test_failed_requests_are_one_step_away(self):
        self.open()
        self.page.get_by_role("button", name="Failed", exact=True).click()
        expect(self.page.locator("hark-filter .words")).to_contain_text("100 of 500")
        # The words may come before the rows do.
        others = '.row:not([hidden]):not([data-kind="failed"]):not([data-kind="client"]):not([data-kind="server"])'
        expect(self.page.locator(f"hark-list .rows {others}")).to_have_count(0)
        self.assertGreater(self.page.locator("hark-list .rows .row:not([hidden])").count(), 0)

    def test_types_have_pictures_of_our_own(self):
        self.open()
        for number, name in ((480, "doc"), (484, "api"), (488, "css"), (492, "img"), (496, "js")):
            self.page.evaluate("number => { const app = document.querySelector('hark-list').app; app.select(number); }", number)
            expect(self.row(number).locator(f'[data-column="type"] svg.i-{name}')).to_be_visible()
        # A row that is taken again for another exchange has the picture of that one alone.
        self.assertEqual(self.page.locator('hark-list .rows [data-column="type"]').evaluate_all("cells => Math.max(...cells.map(cell => cell.querySelectorAll('svg').length))"), 1)

    def test_a_comment_and_a_tag_are_in_the_row(self):
        self.open()
        expect(self.row(490).locator('[data-column="path"]')).to_contain_text("✎ look at this ‹slow›")

    def test_the_menu_of_a_row(self):
        self.open()
        menu = self.page.get_by_role("menu")
        self.row(495).locator('[data-column="path"]').click(button="right")
        self.selected(495)
        expect(menu.get_by_role("menuitem").first).to_be_focused()
        self.press("ArrowDown", "ArrowDown", "ArrowUp", "End", "ArrowDown")
        expect(menu.get_by_role("menuitem", name="Open")).to_be_focused()
        # A letter is no command while the menu is there.
        self.press("j")
        self.selected(495)
        self.press("Escape")
        expect(menu).to_be_hidden()
        expect(self.page.locator("#grid")).to_be_focused()
        self.row(496).locator('[data-column="path"]').click(button="right")
        menu.get_by_role("menuitem", name="Only this host").click()
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value("host = api.shop.test")
        expect(menu).to_be_hidden()

    def test_the_menu_by_key(self):
        self.open()
        self.page.locator("#grid").focus()
        self.press("g")
        self.selected(1)
        self.press("Shift+F10")
        expect(self.page.get_by_role("menuitem", name="Open")).to_be_focused()
        self.press("Enter")
        expect(self.page.locator("hark-inspector .title")).to_contain_text("#1 ")

    def test_following_is_one_click_away_and_says_how_many_are_newer(self):
        self.open()
        newer = self.page.locator("hark-list .newer")
        expect(newer).to_be_hidden()
        self.select(495)
        expect(newer).to_have_text("↓ Follow")
        self.site.add(12)
        expect(newer).to_have_text("↓ 12 newer")
        newer.click()
        expect(self.row(512)).to_be_visible()
        expect(newer).to_be_hidden()
        self.site.add(1)
        expect(self.row(513)).to_be_visible()

    def test_the_scale_is_that_of_the_visible_rows_or_of_the_session(self):
        self.open()
        scale = self.page.locator("hark-list .scale")
        expect(scale).to_have_text("visible rows")
        scale.click()
        expect(scale).to_have_text("whole session")
        expect(scale).to_have_attribute("aria-pressed", "true")
        self.press("z")
        expect(scale).to_have_attribute("aria-pressed", "false")

    def test_overview_has_what_came_last_and_is_not_asked_for_at_each_tick(self):
        self.open()
        counted = "total => document.querySelector('hark-list').app.state.values.overview?.counts.reduce((a, b) => a + b, 0) === total"
        self.page.wait_for_function(counted, arg=500)
        for _ in range(20):
            self.site.add(5)
        # Nothing comes after these: what came while one waited is drawn all the same.
        self.page.wait_for_function(counted, arg=600)
        asked = sum("/overview" in path for _, path in self.site.asked)
        self.assertLess(asked, 8)

    def test_hovering_the_waterfall_tells_its_numbers(self):
        self.open()
        box = self.page.locator("canvas.waterfall").bounding_box()
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
        expect(self.page.locator("hark-list .tip")).to_contain_text("wait")
        self.assertIn("wait", self.rows().first.get_attribute("aria-label"))

    def test_what_is_open_takes_longer_though_nothing_comes(self):
        self.open()
        self.site.add(1, open_=True)
        cell = self.row(501).locator('[data-column="duration"]')
        expect(cell).to_have_text(re.compile(r"…$"))
        # The last byte came long before now.
        self.page.evaluate("() => { const app = document.querySelector('hark-list').app; app.setClock(app.blocks.at(500).bar.at + 65_000); }")
        expect(cell).to_have_text(re.compile(r"^1 min \d+ s …$"))
        before = cell.inner_text()
        self.page.wait_for_function("before => document.querySelector('hark-list .row:last-child [data-column=duration]')?.textContent !== before", arg=before)
        self.select(501)
        expect(self.page.locator("hark-inspector .title")).to_contain_text(re.compile(r"still open since \d\d:\d\d:\d\d\.\d{3} ·"))
        lead = self.page.locator(".overview-of .lead")
        expect(lead).to_contain_text(re.compile(r"still open since \d\d:\d\d"))
        expect(lead).not_to_contain_text(" ms")
        self.assertNotIn(" ms;", self.row(501).get_attribute("aria-label").split("open")[1].split("name ")[0])

    def test_what_is_open_in_a_file_is_as_long_as_is_known(self):
        self.site.live = False
        self.site.open.add(500)
        self.open()
        self.press("G")
        self.selected(500)
        known = self.page.evaluate("() => document.querySelector('hark-list').app.blocks.at(499).duration")
        self.assertLess(known, 1000)
        expect(self.row(500).locator('[data-column="duration"]')).to_have_text(re.compile(r"^[\d.]+ ms …$"))

    def test_open_exchange_ends_when_it_ends(self):
        self.open()
        self.site.add(1, open_=True)
        expect(self.row(501).locator('[data-column="status"]')).to_contain_text("○")
        self.site.open.clear()
        self.site.tell("rows", lambda view: {"revision": 9, "view": view, "first": 501, "added": 0, "rows": [{**self.site.exchange(501).row(), "position": None}], "skipped": 0})
        expect(self.row(501).locator('[data-column="status"]')).not_to_contain_text("○")


class EmptyTests(PageCase):
    count = 0

    def test_empty_list_says_what_to_paste_and_what_is_waited_for(self):
        self.open()
        empty = self.page.locator("hark-list .empty")
        expect(empty).to_contain_text("Hark is waiting for a client at 127.0.0.1:8888")
        # The server's lines as they are, quotes and signs included, and none of the page's own.
        expect(empty.locator(".start pre")).to_have_text(stand_in.START)
        for name in ("Terminal", "Browser", "Phone", "Container"):
            expect(empty.get_by_role("heading", name=name)).to_be_visible()
        # Each line names the proxy that listens, and can be copied as it is.
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        empty.get_by_role("button", name="Copy export").click()
        self.page.wait_for_function("async () => (await navigator.clipboard.readText()) === 'export http_proxy=http://127.0.0.1:8888 https_proxy=http://127.0.0.1:8888'")
        expect(empty.locator(".command button")).to_have_count(empty.locator(".command pre").count())
        # A phone scans the way to the proxy, and finds out whether it trusts Hark.
        expect(empty.get_by_role("img", name="QR code of http://192.168.1.5:8888/")).to_be_visible()
        expect(empty).to_contain_text("No client has sent a request yet.")
        for width in (390, 2560):
            self.page.set_viewport_size({"width": width, "height": 800})
            self.assertLessEqual(empty.evaluate("empty => empty.scrollWidth - empty.clientWidth"), 1, width)
        # A proxy for this computer only has no address for a phone.
        self.site.network = None
        expect(empty.get_by_role("img", name="QR code")).to_have_count(0)
        self.site.add(2)
        expect(empty).to_be_hidden()
        expect(self.row(2)).to_be_visible()


class MillionTests(PageCase):
    count = 1_000_000

    def test_a_million_rows_take_no_more_elements_than_a_screen(self):
        self.open()
        expect(self.row(1_000_000)).to_be_visible()
        self.press("g")
        expect(self.row(1)).to_be_visible()
        for share in (0.1, 0.37, 0.5, 0.99):
            self.page.evaluate("share => { const s = document.querySelector('.scroller'); s.scrollTop = s.scrollHeight * share }", share)
            near = "share => Math.abs(Number(document.querySelector('hark-list .rows .row').dataset.index) / 1e6 - share) < 0.01 && !document.querySelector('hark-list .row.missing')"
            self.page.wait_for_function(near, arg=share)
            self.assertLessEqual(self.rows().count(), 60)
        self.assertLess(self.page.evaluate("document.querySelectorAll('*').length"), 3000)
        self.assertLessEqual(self.page.evaluate("document.querySelector('hark-list').app.blocks.held"), 100)

    def test_news_that_were_skipped_are_read_where_they_are_seen(self):
        self.open()
        expect(self.row(1_000_000)).to_be_visible()
        self.site.add(50_000)
        expect(self.row(1_050_000)).to_be_visible()
        expect(self.page.locator("hark-list .rows .row.missing")).to_have_count(0)
