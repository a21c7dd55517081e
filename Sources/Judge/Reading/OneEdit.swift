import Bytes

/// Whether one name becomes another by one letter more, less, other, or by two that change places.
enum OneEdit {
    static func isBetween(_ one: Bytes, _ other: Bytes) -> Bool {
        guard abs(one.count - other.count) < 2, one != other else { return false }
        let length = min(one.count, other.count)
        var start = 0
        while start < length, one[start] == other[start] { start += 1 }
        var end = 0
        while end < length - start, one[one.count - 1 - end] == other[other.count - 1 - end] { end += 1 }
        let (left, right) = (one.slice(start..<one.count - end), other.slice(start..<other.count - end))
        if max(left.count, right.count) <= 1 { return true }
        return left.count == 2 && right.count == 2 && left[0] == right[1] && left[1] == right[0]
    }

    /// The name of these that was probably meant; nil when it is one of them, or like none.
    static func meant(_ name: Bytes, _ names: [Bytes]) -> Bytes? {
        let name = name.lowercased
        return names.contains(name) ? nil : names.first { isBetween(name, $0) }
    }
}
