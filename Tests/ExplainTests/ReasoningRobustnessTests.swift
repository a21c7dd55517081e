import Bytes
import Explain
import Flow
import HTTPModel
import HTTPWire
import Judge
import TestKit
import Testing

/// Heads as they come from hostile peers: whatever parses is explained without a trap, and in bounded size.
@Suite struct ReasoningRobustnessTests {
    private static let seeds: [FlowRecord] = Checks.all.flatMap { $0.bad + $0.good }.flatMap { example in
        let parts = [example.request, example.response].compactMap { $0 }
        let input = Bytes(parts.flatMap { $0.head + $0.content })
        return ExplainedInput(raw: input, ExplainedInput.Circumstances(now: Example.moment)).exchanges
            .filter { $0.requestHead != nil }
    }

    /// A field section with some bytes of its values exchanged; names, lines and ranges stay as they were.
    private func mutated(_ fields: FieldSection, _ generator: inout SeededGenerator) -> FieldSection {
        var raw = fields.raw.array
        for line in fields.lines where !line.value.isEmpty {
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let place = Int.random(in: line.value, using: &generator)
                raw[place] = Self.bytes.randomElement(using: &generator) ?? 0
            }
        }
        return FieldSection(raw: Bytes(raw), lines: fields.lines)
    }

    private static let bytes: [UInt8] = Array("\"\\,;=:/%*-+ 09azW.'".utf8) + [0x00, 0x7F, 0x80, 0xFF]

    @Test func mutationsOfEveryInputAreExplained() {
        var generator = SeededGenerator(seed: 16)
        for seed in Self.seeds {
            for _ in 0..<8 {
                var exchange = seed
                exchange.requestHead = seed.requestHead.map { head in
                    RequestHead(
                        method: head.method, target: head.target, version: head.version,
                        fields: mutated(head.fields, &generator))
                }
                if let response = seed.responseHead {
                    exchange.responseHead = ResponseHead(
                        status: response.status, version: response.version, reasonRange: response.reasonRange,
                        fields: mutated(response.fields, &generator))
                }
                var url = seed.url.array
                if !url.isEmpty {
                    url[Int.random(in: url.indices, using: &generator)] =
                        Self.bytes.randomElement(using: &generator) ?? 0
                }
                exchange.toldURL = Bytes(url)
                let reasonings = Reasonings.all(
                    about: exchange, in: [exchange], options: ExplainOptions(passwords: ["a"]))
                #expect(reasonings.contains { $0.topic == .method })
            }
        }
    }

    @Test func randomURLsAreExplained() {
        var generator = SeededGenerator(seed: 17)
        let base = MadeExchange.make("GET / HTTP/1.1\nHost: a.example")
        for _ in 0..<2_000 {
            var exchange = base
            let count = Int.random(in: 0...40, using: &generator)
            let alphabet = Array("http://a.b:@[]?#%25c3XN--".utf8) + [0x00, 0xC3, 0xA9]
            exchange.toldURL = Bytes((0..<count).map { _ in alphabet.randomElement(using: &generator) ?? 0 })
            _ = Reasonings.all(about: exchange)
        }
    }

    @Test func stepsAreBoundedWhateverTheLength() {
        let query = (0..<5_000).map { "a%20b=\($0)" }.joined(separator: "&")
        var exchange = MadeExchange.make("GET / HTTP/1.1\nHost: a.example")
        exchange.toldURL = Bytes("http://a.example/?" + query)
        #expect(Reasonings.all(about: exchange).allSatisfy { $0.steps.count < 64 })
    }

    @Test func hugeSizesDoNotTrap() {
        let exchange = MadeExchange.make(
            "GET / HTTP/1.1\nHost: a.example\nRange: bytes=0-18446744073709551615,-18446744073709551615",
            "HTTP/1.1 206 Partial Content\nContent-Range: bytes "
                + "0-18446744073709551614/18446744073709551615\nContent-Encoding: gzip"
        ) {
            $0.response.content.size = .max
            $0.response.content.decodedSize = .max
            $0.spend([(.wait, .max), (.receive, .max), (.dns, .min), (.connect, .max), (.ssl, .max)])
            $0.opening = FlowEvent.Opening(wallClock: .max)
        }
        #expect(!Reasonings.all(about: exchange, in: [exchange]).isEmpty)
    }
}
