extension String {
    /// The longest prefix of the text that has at most `count` bytes in UTF-8 and does not split a scalar. Bytes cut
    /// within a scalar would be read as U+FFFD, which is longer.
    ///
    /// - Parameter count: bytes; a negative number counts as 0.
    public func prefix(ofUTF8 count: Int) -> Substring {
        guard count < utf8.count else { return self[...] }
        var end = utf8.index(utf8.startIndex, offsetBy: Swift.max(0, count))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end]
    }
}
