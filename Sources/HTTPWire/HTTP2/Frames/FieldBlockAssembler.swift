package import Bytes

/// Puts the pieces of a field block together: HEADERS or PUSH_PROMISE, and the CONTINUATION frames behind it, with no
/// other frame between (RFC 9113 §4.3).
package struct FieldBlockAssembler: Sendable {
    /// A field block that is complete.
    package struct Block: Sendable, Hashable {
        /// The frame that began it.
        package let opening: Frame
        /// The octets of all its frames.
        package let bytes: Bytes
    }

    private let sizeLimit: Int
    private let countLimit: Int
    private var open: Open?

    private struct Open: Sendable {
        let frame: Frame
        var bytes: [UInt8]
        var continuations = 0
    }

    /// - Parameters:
    ///   - size: octets that a block may have.
    ///   - continuations: frames behind the first one that it may have.
    package init(size: Int, continuations: Int) {
        sizeLimit = size
        countLimit = continuations
    }

    /// Takes the next frame of the connection; a block when that completes one.
    package mutating func take(_ frame: Frame) throws(HTTP2Error) -> Block? {
        guard open == nil else { return try takeNext(frame) }
        switch frame.payload {
        case .headers(let piece, _), .pushPromise(_, let piece):
            guard piece.count <= sizeLimit else { throw HTTP2Error(.blockTooLarge, offset: frame.offset) }
            if frame.header.flags.contains(.endHeaders) { return Block(opening: frame, bytes: piece) }
            open = Open(frame: frame, bytes: piece.array)
            return nil
        case .continuation: throw HTTP2Error(.strayContinuation, offset: frame.offset)
        default: return nil
        }
    }

    /// The next frame while a block is open.
    private mutating func takeNext(_ frame: Frame) throws(HTTP2Error) -> Block? {
        switch (open, frame.payload) {
        case (var open?, .continuation(let piece)) where frame.header.stream == open.frame.header.stream:
            self.open = nil
            let isLast = frame.header.flags.contains(.endHeaders)
            open.continuations += 1
            guard open.continuations <= countLimit else {
                throw HTTP2Error(.tooManyContinuations, offset: frame.offset)
            }
            if piece.isEmpty, !isLast { throw HTTP2Error(.emptyContinuation, offset: frame.offset) }
            guard open.bytes.count + piece.count <= sizeLimit else {
                throw HTTP2Error(.blockTooLarge, offset: frame.offset)
            }
            open.bytes.append(contentsOf: piece)
            if isLast { return Block(opening: open.frame, bytes: Bytes(open.bytes)) }
            self.open = open
            return nil
        default: throw HTTP2Error(.interruptedBlock, offset: frame.offset)
        }
    }
}
