"""The filter says itself in words, completes, and shows where it is wrong; the address keeps where one is."""

from playwright.sync_api import expect

from page_case import PageCase


class FilterTests(PageCase):
    def field(self):
        return self.page.get_by_role("combobox", name="Filter")

    def test_words_while_it_is_typed(self):
        self.open()
        self.field().press_sequentially("status >= 400")
        expect(self.page.locator("hark-filter .words")).to_have_text("Flows where the status is 400 or more.")
        expect(self.row(500)).to_be_visible()
        self.press("Enter")
        expect(self.page.locator("hark-filter .words")).to_contain_text("100 of 500")
        expect(self.page.locator("#grid")).to_be_focused()
        self.at(r"#filter=status\+%3E%3D\+400$")

    def test_fields_are_completed(self):
        self.open()
        self.field().press_sequentially("stat")
        options = self.page.get_by_role("listbox", name="Suggestions").get_by_role("option")
        expect(options).to_have_count(2)
        self.press("ArrowDown", "Enter")
        expect(self.field()).to_have_value("status")
        self.field().press_sequentially(" = 404 and ho")
        expect(options).to_have_count(1)
        options.first.click()
        expect(self.field()).to_have_value("status = 404 and host")

    def test_a_mistake_is_shown_at_its_place_and_the_list_stays(self):
        self.open()
        self.field().fill("staus = 404")
        self.press("Enter")
        expect(self.page.locator("hark-filter .wrong mark")).to_have_text("staus")
        expect(self.page.locator("hark-filter .words")).to_contain_text("did you mean 'status'")
        expect(self.field()).to_have_attribute("aria-invalid", "true")
        expect(self.row(500)).to_be_visible()
        self.field().fill("")
        self.press("Enter")
        expect(self.page.locator("hark-filter .wrong")).to_be_hidden()

    def test_nothing_that_matches_is_said(self):
        self.open()
        self.field().fill("id = 9999")
        self.press("Enter")
        expect(self.page.locator("hark-list .empty")).to_contain_text("Nothing matches")
        self.page.get_by_role("button", name="Show all").click()
        expect(self.row(500)).to_be_attached()

    def test_the_address_leads_to_a_byte(self):
        self.open("filter=status+%3E%3D+400&flow=6&tab=bytes&byte=30")
        expect(self.field()).to_have_value("status >= 400")
        self.selected(6)
        expect(self.page.get_by_role("tab", selected=True)).to_have_text("Bytes")
        expect(self.page.locator(".lens .path")).to_contain_text("of the request")
        self.page.reload()
        self.selected(6)

    def test_back_goes_back(self):
        self.open()
        self.press("g")
        self.at("flow=1$")
        self.press("j")
        self.at("flow=2$")
        self.page.go_back()
        self.selected(1)
        self.at("flow=1$")
        self.page.get_by_role("button", name="Connections").click()
        self.at("screen=lanes")
        self.page.go_back()
        expect(self.page.locator("#work")).to_be_visible()

    def test_an_address_that_is_wrong_is_told_and_the_rest_holds(self):
        self.open("filter=staus+%3D+1&flow=99999&tab=none&byte=x")
        expect(self.page.locator("hark-filter .wrong mark")).to_have_text("staus")
        self.say("There is no tab “none”")
        self.say("“byte” is a number")
        expect(self.page.locator("hark-inspector .panel")).to_contain_text("There is no flow 99999")
        expect(self.row(1)).to_be_attached()

    def test_the_key_leaves_the_address(self):
        self.open()
        self.assertNotIn("k" * 20, self.page.url)
        self.assertFalse(any("k" * 20 in path for _, path in self.site.asked))
