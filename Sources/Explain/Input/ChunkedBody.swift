import Bytes
package import Flow
import HTTPModel

/// A chunked body (RFC 9112 §7.1), put together from what is known of its chunks and from its content.
package struct ChunkedBody {
    private let chunks: [Chunk]
    /// What stands behind the line of the last chunk: trailers and the empty line.
    private let ending: Bytes
    /// Bytes of all of it.
    package let size: UInt64
    /// It is as long as what was on the wire.
    package let isExact: Bool

    private static let lineEnd: Bytes = "\r\n"

    /// Nil when the chunks are not all known, or are not those of a content of this size.
    package init?(_ message: FlowRecord.Message, contentSize: Int) {
        let chunks = message.chunks.map(\.chunk)
        guard let last = chunks.last, last.isLast, message.chunkCount == chunks.count else { return nil }
        var (wire, content) = (UInt64(0), UInt64(0))
        for (index, chunk) in chunks.enumerated() {
            guard chunk.offset == wire, chunk.size <= UInt64(contentSize) - content,
                chunk.isLast == (index == chunks.count - 1)
            else { return nil }
            wire += UInt64(chunk.line.count + 2) + chunk.size + (chunk.isLast ? 0 : 2)
            content += chunk.size
        }
        guard content == UInt64(contentSize) else { return nil }
        self.chunks = chunks
        ending = message.trailers?.raw ?? Self.lineEnd
        size = wire + UInt64(ending.count)
        isExact = message.wireSize == size
    }

    /// Hands the body out in order, made of the content whose chunks these are; `body` says whether to go on. False
    /// when the content could not be read, or `body` had enough.
    package func forEachPiece(of content: ContentRef, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        var next = 0
        var left: UInt64 = 0
        var goesOn = true
        func give(_ bytes: Bytes) { if goesOn { goesOn = bytes.withUnsafeBytes(body) } }
        func openChunk() {
            if next > 0 { give(Self.lineEnd) }
            give(chunks[next].line)
            give(Self.lineEnd)
            left = chunks[next].size
            next += 1
        }
        let wasRead = content.forEachPiece(of: ContentRef.pieceSize) { piece in
            var rest = piece[...]
            while goesOn, !rest.isEmpty, next < chunks.count || left > 0 {
                if left == 0 { openChunk() }
                let taken = rest.prefix(Int(clamping: left))
                if goesOn { goesOn = body(UnsafeRawBufferPointer(rebasing: taken)) }
                rest = rest.dropFirst(taken.count)
                left -= UInt64(taken.count)
            }
            return goesOn
        }
        guard wasRead, goesOn else { return false }
        while next < chunks.count { openChunk() }
        give(ending)
        return goesOn
    }
}
