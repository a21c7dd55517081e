"""What was captured is text everywhere: sixty payloads in every captured place run nothing and load nothing."""

import re

from playwright.sync_api import expect

import made_up
from page_case import PageCase


# Opens one after the other until what it shows was read; the tabs that showed nothing.
EVERY_TAB = """async tabs => {
    const { app } = document.querySelector('hark-list'), panel = document.querySelector('.panel'), empty = [];
    for (const tab of tabs) {
        app.open(tab);
        const end = performance.now() + 5000;
        do await new Promise(requestAnimationFrame); while (/^$|Reading/.test(panel.textContent) && performance.now() < end);
        if (/^$|Reading/.test(panel.textContent)) empty.push(tab);
        for (const closed of panel.querySelectorAll('details:not([open])')) closed.open = true;
        for (const button of panel.querySelectorAll('.headers button.name, .headers button.link, .headers .bar button')) if (button.isConnected) button.click();
        await new Promise(requestAnimationFrame);
    }
    return empty;
}"""


class HostileTests(PageCase):
    hostile = True
    count = len(made_up.PAYLOADS)
    # `href` with a bad scheme would show as a refused navigation; none may.
    TABS = ["overview", "headers", "body", "bytes", "timing", "changes", "cookies", "cache", "tls", "messages", "frames"]

    def test_there_are_sixty(self):
        self.assertGreaterEqual(len(set(made_up.PAYLOADS)), 60)

    def test_every_tab_of_every_exchange(self):
        self.open()
        for number in range(1, self.count + 1):
            self.page.evaluate("async ([id]) => { const app = document.querySelector('hark-list').app; app.select(id); app.open('overview'); }", [number])
            self.page.wait_for_function("id => { const { detail } = document.querySelector('hark-list').app.state.values; return detail?.id === id && detail.explained }", arg=number)
            self.assertEqual(self.page.evaluate(EVERY_TAB, self.TABS), [])
            self.nothing_ran(number)

    def nothing_ran(self, what):
        self.assertEqual(self.page.evaluate("[hits, reports]"), [0, []], f"in {what}: {made_up.payload(what) if isinstance(what, int) else ''}")
        found = self.page.evaluate("""() => [...document.querySelectorAll('*')].filter(e => !e.closest('head')).flatMap(e => [
            ...(/^(script|object|embed|base|link|meta|form|video|audio|math|template|marquee)$/i.test(e.localName) ? [e.outerHTML] : []),
            ...[...e.attributes].filter(a => /^on/i.test(a.name) || /^(href|src|action|formaction|data|xlink:href)$/.test(a.name) && /^\\s*(javascript|data):/i.test(a.value) || a.name === 'style' && /url/.test(a.value)).map(a => a.name + '=' + a.value),
        ])""")
        self.assertEqual(found, [])

    def test_every_screen(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.select(5)")
        for screen in ("lanes", "jar", "redirects", "endpoints", "lessons", "replay", "film", "projector"):
            self.screen(screen)
            for opener in self.page.locator("hark-screen summary").all()[:5]:
                opener.click(position={"x": 10, "y": 8})
            for button in self.page.locator("hark-screen .cell").all()[:20]:
                button.evaluate("button => button.click()")
            self.nothing_ran(screen)
        self.screen("rules")
        rules = self.page.locator(".rules")
        expect(rules.locator("[data-held]")).to_have_count(2)
        expect(rules.locator(".list [role=alert]")).to_contain_text("The rules were not changed")
        rules.get_by_role("button", name="Open #1").click()
        expect(rules.locator(".backdrop .leaf").first).to_be_attached()
        rules.get_by_role("button", name="Try on all recorded exchanges").click()
        expect(rules.locator(".trial .added")).to_be_visible()
        self.nothing_ran("rules")

    def test_dialogs_notices_print_and_comparison(self):
        self.open()
        self.press("g", "m", "j", "m", "=")
        expect(self.page.locator(".compare h2")).to_be_visible()
        self.nothing_ran("compare")
        self.press("Escape")
        for key in "yox":
            self.press(key)
            expect(self.page.get_by_role("dialog")).to_be_visible()
            self.nothing_ran(key)
            self.press("Escape")
            expect(self.page.get_by_role("dialog")).to_be_hidden()
        self.page.wait_for_function("() => document.querySelector('hark-list').app.state.values.detail?.explained")
        self.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        self.nothing_ran("print")
        for text in made_up.PAYLOADS:
            self.page.evaluate("text => document.querySelector('hark-list').app.say(new Error(text))", text)
        expect(self.page.locator("hark-notices .notice")).to_have_count(5)
        self.nothing_ran("notices")

    def test_a_cell_with_a_payload_becomes_one_value_of_the_filter(self):
        self.open()
        self.press("g")
        self.row(5).locator('[data-column="method"]').click(modifiers=["Alt"])
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value(re.compile(r'^method = ".*"$'))

    def test_the_menu_of_a_row(self):
        self.open()
        self.press("g")
        self.selected(1)
        self.row(5).locator('[data-column="path"]').click(button="right")
        expect(self.page.get_by_role("menuitem", name="Only this host")).to_be_visible()
        self.nothing_ran("menu")
        self.page.get_by_role("menuitem", name="Only this host").click()
        expect(self.page.get_by_role("combobox", name="Filter")).to_have_value(re.compile(r'^host = ".*"$'))

    def test_payloads_in_the_address_are_words(self):
        self.open("filter=%3Cimg+src%3Dx+onerror%3Dhit()%3E&tab=%3Cscript%3Ehit()%3C%2Fscript%3E&%3Cb%3E=1")
        self.say("There is no tab “<script>hit()</script>”")
        self.nothing_ran("address")

    def test_directions_and_controls_are_shown_by_number(self):
        self.open()
        for number, payload in enumerate(made_up.PAYLOADS):
            if any(character in payload for character in "\u202e\u0000\u001b\ufeff\u2028"):
                cell = self.page.evaluate("async id => { const app = document.querySelector('hark-list').app; app.select(id); app.run('reveal'); }", number) or self.row(number).locator('[data-column="path"]')
                self.assertNotRegex(self.page.locator("body").inner_text(), "[\u202e\u0000\u001b\ufeff\u2028]")
                self.assertIsNotNone(cell)
