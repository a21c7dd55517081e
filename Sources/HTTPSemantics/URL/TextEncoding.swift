import Bytes

/// The three ways in which programs put text into a URL. They differ in `& ? = + /` and the space, which causes broken
/// queries.
public enum TextEncoding: Sendable, Hashable, CaseIterable {
    /// For one value: everything but unreserved characters (RFC 3986 §2.3; `encodeURIComponent` except for `!'()*`).
    case component
    /// For a complete URL: delimiters stay (`encodeURI`).
    case wholeURL
    /// For a form's value: the space becomes `+` (WHATWG URL §5.2, `application/x-www-form-urlencoded`).
    case form

    /// The text in this encoding, as UTF-8.
    public func encode(_ text: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var result: [UInt8] = []
        for byte in text {
            if keeps(byte) {
                result.append(byte)
            } else if self == .form, byte == ASCII.space {
                result.append(ASCII.plus)
            } else {
                result += [ASCII.percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether the byte stays unencoded.
    public func keeps(_ byte: UInt8) -> Bool {
        if ASCII.isAlpha(byte) || ASCII.isDigit(byte) { return true }
        switch (self, byte) {
        case (_, ASCII.hyphen), (_, ASCII.period), (_, ASCII.underscore): return true
        case (.form, ASCII.asterisk): return true
        case (.component, ASCII.tilde), (.wholeURL, ASCII.tilde): return true
        case (.wholeURL, _): return PercentOctet(offset: 0, value: byte).kind == .reserved
        default: return false
        }
    }
}
