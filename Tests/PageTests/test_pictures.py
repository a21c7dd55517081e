"""How the page looks: every screen and tab, and dialogs, at five widths and in both themes beside a stored picture, which has at
most a quarter of the width and height.

With PICTURES=write the pictures are made anew; with PICTURES=look they are written to .build/pictures, large enough to be read. A
person looks at them then. What is compared is how light places of 32 by 32 pixels are, so that the edges of letters do not matter: a
part that is gone, elsewhere, or of another colour shows. Where the fonts are others, lines break elsewhere: nothing is compared then.
How many comparisons were left out for that is said at the end.
"""

import base64
import json
import os
import pathlib
import unittest

import page_case
from page_case import PageCase
from shots import write_small

PICTURES = pathlib.Path(__file__).parent / "pictures"
MADE = pathlib.Path(__file__).parents[2] / ".build/pictures"
WRITES, LOOKS = (os.environ.get("PICTURES") == mode for mode in ("write", "look"))
# Of each width, the height, and the size of its pictures beside the page's.
WIDTHS = {390: (800, 0.25), 700: (800, 0.25), 1024: (800, 0.25), 1440: (800, 0.25), 2560: (1300, 0.125)}
THEMES = ("light", "dark")
# Exchange 1 spoke HTTP/2; the second has messages, and a body of each kind.
SCREENS = {
    "list": "", "overview": "flow=2&tab=overview", "headers": "flow=2&tab=headers", "body": "flow=2&tab=body", "bytes": "flow=2&tab=bytes",
    "timing": "flow=2&tab=timing", "changes": "flow=2&tab=changes", "cookies": "flow=2&tab=cookies", "cache": "flow=2&tab=cache",
    "tls": "flow=2&tab=tls", "messages": "flow=2&tab=messages", "frames": "flow=1&tab=frames", "none": "filter=status+%3D+299",
    "lanes": "screen=lanes", "jar": "screen=jar", "redirects": "screen=redirects", "endpoints": "screen=endpoints", "rules": "screen=rules",
    "lessons": "screen=lessons", "film": "screen=film", "projector": "screen=projector&flow=2",
}
# Commands that open a dialog over the list.
DIALOGS = ["sessions", "compose", "resend", "copy", "commands", "keys", "columns", "setup"]
# Of so many places one may differ, and a place differs that is lighter or darker by more than so much of 255.
SHARE, LIGHT = 0.02, 24
# Before the page runs: what it awaits is counted, answers and their bodies and times of less than a second. The stream is read by
# pieces, which are not counted; what comes later than that only repeats what is there.
AWAITED = """(() => {
    const awaited = window.awaited = new Set(), real = window.setTimeout, end = window.clearTimeout;
    for (const [owner, names] of [[window, ['fetch']], [Response.prototype, ['json', 'text', 'arrayBuffer', 'blob']]]) {
        for (const name of names) {
            const method = owner[name];
            owner[name] = function (...values) {
                const promise = method.apply(this, values), done = () => awaited.delete(promise);
                awaited.add(promise);
                promise.then(done, done);
                return promise;
            };
        }
    }
    window.setTimeout = (act, time = 0, ...values) => {
        const id = real(() => { awaited.delete(id); act(...values); }, time);
        if (time < 1000) awaited.add(id);
        return id;
    };
    window.clearTimeout = id => { awaited.delete(id); end(id); };
})()"""
# Nothing was awaited in five frames, the last of which drew: what a frame asks for is asked before the next.
SETTLED = """() => {
    const { values } = document.querySelector('hark-list').app.state;
    const isQuiet = awaited.size === 0 && values.link.kind === 'live' && values.overview && !/(Reading|Formatting) /.test(document.body.innerText);
    window.quiet = isQuiet ? (window.quiet ?? 0) + 1 : 0;
    return window.quiet > 5;
}"""
# Goes to a place of the page, and returns once the page knows.
GO = """place => new Promise(done => {
    if (location.hash.slice(1) === place) return done();
    addEventListener('hashchange', () => setTimeout(done), { once: true });
    location.hash = place;
})"""
# A line is as wide as this in the fonts of the stored pictures.
FONTS = """() => ['system-ui', 'ui-monospace, monospace'].map(family => {
    const context = new OffscreenCanvas(10, 10).getContext('2d');
    context.font = `16px ${family}`;
    return Math.round(context.measureText('GET /winter?page=2 HTTP/1.1 – 304 Not Modified').width);
})"""

