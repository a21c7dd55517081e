"""What the rows of page.py have in common."""

# Until the frame is painted in which the explained bytes stand: what is asked in frames alone hears of it one frame late, twice.
CLICK = """async number => {
    const app = document.querySelector('hark-list').app, inspector = document.querySelector('hark-inspector');
    const isThere = () => app.state.values.detail?.id === number && inspector.querySelector('.octets .leaf');
    const start = performance.now();
    app.select(number);
    app.open('bytes');
    await new Promise(done => {
        const observer = new MutationObserver(() => {
            if (!isThere()) return;
            observer.disconnect();
            const channel = new MessageChannel();
            channel.port1.onmessage = done;
            channel.port2.postMessage(null);
        });
        observer.observe(inspector, { childList: true, subtree: true });
    });
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
