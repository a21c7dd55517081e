"""shots.py HARK FOLDER|PICTURE: pictures of the page over the tour of the demo site, and of the byte lens at each rule; or those of the README and docs/page.md, over a visit to a made-up shop."""

import base64
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zlib

import lens
import shop
from playwright.sync_api import sync_playwright

PLACES = {
    "list": "", "overview": "flow=15", "headers": "flow=12&tab=headers", "bytes": "flow=12&tab=bytes&byte=292", "changes": "flow=19&tab=changes", "timing": "flow=19&tab=timing", "body": "flow=45&tab=body", "cookies": "flow=11&tab=cookies",
    "cache": "flow=15&tab=cache", "tls": "flow=12&tab=tls", "lanes": "screen=lanes", "jar": "screen=jar", "redirects": "screen=redirects", "endpoints": "screen=endpoints", "lessons": "screen=lessons",
    "replay": "screen=replay&flow=19", "film": "screen=film", "projector": "screen=projector&flow=12", "filter": "filter=staus+%3D+1", "quiet": "filter=status+%3D+299",
}

# Of a proxy that runs: before anything passed, and with rules, messages that they hold, and HTTP/2.
WAITING = {"empty": ""}
RUNNING = {"live": "", "rules": "screen=rules", "held": "screen=rules&flow=2", "frames": "flow=1&tab=frames"}
RULES = '''wait: when host = demo.hark.test and path = /held do break request
mock: when path = "/api/*" do respond 200 json "{\\"ok\\": true}"
slow: when host ~ "*.example.com" do throttle 3g, comment "as a phone in a train has it"
'''


def started(hark, folder):
    environment = {**os.environ, "XDG_DATA_HOME": folder}
    subprocess.run([hark, "demo", "--no-store", "--har", f"{folder}/tour.har"], env=environment, capture_output=True, check=True)
    process = subprocess.Popen([hark, "page", "--listen", "127.0.0.1:0", f"{folder}/tour.har"], stderr=subprocess.PIPE, text=True, env=environment)
    return process, re.search(r"http://\S+", process.stderr.readline())[0]


class Proxy:
    """A proxy that runs, with its page."""

    def __init__(self, hark, folder, *options):
        environment = {**os.environ, "XDG_DATA_HOME": folder}
        self.process = subprocess.Popen([hark, "proxy", "--quiet", "--listen", "127.0.0.1:0", "--page=127.0.0.1:0", *options], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment)
        self.url = next(found[1] for line in self.process.stderr if (found := re.search(r"page at (http://\S+)", line)))
        self.waiting = []

    def pass_some(self, page):
        """Something of each that the pictures show; two requests are held in the end."""
        api = "([path, body, method]) => document.querySelector('hark-list').app.session.post(path, body, method)"
        address = page.evaluate("document.querySelector('hark-list').app.state.values.session.session.proxy[0]")
        page.evaluate(api, ["/api/rules", {"revision": 1, "text": RULES}, "PUT"])
        curl = ["curl", "-s", "-o", os.devnull]
        subprocess.run([*curl, "--http2-prior-knowledge", "--connect-to", f"::{address}", "http://demo.hark.test/chunked"], check=True)
        subprocess.run([*curl, "-x", f"http://{address}", "http://demo.hark.test/{api/user,cache/both,cookies}"], check=True)
        for number in range(2):
            self.waiting.append(subprocess.Popen([*curl, "-x", f"http://{address}", "-d", f"item={number}", "http://demo.hark.test/held"]))
        page.wait_for_function("() => document.querySelector('hark-list').app.state.values.rules?.held === 2")

    def end(self):
        self.process.terminate()
        for process in [self.process, *self.waiting]:
            process.wait()


