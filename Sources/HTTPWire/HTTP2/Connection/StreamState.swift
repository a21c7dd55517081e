/// Where a stream is in its life (RFC 9113 §5.1), with what is valid there and nowhere else.
///
/// Idle streams have no state, they have only numbers that were not used yet; reserved ones do not exist, as push is
/// refused.
package enum StreamState: Sendable, Hashable {
    /// Both sides may send.
    case open(Receiving, Sending)
    /// This side has sent everything.
    case halfClosedLocal(Receiving)
    /// The peer has sent everything.
    case halfClosedRemote(Sending)
    /// Neither side sends any more.
    case closed(Closure)

    /// What a stream has while the peer sends.
    package struct Receiving: Sendable, Hashable {
        var window: ReceiveWindow
        var message = IncomingMessage.head(interim: 0)
    }

    /// What a stream has while we send.
    package struct Sending: Sendable, Hashable {
        var window: FlowWindow
    }

    /// How a stream came to its end.
    package enum Closure: Sendable, Hashable {
        /// Both sides have ended.
        case ended
        case resetByPeer(HTTP2ErrorCode)
        case resetHere(HTTP2ErrorCode)
    }

    /// How far the peer's message has come.
    enum IncomingMessage: Sendable, Hashable {
        /// Its head has not arrived; the interim responses so far have this cost.
        case head(interim: Int)
        /// Content, with the size that Content-Length declares.
        case content(expected: UInt64?, received: UInt64)
        /// It is malformed: further frames are dropped.
        case refused
    }

    var receiving: Receiving? {
        get {
            switch self {
            case .open(let receiving, _), .halfClosedLocal(let receiving): receiving
            case .halfClosedRemote, .closed: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .open(_, let sending): self = .open(newValue, sending)
            case .halfClosedLocal: self = .halfClosedLocal(newValue)
            case .halfClosedRemote, .closed: break
            }
        }
    }

    var sending: Sending? {
        get {
            switch self {
            case .open(_, let sending), .halfClosedRemote(let sending): sending
            case .halfClosedLocal, .closed: nil
            }
        }
        set {
            guard let newValue else { return }
            switch self {
            case .open(let receiving, _): self = .open(receiving, newValue)
            case .halfClosedRemote: self = .halfClosedRemote(newValue)
            case .halfClosedLocal, .closed: break
            }
        }
    }

    /// The peer's END_STREAM.
    mutating func endReceiving() {
        switch self {
        case .open(_, let sending): self = .halfClosedRemote(sending)
        case .halfClosedLocal: self = .closed(.ended)
        case .halfClosedRemote, .closed: break
        }
    }

    /// Our END_STREAM.
    mutating func endSending() {
        switch self {
        case .open(let receiving, _): self = .halfClosedLocal(receiving)
        case .halfClosedRemote: self = .closed(.ended)
        case .halfClosedLocal, .closed: break
        }
    }

    /// We may still send.
    var isSending: Bool {
        switch self {
        case .open, .halfClosedRemote: true
        case .halfClosedLocal, .closed: false
        }
    }

    var isClosed: Bool { if case .closed = self { true } else { false } }
}

/// Streams that are closed and forgotten otherwise: how each ended, of the last ones.
struct ClosedStreams: Sendable {
    private let limit: Int
    /// In the order in which they were forgotten. Hardly ever is one asked for, so nothing is hashed for each.
    private var streams: [(number: UInt32, closure: StreamState.Closure)] = []

    init(limit: Int) {
        self.limit = max(1, limit)
    }

    subscript(_ stream: UInt32) -> StreamState.Closure? { place(of: stream).map { streams[$0].closure } }

    private func place(of stream: UInt32) -> Int? { streams.lastIndex { $0.number == stream } }

    /// Whether a stream of this number, which was not opened by anyone remembered, was skipped for certain.
    func wasSkipped(_ stream: UInt32) -> Bool {
        place(of: stream) == nil && (streams.count < limit || streams.contains { $0.number < stream })
    }

    /// A stream that was not closed before.
    mutating func remember(_ stream: UInt32, _ closure: StreamState.Closure) {
        streams.append((stream, closure))
        // Twice the limit is dropped at once, so that it is not moved for each.
        if streams.count > limit * 2 { streams.removeFirst(streams.count - limit) }
    }

    /// A stream that may have been closed otherwise before.
    mutating func amend(_ stream: UInt32, _ closure: StreamState.Closure) {
        if let place = place(of: stream) { streams[place].closure = closure } else { remember(stream, closure) }
    }
}
