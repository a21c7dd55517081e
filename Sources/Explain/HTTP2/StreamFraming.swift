import Bytes
package import Flow
package import HTTPModel

/// Where a message of HTTP/2 ends, and why (RFC 9113 §8.1): which frame had END_STREAM, what its DATA frames come to,
/// and whether Content-Length agrees.
package struct StreamFraming {
    /// How the message ended on its stream, as far as its frames are kept.
    package enum End: Sendable, Hashable {
        /// The frame of its head: there is no content.
        case head
        /// The last DATA frame.
        case data
        /// The frame of its trailers.
        case trailers
        /// The bytes after the head on the stream are not content: the message opens a tunnel, or requests one.
        case tunnel
        /// The stream was over before: RST_STREAM, or the connection's end.
        case cutOff
        /// Open, as far as is known.
        case open
        /// The frame that ended it was not stored.
        case beyond
    }

    /// How it ended.
    package let end: End
    /// Octets of content in the DATA frames, padding left out; nil when not all of them are kept.
    package let content: UInt64?
    /// Octets of padding, the octets that tell its length with them.
    package let padding: Int
    /// How many DATA frames came.
    let dataFrames: Int

    /// nil where the message did not come in frames, or none was kept.
    package init?(_ record: FlowRecord, _ kind: MessageKind) {
        self.init(
            record[kind].frames, of: record[kind].frameCount, isOver: record.outcome != nil,
            interim: kind == .response ? record.interim.count + record.interimOmitted : 0,
            opensTunnel: record.opensTunnel(kind))
    }

    /// - Parameters:
    ///   - frames: those that are kept; looked at where they stand, as each holds more than is asked for.
    ///   - count: how many there were.
    ///   - isOver: nothing more comes.
    ///   - interim: how many heads came before the one that counts.
    ///   - opensTunnel: what follows its head is no content.
    package init?(
        _ frames: [(frame: StreamFrame, time: Instant)], of count: Int, isOver: Bool, interim: Int = 0,
        opensTunnel: Bool = false
    ) {
        var dataFrames = 0
        var content: UInt64 = 0
        var padding = 0
        var heads = 0
        var end: End?
        for place in frames.indices where !frames[place].frame.isSent {
            let isLast = frames[place].frame.flags & 1 != 0
            switch frames[place].frame.type {
            case 0:
                // RFC 9113 §6.1: an octet tells how much padding there is.
                let filling = frames[place].frame.padding.map { $0 + 1 } ?? 0
                dataFrames += 1
                padding += filling
                content += UInt64(max(0, frames[place].frame.size - filling))
                if isLast { end = .data }
            case 1:
                heads += 1
                if isLast { end = dataFrames == 0 && heads <= 1 + interim ? .head : .trailers }
            default: break
            }
        }
        guard heads > 0 else { return nil }
        let isWhole = count <= frames.count
        // RFC 9113 §8.5, RFC 8441 §5: the DATA frames of such a stream carry what passes through it.
        self.end = end == .head ? .head : opensTunnel ? .tunnel : end ?? (!isWhole ? .beyond : isOver ? .cutOff : .open)
        self.content = opensTunnel ? 0 : isWhole ? content : nil
        self.padding = padding
        self.dataFrames = dataFrames
    }

    /// What Content-Length and the DATA frames come to, where they disagree (RFC 9113 §8.1.1).
    package func disagreement(_ fields: FieldSection, mayDiffer: Bool) -> (said: UInt64, came: UInt64)? {
        guard !mayDiffer, end == .head || end == .data || end == .trailers, let content,
            let said = fields.first(.contentLength)?.decimal, said != content
        else { return nil }
        return (said, content)
    }
}

extension FlowRecord {
    /// The response may announce a content that it does not have (RFC 9110 §8.6): it answers HEAD, or is a 304.
    var announcesForOthers: Bool { method == .head || responseHead?.status == 304 }

    /// What follows the head of this message is no content: a CONNECT has none, refused or not, and the answer that
    /// opens a tunnel or changes the protocol has none either (RFC 9110 §9.3.6, §15.2.2; RFC 8441 §5).
    func opensTunnel(_ kind: MessageKind) -> Bool {
        switch kind {
        case .request: requestHead?.method == .connect
        case .response:
            tunnelProtocol != nil || responseHead?.status == 101
                || method == .connect && (200..<300).contains(responseHead?.status ?? 0)
        }
    }
}

