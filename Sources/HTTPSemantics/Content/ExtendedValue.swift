package import Bytes

/// A parameter's value in letters outside of ASCII: `charset'language'percent-encoded` (RFC 8187 §3.2.1).
package struct ExtendedValue: Sendable, Hashable {
    /// The encoding, as it was sent.
    package let charset: Bytes
    /// The language, which may be empty.
    package let language: Bytes
    /// What it says, decoded: octets in `charset`.
    package let octets: Bytes

    /// nil when it has not this form.
    package init?(_ value: Bytes) {
        guard let first = value.firstIndex(of: ASCII.apostrophe), first > 0,
            let second = value.firstIndex(of: ASCII.apostrophe, from: first + 1)
        else { return nil }
        charset = value.slice(0..<first)
        language = value.slice(first + 1..<second)
        octets = PercentCoding.decode(value.slice(second + 1..<value.count))
    }

    /// As text; nil when the octets are not in their charset, or that is neither UTF-8 nor ISO-8859-1.
    var text: String? {
        if charset.equalsIgnoringCase("utf-8") { return String(validating: octets, as: UTF8.self) }
        guard charset.equalsIgnoringCase("iso-8859-1") else { return nil }
        var scalars = String.UnicodeScalarView()
        for byte in octets { scalars.append(Unicode.Scalar(byte)) }
        return String(scalars)
    }
}
