import Bytes
import Filter
import HTTPModel

/// A word that begins an action: what it takes, what it does, and how it is read.
package struct ActionEntry: Sendable {
    package let name: String
    /// What follows it.
    package let usage: String
    /// In a sentence: what it does.
    package let meaning: String
    let read: @Sendable (inout ActionReader) throws(FilterError) -> RuleAction

    init(
        _ name: String, _ usage: String, _ meaning: String,
        _ read: @escaping @Sendable (inout ActionReader) throws(FilterError) -> RuleAction
    ) {
        self.name = name
        self.usage = usage
        self.meaning = meaning
        self.read = read
    }

    /// One that takes nothing.
    init(_ name: String, _ meaning: String, _ action: RuleAction) {
        self.init(name, "", meaning) { _ in action }
    }
}

/// Every action, in the order in which help lists them.
package enum ActionTable {
    package static let groups: [(title: String, entries: [ActionEntry])] = [
        ("Fields", fields), ("The request line", requestLine), ("Bodies", bodies), ("Elsewhere", elsewhere),
        ("Answers", answers), ("Trouble", trouble), ("WebSocket messages", messages), ("Holding", holding),
        ("Ready-made", readyMade),
        ("The recording", record),
    ]

    package static let all: [ActionEntry] = groups.flatMap(\.entries)

    /// The word that lets what an action writes out, malformed or not.
    static let rawWord = "raw"

    static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

    /// What `raw` may stand before: what writes lines, and what holds a message that somebody writes.
    static let raw = entries(
        "set-request-header", "add-request-header", "remove-request-header", "set-response-header",
        "add-response-header", "remove-response-header", "set-cookie", "set-response-cookie", "set-trailer",
        "set-request-trailer", "set-method", "set-path", "set-host", "respond", "break")

    private static func entries(_ names: String...) -> [ActionEntry] { all.filter { names.contains($0.name) } }

    private static let holding: [ActionEntry] = [
        ActionEntry("break", "request|response|both", "holds the message until you decide") {
            reader throws(FilterError) in
            let place = try reader.choice(["request", "response", "both"])
            return .hold(request: place != "response", response: place != "request")
        }
    ]

    private static let readyMade: [ActionEntry] = [
        ActionEntry("no-cache", "makes caches revalidate, in both directions", .noCache),
        ActionEntry("no-compression", "asks for uncompressed content", .noCompression),
        ActionEntry("no-cookies", "removes cookies in both directions", .noCookies),
        ActionEntry("allow-cors", "lets pages of any origin read the response; answers preflights", .allowCORS),
        ActionEntry("force-http1", "uses HTTP/1.1 with the server", .forceHTTP1),
        ActionEntry("upgrade-insecure", "redirects http to https", .upgradeInsecure),
        ActionEntry("no-csp", "removes Content-Security-Policy", .noCSP),
    ]

    private static let record: [ActionEntry] = [
        ActionEntry("pin", "pins the flow", .pin),
        ActionEntry("comment", "T", "adds a comment to the flow") { reader throws(FilterError) in
            .comment(try reader.argument("a comment").text)
        },
        ActionEntry("tag", "NAME", "adds a tag to the flow") { reader throws(FilterError) in
            .tag(try reader.argument("a name").text)
        },
        ActionEntry("skip-record", "does not write the flow to files", .skipRecord),
        ActionEntry("keep-body", "off", "does not record the flow's contents") { reader throws(FilterError) in
            _ = try reader.choice(["off"])
            return .keepNoBody
        },
        ActionEntry("tunnel", "forwards without decrypting", .tunnel),
    ]
}
