package import Bytes

extension Bytes {
    /// Whether `part` occurs; true of an empty one. Each byte is looked at a bounded number of times, whatever both
    /// are.
    ///
    /// - Parameter foldsCase: whether ASCII letters are compared without case; `part` is in lower case then.
    package func contains(_ part: Bytes, foldsCase: Bool) -> Bool {
        guard let first = part.first else { return true }
        guard part.count <= count else { return false }
        let other = foldsCase && ASCII.isAlpha(first) ? first & 0xDF : first
        let borders = part.borders
        return withSpan { span in
            part.withSpan { wanted in
                var matched = 0
                var index = 0
                while index < span.count {
                    let byte = foldsCase ? ASCII.lowercase(span[index]) : span[index]
                    if matched == 0, span[index] != first, span[index] != other {
                        index += 1
                        continue
                    }
                    while matched > 0, wanted[matched] != byte { matched = borders[matched - 1] }
                    if wanted[matched] == byte { matched += 1 }
                    if matched == wanted.count { return true }
                    index += 1
                }
                return false
            }
        }
    }

    /// For each beginning of these bytes how much of it is an end of it as well: what is matched already when the next
    /// byte does not fit (Knuth, Morris, Pratt 1977).
    private var borders: [Int] {
        var borders = [Int](repeating: 0, count: count)
        var length = 0
        for index in 1..<Swift.max(1, count) {
            while length > 0, self[index] != self[length] { length = borders[length - 1] }
            if self[index] == self[length] { length += 1 }
            borders[index] = length
        }
        return borders
    }
}
