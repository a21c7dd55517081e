import Bytes
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// picohttpparser's own cases. It tolerates line feeds alone and folds by design; every difference is listed.
@Suite(.enabled(if: Corpora.arePresent, "the corpora are not beside the package (HARK_CORPORA)"))
struct PicoCorpusTests {
    /// What we make of a case whose expected outcome is another.
    static let differences: [String: (outcome: String, reason: String)] = [
        "pico:test_request:92": ("reject", "a folded line in a request is refused (RFC 9112 §5.2)"),
        "pico:test_request:139": ("reject", "a target has no bytes above 0x7F that are not UTF-8 (RFC 3986 §2)"),
        "pico:test_request:157": ("reject", "one space between the parts of a request line (RFC 9112 §3)"),
        "pico:test_response:253": ("accept", noSpace), "pico:test_response:254": ("accept", noSpace),
        "pico:test_response:255": ("accept", noSpace),
        "pico:chunked:428": ("accept", lineFeed), "pico:chunked:429": ("accept", lineFeed),
        "pico:chunked:430": ("accept", lineFeed), "pico:chunked:431": ("accept", lineFeed),
        "pico:chunked:432": ("accept", lineFeed),
        "pico:chunked:422": (
            "reject", "a chunk of more than 2^63 - 1 bytes is negative to readers that count with a sign"
        ),
    ]

    private static let lineFeed =
        "in a response a line feed alone ends the line of a chunk, as curl and browsers read it"

    private static let noSpace =
        "a reason may follow the code without a space (RFC 9112 §4), as curl and browsers read it"

    @Test func agreesWithPicoExceptWhereListed() throws {
        var differing: Set<String> = []
        let cases = try Corpora.cases("http1_picohttpparser")
        #expect(cases.count == 90)
        for item in cases {
            let raw = try #require(item.bytes("raw_b64"))
            let expected = try #require(item.object("expected"))
            let side = try #require(item.string("side"))
            let verified = DecoderVerifier(try #require(Self.prefix(side)) + raw.array, Self.scenario(side))
            #expect(verified.disagreements.isEmpty, "\(item.id)")
            let outcome = Self.outcome(verified.trace, side, readsTrailers: item.int("consume_trailer") == 1)
            if outcome != expected.string("outcome") {
                differing.insert(item.id)
                #expect(outcome == Self.differences[item.id]?.outcome, "\(item.id)")
            } else if outcome == "accept" {
                Self.compare(item, expected, verified.trace)
            }
        }
        #expect(differing == Set(Self.differences.keys))
    }

    private static func prefix(_ side: String) -> [UInt8]? {
        switch side {
        case "request", "response": []
        case "header-block": Array("GET / HTTP/1.1\r\n".utf8)
        case "chunked-body": Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        default: nil
        }
    }

    private static func scenario(_ side: String) -> WireScenario {
        WireScenario(side == "response" || side == "chunked-body" ? .response : .request, maxMessages: 1)
    }

    private static func outcome(_ trace: WireTrace, _ side: String, readsTrailers: Bool) -> String {
        if trace.error != nil { return "reject" }
        if side != "chunked-body" { return trace.framings.isEmpty ? "incomplete" : "accept" }
        // Without trailers to read, picohttpparser is content with the last chunk's line.
        return (readsTrailers ? trace.messageCount == 1 : trace.chunks.last?.isLast == true) ? "accept" : "incomplete"
    }

    private static func compare(_ item: CorpusCase, _ expected: CorpusCase, _ trace: WireTrace) {
        if let path = expected.string("path") {
            #expect(trace.requestHeads[0].targetBytes == Bytes(path), "\(item.id)")
        }
        if let status = expected.int("status") { #expect(trace.responseHeads[0].status == status, "\(item.id)") }
        if let reason = expected.string("msg") { #expect(trace.responseHeads[0].reason == Bytes(reason), "\(item.id)") }
        if let content = expected.bytes("decoded_b64") { #expect(trace.content == content, "\(item.id)") }
        if let count = expected.int("num_headers") {
            let section = trace.requestHeads.first?.fields ?? trace.responseHeads.first?.fields
            let quirks = (trace.requestHeads.first?.quirks ?? []) + (trace.responseHeads.first?.quirks ?? [])
            // picohttpparser counts each folded line as one more.
            let folds = quirks.count { $0.code == .foldedLine }
            #expect(section.map { $0.lines.count + folds } == count, "\(item.id)")
        }
    }
}
