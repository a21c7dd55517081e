import ArgumentParser

/// What else of a flow is shown.
struct ShowPartOptions: ParsableArguments {
    @Flag(name: .long, help: "What came beside what went on, each difference with its reason.")
    var changes = false

    @Flag(name: .long, help: "Where the time went, drawn.")
    var timing = false

    @Flag(name: .long, help: "TLS with the client and with the server, and the certificates.")
    var tls = false

    @Flag(name: .long, help: "Every cookie: stored or not, sent or not, and why.")
    var cookies = false

    @Flag(name: .long, help: "What caches do with it, and why.")
    var caching = false

    @Flag(
        name: .long,
        help: "The redirects, preflights, challenges, attempts and the connection that it belongs to.")
    var story = false

    @Flag(name: .long, help: "The messages inside: of a WebSocket, an event stream, JSON lines, parts, calls.")
    var messages = false

    @Flag(name: .long, help: "The frames of HTTP/2 on both sides, the fields of each head, and what had to wait.")
    var frames = false

    @Flag(name: .long, help: "One JSON object a line: an entry of a HAR, with all that Hark adds.")
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
