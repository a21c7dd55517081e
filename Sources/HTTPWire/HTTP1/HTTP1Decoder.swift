public import Bytes
public import HTTPModel

/// What a decoder found at the front of its input.
public struct Decoded: Sendable, Hashable {
    /// The part at this place.
    public let part: MessagePart
    /// Bytes to drop from the front of the input; those of `.content` are the content itself.
    public let consumed: Int
    /// The correction of a tolerated part of a body; nil for nearly all.
    public let repair: Repair?

    /// A part that consumes this many bytes.
    public init(_ part: MessagePart, consumed: Int, repair: Repair? = nil) {
        self.part = part
        self.consumed = consumed
        self.repair = repair
    }
}

/// How a part of a body that violates the grammar is corrected.
public indirect enum Repair: Sendable, Hashable {
    /// These bytes are forwarded instead of the part's own. Offsets of quirks count from the first byte of the
    /// message's head; each kind is reported once in a body.
    case replaced(by: Bytes, told: [Quirk])

    /// The bytes to forward.
    public var bytes: Bytes {
        switch self {
        case .replaced(let bytes, _): bytes
        }
    }
    /// The quirks to report.
    public var quirks: [Quirk] {
        switch self {
        case .replaced(_, let quirks): quirks
        }
    }
}

/// Reads the messages of one direction of one HTTP/1 connection: bytes in, parts out (RFC 9112).
///
/// A value without I/O that belongs to its connection. The caller keeps the bytes: it passes everything unread, drops
/// what was consumed, and passes the rest again with the bytes that followed. The parts do not depend on how the bytes
/// were cut. After an error the decoder only repeats the error.
public struct HTTP1Decoder: Sendable {
    /// Which messages it reads.
    public enum Role: Sendable, Hashable {
        case request, response
    }

    /// Where it is in a message, with what is known there and nowhere else. What waits for more bytes is rare and
    /// large, and so kept apart (`indirect`).
    enum State: Sendable {
        /// Before a head; nothing of it has been read. `followsInterim`: a 1xx response came before.
        case start(followsInterim: Bool)
        /// Within a head, or within the empty lines before it.
        indirect case head(HeadReader)
        /// This many bytes of content are missing.
        case length(UInt64)
        /// Content until the connection closes.
        case untilClose
        case chunkLine(LineScanner)
        case chunkData(UInt64)
        /// The line end after a chunk's data.
        case chunkEnd
        indirect case trailers(TrailerReader)
        /// The message is complete; `.end` has not been returned yet.
        case ending
        /// `.end` has been returned.
        case ended
        /// Not HTTP any more.
        case tunnel
        indirect case failed(WireError)
    }

    let role: Role
    let limits: Limits
    let tolerances: Tolerances
    var state = State.start(followsInterim: false)
    /// The method of the request that the next response answers.
    var requestMethod = Method.get

    /// Bytes of the current message's head.
    var headSize = 0
    /// Bytes of the current message consumed after its head: chunk lines and trailers included.
    public internal(set) var wireSize: UInt64 = 0
    /// Of them, those that are data of chunks.
    var chunkData: UInt64 = 0
    /// Kinds of quirks that were told of in the current body.
    var toldQuirks: [Quirk.Code] = []

    /// A decoder before its first message.
    public init(role: Role, limits: Limits = Limits(), tolerances: Tolerances = .standard) {
        self.role = role
        self.limits = limits
        self.tolerances = tolerances
    }

    /// The next part, or nil when more bytes are needed (or after `.end`, or in a tunnel).
    ///
    /// `input` is everything unread.
    public mutating func decode(_ input: Span<UInt8>) throws(WireError) -> Decoded? {
        do throws(WireError) {
            switch state {
            case .start(let followsInterim):
                guard !input.isEmpty else { return nil }
                return try decodeHead(input, HeadReader(followsInterim: followsInterim))
            case .head(let reader):
                // The reader is the only owner of its arrays while it grows them.
                state = .tunnel
                return try decodeHead(input, reader)
            case .length(let remaining): return takeContent(input, remaining)
            case .untilClose: return takeContent(input, .max)
            case .chunkLine(let scanner): return try decodeChunkLine(input, scanner)
            case .chunkData(let remaining): return takeContent(input, remaining)
            case .chunkEnd: return try decodeChunkEnd(input)
            case .trailers(let reader): return try decodeTrailers(input, reader)
            case .ending:
                state = .ended
                return Decoded(.end, consumed: 0)
            case .ended, .tunnel: return nil
            case .failed(let error): throw error
            }
        } catch {
            state = .failed(error)
            throw error
        }
    }

    /// The peer has closed its side, with `unread` bytes that `decode` did not consume.
    ///
    /// A body that ends with the connection ends: `.end`. Between messages: nil. Otherwise the message was cut off.
    public mutating func endOfInput(unread: Int) throws(WireError) -> MessagePart? {
        switch state {
        case .start(let followsInterim):
            guard unread > 0 || followsInterim else { return nil }
            throw WireError(.truncatedHead, offset: max(0, unread), length: 0)
        case .head(let reader):
            // Empty lines alone are not the beginning of a request.
            guard unread > reader.skipped || reader.followsInterim else { return nil }
            throw WireError(.truncatedHead, offset: max(0, unread - reader.skipped), length: 0)
        case .untilClose, .ending:
            state = .ended
            return .end
        case .length, .chunkLine, .chunkData, .chunkEnd, .trailers:
            let offset = wireSize.addingReportingOverflow(UInt64(max(0, unread))).partialValue
            throw WireError(.truncatedBody, offset: Int(clamping: offset), length: 0)
        case .ended, .tunnel: return nil
        case .failed(let error): throw error
        }
    }

    /// For responses: the method of the request being answered, set before the response's head is decoded (RFC 9112
    /// §6.3 rules 1 and 2).
    public mutating func expectResponse(to method: Method) {
        requestMethod = method
    }

    /// After `.end`: prepares for the next message's head. Before it, and in a tunnel, it has no effect.
    public mutating func startNextMessage() {
        guard case .ended = state else { return }
        state = .start(followsInterim: false)
        wireSize = 0
    }

    /// The current content ends with the connection (RFC 9112 §6.3 rule 8).
    public var isReadingUntilClose: Bool {
        if case .untilClose = state { true } else { false }
    }

    /// No byte of a next message has been read; empty lines do not count.
    public var isBetweenMessages: Bool {
        switch state {
        case .start(let followsInterim): !followsInterim
        case .head(let reader): reader.isUntouched
        case .length, .untilClose, .chunkLine, .chunkData, .chunkEnd, .trailers, .ending, .ended, .tunnel, .failed:
            false
        }
    }
}
