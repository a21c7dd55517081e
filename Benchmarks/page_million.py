"""The page over a session file of a million exchanges that Hark made, and while more come: a row of page.py (HARK, or the release build)."""

import tempfile
import threading

from page_beside import Hark, open_page, small, wrk
from page_measures import CLICK, metrics, report, tail, watched

FIRST_WINDOW = """async filter => {
    const { session } = document.querySelector('hark-list').app, start = performance.now();
    const { view } = await session.post('/api/views', { filter });
    await session.get(`/api/views/${view}/rows?first=0&count=60`);
    return performance.now() - start;
}"""

FIGURES = """async () => {
    const { app } = document.querySelector('hark-list'), start = performance.now();
    await app.session.get(`/api/views/${app.state.values.view.id}/endpoints?by=endpoint&limit=200`);
    return performance.now() - start;
}"""


# Who clicks has seen the row before: half a second is little for that.
SEEN = """async number => {
    const list = document.querySelector('hark-list');
    list.app.state.set({ follow: false });
    list.showFirst(number - 10);
    while (!list.visible().some(({ row }) => row?.id === number)) await new Promise(requestAnimationFrame);
    await new Promise(done => setTimeout(done, 500));
}"""


def clicks(page, numbers):
    times = []
    for number in numbers:
        page.evaluate(SEEN, number)
        times.append(page.evaluate(CLICK, number))
    return f"{tail(times):.0f} ms"


def million(browser, quick):
    wanted = 20_000 if quick else 1_000_000
    with tempfile.TemporaryDirectory(prefix="hark-bench-") as folder, small() as origin:
        hark = Hark(folder, origin)
        try:
            page = open_page(browser, hark)
            total = 0
            while total < wanted:
                wrk(hark.port, 2 if quick else 10)
                page.wait_for_function("() => !document.querySelector('hark-list').app.state.values.counts.open")
                total = page.evaluate("() => document.querySelector('hark-list').app.state.values.counts.total")
            what = f"{total:,} rows of Hark's own"
            step, count = total // 45, 10 if quick else 40
            report(f"{what}: a click far from the one before, p95", clicks(page, range(step, step * count, step)), "at most 50 ms")
            near = total // 2 // 500 * 500 + 10
            page.evaluate(CLICK, near)
            report(f"{what}: a click near to it, p95", clicks(page, range(near + 1, near + count)), "at most 50 ms")
            report(f"{what}: figures by endpoint", f"{page.evaluate(FIGURES):.0f} ms", "")
            filters = [page.evaluate(FIRST_WINDOW, f"status = 200 and id > {each}") for each in range(0, total, total // 9)]
            report(f"{what}: a filter to the first window, p95", f"{tail(filters):.0f} ms", "at most 150 ms")
            load = threading.Thread(target=wrk, args=(hark.port, 5 if quick else 15))
            load.start()
            report(f"{what}, and more coming: a click near to it, p95", clicks(page, range(near + count, near + 2 * count)), "at most 50 ms")
            load.join()
            told = metrics(watched(page))
            report(f"{what}: heap of the page", f"{told['JSHeapUsedSize'] / 2**20:.1f} MiB", "at most 64 MiB")
            page.context.close()
        finally:
            hark.stop()
