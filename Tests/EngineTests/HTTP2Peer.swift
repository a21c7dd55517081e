import Bytes
import HTTPModel
import HTTPWire
import TLSTestKit
import TestKit

/// The other side of an HTTP/2 connection, with blocking calls: a client or an origin whose every frame a test decides.
///
/// Used on one thread.
final class HTTP2Peer {
    /// What came on one stream.
    struct Message {
        var heads: [[String]] = []
        var body: [UInt8] = []
        var trailers: [String]?
        var hasEnded = false
        var reset: HTTP2ErrorCode?
        /// Of each piece of content.
        var padding: [Int?] = []

        var fields: [String] { heads.last ?? [] }
        var status: String? { fields.first { $0.hasPrefix(":status: ") }.map { String($0.dropFirst(9)) } }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    var wire: HTTP2Connection
    /// Whether content is said to be taken as it comes.
    var consumes = true
    private(set) var messages: [UInt32: Message] = [:]
    /// The stream of each piece of content, in the order in which they came.
    private(set) var pieces: [UInt32] = []
    /// Streams in the order in which they were opened.
    private(set) var opened: [UInt32] = []
    private var blocks: [UInt32: FieldBlock] = [:]
    private(set) var goAway: HTTP2ErrorCode?
    /// The last stream of each GOAWAY.
    private(set) var lastStreams: [UInt32] = []
    private(set) var failure: HTTP2Error?
    /// How many of its PINGs were answered.
    private(set) var pongs = 0
    private var input: [UInt8] = []
    private let sendBytes: ([UInt8]) throws -> Void
    private let receiveBytes: () throws -> [UInt8]?

    init(_ role: HTTP2Connection.Role, _ raw: RawConnection, limits: HTTP2Limits = HTTP2Limits()) {
        wire = HTTP2Connection(role: role, limits: limits)
        sendBytes = { try raw.send($0) }
        receiveBytes = { try raw.receive() }
    }

    init(_ role: HTTP2Connection.Role, _ secure: SecureConnection, limits: HTTP2Limits = HTTP2Limits()) {
        wire = HTTP2Connection(role: role, limits: limits)
        sendBytes = { try secure.send($0) }
        receiveBytes = { try secure.receiveSome() }
    }

    // MARK: - Sending

    func flush() throws {
        let bytes = wire.takeOutput()
        if !bytes.isEmpty { try sendBytes(bytes.array) }
    }

    /// Octets as they are.
    func send(raw bytes: [UInt8]) throws {
        try flush()
        try sendBytes(bytes)
    }

    /// A request with these fields behind the four that each has.
    func request(
        _ path: String = "/", method: String = "GET", authority: String = "origin.test", scheme: String = "https",
        _ fields: [(String, String)] = [], body: String? = nil, ends: Bool = true
    ) throws -> UInt32 {
        var list = [(":method", method), (":scheme", scheme), (":authority", authority), (":path", path)]
        list += fields
        let asked = Method(Bytes(method))
        guard let stream = wire.openStream(Self.fields(list), method: asked, ends: body == nil && ends) else {
            throw Failure("no stream could be opened")
        }
        if let body { try send(body, on: stream, ends: ends) }
        try flush()
        return stream
    }

    /// A CONNECT with these fields.
    func connect(_ fields: [(String, String)]) throws -> UInt32 {
        guard let stream = wire.openStream(Self.fields(fields), method: .connect, ends: false) else {
            throw Failure("no stream could be opened")
        }
        try flush()
        return stream
    }

    func respond(_ status: Int, on stream: UInt32, _ fields: [(String, String)] = [], body: String? = nil) throws {
        wire.sendFields(Self.fields([(":status", "\(status)")] + fields), on: stream, ends: body == nil)
        if let body { try send(body, on: stream, ends: true) }
        try flush()
    }

    func send(_ text: String, on stream: UInt32, ends: Bool) throws {
        let bytes = Array(text.utf8)
        wire.sendData(bytes.span, on: stream, ends: ends)
        try flush()
    }

    static func fields(_ list: [(String, String)]) -> OutgoingFields {
        OutgoingFields(list.map { HPACKField(Bytes($0.0), Bytes($0.1), isSensitive: $0.0 == "x-secret") })
    }

    // MARK: - Receiving

    /// Reads until it holds.
    func wait(_ what: String, until holds: () -> Bool) throws {
        while true {
            parse()
            if holds() { return }
            guard let more = try receiveBytes() else { throw Failure("\(what): the connection ended") }
            input += more
        }
    }

    /// Waits until everything that was sent so far was read at the other side.
    func ping() throws {
        let before = pongs
        wire.ping("are you?")
        try flush()
        try wait("the answer to PING") { pongs > before }
    }

    /// The whole of what comes on a stream.
    func message(on stream: UInt32) throws -> Message {
        try wait("stream \(stream)") {
            let message = messages[stream]
            return message?.hasEnded == true || message?.reset != nil || goAway != nil && message == nil
        }
        return messages[stream] ?? Message()
    }

    /// The next request that is whole.
    func nextRequest(after count: Int = 0) throws -> (stream: UInt32, message: Message) {
        try wait("request \(count)") { opened.count > count && messages[opened[count]]?.hasEnded == true }
        return (opened[count], messages[opened[count]] ?? Message())
    }

    /// How the fields of this name stood in the head of a request.
    func forms(of stream: UInt32, named name: String) -> [Representation.Form] {
        guard let block = blocks[stream] else { return [] }
        let forms = block.representations.filter(\.isField).map(\.form)
        return block.fields.lines.indices
            .filter { block.fields.name(of: block.fields.lines[$0]).text == name }.map { forms[$0] }
    }

    private func parse() {
        var events: [HTTP2Event] = []
        while !input.isEmpty {
            events.removeAll()
            let taken = wire.receive(input.span, at: 0, into: &events)
            for event in events { take(event) }
            guard taken > 0 else { break }
            input.removeFirst(taken)
        }
        try? flush()
    }

    private func take(_ event: HTTP2Event) {
        switch event {
        case .requestHead(let stream, let head, let block):
            blocks[stream] = block
            opened.append(stream)
            messages[stream, default: Message()].heads.append(Self.lines(head.fields))
        case .interimHead(let stream, let head, _), .responseHead(let stream, let head, _):
            messages[stream, default: Message()].heads.append(Self.lines(head.fields))
        case .content(let stream, let range):
            messages[stream, default: Message()].body += input[range]
            pieces.append(stream)
            if consumes { wire.consumed(range.count, on: stream) }
        case .trailers(let stream, let trailers, _):
            messages[stream, default: Message()].trailers = Self.lines(trailers.section)
        case .ended(let stream): messages[stream, default: Message()].hasEnded = true
        case .reset(let stream, let code): messages[stream, default: Message()].reset = code
        case .unprocessed(let stream): messages[stream, default: Message()].reset = .refusedStream
        case .goAway(let last, let code, _):
            goAway = code
            lastStreams.append(last)
        case .failed(let error): failure = error
        case .pieceStarted(let stream, let piece):
            if piece.size > 0 { messages[stream, default: Message()].padding.append(piece.padding) }
        case .pingAcknowledged: pongs += 1
        case .frame, .refusedContent, .malformed, .faulted, .windowOpened, .settings, .settingsAcknowledged: break
        }
    }

    private static func lines(_ section: FieldSection) -> [String] {
        section.lines.map { "\(section.name(of: $0).text): \(section.value(of: $0).text)" }
    }
}
