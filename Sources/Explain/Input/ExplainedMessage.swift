package import Bytes
package import Flow
package import HTTPModel
import HTTPSemantics

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
    /// Nobody passed it on: it was pasted, or another tool recorded it.
    package internal(set) var isPasted = false
    /// How the body stands in a text that was pasted.
    var bodyForm = BodyForm.wire {
        didSet { isRebuilt = bodyForm != .wire }
    }
    /// Their ranges count from the start of all that is explained.
    package var notes: [Note] = []
    /// Without that of the framing, which `explanation` has.
    package var reasonings: [Reasoning] = []
    /// The content without its codings; nil when it has none, or its bytes are not here.
    package var plain: PlainContent?
    /// Where its body ends, by the frames of HTTP/2 that it came in; nil when none are known.
    var frameReasoning: Reasoning?
    /// Who made it, when that was not the server.
    package internal(set) var origin: ResponseOrigin?
    /// It answers a request that only a cache may answer, and no cache could.
    var isCacheMiss = false
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
    /// A list of fields without a start line: as HTTP/2 has them, or a part of a head.
    package var isFieldList: Bool { explanation.spans.first { $0.rule != "CRLF" }?.rule == "field-line" }
    /// It begins as only the lists of HTTP/2 do.
    package var hasPseudoFields: Bool { input.slice(explanation.range).first == ASCII.colon }
    package var offset: Int { base + explanation.offset }
    package var length: Int { explanation.length + surplus }

    /// Where its body ends: by the frames that it came in, where they are known, else by its head.
    var framingReasoning: Reasoning? {
        guard origin?.wasSent != false else { return nil }
        guard let framed = frameReasoning ?? explanation.framing?.reasoning else { return nil }
        // RFC 9112 §7.1: without the size of a chunk nobody knows where the next one begins.
        guard explanation.framing?.kind == .chunked, let code = explanation.error?.code, Self.hidesNextChunk(code)
        else {
            return framed
        }
        return Reasoning(.framing, "A chunk is malformed, so the end of this body is unknown.", steps: framed.steps)
    }

    private static func hidesNextChunk(_ code: WireError.Code) -> Bool {
        switch code {
        case .malformedChunkSize, .chunkTooLarge, .malformedChunkExtension, .missingChunkEnd: true
        default: false
        }
    }

    /// Every reasoning, that of the framing first.
    package var allReasonings: [Reasoning] {
        (framingReasoning.map { [$0] } ?? []) + reasonings
    }

    /// The spans that tile the message, their offsets those of `input`.
    package var spans: [Span] {
        var spans = explanation.spans
        // That the end is missing is said of a message, not of what was kept of one.
        if isRebuilt || explanation.error.map({ excuses($0.code) }) == true {
            spans.removeAll { $0.length == 0 && $0.rule == "message-body" }
        }
        if explanation.error?.code == .truncatedHead, excuses(.truncatedHead) { spans.removeAll { $0.length == 0 } }
        if explanation.answered == .connect, let status = explanation.response?.status, (200..<300).contains(status) {
            spans = spans.map { $0.tellingOfStatus("RFC 9110 §9.3.6") { _ in StatusReasoning.tunnelWords } }
        }
        if explanation.kind == .response, explanation.answered == .head {
            // The status speaks of content that only GET brings; of a head by itself nobody knows what asked for it.
            let isAssumed = bodyForm == .missing
            spans = spans.map { span in
                span.tellingOfStatus("RFC 9110 §9.3.2") {
                    StatusReasoning.headWords($0, isAssumed: isAssumed, length: fields?.announcedLength)
                }
            }
        }
        if isCacheMiss {
            spans = spans.map {
                $0.tellingOfStatus("RFC 9111 §5.2.1.7") { _ in .phrase(StatusReasoning.cacheMissWords) }
            }
        }
        if lacksContent { spans = spans.map { $0.tellingOfNothing(in: input) } }
        if let fields, fields.contains(named: "strict-transport-security") { tellIgnoredTransport(&spans) }
        tellIgnoredSniffing(&spans)
        if explanation.error?.code == .conflictingContentLength {
            spans = spans.map { $0.telling("content-length", in: input, "One of several lengths that differ.") }
        }
        guard surplus > 0 else { return spans }
        let end = explanation.range.upperBound
        let text =
            isRebuilt
            ? "The content as it was \(bodyForm == .wire ? "recorded" : "pasted"): \(Quantity.bytes(surplus))."
            : isPasted
                ? "These bytes follow the end of the message. Its length fields do not cover them."
                : "The recording has these bytes after the end of the message. Its length fields do not cover them."
        spans.append(
            Span("message-body", end..<(end + surplus), "RFC 9112 §6", text, malformed: !isRebuilt))
        return spans
    }

    /// X-Content-Type-Options after the first line: browsers read the first value over all lines (Fetch §3.6).
    private func tellIgnoredSniffing(_ spans: inout [Span]) {
        let places = spans.indices.filter { spans[$0].isLine(of: "x-content-type-options", in: input) }
        for place in places.dropFirst() {
            spans[place] = spans[place].telling(
                "x-content-type-options", in: input,
                "Without effect: browsers read only the first value (Fetch §3.6).", isLenient: true)
        }
    }

    /// Strict-Transport-Security that browsers do not go by: of an address, and of any line but the first.
    private func tellIgnoredTransport(_ spans: inout [Span]) {
        let host = url.flatMap { url in URLReference(url).host.map { url.slice($0) } }
        let isAddress = host.map { !$0.isEmpty && HostName.isAddress($0) } ?? false
        var isFirst = true
        for place in spans.indices {
            let line = spans[place]
            guard line.isLine(of: "strict-transport-security", in: input) else { continue }
            if isAddress {
                spans[place] = line.telling(
                    "strict-transport-security", in: input,
                    "Without effect: browsers note no address, only names (RFC 6797 §8.1.1).")
            } else if !isFirst {
                spans[place] = line.telling(
                    "strict-transport-security", in: input,
                    "Without effect: only the first such field counts (RFC 6797 §8.1).")
            }
            isFirst = false
        }
    }

    /// Content-Length says what another message would bring: in the answer to HEAD, and in a 304 (RFC 9110 §8.6).
    package var lacksContent: Bool {
        guard fields?.contains(.contentLength) == true else { return false }
        return explanation.framing?.kind == .some(.none)
            || explanation.kind == .response
                && (explanation.answered == .head || explanation.response?.status == 304)
    }

    /// The fields of the head; none when it cannot be read.
    package var fields: FieldSection? {
        explanation.request?.fields ?? explanation.response?.fields
    }

    /// The content, transfer coding removed, as far as its parts were named.
    package var content: FlowRecord.Content {
        switch bodyForm {
        case .wire: wireContent
        case .missing: FlowRecord.Content(size: fields?.announcedLength, isTruncated: true)
        case .shown(let undone): shownContent(undone)
        }
    }

    /// What a tool printed in place of the body.
    private func shownContent(_ undone: BodyForm.Undone) -> FlowRecord.Content {
        let end = explanation.range.upperBound
        let bytes = input.slice(end..<min(end + surplus, input.count))
        let announced = fields?.announcedLength
        guard undone.contains(.coding) else {
            return FlowRecord.Content(bytes: bytes, size: announced ?? UInt64(bytes.count))
        }
        var content = FlowRecord.Content(size: announced, decodedSize: UInt64(bytes.count))
        content.decoded = bytes
        return content
    }

    private var wireContent: FlowRecord.Content {
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

    /// What differs from the wire, in words: what is here, and why.
    var bodyRemarks: [Prose] {
        switch bodyForm {
        case .wire: []
        case .missing: [missingBody]
        case .shown(let undone): undone.remarks(shown: surplus, fields)
        }
    }

    private var missingBody: Prose {
        if explanation.framing == nil { return "The empty line after the head is missing: only the head is here." }
        guard explanation.kind == .response, explanation.answered == .head else {
            return "The body is missing: only the head was pasted."
        }
        return "There is no body: this may be the response to HEAD (curl -I), or only the head was pasted."
    }

    private var bodySpans: [Span] { spans.filter { $0.rule == "message-body" && !$0.isMalformed } }
}

