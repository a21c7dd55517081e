import Bytes
import Explain
import HTTPSemantics

/// A JSON Web Token (RFC 7519): its header and its claims laid out, its times in words. The signature is not verified,
/// which is said: only who has the key can.
struct TokenLayout {
    private let parts: [Bytes]
    private let token: JSONWebToken
    private let options: LayoutOptions

    /// nil when the text is none.
    init?(_ text: Bytes, _ options: LayoutOptions) {
        guard let token = Self.token(text) else { return nil }
        self.token = token
        self.options = options
        parts = Self.plain(text).split(separator: ASCII.period).prefix(2).map { Bytes(Array($0)) }
    }

    /// Whether a text is one, and nothing else. Only what begins as they all do is looked at.
    static func isToken(_ text: Bytes) -> Bool { token(text) != nil }

    private static func token(_ text: Bytes) -> JSONWebToken? {
        let plain = plain(text)
        // `{"` in Base64url.
        guard plain.count <= 64 << 10, plain.hasOpening("eyJ") else { return nil }
        return JSONWebToken(plain)
    }

    /// Some write the scheme before it.
    private static func plain(_ text: Bytes) -> Bytes {
        let plain = text.withoutSpace
        return plain.hasPrefix(ignoringCase: "bearer ") ? plain.slice(7..<plain.count).withoutSpace : plain
    }

    func write(to out: inout LineBuilder) {
        for (title, part) in zip(["header", "claims"], parts) {
            out.note(title)
            var layout = JSONLayout(Self.decode(part), options)
            out.base += 1
            layout.write(to: &out)
            out.end()
            out.base -= 1
        }
        for (name, seconds) in [
            ("issued", token.issued), ("not valid before", token.notBefore), ("expires", token.expires),
        ] {
            if let seconds { out.note("\(name) \(Quantity.date(seconds))\(distance(seconds))") }
        }
        if token.expires == nil { out.note("never expires: there is no exp") }
        out.note(
            token.signatureLength == 0
                ? "no signature: anyone could have made it"
                : "signature of \(token.signatureLength) bytes, not verified: that requires the key")
    }

    private func distance(_ seconds: Int64) -> String {
        guard let now = options.now else { return "" }
        let (difference, overflow) = seconds.subtractingReportingOverflow(now)
        guard !overflow, difference != .min else { return "" }
        return difference < 0 ? ", \(Quantity.span(-difference)) ago" : ", in \(Quantity.span(difference))"
    }

    /// Base64url (RFC 7515 §2).
    private static func decode(_ part: Bytes) -> Bytes {
        let standard = part.map { byte in
            byte == ASCII.hyphen ? ASCII.plus : byte == ASCII.underscore ? ASCII.slash : byte
        }
        return Bytes(Base64.decode(Bytes(standard)) ?? [])
    }
}
