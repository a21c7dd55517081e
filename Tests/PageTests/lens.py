"""The byte lens over a session: a place for each rule of the grammar, and bytes that no rule names."""

PLACES = """async () => {
    const { app } = document.querySelector('hark-list'), places = new Map(), bare = [];
    const walk = (flow, spans, from, to, depth) => {
        let at = from;
        for (const span of spans) {
            if (span.offset !== at || !span.rule || !span.text) bare.push(`#${flow}, byte ${at}: ${span.rule}`);
            at = span.offset + span.length;
            const place = { flow, rule: span.rule, byte: span.offset, depth };
            // Of several the one with the most to tell is shown: a malformed one, else the longest.
            const told = span.length + (span.malformed ? 1e6 : 0);
            if (!(places.get(span.rule)?.told >= told)) places.set(span.rule, { ...place, told });
            if (span.children.length > 0) walk(flow, span.children, span.offset, at, depth + 1);
        }
        if (at !== to) bare.push(`#${flow}, bytes ${at} to ${to}`);
    };
    for (let flow = 1; flow <= app.state.values.view.matched; flow += 1) {
        const { messages } = await app.session.get(`/api/flows/${flow}/explain`);
        for (const message of messages) walk(flow, message.spans, message.offset, message.offset + message.length, 0);
    }
    return { places: [...places.values()].sort((one, other) => one.rule < other.rule ? -1 : 1), bare };
}"""

GO = """async ({ flow, byte, depth }) => {
    const { app } = document.querySelector('hark-list');
    if (app.state.values.selected !== flow) app.select(flow);
    app.open('bytes');
    await app.ready();
    while (!app.state.values.detail?.explained || !document.querySelector('.octets .leaf')) await new Promise(requestAnimationFrame);
    document.querySelector('hark-inspector').bytes.choose(byte);
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    document.querySelectorAll('.lens .path button')[depth]?.click();
    await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
    return { path: document.querySelector('.lens .path').textContent, here: document.querySelector('.lens .path .here')?.textContent.replace(/^ › /, ''), meaning: document.querySelector('.lens .meaning')?.textContent };
}"""
