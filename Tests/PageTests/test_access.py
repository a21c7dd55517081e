"""For everyone: no violation that axe finds, in both themes, at twice the size, in forced colours; and all of it by keyboard alone."""

import importlib.resources
import re

from playwright.sync_api import expect

from page_case import PageCase

AXE = (importlib.resources.files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
SCREENS = ["lanes", "jar", "redirects", "endpoints", "lessons", "replay", "film", "projector", "compare", "rules"]
# The first exchange spoke HTTP/2, so its tenth tab has the frames; that of the second has messages.
TABS = ["overview", "headers", "body", "bytes", "timing", "changes", "cookies", "cache", "tls", "frames"]


class AccessTests(PageCase):
    def no_violations(self, where):
        # It is large, so it is put in once a page.
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE)
        # What stands beside each state was looked at with the list, which comes first.
        found = self.page.evaluate("whole => axe.run(whole ? document : { exclude: [['hark-list .rows'], ['hark-filter']] }, { resultTypes: ['violations'] })", where.startswith("list"))
        told = [f"{violation['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:300]}" for violation in found["violations"] for node in violation["nodes"]]
        self.assertEqual(told, [], where)

    def walk(self, note):
        """Each screen, each tab, each dialog."""
        self.open()
        self.no_violations(f"list, {note}")
        self.press("g")
        self.selected(1)
        for number, tab in enumerate(TABS, 1):
            self.press("Enter", str(number % 10))
            expect(self.page.get_by_role("tab", selected=True)).to_have_id(f"tab-{tab}")
            expect(self.page.locator(".panel")).not_to_contain_text("Reading")
            if tab == "headers":
                self.page.locator(".headers .name").first.click()
                self.page.get_by_role("button", name="Show credentials").click()
                self.page.get_by_role("button", name="As sent").click()
                expect(self.page.locator(".headers .meaning")).to_be_visible()
            self.no_violations(f"{tab}, {note}")
        self.page.locator(".frames summary").first.click()
        self.page.locator(".frames summary").last.click()
        self.no_violations(f"fields of a block, {note}")
        self.press("m", "j", "0")
        self.selected(2)
        expect(self.page.locator("#message-0")).to_be_visible()
        self.no_violations(f"messages, {note}")
        self.press("m")
        for screen in SCREENS:
            self.screen(screen)
            if screen == "lanes":
                self.page.locator(".lane summary").nth(1).click()
                expect(self.page.locator(".lane .facts").first).to_be_visible()
            self.no_violations(f"{screen}, {note}")
        self.held(note)
        self.press("Escape")
        for command in ("compose", "composeCopy", "sessions"):
            self.page.evaluate("command => document.querySelector('hark-list').app.run(command)", command)
            expect(self.page.get_by_role("dialog")).to_be_visible()
            self.no_violations(f"dialog {command}, {note}")
            self.press("Escape")
        for key in "?:yx":
            self.press(key)
            expect(self.page.get_by_role("dialog")).to_be_visible()
            self.no_violations(f"dialog {key}, {note}")
            self.press("Escape")
            expect(self.page.get_by_role("dialog")).to_be_hidden()

    def held(self, note):
        """The last screen has rules and the messages that they hold: one is opened, a rule is written wrongly."""
        rules = self.page.locator(".rules")
        expect(rules.locator("[data-held]")).to_have_count(2)
        rules.get_by_role("button", name="Open #1").click()
        expect(rules.locator(".backdrop .leaf").first).to_be_attached()
        self.no_violations(f"a held message, {note}")
        self.page.get_by_label("Rules, one per line").fill("look: do brek")
        expect(rules.locator("#rule-words")).to_contain_text("line 1, column 10")
        rules.get_by_role("button", name="Try on all recorded exchanges").click()
        expect(rules.locator(".trial .added")).to_be_visible()
        self.no_violations(f"a rule that is written, {note}")
        rules.get_by_role("heading", name="Rules", exact=True).click()

    def dialogs(self, note):
        """What opens over the list, and what comes with a socket, a find, a form."""
        self.site.socket = True
        self.open("flow=2")
        self.selected(2)
        self.no_violations(f"list with an open socket, {note}")
        for command in ("columns", "setup"):
            self.page.evaluate("command => document.querySelector('hark-list').app.run(command)", command)
            expect(self.page.get_by_role("dialog")).to_be_visible()
            self.no_violations(f"dialog {command}, {note}")
            self.press("Escape")
        self.row(2).click(button="right")
        expect(self.page.get_by_role("menuitem").first).to_be_visible()
        self.no_violations(f"menu of a row, {note}")
        self.press("Escape")
        self.press("x")
        self.page.get_by_role("dialog").get_by_role("button", name="Table").click()
        expect(self.page.locator(".headrow").first).to_be_visible()
        self.no_violations(f"a head as a table, {note}")
        self.press("Escape")
        self.page.evaluate("document.querySelector('hark-list').app.run('sessions')")
        self.page.get_by_role("dialog").get_by_role("button", name="Compare").first.click()
        expect(self.page.get_by_role("dialog").get_by_role("button", name="Back")).to_be_visible()
        self.no_violations(f"sessions compared, {note}")
        self.press("Escape")
        self.press("0")
        expect(self.page.locator(".messages .send")).to_be_visible()
        self.page.get_by_placeholder("find in messages").fill("m1")
        expect(self.page.locator(".panel .message").first).to_be_visible()
        self.no_violations(f"messages that are found, {note}")
        self.page.evaluate("document.querySelector('hark-list').app.open('body')")
        self.page.get_by_label("Find in the body of the request").fill("for you")
        expect(self.page.locator('[data-side="request"] .find')).to_contain_text("1 of 1 match")
        self.no_violations(f"a body that is searched, {note}")
        self.page.evaluate("document.querySelector('hark-list').app.run('deleteFlows')")
        self.page.get_by_role("dialog").get_by_role("button", name="Delete 500").click()
        self.say("will be deleted in 8 seconds")
        self.no_violations(f"a notice with a way back, {note}")
        self.page.locator("hark-notices").get_by_role("button", name="Undo").click()
        self.screen("rules")
        self.page.get_by_role("button", name="Mock", exact=True).click()
        expect(self.page.locator(".rules .form label").first).to_be_visible()
        self.no_violations(f"the form of a rule, {note}")

    def test_dialogs_light(self):
        self.dialogs("light")

    def test_dialogs_dark(self):
        self.context.close()
        self.open_context(color_scheme="dark")
        self.dialogs("dark")

    def test_light(self):
        self.walk("light")

    def test_dark(self):
        self.context.close()
        self.open_context(color_scheme="dark")
        self.walk("dark")

    def test_twice_the_size(self):
        self.context.close()
        self.open_context(viewport={"width": 640, "height": 400}, device_scale_factor=2)
        self.walk("200 %")
        self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), 640)

    def test_forced_colours_and_reduced_motion(self):
        self.context.close()
        self.open_context(forced_colors="active", reduced_motion="reduce")
        self.walk("forced colours")
        moving = self.page.evaluate("[...document.querySelectorAll('*')].filter(e => parseFloat(getComputedStyle(e).transitionDuration) > 0 || getComputedStyle(e).animationName !== 'none').length")
        self.assertEqual(moving, 0)

    def test_larger_type_of_the_browser_makes_rows_higher(self):
        self.open()
        self.page.evaluate("document.documentElement.style.setProperty('font-size', '200%'); document.querySelector('hark-list').measure()")
        self.assertEqual(self.rows().first.bounding_box()["height"], 48)


