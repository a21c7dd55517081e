import Bytes

/// A text as PostgreSQL takes it: UTF-8 without NUL (PostgreSQL documentation, section 8.3). A value.
struct StorableText: Sendable {
    /// The same bytes; nil when PostgreSQL does not take them.
    let exact: Bytes?
    private let given: Bytes

    init(_ bytes: Bytes) {
        given = bytes
        let isPlain = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
        exact = isPlain ? bytes : nil
    }

    /// Something that PostgreSQL takes, for people.
    var nearest: Bytes { exact ?? Bytes(given.text.replacing("\0", with: "\u{FFFD}")) }

    /// The first bytes of a text, without half a character at the end.
    static func cut(_ text: Bytes, _ limit: Int) -> Bytes {
        guard text.count > limit else { return text }
        var end = limit
        // 10xxxxxx goes on with a character (RFC 3629 section 3).
        while end > 0, text[end] & 0xC0 == 0x80 { end -= 1 }
        return Bytes(Array(text.prefix(end)))
    }
}
