"""Every key of the key map does what its words say; no key is taken from the browser."""

import re

from playwright.sync_api import expect

import stand_in
from page_case import PageCase


class KeyTests(PageCase):
    def setUp(self):
        super().setUp()
        self.page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1 }")
        self.open()
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def titled(self, name):
        expect(self.page.locator("hark-screen h2")).to_have_text(re.compile(name))

    def tab(self, name):
        expect(self.page.get_by_role("tab", selected=True)).to_have_text(name)

    def test_every_key_of_the_map_is_tried_here(self):
        tried = {"next", "previous", "pageDown", "pageUp", "first", "last", "open", "follow", "hide", "filter", "back", "nextTab", "previousTab", "tab", "bytes", "byteBefore", "byteAfter", "wider", "narrower", "pin",
                 "changes", "body", "timing", "lanes", "jar", "endpoints", "rules", "nextMatch", "previousMatch", "mark", "marked", "compare", "resend", "copy", "save", "step", "stepBack", "projector", "keys", "commands", "scale", "tunnels"}
        self.assertEqual({binding["command"] for binding in stand_in.KEYS}, tried)
        known = self.page.evaluate("Object.keys(document.querySelector('hark-list').app.commands)")
        self.assertEqual(tried - set(known) - {"step", "stepBack"}, set())

    def test_the_list_has_keys_for_its_scale_and_for_connect(self):
        self.press("z")
        expect(self.page.locator("hark-list .scale")).to_have_text("whole session")
        self.press("z")
        expect(self.page.locator("hark-list .scale")).to_have_text("visible rows")
        self.press("T")
        connect = self.page.get_by_role("button", name="CONNECT", exact=True)
        expect(connect).to_have_attribute("aria-pressed", "true")
        self.press("T")
        expect(connect).to_have_attribute("aria-pressed", "false")

    def test_the_list_is_walked(self):
        for keys, number in ((["g"], 1), (["j"], 2), (["ArrowDown"], 3), (["k"], 2), (["ArrowUp"], 1), (["G"], 500), (["Home"], 1), (["End"], 500)):
            self.press(*keys)
            self.selected(number)
        self.press("g")
        self.selected(1)
        page = self.page.evaluate("document.querySelector('hark-list').page")
        self.press("PageDown")
        self.selected(1 + page)
        self.press(" ")
        self.selected(1 + 2 * page)
        self.press("PageUp")
        self.selected(1 + page)

    def test_tabs_by_number_and_by_brackets(self):
        self.press("g", "Enter")
        self.tab("Overview")
        for number, name in enumerate(["Overview", "Headers", "Body", "Bytes", "Timing", "Changes", "Cookies", "Cache", "TLS"], 1):
            self.press(str(number))
            self.tab(name)
        # After them come those that not each exchange has.
        self.press("0")
        self.tab("Frames")
        self.press("]")
        self.tab("Overview")
        self.press("[")
        self.tab("Frames")
        self.press("j", "0")
        self.selected(2)
        self.tab("Messages")
        self.press("9", "j", "0")
        self.selected(3)
        self.tab("TLS")
        for key, name in (("d", "Changes"), ("b", "Body"), ("t", "Timing"), ("e", "Bytes")):
            self.press(key)
            self.tab(name)
        self.press("Escape")
        expect(self.page.locator("hark-inspector")).to_be_hidden()

    def test_the_byte_lens_is_moved(self):
        self.press("g", "e")
        octets = self.page.get_by_role("group", name="Bytes of the request")
        expect(octets).to_be_focused()
        path = self.page.locator(".lens .path")
        expect(path).to_contain_text("request-line › method")
        for key, expected in (("ArrowRight", "› SP"), ("ArrowRight", "› request-target"), ("ArrowLeft", "› SP"), ("ArrowUp", "request-line"), ("ArrowDown", "› SP")):
            self.press(key)
            expect(path.locator(".here")).to_contain_text(expected.removeprefix("› "))
        self.press("P")
        expect(self.page.get_by_role("button", name="Pin (P)")).to_have_attribute("aria-pressed", "true")

    def test_screens(self):
        for key, name in (("l", "Connections"), ("c", "Cookies"), ("s", "Endpoints"), ("r", "Rules")):
            self.press(key)
            self.titled(name)
            self.press("Escape")
            expect(self.page.locator("#work")).to_be_visible()

    def test_notes_are_found(self):
        self.press("g", "n")
        self.selected(2)
        self.press("n")
        self.selected(3)
        self.press("N")
        self.selected(2)
        self.press("e")
        expect(self.page.locator(".lens")).to_be_visible()
        self.press("n")
        expect(self.page.locator(".lens .note")).to_contain_text("cookie-secure-over-http")

    def test_what_goes_to_the_same_place_is_hidden(self):
        self.press("h")
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value("")
        self.press("g")
        self.selected(1)
        self.press("h")
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value(re.compile(r"^not \(host = \S+ and path = \S+\)$"))
        expect(self.page.locator("hark-inspector")).to_be_hidden()

    def test_marks_are_shown_and_compared(self):
        self.press("g", "=")
        self.say("Mark two exchanges")
        self.press("m", "j", "j", "m", "=")
        self.titled("Compare #1 and #3")
        expect(self.page.locator(".compare .paths tbody tr").first).to_be_visible()
        self.press("Escape", "M")
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value("id in (1, 3)")
        expect(self.rows().locator('[data-column="id"]')).to_have_text(["1", "3"])
        expect(self.page.locator("hark-list .marked")).to_have_count(2)

    def test_dialogs(self):
        dialog = self.page.get_by_role("dialog")
        self.press("g")
        self.selected(1)
        for key, title in (("?", "Keys"), (":", "Commands"), ("y", "Copy #1 as"), ("o", "Save"), ("x", "Send #1 again")):
            self.press(key)
            expect(dialog.get_by_role("heading", level=2)).to_have_text(title)
            self.press("Escape")
            expect(dialog).to_be_hidden()

    def test_the_keys_are_back_in_the_list_as_soon_as_a_dialog_is_closed(self):
        self.press("g")
        self.selected(1)
        self.press("y")
        expect(self.page.get_by_role("combobox", name="Copy #1 as")).to_be_focused()
        # In one task, so that no event of the browser comes between the two keys.
        focused, titles = self.page.evaluate("""() => {
            const press = key => document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}))
            const [focused, titles] = [[], []]
            for (const key of ['Escape', 'o', 'Escape', '?', 'Escape']) {
                press(key)
                const dialog = document.querySelector('dialog')
                focused.push(dialog.contains(document.activeElement))
                titles.push(dialog.open ? dialog.querySelector('h2').textContent : null)
            }
            return [focused, titles]
        }""")
        self.assertEqual(titles, [None, "Save", None, "Keys", None])
        self.assertEqual(focused, [False, True, False, True, False])

    def test_what_a_chosen_command_has_focused_keeps_the_focus(self):
        self.press("g")
        self.selected(1)
        self.press(":")
        self.page.keyboard.type("write a filter")
        self.press("Enter")
        self.page.keyboard.type("status")
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value("status")

    def test_filter_follow_and_projector(self):
        self.press("/")
        expect(self.page.get_by_role("combobox", name="Filter")).to_be_focused()
        self.press("Escape")
        expect(self.page.locator("#grid")).to_be_focused()
        self.press("g")
        self.selected(1)
        self.press("f")
        expect(self.row(500)).to_be_visible()
        self.press("g", "p")
        expect(self.page.locator(".show h2")).to_contain_text("GET api.shop.test")
        self.press("p")
        expect(self.page.locator("#work")).to_be_visible()

    def test_a_replay_is_stepped(self):
        self.press("g", ":")
        expect(self.page.get_by_role("combobox", name="Commands")).to_be_focused()
        self.page.keyboard.type("replay")
        self.press("Enter")
        self.titled("Replay of #1")
        self.page.get_by_label("predict first").uncheck()
        said = self.page.locator(".replay .lead")
        for key, text in ((".", "1/5"), (".", "2/5"), (",", "1/5")):
            self.press(key)
            expect(said).to_contain_text(text)

    def test_what_the_browser_has_stays_its_own(self):
        self.press("g", "Control+j", "Alt+j", "Meta+j")
        self.selected(1)
        self.page.get_by_role("combobox", name="Filter").fill("")
        self.page.keyboard.type("jkgG?")
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value("jkgG?")
        self.press("Tab")
        expect(self.page.get_by_role("combobox", name="Filter")).not_to_be_focused()
