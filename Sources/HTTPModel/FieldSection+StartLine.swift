public import Bytes

extension FieldSection {
    /// Of a head: the first line without its line end.
    public var startLine: Bytes {
        let length = raw.withSpan { bytes in
            var end = 0
            while end < bytes.count, bytes[end] != ASCII.carriageReturn, bytes[end] != ASCII.lineFeed { end += 1 }
            return end
        }
        return raw.slice(0..<length)
    }
}
