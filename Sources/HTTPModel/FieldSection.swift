public import Bytes

/// The fields that a proxy acts on, and those that most messages have. The parser recognises them once, so that a
/// look-up compares numbers.
public enum KnownField: UInt8, Sendable, CaseIterable {
    case other = 0
    case host, connection, contentLength, transferEncoding, upgrade, expect, te, trailer, keepAlive
    case proxyConnection, proxyAuthorization, proxyAuthenticate, authorization, maxForwards, via
    case cookie, setCookie, location, cacheControl, expires, etag, lastModified, age, vary, pragma, date
    case contentType, contentEncoding, contentRange, range, retryAfter, wwwAuthenticate
    case ifNoneMatch, ifModifiedSince, userAgent, referer, accept
    case acceptEncoding, acceptLanguage, acceptRanges, origin, server

    /// The name in lower case.
    @inlinable public var name: StaticString {
        switch self {
        case .other: ""
        case .host: "host"
        case .connection: "connection"
        case .contentLength: "content-length"
        case .transferEncoding: "transfer-encoding"
        case .upgrade: "upgrade"
        case .expect: "expect"
        case .te: "te"
        case .trailer: "trailer"
        case .keepAlive: "keep-alive"
        case .proxyConnection: "proxy-connection"
        case .proxyAuthorization: "proxy-authorization"
        case .proxyAuthenticate: "proxy-authenticate"
        case .authorization: "authorization"
        case .maxForwards: "max-forwards"
        case .via: "via"
        case .cookie: "cookie"
        case .setCookie: "set-cookie"
        case .location: "location"
        case .cacheControl: "cache-control"
        case .expires: "expires"
        case .etag: "etag"
        case .lastModified: "last-modified"
        case .age: "age"
        case .vary: "vary"
        case .pragma: "pragma"
        case .date: "date"
        case .contentType: "content-type"
        case .contentEncoding: "content-encoding"
        case .contentRange: "content-range"
        case .range: "range"
        case .retryAfter: "retry-after"
        case .wwwAuthenticate: "www-authenticate"
        case .ifNoneMatch: "if-none-match"
        case .ifModifiedSince: "if-modified-since"
        case .userAgent: "user-agent"
        case .referer: "referer"
        case .accept: "accept"
        case .acceptEncoding: "accept-encoding"
        case .acceptLanguage: "accept-language"
        case .acceptRanges: "accept-ranges"
        case .origin: "origin"
        case .server: "server"
        }
    }
}

/// The position of one field line (RFC 9112 §5) in the bytes of its section. Offsets count from the section's first
/// byte.
public struct FieldLine: Sendable, Hashable {
    /// The line's first byte, which is also the name's first.
    public var start: UInt32
    /// One past the name: the position of the colon in a well-formed line.
    public var nameEnd: UInt32
    /// The value without the white space around it.
    public var valueStart: UInt32
    /// Where the value ends.
    public var valueEnd: UInt32
    /// One past the line end.
    public var end: UInt32
    /// Which known field it is.
    public var known: KnownField

    /// A line by its positions in the section.
    @inlinable
    public init(start: Int, nameEnd: Int, valueStart: Int, valueEnd: Int, end: Int, known: KnownField) {
        self.start = UInt32(start)
        self.nameEnd = UInt32(nameEnd)
        self.valueStart = UInt32(valueStart)
        self.valueEnd = UInt32(valueEnd)
        self.end = UInt32(end)
        self.known = known
    }

    /// Where the name lies in the section.
    @inlinable public var name: Range<Int> { Int(start)..<Int(nameEnd) }
    /// Where the value lies, without the white space around it.
    @inlinable public var value: Range<Int> { Int(valueStart)..<Int(valueEnd) }
    /// Where the whole line lies, its line end left out.
    @inlinable public var line: Range<Int> { Int(start)..<Int(end) }
}

