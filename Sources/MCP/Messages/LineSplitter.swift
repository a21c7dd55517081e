package import Bytes

/// Cuts a stream into lines of a bounded length. A line that is longer is passed over up to its end, and reported once.
package struct LineSplitter: Sendable {
    package enum Line: Sendable, Hashable {
        case whole(Bytes)
        case tooLong
    }

    private let limit: Int
    private var held: [UInt8] = []
    private var isSkipping = false

    package init(limit: Int = RPCMessage.limit) { self.limit = limit }

    /// The lines that end in this piece, without their line ends; empty ones are left out.
    package mutating func consume(_ piece: some Sequence<UInt8>) -> [Line] {
        var lines: [Line] = []
        for byte in piece {
            if byte == ASCII.lineFeed {
                end(&lines)
            } else if !isSkipping {
                held.append(byte)
                if held.count > limit {
                    isSkipping = true
                    held = []
                }
            }
        }
        return lines
    }

    /// What came behind the last line end.
    package mutating func finish() -> [Line] {
        var lines: [Line] = []
        end(&lines)
        return lines
    }

    private mutating func end(_ lines: inout [Line]) {
        if isSkipping { lines.append(.tooLong) }
        if held.last == ASCII.carriageReturn { held.removeLast() }
        if held.contains(where: { $0 != ASCII.space && $0 != ASCII.tab }) { lines.append(.whole(Bytes(held))) }
        (held, isSkipping) = ([], false)
    }
}
