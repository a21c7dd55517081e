public import Bytes
public import HTTPModel

/// Reads what was refused, for the record alone: forgiving where the decoder is not.
extension RefusedRequest {
    /// - Parameter head: the bytes of the refused head as far as they were kept; empty lines may stand before it.
    ///
    /// nil when they do not begin with a method (RFC 9110 §9.1) and a target of visible characters: then it was no
    /// request.
    public init?(head: Bytes) {
        var start = 0
        while start < head.count, Self.isLineEnd(head[start]) { start += 1 }
        let line = head.slice(start..<Self.lineEnd(in: head, from: start))
        guard let space = line.firstIndex(of: ASCII.space), space > 0,
            line.slice(0..<space).allSatisfy({ OctetClass.token.contains($0) })
        else { return nil }
        var targetStart = space
        while targetStart < line.count, line[targetStart] == ASCII.space { targetStart += 1 }
        var targetEnd = targetStart
        while targetEnd < line.count, line[targetEnd] != ASCII.space { targetEnd += 1 }
        let target = line.slice(targetStart..<targetEnd)
        guard !target.isEmpty, target.allSatisfy({ $0 > ASCII.space && $0 < ASCII.delete }) else { return nil }
        self.init(
            method: line.slice(0..<space), target: target, version: line.slice(targetEnd..<line.count).trimmed,
            host: Self.host(in: head, from: start + line.count))
    }

    /// The value of the first line that begins with `Host:` and ends.
    private static func host(in head: Bytes, from position: Int) -> Bytes? {
        var start = position
        while start < head.count {
            while start < head.count, isLineEnd(head[start]) { start += 1 }
            let end = lineEnd(in: head, from: start)
            let line = head.slice(start..<end)
            if end < head.count, line.count > 5, line.slice(0..<5).equalsIgnoringCase("host:") {
                let value = line.slice(5..<line.count).trimmed
                return value.allSatisfy { $0 > ASCII.space && $0 < ASCII.delete } ? value : nil
            }
            start = end
        }
        return nil
    }

    private static func lineEnd(in head: Bytes, from start: Int) -> Int {
        var end = start
        while end < head.count, !isLineEnd(head[end]) { end += 1 }
        return end
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == ASCII.carriageReturn || byte == ASCII.lineFeed
    }
}
