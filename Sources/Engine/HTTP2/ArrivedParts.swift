internal import Bytes
internal import HTTPModel
internal import HTTPWire

/// A part of a message that came on a stream, as far as it is content.
protocol ArrivedPart {
    static func piece(_ chunk: Chunk, padding: Int?) -> Self
    static func content(_ bytes: Bytes) -> Self
    /// The border of a DATA frame, when it is one.
    var asPiece: (chunk: Chunk, padding: Int?)? { get }
    /// Content, when it is some.
    var asContent: Bytes? { get }
}

/// What came on a stream and waits for its turn, in the order in which it came.
///
/// What has had its turn is let go of at once, however long something waits behind it: of a message whose receiver is
/// slow there is always something. How much content waits the stream's window bounds; where that comes in many small
/// frames, those that wait are joined, lest each octet cost a hundred of memory (RFC 9113 §10.5).
struct ArrivedParts<Part: ArrivedPart> {
    /// So many parts wait as they came.
    static var separate: Int { 256 }
    /// So large do contents become that are joined.
    static var joined: Int { 512 }

    private var parts: [Part?] = []
    private var next = 0

    var isEmpty: Bool { next == parts.count }
    /// How many wait.
    var count: Int { parts.count - next }
    /// The one whose turn is next.
    var first: Part? { isEmpty ? nil : parts[next] }

    func contains(where isIt: (Part) -> Bool) -> Bool {
        parts[next...].contains { $0.map(isIt) == true }
    }

    /// Adds what came last. Answers how many octets the frames had around their content that are no parts of their own
    /// any more.
    mutating func append(_ part: Part) -> Int {
        guard count >= Self.separate else {
            parts.append(part)
            return 0
        }
        if let (chunk, padding) = part.asPiece, chunk.size == 0 { return Self.around(padding) }
        parts.append(part)
        return joinLast()
    }

    /// Joins the content that came last with the one before it.
    private mutating func joinLast() -> Int {
        let end = parts.count
        guard let last = parts[end - 1]?.asContent, let (chunk, padding) = parts[end - 2]?.asPiece,
            let before = parts[end - 3]?.asContent, let (earlier, earlierPadding) = parts[end - 4]?.asPiece,
            before.count + last.count <= Self.joined
        else { return 0 }
        var bytes = before.array
        bytes.append(contentsOf: last)
        let border = Chunk(offset: earlier.offset, size: earlier.size + chunk.size)
        parts.removeLast(2)
        parts[end - 4] = .piece(border, padding: earlierPadding)
        parts[end - 3] = .content(Bytes(bytes))
        return Self.around(padding)
    }

    /// RFC 9113 §4.1, §6.1
    private static func around(_ padding: Int?) -> Int { FrameHeader.size + (padding.map { $0 + 1 } ?? 0) }

    mutating func popFirst() -> Part? {
        guard !isEmpty else { return nil }
        let part = parts[next].take()
        next += 1
        if next == parts.count {
            removeAll()
        } else if next >= 32, next * 2 >= parts.count {
            parts.removeFirst(next)
            next = 0
        }
        return part
    }

    mutating func removeAll() {
        parts.removeAll(keepingCapacity: parts.count <= Self.separate)
        next = 0
    }
}
