import Flow
import GRDB

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
        guard pieceSize > 0 else { return false }
        var gathered: [UInt8] = []
        gathered.reserveCapacity(pieceSize)
        var goesOn = true
        let isRead: Void? = try? reader.database.read { database in
            try BodyRows.forEachPart(id, database) { part in
                var rest = part[...]
                while goesOn, !rest.isEmpty {
                    let taken = rest.prefix(pieceSize - gathered.count)
                    gathered.append(contentsOf: taken)
                    rest = rest.dropFirst(taken.count)
                    guard gathered.count == pieceSize else { continue }
                    goesOn = gathered.withUnsafeBytes(body)
                    gathered.removeAll(keepingCapacity: true)
                }
                return goesOn
            }
        }
        guard isRead != nil else { return false }
        if goesOn, !gathered.isEmpty { _ = gathered.withUnsafeBytes(body) }
        return true
    }
}
