import Bytes
import Decoding
import Flow
import HTTPModel

/// One side's content, with its codings taken off, and its messages found by a parser.
struct ContentSide: SideReader {
    private let from: MessageKind
    private var parser: any ContentParser
    /// nil when a coding cannot be taken off.
    private let decoder: StreamDecoder?
    private var taken: UInt64 = 0
    private var hasEnded = false

    init(_ fields: FieldSection, from: MessageKind, _ parser: any ContentParser) {
        self.from = from
        self.parser = parser
        decoder = StreamDecoder(fields)
    }

    mutating func take(_ bytes: Bytes, at time: Instant, _ facts: inout [FlowEvent.Fact]) {
        guard !hasEnded else { return }
        guard let decoder else {
            return stop(code: "unknownCoding", 0, "Its content coding cannot be taken off.", "RFC 9110 §8.4", &facts)
        }
        var found: [ContentMessage] = []
        var fault: ContentFault?
        var parser = self.parser
        var coding: DecodingFault?
        do throws(DecodingFault) {
            try decoder.take(bytes) { piece in
                guard fault == nil else { return }
                do throws(ContentFault) {
                    found += try parser.take(piece)
                } catch {
                    fault = error
                }
            }
        } catch {
            coding = error
        }
        self.parser = parser
        taken += UInt64(bytes.count)
        tell(found, time, &facts)
        if let fault {
            stop(fault, &facts)
        } else if let coding {
            stop(code: "malformedCoding", taken, coding.text, "RFC 9110 §8.4.1", &facts)
        }
    }

    mutating func end(at time: Instant, _ facts: inout [FlowEvent.Fact]) {
        guard !hasEnded else { return }
        do throws(ContentFault) {
            tell(try parser.end(), time, &facts)
        } catch {
            stop(error, &facts)
        }
        hasEnded = true
    }

    private func tell(_ messages: [ContentMessage], _ time: Instant, _ facts: inout [FlowEvent.Fact]) {
        for message in messages {
            facts.append(
                .innerMessage(
                    InnerMessage(
                        from: from, message.form, at: time, offset: message.offset, size: message.size,
                        bytes: message.bytes, isCompressed: message.isCompressed)))
        }
    }

    private mutating func stop(_ fault: ContentFault, _ facts: inout [FlowEvent.Fact]) {
        stop(code: fault.code, fault.offset, fault.text, fault.spec, &facts)
    }

    private mutating func stop(
        code: String, _ offset: UInt64, _ text: String, _ spec: String, _ facts: inout [FlowEvent.Fact]
    ) {
        hasEnded = true
        facts.append(
            .innerReadingEnded(InnerReadingEnd(from: from, code: code, offset: offset, text: text, spec: spec)))
    }
}