def settled(page, place=""):
    """Nothing is awaited any more: no row, no bytes, no screen."""
    if "screen=" in place:
        page.wait_for_selector("hark-screen h2")
        if "rules" in place:
            page.wait_for_selector("[data-held], .rules .list .dim")
            if "flow=" in place:
                page.locator("[data-held] button", has_text="Open").first.click()
                page.wait_for_selector(".backdrop .name")
                page.get_by_label("Rules, one per line").fill(RULES + 'german: when method = GET do set-request-header "Accept-Language: de"')
                page.wait_for_selector(".trial:not(:empty)")
        if "replay" in place or "film" in place:
            page.wait_for_selector("hark-screen .lead:not(:empty)")
    else:
        page.wait_for_selector("hark-list .rows .row:not(.missing), hark-list .empty:not([hidden])", state="attached")
    if "flow=" in place and "screen=" not in place:
        page.wait_for_selector("hark-inspector .title:not(:empty)")
    page.wait_for_function("""() => !/(Reading|Formatting) /.test(document.body.innerText)
        && document.querySelector('hark-list').app.state.values.overview""")
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def shoot(page, url, place, path):
    # A new start each time: an address that differs in its fragment alone loads nothing.
    page.goto("about:blank")
    page.goto(url.split("#")[0] + (f"#{place}" if place else ""))
    settled(page, place)
    page.screenshot(path=path)


def shoot_rules(page, folder):
    """The lens at one place of each rule that the tour has."""
    folder.mkdir(exist_ok=True)
    found = page.evaluate(lens.PLACES)
    for wrong in found["bare"]:
        print(f"no rule: {wrong}", file=sys.stderr)
    for number, place in enumerate(found["places"], 1):
        page.evaluate(lens.GO, place)
        # Signs have no letters, and names differ in their case alone: the number tells them apart.
        name = re.sub(r"[^A-Za-z0-9]+", "-", place["rule"]).strip("-") or "sign"
        page.locator("hark-inspector").screenshot(path=folder / f"{number:03}-{name}.png")
    print(f"{len(found['places'])} rules", file=sys.stderr)


class Sizes:
    """Pages of an address in both themes and two widths; the key in it works once."""

    def __init__(self, browser, url):
        self.browser, self.url, self.token = browser, url, None

    def __iter__(self):
        for theme in ("light", "dark"):
            for width, height in ((1280, 800), (800, 700)):
                context = self.browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
                page = context.new_page()
                page.goto(self.url if self.token is None else self.url.split("#")[0])
                if self.token is None:
                    settled(page)
                    self.token = page.evaluate("sessionStorage.getItem('hark.token')")
                page.evaluate("token => sessionStorage.setItem('hark.token', token)", self.token)
                page.reload()
                settled(page)
                yield page, f"{theme}-{width}"
                context.close()

    def shoot(self, page, size, places, target):
        for name, place in places.items():
            shoot(page, self.url, place, target / f"{name}-{size}.png")


def shoot_recorded(browser, url, target):
    sizes = Sizes(browser, url)
    for page, size in sizes:
        sizes.shoot(page, size, PLACES, target)
        if size == "light-1280":
            shoot(page, url, PLACES["bytes"], target / "bytes-light-1280.png")
            page.pdf(path=target / "printed.pdf")
            shoot_rules(page, target / "rules")


def shoot_running(browser, hark, folder, target):
    proxy = Proxy(hark, folder)
    try:
        sizes = Sizes(browser, proxy.url)
        for page, size in sizes:
            sizes.shoot(page, size, WAITING, target)
        for page, size in sizes:
            if not proxy.waiting:
                proxy.pass_some(page)
            sizes.shoot(page, size, RUNNING, target)
    finally:
        proxy.end()


# The pictures of the README and of docs/page.md, over a visit to a made-up shop: what is added to the name of the first.
PICTURES = {"": None, "-overview": "flow={advice}&tab=overview", "-connections": "screen=lanes", "-rules": "screen=rules", "-lesson": "screen=lessons"}

