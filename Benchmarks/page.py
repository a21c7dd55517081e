"""page.py [--quick] [--only ROW,…]: what the web page costs, in headless Chromium: over made-up exchanges (Tests/PageTests), and over Hark itself (page_beside.py)."""

import argparse
import os
import pathlib
import statistics
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "Tests/PageTests"))

import page_beside
import page_million
import stand_in
from page_measures import CLICK, metrics, report, tail, watched
from playwright.sync_api import sync_playwright

SWEEP = """async milliseconds => {
    const scroller = document.querySelector('.scroller'), frames = [], tasks = [];
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(entry => entry.duration)));
    observer.observe({ type: 'longtask' });
    const start = performance.now(), range = scroller.scrollHeight - scroller.clientHeight;
    let last = start;
    await new Promise(done => {
        const step = now => {
            frames.push(now - last);
            last = now;
            const share = (now - start) / milliseconds;
            if (share >= 1) return done();
            scroller.scrollTop = range * (share < 0.5 ? share * 2 : 2 - share * 2);
            requestAnimationFrame(step);
        };
        requestAnimationFrame(step);
    });
    await new Promise(done => setTimeout(done, 200));
    observer.disconnect();
    return { frames: frames.length, tasks, seconds: (performance.now() - start) / 1000 };
}"""

DRAWS = """() => {
    const list = document.querySelector('hark-list'), draw = list.draw.bind(list);
    window.draws = [];
    list.draw = () => { const at = performance.now(); draw(); draws.push(performance.now() - at) };
}"""

# When the first row was there, looked at by the page itself in each frame.
SHOWN = """window.shown = new Promise(done => {
    const look = () => document.querySelector('hark-list .rows .row:not(.missing)') ? done(performance.now()) : requestAnimationFrame(look);
    requestAnimationFrame(look);
});"""


def opened(browser, site):
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(site.url)
    page.wait_for_selector("hark-list .rows .row:not(.missing)", state="attached")
    return page


def first_paint(browser, site, rounds):
    paints, rows = [], []
    for _ in range(rounds):
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_init_script(SHOWN)
        page = context.new_page()
        page.goto(site.url)
        rows.append(page.evaluate("() => shown"))
        paints.append(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        page.context.close()
    return statistics.median(paints), statistics.median(rows)


def size(browser, quick):
    files = sum(path.stat().st_size for path in stand_in.PAGE.rglob("*") if path.is_file())
    report("the page, all files", f"{files:,} bytes", "at most 360,000, of which 60,000 are for messages inside, rules, held messages and frames")


def paint(browser, quick):
    paint, rows = first_paint(browser, stand_in.StandIn(1000), 3 if quick else 9)
    report("first contentful paint, cold", f"{paint:.0f} ms", "below 300 ms")
    report("rows shown", f"{rows:.0f} ms", "below 500 ms")


def sweep(browser, quick):
    for count in (100_000, 1_000_000):
        page = opened(browser, stand_in.StandIn(count))
        page.evaluate(DRAWS)
        swept = page.evaluate(SWEEP, 2000 if quick else 4000)
        report(f"sweep over {count:,} rows: drawing a frame, p95", f"{tail(page.evaluate('() => draws')):.1f} ms", "at most 8 ms")
        report(f"sweep over {count:,} rows: frames a second", f"{swept['frames'] / swept['seconds']:.0f}", "at least 45 without a GPU")
        report(f"sweep over {count:,} rows: tasks over 50 ms", str(len(swept["tasks"])), "none")
        told = metrics(watched(page))
        report(f"heap after it, {count:,} rows", f"{told['JSHeapUsedSize'] / 2**20:.1f} MiB", "at most 64 MiB")
        report(f"elements, {count:,} rows", str(page.evaluate("() => document.querySelectorAll('*').length")), "at most 3,000")
        page.context.close()


def click(browser, quick):
    for count in (100_000, 1_000_000):
        page = opened(browser, stand_in.StandIn(count))
        clicks = [page.evaluate(CLICK, number) for number in range(count // 2, count // 2 + (10 if quick else 40))]
        report(f"from a click to the explained bytes, {count:,} rows, p95", f"{tail(clicks):.0f} ms", "at most 50 ms")
        page.context.close()


def live(browser, quick):
    site = stand_in.StandIn(1000)
    page = opened(browser, site)
    session = watched(page)
    before, start = metrics(session), time.monotonic()
    while time.monotonic() - start < (5 if quick else 30):
        site.add(500)
        time.sleep(0.1)
    spent = time.monotonic() - start
    after = metrics(session)
    share = (after["TaskDuration"] - before["TaskDuration"]) / spent
    report("5,000 live exchanges a second: of one core", f"{share * 100:.0f} %", "at most 15 %")
    page.context.close()


ROWS = {"size": size, "paint": paint, "sweep": sweep, "click": click, "live": live, "body": page_beside.body, "beside": page_beside.beside, "flood": page_beside.flood, "tabs": page_beside.tabs, "million": page_million.million}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="fewer rounds: to try, not to quote")
    parser.add_argument("--only", default=",".join(ROWS), help="these rows alone: %(default)s")
    options = parser.parse_args()
    wanted = options.only.split(",")
    if unknown := [name for name in wanted if name not in ROWS]:
        parser.error(f"there is no row {', '.join(unknown)}: {', '.join(ROWS)}")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"] if os.geteuid() == 0 else [])
        for name in wanted:
            ROWS[name](browser, options.quick)
        browser.close()


if __name__ == "__main__":
    main()
