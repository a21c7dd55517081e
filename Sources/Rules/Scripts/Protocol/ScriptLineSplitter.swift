import Bytes

/// Cuts what a script writes into lines. A line over the limit is discarded to its end, however long that takes.
struct ScriptLineSplitter: Sendable {
    enum Piece {
        case line(Bytes)
        case tooLong
    }

    private let limit: Int
    private var partial: [UInt8] = []
    private var isDiscarding = false

    init(limit: Int) {
        self.limit = limit
    }

    mutating func feed(_ bytes: Bytes) -> [Piece] {
        var pieces: [Piece] = []
        var start = 0
        while start < bytes.count {
            guard let end = bytes.firstIndex(of: ASCII.lineFeed, from: start) else {
                keep(bytes.slice(start..<bytes.count))
                break
            }
            keep(bytes.slice(start..<end))
            pieces.append(isDiscarding ? .tooLong : .line(Bytes(partial)))
            partial = []
            isDiscarding = false
            start = end + 1
        }
        return pieces
    }

    private mutating func keep(_ bytes: Bytes) {
        guard !isDiscarding else { return }
        guard partial.count + bytes.count <= limit else {
            isDiscarding = true
            partial = []
            return
        }
        partial.append(contentsOf: bytes)
    }
}
