import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import HTTPWire
import Messages

/// An exchange as another tool recorded it, on its way to a `FlowRecord`. Filled in by the reader of a format.
struct ImportedExchange {
    /// One of its two messages, but for the head.
    struct Message {
        /// As transferred; nil when it was not recorded.
        var content: Bytes?
        /// Without its content coding; the bytes that were transferred are not there then.
        var decoded: Bytes?
        var isTruncated = false
        var trailers: FieldSection?
    }

    /// When each step was reached, in microseconds since 1970; nil when nobody said.
    struct Moments {
        var began: Int64?
        var connectBegan: Int64?
        /// Nothing is said of the connection: neither that it was made for this exchange nor that it was there.
        var connectionIsUnknown = false
        /// The server's name was looked up.
        var resolved: Int64?
        var transportConnected: Int64?
        var connected: Int64?
        var requestEnded: Int64?
        var responseBegan: Int64?
        var responseEnded: Int64?
        /// It went wrong.
        var failed: Int64?
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
    /// What a person wrote and marked, and what the tool said besides.
    var remarks: FileRemarks?
    var webSocket: WebSocket?

    /// What passed after a handshake.
    struct WebSocket {
        /// Messages that the tool took apart, each with its moment.
        var messages: [(from: MessageKind, form: InnerMessage.Form, bytes: Bytes, moment: Int64?)] = []
        /// Bytes of frames, in the order they passed.
        var frames: [(from: MessageKind, bytes: Bytes, moment: Int64?)] = []
    }

    /// What goes wrong before there is a connection.
    private static let unconnected: Set<Outcome.Code> = [
        .nameNotFound, .nameLookupFailed, .connectionRefused, .unreachable, .connectTimedOut, .connectFailed,
    ]

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
        if let resolved = after(moments.resolved) { events.at(resolved, .nameResolved) }
        if let connected = after(moments.transportConnected) { events.at(connected, .transportConnected) }
        let isTimed = moments.responseBegan != nil
        // A response came over some connection: without a moment of its own, over one that was there.
        let wasThere = isTimed && moments.connectBegan == nil && !moments.connectionIsUnknown
        if let connected = after(moments.connected) ?? (wasThere ? 0 : nil) {
            let lease = FlowEvent.UpstreamLease(
                connection: nil, address: server, reused: moments.connectBegan == nil, isLocal: false)
            events.at(connected, .upstreamConnected(lease))
        }
        let sent = after(moments.requestEnded) ?? 0
        // A recorder has the whole request before it seeks a server: without a connection nothing was sent.
        let isUnsent = responseHead == nil && outcome.map { Self.unconnected.contains($0.code) } == true
        if moments.requestEnded != nil, !isUnsent {
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
        if webSocket != nil { events.at(answered, .tunnelOpened(protocol: "websocket")) }
        for message in webSocket?.messages ?? [] {
            let time = Instant(nanoseconds: 0).advanced(byMicroseconds: after(message.moment) ?? answered)
            let told = InnerMessage(from: message.from, message.form, at: time, bytes: message.bytes)
            events.at(after(message.moment) ?? answered, .innerMessage(told))
        }
        if let outcome {
            let failed = max(after(moments.failed) ?? ended, ended)
            events.at(failed, .finished(outcome))
        }
        var record = FlowRecord(events.inOrder)
        record?.index = place
        record?.remarks = remarks
        if let frames = webSocket?.frames, !frames.isEmpty {
            record?.follow(frames.map { ($0.from, $0.bytes, after($0.moment) ?? answered) })
        }
        return record
    }

    private func add(_ message: Message, _ kind: MessageKind, at time: Int64, _ events: inout ReadEvents) {
        if let bytes = message.content {
            let content = FlowRecord.Content(
                bytes: bytes, size: message.isTruncated ? nil : UInt64(bytes.count), isTruncated: message.isTruncated)
            events.content(content, of: kind, at: time)
        } else if let decoded = message.decoded {
            var content = FlowRecord.Content()
            content.decodedSize = UInt64(decoded.count)
            content.decoded = decoded
            events.content(content, of: kind, at: time)
        }
        if let trailers = message.trailers { events.at(time, .trailersReceived(kind, trailers)) }
    }
}

extension FlowRecord {
    /// Reads the messages in the frames of a WebSocket.
    fileprivate mutating func follow(_ frames: [(from: MessageKind, bytes: Bytes, microseconds: Int64)]) {
        var follower = MessageFollower()
        func hear(_ fact: FlowEvent.Fact, at microseconds: Int64, _ record: inout FlowRecord) {
            let time = Instant(nanoseconds: 0).advanced(byMicroseconds: microseconds)
            let event = FlowEvent(flow: record.id, time: time, fact: fact)
            follower.heard(event, of: &record) { record, found in
                record.apply(FlowEvent(flow: record.id, time: time, fact: found))
            }
        }
        hear(.tunnelOpened(protocol: "websocket"), at: 0, &self)
        for frame in frames {
            hear(.tunnelBytes(frame.from, frame.bytes), at: frame.microseconds, &self)
            switch frame.from {
            case .request: relayedSent += UInt64(frame.bytes.count)
            case .response: relayedReceived += UInt64(frame.bytes.count)
            }
        }
    }
}
