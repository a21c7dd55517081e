"""Where things are on the page: nothing lies over anything, names are whole, what one looks at is in sight."""

from playwright.sync_api import expect

from page_case import PageCase

WIDTHS = (390, 700, 1024, 1440)

# Cells of the list whose text is cut, and rows that reach under the waterfall.
CUT = """() => {
    const rows = [...document.querySelectorAll('hark-list .rows .row:not([hidden])')];
    const cells = rows.flatMap(row => [...row.children]);
    return cells.filter(cell => ['id', 'method', 'status', 'time', 'start', 'duration', 'response.size'].includes(cell.dataset.column))
        .filter(cell => cell.scrollWidth > cell.clientWidth + 1).map(cell => `${cell.dataset.column}: ${cell.textContent}`);
}"""
OVER = """() => {
    const canvas = document.querySelector('canvas.waterfall').getBoundingClientRect();
    const list = document.querySelector('hark-list').getBoundingClientRect();
    const edge = canvas.width > 0 ? canvas.left : list.right;
    return [...document.querySelectorAll('hark-list .row > span')].filter(cell => cell.offsetParent && cell.getBoundingClientRect().right > edge + 1).map(cell => cell.textContent);
}"""

# So many rows are counted, and drawn.
COUNT = """matched => {
    const list = document.querySelector('hark-list');
    list.app.state.set({ view: { ...list.app.state.values.view, matched } });
    list.draw();
}"""