/// Field lines in the order of arrival, with their exact bytes: of a head, or a trailer section.
///
/// Nothing is folded, sorted or merged. Offsets of the lines count from the first byte of `raw`.
public struct FieldSection: Sendable, Hashable {
    /// All bytes: for a head from its start line to its empty line, for trailers the lines and the empty line.
    public let raw: Bytes
    /// The lines, in the order of arrival.
    public let lines: [FieldLine]
    /// A bit for each known field of which there is a line: most questions are about one that is not there.
    @usableFromInline let present: UInt64

    /// A section from its bytes and the positions of its lines in them.
    public init(raw: Bytes, lines: [FieldLine]) {
        self.raw = raw
        self.lines = lines
        var present: UInt64 = 0
        for line in lines { present |= Self.bit(line.known) }
        self.present = present
    }

    @inlinable
    static func bit(_ field: KnownField) -> UInt64 { 1 << UInt64(field.rawValue) }

    /// Where the empty line begins that ends the section: a CRLF, or only a line feed where that was tolerated.
    public var emptyLineStart: Int {
        let end = raw.count
        guard end > 0, raw[end - 1] == ASCII.lineFeed else { return end }
        return end > 1 && raw[end - 2] == ASCII.carriageReturn ? end - 2 : end - 1
    }

    /// No lines at all.
    public static let none = FieldSection(raw: Bytes(), lines: [])

    /// The name as it was sent.
    @inlinable public func name(of line: FieldLine) -> Bytes { raw.slice(line.name) }
    /// The value without the white space around it.
    @inlinable public func value(of line: FieldLine) -> Bytes { raw.slice(line.value) }

    /// The value on one line, even if it was folded over several: every byte of a fold becomes a space (RFC 9112 §5.2
    /// asks for one or more).
    public func unfoldedValue(of line: FieldLine) -> Bytes {
        let value = value(of: line)
        guard value.hasControl, value.contains(where: Self.isLineEnd) else { return value }
        return Bytes(value.map { Self.isLineEnd($0) ? ASCII.space : $0 }).trimmed
    }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == ASCII.carriageReturn || byte == ASCII.lineFeed
    }

    /// The value of the first line of this name.
    @inlinable
    public func first(_ field: KnownField) -> Bytes? {
        guard contains(field) else { return nil }
        for line in lines where line.known == field {
            return value(of: line)
        }
        return nil
    }

    /// Whether there is a line of this field.
    @inlinable
    public func contains(_ field: KnownField) -> Bool { present & Self.bit(field) != 0 }

    /// The values of all lines of this name, in order.
    public func values(_ field: KnownField) -> [Bytes] {
        guard contains(field) else { return [] }
        return lines.filter { $0.known == field }.map { value(of: $0) }
    }

    /// The values of all lines whose name is `name` in any case; `name` in lower case.
    public func values(named name: Bytes) -> [Bytes] {
        lines.filter { self.name(of: $0).equalsIgnoringCase(name) }.map { value(of: $0) }
    }

    /// The members of a comma-separated list field over all its lines (RFC 9110 §5.6.1), empty members skipped.
    ///
    /// A comma inside a quoted string does not separate. A fold is white space.
    public func members(_ field: KnownField) -> [Bytes] {
        guard contains(field) else { return [] }
        var members: [Bytes] = []
        for line in lines where line.known == field {
            FieldList.forEachMember(of: unfoldedValue(of: line), separator: ASCII.comma) { members.append($0) }
        }
        return members
    }

    /// Whether Connection names this option (RFC 9110 §7.6.1); in lower case.
    public func hasConnectionOption(_ option: StaticString) -> Bool {
        guard contains(.connection) else { return false }
        for line in lines where line.known == .connection {
            let value = value(of: line)
            if value.equalsIgnoringCase(option) { return true }
            // Nearly always the whole value is one option, and no list has to be made.
            guard value.contains(where: Self.partsOptions) else { continue }
            var isNamed = false
            FieldList.forEachMember(of: unfoldedValue(of: line), separator: ASCII.comma) { member in
                isNamed = isNamed || member.equalsIgnoringCase(option)
            }
            if isNamed { return true }
        }
        return false
    }

    /// A byte that no single option has.
    private static func partsOptions(_ byte: UInt8) -> Bool {
        byte == ASCII.comma || byte == ASCII.quote || isLineEnd(byte)
    }
}
