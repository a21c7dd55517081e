package import Bytes
package import Flow
package import HTTPModel

/// One message and all that is said of it. A value, made by `ExplainedInput`.
package struct ExplainedMessage: Sendable {
    package let explanation: Explanation
    /// The bytes in which `explanation` counts.
    package let input: Bytes
    /// Where `input` begins in all that is explained: what is added to the offsets of `explanation`.
    package let base: Int
    /// Bytes that were kept with the message and are not part of it; nobody has named them.
    package var surplus = 0
    /// The body is not as it was on the wire, so that what is wrong with it is not its sender's doing.
    package var isRebuilt = false
    /// Their ranges count from the start of all that is explained.
    package var notes: [Note] = []
    /// Without that of the framing, which `explanation` has.
    package var reasonings: [Reasoning] = []
    /// The content without its codings; nil when it has none, or its bytes are not here.
    package var plain: PlainContent?
    /// Where its body ends, by the frames of HTTP/2 that it came in; nil when none are known.
    var frameReasoning: Reasoning?
    /// What had to be taken for granted.
    package var assumptions: [Prose] = []
    /// The absolute URL that is asked for, or was.
    package var url: Bytes?

    package init(_ explanation: Explanation, in input: Bytes, at base: Int = 0) {
        self.explanation = explanation
        self.input = input
        self.base = base
    }

    package var kind: MessageKind { explanation.kind }
    package var offset: Int { base + explanation.offset }
    package var length: Int { explanation.length + surplus }

    /// Where its body ends: by the frames that it came in, where they are known, else by its head.
    var framingReasoning: Reasoning? { frameReasoning ?? explanation.framing?.reasoning }

    /// Every reasoning, that of the framing first.
    package var allReasonings: [Reasoning] {
        (framingReasoning.map { [$0] } ?? []) + reasonings
    }

    /// The spans that tile the message, their offsets those of `input`.
    package var spans: [Span] {
        var spans = explanation.spans
        // That the end is missing is said of a message, not of what was kept of one.
        if let error = explanation.error, excuses(error.code) { spans.removeAll { $0.length == 0 } }
        guard surplus > 0 else { return spans }
        let end = explanation.range.upperBound
        let text =
            isRebuilt
            ? "The content as it was recorded: \(Quantity.bytes(surplus))."
            : "The recording has these bytes behind the end of the message: its length fields do not cover them."
        spans.append(
            Span("message-body", end..<(end + surplus), "RFC 9112 §6", text, malformed: !isRebuilt))
        return spans
    }

    /// The fields of the head; none when it cannot be read.
    package var fields: FieldSection? {
        explanation.request?.fields ?? explanation.response?.fields
    }

    /// The content, transfer coding removed, as far as its parts were named.
    package var content: FlowRecord.Content {
        var gathered: [UInt8] = []
        var isTruncated = false
        for span in bodySpans {
            if span.children.isEmpty { gathered += input.slice(span.range) }
            for part in span.children {
                if part.rule == "chunked-body" { isTruncated = true }
                for data in part.children where data.rule == "chunk-data" { gathered += input.slice(data.range) }
            }
        }
        if case .length(let length)? = explanation.framing?.kind, length > UInt64(gathered.count) { isTruncated = true }
        let bytes = Bytes(gathered)
        return FlowRecord.Content(
            bytes: bytes, size: isTruncated ? nil : UInt64(bytes.count), isTruncated: isTruncated)
    }

    /// Bytes behind the head: content, chunk lines and trailers.
    package var wireSize: UInt64 { UInt64(bodySpans.reduce(0) { $0 + $1.length }) }

    private var bodySpans: [Span] { spans.filter { $0.rule == "message-body" && !$0.isMalformed } }
}
