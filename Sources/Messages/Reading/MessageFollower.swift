import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// Follows one flow by its events, and tells of the messages inside of it. A value of whoever folds the events; it
/// looks at heads, at what tunnels relay, and at content.
package struct MessageFollower {
    /// Octets of one message that are kept.
    private let limit: Int
    private var request: (any SideReader)?
    private var response: (any SideReader)?

    package init(limit: Int = 16 << 20) {
        self.limit = limit
    }

    /// Whether the flow has messages inside, as far as its heads tell. Stored, as it is asked at each event.
    package private(set) var isReading = false

    /// Octets that are held to read on: any message may go on for as long as it likes, and a coding has a window.
    package var held: Int { (request?.held ?? 0) + (response?.held ?? 0) }

    /// Keeps nothing of the messages under way: they are counted.
    ///
    /// - Parameter tell: is told where that ends reading.
    package mutating func letGo(_ tell: (FlowEvent.Fact) -> Void) {
        request?.letGo(tell)
        response?.letGo(tell)
    }

    /// Whether it is one of the events by which it is known that there are messages inside: all others are heard only
    /// while something is read.
    package static func isOpening(_ fact: FlowEvent.Fact) -> Bool {
        switch fact {
        case .requestHeadReceived, .responseHeadReceived, .tunnelOpened: true
        default: false
        }
    }

    /// Hears of an event.
    ///
    /// - Parameters:
    ///   - record: the flow, with the event applied.
    ///   - tell: is told what the event brings to light, in order and one by one: a few bytes can stand for a million
    ///     messages.
    package mutating func heard(
        _ event: FlowEvent, of record: inout FlowRecord, _ tell: (inout FlowRecord, FlowEvent.Fact) -> Void
    ) {
        defer { isReading = request != nil || response != nil }
        switch event.fact {
        case .requestHeadReceived(let head, _):
            request = ContentOpener(head.fields).side(.request)
            if let message = InnerMessage(query: head, at: event.time) { tell(&record, .innerMessage(message)) }
        case .responseHeadReceived(let head, _):
            response = ContentOpener(head.fields).side(.response)
        case .tunnelOpened(let name):
            guard Bytes(name).equalsIgnoringCase("websocket") else { break }
            let deflate = record.responseHead.flatMap { WebSocketHandshake.deflate($0.fields) }
            let others = record.responseHead.map { WebSocketHandshake.hasOtherExtension($0.fields) } ?? false
            request = WebSocketSide(from: .request, limit: limit, deflate: deflate, hasOtherExtension: others)
            response = WebSocketSide(from: .response, limit: limit, deflate: deflate, hasOtherExtension: others)
        case .tunnelBytes(let kind, let bytes):
            take(kind) { $0.take(bytes, at: event.time) { tell(&record, $0) } }
        case .contentReceived(let kind, let count, let bytes):
            guard count > 0 else { break }
            take(kind) { side in
                if let bytes {
                    side.take(bytes, at: event.time) { tell(&record, $0) }
                } else {
                    let offset = record[kind].contentSize - UInt64(count)
                    tell(&record, .innerReadingEnded(.notKept(kind, offset)))
                }
            }
            if bytes == nil { stop(kind) }
        case .messageEnded(let kind, _):
            take(kind) { $0.end(at: event.time) { tell(&record, $0) } }
        case .opened, .upstreamSought, .nameResolved, .transportConnected, .handshakeEnded, .upstreamConnected,
            .requestForwarded, .interimReceived, .interimForwarded, .interimDropped, .responseForwarded, .chunkStarted,
            .chunksOmitted, .trailersReceived, .trailersForwarded, .retried, .requestLineRead, .malformedHeadReceived,
            .quirkFound, .relayed, .innerMessage, .innerMessagesOmitted, .innerReadingEnded, .contentKept,
            .contentDecoded, .streamNumbered, .framePassed, .framesOmitted, .waitsOmitted,
            .fieldBlockReceived, .fieldBlockForwarded, .streamWaited, .ruleActed, .told, .finished:
            break
        }
    }

    private mutating func stop(_ kind: MessageKind) {
        switch kind {
        case .request: request = nil
        case .response: response = nil
        }
    }

    private mutating func take(_ kind: MessageKind, _ body: (inout any SideReader) -> Void) {
        switch kind {
        case .request:
            guard var side = request else { return }
            request = nil
            body(&side)
            request = side
        case .response:
            guard var side = response else { return }
            response = nil
            body(&side)
            response = side
        }
    }
}

extension InnerReadingEnd {
    /// What a record does not keep of a content cannot be read.
    fileprivate static func notKept(_ kind: MessageKind, _ offset: UInt64) -> InnerReadingEnd {
        InnerReadingEnd(
            from: kind, code: "notKept", offset: offset,
            text: "The rest exceeds the limit for recorded bodies (--max-body-record).")
    }
}
