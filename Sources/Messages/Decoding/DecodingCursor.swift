package import Bytes
package import Flow
package import HTTPSemantics

/// Reads decoded content in windows, and decodes on from the last one. For one content; used by one thread at a time.
package final class DecodingCursor {
    /// So far into what is decoded it reaches.
    package static let reach = 4 << 30
    /// Of what is decoded, held at most; no window is larger.
    package static let heldLimit = 8 << 20
    /// Of what stands before a window, held for who goes back a little.
    private static let behind = 1 << 20
    /// Of what is coded, decoded at a time, as it may stand for a thousand times as much.
    private static let pieceSize = 4 << 10
    /// Of what is coded, read at a time: what a window leaves of it is read again by the next.
    private static let readSize = 64 << 10

    private let codings: [ContentCoding]
    /// nil when nothing more comes: all is decoded, or it is damaged.
    private var chain: DecodingChain?
    /// Bytes taken of what is coded.
    private var taken = 0
    /// Bytes decoded.
    private var decoded = 0
    private var held: [UInt8] = []
    /// Where in what is decoded `held` begins.
    private var heldStart = 0

    /// - Parameter codings: in the order in which they were applied.
    package init(_ codings: [ContentCoding]) {
        self.codings = codings
        begin()
    }

    /// Bytes held now.
    var heldCount: Int { held.count }

    private func begin() {
        chain = try? DecodingChain(codings, limit: Self.reach)
        (taken, decoded, heldStart) = (0, 0, 0)
        held = []
    }

    /// So many decoded bytes from a place on; fewer at the end, before a damaged place, and beyond `heldLimit`.
    ///
    /// - Parameter content: the same with each call.
    package func read(_ content: ContentRef, from first: Int, count: Int) -> Bytes {
        let count = min(count, Self.heldLimit)
        guard count > 0, first >= 0, first < Self.reach else { return Bytes() }
        // Behind what is held, and where one piece stood for more than can be held: from the start.
        let end = heldStart + held.count
        if first < heldStart || end < decoded && first + count > end { begin() }
        decode(content, window: first..<first + count)
        let start = min(max(first - heldStart, 0), held.count)
        return Bytes(Array(held[start..<min(start + count, held.count)]))
    }

    private func decode(_ content: ContentRef, window: Range<Int>) {
        guard chain != nil, decoded < window.upperBound else { return }
        var isWhole = true
        let wasRead = unsafe content.forEachPiece(from: taken, of: Self.readSize) { piece in
            var start = 0
            while start < piece.count {
                guard decoded < window.upperBound else {
                    isWhole = false
                    return false
                }
                let end = min(start + Self.pieceSize, piece.count)
                guard unsafe feed(UnsafeRawBufferPointer(rebasing: piece[start..<end]), window) else { return false }
                taken += end - start
                start = end
            }
            return true
        }
        // Whether the coding came to its end is for who decodes the whole: what was decoded is shown all the same.
        if !wasRead || isWhole { chain = nil }
    }

    /// False where the content is damaged or goes on beyond what is reached.
    private func feed(_ input: UnsafeRawBufferPointer, _ window: Range<Int>) -> Bool {
        do throws(DecodingFault) {
            try unsafe chain?.feed(input) { piece throws(DecodingFault) in unsafe keep(piece, window) }
            return true
        } catch {
            chain = nil
            return false
        }
    }

    private func keep(_ piece: UnsafeRawBufferPointer, _ window: Range<Int>) {
        let place = decoded
        decoded += piece.count
        // Something before it was not held for want of room.
        guard held.isEmpty || heldStart + held.count == place else { return }
        let wanted = max(0, window.lowerBound - Self.behind)
        if decoded <= wanted {
            held.removeAll(keepingCapacity: true)
            return
        }
        if held.isEmpty { heldStart = place }
        if held.count + piece.count > Self.heldLimit / 2 { drop(before: wanted) }
        if held.count + piece.count > Self.heldLimit { drop(before: window.lowerBound) }
        let room = min(piece.count, Self.heldLimit - held.count)
        unsafe held.append(contentsOf: piece[0..<room])
    }

    private func drop(before place: Int) {
        let count = min(max(0, place - heldStart), held.count)
        held.removeFirst(count)
        heldStart += count
    }
}
