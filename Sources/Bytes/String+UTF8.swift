extension String {
    /// As much of the text from its start as has at most `count` bytes in UTF-8, without half a scalar at its end:
    /// bytes that are cut within one would be read as U+FFFD, which has more of them.
    ///
    /// - Parameter count: bytes; below 0 is taken as 0.
    public func prefix(ofUTF8 count: Int) -> Substring {
        guard count < utf8.count else { return self[...] }
        var end = utf8.index(utf8.startIndex, offsetBy: Swift.max(0, count))
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end]
    }
}
