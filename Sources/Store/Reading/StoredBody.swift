import Bytes
import Flow

/// Content that is too large to be given at once: it is read from the session when somebody asks for it.
final class StoredBody: SpooledContent {
    let count: Int
    private let id: Int64
    private let reader: SessionReader

    init(_ id: Int64, size: Int, _ reader: SessionReader) {
        self.id = id
        count = size
        self.reader = reader
    }

    func forEachPiece(of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        unsafe forEachPiece(from: 0, of: pieceSize, body)
    }

    func forEachPiece(from first: Int, of pieceSize: Int, _ body: (UnsafeRawBufferPointer) -> Bool) -> Bool {
        guard pieceSize > 0, first >= 0 else { return false }
        guard first < count else { return true }
        guard var (number, skipped) = first == 0 ? (0, 0) : place(first) else { return false }
        var gathered: [UInt8] = []
        gathered.reserveCapacity(min(pieceSize, count))
        var left = count - first + skipped
        while left > 0 {
            // A part a look: whoever takes their time with a piece must not hold on to an old state of the file, which
            // its log would have to keep.
            guard let part = part(number), !part.isEmpty else { return false }
            number += 1
            left -= part.count
            var rest = part[...].dropFirst(skipped)
            skipped = 0
            while !rest.isEmpty {
                let taken = rest.prefix(pieceSize - gathered.count)
                gathered.append(contentsOf: taken)
                rest = rest.dropFirst(taken.count)
                guard gathered.count == pieceSize else { continue }
                guard unsafe gathered.withUnsafeBytes(body) else { return true }
                gathered.removeAll(keepingCapacity: true)
            }
        }
        if !gathered.isEmpty { _ = unsafe gathered.withUnsafeBytes(body) }
        return true
    }

    private func place(_ offset: Int) -> (number: Int64, skipped: Int)? {
        try? reader.database.look { database in try BodyRows.place(offset, in: id, database) }
    }

    private func part(_ number: Int64) -> Bytes? {
        try? reader.database.look { database in try BodyRows.part(number, of: id, database) }
    }
}