class ListLayoutTests(PageCase):
    count = 20_000

    def test_no_cell_is_under_the_waterfall_at_any_width(self):
        self.open()
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            self.page.wait_for_function("width => innerWidth === width && document.querySelector('hark-list').clientWidth <= width", arg=width)
            expect(self.rows().first).to_be_attached()
            self.page.wait_for_function(f"() => ({OVER})().length === 0")
            self.assertEqual(self.page.evaluate(OVER), [], width)
            columns = self.page.evaluate("document.querySelector('hark-list').columns.map(column => column.id)")
            # Where the host has no column of its own, it is told with the path.
            wide = "host" in columns
            self.assertEqual([column for column in columns if column != "host"][:4], ["id", "method", "path" if wide else "url", "status"], width)
            self.assertGreater(self.page.evaluate("document.querySelector('hark-list .rows .row:not([hidden]) :is([data-column=url], [data-column=path])').clientWidth"), 90, width)
        # What there was no room for comes back.
        self.assertEqual(columns, ["id", "method", "host", "path", "status", "type", "response.size", "duration"])

    def test_larger_type_hides_columns_rather_than_overlaps(self):
        self.open()
        self.page.set_viewport_size({"width": 720, "height": 800})
        self.page.evaluate("document.documentElement.style.fontSize = '200%'; dispatchEvent(new Event('resize')); document.querySelector('hark-list').measure()")
        self.page.wait_for_function(f"() => ({OVER})().length === 0")

    def test_numbers_and_methods_are_whole(self):
        self.open()
        self.page.evaluate("""() => document.querySelector('hark-list').choose(['id', 'time', 'method', 'path', 'status', 'duration'])""")
        self.page.set_viewport_size({"width": 1440, "height": 800})
        self.press("G")
        self.selected(20_000)
        self.page.evaluate("""() => {
            const app = document.querySelector('hark-list').app;
            const row = app.blocks.at(19_998);
            app.blocks.update({ ...row, method: 'CONNECT' });
            app.blocks.update({ ...app.blocks.at(19_997), method: 'OPTIONS' });
            app.blocks.update({ ...app.blocks.at(19_996), method: 'VERSION-CONTROL' });
            app.touch();
        }""")
        expect(self.row(19_999).locator('[data-column="method"]')).to_have_text("CONNECT")
        self.page.wait_for_function(f"() => ({CUT})().length === 0")
        self.assertEqual(self.page.evaluate(CUT), [])

    def test_what_is_selected_is_in_sight_however_it_was(self):
        self.open("flow=17000")
        self.selected(17_000)
        expect(self.row(17_000)).to_be_in_viewport()
        for number in (3, 12_345):
            self.page.evaluate("number => document.querySelector('hark-list').app.select(number)", number)
            self.selected(number)
            expect(self.row(number)).to_be_in_viewport()
        self.page.get_by_role("button", name="Resend").click()
        self.page.get_by_role("button", name="Send", exact=True).click()
        self.selected(20_001)
        expect(self.row(20_001)).to_be_in_viewport()

    def test_what_was_sent_is_shown_though_the_list_hears_of_it_later(self):
        self.open()
        # The answer with the new number may come before, or after, the list is told how many it has.
        for counted in (19_999, 19_990, 3):
            self.page.evaluate(COUNT, counted)
            self.page.evaluate("() => document.querySelector('hark-list').app.select(20000, 19_999)")
            self.page.evaluate(COUNT, 20_000)
            self.selected(20_000)
            expect(self.row(20_000)).to_be_in_viewport()
            # It is not shown once more to somebody who looks elsewhere.
            self.page.evaluate("() => document.querySelector('hark-list').app.select(3, 2)")
            expect(self.row(3)).to_be_in_viewport()
            self.page.evaluate(COUNT, 20_000)
            expect(self.row(3)).to_be_in_viewport()

    def test_what_is_selected_before_it_is_listed_has_a_place_when_it_is(self):
        self.open()
        self.page.evaluate("() => document.querySelector('hark-list').app.select(20001)")
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.detail?.error")
        self.site.add(1)
        self.selected(20_001)
        expect(self.row(20_001)).to_be_in_viewport()

    def test_a_row_that_is_due_is_shown_in_its_list_only(self):
        self.open()
        select = "index => document.querySelector('hark-list').app.select(20000, index)"
        # Another list is chosen before the row is counted, or somebody scrolls.
        self.page.evaluate(COUNT, 3)
        self.page.evaluate(select, 19_999)
        self.page.evaluate("() => document.querySelector('hark-list').app.look('status >= 400', null)")
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.view.filter === 'status >= 400'")
        self.page.evaluate("() => { const list = document.querySelector('hark-list'); list.scroller.scrollTop = 0; list.app.state.set({ index: -1 }); }")
        self.page.evaluate(COUNT, 20_000)
        self.assertEqual(self.page.evaluate("() => document.querySelector('hark-list').scroller.scrollTop"), 0)
        self.page.evaluate("() => document.querySelector('hark-list').app.look('', null)")
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.view.filter === ''")
        self.page.evaluate("() => document.querySelector('hark-list').app.select(3, 2)")
        expect(self.row(3)).to_be_in_viewport()
        self.page.evaluate(COUNT, 3)
        self.page.evaluate(select, 19_999)
        self.page.locator("#grid").hover()
        self.page.mouse.wheel(0, -1)
        self.page.wait_for_timeout(200)
        self.page.evaluate(COUNT, 20_000)
        expect(self.row(3)).to_be_in_viewport()
        expect(self.row(20_000)).to_have_count(0)

    def test_what_is_selected_stays_in_sight_when_columns_change_with_the_size(self):
        self.open("flow=20000")
        expect(self.row(20_000)).to_be_in_viewport()
        for width, height in ((1024, 700), (1440, 640), (1280, 900), (1100, 760)):
            self.page.set_viewport_size({"width": width, "height": height})
            self.page.wait_for_function("width => innerWidth === width", arg=width)
            expect(self.row(20_000)).to_be_in_viewport()


