import Bytes
import Flow
import HTTPModel
import HTTPWire
import TestKit
import Testing

/// Whatever a server got wrong and was forgiven for, what its client gets has none of it: a reader that forgives
/// nothing reads the same response.
@Suite struct ForwardedHeadPropertyTests {
    private static let startLines = [
        "HTTP/1.1 200 OK", "HTTP/1.1 200", "HTTP/1.1 200OK", "HTTP/1.1 404 ", "HTTP/1.0 200 OK", "HTTP/1.0 200",
        "HTTP/1.3 200 OK",
        "HTTP/1.9 204", "HTTP/1.1 204 No", "HTTP/1.1 304 Not", "HTTP/1.1 200 \u{E9}",
    ]
    private static let lines = [
        "A: b", "A : b", "A \t:b", "A:", " folded", "\tfolded", " ", "Content-Length: 3", "Content-Length: 3, 3",
        "Content-Length : 3",
        "Transfer-Encoding: chunked", "Transfer-Encoding: gzip", "Connection: close, x", "Connection: x", "X: y",
        "Keep-Alive: a",
        "Server: \u{E9}\u{E8}", "Set-Cookie: a=b",
    ]
    private static let lineEnds = ["\r\n", "\r\n", "\n"]

    @Test(arguments: 0..<8)
    func aReaderThatForgivesNothingReadsTheSame(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let request = try #require(
            WireTrace(of: [Array("GET http://a/ HTTP/1.1\r\nHost: a\r\n\r\n".utf8)], WireScenario(.request))
                .requestHeads.first)
        var accepted = 0
        for _ in 0..<1500 {
            var text = Self.startLines.randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 0..<6, using: &random) {
                text += Self.lineEnds.randomElement(using: &random) ?? ""
                text += Self.lines.randomElement(using: &random) ?? ""
            }
            text += Self.lineEnds.randomElement(using: &random) ?? ""
            text += Self.lineEnds.randomElement(using: &random) ?? ""
            let received = WireTrace(of: [Array(text.utf8)], WireScenario(.response))
            guard let head = received.responseHeads.first, let framing = received.framings.first else { continue }
            accepted += 1

            var exchange = Exchange(
                request: request, framing: Framing(.none, rule: 7), persistent: true, policy: ForwardingPolicy(),
                interimLimit: 1)
            var actions: [Exchange.Action] = []
            exchange.handle(.began, &actions)
            exchange.handle(.upstreamConnected(reused: false), &actions)
            exchange.handle(.responseReceived(head, framing, persistent: true), &actions)
            let edits = actions.compactMap { if case .forwardResponse(_, let edits) = $0 { edits } else { nil } }.first
            let sent = try HeadEncoder.apply(try #require(edits).map(\.action), to: head.fields)

            var strict = WireScenario(.response)
            strict.tolerances = .none
            let again = WireTrace(of: [sent.array], strict)
            let complaint = "\(text.debugDescription) became \(sent.text.debugDescription)"
            #expect(again.error == nil, "\(complaint)")
            #expect(again.framings.first?.kind == framing.kind, "\(complaint)")
            let reread = try #require(again.responseHeads.first, "\(complaint)")
            #expect(reread.status == head.status)
            #expect(reread.quirks.allSatisfy { $0.code == .obsoleteText }, "\(complaint)")
            #expect(reread.raw == sent)
        }
        // Most of what is made up can be read.
        #expect(accepted > 500)
    }
}
