"""What the page once had wrong: where a failure is drawn, what notes say, what is printed, how a message of HTTP/2 is
written, which exchange a lesson opens, how lines are counted. Over made-up exchanges, and over Hark itself."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from playwright.sync_api import expect

import made_up
import ruled
from page_case import PageCase, ProxyCase, environment, real_hark, run


class MadeUpCase(PageCase):
    """Some made-up exchanges, of which a test makes others before the page is opened."""

    count = 12

    def replace(self, owner, name, value):
        self.addCleanup(setattr, owner, name, getattr(owner, name))
        setattr(owner, name, value)

    def look_at(self, number, tab="overview"):
        """Opens a tab of an exchange, and waits until all of the exchange is there."""
        self.page.evaluate(
            "([number, tab]) => { const { app } = document.querySelector('hark-list');"
            " app.select(number); app.open(tab) }",
            [number, tab],
        )
        self.page.wait_for_function(
            "number => { const { detail } = document.querySelector('hark-list').app.state.values;"
            " return detail?.id === number && detail.flow && detail.explained }",
            arg=number,
        )
        return self.page.locator("hark-inspector .panel")


# Where in the waterfall a row is painted: from and to which pixel, and in the colour of failures alone.
PAINTED = """number => {
    const list = document.querySelector('hark-list'), canvas = list.querySelector('canvas.waterfall');
    const row = [...list.querySelectorAll('.rows .row')].find(each => each.children[0].textContent === String(number));
    if (!row || canvas.width < 100) return null;
    const [at, box] = [row.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const fine = canvas.width / box.width;
    const [top, height] = [at.top - box.top, at.height].map(length => Math.round(length * fine));
    const { data } = canvas.getContext('2d').getImageData(0, top, canvas.width, height);
    const bad = getComputedStyle(document.documentElement).getPropertyValue('--bad').match(/#\\w{6}/)[0];
    const wanted = [1, 3, 5].map(place => parseInt(bad.slice(place, place + 2), 16));
    const all = [], failed = [];
    for (let pixel = 0; pixel < data.length / 4; pixel += 1) {
        // The lines of the scale are half transparent.
        if (data[4 * pixel + 3] < 200) continue;
        const x = (pixel % canvas.width) / fine;
        all.push(x);
        if (wanted.every((value, part) => Math.abs(data[4 * pixel + part] - value) < 40)) failed.push(x);
    }
    const ends = places => places.length > 0 ? [Math.min(...places), Math.max(...places)] : null;
    return { all: ends(all), failed: ends(failed), width: box.width };
}"""


class FailureTests(MadeUpCase):
    def test_a_failure_without_phases_is_drawn_where_it_ended(self):
        original = made_up.Exchange.row

        def row(exchange):
            made = original(exchange)
            if exchange.number == 5:
                # It began at 120 ms, and failed at 270.
                nothing = {"at": exchange.at, "segments": [], "ticks": [], "end": "failed"}
                return {**made, "status": 0, "outcome": "failed", "duration": 150.0, "bar": nothing}
            if exchange.number == 6:
                # It began at 144 ms, and ended at 270 as well.
                wait = {"at": exchange.at, "segments": [["wait", 0, 126.0]], "ticks": [], "end": "done"}
                return {**made, "status": 200, "outcome": "complete", "duration": 126.0, "bar": wait}
            return made

        self.replace(made_up.Exchange, "row", row)
        self.open()
        self.page.wait_for_function(f"() => ({PAINTED})(5)?.failed && ({PAINTED})(6)?.all")
        failure, other = self.page.evaluate(f"() => [({PAINTED})(5), ({PAINTED})(6)]")
        self.assertEqual(failure["all"], failure["failed"], "of the failure there is the cross alone")
        self.assertIsNone(other["failed"])
        begin, end = other["all"]
        # Both ended at once: the cross stands just behind the end of the other's bar, far from where it began.
        self.assertGreater(begin, 40)
        self.assertGreater(end - begin, 60)
        self.assertLess(end + 30, failure["width"], "not because there is no more room")
        self.assertAlmostEqual(sum(failure["failed"]) / 2, end + 7, delta=3)


class StoryTests(MadeUpCase):
    def test_notes_do_not_call_right_what_the_story_calls_bad(self):
        """#1 has neither a bad line nor a note, #2 a bad line and no note, #3 a warning, #4 a remark alone."""
        flow, explained = made_up.flow, made_up.explained

        def lines(exchange):
            level = "bad" if exchange.number == 2 else "normal"
            line = {"label": "tls", "text": "The certificate is self-signed.", "level": level}
            return {**flow(exchange), "lines": [line]}

        def noted(exchange):
            told = explained(exchange)
            for message in told["messages"]:
                level = {3: "warning", 4: "info"}.get(exchange.number)
                message["notes"] = [{**note, "level": level} for note in message["notes"] if level]
            return told

        self.replace(made_up, "flow", lines)
        self.replace(made_up, "explained", noted)
        self.open()
        well, found_nothing = "There are no errors or warnings.", "The checks found nothing."
        for number, said in ((1, well), (2, found_nothing), (3, None), (4, None)):
            panel = self.look_at(number)
            expect(panel.locator("dl.lines")).to_have_text("tlsThe certificate is self-signed.")
            heading = panel.get_by_role("heading", name="Notes", exact=True)
            expect(heading).to_have_count(0 if number == 3 else 1)
            expect(panel.get_by_role("heading", name="Findings")).to_have_count(1 if number == 3 else 0)
            told = [each for each in (well, found_nothing) if each in panel.text_content()]
            self.assertEqual(told, [said] if said else [], f"#{number}")

    def test_where_no_rule_decided_none_is_named(self):
        flow, explained = made_up.flow, made_up.explained

        def framed(exchange):
            told = explained(exchange)
            told["messages"][0]["framing"] |= {"kind": "frames", "rule": 0}
            return told

        def changed(exchange):
            told = flow(exchange)
            # What a person did to a held message has no rule.
            by_hand = {"name": "", "file": "", "line": 0, "action": "break", "text": "Edited by hand."}
            by_rule = {"name": "look", "file": "page", "line": 3, "action": "set", "text": "Accept is set."}
            told["record"]["_rules"] = [by_hand, by_rule]
            return told

        self.replace(made_up, "explained", framed)
        self.replace(made_up, "flow", changed)
        self.open()
        panel = self.look_at(1)
        ends = [panel.locator(f'details[data-key="{side} end"] summary') for side in ("request", "response")]
        expect(ends[1]).to_have_text("response: body end (rule 6) The response says max-age=600.")
        expect(ends[0]).to_have_text("request: body end The response says max-age=600.")
        heading = self.page.get_by_role("heading", name="Rules", exact=True)
        acts = panel.locator("section", has=heading).last.locator("li")
        expect(acts).to_have_text([" break. Edited by hand.", "look (page:3) set. Accept is set."])
        expect(acts.first.get_by_role("button")).to_have_count(0)
        expect(acts.last.get_by_role("button", name="look")).to_be_visible()
        self.assertNotIn("rule 0", panel.text_content())
        self.page.get_by_role("tab", name="Rules").click()
        expect(panel.get_by_role("heading", level=3)).to_have_text(["By hand ", "look page:3"])
        expect(panel.get_by_role("listitem")).to_have_text(["break Edited by hand.", "set Accept is set."])
        panel.get_by_role("button", name="look").click()
        expect(self.page.locator(".rules.page h2")).to_be_visible()

    def test_advice_is_given_once_and_none_for_a_response_that_ended_early(self):
        """#1 is a 500, #2 ended early behind a 200, #3 failed and Hark answered 502."""
        flow, explained, row = made_up.flow, made_up.explained, made_up.Exchange.row
        advice = "Use the body: it is the result."
        made = {1: (500, "complete"), 2: (200, "aborted"), 3: (502, "failed")}

        def rows(exchange):
            status, outcome = made.get(exchange.number, (200, "complete"))
            return {**row(exchange), "status": status, "outcome": outcome}

        def short(exchange):
            return {**flow(exchange), "inShort": ["How it went.", "The request succeeded.", advice]}

        def advised(exchange):
            told = explained(exchange)
            told["messages"][1]["reasoning"]["status"] = {"conclusion": advice, "steps": []}
            return told

        self.replace(made_up.Exchange, "row", rows)
        self.replace(made_up, "flow", short)
        self.replace(made_up, "explained", advised)
        self.open()
        for number, succeeded, times in ((1, 1, 1), (2, 0, 0), (3, 1, 1), (4, 1, 1)):
            text = self.look_at(number).locator(".verdict-of").inner_text()
            found = [text.count(each) for each in ("How it went.", "The request succeeded.", advice)]
            self.assertEqual(found, [1, succeeded, times], f"#{number}")

    def test_facts_of_tls_have_names_and_units(self):
        flow = made_up.flow

        def secured(exchange):
            told = flow(exchange)
            dates = {"notBefore": "2026-11-29T11:44:15.000Z", "notAfter": "2027-06-14T11:44:15.250Z", "serial": "01"}
            told["record"]["_tls"] = {"client": {"resumed": False, "handshakeTime": 3.969, "certificates": [dates]}, "upstream": None}
            return told

        self.replace(made_up, "flow", secured)
        self.open()
        panel = self.look_at(1, "tls")
        names, values = panel.locator("dt"), panel.locator("dd")
        expect(names).to_have_text(["session resumed", "handshake took", "valid from", "valid until", "serial"])
        expect(values).to_have_text(["no", "4.0 ms", "2026-11-29T11:44:15Z", "2027-06-14T11:44:15.250Z", "01"])

    def test_an_address_opens_its_exchange_also_where_that_was_closed(self):
        self.open("flow=2&tab=timing")
        inspector = self.page.locator("hark-inspector")
        expect(inspector.locator(".title")).to_contain_text("#2 ")
        self.press("Escape")
        expect(inspector).to_be_hidden()
        self.page.evaluate("location.hash = 'flow=2&tab=cache'")
        expect(inspector.get_by_role("tab", name="Cache")).to_have_attribute("aria-selected", "true")

    def test_the_status_of_a_call_stands_behind_that_of_http(self):
        original = made_up.Exchange.row
        calls = {1: 5, 2: 13, 3: 0}

        def row(exchange):
            return {**original(exchange), "status": 200, "outcome": "complete", "call": calls.get(exchange.number)}

        self.replace(made_up.Exchange, "row", row)
        self.open()
        for number, text in ((1, "200·5 △"), (2, "200·13 ▲"), (3, "200"), (4, "200")):
            expect(self.row(number).locator('[data-column="status"]')).to_have_text(text)


class FieldListTests(MadeUpCase):
    def test_a_message_of_http_2_is_a_list_of_fields(self):
        """#1 is one of HTTP/2, #2 of HTTP/1.1."""
        spoken = ruled.spoken

        def both(exchange):
            told = spoken(exchange)
            version = {"httpVersion": "HTTP/2.0"}
            return {**told, "request": {**told["request"], **version}, "response": version}

        self.replace(ruled, "spoken", both)
        # Only heads: a body may have what it likes.
        self.replace(made_up.Exchange, "body", lambda exchange, side: b"")
        self.open()
        self.look_at(1, "bytes")
        request, response = self.page.locator(".bytes .octets").all()
        first = r"HTTP/2 has no lines: these are the decoded fields\.\s*"
        url = r"http://api\.shop\.test/cart/1"
        expect(request).to_have_text(re.compile(rf"{first}:method: GET\n:path: {url}\nHost: api\.shop\.test\n"))
        expect(response).to_have_text(re.compile(rf"{first}:status: 200\nContent-Type: text/html\n"))
        for side in (request, response):
            expect(side.locator("i.control")).to_have_count(0)
            self.assertNotRegex(side.text_content(), r"HTTP/\d\.\d|GET http|200 OK|CR|LF")
        # So it is on paper.
        self.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        paper = self.page.locator("#sheet .octets")
        expect(paper.first).to_have_text(re.compile(rf":method: GET\d*\n:path: {url}\d*\nHost: api\.shop\.test"))
        for side in paper.all():
            expect(side.locator("i.control")).to_have_count(0)
            self.assertNotRegex(side.text_content(), r"HTTP/\d|GET http|200 OK")
        self.page.evaluate("dispatchEvent(new Event('afterprint'))")
        # HTTP/1.1 has all of this.
        self.look_at(2, "bytes")
        expect(request).to_contain_text("POST http://cdn.example.com/users/2 HTTP/1.1")
        expect(response).to_contain_text("HTTP/1.1 200 OK")
        for side in (request, response):
            expect(side.locator("i.control", has_text="CR").first).to_be_visible()
            expect(side).not_to_contain_text("HTTP/2 has no lines")


class PauseTests(MadeUpCase):
    def test_a_pause_does_not_squeeze_what_was_before_and_after_it(self):
        """#7 and those after it came an hour later."""
        original = made_up.Exchange.row

        def row(exchange):
            made = original(exchange)
            hour = 3_600_000 if exchange.number > 6 else 0
            bar = {"at": exchange.at + hour, "segments": [["wait", 0, 60.0]], "ticks": [], "end": "done"}
            return {**made, "status": 200, "outcome": "complete", "duration": 60.0, "bar": bar}

        self.replace(made_up.Exchange, "row", row)
        self.open()
        self.page.wait_for_function(f"() => ({PAINTED})(6)?.all && ({PAINTED})(7)?.all")
        before, after = self.page.evaluate(f"() => [({PAINTED})(6), ({PAINTED})(7)]")
        for bar in (before, after):
            self.assertGreater(bar["all"][1] - bar["all"][0], bar["width"] / 12)
        self.assertLess(after["all"][0] - before["all"][1], bar["width"] / 10, "the pause is short")
        self.assertGreater(after["all"][0], before["all"][1], "and comes between them")


class HandTests(MadeUpCase):
    """What is done with the list, one key less."""

    def test_enter_saves_a_comment(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.select(3)")
        self.page.evaluate("document.querySelector('hark-list').app.run('comment')")
        with self.page.expect_request("**/api/marks") as asked:
            self.page.keyboard.type("look")
            self.press("Shift+Enter")
            self.page.keyboard.type("here")
            self.press("Enter")
        self.assertEqual(asked.value.post_data_json["comment"], "look\nhere")
        expect(self.page.get_by_role("dialog")).to_be_hidden()

    def test_saving_means_the_list_unless_an_exchange_is_open(self):
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.select(3)")
        self.press("Escape", "o")
        first = self.page.get_by_role("dialog").get_by_role("option").first
        expect(first).to_contain_text("all exchanges as")
        self.press("Escape")
        self.look_at(3)
        self.press("o")
        expect(first).to_contain_text("#3 as")

    def test_that_something_worked_goes_away_and_a_failure_stays(self):
        self.page.clock.install()
        self.open()
        self.page.evaluate("() => { const { app } = document.querySelector('hark-list'); app.say('Copied.'); app.say(new Error('Broken.')); }")
        self.say("Copied.")
        self.page.clock.fast_forward(16_000)
        expect(self.page.locator("hark-notices")).not_to_contain_text("Copied.")
        self.say("Broken.")


class LineCountTests(MadeUpCase):
    def test_lines_of_a_long_body_are_counted_from_1_to_the_last(self):
        self.open()
        panel = self.look_at(10, "body")
        body = panel.locator('[data-side="request"]')
        lines, after = body.locator(".bodyline"), body.get_by_role("button", name="After")
        pages = (("1–1,000", 1000, "{"), ("1,001–2,000", 1000, '"Tür 998",'), ("2,001–2,505", 505, '"Tür 1998",'))
        for place, (counted, count, first) in enumerate(pages):
            if place > 0:
                after.click()
            expect(body.locator(".pages")).to_contain_text(f" lines {counted} of 2,505 ")
            expect(lines).to_have_count(count)
            expect(lines.first).to_have_text(first)
            self.assertNotRegex(panel.text_content(), r"lines 0\b")
        expect(after).to_be_disabled()
        lines.last.scroll_into_view_if_needed()
        expect(lines.last).to_have_text("}")
        expect(lines.last).to_be_in_viewport()


def entry(second, method, path, request, response, sent="", got="ok"):
    """An exchange as HAR has it."""
    def fields(pairs):
        return [{"name": name, "value": value} for name, value in pairs]
    common = {"httpVersion": "HTTP/1.1", "cookies": [], "headersSize": -1}
    made = {**common, "method": method, "url": f"https://shop.test{path}", "queryString": [], "bodySize": len(sent)}
    made["headers"] = fields([("Host", "shop.test"), ("Accept", "*/*"), *request])
    if sent:
        made["headers"] += fields([("Content-Type", "text/plain"), ("Content-Length", str(len(sent)))])
        made["postData"] = {"mimeType": "text/plain", "text": sent}
    content = {"size": len(got), "mimeType": "text/plain", "text": got}
    answer = {**common, "status": 200, "statusText": "OK", "content": content, "redirectURL": "", "bodySize": len(got)}
    answer["headers"] = fields([("Content-Type", "text/plain"), ("Content-Length", str(len(got))), *response])
    return {
        "startedDateTime": f"2026-11-22T12:00:{second:02}.000Z", "time": 20, "request": made, "response": answer,
        "cache": {}, "timings": {"send": 1, "wait": 15, "receive": 4},
    }


class RecordedCase(MadeUpCase):
    """A file, shown by `hark page`."""

    entries: list = []

    def setUp(self):
        self.outside, self.wrong = [], []
        self.folder = tempfile.mkdtemp(prefix="hark-page-")
        self.addCleanup(shutil.rmtree, self.folder)
        file = pathlib.Path(self.folder) / "made.har"
        log = {"version": "1.2", "creator": {"name": "made", "version": "1"}, "entries": self.entries}
        file.write_text(json.dumps({"log": log}))
        words = [real_hark(), "page", "--listen", "127.0.0.1:0", file]
        self.process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment(self.folder))
        self.addCleanup(self.process.stderr.close)
        self.addCleanup(self.process.wait, 10)
        self.addCleanup(self.process.terminate)
        self.url = re.search(r"http://\S+", self.process.stderr.readline())[0]
        self.open_context()
        self.page.goto(self.url)
        expect(self.rows()).to_have_count(len(self.entries))

    def seen(self, url):
        if not url.startswith((self.url.split("#")[0], "blob:", "about:")):
            self.outside.append(url)


@unittest.skipIf(real_hark() is None, "hark is not built")
class PrintTests(RecordedCase):
    entries = [
        entry(
            1, "POST", "/login?to=/home&access_token=token%2Dsecret",
            [
                ("Authorization", "Basic YWRhOmxvdmVsYWNl"), ("Cookie", "sid=kept-secret"),
                ("X-Api-Key", "key-secret"), ("X-Colour", "blue"),
            ],
            [("Cache-Control", "max-age=600"), ("Set-Cookie", "sid=new-secret; Path=/; Secure")],
            "password=sent-secret", "got-secret",
        ),
    ]
    secrets = (
        "YWRhOmxvdmVsYWNl", "lovelace", "kept-secret", "key-secret", "new-secret", "sent-secret", "got-secret",
        "token%2Dsecret", "token-secret",
    )

    def printed(self):
        """The sheet, as it is on paper."""
        self.look_at(1)
        self.page.emulate_media(media="print")
        self.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        sheet = self.page.locator("#sheet")
        expect(sheet.locator("h1")).to_have_text(
            "#1 POST https://shop.test/login?to=/home&access_token=[hidden]"
        )
        expect(sheet.locator(".octets")).to_have_count(2)
        expect(self.page.locator("#work")).to_be_hidden()
        return sheet

    def test_the_printed_messages_have_neither_credentials_nor_contents(self):
        messages = self.printed().locator(".octets")
        request, response = messages.all()
        for field in ("Authorization: [hidden]", "Cookie: [hidden]", "X-Api-Key: [hidden]", "[content, 20 B]"):
            expect(request).to_contain_text(field)
        for field in ("Set-Cookie: [hidden]", "[content, 10 B]"):
            expect(response).to_contain_text(field)
        # All else is there as it was.
        for field in ("POST", "/login?to=/home&access_token=[hidden]", "Host: shop.test", "Accept: */*", "X-Colour: blue", "Content-Length: 20"):
            expect(request).to_contain_text(field)
        for field in ("200", "OK", "Cache-Control: max-age=600", "Content-Type: text/plain"):
            expect(response).to_contain_text(field)
        text = " ".join(messages.all_text_contents())
        self.assertEqual([secret for secret in self.secrets if secret in text], [])

    def test_what_is_printed_of_their_meaning_does_not_repeat_them(self):
        text = self.printed().text_content()
        self.assertIn("max-age=600", text)
        self.assertEqual([secret for secret in self.secrets if secret in text], [])


class PaperTests(MadeUpCase):
    """What else is printed than an exchange: on as many pages as it takes, dark on light, without what is pressed."""

    count = 120
    context_options = {"color_scheme": "dark"}

    def print(self):
        self.page.emulate_media(media="print")
        self.page.evaluate("dispatchEvent(new Event('beforeprint'))")
        background, cut = self.page.evaluate(
            "() => [getComputedStyle(document.body).backgroundColor,"
            " [document.documentElement, document.body, document.querySelector('main')]"
            ".filter(each => each.scrollHeight > each.clientHeight + 1 && getComputedStyle(each).overflowY !== 'visible').length]"
        )
        self.assertEqual([background, cut], ["rgb(255, 255, 255)", 0])

    def test_the_list_is_printed_as_a_table(self):
        self.page.add_init_script("window.printed = 0; window.print = () => { window.printed += 1 }")
        self.open()
        self.page.evaluate("document.querySelector('hark-list').app.run('print')")
        self.page.wait_for_function("() => window.printed === 1")
        self.print()
        sheet = self.page.locator("#sheet")
        expect(sheet.locator("tbody tr")).to_have_count(120)
        expect(sheet).to_contain_text("120 of 120 exchanges")
        expect(sheet.locator("tbody tr").first.locator("td").first).to_have_text("1")
        expect(self.page.locator("#work")).to_be_hidden()

    def test_a_screen_is_printed_and_not_the_exchange_that_is_selected(self):
        self.open("flow=2")
        self.look_at(2)
        self.screen("lanes")
        self.print()
        expect(self.page.locator("#sheet > *")).to_have_count(0)
        expect(self.page.locator("details.lane").last).to_be_visible()
        expect(self.page.locator("hark-top")).to_be_hidden()
        expect(self.page.locator("hark-filter")).to_be_hidden()


@unittest.skipIf(real_hark() is None, "hark is not built")
class RefusedCookieTests(RecordedCase):
    """#1 has a cookie stored, #2 has one refused, #3 sends another: the stored one is for another path."""

    entries = [
        entry(1, "GET", "/account/new", [], [("Set-Cookie", "sid=1; Path=/account; Secure; HttpOnly; SameSite=Lax")]),
        entry(2, "GET", "/account", [("Cookie", "sid=1")], [("Set-Cookie", "evil=2; Domain=other.test; Secure")]),
        entry(3, "GET", "/elsewhere", [("Cookie", "theme=dark")], []),
    ]

    def test_a_filter_lists_those_whose_cookies_were_refused_alone(self):
        field = self.page.get_by_role("combobox", name="Filter")
        field.fill('note ~ "cookie-rejected-*"')
        field.press("Enter")
        expect(self.page.locator("hark-filter .words")).to_contain_text("Flows where a note matches cookie-rejected-*.")
        expect(self.rows()).to_have_count(1)
        expect(self.row(2)).to_be_visible()

    def test_a_lesson_about_a_cookie_that_goes_back_opens_none_that_was_refused(self):
        self.screen("lessons")
        lessons = self.page.locator(".lessons nav")
        # The newest comes first, and to be refused is to be set.
        lessons.get_by_role("button", name="Setting a cookie").click()
        expect(self.page.locator(".lessons .lead")).to_contain_text("Example: #2")
        lessons.get_by_role("button", name="Where a cookie goes").click()
        expect(self.page.locator(".lessons h2")).to_have_text("Where a cookie goes")
        expect(self.page.locator(".lessons .lead")).to_contain_text("Example: #1")
        expect(self.page.locator(".lessons li", has_text="names no domain.")).to_be_visible()
        self.assertNotIn("evil", self.page.locator(".lessons article").text_content())

    def test_what_was_refused_and_what_was_withheld_is_told_of_its_exchange(self):
        self.screen("jar")
        grid = self.page.locator(".jar table.grid")
        fates = (("set", "sid in #1: set"), ("refused", "evil in #2: refused"), ("withheld", "sid in #3: withheld"))
        for kind, name in fates:
            cell = grid.locator(f".cell.{kind}")
            expect(cell).to_have_count(1)
            expect(cell).to_have_attribute("aria-label", name)
            cell.click()
            expect(self.page.locator(".jar .lead")).to_contain_text(f"{name}. ")


@unittest.skipIf(real_hark() is None, "hark is not built")
class CallTests(ProxyCase):
    def test_a_failed_call_over_http_2_is_told_as_what_it_is(self):
        # There is no station 99.
        request = pathlib.Path(self.folder) / "get"
        request.write_bytes(b"\0\0\0\0\x02\x08\x63")
        session = self.page.evaluate("() => document.querySelector('hark-list').app.state.values.session.session")
        run(
            "curl", "-s", "--http2-prior-knowledge", "--connect-to", f"::{session['proxy'][0]}", "-o", "/dev/null",
            "-H", "Content-Type: application/grpc", "-H", "TE: trailers", "--data-binary", f"@{request}",
            "http://demo.hark.test/hark.demo.Stations/Get",
        )
        expect(self.row(1).locator('[data-column="status"]')).to_have_text("200·5 △")
        self.select(1)
        panel = self.page.locator("hark-inspector .panel")
        end = panel.locator('details[data-key="request end"] summary')
        expect(end).to_contain_text("request: body end ")
        expect(panel.locator('details[data-key="response end"] summary')).to_contain_text("(rule 6)")
        self.assertNotIn("rule 0", panel.text_content())
        self.page.get_by_role("tab", name="Bytes").click()
        octets = self.page.locator(".bytes .octets").first
        fields = r":method: POST\n:path: /hark\.demo\.Stations/Get\nhost: demo\.hark\.test\n"
        expect(octets).to_have_text(re.compile(rf"HTTP/2 has no lines: these are the decoded fields\.\s*{fields}"))
        self.assertNotRegex(octets.text_content(), r"HTTP/\d\.\d|POST /")
        expect(octets.locator("i.control", has_text=re.compile("CR|LF"))).to_have_count(0)


if __name__ == "__main__":
    unittest.main()
