import Bytes
import HTTPModel
import HTTPWire
import Testing

/// Frames as a peer would write them, well made or not.
struct RawPeer {
    private var encoder = HPACKEncoder()

    static func frame(_ type: UInt8, _ flags: UInt8 = 0, _ stream: UInt32 = 0, _ payload: [UInt8] = []) -> [UInt8] {
        let length = payload.count
        return [UInt8(length >> 16), UInt8(length >> 8 & 255), UInt8(length & 255), type, flags]
            + number(stream) + payload
    }

    static func number(_ value: UInt32) -> [UInt8] {
        [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
    }

    static func setting(_ identifier: UInt16, _ value: UInt32) -> [UInt8] {
        [UInt8(identifier >> 8), UInt8(identifier & 255)] + number(value)
    }

    static func data(_ stream: UInt32, _ content: String, ends: Bool = false) -> [UInt8] {
        frame(0, ends ? 1 : 0, stream, Array(content.utf8))
    }

    static func reset(_ stream: UInt32, _ code: UInt32 = 8) -> [UInt8] { frame(3, 0, stream, number(code)) }
    static func windowUpdate(_ stream: UInt32, _ increment: UInt32) -> [UInt8] {
        frame(8, 0, stream, number(increment))
    }

    static let preface = FrameEncoder.preface.array
    static let noSettings = frame(4)
    /// Of the other side's SETTINGS.
    static let acknowledgement = frame(4, 1)
    /// What a client's connection begins with.
    static let opening = preface + noSettings

    static let get: [(String, String)] = [
        (":method", "GET"), (":scheme", "https"), (":authority", "a.example"), (":path", "/"),
    ]
    static let post: [(String, String)] = [
        (":method", "POST"), (":scheme", "https"), (":authority", "a.example"), (":path", "/in"),
    ]

    mutating func block(_ fields: [(String, String)]) -> [UInt8] {
        var block: [UInt8] = []
        encoder.encode(OutgoingFields(fields.map { HPACKField(Bytes($0.0), Bytes($0.1)) }), into: &block)
        return block
    }

    mutating func headers(_ stream: UInt32, _ fields: [(String, String)], ends: Bool = false) -> [UInt8] {
        Self.frame(1, ends ? 5 : 4, stream, block(fields))
    }
}

/// A connection with what came out of it, content put together.
struct ConnectionDriver {
    var connection: HTTP2Connection
    /// Without the frames.
    private(set) var events: [HTTP2Event] = []
    private(set) var frames: [Frame] = []
    private(set) var contents: [UInt32: [UInt8]] = [:]
    var now: UInt64 = 1
    private var unread: [UInt8] = []
    private var sentDecoder: FrameDecoder
    private var isGreeted: Bool

    init(_ role: HTTP2Connection.Role, limits: HTTP2Limits = HTTP2Limits(), extendedConnect: Bool = false) {
        connection = HTTP2Connection(role: role, limits: limits, allowsExtendedConnect: extendedConnect)
        isGreeted = role == .server
        sentDecoder = FrameDecoder()
    }

    /// A server that a client has greeted, or a client that a server has.
    static func open(
        _ role: HTTP2Connection.Role, limits: HTTP2Limits = HTTP2Limits(), extendedConnect: Bool = false
    ) -> ConnectionDriver {
        var driver = ConnectionDriver(role, limits: limits, extendedConnect: extendedConnect)
        driver.feed(role == .server ? RawPeer.opening : RawPeer.noSettings)
        driver.clear()
        return driver
    }

    mutating func clear() {
        _ = sent()
        events = []
        frames = []
    }

    mutating func feed(_ bytes: [UInt8]) {
        unread += bytes
        while true {
            let input = Bytes(unread)
            var found: [HTTP2Event] = []
            let taken = input.withSpan { connection.receive($0, at: now, into: &found) }
            for event in found {
                switch event {
                case .frame(let frame): frames.append(frame)
                case .content(let stream, let range):
                    contents[stream, default: []] += input.slice(range)
                    events.append(event)
                default: events.append(event)
                }
            }
            unread.removeFirst(taken)
            guard taken > 0, !unread.isEmpty else { return }
        }
    }

    /// The frames that were to be sent since it was asked last.
    mutating func sent() -> [Frame] {
        var output = connection.takeOutput()
        if !isGreeted, output.hasOpening("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") {
            isGreeted = true
            output = output.slice(24..<output.count)
        }
        var frames: [Frame] = []
        while !output.isEmpty {
            guard let frame = try? output.withSpan({ span in try sentDecoder.decode(span) }) else {
                Issue.record("what is sent is no frame")
                break
            }
            frames.append(frame)
            output = output.slice(frame.size..<output.count)
        }
        return frames
    }

    var failure: HTTP2Error? {
        for case .failed(let error) in events { return error }
        return nil
    }

    func fault(of stream: UInt32) -> HTTP2Error? {
        for case .faulted(stream, let error) in events { return error }
        return nil
    }

    func malformed(_ stream: UInt32) -> FieldFault? {
        for case .malformed(stream, let fault, _) in events { return fault }
        return nil
    }

    /// What each event was, in a word and a stream.
    var outline: [String] { events.compactMap(\.outline) }
}

extension HTTP2Event {
    var outline: String? {
        switch self {
        case .frame, .windowOpened, .settings, .settingsAcknowledged, .pingAcknowledged: nil
        case .requestHead(let stream, let head, _): "\(stream) \(head.method.name) \(head.targetBytes)"
        case .interimHead(let stream, let head, _): "\(stream) interim \(head.status)"
        case .responseHead(let stream, let head, _): "\(stream) \(head.status)"
        case .pieceStarted(let stream, let piece): "\(stream) piece \(piece.offset)+\(piece.size)"
        case .content(let stream, let range): "\(stream) content \(range.count)"
        case .refusedContent(let stream, _, let range): "\(stream) refused \(range.count)"
        case .trailers(let stream, let trailers, _): "\(stream) trailers \(trailers.section.lines.count)"
        case .ended(let stream): "\(stream) end"
        case .reset(let stream, let code): "\(stream) reset \(code.rawValue)"
        case .malformed(let stream, let fault, _): "\(stream) malformed \(fault.rule)"
        case .faulted(let stream, let error): "\(stream) faulted \(error.code)"
        case .goAway(let last, let code, _): "goAway \(last) \(code.rawValue)"
        case .unprocessed(let stream): "\(stream) unprocessed"
        case .failed(let error): "failed \(error.code)"
        }
    }
}

extension Frame {
    /// What is sent, in a word.
    var outline: String {
        let stream = header.stream
        switch payload {
        case .data(let range): return "DATA \(stream) \(range.count)\(endsStream ? " end" : "")"
        case .headers: return "HEADERS \(stream)\(endsStream ? " end" : "")"
        case .priority: return "PRIORITY \(stream)"
        case .resetStream(let code): return "RST_STREAM \(stream) \(code.rawValue)"
        case .settings: return header.flags.contains(.acknowledgement) ? "SETTINGS ACK" : "SETTINGS"
        case .pushPromise: return "PUSH_PROMISE \(stream)"
        case .ping: return header.flags.contains(.acknowledgement) ? "PING ACK" : "PING"
        case .goAway(let last, let code, _): return "GOAWAY \(last) \(code.rawValue)"
        case .windowUpdate(let increment): return "WINDOW_UPDATE \(stream) \(increment)"
        case .continuation: return "CONTINUATION \(stream)"
        case .priorityUpdate: return "PRIORITY_UPDATE"
        case .other, .unreadable: return "other"
        }
    }
}
