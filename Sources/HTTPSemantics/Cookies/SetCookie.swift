public import Bytes
package import HTTPModel

/// One Set-Cookie line as a user agent reads it (RFC 6265bis §5.6), with all its attributes.
///
/// Reading it stores nothing: `rejection` and `rejection(host:isSecure:)` say why a user agent would ignore it.
public struct SetCookie: Sendable, Hashable {
    /// One attribute as sent.
    public struct Attribute: Sendable, Hashable {
        /// The name of the attribute, as it was sent.
        public let name: Bytes
        /// nil when there was no `=`.
        public let value: Bytes?
        /// What it means.
        public let meaning: Meaning
    }

    /// How a user agent reads an attribute.
    public enum Meaning: Sendable, Hashable {
        /// Seconds since 1970; nil when the date cannot be read and the attribute is ignored (§5.6.1).
        case expires(Int64?)
        /// Seconds; nil when it is not a number and the attribute is ignored (§5.6.2).
        case maxAge(Int64?)
        /// In lower case, without a leading dot (§5.6.3).
        case domain(Bytes)
        /// nil: the default path of the request (§5.6.4).
        case path(Bytes?)
        case secure, httpOnly, partitioned
        case sameSite(SameSite)
        /// Obsolete: Comment, CommentURL, Version, Port, Discard (RFC 2965 §3.2.2).
        case obsolete
        case unknown
        /// A value longer than 1024 bytes: the attribute is ignored (§5.6 step 6).
        case tooLong
    }

    /// The values of SameSite (RFC 6265bis §5.6.7).
    public enum SameSite: Sendable, Hashable {
        case strict, lax, none
        /// Any other value.
        case unspecified
    }

    /// The name of the cookie.
    public let name: Bytes
    /// The value of the cookie.
    public let value: Bytes
    /// What stands before the first `;`.
    package let pair: Bytes
    /// Whether the line had a `=` before its first `;`.
    public let hasName: Bool
    /// The attributes as they were sent, from the first `;` on; empty when there is none.
    package let tail: Bytes

    /// Whether it has any attribute.
    package private(set) var hasAttributes = false

    // Of each kind of attribute the last one counts (§5.7); they are kept as they are met, so that nobody has to
    // search.
    /// Whether it has Secure.
    public private(set) var isSecure = false
    /// Whether it has HttpOnly.
    public private(set) var isHTTPOnly = false
    /// Whether it has Partitioned.
    public private(set) var isPartitioned = false
    /// nil when there is none or the last one is empty: the cookie goes back only to this host.
    public private(set) var domain: Bytes?
    /// nil: the default path of the request.
    public private(set) var path: Bytes?
    /// The value of SameSite.
    public private(set) var sameSite: SameSite = .unspecified
    /// Seconds of the last Max-Age that is a number.
    public private(set) var maxAge: Int64?
    /// Seconds since 1970 of the last Expires that is a date.
    public private(set) var expires: Int64?

    /// What is wrong with the line itself (§5.6 steps 1 and 5).
    let syntaxRejection: Rejection?

    /// How long names with values, and attribute values, may be (RFC 6265bis §5.6 steps 5 and 6).
    public static let pairLimit = 4096
    /// Bytes that the value of an attribute may have (RFC 6265bis §5.6).
    public static let attributeLimit = 1024
    /// User agents keep no cookie longer than 400 days, whatever it asks for (RFC 6265bis §5.5).
    public static let lifetimeLimit: Int64 = 400 * 86_400

    /// Reads a Set-Cookie value by the algorithm of RFC 6265bis §5.6; any bytes can be read.
    public init(_ line: Bytes) {
        self.init(line, mayHaveControl: line.hasControl)
    }

    /// From a field line, also a folded one.
    package init(_ line: FieldLine, in section: borrowing FieldSection) {
        let value = section.value(of: line)
        // Looked for once: a line without control characters is not folded either.
        let hasControl = value.hasControl
        self.init(hasControl ? section.unfoldedValue(of: line) : value, mayHaveControl: hasControl)
    }

