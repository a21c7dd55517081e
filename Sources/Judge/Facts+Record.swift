import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

// The one place that knows how an exchange is recorded, and leaves out what was only assumed.
extension Facts {
    /// What was recorded of a flow.
    ///
    /// - Parameter isAnswered: false: what stands as its response is not the server's, and left out.
    package convenience init(_ record: borrowing FlowRecord, answered isAnswered: Bool = true) {
        let request = record.isRecorded(.request) ? record.requestHead : nil
        // Of a request the host is told by the message itself; of its scheme only somebody who was there knows.
        let hasURL = record.isRecorded(.url) || request?.fields.contains(.host) == true
        self.init(
            request: request,
            requestContent: Content(
                record.request.content, isCounted: record.isRecorded(.requestSize),
                isExact: record.isRecorded(.requestContent)),
            url: hasURL ? record.url : nil,
            response: isAnswered && record.isRecorded(.response) ? record.responseHead : nil,
            // What a rule answered says nothing about the server.
            responseContent: record.contentIsOfRule || !isAnswered
                ? Content(FlowRecord.Content(), isCounted: false, isExact: true)
                : Content(
                    record.response.content, isCounted: record.isRecorded(.responseSize),
                    isExact: record.isRecorded(.responseContent)),
            interim: isAnswered ? record.interim.map(\.head) : [], knowsScheme: record.isRecorded(.url),
            clock: Clock(
                started: record.startedAt, isStartRecorded: record.isRecorded(.startTime),
                received: record.responseReceivedAt, isReceiptRecorded: record.isRecorded(.responseTime)),
            isReused: record.reusesConnection, hasOutcome: record.outcome != nil,
            isWhole: record.outcome.map { $0.kind == .complete } ?? true,
            answeredMethod: Self.sentMethod(record) ?? record.toldMethod,
            isWire: (record.isRecorded(.requestBytes), record.isRecorded(.responseBytes)), evidence: Evidence(record))
    }

    /// The method that was sent on; nil when the request was not sent on as lines.
    private static func sentMethod(_ record: borrowing FlowRecord) -> Method? {
        guard let sent = record.request.sent, let end = sent.firstIndex(of: ASCII.space), end > 0,
            OctetClass.token.containsAll(sent.slice(0..<end))
        else { return nil }
        return Method(sent.slice(0..<end))
    }

    /// What a browser's cache gave: the head of another exchange, whose request, time and size on the wire are unknown.
    package convenience init(answerOf record: borrowing FlowRecord) {
        self.init(
            request: nil, url: record.isRecorded(.url) ? record.url : nil, response: record.responseHead,
            responseContent: Content(record.response.content, isCounted: false, isExact: false),
            knowsScheme: record.isRecorded(.url),
            clock: Clock(about: (record.responseReceivedAt ?? record.startedAt ?? 0) / 1_000_000))
    }
}

extension Facts.Evidence {
    init(_ record: borrowing FlowRecord) {
        // Most exchanges have nothing of this, and each is judged.
        if record.request.stream != nil || record.request.frameCount > 0 || !record.request.waits.isEmpty
            || record.request.block != nil
        {
            request = Side(record.request)
        }
        if record.response.stream != nil || record.response.frameCount > 0 || !record.response.waits.isEmpty
            || record.response.block != nil
        {
            response = Side(record.response)
        }
        response.interim = record.interim.count + record.interimOmitted
        if record.isRecorded(.response) { response.trailers = record.response.trailers }
        if !record.inner.isEmpty { inner = record.inner }
        isOver = record.outcome != nil
        if let outcome = record.outcome, outcome.code == .serverGoingAway || outcome.code == .serverOverloaded {
            goAway = outcome.detail
        }
        times = record.measuredTimes
        (clientTLS, upstreamTLS) = (record.clientTLS, record.upstreamTLS)
        isWebSocket = record.tunnelProtocol.map { Bytes($0).equalsIgnoringCase("websocket") } ?? false
    }
}

extension Facts.Evidence.Side {
    init(_ message: FlowRecord.Message) {
        frames = message.frames
        frameCount = message.frameCount
        waits = message.waits
        block = message.block
        refused = message.stream == nil ? nil : message.malformedHead
    }
}

extension Facts.Clock {
    /// From moments in microseconds since 1970; one that was assumed tells the century at most.
    init(started: Int64?, isStartRecorded: Bool, received: Int64?, isReceiptRecorded: Bool) {
        let start = started.map { $0 / 1_000_000 }
        let receipt = received.map { $0 / 1_000_000 }
        self.init(
            sent: isStartRecorded ? start : nil, arrived: isReceiptRecorded ? receipt : nil,
            about: receipt ?? start ?? 0)
    }
}

extension Facts.Content {
    /// The bytes are kept as they arrived, chunks taken apart: with another transfer coding on them, such as gzip, they
    /// are not what the message says.
    func withoutTransferCoding(of fields: FieldSection?) -> Facts.Content {
        guard let fields, fields.contains(.transferEncoding) else { return self }
        let codings = fields.list(.transferEncoding).map { coding in
            coding.slice(0..<(coding.firstIndex(of: ASCII.semicolon) ?? coding.count)).trimmed
        }
        guard codings.contains(where: { !$0.equalsIgnoringCase("chunked") && !$0.equalsIgnoringCase("identity") })
        else { return self }
        var content = self
        (content.bytes, content.decoded, content.decodedSize) = (nil, nil, nil)
        return content
    }

    /// A size that nobody counted is none, and what is kept is then a beginning.
    init(_ content: FlowRecord.Content, isCounted: Bool, isExact: Bool) {
        let kept = content.kept.count.map { UInt64($0) }
        self.init(
            bytes: content.bytes, size: isCounted ? content.size ?? (content.isTruncated ? nil : kept) : nil,
            decodedSize: content.decodedSize, isTruncated: content.isTruncated || !isCounted)
        decoded = content.decoded
        self.isExact = isExact
    }
}
