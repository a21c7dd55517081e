import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// llhttp's own cases. Where it refuses, we refuse; where we differ the case is listed with the reason, and has to
/// differ.
@Suite(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
struct LlhttpCorpusTests {
    /// Refused by us, accepted by llhttp.
    static let refusedByUs: [String: String] = [
        "llhttp:request/connection.md:37": noHost,
        "llhttp:request/pipelining.md:7": noHost,
        "llhttp:request/sample.md:294": noHost,
        "llhttp:request/sample.md:481": noHost,
        "llhttp:request/method.md:138": asterisk,
        "llhttp:request/method.md:461": asterisk,
        "llhttp:request/method.md:375": otherProtocol,
        "llhttp:request/method.md:405": otherProtocol,
        "llhttp:request/method.md:433": otherProtocol,
        "llhttp:request/sample.md:317": "HTTP/0.9 has no version in its request line, and is not spoken (RFC 9112 §3)",
        "llhttp:request/transfer-encoding.md:754": fragment,
        "llhttp:request/transfer-encoding.md:796": fragment,
        "llhttp:request/uri.md:168": fragment,
        "llhttp:response/connection.md:495": emptyLine,
        "llhttp:response/connection.md:589": emptyLine,
        "llhttp:response/pipelining.md:7": emptyLine,
        "llhttp:response/sample.md:698": emptyLine,
        "llhttp:response/sample.md:43": otherProtocol,
        "llhttp:response/sample.md:63": otherProtocol,
        "llhttp:response/sample.md:648": "HTTP/0.9 is not spoken",
        "llhttp:response/transfer-encoding.md:46": notLast,
        "llhttp:response/transfer-encoding.md:77": notLast,
        "llhttp:response/transfer-encoding.md:115":
            "a coding with chunked in its name is chunked to readers that search",
    ]
    private static let noHost = "a request in HTTP/1.1 has to have a Host field (RFC 9112 §3.2)"
    private static let fragment = "a target has no fragment (RFC 9110 §7.1)"
    private static let asterisk = "the target * is for OPTIONS alone (RFC 9112 §3.2.4)"
    private static let otherProtocol = "RTSP and ICE are not HTTP"
    private static let emptyLine = "only requests may follow empty lines (RFC 9112 §2.2)"
    private static let notLast =
        "nothing may be applied after chunked (RFC 9112 §6.1), and readers differ on what it means"
    /// Accepted by us, refused by llhttp.
    static let acceptedByUs: [String: String] = [
        "llhttp:request/invalid.md:69": anyMethod,
        "llhttp:request/invalid.md:359": anyMethod,
        "llhttp:response/invalid.md:290": lineFeeds,
        "llhttp:response/invalid.md:330": lineFeeds,
        "llhttp:response/sample.md:333": lineFeeds,
        "llhttp:response/invalid.md:111": "a carriage return alone in a value becomes a space (RFC 9110 §5.5)",
        "llhttp:response/invalid.md:234": "several spaces before a status code mean one, as curl and browsers read it",
        "llhttp:response/sample.md:577": "a field name that is none is left out, as curl and browsers do",
        "llhttp:response/transfer-encoding.md:7": "white space behind a chunk size is no part of it for anyone",
        "llhttp:response/transfer-encoding.md:251": "a chunk extension is ignored, so an empty one is, too",
    ]
    private static let lineFeeds =
        "a line feed ends a line of a response's head for everyone who reads them (RFC 9112 §2.2)"
    private static let anyMethod = "a method is any token (RFC 9110 §9.1); the origin decides what it knows"

    @Test func agreesWithLlhttpExceptWhereListed() throws {
        var differing: Set<String> = []
        let cases = try Corpora.cases("http1_llhttp").filter { $0.string("use") == "strict-parser" }
        #expect(cases.count == 188)
        for item in cases {
            let raw = try #require(item.bytes("raw_with_host_b64") ?? item.bytes("raw_b64"))
            let expected = try #require(item.object("expected"))
            let scenario = WireScenario(
                item.string("side") == "request" ? .request : .response, endsWithConnection: true)
            let verified = DecoderVerifier(raw, scenario)
            #expect(verified.disagreements.isEmpty, "\(item.id)")
            let wantsRefusal = expected.string("outcome") == "reject"
            let isRefused = Self.isRefused(raw, verified.trace, scenario, whenClosed: wantsRefusal)
            if isRefused != wantsRefusal {
                differing.insert(item.id)
                let listed = isRefused ? Self.refusedByUs : Self.acceptedByUs
                #expect(
                    listed[item.id] != nil,
                    "\(item.id): \(isRefused ? "refused" : "accepted") \(verified.trace.error?.code.rawValue ?? "-")")
            } else if !isRefused {
                Self.compare(item, expected, verified.trace)
            }
        }
        #expect(differing == Set(Self.refusedByUs.keys).union(Self.acceptedByUs.keys))
    }

    /// By its bytes, or because something follows the last message of the connection. `whenClosed`: or because the
    /// message is not whole. (llhttp refuses some heads before their end, which we do when it comes.)
    private static func isRefused(_ raw: Bytes, _ trace: WireTrace, _ scenario: WireScenario, whenClosed: Bool) -> Bool
    {
        if trace.error != nil { return true }
        if trace.framings.last?.kind == .tunnel || trace.requestHeads.last.map(isUpgrade) == true { return false }
        let rest = raw.slice(trace.consumed..<raw.count)
        if trace.endedConnection { return rest.contains { $0 != ASCII.carriageReturn && $0 != ASCII.lineFeed } }
        guard whenClosed else { return false }
        var closing = scenario
        closing.closes = true
        return WireTrace(of: [raw.array], closing).error != nil
    }

    static func isUpgrade(_ head: RequestHead) -> Bool {
        head.method == .connect || (head.fields.contains(.upgrade) && head.fields.hasConnectionOption("upgrade"))
    }

    private static func compare(_ item: CorpusCase, _ expected: CorpusCase, _ trace: WireTrace) {
        let isUpgrade = expected.string("outcome") == "accept-upgrade"
        var messages = expected.objects("messages").filter { ($0["headers_complete"] as? Bool) == true }
        if isUpgrade { messages = Array(messages.prefix(1)) }
        let sections = trace.requestHeads.map(\.fields) + trace.responseHeads.map(\.fields)
        if !isUpgrade { #expect(sections.count == messages.count, "\(item.id)") }
        for (message, section) in zip(messages, sections) {
            let wanted = (message["headers"] as? [[String]] ?? []).map {
                [Bytes($0[0].latin1), Bytes($0[1].latin1).trimmed]
            }
            let found = section.lines.map { [section.name(of: $0), section.value(of: $0)] }
            // The Host field that was added for us is not among the expected ones.
            let added = found.filter { !wanted.contains($0) }
            #expect(found.filter(wanted.contains) == wanted, "\(item.id)")
            #expect(added.isEmpty || added == [["Host", "target.test"]], "\(item.id): \(added)")
        }
        for (message, head) in zip(messages, trace.requestHeads) {
            #expect(message.string("target").map { Bytes($0.latin1) } == head.targetBytes, "\(item.id)")
            #expect(message.string("method").map { Bytes($0) } == head.method.name, "\(item.id)")
        }
        if !isUpgrade {
            let content = messages.compactMap { $0.bytes("body_b64") }.flatMap(\.array)
            #expect(trace.content == Bytes(content), "\(item.id)")
        }
    }
}

extension String {
    /// The corpora write each byte as the character of its number.
    var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}
