import HTTPModel

/// Sees to it that the byte at which the decoder refused a message is named as malformed, with what the decoder
/// expected there, also where the naming went on without a word.
enum ErrorPlacement {
    /// `message` is the range of the spans, which tile it.
    static func mark(_ error: WireError, in spans: inout [Span], _ message: Range<Int>) {
        let place = min(max(error.offset, message.lowerBound), message.upperBound)
        let range = place..<min(max(place + 1, place + min(error.length, message.count)), message.upperBound)
        guard place < message.upperBound else {
            // It ends too early: what is wrong is what does not come.
            let rule = error.code == .truncatedHead ? "CRLF" : "message-body"
            if let last = spans.last, last.length == 0, last.isMalformed { return }
            spans.append(Span(rule, place..<place, error.spec, error.text, malformed: true))
            return
        }
        mark(Fault(error), range, in: &spans)
    }

    /// The same of what was tolerated and is not as it should be, where nothing else has named it.
    static func mark(_ quirk: Quirk, at base: Int, in spans: inout [Span]) {
        switch quirk.code {
        case .oddVersion, .controlInValue, .lengthBesideChunked, .repeatedChunked, .identityCoding,
            .signedContentLength:
            let start = base + quirk.offset
            mark(Fault(quirk), start..<start + max(1, quirk.length), in: &spans)
        // The readers of lines and chunks name these themselves, or they are not wrong where they stand.
        case .emptyLineBeforeRequest, .foldedLine, .spaceBeforeColon, .repeatedContentLength, .missingReasonSpace,
            .obsoleteText, .unencodedTarget, .connectWithoutHost, .bytesAfterLastMessage, .bareLineFeed,
            .repeatedStatusSpace, .oddFieldName, .spaceAroundValue, .paddedChunkSize, .oddChunkExtension,
            .higherMinorVersion,
            .framingWithoutBody, .forbiddenTrailer, .hostDisagrees, .serverNameDisagrees, .malformedServerName:
            break
        }
    }

    /// What is said of a place.
    private struct Fault {
        let spec: String
        let text: String

        init(_ error: WireError) { (spec, text) = (error.spec, error.text) }
        init(_ quirk: Quirk) { (spec, text) = (quirk.spec, quirk.observation) }
    }

    private static func mark(_ error: Fault, _ range: Range<Int>, in spans: inout [Span]) {
        // A place that is named as missing answers for the byte that stands there instead.
        let isNamed = spans.contains { $0.isMalformed && $0.length == 0 && $0.offset == range.lowerBound }
        guard !isNamed, let index = spans.firstIndex(where: { $0.range.contains(range.lowerBound) }) else { return }
        let span = spans[index]
        guard span.children.isEmpty else { return mark(error, range, in: &spans[index].children) }
        guard !span.isMalformed else { return }
        spans.replaceSubrange(index...index, with: split(span, at: range, error))
    }

    /// The leaf in up to three pieces, the one in the middle malformed.
    private static func split(_ leaf: Span, at range: Range<Int>, _ error: Fault) -> [Span] {
        let end = min(range.upperBound, leaf.range.upperBound)
        let before = leaf.offset..<range.lowerBound
        let after = end..<leaf.range.upperBound
        var pieces: [Span] = []
        if !before.isEmpty { pieces.append(Span(leaf.rule, before, leaf.spec, leaf.text)) }
        pieces.append(Span(leaf.rule, range.lowerBound..<end, error.spec, error.text, malformed: true))
        if !after.isEmpty { pieces.append(Span(leaf.rule, after, leaf.spec, leaf.text)) }
        return pieces
    }
}
