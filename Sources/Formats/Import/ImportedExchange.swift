import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire

/// An exchange as another tool recorded it, on its way to a `FlowRecord`. Filled in by the reader of a format.
struct ImportedExchange {
    /// One of its two messages, but for the head.
    struct Message {
        /// As transferred; nil when it was not recorded.
        var content: Bytes?
        var isTruncated = false
        var trailers: FieldSection?
    }

    /// When each step was reached, in microseconds since 1970; nil when nobody said.
    struct Moments {
        var began: Int64?
        var connectBegan: Int64?
        var transportConnected: Int64?
        var connected: Int64?
        var requestEnded: Int64?
        var responseBegan: Int64?
        var responseEnded: Int64?
    }

    var url = Bytes()
    /// nil when there was none that could be read.
    var requestHead: RequestHead?
    var responseHead: ResponseHead?
    /// The heads are the bytes that were on the wire, not made from lists.
    var hasExactHeads = false
    var request = Message()
    var response = Message()
    var moments = Moments()
    /// `127.0.0.1:50000`.
    var client: String?
    var server: String?
    /// What went wrong; nil when nothing did.
    var outcome: Outcome?

    /// - Parameter place: among the exchanges of its file, counted from 0.
    func record(at place: Int) -> FlowRecord? {
        var events = ReadEvents(FlowID(UInt64(place) + 1))
        let start = moments.began ?? 0
        func after(_ moment: Int64?) -> Int64? {
            moment.map { max(0, $0.subtractingReportingOverflow(start).partialValue) }
        }
        events.at(0, .opened(.init(wallClock: start, client: client)))
        if moments.began == nil { events.at(0, .told(.assumed(.startTime))) }
        if let head = requestHead {
            let framing = head.version <= .http11 ? try? BodyFraming.request(head) : nil
            events.at(0, .requestHeadReceived(head, framing))
            if !hasExactHeads { events.at(0, .told(.assumed(.requestBytes))) }
        }
        if !url.isEmpty { events.at(0, .told(.url(url))) }
        add(request, .request, at: 0, &events)

        if let sought = after(moments.connectBegan) { events.sought(at: sought, URLReference(url)) }
        if let connected = after(moments.transportConnected) { events.at(connected, .transportConnected) }
        let isTimed = moments.responseBegan != nil
        if let connected = after(moments.connected) ?? (isTimed ? 0 : nil) {
            let lease = FlowEvent.UpstreamLease(
                connection: nil, address: server, reused: moments.connectBegan == nil, isLocal: false)
            events.at(connected, .upstreamConnected(lease))
        }
        let sent = after(moments.requestEnded) ?? 0
        if moments.requestEnded != nil {
            events.at(sent, .requestForwarded(sent: nil, edits: []))
            events.at(sent, .messageEnded(.request, wireSize: nil))
        }
        let answered = max(after(moments.responseBegan) ?? sent, sent)
        let ended = max(after(moments.responseEnded) ?? answered, answered)
        if let head = responseHead {
            let method = requestHead?.method ?? .get
            let framing = head.version <= .http11 ? try? BodyFraming.response(head, to: method) : nil
            events.at(answered, .responseHeadReceived(head, framing))
            if !hasExactHeads { events.at(answered, .told(.assumed(.responseBytes))) }
            if !isTimed { events.at(answered, .told(.assumed(.responseTime))) }
            add(response, .response, at: answered, &events)
            if moments.responseEnded != nil { events.at(ended, .messageEnded(.response, wireSize: nil)) }
        }
        if let outcome { events.at(ended, .finished(outcome)) }
        var record = FlowRecord(events.inOrder)
        record?.index = place
        return record
    }

    private func add(_ message: Message, _ kind: MessageKind, at time: Int64, _ events: inout ReadEvents) {
        if let bytes = message.content {
            let content = FlowRecord.Content(
                bytes: bytes, size: message.isTruncated ? nil : UInt64(bytes.count), isTruncated: message.isTruncated)
            events.content(content, of: kind, at: time)
        }
        if let trailers = message.trailers { events.at(time, .trailersReceived(kind, trailers)) }
    }
}
