"""Lessons: a list with progress, one lesson beside its bytes, answers by mouse and keys, and the projector."""

from playwright.sync_api import expect

import page_case
import stand_in
import taught


class LessonsTests(page_case.PageCase):
    def setUp(self):
        super().setUp()
        self.open()
        self.screen("lessons")
        expect(self.page.locator(".lessons h2")).to_have_text("Request")

    def marked(self):
        return "".join(self.page.locator(".lessons pre mark").all_inner_texts())

    def question(self, prompt):
        return self.page.locator(".lessons section", has_text=prompt)

    def answer(self, prompt):
        self.question(prompt).get_by_role("button", name="Answer").click()

    def test_a_step_marks_its_bytes(self):
        expect(self.page.locator(".lessons pre mark").first).to_be_visible()
        self.page.locator(".lessons li", has_text="Method, target").focus()
        self.assertEqual(self.marked(), "GET")
        self.page.locator(".lessons li", has_text="The host.").focus()
        self.assertEqual(self.marked(), "Host: shop.test")

    def test_one_begins_at_the_first_place_and_only_questions_are_numbered(self):
        self.assertEqual(self.marked(), "GET")
        current = self.page.locator(".lessons [aria-current=step]")
        expect(current).to_have_text("Method, target, version.")
        self.page.locator(".lessons li", has_text="The host.").focus()
        expect(current).to_have_text("The host.")
        prompts = [question["prompt"] for question in taught.QUESTIONS]
        self.assertEqual(self.page.locator(".lessons section > p:first-child").all_inner_texts(), [f"{number}. {prompt}" for number, prompt in enumerate(prompts, 1)])
        # But for what is to be put in order, nothing else has a number.
        numbered = "() => [...document.querySelectorAll('.lessons li')].filter(li => li.checkVisibility() && getComputedStyle(li).listStyleType === 'decimal').map(li => li.textContent.trim())"
        self.assertEqual(self.page.evaluate(numbered), ["path", "scheme", "host"])

    def test_a_wrong_answer_shows_why_and_one_more(self):
        self.question("Which method").get_by_label("HEAD").check()
        self.answer("Which method")
        expect(self.question("Which method").get_by_role("status")).to_contain_text("✗ Because it is so. RFC 9110 §9")
        self.assertEqual(self.marked(), "CRLF")
        expect(self.page.locator(".lessons nav")).to_contain_text("0/1")
        self.question("Which method").get_by_role("button", name="Try #3").click()
        expect(self.page.locator(".lessons .lead")).to_contain_text("#3")

    def test_a_right_answer_counts(self):
        self.question("Which method").get_by_label("GET").check()
        self.answer("Which method")
        expect(self.question("Which method").get_by_role("status")).to_contain_text("✓")
        expect(self.question("Which method").get_by_role("button", name="Try")).to_have_count(0)
        self.question("How many").get_by_label("Answer").fill("36")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".lessons nav")).to_contain_text("2/2")
        self.question("Which fields").get_by_label("Host").check()
        self.answer("Which fields")
        expect(self.page.locator(".lessons nav")).to_contain_text("3/3")

    def test_numbers_go_into_a_sum(self):
        asked = self.question("How much is left")
        for blank, number in [("lifetime", "60"), ("Age", "40"), ("Answer", "20")]:
            asked.get_by_label(blank).fill(number)
        expect(asked.locator(".sum")).to_have_text("lifetime - Age = s")
        self.page.keyboard.press("Enter")
        expect(asked.get_by_role("status")).to_contain_text("✓")
        self.assertEqual(self.site.answered, [("left", True)])
        # A blank is not filled by itself.
        asked.get_by_label("Age").fill("")
        self.answer("How much is left")
        expect(asked.get_by_role("status")).to_contain_text("✗")

    def test_phases_are_drawn_one_after_the_other(self):
        bars = self.page.locator(".lessons .gantt .bar")
        expect(bars).to_have_count(3)
        boxes = [bar.bounding_box() for bar in bars.all()]
        self.assertGreater(boxes[1]["width"], 7 * boxes[0]["width"])
        self.assertGreaterEqual(round(boxes[1]["x"]), round(boxes[0]["x"] + boxes[0]["width"]))
        expect(self.page.locator(".lessons .gantt")).to_contain_text("8")
        self.page.locator(".lessons nav").get_by_role("button", name="HTTP/2").click()
        expect(bars).to_have_count(0)

    def test_an_answer_does_not_read_the_list_again(self):
        asked = []
        self.page.on("request", lambda request: asked.append((request.method, request.url.split("?")[0].split("/api/")[-1])))
        self.question("How many").get_by_label("Answer").fill("36")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".lessons nav")).to_contain_text("1/1")
        expect(self.page.locator(".lessons nav [aria-current]")).to_contain_text("1/1")
        self.question("How many").get_by_label("Answer").fill("35")
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".lessons nav")).to_contain_text("1/2")
        self.assertEqual([each for each in asked if "lessons" in each[1]], [("POST", "lessons/request")] * 2)

    def test_a_byte_is_clicked(self):
        self.page.locator(".lessons pre [data-at='34']").first.click()
        expect(self.question("head end").get_by_role("status")).to_contain_text("✓")
        self.assertEqual(self.site.answered, [("end", True)])

    def test_order_by_keys(self):
        items = self.question("which order").locator("li")
        items.nth(0).focus()
        self.press("ArrowDown", "ArrowDown")
        self.assertEqual(items.all_inner_texts(), ["scheme", "host", "path"])
        expect(items.nth(2)).to_be_focused()
        self.press("ArrowDown")
        self.assertEqual(items.all_inner_texts(), ["scheme", "host", "path"])
        self.answer("which order")
        expect(self.question("which order").get_by_role("status")).to_contain_text("✓")

    def test_order_by_dragging(self):
        items = self.question("which order").locator("li")
        items.nth(0).drag_to(items.nth(2))
        self.assertNotEqual(items.nth(0).inner_text(), "path")
        self.assertEqual(sorted(items.all_inner_texts()), ["host", "path", "scheme"])

    def test_what_is_missing_says_what_records_it(self):
        self.page.locator(".lessons nav").get_by_role("button", name="HTTP/2").click()
        expect(self.page.locator(".lessons article")).to_contain_text("hark run -- curl https://demo.hark.test/echo")
        expect(self.page.locator(".lessons section")).to_have_count(0)
        expect(self.page.locator(".lessons pre")).to_have_count(0)

    def test_the_demo_site_has_other_examples(self):
        expect(self.page.locator(".lessons .lead")).to_contain_text("#2")
        self.page.get_by_role("button", name="Demo site").click()
        expect(self.page.locator(".lessons .lead")).to_contain_text("#1")
        self.page.get_by_role("button", name="My traffic").click()
        expect(self.page.locator(".lessons .lead")).to_contain_text("#2")

    def test_an_exchange_leads_to_its_lessons(self):
        self.page.evaluate("() => { const { app } = document.querySelector('hark-list'); app.show('list'); app.select(3); app.open('overview'); }")
        self.page.locator(".links").get_by_role("button", name="Lessons").click()
        expect(self.page.locator(".lessons nav")).to_contain_text("#3")
        self.page.locator(".lessons nav").get_by_role("button", name="The request line").click()
        expect(self.page.locator(".lessons .lead")).to_contain_text("#3")


class PresentTests(page_case.PageCase):
    def test_a_step_at_a_time(self):
        self.page.goto(f"http://127.0.0.1:{self.site.port}/?present#{stand_in.KEY}")
        expect(self.page.locator(".lessons h2")).to_have_text("Request")
        steps = self.page.locator(".lessons article > ul > li")
        expect(steps).to_have_count(1)
        expect(self.page.locator("html")).to_have_class("projector")
        self.press(" ", "PageDown")
        expect(steps).to_have_count(3)
        expect(self.page.locator(".lessons nav")).to_be_hidden()
        self.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
        expect(steps).to_have_count(1)
        expect(self.page.locator(".lessons nav")).to_be_visible()
