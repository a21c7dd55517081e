import Bytes
import CZlib
import Flow
import HTTPModel

/// Removes gzip and deflate codings (RFC 9110 §8.4.1) from a kept body, for the record alone: what is forwarded is
/// never touched.
///
/// Output is bounded whatever the input claims. Other codings are not removed, and the record says so.
enum ContentDecoding {
    /// More decoded bytes than this are not looked at: a small body can stand for a very large one.
    static let outputLimit = 32 << 20

    enum Coding {
        case gzip, deflate
    }

    /// How a message's content is coded.
    enum Applied: Equatable {
        case none
        case one(Coding)
        /// A coding that cannot be removed here, or more than one.
        case unknown
    }

    static func applied(_ fields: FieldSection) -> Applied {
        var applied = Applied.none
        for line in fields.lines where line.known == .contentEncoding {
            for member in fields.value(of: line).split(separator: ASCII.comma) {
                let name = Bytes(Array(member)).trimmed
                if name.isEmpty || name.equalsIgnoringCase("identity") { continue }
                guard applied == .none else { return .unknown }
                if name.equalsIgnoringCase("gzip") || name.equalsIgnoringCase("x-gzip") {
                    applied = .one(.gzip)
                } else if name.equalsIgnoringCase("deflate") {
                    applied = .one(.deflate)
                } else {
                    return .unknown
                }
            }
        }
        return applied
    }

    /// Hands out the decoded content in pieces, all but the last of `ContentRef.pieceSize` bytes. Returns its size, or
    /// nil when the body is not what its coding says, is cut off, or is too large.
    static func decode(
        _ body: ContentRef, _ coding: Coding, _ output: (UnsafeRawBufferPointer) -> Void
    ) -> Int? {
        switch coding {
        case .gzip:
            return run(body, .gzip, output)
        case .deflate:
            // RFC 9110 §8.4.1.2: some senders leave out the zlib wrapper. The first two bytes tell (RFC 1950 §2.2).
            return run(body, hasZlibHeader(body) ? .zlib : .raw, output)
        }
    }

    private static func run(
        _ body: ContentRef, _ wrapper: Inflater.Wrapper, _ output: (UnsafeRawBufferPointer) -> Void
    ) -> Int? {
        guard let inflater = Inflater(wrapper, limit: outputLimit) else { return nil }
        guard body.forEachPiece(of: ContentRef.pieceSize, { inflater.feed($0, output) }), inflater.finish(output) else {
            return nil
        }
        return inflater.produced
    }

    private static func hasZlibHeader(_ body: ContentRef) -> Bool {
        var answer = false
        _ = body.forEachPiece(of: ContentRef.pieceSize) { piece in
            if piece.count >= 2 {
                answer = piece[0] & 0x0F == 8 && (UInt16(piece[0]) << 8 | UInt16(piece[1])) % 31 == 0
            }
            return false
        }
        return answer
    }
}

/// One zlib stream. Owns it: made in `init`, ended and freed in `deinit`, at one address all its life, as zlib
/// requires.
private final class Inflater {
    enum Wrapper {
        case gzip, zlib, raw

        /// What zlib calls window bits: 15, plus 16 for gzip, negative for none.
        var windowBits: Int32 {
            switch self {
            case .gzip: 31
            case .zlib: 15
            case .raw: -15
            }
        }
    }

    private let stream: UnsafeMutablePointer<z_stream>
    private let piece: UnsafeMutableRawBufferPointer
    private let wrapper: Wrapper
    private let limit: Int
    private var filled = 0
    private var hasEnded = false
    private var hasFailed = false
    private(set) var produced = 0

    init?(_ wrapper: Wrapper, limit: Int) {
        self.wrapper = wrapper
        self.limit = limit
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        piece = .allocate(byteCount: ContentRef.pieceSize, alignment: 1)
        let result = inflateInit2_(
            stream, wrapper.windowBits, zlibVersion(), Int32(MemoryLayout<z_stream>.size))
        if result != Z_OK { return nil }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        piece.deallocate()
    }

    /// Takes in the next bytes. False when there is no use in more.
    func feed(_ input: UnsafeRawBufferPointer, _ output: (UnsafeRawBufferPointer) -> Void) -> Bool {
        // zlib reads from this pointer and never writes to it; its declaration lacks the const.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.pointee.avail_in = UInt32(truncatingIfNeeded: input.count)
        while !hasFailed, stream.pointee.avail_in > 0 {
            if hasEnded {
                // RFC 1952 §2.2: a gzip file may have several members. Anything else after the end is an error.
                guard wrapper == .gzip, inflateReset(stream) == Z_OK else {
                    hasFailed = true
                    break
                }
                hasEnded = false
            }
            step(output)
        }
        return !hasFailed
    }

    private func step(_ output: (UnsafeRawBufferPointer) -> Void) {
        let room = piece.count - filled
        stream.pointee.next_out = piece.baseAddress.map { ($0 + filled).assumingMemoryBound(to: UInt8.self) }
        stream.pointee.avail_out = UInt32(truncatingIfNeeded: room)
        let result = inflate(stream, Z_NO_FLUSH)
        let made = room - Int(stream.pointee.avail_out)
        filled += made
        produced += made
        hasEnded = result == Z_STREAM_END
        // With input and room at hand, Z_BUF_ERROR too means that nothing more can be made of it.
        if !hasEnded, result != Z_OK { hasFailed = true }
        if produced > limit { hasFailed = true }
        if filled == piece.count, !hasFailed { flush(output) }
    }

    /// Hands out the rest. False unless the stream came to its proper end.
    func finish(_ output: (UnsafeRawBufferPointer) -> Void) -> Bool {
        guard hasEnded, !hasFailed else { return false }
        flush(output)
        return true
    }

    private func flush(_ output: (UnsafeRawBufferPointer) -> Void) {
        if filled > 0 { output(UnsafeRawBufferPointer(rebasing: piece[0..<filled])) }
        filled = 0
    }
}