# A picture with the 256 colours that matter most, the nearest for all others: a quarter of the size.
COLOURS = """async octets => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${octets}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer), counts = new Map();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const parts = pixel => [pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255];
    // Greys are many, colours say something.
    const worth = ([pixel, count]) => count * (1 + Math.max(...parts(pixel)) - Math.min(...parts(pixel)));
    const palette = [...counts].sort((one, other) => worth(other) - worth(one)).slice(0, 256).map(([pixel]) => parts(pixel)), nearest = new Map();
    const indexes = Uint8Array.from(pixels, pixel => {
        if (!nearest.has(pixel)) {
            const own = parts(pixel), far = palette.map(each => each.reduce((sum, part, place) => sum + (part - own[place]) ** 2, 0));
            nearest.set(pixel, far.indexOf(Math.min(...far)));
        }
        return nearest.get(pixel);
    });
    let text = '';
    for (let at = 0; at < indexes.length; at += 8192) text += String.fromCharCode(...indexes.subarray(at, at + 8192));
    return { width: image.width, height: image.height, palette: palette.flat(), indexes: btoa(text) };
}"""


def write_small(browser, octets, path):
    page = browser.new_page()
    made = page.evaluate(COLOURS, base64.b64encode(octets).decode())
    page.close()
    width, indexes = made["width"], base64.b64decode(made["indexes"])
    rows = b"".join(b"\0" + indexes[start:start + width] for start in range(0, len(indexes), width))
    chunk = lambda name, data: struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", width, made["height"], 8, 3, 0, 0, 0)
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"PLTE", bytes(made["palette"])) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


def shoot_pictures(browser, hark, folder, path):
    """A visit to a shop, live: the bytes of a cookie that browsers reject, and more. Twice as many pixels as the page
    has, so that they are sharp on any screen."""
    server = shop.serve()
    address = f"127.0.0.1:{server.server_address[1]}"
    proxy = Proxy(hark, folder, *(word for host in shop.HOSTS for word in ("--resolve", f"{host}:80:{address}")))
    try:
        context = browser.new_context(viewport={"width": 1260, "height": 830}, device_scale_factor=2, color_scheme="light")
        # A debug build, which has the page of the working tree, takes its time to serve it.
        context.set_default_timeout(120_000)
        page = context.new_page()
        page.goto(proxy.url)
        settled(page)
        shop.visit(page.evaluate("document.querySelector('hark-list').app.state.values.session.session.proxy[0]"))
        number, byte = shop.cookie_place()
        page.wait_for_function(f"() => document.querySelectorAll('hark-list .rows .row:not(.missing)').length >= {shop.COUNT}")
        advice = page.evaluate("() => [...Array(20).keys()].map(at => document.querySelector('hark-list').app.blocks.at(at)).find(row => row?.url.endsWith('/advice')).id")
        # The timeline follows within a second.
        page.wait_for_timeout(1_500)
        for name, place in PICTURES.items():
            place = place.format(advice=advice) if place else f"flow={number}&tab=bytes&byte={byte}"
            page.evaluate("place => { location.hash = place }", place)
            settled(page, "" if name == "-rules" else place)
            if name == "-rules":
                page.get_by_role("button", name="Mock", exact=True).click()
                page.get_by_label("When").fill("host = api.shop.test and path = /advice")
                page.wait_for_timeout(500)
            if name == "-lesson":
                page.locator(".lessons nav button", has_text="Setting a cookie").click()
                page.wait_for_selector(".lessons [aria-current=step]")
            page.evaluate("document.activeElement?.blur()")
            write_small(browser, page.screenshot(), path.with_name(f"{path.stem}{name}.png"))
    finally:
        proxy.end()
        server.shutdown()


def main(hark, target):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, url = started(hark, folder)
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"] if os.geteuid() == 0 else [])
        try:
            if target.suffix == ".png":
                shoot_pictures(browser, hark, f"{folder}/live", target)
                return
            target.mkdir(parents=True, exist_ok=True)
            shoot_recorded(browser, url, target)
            shoot_running(browser, hark, f"{folder}/live", target)
        finally:
            browser.close()
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
