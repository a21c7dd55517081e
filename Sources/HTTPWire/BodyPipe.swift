public import Bytes
public import HTTPModel

/// How the body of one message is forwarded: decoded parts go in, bytes to send come out (RFC 9112 §6, §7).
///
/// A value without I/O. Content is copied only if it must be kept.
public struct BodyPipe: Sendable {
    /// What happens to the content.
    public enum Mode: Sendable, Hashable {
        /// Forwarded as it is on the wire, including chunk lines.
        case asIs
        /// The same content, with other framing.
        case reframed(Coding)
        /// Buffered until it is complete. A body that becomes longer than `limit` bytes is forwarded unchanged.
        case gathered(limit: Int)
        /// Discarded; this content is sent instead.
        case replaced(Bytes, Coding)
    }

    /// How outgoing content is framed.
    public enum Coding: Sendable, Hashable {
        /// A length in the head, or the end of the connection, says where it ends.
        case bare
        /// In chunks (RFC 9112 §7.1).
        case chunked
    }

    /// What is to be sent, in order.
    public enum Piece: Sendable, Hashable {
        /// The bytes that the part consumed.
        case own
        /// Other bytes.
        case made(Bytes)
    }

    /// The kept part of a gathered body.
    public enum Gathering: Sendable, Hashable {
        /// Nothing is kept.
        case none
        /// More may come.
        case underWay
        /// The whole content. It is forwarded, or replaced, when the party that asked for it has decided.
        case whole(Bytes)
        /// Longer than the limit, and therefore forwarded.
        case tooLong
    }

    /// The progress of gathering.
    public private(set) var gathering = Gathering.none
    private var mode: Mode
    /// What was kept, as it is on the wire, and where in it content stands.
    private var wire: [UInt8] = []
    private var contents: [Range<Int>] = []
    private var contentCount = 0
    private var hasReplaced = false
    private var hasEnded = false

    /// A pipe for one message.
    public init(_ mode: Mode) {
        self.mode = mode
        if case .gathered = mode { gathering = .underWay }
    }

    /// Takes the next part of the body; appends what is to be sent.
    ///
    /// - Parameters:
    ///   - count: how many bytes the part consumed.
    ///   - bytes: the bytes, read only if they must be kept.
    public mutating func take(_ part: MessagePart, count: Int, bytes: () -> Bytes, _ pieces: inout [Piece]) {
        switch mode {
        case .asIs: if count > 0 { pieces.append(.own) }
        case .reframed(.bare): if part == .content, count > 0 { pieces.append(.own) }
        case .reframed(.chunked): reframe(part, count, &pieces)
        case .gathered(let limit): gather(part, count, bytes, limit, &pieces)
        case .replaced(let content, let coding): replace(by: content, coding, &pieces)
        }
    }

    /// Forwards the buffered content unchanged.
    public mutating func release(_ pieces: inout [Piece]) {
        guard case .whole = gathering else { return }
        letGo(&pieces)
        gathering = .none
    }

    /// Sends this content instead of the buffered one.
    public mutating func release(replacedBy content: Bytes, _ coding: Coding, _ pieces: inout [Piece]) {
        guard case .whole = gathering else { return }
        wire = []
        contents = []
        gathering = .none
        replace(by: content, coding, &pieces)
    }

    /// There is no memory to buffer more: the buffered content and the rest are forwarded unchanged.
    public mutating func giveUp(_ pieces: inout [Piece]) {
        guard case .gathered = mode, gathering == .underWay else { return }
        letGo(&pieces)
        gathering = .tooLong
        mode = .asIs
    }

    // MARK: - The modes

    /// RFC 9112 §7.1: a chunk for each piece of content, then the last one with the trailers that came, if any did.
    private mutating func reframe(_ part: MessagePart, _ count: Int, _ pieces: inout [Piece]) {
        switch part {
        case .content where count > 0:
            pieces.append(.made(ChunkEncoder.sizeLine(UInt64(count))))
            pieces.append(.own)
            pieces.append(.made(ChunkEncoder.dataEnd))
        case .trailers:
            // They end with the empty line that ends the body.
            pieces.append(.made(ChunkEncoder.sizeLine(0)))
            pieces.append(.own)
            hasEnded = true
        case .end where !hasEnded:
            pieces.append(.made(ChunkEncoder.end))
            hasEnded = true
        case .content, .end, .chunkStarted, .chunkEnded, .requestHead, .interimHead, .responseHead: break
        }
    }

    private mutating func gather(
        _ part: MessagePart, _ count: Int, _ bytes: () -> Bytes, _ limit: Int, _ pieces: inout [Piece]
    ) {
        if part == .end {
            gathering = .whole(content)
            return
        }
        // What frames the content counts too: chunks of one byte would let a body take many times its size.
        guard wire.count + count - Self.framingAllowance <= limit, part != .content || contentCount + count <= limit
        else {
            letGo(&pieces)
            if count > 0 { pieces.append(.own) }
            gathering = .tooLong
            mode = .asIs
            return
        }
        let start = wire.count
        unsafe bytes().withUnsafeBytes { unsafe wire.append(contentsOf: $0) }
        guard part == .content, count > 0 else { return }
        contentCount += count
        if let last = contents.last, last.upperBound == start {
            contents[contents.count - 1] = last.lowerBound..<wire.count
        } else {
            contents.append(start..<wire.count)
        }
    }

    /// The content of what was kept. Where it stands in one piece, as without chunks, it is not copied: many large
    /// bodies may wait at once for what is to be made of them.
    private var content: Bytes {
        if contents.count == 1 { return Bytes(wire).slice(contents[0]) }
        var content: [UInt8] = []
        content.reserveCapacity(contentCount)
        for range in contents { content += wire[range] }
        return Bytes(content)
    }

    /// How many bytes of chunk lines and trailers are kept beside the content.
    private static let framingAllowance = 64 * 1024

    private mutating func letGo(_ pieces: inout [Piece]) {
        if !wire.isEmpty { pieces.append(.made(Bytes(wire))) }
        wire = []
        contents = []
    }

    private mutating func replace(by content: Bytes, _ coding: Coding, _ pieces: inout [Piece]) {
        guard !hasReplaced else { return }
        hasReplaced = true
        switch coding {
        case .bare: if !content.isEmpty { pieces.append(.made(content)) }
        case .chunked:
            if !content.isEmpty {
                pieces.append(.made(ChunkEncoder.sizeLine(UInt64(content.count))))
                pieces.append(.made(content))
                pieces.append(.made(ChunkEncoder.dataEnd))
            }
            pieces.append(.made(ChunkEncoder.end))
        }
    }
}
