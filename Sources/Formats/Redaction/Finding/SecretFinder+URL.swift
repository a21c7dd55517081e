import Bytes
import HTTPSemantics

extension SecretFinder {
    /// A URL at `range`, whole or a reference.
    static func url(_ bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        let url = bytes.slice(range)
        let reference = URLReference(url)
        let base = range.lowerBound
        if let userinfo = reference.userinfo, let colon = url.slice(userinfo).firstIndex(of: ASCII.colon),
            userinfo.lowerBound + colon + 1 < userinfo.upperBound
        {
            found.append(Secret(base + userinfo.lowerBound + colon + 1..<base + userinfo.upperBound, .percent))
        }
        path(bytes, base + reference.path.lowerBound..<base + reference.path.upperBound, into: &found)
        guard let start = url.firstIndex(where: { $0 == ASCII.question || $0 == ASCII.hash }) else { return }
        // A fragment has parameters too, when an authorization server answers a browser (RFC 6749 §4.2.2).
        var piece = base + start + 1
        while piece < range.upperBound {
            var end = piece
            while end < range.upperBound, !isSeparator(bytes[end]) { end += 1 }
            pair(bytes, piece..<end, .percent, into: &found)
            piece = end + 1
        }
    }

    /// Whether anything in it could be a secret: a password has an `@` behind it, a parameter a `?` or `#` before it,
    /// what stands behind a scheme of authentication a space, and every other proof is long. Most URLs have none of
    /// these, and need not be taken apart.
    static func mayHoldSecret(url: Bytes) -> Bool {
        url.withSpan { span in
            // Asked for every line that is shown: lengths are looked up once, and a byte is compared with little.
            let shortest = min(proofLength, SecretShapes.shortest)
            var part = 0
            var index = 0
            while index < span.count {
                let byte = span[index]
                index += 1
                if byte == ASCII.slash {
                    part = index
                } else if index - part >= shortest || byte == ASCII.at || byte == ASCII.question
                    || byte == ASCII.hash || byte == ASCII.space
                {
                    return true
                }
            }
            return false
        }
    }

    /// The fewest letters of a part of a path that proves something.
    private static let proofLength = 16

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == ASCII.ampersand || byte == ASCII.hash || byte == ASCII.question || byte == ASCII.semicolon
    }

    /// The pairs of a form (WHATWG URL §5.1).
    static func form(_ bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        forEachPart(of: bytes, range, separator: ASCII.ampersand) { pair(bytes, $0, .form, into: &found) }
    }

    /// `name=value`. A value that is a URL has parameters of its own.
    private static func pair(
        _ bytes: Bytes, _ range: Range<Int>, _ coding: Secret.Coding, into found: inout [Secret]
    ) {
        guard let equals = bytes.firstIndex(of: ASCII.equals, in: range), equals + 1 < range.upperBound else { return }
        let value = equals + 1..<range.upperBound
        let name = PercentCoding.decode(bytes.slice(range.lowerBound..<equals), plusIsSpace: true)
        if let strength = SecretNames.strength(of: name), SecretNames.isSecret(bytes.slice(value), strength) {
            found.append(Secret(value, coding))
            return
        }
        let meant = PercentCoding.decode(bytes.slice(value), plusIsSpace: coding == .form)
        // What it holds once it is decoded has no place here that could be told: it goes as a whole.
        if meant.count < value.count && holdsSecret(meant) || holdsPackedSecret(meant) {
            found.append(Secret(value, coding))
        }
    }

    /// JSON in base64, compressed or not, as the message of a call by GET is written (Connect protocol,
    /// "Unary-Get-Request").
    private static func holdsPackedSecret(_ meant: Bytes) -> Bool {
        guard packedBeginnings.contains(where: { meant.hasPrefix(ignoringCase: $0) }),
            let bytes = Base64.decode(urlSafe: meant)
        else { return false }
        let json: Bytes
        switch PackedPart(Bytes(bytes), codings: nil, transfer: nil) {
        case .plain: json = Bytes(bytes)
        case .unpacked(let unpacked): json = unpacked
        case .sealed: return false
        }
        return !secrets(inContent: json, type: "application/json").isEmpty
    }

    /// In base64: `{"`, `{` and white space, the marks of gzip and zstd.
    private static let packedBeginnings: [StaticString] = ["ey", "ew", "H4s", "KLUv"]

    private static func holdsSecret(_ meant: Bytes) -> Bool {
        meant.contains(ASCII.question) && !secrets(inURL: meant).isEmpty || !secrets(inText: meant).isEmpty
    }

    /// Parts of a path behind which links that prove something have their proof: `/reset-password/…`, `/webhooks/…`.
    private static let credentialPlaces: Set<Bytes> = [
        "reset", "resetpassword", "passwordreset", "verify", "verification", "confirm", "confirmation", "activate",
        "activation", "invite", "invitation", "magic", "magiclink", "unsubscribe", "hook", "hooks", "webhook",
        "webhooks", "services", "token", "tokens", "key", "keys", "secret", "secrets", "session", "sessions", "apikey",
    ]

    private static func path(_ bytes: Bytes, _ range: Range<Int>, into found: inout [Secret]) {
        // Most paths have no part that could be a proof: then nobody asks what the others are called.
        guard range.count > proofLength else { return }
        var holdsProof = false
        forEachPart(of: bytes, range, separator: ASCII.slash) { holdsProof = holdsProof || isProof(bytes, $0) }
        guard holdsProof else { return }
        var isPlace = false
        forEachPart(of: bytes, range, separator: ASCII.slash) { part in
            if isPlace {
                if isProof(bytes, part) { found.append(Secret(part, .percent)) }
            } else if part.count <= 32 {
                let plain = bytes.slice(part).filter { $0 != ASCII.hyphen && $0 != ASCII.underscore }
                isPlace = credentialPlaces.contains(Bytes(plain.map(ASCII.lowercase)))
            }
        }
    }

    private static func isProof(_ bytes: Bytes, _ part: Range<Int>) -> Bool {
        guard part.count >= proofLength else { return false }
        let segment = bytes.slice(part)
        return segment.looksRandom && !segment.looksLikeFile
    }
}

extension Bytes {
    /// `app.3f2a9b1c.js`: the end of its name is short and has no digits but one.
    fileprivate var looksLikeFile: Bool {
        guard let dot = lastIndex(of: ASCII.period), dot > 0 else { return false }
        return (1...5).contains(count - dot - 1)
    }
}
