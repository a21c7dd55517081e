package import Bytes
import HTTPModel

/// One side of one HTTP/2 connection (RFC 9113): bytes and commands in, events and bytes out.
///
/// A value without I/O, clock or queue. The caller keeps the bytes that came, and content that the windows do not let
/// out; what is to be sent is taken with `takeOutput`. A peer that breaks the rules of a stream loses the stream, one
/// that breaks those of the connection loses it; both are events, and nothing throws.
///
/// A stream stays until `release` says that the exchange is over on the other leg too: until then it counts.
package struct HTTP2Connection: Sendable {
    /// Which side this is.
    package enum Role: Sendable, Hashable {
        case server, client
    }

    enum Phase: Sendable {
        /// The client's first 24 octets.
        case preface
        /// The first frame has to be SETTINGS.
        case settings
        case open
        case failed
    }

    /// Which side this is.
    package let role: Role
    let limits: HTTP2Limits
    let tolerances: Tolerances
    let allowsExtendedConnect: Bool
    var phase: Phase
    var frames: FrameDecoder
    var blocks: FieldBlockAssembler
    var fieldDecoder: HPACKDecoder
    var fieldEncoder = HPACKEncoder()
    /// What the peer told of itself.
    package internal(set) var peerSettings = HTTP2Settings()
    var streams = StreamTable()
    var closed: ClosedStreams
    var sendWindow = FlowWindow(65_535)
    var receiveWindow: ReceiveWindow
    /// What a new stream's peer may send at first: the largest of the windows that it may go by.
    var streamWindow: Int
    /// A stream whose peer has to wait for its window may be given a larger one.
    package var growsWindows = true
    /// The initial window that the peer is known to go by; at first the one that nobody has to announce.
    var acknowledgedWindow = 65_535
    /// Of each SETTINGS that was sent and not acknowledged: the initial window in it.
    var unacknowledged: [Int]
    /// Octets of DATA that were sent, on all streams.
    package internal(set) var contentSent: UInt64 = 0
    var floods: FloodGuard
    var output: [UInt8] = []
    /// Whether each frame is told as it came, and field blocks keep how each field stood. Not to be asked for where
    /// nobody keeps a record: it is made for each frame.
    package var keepsEvidence = true {
        didSet { fieldDecoder.keepsEvidence = keepsEvidence }
    }
    /// The highest stream that the peer opened.
    var highestPeerStream: UInt32 = 0
    /// The number of the next stream that we open.
    var nextStream: UInt32 = 1
    /// The peer said that it takes no new streams.
    var peerIsLeaving = false
    /// We said so: streams above this one are not looked at.
    var lastStream: UInt32?
    var isLeaving: Bool { lastStream != nil }

    /// A new connection; what has to be said first is in the output.
    ///
    /// - Parameter allowsExtendedConnect: of a server: CONNECT may name a protocol (RFC 8441).
    package init(
        role: Role, limits: HTTP2Limits = HTTP2Limits(), tolerances: Tolerances = .standard,
        allowsExtendedConnect: Bool = false
    ) {
        self.role = role
        self.limits = limits
        self.tolerances = tolerances
        self.allowsExtendedConnect = allowsExtendedConnect
        phase = role == .server ? .preface : .settings
        let start = role == .server ? UInt64(FrameEncoder.preface.count) : 0
        frames = FrameDecoder(at: start, largest: limits.frameSize, values: limits.settingsValues)
        blocks = FieldBlockAssembler(size: limits.fieldBlock, continuations: limits.continuations)
        fieldDecoder = HPACKDecoder(listLimit: limits.fieldList, countLimit: limits.fields)
        closed = ClosedStreams(limit: limits.remembered)
        receiveWindow = ReceiveWindow(limits.connectionWindow, largest: limits.connectionWindow)
        streamWindow = max(acknowledgedWindow, limits.streamWindow)
        unacknowledged = [limits.streamWindow]
        floods = FloodGuard(limits)
        greet()
    }

    /// RFC 9113 §3.4
    private mutating func greet() {
        var settings = [
            HTTP2Setting(.initialWindowSize, UInt32(limits.streamWindow)),
            HTTP2Setting(.maxHeaderListSize, UInt32(limits.fieldList)), HTTP2Setting(.noPriorities, 1),
        ]
        if limits.frameSize != 16_384 { settings.append(HTTP2Setting(.maxFrameSize, UInt32(limits.frameSize))) }
        switch role {
        case .server:
            settings.append(HTTP2Setting(.maxConcurrentStreams, UInt32(limits.streams)))
            if allowsExtendedConnect { settings.append(HTTP2Setting(.enableConnectProtocol, 1)) }
        case .client:
            output.append(contentsOf: FrameEncoder.preface)
            settings.append(HTTP2Setting(.enablePush, 0))
        }
        FrameEncoder.settings(settings, into: &output)
        // RFC 9113 §6.9.2: the connection's window is changed by WINDOW_UPDATE alone.
        let more = receiveWindow.size - 65_535
        if more > 0 { FrameEncoder.windowUpdate(UInt32(more), stream: 0, into: &output) }
    }

    /// What is to be sent, in order. To be taken only when it can go on: what waits here is counted.
    package mutating func takeOutput() -> Bytes {
        defer { output = [] }
        floods.acknowledgements = 0
        return Bytes(output)
    }

    /// Reads what stands at the front of the input: the preface, or one frame.
    ///
    /// - Parameters:
    ///   - input: everything unread.
    ///   - now: nanoseconds of a steady clock.
    ///   - events: what came of it is appended.
    /// - Returns: how many octets it took; 0 when more are needed. After a failure everything is taken.
    package mutating func receive(_ input: Span<UInt8>, at now: UInt64, into events: inout [HTTP2Event]) -> Int {
        do throws(HTTP2Error) {
            switch phase {
            case .failed: return input.count
            case .preface: return try receivePreface(input)
            case .settings, .open: return try receiveFrame(input, now, &events)
            }
        } catch {
            fail(error, &events)
            return input.count
        }
    }

    /// The peer has closed, and `unread` octets are left. An error when it closed within a frame.
    package func endOfInput(unread: Int) -> HTTP2Error? {
        guard unread > 0, isUsable else { return nil }
        if case .preface = phase { return HTTP2Error(.malformedPreface, offset: UInt64(unread)) }
        return HTTP2Error(.truncated, offset: frames.position + UInt64(unread))
    }

    /// Whether it has not failed.
    package var isUsable: Bool { if case .failed = phase { false } else { true } }

    /// Whether these octets begin with the first line of a client's preface (RFC 9113 §3.4).
    package static func isPreface(_ input: Span<UInt8>) -> Bool {
        let line = 16
        guard input.count >= line else { return false }
        return (0..<line).allSatisfy { input[$0] == FrameEncoder.preface[$0] }
    }

    /// Whether these octets can be the beginning of a server's preface: SETTINGS on stream 0, of values of six octets.
    package static func mayBeSettings(_ input: Span<UInt8>) -> Bool {
        guard let header = FrameHeader(input) else { return false }
        return header.type == .settings && header.stream == 0 && header.flags.rawValue == 0 && header.length % 6 == 0
            && header.length < 256
    }

    private mutating func receivePreface(_ input: Span<UInt8>) throws(HTTP2Error) -> Int {
        let preface = FrameEncoder.preface
        for place in 0..<min(input.count, preface.count) where input[place] != preface[place] {
            throw HTTP2Error(.malformedPreface, offset: UInt64(place))
        }
        guard input.count >= preface.count else { return 0 }
        phase = .settings
        return preface.count
    }

    private mutating func receiveFrame(
        _ input: Span<UInt8>, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) -> Int {
        guard let frame = try frames.decode(input) else { return 0 }
        if case .settings = phase {
            // RFC 9113 §3.4
            guard case .settings = frame.payload, !frame.header.flags.contains(.acknowledgement) else {
                throw HTTP2Error(.missingSettings, offset: frame.offset)
            }
            phase = .open
        }
        if keepsEvidence { events.append(.frame(frame)) }
        do throws(HTTP2Error) {
            try take(frame, now, &events)
        } catch {
            guard case .stream(let stream) = error.scope else { throw error }
            try fault(stream, error, now, &events)
        }
        return frame.size
    }

    /// RFC 9113 §5.4.1
    mutating func fail(_ error: HTTP2Error, _ events: inout [HTTP2Event]) {
        phase = .failed
        // RFC 9113 §6.8: what was said not to be looked at may have been sent again elsewhere.
        FrameEncoder.goAway(
            last: lastStream ?? highestPeerStream, error.errorCode, debug: Bytes(error.code.rawValue), into: &output)
        events.append(.failed(error))
    }

    /// RFC 9113 §5.4.2: the stream ends for what the peer did. That costs the peer, as its own resets do.
    mutating func fault(
        _ stream: UInt32, _ error: HTTP2Error, _ now: UInt64, _ events: inout [HTTP2Event]
    ) throws(HTTP2Error) {
        // RFC 9113 §6.4: an idle stream cannot be reset.
        guard !isIdle(stream) else {
            throw HTTP2Error(error.code, .connection, offset: error.offset, cause: error.cause)
        }
        try floods.reset(error.offset, at: now)
        writeReset(stream, error.errorCode)
        let closure = StreamState.Closure.resetHere(error.errorCode)
        guard let entry = streams[stream] else {
            closed.amend(stream, closure)
            return
        }
        if let held = entry.held { events.append(held.event) }
        streams[stream]?.held = nil
        if !entry.state.isClosed { events.append(.faulted(stream, error)) }
        streams[stream]?.state = .closed(closure)
    }

    mutating func writeReset(_ stream: UInt32, _ code: HTTP2ErrorCode) {
        FrameEncoder.resetStream(stream, code, into: &output)
        floods.streamsDropped += 1
    }

    /// Nobody has opened it, nor one above it on the same side.
    func isIdle(_ stream: UInt32) -> Bool {
        let isOurs = (stream & 1 == 1) == (role == .client)
        return isOurs ? stream >= nextStream : stream > highestPeerStream
    }
}