// In words.
extension StreamFraming {
    /// Where the body of the message ends; nil where it did not come in frames.
    static func reasoning(about record: FlowRecord, _ kind: MessageKind) -> Reasoning? {
        guard let fields = record.fields(kind), let framing = StreamFraming(record, kind) else { return nil }
        var steps = StepCollector()
        steps.add(
            "frames", held: true,
            "The message came in frames of \("HTTP/2"). The frame with END_STREAM ends it, whatever the fields say.",
            "RFC 9113 §8.1")
        if framing.end == .cutOff, kind == .request, record.outcome?.code == .answeredEarly {
            steps.add(
                "END_STREAM", held: false,
                "No received frame has it: the server answered before the end, and reads no more.",
                "RFC 9113 §8.1")
        } else {
            framing.endStep(&steps)
        }
        if framing.end != .tunnel, framing.dataFrames > 0, let content = framing.content {
            steps.add(
                "DATA",
                "\(Quantity.count(framing.dataFrames, "DATA frame")) carried \(Quantity.bytes(content)) of content.",
                "RFC 9113 §6.1")
        }
        if framing.padding > 0 {
            steps.add(
                "padding",
                "Another \(Quantity.bytes(framing.padding)) were padding, which hides the length of the content.",
                "RFC 9113 §10.7")
        }
        let mayDiffer = kind == .response && record.announcesForOthers
        framing.lengthStep(fields, mayDiffer: mayDiffer, &steps)
        return Reasoning(.framing, framing.conclusion, steps: steps.steps)
    }

    private func endStep(_ steps: inout StepCollector) {
        let (rule, spec) = ("END_STREAM", "RFC 9113 §5.1")
        switch end {
        case .head: steps.add(rule, held: true, "The HEADERS frame of the head has it: there is no content.", spec)
        case .data:
            steps.add(
                rule, held: true,
                dataFrames == 1 ? "The only DATA frame has it." : "The last of \(dataFrames) DATA frames has it.", spec)
        case .trailers:
            steps.add(
                rule, held: true, "The HEADERS frame after the content has it: its fields are trailers.",
                "RFC 9113 §8.1")
        case .tunnel:
            steps.add(
                rule, held: false, "The stream stays open after the head: its data is a tunnel, not content.",
                "RFC 9113 §8.5")
        case .cutOff:
            steps.fault(
                rule, "No received frame has it: the stream ended before the message did, so the message is cut off.",
                "RFC 9113 §8.1")
        case .open: steps.add(rule, held: false, "No frame has it yet: more can follow.", spec)
        case .beyond: steps.add(rule, "It is in a frame after the last stored one.", spec)
        }
    }

    private func lengthStep(_ fields: FieldSection, mayDiffer: Bool, _ steps: inout StepCollector) {
        let (rule, spec) = ("Content-Length", "RFC 9113 §8.1.1")
        guard let said = fields.first(.contentLength)?.decimal else {
            return steps.add(rule, held: false, "There is none; frames do not need it.", spec)
        }
        if end == .tunnel { return steps.add(rule, "It is \(said), which has no meaning here.", "RFC 9110 §9.3.6") }
        if mayDiffer {
            return steps.add(
                rule,
                "It is \(said), the length that a response with content would have.", "RFC 9110 §8.6")
        }
        if let wrong = disagreement(fields, mayDiffer: false) {
            return steps.fault(
                rule, "It is \(wrong.said), but \(wrong.came) arrived: the message is malformed.", spec)
        }
        guard content == said, end == .head || end == .data || end == .trailers else {
            return steps.add(rule, "It is \(said); the number of received bytes is unknown here.", spec)
        }
        steps.add(rule, held: true, "It is \(said), which matches the DATA frames.", spec)
    }

    private var conclusion: Prose {
        let size: Prose = content.map { "\(Quantity.bytes($0)) of content" } ?? "the content"
        return switch end {
        case .head: "No body: the frame of the head has END_STREAM."
        case .data: "The body ends with the DATA frame that has END_STREAM, after \(size)."
        case .trailers: "The body ends with the trailers, whose frame has END_STREAM, after \(size)."
        case .tunnel: "No body: after the head the stream is a tunnel."
        case .cutOff: "The body is cut off after \(size): no frame has END_STREAM."
        case .open: "The body is not complete yet: no frame has END_STREAM."
        case .beyond: "The message came in frames; the one that ended it was not stored."
        }
    }
}
