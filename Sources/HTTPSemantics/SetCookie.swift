public import Bytes

/// One Set-Cookie line as a user agent reads it (RFC 6265bis §5.6), and everything it says besides.
///
/// Reading it stores nothing: `rejection` and `rejection(host:isSecure:)` say why a user agent would ignore it.
public struct SetCookie: Sendable, Hashable {
    /// One attribute as sent.
    public struct Attribute: Sendable, Hashable {
        public let name: Bytes
        /// nil when there was no `=`.
        public let value: Bytes?
        public let meaning: Meaning
    }

    /// What a user agent takes an attribute for.
    public enum Meaning: Sendable, Hashable {
        /// Seconds since 1970; nil when the date cannot be read and the attribute is ignored (§5.6.1).
        case expires(Int64?)
        /// Seconds; nil when it is no number and the attribute is ignored (§5.6.2).
        case maxAge(Int64?)
        /// In lower case, without a leading dot (§5.6.3).
        case domain(Bytes)
        /// nil: the default path of the request (§5.6.4).
        case path(Bytes?)
        case secure, httpOnly, partitioned
        case sameSite(SameSite)
        /// Once meant something: Comment, CommentURL, Version, Port, Discard (RFC 2965 §3.2.2).
        case obsolete
        case unknown
        /// A value longer than 1024 bytes: the attribute is ignored (§5.6 step 6).
        case tooLong
    }

    public enum SameSite: Sendable, Hashable {
        case strict, lax, none
        /// Any other value.
        case unspecified
    }

    /// Why a user agent ignores the whole line, by the section that tells it to.
    public enum Rejection: Sendable, Hashable {
        /// A control character other than tab (§5.6 step 1).
        case controlCharacter
        /// Name and value together are longer than 4096 bytes (§5.6 step 5).
        case tooLong
        /// Neither name nor value (§5.7).
        case empty
        /// Secure, but the connection is not (§5.7).
        case secureOverPlain
        /// Domain is not the host or a parent of it (§5.7).
        case foreignDomain
        /// SameSite=None without Secure (§5.7).
        case sameSiteNoneWithoutSecure
        /// The name begins with `__Secure-` but Secure is missing (§5.7, §4.1.3.1).
        case securePrefix
        /// The name begins with `__Host-` but Secure, Path=/ and no Domain are not all there (§5.7, §4.1.3.2).
        case hostPrefix
        /// A cookie without a name whose value imitates a prefix (§5.7).
        case disguisedPrefix
        /// Partitioned without Secure.
        case partitionedWithoutSecure
    }

    public let name: Bytes
    public let value: Bytes
    /// Whether the line had a `=` before its first `;`.
    public let hasName: Bool
    /// All attributes in the order sent, repeated and unknown ones too.
    public let attributes: [Attribute]

    private let syntaxRejection: Rejection?

    /// How long names with values, and attribute values, may be (RFC 6265bis §5.6 steps 5 and 6).
    public static let pairLimit = 4096
    public static let attributeLimit = 1024

    public init(_ line: Bytes) {
        // Step 1: control characters condemn the line, wherever they are.
        let hasControl = line.contains { ($0 < 0x20 && $0 != ASCII.tab) || $0 == 0x7F }
        // Step 2: up to the first `;`, quotes or not.
        let pairEnd = line.position(of: ASCII.semicolon) ?? line.count
        let pair = line.slice(0..<pairEnd)
        // Steps 3 and 4.
        if let equals = pair.position(of: ASCII.equals) {
            name = pair.slice(0..<equals).trimmed
            value = pair.slice((equals + 1)..<pair.count).trimmed
            hasName = true
        } else {
            name = Bytes()
            value = pair.trimmed
            hasName = false
        }
        // Step 5.
        let isTooLong = name.count + value.count > Self.pairLimit
        syntaxRejection = hasControl ? .controlCharacter : isTooLong ? .tooLong : nil

        var attributes: [Attribute] = []
        var start = pairEnd + 1
        while start <= line.count {
            let end = line.position(of: ASCII.semicolon, from: start) ?? line.count
            let piece = line.slice(start..<end)
            let (name, value) = FieldList.pair(piece)
            if !name.isEmpty || value != nil {
                attributes.append(Attribute(name: name, value: value, meaning: Self.meaning(name, value ?? Bytes())))
            }
            start = end + 1
        }
        self.attributes = attributes
    }

    /// Why it is ignored whatever the request was; see also `rejection(host:isSecure:)`.
    public var rejection: Rejection? {
        if let syntaxRejection { return syntaxRejection }
        if name.isEmpty, value.isEmpty { return .empty }
        if sameSite == SameSite.none, !isSecure { return .sameSiteNoneWithoutSecure }
        // §5.7: prefixes are compared without case.
        if name.hasPrefix(ignoringCase: "__secure-"), !isSecure { return .securePrefix }
        if name.hasPrefix(ignoringCase: "__host-"), !isSecure || domain != nil || path != "/" { return .hostPrefix }
        if name.isEmpty, value.hasPrefix(ignoringCase: "__secure-") || value.hasPrefix(ignoringCase: "__host-") {
            return .disguisedPrefix
        }
        if isPartitioned, !isSecure { return .partitionedWithoutSecure }
        return nil
    }

    /// Why it is ignored when it comes from this host (a name or an address, without port), over a connection that
    /// counts as secure or not. Public suffixes are not known here.
    public func rejection(host: Bytes, isSecure isSecureConnection: Bool) -> Rejection? {
        if let syntaxRejection { return syntaxRejection }
        if let domain, !Self.host(host, matches: domain) { return .foreignDomain }
        if isSecure, !isSecureConnection { return .secureOverPlain }
        return rejection
    }

    // MARK: The attributes that count: of each kind the last one (§5.7)

    public var isSecure: Bool { attributes.contains { $0.meaning == .secure } }
    public var isHTTPOnly: Bool { attributes.contains { $0.meaning == .httpOnly } }
    public var isPartitioned: Bool { attributes.contains { $0.meaning == .partitioned } }

    /// nil when there is none or the last one is empty: the cookie goes back to this very host alone.
    public var domain: Bytes? {
        let last = last { if case .domain(let domain) = $0 { domain } else { nil } }
        return last.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// nil: the default path of the request.
    public var path: Bytes? {
        last { if case .path(let path) = $0 { Optional.some(path) } else { nil } } ?? nil
    }

    public var sameSite: SameSite {
        last { if case .sameSite(let site) = $0 { site } else { nil } } ?? .unspecified
    }

    /// Seconds since 1970 when it stops being stored, or nil for a cookie of the session. Max-Age goes before Expires
    /// (§5.7). The limit of 400 days that user agents apply is not.
    public func expiry(now: Int64) -> Int64? {
        if let age = last({ if case .maxAge(let age) = $0 { age } else { nil } }) {
            return age <= 0 ? .min : now.addingReportingOverflow(age).overflow ? .max : now + age
        }
        return last { if case .expires(let date) = $0 { date } else { nil } }
    }

    private func last<Value>(_ pick: (Meaning) -> Value?) -> Value? {
        for attribute in attributes.reversed() {
            if let value = pick(attribute.meaning) { return value }
        }
        return nil
    }
}
