import Bytes
import Flow
import HTTPModel

/// One side's content, with its codings taken off, and its messages found by a parser.
struct ContentSide: SideReader {
    private let from: MessageKind
    /// Nil while it is at work: as long as somebody else had it, all that it holds would be copied for each piece.
    private var parser: (any ContentParser)?
    /// nil when a coding cannot be taken off, and once nothing is read any more.
    private var decoder: StreamDecoder?
    /// What a decoder may hold when there is no room for more: that of gzip holds little, as each connection does.
    private static let smallDecoder = 256 << 10
    private var taken: UInt64 = 0
    /// What the messages count for, against the octets that they came in.
    private var messages = BombGuard()
    /// What a message costs whoever keeps and shows it, however small it is.
    private static let messageCost: UInt64 = 256
    private var hasEnded = false

    init(_ fields: FieldSection, from: MessageKind, _ parser: any ContentParser) {
        self.from = from
        self.parser = parser
        decoder = StreamDecoder(fields)
    }

    mutating func take(_ bytes: Bytes, at time: Instant, _ tell: (FlowEvent.Fact) -> Void) {
        guard !hasEnded, var parser else { return }
        guard let decoder else {
            return stop(code: "unknownCoding", 0, "Hark cannot decode its content coding.", "RFC 9110 §8.4", tell)
        }
        var fault: ContentFault?
        self.parser = nil
        messages.taken += UInt64(bytes.count)
        var coding: DecodingFault?
        do throws(DecodingFault) {
            try decoder.take(bytes) { piece in
                guard fault == nil else { return }
                do throws(ContentFault) {
                    for message in try parser.take(piece) {
                        self.messages.made += Self.messageCost
                        self.tell(of: message, time, tell)
                    }
                    if self.messages.isBomb { throw Self.flood(at: taken) }
                } catch {
                    fault = error
                }
            }
        } catch {
            coding = error
        }
        self.parser = parser
        taken += UInt64(bytes.count)
        if let fault {
            stop(fault, tell)
        } else if let coding {
            let code = coding.reason == .bomb ? "compressionBomb" : "malformedCoding"
            stop(code: code, taken, coding.text, "RFC 9110 §8.4.1", tell)
        }
    }

    mutating func end(at time: Instant, _ tell: (FlowEvent.Fact) -> Void) {
        guard !hasEnded, var parser else { return }
        self.parser = nil
        do throws(ContentFault) {
            for message in try parser.end() { self.tell(of: message, time, tell) }
        } catch {
            stop(error, tell)
        }
        hasEnded = true
        decoder = nil
    }

    var held: Int { (parser?.held ?? 0) + (decoder?.held ?? 0) }

    mutating func letGo(_ tell: (FlowEvent.Fact) -> Void) {
        parser?.letGo()
        guard let held = decoder?.held, held > Self.smallDecoder else { return }
        stop(
            code: "noRoom", taken, "Decoding it would need another \(held >> 10) KiB, which exceeds the limit.",
            "",
            tell)
    }

    /// Where a coding stands for it: as it is sent, no message is so small.
    private static func flood(at offset: UInt64) -> ContentFault {
        ContentFault(
            code: "compressionBomb", offset: offset, text: "Its few bytes decode to more than 260,000 messages.")
    }

    private func tell(of message: ContentMessage, _ time: Instant, _ tell: (FlowEvent.Fact) -> Void) {
        tell(
            .innerMessage(
                InnerMessage(
                    from: from, message.form, at: time, offset: message.offset, size: message.size,
                    bytes: message.bytes, isCompressed: message.isCompressed)))
    }

    private mutating func stop(_ fault: ContentFault, _ tell: (FlowEvent.Fact) -> Void) {
        stop(code: fault.code, fault.offset, fault.text, fault.spec, tell)
    }

    private mutating func stop(
        code: String, _ offset: UInt64, _ text: String, _ spec: String, _ tell: (FlowEvent.Fact) -> Void
    ) {
        hasEnded = true
        parser = nil
        decoder = nil
        tell(.innerReadingEnded(InnerReadingEnd(from: from, code: code, offset: offset, text: text, spec: spec)))
    }
}
