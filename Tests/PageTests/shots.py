"""shots.py HARK FOLDER|PICTURE: pictures of the page over the tour of the demo site, and of the byte lens at each rule."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import lens
from playwright.sync_api import sync_playwright

PLACES = {
    "list": "", "story": "flow=15", "bytes": "flow=12&tab=bytes&byte=292", "changes": "flow=19&tab=changes", "timing": "flow=19&tab=timing", "body": "flow=45&tab=body", "cookies": "flow=11&tab=cookies",
    "cache": "flow=15&tab=cache", "tls": "flow=12&tab=tls", "lanes": "screen=lanes", "jar": "screen=jar", "redirects": "screen=redirects", "endpoints": "screen=endpoints", "lessons": "screen=lessons",
    "replay": "screen=replay&flow=19", "film": "screen=film", "projector": "screen=projector&flow=12", "filter": "filter=staus+%3D+1", "quiet": "filter=status+%3D+299",
}


def started(hark, folder):
    environment = {**os.environ, "XDG_DATA_HOME": folder}
    subprocess.run([hark, "demo", "--no-store", "--har", f"{folder}/tour.har"], env=environment, capture_output=True, check=True)
    process = subprocess.Popen([hark, "page", "--listen", "127.0.0.1:0", f"{folder}/tour.har"], stderr=subprocess.PIPE, text=True, env=environment)
    return process, re.search(r"http://\S+", process.stderr.readline())[0]


def settled(page, place=""):
    """Nothing is awaited any more: no row, no bytes, no screen."""
    if "screen=" in place:
        page.wait_for_selector("hark-screen h2")
        if "replay" in place or "film" in place:
            page.wait_for_selector("hark-screen .lead:not(:empty)")
    else:
        page.wait_for_selector("hark-list .rows .row:not(.missing), hark-list .empty:not([hidden])", state="attached")
    if "flow=" in place and "screen=" not in place:
        page.wait_for_selector("hark-inspector .title:not(:empty)")
    page.wait_for_function("""() => !/(Reading|Laying it out) /.test(document.body.innerText)
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


def main(hark, target):
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        process, url = started(hark, folder)
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"] if os.geteuid() == 0 else [])
        try:
            if target.suffix == ".png":
                context = browser.new_context(viewport={"width": 1120, "height": 640}, color_scheme="light")
                page = context.new_page()
                page.goto(url)
                settled(page)
                shoot(page, url, PLACES["bytes"], target)
                return
            target.mkdir(parents=True, exist_ok=True)
            token = None
            for theme in ("light", "dark"):
                for width, height in ((1280, 800), (800, 700)):
                    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=theme)
                    page = context.new_page()
                    page.goto(url if token is None else url.split("#")[0])
                    if token is None:
                        settled(page)
                        token = page.evaluate("sessionStorage.getItem('hark.token')")
                    page.evaluate("token => sessionStorage.setItem('hark.token', token)", token)
                    for name, place in PLACES.items():
                        shoot(page, url, place, target / f"{name}-{theme}-{width}.png")
                    if theme == "light" and width == 1280:
                        shoot(page, url, PLACES["bytes"], target / "bytes-light-1280.png")
                        page.pdf(path=target / "printed.pdf")
                        shoot_rules(page, target / "rules")
                    context.close()
        finally:
            browser.close()
            process.terminate()
            process.wait()


if __name__ == "__main__":
    main(sys.argv[1], pathlib.Path(sys.argv[2]))