    private init(_ line: Bytes, mayHaveControl: Bool) {
        // Step 1: control characters other than tab condemn the line, wherever they are.
        let hasControl = mayHaveControl && !line.allSatisfy(ASCII.isFieldText)
        // Step 2: up to the first `;`, quotes or not.
        let pairEnd = line.firstIndex(of: ASCII.semicolon) ?? line.count
        pair = line.slice(0..<pairEnd)
        // Steps 3 and 4: without a `=` all of it is the value.
        let places = FieldList.pairPlaces(in: line, 0..<pairEnd)
        hasName = places.value != nil
        name = hasName ? line.slice(places.name) : Bytes()
        value = line.slice(places.value ?? places.name)
        // Step 5.
        let isTooLong = name.count + value.count > Self.pairLimit
        syntaxRejection = hasControl ? .controlCharacter : isTooLong ? .tooLong : nil

        tail = line.slice(pairEnd..<line.count)
        var semicolon = 0
        while let (name, value) = Self.nextAttribute(of: tail, behind: &semicolon) {
            hasAttributes = true
            note(Self.meaning(name, value ?? name.upperBound..<name.upperBound, in: tail))
        }
    }

    /// All attributes in the order sent, repeated and unknown ones too: the first thousand (`FieldList.mostMembers`).
    public var attributes: [Attribute] { attributes(most: FieldList.mostMembers) }

    /// The first so many of them.
    package func attributes(most: Int) -> [Attribute] {
        var attributes: [Attribute] = []
        // Most have fewer.
        attributes.reserveCapacity(8)
        var semicolon = 0
        while attributes.count < most,
            let (name, value) = Self.nextAttribute(of: tail, behind: &semicolon)
        {
            attributes.append(
                Attribute(
                    name: tail.slice(name), value: value.map { tail.slice($0) },
                    meaning: Self.meaning(name, value ?? name.upperBound..<name.upperBound, in: tail)))
        }
        return attributes
    }

    /// Steps over one attribute, and over what is none because nothing stands between two semicolons.
    private static func nextAttribute(
        of tail: Bytes, behind semicolon: inout Int
    ) -> (name: Range<Int>, value: Range<Int>?)? {
        // In one pass: attributes are short, and looking for each sign by itself cost twice as much.
        tail.withSpan { span in
            let count = span.count
            while semicolon < count {
                let begin = semicolon + 1
                var equals = -1
                var end = begin
                while end < count {
                    let byte = span[end]
                    if byte == ASCII.semicolon { break }
                    if byte == ASCII.equals, equals < 0 { equals = end }
                    end += 1
                }
                semicolon = end
                if equals >= 0 { return (trimmed(begin..<equals, in: span), trimmed(equals + 1..<end, in: span)) }
                let name = trimmed(begin..<end, in: span)
                if !name.isEmpty { return (name, nil) }
            }
            return nil
        }
    }

    /// The range without the white space at its ends.
    private static func trimmed(_ range: Range<Int>, in span: Span<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, ASCII.isWhitespace(span[start]) { start += 1 }
        while end > start, ASCII.isWhitespace(span[end - 1]) { end -= 1 }
        return start..<end
    }

    private mutating func note(_ meaning: Meaning) {
        switch meaning {
        case .expires(let date): expires = date ?? expires
        case .maxAge(let seconds): maxAge = seconds ?? maxAge
        case .domain(let name): domain = name.isEmpty ? nil : name
        case .path(let path): self.path = path
        case .secure: isSecure = true
        case .httpOnly: isHTTPOnly = true
        case .partitioned: isPartitioned = true
        case .sameSite(let site): sameSite = site
        case .obsolete, .unknown, .tooLong: break
        }
    }

    /// Seconds since 1970 when it stops being stored, or nil for a session cookie. Max-Age takes precedence over
    /// Expires (§5.7 step 6). `storedExpiry(now:)` has the limit of 400 days.
    public func expiry(now: Int64) -> Int64? {
        if let maxAge {
            return maxAge <= 0 ? .min : now.addingReportingOverflow(maxAge).overflow ? .max : now + maxAge
        }
        return expires
    }

    /// The same, no later than user agents keep anything (§5.6.1 step 4, §5.6.2 step 6).
    public func storedExpiry(now: Int64) -> Int64? {
        let (limit, overflow) = now.addingReportingOverflow(Self.lifetimeLimit)
        return expiry(now: now).map { min($0, overflow ? .max : limit) }
    }
}
