public import Bytes

extension FieldSection {
    /// For a head: the first line without its line end.
    public var startLine: Bytes {
        let length = raw.withSpan { bytes in
            var end = 0
            while end < bytes.count, bytes[end] != ASCII.carriageReturn, bytes[end] != ASCII.lineFeed { end += 1 }
            return end
        }
        return raw.slice(0..<length)
    }

    /// For a head: it is the list of fields that HTTP/2 sends, pseudo-header fields first, and has no start line (RFC
    /// 9113 §8.3).
    public var isList: Bool { lines.first.map { $0.start == 0 && raw.first == ASCII.colon } ?? false }

    /// Where the pseudo-header field of this name stands among the lines.
    package func place(ofPseudoField name: StaticString) -> Int? {
        guard isList else { return nil }
        return lines.firstIndex { self.name(of: $0).isExactly(name) }
    }

    /// The value of the pseudo-header field of this name.
    package func pseudoField(_ name: StaticString) -> Bytes? {
        place(ofPseudoField: name).map { value(of: lines[$0]) }
    }
}