# The places of both pictures that differ, as a share of all; 1 where they have other sizes. A place has `side` pixels
# of a picture.
COMPARED = """async ([stored, made, light, side]) => {
    const places = async (data) => {
        const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
        const canvas = new OffscreenCanvas(image.width, image.height), context = canvas.getContext('2d');
        context.drawImage(image, 0, 0);
        const { data: pixels } = context.getImageData(0, 0, image.width, image.height);
        const columns = Math.floor(image.width / side), rows = Math.floor(image.height / side);
        const sums = new Float64Array(columns * rows * 3);
        for (let y = 0; y < rows * side; y += 1) {
            for (let x = 0; x < columns * side; x += 1) {
                const place = (Math.floor(y / side) * columns + Math.floor(x / side)) * 3;
                for (let part = 0; part < 3; part += 1) sums[place + part] += pixels[(y * image.width + x) * 4 + part];
            }
        }
        return { size: `${image.width} ${image.height}`, sums: sums.map(sum => sum / (side * side)) };
    };
    const [one, other] = [await places(stored), await places(made)];
    if (one.size !== other.size) return 1;
    let differing = 0;
    for (let place = 0; place < one.sums.length; place += 3) {
        differing += [0, 1, 2].some(part => Math.abs(one.sums[place + part] - other.sums[place + part]) > light);
    }
    return differing / (one.sums.length / 3);
}"""


class PictureTests(PageCase):
    count = 200

    def open_sized(self, width, scale=None):
        height, small = WIDTHS[width]
        self.open_context(viewport={"width": width, "height": height}, device_scale_factor=scale or small, reduced_motion="reduce", timezone_id="UTC", locale="en-GB")
        self.context.add_init_script(AWAITED)
        self.context.set_default_timeout(120_000)
        return self.context.new_page()

    def settle(self):
        self.page.evaluate("window.quiet = 0")
        self.page.wait_for_function(SETTLED)

    def screens(self):
        """Goes from screen to screen, and says which one is shown."""
        self.open()
        for name, place in SCREENS.items():
            self.page.evaluate(GO, place)
            yield name
        self.page.evaluate(GO, SCREENS["overview"])
        self.settle()
        for name in DIALOGS:
            self.page.evaluate("name => document.querySelector('hark-list').app.run(name)", name)
            self.page.get_by_role("dialog").first.wait_for()
            yield name
            self.page.keyboard.press("Escape")
            self.page.get_by_role("dialog").first.wait_for(state="hidden")

    def pictures(self):
        """The name and the octets of each picture: each screen in both themes."""
        for name in self.screens():
            for theme in THEMES:
                self.page.emulate_media(color_scheme=theme)
                self.settle()
                yield f"{name}-{self.page.viewport_size['width']}-{theme}.png", self.page.screenshot(animations="disabled")

    def compare(self, width):
        scale = self.open_sized(width, min(1, 1000 / width) if LOOKS else None)
        fonts, stored_fonts = scale.evaluate(FONTS), PICTURES / "fonts.json"
        if WRITES:
            PICTURES.mkdir(exist_ok=True)
            stored_fonts.write_text(json.dumps(fonts) + "\n", encoding="utf-8")
        if not WRITES and not LOOKS and json.loads(stored_fonts.read_text(encoding="utf-8")) != fonts:
            self.skipTest(f"the fonts are others: {(len(SCREENS) + len(DIALOGS)) * len(THEMES)} pictures were not compared")
        wrong = []
        for name, made in self.pictures():
            if WRITES:
                write_small(page_case.browser(), made, PICTURES / name)
                continue
            if not LOOKS:
                stored, new = (base64.b64encode(octets).decode() for octets in ((PICTURES / name).read_bytes(), made))
                share = scale.evaluate(COMPARED, [stored, new, LIGHT, round(32 * WIDTHS[width][1])])
                if share <= SHARE:
                    continue
                wrong.append(f"{name}: {share:.0%} of it differ; as it looks now: {MADE / name}")
            MADE.mkdir(parents=True, exist_ok=True)
            (MADE / name).write_bytes(made)
        self.assertEqual(wrong, [])

    def test_a_part_that_is_gone_shows(self):
        scale = self.open_sized(1024)
        self.open("flow=2")
        self.settle()
        before = base64.b64encode(self.page.screenshot()).decode()
        self.assertEqual(scale.evaluate(COMPARED, [before, before, LIGHT, 8]), 0)
        self.page.evaluate("document.querySelector('hark-inspector').style.visibility = 'hidden'")
        after = base64.b64encode(self.page.screenshot()).decode()
        self.assertGreater(scale.evaluate(COMPARED, [before, after, LIGHT, 8]), SHARE)

    def test_they_are_small_and_each_belongs_to_a_screen(self):
        expected = {f"{name}-{width}-{theme}.png" for name in [*SCREENS, *DIALOGS] for width in WIDTHS for theme in THEMES}
        self.assertEqual({path.name for path in PICTURES.glob("*.png")}, expected)
        self.assertLessEqual(sum(path.stat().st_size for path in PICTURES.glob("*.png")), 4_000_000)


def looks_as_it_did(width):
    return lambda self: self.compare(width)


# A test each, so that they run side by side.
for width in WIDTHS:
    setattr(PictureTests, f"test_each_screen_looks_as_it_did_{width}", looks_as_it_did(width))


if __name__ == "__main__":
    unittest.main()
