"""The stand-in is as strict as Hark, or the tests over it would prove nothing."""

import pathlib
import re

import stand_in
from page_case import PageCase


class PolicyTests(PageCase):
    expected_errors = r"Content Security Policy|Trusted"

    def test_policy_holds_in_the_tests(self):
        answer = self.page.goto(self.site.url)
        policy = answer.header_value("content-security-policy")
        for directive in ("default-src 'none'", "script-src 'self'", "require-trusted-types-for 'script'", "trusted-types 'none'", "frame-ancestors 'none'"):
            self.assertIn(directive, policy)
        self.page.evaluate("() => { const s = document.createElement('img'); s.src = 'https://evil.test/x.png'; document.body.append(s); try { document.body.setAttribute('onclick', 'hit()'); document.body.click() } catch { } }")
        self.page.wait_for_function("() => reports.length >= 2")
        self.assertEqual(self.page.evaluate("() => hits"), 0)
        self.page.evaluate("() => { reports.length = 0 }")
        self.outside.clear()

    def test_no_file_of_the_page_has_what_could_read_markup(self):
        folder = pathlib.Path(__file__).parents[2] / "Sources/CPage/page"
        for path in folder.rglob("*.*"):
            text = path.read_text()
            self.assertNotRegex(text, r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function|createContextualFragment|srcdoc", path.name)
            self.assertNotRegex(text, r"<[^>]+ (style|on\w+)=", path.name)
            if path.suffix == ".js":
                self.assertLessEqual(text.count("\n"), 400, path.name)
        urls = {url for path in folder.rglob("*.*") for url in re.findall(r"https?://[\w.]+", path.read_text())}
        # Links to specifications, and a namespace: nothing is loaded from them.
        specified = {
            "http://www.w3.org", "https://www.rfc", "https://www.rfc-editor.org", "https://datatracker.ietf.org",
        }  # fmt: skip
        self.assertEqual(urls - specified, {url for url in urls if re.search(r"(demo\.)?hark\.test|127\.0\.0\.1", url)})

    def test_every_module_that_is_needed_at_once_is_preloaded(self):
        folder = pathlib.Path(__file__).parents[2] / "Sources/CPage/page"
        wanted, seen = ["scripts/main.js"], set()
        while wanted:
            name = wanted.pop()
            if name not in seen:
                seen.add(name)
                froms = re.findall(r'^(?:import|export)[^;]*? from "(\.[^"]+)";', (folder / name).read_text(), re.M | re.S)
                wanted += [str((folder / name).parent.joinpath(each).resolve().relative_to(folder)) for each in froms]
        listed = set(re.findall(r'modulepreload" href="/assets/0/([^"]+)"', stand_in.preloaded((folder / "index.html").read_text())))
        self.assertEqual(listed, seen - {"scripts/main.js"})
