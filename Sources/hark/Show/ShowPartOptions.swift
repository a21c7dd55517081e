import ArgumentParser

/// What else of a flow is shown.
struct ShowPartOptions: ParsableArguments {
    @Flag(name: .long, help: "Compare received and forwarded messages, with the reason for each change.")
    var changes = false

    @Flag(name: .long, help: "Show where the time went, as a chart.")
    var timing = false

    @Flag(name: .long, help: "Show TLS with client and server, and the certificates.")
    var tls = false

    @Flag(name: .long, help: "Show each cookie: stored or not, sent or not, and why.")
    var cookies = false

    @Flag(name: .long, help: "Show what caches do with the response, and why.")
    var caching = false

    @Flag(
        name: .long,
        help: "Show related flows: redirects, preflights, challenges, retries, same connection.")
    var story = false

    @Flag(name: .long, help: "Show the messages of a WebSocket, an event stream, JSON lines, parts or an RPC.")
    var messages = false

    @Flag(name: .long, help: "Show the HTTP/2 frames of both sides, header blocks and flow control.")
    var frames = false

    @Flag(name: .long, help: "Print one JSON object per line: a HAR entry with Hark's extra members.")
    var json = false

    enum Section {
        case changes, timing, tls, cookies, caching, story, messages, frames
    }

    /// In the order in which they are shown.
    var sections: [Section] {
        [
            (changes, Section.changes), (timing, .timing), (tls, .tls), (cookies, .cookies), (caching, .caching),
            (story, .story), (messages, .messages), (frames, .frames),
        ].filter(\.0).map(\.1)
    }
}
