public import Bytes

extension FieldSection {
    /// Of a head: the first line without its line end.
    public var startLine: Bytes {
        var end = 0
        while end < raw.count, raw[end] != ASCII.carriageReturn, raw[end] != ASCII.lineFeed { end += 1 }
        return raw.slice(0..<end)
    }
}
