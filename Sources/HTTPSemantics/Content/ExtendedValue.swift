import Bytes

/// A parameter's value in letters outside of ASCII: `charset'language'percent-encoded` (RFC 8187 §3.2.1).
struct ExtendedValue: Sendable, Hashable {
    let text: String

    /// nil when it has not this form, or its bytes are not in its charset, which is UTF-8 or ISO-8859-1.
    init?(_ value: Bytes) {
        guard let first = value.firstIndex(of: ASCII.apostrophe),
            let second = value.firstIndex(of: ASCII.apostrophe, from: first + 1)
        else { return nil }
        let charset = value.slice(0..<first)
        let bytes = PercentCoding.decode(value.slice(second + 1..<value.count))
        if charset.equalsIgnoringCase("utf-8") {
            guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
            self.text = text
        } else {
            guard charset.equalsIgnoringCase("iso-8859-1") else { return nil }
            var scalars = String.UnicodeScalarView()
            for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
            text = String(scalars)
        }
    }
}
