import Bytes

/// Secrets of HTML and XML: `<password>…</password>`, `<input name="csrf_token" value="…">`, `<meta name="csrf-token"
/// content="…">`. Attributes that are named as secrets themselves are found as assignments.
enum SecretMarkup {
    private static let tagLimit = 8 << 10

    static func find(in bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        var index = range.lowerBound
        while let open = bytes.firstIndex(of: ASCII.lessThan, in: index..<range.upperBound) {
            index = open + 1
            let limit = min(range.upperBound, open + tagLimit)
            var end = index
            while end < limit, bytes[end] != ASCII.greaterThan, bytes[end] != ASCII.lessThan { end += 1 }
            guard end < limit, bytes[end] == ASCII.greaterThan else { continue }
            tag(bytes, index..<end, range.upperBound, &found)
            index = end + 1
        }
    }

    private static func tag(_ bytes: Bytes, _ inside: Range<Int>, _ limit: Int, _ found: inout [Secret]) {
        var end = inside.lowerBound
        while end < inside.upperBound, bytes[end] > ASCII.space, bytes[end] != ASCII.slash { end += 1 }
        let name = bytes.slice(inside.lowerBound..<end)
        // A prefix of a namespace says nothing of the element.
        let local = name.lastIndex(of: ASCII.colon).map { name.slice($0 + 1..<name.count) } ?? name
        if !local.isEmpty, let strength = SecretNames.strength(of: local) {
            let start = inside.upperBound + 1
            let close = bytes.firstIndex(of: ASCII.lessThan, in: start..<limit) ?? limit
            if close > start, SecretNames.isSecret(bytes.slice(start..<close).trimmed, strength) {
                found.append(Secret(start..<close))
            }
        }
        var named: SecretNames.Strength?
        var value: Range<Int>?
        forEachAttribute(of: bytes, end..<inside.upperBound) { name, range in
            if name.equalsIgnoringCase("name") || name.equalsIgnoringCase("id") {
                named = named ?? SecretNames.strength(of: bytes.slice(range))
            } else if name.equalsIgnoringCase("value") || name.equalsIgnoringCase("content") {
                value = range
            }
        }
        if let named, let value, SecretNames.isSecret(bytes.slice(value), named) { found.append(Secret(value)) }
    }

    private static func forEachAttribute(of bytes: Bytes, _ range: Range<Int>, _ body: (Bytes, Range<Int>) -> Void) {
        var index = range.lowerBound
        while let equals = bytes.firstIndex(of: ASCII.equals, in: index..<range.upperBound) {
            var nameEnd = equals
            while nameEnd > index, bytes[nameEnd - 1] <= ASCII.space { nameEnd -= 1 }
            var nameStart = nameEnd
            while nameStart > index, bytes[nameStart - 1] > ASCII.space { nameStart -= 1 }
            var start = equals + 1
            while start < range.upperBound, bytes[start] <= ASCII.space { start += 1 }
            guard start < range.upperBound else { return }
            var end: Int
            if bytes[start] == ASCII.quote || bytes[start] == ASCII.apostrophe {
                let quote = bytes[start]
                start += 1
                end = bytes.firstIndex(of: quote, in: start..<range.upperBound) ?? range.upperBound
            } else {
                end = start
                while end < range.upperBound, bytes[end] > ASCII.space { end += 1 }
            }
            body(bytes.slice(nameStart..<nameEnd), start..<end)
            index = min(end + 1, range.upperBound)
        }
    }
}
