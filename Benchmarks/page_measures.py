"""What the rows of page.py have in common."""

CLICK = """async number => {
    const app = document.querySelector('hark-list').app, start = performance.now();
    app.select(number);
    app.open('bytes');
    while (!(app.state.values.detail?.id === number && document.querySelector('.octets .leaf'))) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - start;
}"""


def tail(values, share=0.95):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def watched(page):
    session = page.context.new_cdp_session(page)
    # Processor time: other work beside it does not count.
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    return session


def metrics(session):
    session.send("HeapProfiler.collectGarbage")
    return {each["name"]: each["value"] for each in session.send("Performance.getMetrics")["metrics"]}


def report(name, value, goal):
    print(f"{name:58} {value:>22}   {goal}", flush=True)