extension Span {
    /// The status line, whose code says something else here than by itself.
    ///
    /// - Parameter words: for the words it has by itself; nil to keep them.
    fileprivate func tellingOfStatus(_ spec: String, _ words: (String) -> Prose?) -> Span {
        guard rule == "status-line" else { return self }
        var line = self
        line.children = children.map { part in
            guard part.rule == "status-code", !part.isMalformed, let words = words(part.text) else { return part }
            return Span(part.rule, part.range, spec, words.text)
        }
        return line
    }

    func isLine(of name: Bytes, in input: Bytes) -> Bool {
        guard rule == "field-line", let own = children.first(where: { $0.rule == "field-name" }) else { return false }
        return input.slice(own.range).equalsIgnoringCase(name)
    }

    /// The line of that field, whose value says something else here than it would elsewhere.
    ///
    /// - Parameter isLenient: what is wrong in it is not told either, as nobody reads it.
    fileprivate func telling(_ name: Bytes, in input: Bytes, _ text: String, isLenient: Bool = false) -> Span {
        guard isLine(of: name, in: input) else { return self }
        var line = self
        line.children = children.map { part in
            part.rule == "field-name" || part.isSeparator || part.rule == "OWS" || part.rule == "CRLF"
                ? part : part.saying(text, isLenient: isLenient)
        }
        return line
    }

    private func saying(_ text: String, isLenient: Bool) -> Span {
        guard isLenient || !isMalformed, !isSeparator else { return self }
        var part = Span(rule, range, spec, text)
        part.children = children.map { $0.saying(text, isLenient: isLenient) }
        return part
    }

    /// The line of Content-Length, where no content follows.
    fileprivate func tellingOfNothing(in input: Bytes) -> Span {
        guard rule == "field-line", let name = children.first(where: { $0.rule == "field-name" }),
            input.slice(name.range).equalsIgnoringCase("content-length")
        else { return self }
        var line = self
        line.children = children.map { part in
            guard part.rule != "field-name" else {
                return Span(
                    part.rule, part.range, part.spec,
                    "Content-Length: the length that the content would have; this message has none.")
            }
            return part.sayingLength(in: input)
        }
        return line
    }

    private func sayingLength(in input: Bytes) -> Span {
        var part = self
        part.children = children.map { $0.sayingLength(in: input) }
        guard !isMalformed, children.isEmpty, let length = input.slice(range).decimal else { return part }
        return Span(
            rule, range, spec, "With content it would have \(Quantity.bytes(length)); this message has none.")
    }
}

extension FieldSection {
    /// What Content-Length says, where no Transfer-Encoding overrides it (RFC 9112 §6.3 rule 3).
    var announcedLength: UInt64? { contains(.transferEncoding) ? nil : first(.contentLength)?.decimal }
}
