public import Bytes
public import HTTPModel
public import HTTPWire

/// How a decoder is driven in a test: what it reads, and what its owner would do between messages.
public struct WireScenario: Sendable {
    public var role: HTTP1Decoder.Role
    public var limits: Limits
    /// What the decoder reads although it is wrong.
    public var tolerances = Tolerances.standard
    /// The methods that responses answer, in order; GET for those beyond.
    public var methods: [Method]
    /// The peer closes when all bytes have been fed.
    public var closes: Bool
    /// No message after this many is begun.
    public var maxMessages: Int
    /// No message is begun after one that ends the connection (RFC 9112 §9.3).
    public var endsWithConnection: Bool

    public init(
        _ role: HTTP1Decoder.Role, limits: Limits = Limits(), methods: [Method] = [], closes: Bool = false,
        maxMessages: Int = .max, endsWithConnection: Bool = false
    ) {
        self.role = role
        self.limits = limits
        self.methods = methods
        self.closes = closes
        self.maxMessages = maxMessages
        self.endsWithConnection = endsWithConnection
    }
}

/// Everything a decoder said of an input, with pieces of content that follow each other joined.
public struct WireTrace: Sendable, Equatable {
    /// A part with the bytes it consumed.
    public struct Item: Sendable, Equatable {
        public let part: MessagePart
        public var bytes: [UInt8]
    }

    public internal(set) var items: [Item] = []
    public internal(set) var error: WireError?
    /// Bytes that no part consumed.
    public internal(set) var unread = 0
    /// Messages whose `.end` came.
    public internal(set) var messageCount = 0
    /// Of each of them, what the decoder says came after its head.
    public internal(set) var wireSizes: [UInt64] = []
    public internal(set) var isBetweenMessages = false
    /// The last message was the connection's last, by its own words (`endsWithConnection`).
    public internal(set) var endedConnection = false

    init() {}

    public var parts: [MessagePart] { items.map(\.part) }
    public var consumed: Int { items.reduce(0) { $0 + $1.bytes.count } }
    /// All content, of all messages.
    public var content: Bytes { Bytes(items.filter { $0.part == .content }.flatMap(\.bytes)) }
    public var chunks: [Chunk] {
        parts.compactMap { if case .chunkStarted(let chunk) = $0 { chunk } else { nil } }
    }

    public var requestHeads: [RequestHead] {
        parts.compactMap { if case .requestHead(let head, _) = $0 { head } else { nil } }
    }

    /// Final and interim ones.
    public var responseHeads: [ResponseHead] {
        parts.compactMap { part in
            switch part {
            case .responseHead(let head, _), .interimHead(let head): head
            case .requestHead, .chunkStarted, .content, .chunkEnded, .trailers, .end: nil
            }
        }
    }

    public var framings: [Framing] {
        parts.compactMap { part in
            switch part {
            case .requestHead(_, let framing), .responseHead(_, let framing): framing
            case .interimHead, .chunkStarted, .content, .chunkEnded, .trailers, .end: nil
            }
        }
    }

    public var trailers: [FieldSection] {
        parts.compactMap { if case .trailers(let trailers) = $0 { trailers.section } else { nil } }
    }

    /// Feeds the pieces one after the other, as they would come from a socket.
    public init(of pieces: [[UInt8]], _ scenario: WireScenario) {
        var driver = Driver(scenario)
        for piece in pieces where !driver.isStopped {
            driver.feed(piece)
        }
        if scenario.closes, !driver.isStopped { driver.close() }
        self = driver.finish()
    }
}

/// Stands in for the owner of a connection.
private struct Driver {
    private let scenario: WireScenario
    private var decoder: HTTP1Decoder
    private var buffer: [UInt8] = []
    private var trace = WireTrace()
    private var persists = true
    private(set) var isStopped = false

    init(_ scenario: WireScenario) {
        self.scenario = scenario
        decoder = HTTP1Decoder(role: scenario.role, limits: scenario.limits, tolerances: scenario.tolerances)
        decoder.expectResponse(to: scenario.methods.first ?? .get)
    }

    mutating func feed(_ piece: [UInt8]) {
        buffer += piece
        do {
            while let decoded = try next() {
                record(decoded.part, consuming: decoded.consumed)
                if isStopped { return }
            }
        } catch {
            trace.error = error
            isStopped = true
        }
    }

    private mutating func next() throws(WireError) -> Decoded? {
        let unread = buffer
        return try decoder.decode(unread.span)
    }

    mutating func close() {
        do {
            if let part = try decoder.endOfInput(unread: buffer.count) { record(part, consuming: 0) }
        } catch {
            trace.error = error
        }
    }

    mutating func finish() -> WireTrace {
        trace.unread = buffer.count
        trace.isBetweenMessages = decoder.isBetweenMessages
        return trace
    }

    private mutating func record(_ part: MessagePart, consuming count: Int) {
        let bytes = Array(buffer[..<count])
        buffer.removeFirst(count)
        if part == .content, trace.items.last?.part == .content {
            trace.items[trace.items.count - 1].bytes += bytes
        } else {
            trace.items.append(WireTrace.Item(part: part, bytes: bytes))
        }
        switch part {
        case .requestHead(let head, let framing):
            persists = ConnectionReuse(head, framing, toProxy: false).isPersistent
        case .responseHead(let head, let framing):
            persists = ConnectionReuse(head, framing).isPersistent
        case .end:
            trace.messageCount += 1
            trace.wireSizes.append(decoder.wireSize)
            trace.endedConnection = scenario.endsWithConnection && !persists
            isStopped = trace.messageCount >= scenario.maxMessages || trace.endedConnection
            guard !isStopped else { return }
            decoder.startNextMessage()
            let next = trace.messageCount
            decoder.expectResponse(to: next < scenario.methods.count ? scenario.methods[next] : .get)
        case .interimHead, .chunkStarted, .content, .chunkEnded, .trailers: break
        }
    }
}
