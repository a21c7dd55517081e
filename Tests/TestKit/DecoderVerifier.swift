public import Bytes
import HTTPModel
import HTTPWire

/// Decodes an input whole, byte by byte, cut in two at every place, and with bytes behind it, and compares what the
/// decoder says each time. Bytes come as the network cuts them, and that must never make a difference.
public struct DecoderVerifier {
    public let trace: WireTrace
    /// What differed from the decoding of the whole, in words; empty when nothing did.
    public let disagreements: [String]

    public init(_ input: Bytes, _ scenario: WireScenario) {
        self.init(input.array, scenario)
    }

    public init(_ input: [UInt8], _ scenario: WireScenario) {
        let whole = WireTrace(of: [input], scenario)
        var found: [String] = []
        func compare(_ other: WireTrace, _ how: String) {
            if let difference = Self.difference(whole, other) { found.append("\(how): \(difference)") }
        }

        compare(WireTrace(of: input.map { [$0] }, scenario), "byte by byte")
        for cut in 0...input.count {
            compare(WireTrace(of: [Array(input[..<cut]), Array(input[cut...])], scenario), "cut at \(cut)")
        }
        let endsByItself = whole.framings.allSatisfy { $0.kind != .close }
        if whole.error == nil, whole.parts.last == .end, whole.unread == 0, endsByItself {
            var limited = scenario
            limited.maxMessages = whole.messageCount
            limited.closes = false
            let trailing = WireTrace(of: [input + Array("\0 bytes behind \r\n".utf8)], limited)
            if trailing.items != whole.items { found.append("with bytes behind: other parts") }
            if trailing.consumed != whole.consumed { found.append("with bytes behind: \(trailing.consumed) consumed") }
        }
        found += Self.gaps(in: whole, input)
        trace = whole
        disagreements = found
    }

    private static func difference(_ whole: WireTrace, _ other: WireTrace) -> String? {
        if whole.error != other.error {
            return "error \(String(describing: other.error)) instead of \(String(describing: whole.error))"
        }
        if whole.items != other.items { return "other parts: \(other.parts) instead of \(whole.parts)" }
        if whole.wireSizes != other.wireSizes { return "wire sizes \(other.wireSizes)" }
        // What is left unread after an error or a stop depends on how much had been fed by then.
        let wasStopped = whole.error != nil || whole.unread != other.unread
        if !wasStopped, whole.isBetweenMessages != other.isBetweenMessages { return "another state at the end" }
        return nil
    }

    /// The parts cover the input from its first byte on, and each is as long as it says.
    private static func gaps(in trace: WireTrace, _ input: [UInt8]) -> [String] {
        var found: [String] = []
        if Array(trace.items.map(\.bytes).joined()) != Array(input[..<trace.consumed]) {
            found.append("the parts do not tile the input")
        }
        for item in trace.items {
            let expected: [UInt8]
            switch item.part {
            case .requestHead(let head, _):
                // Empty lines before it are consumed with it.
                let skipped = head.quirks.first { $0.code == .emptyLineBeforeRequest }?.length ?? 0
                expected = Array(item.bytes.prefix(skipped)) + head.raw.array
            case .responseHead(let head, _), .interimHead(let head): expected = head.raw.array
            case .trailers(let trailers): expected = trailers.section.raw.array
            case .chunkStarted(let chunk):
                // White space before a size, and a line feed alone, are told by quirks.
                let padding = item.bytes.prefix { $0 == 32 || $0 == 9 }
                expected = Array(padding) + chunk.line.array + (item.bytes.suffix(2) == [13, 10] ? [13, 10] : [10])
            case .chunkEnded: expected = item.bytes.count == 1 ? [10] : [13, 10]
            case .end: expected = []
            case .content: expected = item.bytes
            }
            if item.bytes != expected { found.append("\(item.part) is not made of the bytes it consumed") }
        }
        return found
    }
}
