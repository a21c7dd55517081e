internal import Bytes
internal import HTTPWire

/// Finds where a message of somebody else's fits into what one side of a WebSocket sends: between two messages, as
/// those cannot be interleaved (RFC 6455 §5.4).
///
/// A value. Bytes pass as they come; nothing is held back.
struct WebSocketSeam {
    /// What goes on, in order.
    enum Piece {
        case bytes(Bytes)
        case letter(WebSocketMailbox.Letter)
    }

    private var reader: WebSocketReader
    /// The beginning of a header, which has passed.
    private var unread = Bytes()
    private var isWithinFrame = false
    private var isWithinMessage = false
    /// The frame under way closes this side (RFC 6455 §5.5.1).
    private var isClosing = false
    private var hasClosed = false
    /// What comes are no frames.
    private var isLost = false
    private var waiting: [WebSocketMailbox.Letter] = []

    init(from sender: WebSocketReader.Sender, allowsCompression: Bool) {
        reader = WebSocketReader(from: sender, allowsCompression: allowsCompression)
    }

    /// Why no message has a place any more: after a Close nothing follows, whatever else comes.
    private var refusal: WebSocketRefusal? { hasClosed ? .ended : isLost ? .unreadable : nil }

    private var isFree: Bool { unread.isEmpty && !isWithinFrame && !isWithinMessage }

    /// Takes what came, and says what goes on.
    mutating func take(_ bytes: Bytes) -> [Piece] {
        guard !isLost else { return [.bytes(bytes)] }
        let all = unread.isEmpty ? bytes : Bytes(unread.array + bytes.array)
        // What was unread has passed.
        var (read, passed) = (0, unread.count)
        unread = Bytes()
        var pieces: [Piece] = []
        do throws(WebSocketError) {
            while try step(all, &read) {
                guard isFree, !waiting.isEmpty, !hasClosed else { continue }
                if read > passed { pieces.append(.bytes(all.slice(passed..<read))) }
                passed = read
                pieces += waiting.map { .letter($0) }
                waiting = []
            }
            unread = Bytes(Array(all.slice(read..<all.count)))
        } catch {
            isLost = true
        }
        if all.count > passed { pieces.append(.bytes(all.slice(passed..<all.count))) }
        if let refusal { refuse(refusal) }
        return pieces
    }

    /// Reads one part; false when more has to come.
    private mutating func step(_ all: Bytes, _ read: inout Int) throws(WebSocketError) -> Bool {
        let rest = all.slice(read..<all.count)
        guard let next = try rest.withSpan({ span throws(WebSocketError) in try reader.decode(span) }) else {
            return false
        }
        read += next.consumed
        switch next.part {
        case .frame(let frame):
            isWithinFrame = true
            isClosing = frame.opcode == .close
            if !frame.opcode.isControl { isWithinMessage = !frame.isFinal }
        case .payload: break
        case .end:
            isWithinFrame = false
            hasClosed = hasClosed || isClosing
        }
        return true
    }

    /// Whether it goes at once; else it waits, or is refused.
    mutating func fits(_ letter: WebSocketMailbox.Letter) -> Bool {
        if let refusal {
            letter.done(refusal)
        } else if isFree {
            return true
        } else if waiting.count < WebSocketMailbox.most {
            waiting.append(letter)
        } else {
            letter.done(.tooMany)
        }
        return false
    }

    /// Nothing more comes of this side.
    mutating func end() {
        hasClosed = true
        refuse(.ended)
    }

    mutating func refuse(_ refusal: WebSocketRefusal) {
        for letter in waiting { letter.done(refusal) }
        waiting = []
    }
}
