package import Bytes
package import Flow
import HTTPModel

/// The messages of a recorded exchange, put together again as bytes. A value.
package struct RecordedMessages: Sendable {
    package var exchange: FlowRecord
    /// Empty when there was none.
    package var request: Part
    package var response: Part

    /// One message, and what of it is not certain.
    package struct Part: Sendable {
        package var bytes: Bytes
        /// What differs from what was on the wire, or may; a sentence each.
        package var remarks: [String]

        package init(bytes: Bytes = Bytes(), remarks: [String] = []) {
            self.bytes = bytes
            self.remarks = remarks
        }
    }

    package init(_ record: FlowRecord) {
        exchange = record
        request = WireMessage(record, .request).map { Part(bytes: $0.bytes, remarks: $0.remarks) } ?? Part()
        response = WireMessage(record, .response).map { Part(bytes: $0.bytes, remarks: $0.remarks) } ?? Part()
    }

    /// The one message of these bytes, what is kept behind its end included; nil when there was none.
    func message(_ kind: MessageKind, to method: Method, at base: Int) -> ExplainedMessage? {
        let part = kind == .request ? request : response
        let input = part.bytes
        if let explanation = FieldListDissection.explanation(of: input, kind, in: exchange) {
            var message = ExplainedMessage(explanation, in: input, at: base)
            message.assumptions = ["It came over HTTP/2 as a list of fields; each is shown as a line."]
            return message
        }
        let isLive = kind == .response && exchange.responseHead?.quirks.contains { $0.code == .oddVersion } == true
        let reader = MessageReader(
            kind: kind, toMethod: method, isLive: isLive, limits: MessageReader.Limits(messages: 1))
        var reading = reader.read(input)
        // A body without its chunk lines is no chunked body, and a decoded one has another length: only the head is
        // what it was.
        let content = exchange[kind].content
        let isDecoded = content.bytes == nil && content.decoded != nil
        let isLonger = reading.messages.first.map { $0.range.upperBound < input.count } ?? false
        if !part.remarks.isEmpty, let read = reading.messages.first,
            isDecoded || isLonger || read.spans.contains(where: Self.isBrokenBody)
        {
            let head = read.headOffset + (read.request?.raw.count ?? read.response?.raw.count ?? 0)
            reading = reader.read(input.slice(0..<min(max(head, 0), input.count)))
        }
        guard let explanation = reading.messages.first else { return nil }
        var message = ExplainedMessage(explanation, in: input, at: base)
        message.frameReasoning = StreamFraming.reasoning(about: exchange, kind)
        message.surplus = input.count - explanation.range.upperBound
        message.isRebuilt = !part.remarks.isEmpty
        message.isPasted = exchange[kind].sent == nil
        message.assumptions = part.remarks.map { Prose(stringLiteral: $0) }
        if kind == .request, exchange.provenance(of: .url) == .assumed, let url = message.explanation.request?.target {
            if url.form == .origin || url.form == .asterisk {
                message.assumptions.append(AssumedOrigin.remark(exchange.url))
            }
        }
        if kind == .request, exchange.outcome?.code == .answeredEarly {
            message.isRebuilt = true
            message.assumptions.append(
                "The server answered before it had the whole body, and the client did not send the rest.")
        }
        if let version = explanation.request?.version ?? explanation.response?.version, version > .http11 {
            message.assumptions.append(
                "It was recorded from HTTP/\(version.major), whose heads have no lines; tools show them in this form.")
        }
        return message
    }

    /// One of the interim responses, which are heads alone.
    func interim(_ place: Int, at base: Int) -> ExplainedMessage? {
        let head = exchange.interim[place].head
        let reader = MessageReader(kind: .response, limits: MessageReader.Limits(messages: 1))
        return reader.read(head.raw).messages.first.map { ExplainedMessage($0, in: head.raw, at: base) }
    }

    private static func isBrokenBody(_ span: Span) -> Bool {
        span.rule == "message-body" && !span.malformedLeaves.isEmpty
    }
}

extension ExplainedMessage {
    /// Whether an error is the recording's and not the message's.
    func excuses(_ code: WireError.Code) -> Bool {
        switch code {
        case .truncatedBody, .malformedChunkSize, .missingChunkEnd, .malformedChunkExtension, .chunkTooLarge: isRebuilt
        // A copy of a head may lack the empty line that ends it.
        case .truncatedHead: isPasted && bodyForm == .missing
        case .unsupportedVersion, .malformedVersion: !assumptions.isEmpty
        default: false
        }
    }
}
