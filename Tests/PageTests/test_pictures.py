"""How the page looks: twelve screens at four widths and in both themes beside a stored picture, which is a quarter as wide and high.

With PICTURES=write the pictures are made anew; a person looks at them then. Fonts differ from machine to machine, so what is compared
is how light places of 32 by 32 pixels are: a part that is gone, elsewhere, or of another colour shows."""

import base64
import os
import pathlib

from page_case import PageCase

PICTURES = pathlib.Path(__file__).parent / "pictures"
WIDTHS = (390, 700, 1024, 1440)
SCREENS = {
    "list": "", "overview": "flow=2", "headers": "flow=2&tab=headers", "body": "flow=2&tab=body", "bytes": "flow=2&tab=bytes",
    "lanes": "screen=lanes", "jar": "screen=jar", "redirects": "screen=redirects", "endpoints": "screen=endpoints", "rules": "screen=rules",
    "messages": "flow=2&tab=messages", "lessons": "screen=lessons",
}
# Of so many places one may differ, and a place differs that is lighter or darker by more than so much of 255.
SHARE, LIGHT = 0.02, 24

# The places of both pictures that differ, as a share of all; 1 where they have other sizes.
COMPARED = """async ([stored, made, light]) => {
    const side = 8;
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

    def test_each_screen_looks_as_it_did_in_the_light(self):
        self.compare("light")

    def test_each_screen_looks_as_it_did_in_the_dark(self):
        self.compare("dark")

    def compare(self, theme):
        wrong = []
        for width in WIDTHS:
            self.open_context(viewport={"width": width, "height": 800}, device_scale_factor=0.25, color_scheme=theme, reduced_motion="reduce")
            scale = self.context.new_page()
            for name, place in SCREENS.items():
                if place.startswith("screen="):
                    self.screen(place.removeprefix("screen="))
                else:
                    self.open(place)
                self.page.wait_for_function("() => !/(Reading|Formatting) /.test(document.body.innerText) && document.querySelector('hark-list').app.state.values.overview")
                self.page.wait_for_timeout(300)
                made = self.page.screenshot(animations="disabled")
                path = PICTURES / f"{name}-{width}-{theme}.png"
                if os.environ.get("PICTURES") == "write":
                    PICTURES.mkdir(exist_ok=True)
                    path.write_bytes(made)
                    continue
                stored, new = (base64.b64encode(octets).decode() for octets in (path.read_bytes(), made))
                share = scale.evaluate(COMPARED, [stored, new, LIGHT])
                if share > SHARE:
                    folder = pathlib.Path(__file__).parents[2] / ".build/pictures"
                    folder.mkdir(parents=True, exist_ok=True)
                    (folder / path.name).write_bytes(made)
                    wrong.append(f"{path.name}: {share:.0%} of it differ; as it looks now: {folder / path.name}")
            self.context.close()
        self.assertEqual(wrong, [])

    def test_a_part_that_is_gone_shows(self):
        self.open_context(viewport={"width": 1024, "height": 800}, device_scale_factor=0.25)
        self.open("flow=2")
        scale = self.context.new_page()
        before = base64.b64encode(self.page.screenshot()).decode()
        self.assertEqual(scale.evaluate(COMPARED, [before, before, LIGHT]), 0)
        self.page.evaluate("document.querySelector('hark-inspector').style.visibility = 'hidden'")
        after = base64.b64encode(self.page.screenshot()).decode()
        self.assertGreater(scale.evaluate(COMPARED, [before, after, LIGHT]), SHARE)

    def test_they_are_small(self):
        self.assertLessEqual(sum(path.stat().st_size for path in PICTURES.glob("*.png")), 1_500_000)
