import Bytes

/// The value of User-Agent in a head that has nothing out of the ordinary, without taking the head apart.
enum AgentLine {
    /// The value, or nil when there is none; nil of that when the head has to be taken apart.
    static func find(_ head: UnsafeRawBufferPointer) -> Bytes?? {
        var found: Range<Int>?
        var start = 0
        var isFirst = true
        while start < head.count {
            var end = start
            while end < head.count, unsafe head[end] != ASCII.lineFeed, unsafe head[end] != ASCII.carriageReturn {
                end += 1
            }
            guard end + 1 < head.count, unsafe head[end] == ASCII.carriageReturn,
                unsafe head[end + 1] == ASCII.lineFeed
            else {
                return nil
            }
            // The empty line ends a head, but not at its beginning, and nothing is behind it.
            if start == end {
                guard !isFirst, end + 2 == head.count else { return nil }
                return .some(found.map { unsafe Bytes(Array(head[$0])) })
            }
            if !isFirst {
                let colon = unsafe head[start..<end].firstIndex(of: ASCII.colon)
                // A folded line, a line without a name, a name with a space behind it.
                guard let colon, unsafe head[start..<colon].allSatisfy({ OctetClass.token.contains($0) }), colon > start
                else {
                    return nil
                }
                if found == nil, unsafe isAgent(head[start..<colon]) {
                    found = unsafe trimmed(head, (colon + 1)..<end)
                }
            }
            isFirst = false
            start = end + 2
        }
        return nil
    }

    private static func isAgent(_ name: Slice<UnsafeRawBufferPointer>) -> Bool {
        unsafe name.count == 10 && zip(name, "user-agent".utf8).allSatisfy { ASCII.lowercase($0) == $1 }
    }

    private static func trimmed(_ head: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, unsafe isSpace(head[start]) { start += 1 }
        while start < end, unsafe isSpace(head[end - 1]) { end -= 1 }
        return start..<end
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
}
