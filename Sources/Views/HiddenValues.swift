package import Bytes
package import Flow
import Formats
import HTTPModel
import HTTPSemantics
import Workbench

/// Values that prove who one is, found in flows, to be left out of what is written about them. The flows themselves
/// stay whole, so that they are judged as they were.
package struct HiddenValues: Sendable {
    package static let none = HiddenValues([])

    /// Shorter ones stand in too many words.
    private static let shortest = 4
    /// So much of a value is enough to know it by, wherever it stands and whatever follows.
    private static let telling = 12
    /// Contents that are larger are not looked through.
    private static let contentLimit = 1 << 20

    /// What all of them begin with: most places are passed by one look.
    private let beginnings: Set<UInt32>
    /// By their first `telling` bytes; of those that begin alike the longest.
    private let long: [Bytes: Bytes]
    /// Those that are shorter.
    private let short: Set<Bytes>
    /// Beginnings of fewer than `telling` bytes: what is left of one that was cut.
    private let cut: Set<Bytes>
    /// Shorter ones, of which their place says what they are.
    let cookies: ShortCookies

    package init(_ values: Set<Bytes>) {
        self.init(values, ShortCookies())
    }

    private init(_ values: Set<Bytes>, _ cookies: ShortCookies) {
        self.cookies = cookies
        var beginnings: Set<UInt32> = []
        var long: [Bytes: Bytes] = [:]
        var (short, cut) = (Set<Bytes>(), Set<Bytes>())
        for value in values where value.count >= Self.shortest {
            let value = Bytes(Array(value))
            beginnings.insert(Self.key(value, at: 0))
            for length in Self.shortest..<max(Self.shortest, min(value.count + 1, Self.telling)) {
                cut.insert(value.slice(0..<length))
            }
            guard value.count >= Self.telling else {
                short.insert(value)
                continue
            }
            let beginning = value.slice(0..<Self.telling)
            if long[beginning].map({ $0.count < value.count }) ?? true { long[beginning] = value }
        }
        self.beginnings = beginnings
        self.long = long
        self.short = short
        self.cut = cut
    }

    /// What is to be hidden of these flows: of their heads, their URLs, and the contents that they have with them.
    package init(in flows: [FlowRecord]) {
        var found: Set<Bytes> = []
        var cookies = ShortCookies()
        for flow in flows {
            Self.add(SecretFinder.secrets(inURL: flow.url), of: flow.url, to: &found)
            let heads =
                [flow.requestHead?.raw, flow.responseHead?.raw]
                + MessageKind.allCases.flatMap { kind in
                    [flow[kind].sent, flow[kind].malformedHead, flow[kind].trailers?.raw, flow[kind].trailersSent]
                }
            for head in heads { if let head { Self.add(head: head, to: &found, &cookies) } }
            if let misread = flow.outcome?.error?.bytes { Self.add(head: misread, to: &found, &cookies) }
            for kind in MessageKind.allCases {
                let content = flow[kind].content
                guard let bytes = content.decoded ?? content.bytes, bytes.count <= Self.contentLimit else { continue }
                let type = flow.fields(kind)?.first(.contentType) ?? Bytes()
                Self.add(SecretFinder.secrets(inContent: bytes, type: type), of: bytes, to: &found)
            }
            for message in flow.inner.list where message.bytes.count <= Self.contentLimit {
                let secrets = SecretFinder.secrets(inContent: message.bytes, type: Bytes())
                Self.add(secrets, of: message.bytes, to: &found)
            }
        }
        self.init(found, cookies)
    }

    /// What is to be hidden of a URL.
    package init(inURL url: Bytes) {
        var found: Set<Bytes> = []
        Self.add(SecretFinder.secrets(inURL: url), of: url, to: &found)
        self.init(found)
    }

    package var isEmpty: Bool { beginnings.isEmpty && cookies.isEmpty }

    // MARK: Finding

    private static func add(head: Bytes, to found: inout Set<Bytes>, _ cookies: inout ShortCookies) {
        for (line, _) in ComparedHead.lines(of: head) {
            let secrets = SecretFinder.secrets(inLine: line)
            // A cookie's value that is a common word is hidden where its name says what it is, and not in each word.
            add(secrets.filter { !cookies.add(line, $0, unless: isTelling) }, of: line, to: &found)
            guard line.hasPrefix(ignoringCase: "authorization:") || line.hasPrefix(ignoringCase: "proxy-authorization:")
            else { continue }
            for secret in secrets { add(credentials: line.slice(secret.range), to: &found) }
        }
    }

    /// Whether a cookie's value is known wherever it stands. Words and small numbers (`true`, `users`, `1234`) are in
    /// too many texts: hidden in all of them, they would make paths, attributes and sentences unreadable.
    private static func isTelling(_ value: Bytes) -> Bool {
        guard value.count >= shortest else { return false }
        guard value.count < telling else { return true }
        if value.allSatisfy(ASCII.isDigit) { return value.count > 6 }
        return !value.allSatisfy { ASCII.isAlpha($0) || $0 == ASCII.hyphen || $0 == ASCII.underscore }
    }

    private static func add(_ secrets: [Secret], of bytes: Bytes, to found: inout Set<Bytes>) {
        for secret in secrets {
            let value = bytes.slice(secret.range)
            found.insert(value)
            // Pages write some as they are meant, not as they are written.
            if secret.coding == .percent || secret.coding == .form {
                found.insert(PercentCoding.decode(value, plusIsSpace: secret.coding == .form))
            }
            if value.count > 2, value.first == ASCII.quote, value.last == ASCII.quote {
                found.insert(value.slice(1..<value.count - 1))
            }
        }
    }

    /// Parameters that say how it is proved, not that it is.
    private static let plain: Set<Bytes> = [
        "realm", "uri", "algorithm", "qop", "nc", "nonce", "opaque", "username", "userhash", "charset", "headers",
        "signedheaders", "keyid", "created", "expires",
    ]

    /// Claims that say which server made a token, and for which.
    private static let plainClaims: Set<String> = ["iss", "aud", "exp", "nbf", "iat", "typ", "token_type"]

    /// What is told of credentials part by part: the password of Basic, the claims of a token, the parameters of the
    /// others.
    private static func add(credentials: Bytes, to found: inout Set<Bytes>) {
        for member in JSONWebToken(credentials)?.claims.members ?? [] where !plainClaims.contains(member.name) {
            switch member.value {
            case .text(let text): found.insert(Bytes(text))
            case .number(let written), .other(let written): found.insert(written)
            }
        }
        if let pair = Base64.decode(credentials).map({ Bytes($0) }), let colon = pair.firstIndex(of: ASCII.colon) {
            found.insert(pair)
            found.insert(pair.slice(colon + 1..<pair.count))
        }
        for part in credentials.split(separator: ASCII.comma) {
            let part = Bytes(Array(part)).trimmed
            guard let equals = part.firstIndex(of: ASCII.equals), equals + 1 < part.count,
                !plain.contains(part.slice(0..<equals).trimmed.lowercased)
            else { continue }
            let value = part.slice(equals + 1..<part.count).trimmed
            found.insert(Bytes(value.filter { $0 != ASCII.quote }))
        }
    }

    // MARK: Hiding

    /// The same with `…` in place of each value.
    package func hide(_ text: Bytes) -> Bytes { cookies.hide(hideKnown(text)) }

    private func hideKnown(_ text: Bytes) -> Bytes {
        guard !beginnings.isEmpty, text.count >= Self.shortest else { return text }
        var shown: [UInt8] = []
        var copied = 0
        var index = 0
        while index + Self.shortest <= text.count {
            guard let end = end(in: text, at: index) else {
                index += 1
                continue
            }
            shown += text.slice(copied..<index).array
            shown += Self.mark
            index = end
            copied = end
        }
        return copied == 0 ? text : Bytes(shown + text.slice(copied..<text.count).array)
    }

    private static let mark = Array("…".utf8)

    /// Where a value ends that begins here; also one that was cut.
    private func end(in text: Bytes, at start: Int) -> Int? {
        guard beginnings.contains(Self.key(text, at: start)) else { return nil }
        if start + Self.telling <= text.count, let value = long[text.slice(start..<start + Self.telling)] {
            var end = start + Self.telling
            while end - start < value.count, end < text.count, text[end] == value[end - start] { end += 1 }
            return end
        }
        var end = min(start + Self.telling - 1, text.count)
        while end >= start + Self.shortest {
            let part = text.slice(start..<end)
            if text.count >= end + Self.mark.count, text[end] == Self.mark[0], cut.contains(part),
                text.slice(end..<end + Self.mark.count).elementsEqual(Self.mark)
            {
                return end + Self.mark.count
            }
            // A short one is no part of a longer word.
            if short.contains(part), !Self.isInWord(text, start), !Self.isInWord(text, end) { return end }
            end -= 1
        }
        return nil
    }

    /// Whether a word goes on from before this place to behind it.
    private static func isInWord(_ text: Bytes, _ place: Int) -> Bool {
        guard place > 0, place < text.count else { return false }
        func isLetter(_ byte: UInt8) -> Bool { ASCII.isAlpha(byte) || ASCII.isDigit(byte) }
        return isLetter(text[place - 1]) && isLetter(text[place])
    }

    private static func key(_ bytes: Bytes, at place: Int) -> UInt32 {
        (0..<shortest).reduce(0) { $0 << 8 | UInt32(bytes[place + $1]) }
    }
}