class EmptyAccessTests(AccessTests):
    count = 0

    def walk(self, note):
        self.open()
        expect(self.page.locator(".setup")).to_be_visible()
        self.no_violations(f"empty, {note}")

    test_larger_type_of_the_browser_makes_rows_higher = test_dialogs_light = test_dialogs_dark = None


class KeyboardTests(PageCase):
    def test_every_region_is_reached_by_tab_and_shows_its_focus(self):
        self.open()
        self.press("g", "Enter", "4")
        expect(self.page.locator(".octets").first).to_be_visible()
        self.page.evaluate("document.activeElement.blur()")
        reached = set()
        for _ in range(60):
            self.press("Tab")
            where = self.page.evaluate("""() => {
                const e = document.activeElement;
                const seen = e.matches(':focus-visible') && getComputedStyle(e).outlineStyle !== 'none';
                return [e.closest('hark-top, hark-filter, hark-list, hark-inspector')?.localName ?? e.localName, e.getAttribute('role') ?? e.localName, seen];
            }""")
            if where[0] != "body":
                self.assertTrue(where[2], f"{where} has the focus and does not show it")
            reached.add((where[0], where[1]))
        for wanted in [("hark-top", "button"), ("hark-filter", "combobox"), ("hark-list", "grid"), ("hark-inspector", "separator"), ("hark-inspector", "tab"), ("hark-inspector", "group")]:
            self.assertIn(wanted, reached)

    def test_rules_and_held_messages_are_worked_with_by_keyboard_alone(self):
        self.open()
        self.press("r")
        rules = self.page.locator(".rules")
        expect(rules.locator("[data-held]")).to_have_count(2)
        self.page.evaluate("document.activeElement.blur()")
        reached = []
        for _ in range(60):
            self.press("Tab")
            reached.append(self.page.evaluate("""() => {
                const e = document.activeElement;
                const seen = e.matches(':focus-visible') && getComputedStyle(e).outlineStyle !== 'none';
                return [e.getAttribute('aria-label') ?? e.textContent, seen || e === document.body];
            }"""))
        self.assertEqual([name for name, seen in reached if not seen], [], "has the focus and does not show it")
        names = [name for name, _ in reached]
        for wanted in ("Filter of held messages", "Send all", "Answer by hand", "Open #1", "Drop #2", "Later: look", "Edit: slow", "Rules, one per line", "Switch on"):
            self.assertIn(wanted, names)
        rules.get_by_role("button", name="Open #2").focus()
        self.press("Enter")
        expect(self.page.get_by_label("Held message", exact=True)).to_be_focused()
        # What is a key elsewhere is a letter here.
        self.page.keyboard.type("jr?")
        expect(self.page.get_by_label("Held message", exact=True)).to_have_value(re.compile("^jr\\?DELETE /held"))

    def test_the_way_back_from_a_dialog_is_where_one_came_from(self):
        self.open()
        self.page.locator("#grid").focus()
        self.press("?", "Escape")
        expect(self.page.locator("#grid")).to_be_focused()

    def test_what_came_is_said_politely(self):
        self.open()
        self.page.clock.install()
        self.page.reload()
        expect(self.rows().first).to_be_attached()
        self.site.add(12)
        expect(self.page.locator("hark-top")).to_contain_text("512 exchanges")
        self.page.clock.run_for(5000)
        expect(self.page.locator("hark-top [role=status]")).to_contain_text("12 new exchanges")

    def test_the_lens_speaks(self):
        self.open()
        self.press("g", "e")
        expect(self.page.get_by_role("group", name="Bytes of the request")).to_be_focused()
        self.press("ArrowRight")
        expect(self.page.locator(".lens [role=status]")).to_contain_text("request-line, SP.")
