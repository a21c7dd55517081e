import Bytes

/// Whether bytes that arrive piece by piece begin with a request line of HTTP/1.
///
/// Other protocols begin with a word and a space too (`HELO x`): the version at the end of the line decides. The scan
/// remembers its position, so that a peer that sends byte by byte costs no more than one that sends all at once.
public struct RequestLineScan: Sendable {
    /// Without a line end in so many bytes it is none.
    private let limit: Int
    private var scanned = 0

    /// A scan at its start.
    public init(limit: Int) {
        self.limit = limit
    }

    /// `bytes` are everything from the first byte on; nil while it is undecided.
    public mutating func isRequest(_ bytes: borrowing Span<UInt8>) -> Bool? {
        let count = min(bytes.count, limit)
        while scanned < count {
            guard bytes[scanned] == ASCII.lineFeed else {
                scanned += 1
                continue
            }
            var end = scanned
            if end > 0, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
            return endsWithVersion(bytes, end)
        }
        return count < limit ? nil : false
    }

    /// RFC 9112 §2.3: ` HTTP/1.` and a digit.
    private func endsWithVersion(_ bytes: borrowing Span<UInt8>, _ end: Int) -> Bool {
        let version: StaticString = " HTTP/1."
        let length = version.utf8CodeUnitCount + 1
        guard end >= length else { return false }
        return version.withUTF8Buffer { wanted in
            for index in 0..<wanted.count where unsafe bytes[end - length + index] != wanted[index] { return false }
            return ASCII.isDigit(bytes[end - 1])
        }
    }
}
