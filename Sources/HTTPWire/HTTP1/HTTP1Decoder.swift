public import HTTPModel

/// What a decoder found at the front of its input.
public struct Decoded: Sendable, Hashable {
    public let part: MessagePart
    /// Bytes to drop from the front of the input; those of `.content` are the content itself.
    public let consumed: Int

    public init(_ part: MessagePart, consumed: Int) {
        self.part = part
        self.consumed = consumed
    }
}

/// Reads the messages of one direction of one HTTP/1 connection: bytes in, parts out (RFC 9112).
///
/// A value without I/O, owned by whoever owns the connection. The caller keeps the bytes: it passes everything unread,
/// drops what was consumed, and passes the rest again with what has come since. How the bytes were cut makes no
/// difference to the parts. After an error the decoder only repeats the error.
public struct HTTP1Decoder: Sendable {
    /// Which messages come.
    public enum Role: Sendable, Hashable {
        case request, response
    }

    enum State: Sendable {
        /// Before or within a head.
        case head
        /// This many bytes of content are still to come.
        case length(UInt64)
        /// Content until the connection closes.
        case untilClose
        case chunkLine
        case chunkData(UInt64)
        /// The line end after a chunk's data.
        case chunkEnd
        case trailers
        /// The message is complete; `.end` has still to be said.
        case ending
        /// `.end` has been said.
        case ended
        /// Not HTTP any more.
        case tunnel
        case failed(WireError)
    }

    let role: Role
    let limits: Limits
    var state = State.head
    /// The line being read, of a head, a chunk's size or a trailer section.
    var scanner = LineScanner()
    /// The field lines read so far, of a head or a trailer section.
    var fields = FieldParser()
    /// Bytes of empty lines skipped before a request line.
    var skipped = 0
    var requestLine: RequestLine?
    var statusLine: StatusLine?
    /// The method of the request that the next response answers.
    var answered = Method.get
    /// A 1xx response has come, and the final one has not.
    var hadInterim = false

    /// Bytes of the current message consumed after its head: chunk lines and trailers included.
    public internal(set) var wireSize: UInt64 = 0

    public init(role: Role, limits: Limits = Limits()) {
        self.role = role
        self.limits = limits
    }

    /// The next part, or nil when more bytes are needed (or, after `.end` or in a tunnel, none are looked at).
    ///
    /// `input` is everything unread.
    public mutating func decode(_ input: Span<UInt8>) throws(WireError) -> Decoded? {
        do throws(WireError) {
            switch state {
            case .head: return try decodeHead(input)
            case .length(let remaining): return takeContent(input, remaining)
            case .untilClose: return takeContent(input, .max)
            case .chunkLine: return try decodeChunkLine(input)
            case .chunkData(let remaining): return takeContent(input, remaining)
            case .chunkEnd: return try decodeChunkEnd(input)
            case .trailers: return try decodeTrailers(input)
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

    /// The peer has closed, and `unread` bytes that `decode` had no use for are left.
    ///
    /// A body that ends with the connection ends: `.end`. Between messages: nil. Anything else is a message cut off.
    public mutating func endOfInput(unread: Int) throws(WireError) -> MessagePart? {
        switch state {
        case .head:
            // Empty lines alone are not the beginning of a request.
            guard unread > skipped || hadInterim else { return nil }
            throw WireError(.truncatedHead, offset: max(0, unread - skipped), length: 0)
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

    /// For responses: the method of the request being answered, said before the response's head is decoded
    /// (RFC 9112 §6.3 rules 1 and 2).
    public mutating func expectResponse(to method: Method) {
        answered = method
    }

    /// After `.end`: makes ready for the next message's head. Before it, and in a tunnel, it changes nothing.
    public mutating func startNextMessage() {
        guard case .ended = state else { return }
        state = .head
        scanner = LineScanner()
        skipped = 0
        wireSize = 0
    }

    /// The content under way ends when the connection does (RFC 9112 §6.3 rule 8).
    public var isReadingUntilClose: Bool {
        if case .untilClose = state { true } else { false }
    }

    /// Nothing of a next message has been read; empty lines do not count.
    public var isBetweenMessages: Bool {
        if case .head = state { return !scanner.hasStarted && requestLine == nil && !hadInterim }
        return false
    }
}