class PaneLayoutTests(PageCase):
    def test_boxes_stand_beside_their_columns(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.run('columns')")
        boxes = self.page.locator("hark-palette label")
        self.assertGreater(boxes.count(), 5)
        for index in range(boxes.count()):
            label = boxes.nth(index)
            box, words = label.locator("input").bounding_box(), label.locator("span").first.bounding_box()
            self.assertLess(box["width"], 30)
            self.assertLess(abs(box["y"] + box["height"] / 2 - words["y"] - words["height"] / 2), 8, label.inner_text())
            self.assertLess(box["x"] + box["width"], words["x"] + 1)

    def test_labels_in_a_body_are_lines_not_columns(self):
        self.open()
        self.press("g", "j", "b")
        line = "() => { const line = document.querySelector('.bodies .bodyline'); const span = document.createElement('span'); span.className = 'note'; span.textContent = 'event 1, a label that is long'; line.replaceChildren(span); return [span.getBoundingClientRect().height, getComputedStyle(span).display]; }"
        expect(self.page.locator(".bodies .bodyline").first).to_be_attached()
        height, display = self.page.evaluate(line)
        self.assertEqual(display, "inline")
        self.assertLess(height, 40)

    def test_lines_of_figures_stand_below_each_other(self):
        self.open()
        self.press("g", "j", "e")
        expect(self.page.locator(".octets .leaf").first).to_be_attached()
        paddings = self.page.evaluate("() => { const leaf = document.querySelector('.octets .leaf'); leaf.className = 'leaf content'; return getComputedStyle(leaf).paddingLeft; }")
        self.assertEqual(paddings, "0px")

    def test_names_of_cookies_are_whole_and_every_exchange_is_there(self):
        self.open()
        self.screen("jar")
        heads = self.page.locator("table.grid th[scope=row] .mono")
        expect(heads.first).to_be_visible()
        for index in range(heads.count()):
            self.assertLess(heads.nth(index).bounding_box()["height"], 30)
        columns = self.page.locator("table.grid thead th").count() - 1
        self.assertGreater(columns, 60)
        expect(self.page.locator("table.grid thead th").nth(1)).to_have_attribute("title", r := self.page.locator("table.grid thead th").nth(1).get_attribute("title"))
        self.assertRegex(r, r"^[A-Z]+ https?://")

    def test_a_cookie_that_nobody_set_is_not_called_wrong(self):
        self.open()
        self.screen("jar")
        expect(self.page.locator(".cell.wrong").first).to_have_count(0)
        expect(self.page.locator(".cell.sent").first).to_be_visible()
        self.assertNotIn("§not set", self.page.content())

    def test_the_title_says_all_at_every_width(self):
        self.open()
        self.press("g", "j", "Enter")
        for width in WIDTHS[1:]:
            self.page.set_viewport_size({"width": width, "height": 800})
            title = self.page.locator("hark-inspector .title")
            expect(title).to_be_visible()
            box, strip = title.bounding_box(), self.page.locator("hark-inspector .strip").bounding_box()
            self.assertGreater(box["width"], strip["width"] * 0.9)

    def test_the_overview_of_a_failure_begins_with_what_the_server_said(self):
        self.open()
        failed = self.page.evaluate("() => { const app = document.querySelector('hark-list').app; for (let index = 0; index < 500; index += 1) { const row = app.blocks.at(index); if (row && row.status >= 400) return row.id; } }")
        self.assertIsNotNone(failed)
        self.page.evaluate("number => { const app = document.querySelector('hark-list').app; app.select(number); app.open('overview'); }", failed)
        expect(self.page.locator(".story .lead strong")).to_contain_text("4" if self.page.evaluate("document.querySelector('hark-list').app.blocks.at(document.querySelector('hark-list').app.state.values.index).status < 500") else "5")
        expect(self.page.locator(".story .said .bodyline").first).to_be_visible()

    def test_the_waterfall_is_drawn_when_nothing_passes_any_more(self):
        self.open()
        painted = """() => { const canvas = document.querySelector('canvas.waterfall'); const { width, height } = canvas;
            const data = canvas.getContext('2d').getImageData(0, 30, width, height - 30).data; let columns = new Set();
            for (let y = 0; y < height - 30; y += 2) for (let x = 0; x < width; x += 2) if (data[(y * width + x) * 4 + 3] > 200) columns.add(x);
            return columns.size; }"""
        self.page.evaluate("document.querySelector('hark-list').app.setClock(3_600_000_000)")
        self.page.evaluate("document.querySelector('hark-list').draw()")
        self.assertGreater(self.page.evaluate(painted), 20)

    def test_n_goes_to_what_failed(self):
        self.open()
        self.press("g", "n")
        self.page.wait_for_function("() => { const app = document.querySelector('hark-list').app; const row = app.blocks.at(app.state.values.index); return row && (row.status >= 400 || ['bad', 'warning'].includes(row.worst)); }")

    def test_the_first_click_on_the_theme_changes_it(self):
        for scheme in ("light", "dark"):
            self.open_context(color_scheme=scheme)
            self.open()
            before = self.page.evaluate("getComputedStyle(document.body).backgroundColor")
            self.page.get_by_role("button", name="Light or dark").click()
            self.page.wait_for_function("before => getComputedStyle(document.body).backgroundColor !== before", arg=before)

    def test_what_is_drawn_follows_the_theme(self):
        self.open()
        self.press("g")
        # The pale blue of waiting: in both drawings, and of one theme at a time.
        colours = """() => ['canvas.waterfall', '.overview canvas'].map(name => {
            const canvas = document.querySelector(name), found = new Set();
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
            for (let at = 0; at < data.length; at += 4) found.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
            return [found.has('157,188,232'), found.has('63,95,144')]; })"""
        wanted = lambda light: self.page.wait_for_function(f"light => ({colours})().every(([pale, deep]) => pale === light && deep !== light)", arg=light)
        wanted(True)
        self.page.get_by_role("button", name="Light or dark").click()
        wanted(False)
        self.page.get_by_role("button", name="Light or dark").click()
        wanted(True)
        self.page.get_by_role("button", name="Light or dark").click()
        # As the system has it, when that turns as well.
        self.page.emulate_media(color_scheme="dark")
        wanted(False)
        self.page.emulate_media(color_scheme="light")
        wanted(True)

    def test_the_way_to_the_newest_covers_no_row(self):
        self.open()
        under = """() => { const box = document.querySelector('hark-list .newer').getBoundingClientRect(), list = document.querySelector('hark-list').getBoundingClientRect();
            return [box.height > 12 && box.bottom <= list.bottom + 1, document.querySelector('hark-list .scroller').getBoundingClientRect().bottom <= box.top + 1]; }"""
        for width in WIDTHS:
            self.page.set_viewport_size({"width": width, "height": 800})
            self.page.evaluate("document.querySelector('hark-list').app.select(498)")
            self.selected(498)
            expect(self.page.locator("hark-list .newer")).to_be_visible()
            self.assertEqual(self.page.evaluate(under), [True, True], width)
            self.press("Escape", "f")
            expect(self.page.locator("hark-list .newer")).to_be_hidden()
            expect(self.row(500)).to_be_in_viewport()
        self.page.get_by_role("columnheader", name="size").get_by_role("button").click()
        expect(self.page.locator('hark-list [aria-sort="descending"]')).to_have_text("size ▾")
        expect(self.page.locator("hark-list .rows .row.missing")).to_have_count(0)
        self.site.add(12)
        expect(self.page.locator("hark-list .newer")).to_have_text("12 newer exchanges: sort again")
        self.assertEqual(self.page.evaluate(under), [True, True])


# Texts broken into columns of letters, parts that are out of the window and cannot be scrolled to, panes of a line or two.
BROKEN = """() => {
    const found = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) found.push('the page scrolls to the side');
    for (const element of document.querySelectorAll('body *')) {
        if (!element.checkVisibility() || element.closest('.unseen, .skip, svg, canvas')) continue;
        const box = element.getBoundingClientRect();
        const text = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim().length > 6);
        if (text && box.width < 36 && box.height > 60) found.push(`letters below each other: ${element.textContent.slice(0, 40)}`);
        let held = false;
        for (let parent = element; parent && !held; parent = parent.parentElement) held = getComputedStyle(parent).overflowX !== 'visible';
        if (!held && (box.right > innerWidth + 1 || box.left < -1)) found.push(`out of the window: ${element.tagName} ${element.className}`);
    }
    const panel = document.querySelector('.panel');
    if (panel?.checkVisibility()) {
        const scrolls = [panel, ...panel.querySelectorAll('*')].filter(element => /auto|scroll/.test(getComputedStyle(element).overflowY) && element.scrollHeight > element.clientHeight + 4);
        for (const element of scrolls) if (element.clientHeight < 90) found.push(`${element.className} has ${element.clientHeight} pixels`);
    }
    return found;
}"""


class WideLayoutTests(PageCase):
    context_options = {"viewport": {"width": 2560, "height": 1000}}

    def test_list_and_exchange_are_side_by_side_and_the_edge_between_them_moves(self):
        self.open()
        self.press("g", "Enter")
        inspector = self.page.locator("hark-inspector")
        expect(inspector).to_be_visible()
        list_, pane = self.page.locator("hark-list").bounding_box(), inspector.bounding_box()
        self.assertLessEqual(list_["x"] + list_["width"], pane["x"] + 1)
        self.assertAlmostEqual(list_["height"], pane["height"], delta=2)
        edge = self.page.get_by_role("separator")
        expect(edge).to_have_attribute("aria-orientation", "vertical")
        edge.press("ArrowLeft")
        self.assertAlmostEqual(inspector.bounding_box()["width"], pane["width"] + 0.03 * 2560, delta=3)
        edge.press("ArrowUp")
        self.assertAlmostEqual(inspector.bounding_box()["width"], pane["width"] + 0.03 * 2560, delta=3)
        box = edge.bounding_box()
        self.page.mouse.move(box["x"] + 4, 500)
        self.page.mouse.down()
        self.page.mouse.move(1280, 600)
        self.page.mouse.up()
        self.assertAlmostEqual(inspector.bounding_box()["x"], 1280, delta=14)
        # In a narrower window they are below each other again.
        self.page.set_viewport_size({"width": 1440, "height": 900})
        expect(edge).to_have_attribute("aria-orientation", "horizontal")
        self.assertAlmostEqual(inspector.bounding_box()["width"], 1440, delta=1)


class LowLayoutTests(PageCase):
    context_options = {"viewport": {"width": 1100, "height": 600}}

    def test_the_byte_of_an_address_is_in_sight(self):
        self.open()
        length = self.page.evaluate("() => document.querySelector('hark-list').app.session.get('/api/flows/2/explain').then(told => told.messages.map(each => each.length))")
        for byte in (sum(length) - 1, length[0] - 1, 3):
            self.page.evaluate("byte => { location.hash = `flow=2&tab=bytes&byte=${byte}` }", byte)
            self.page.wait_for_function("""() => {
                const [range] = CSS.highlights.get('lens') ?? [];
                const box = range?.getBoundingClientRect(), pane = range && (range.startContainer.closest ?? (() => null)).call(range.startContainer, '.octets')?.getBoundingClientRect();
                return pane && box.top >= pane.top - 1 && box.top < pane.bottom && pane.height > 20;
            }""")
            # Elsewhere by hand: it is not brought back by what is drawn next.
        pane = self.page.locator(".octets").last
        pane.evaluate("pane => { pane.scrollTop = 1e6 }")
        before = pane.evaluate("pane => pane.scrollTop")
        self.page.evaluate("document.querySelector('hark-inspector').draw()")
        self.assertEqual(pane.evaluate("pane => pane.scrollTop"), before)


class NarrowLayoutTests(PageCase):
    context_options = {"viewport": {"width": 390, "height": 844}}

    def test_each_tab_has_room_on_a_phone_and_elsewhere(self):
        self.open("flow=2")
        panel = self.page.locator("hark-inspector .panel")
        for width, height in ((390, 844), (768, 1024), (1280, 800), (2560, 1300)):
            self.page.set_viewport_size({"width": width, "height": height})
            for tab in ("Overview", "Headers", "Body", "Bytes", "Timing", "Changes", "Cookies", "Cache", "TLS", "Messages"):
                self.page.evaluate("tab => document.querySelector('hark-list').app.open(tab)", tab.lower())
                expect(self.page.get_by_role("tab", selected=True)).to_have_text(tab)
                expect(panel).not_to_contain_text("Reading")
                self.assertEqual(self.page.evaluate(BROKEN), [], f"{tab} at {width}")

    def test_the_way_to_other_sessions_is_in_sight_at_every_width(self):
        for width in (390, 576, 700, 800, 1024, 1440):
            self.open_context(viewport={"width": width, "height": 700})
            self.open()
            name = self.page.locator("hark-top .facts").get_by_role("button", name="made up")
            box, window = name.bounding_box(), self.page.locator("hark-top .facts").bounding_box()
            self.assertGreater(box["width"], 30, width)
            self.assertLessEqual(box["x"] + box["width"], window["x"] + window["width"] + 1, width)
            name.click()
            expect(self.page.get_by_role("dialog")).to_be_visible()
            self.context.close()

    def test_the_tab_that_is_shown_is_in_sight_on_a_phone(self):
        self.open_context(viewport={"width": 390, "height": 800})
        self.open("flow=2&tab=messages")
        for key, name in (("9", "TLS"), ("1", "Overview"), ("0", "Messages")):
            self.press(key)
            tab = self.page.get_by_role("tab", selected=True)
            expect(tab).to_have_text(name)
            box = tab.bounding_box()
            self.assertTrue(box["x"] >= 0 and box["x"] + box["width"] <= 391, f"{name}: {box}")

    def test_every_chip_is_in_sight(self):
        self.open()
        cut = """() => [...document.querySelectorAll('.chips button')].filter(chip => { const [box, all] = [chip.getBoundingClientRect(), chip.parentElement.getBoundingClientRect()];
            return box.left < all.left - 1 || box.right > all.right + 1 || box.bottom > all.bottom + 1; }).map(chip => chip.textContent)"""
        for width in (390, 700, 1024, 1440):
            self.page.set_viewport_size({"width": width, "height": 844})
            self.assertEqual(self.page.evaluate(cut), [], width)
        # Where there is room they are one line.
        self.assertLess(self.page.locator(".chips").bounding_box()["height"], 30)

    def test_on_a_phone_the_exchange_has_the_place_of_the_list(self):
        self.open()
        self.press("g")
        self.selected(1)
        self.press("Enter")
        expect(self.page.locator("hark-list")).to_have_css("visibility", "hidden")
        box = self.page.locator("hark-inspector").bounding_box()
        self.assertGreater(box["height"], 500)
        # Its bytes are below each other, and the lens leaves them room.
        self.press("4")
        request, response = (self.page.locator(".bytes .octets").nth(place) for place in range(2))
        expect(response.locator(".leaf").first).to_be_attached()
        self.assertGreater(response.bounding_box()["y"], request.bounding_box()["y"] + request.bounding_box()["height"] - 1)
        self.assertGreater(self.page.locator(".bytes .sides").bounding_box()["height"], 250)
        self.page.get_by_role("button", name="×", exact=True).click()
        expect(self.page.locator("hark-list")).to_have_css("visibility", "visible")
        expect(self.row(1)).to_be_in_viewport()
        # Where there is room both are seen.
        self.press("Enter")
        self.page.set_viewport_size({"width": 700, "height": 844})
        expect(self.page.locator("hark-list")).to_have_css("visibility", "visible")
        expect(self.row(1)).to_be_in_viewport()

    def test_screens_and_dialogs_fit_a_phone(self):
        self.open("flow=2")
        for screen in ("lanes", "jar", "redirects", "endpoints", "rules", "lessons", "film", "replay"):
            self.screen(screen)
            self.assertEqual(self.page.evaluate(BROKEN), [], screen)
        self.press("Escape")
        for command in ("keys", "commands", "columns", "sessions", "setup", "copy", "compose", "resend", "comment", "deleteFlows"):
            self.page.evaluate("command => document.querySelector('hark-list').app.run(command)", command)
            dialog = self.page.get_by_role("dialog")
            expect(dialog).to_be_visible()
            self.assertEqual(self.page.evaluate(BROKEN), [], command)
            self.assertLessEqual(dialog.evaluate("dialog => dialog.scrollWidth - dialog.clientWidth"), 1, command)
            self.press("Escape")
            expect(dialog).to_have_count(0)
