public import Bytes
public import HTTPModel

/// The directives of Cache-Control, of a request or a response (RFC 9111 §5.2).
public struct CacheControl: Sendable, Hashable {
    /// The directives of RFC 9111, RFC 5861 and RFC 8246.
    public enum Name: Sendable, Hashable {
        case maxAge, sharedMaxAge, noStore, noCache, `private`, `public`
        case mustRevalidate, proxyRevalidate, mustUnderstand, noTransform, immutable
        case staleWhileRevalidate, staleIfError
        case maxStale, minFresh, onlyIfCached
        /// Unknown: it has no effect (RFC 9111 §5.2.3).
        case other

        /// The directive of this name, letters compared without case.
        public init(_ name: Bytes) {
            self = .other
            for (text, known) in Self.known where name.equalsIgnoringCase(text) {
                self = known
                return
            }
        }

        /// The message in which it has an effect (RFC 9111 §5.2.1, §5.2.2, RFC 5861, RFC 8246); nil: both.
        public var side: MessageSide? {
            switch self {
            case .sharedMaxAge, .private, .public, .mustRevalidate, .proxyRevalidate, .mustUnderstand, .immutable,
                .staleWhileRevalidate:
                .response
            case .maxStale, .minFresh, .onlyIfCached: .request
            case .maxAge, .noStore, .noCache, .noTransform, .staleIfError, .other: nil
            }
        }

        private static let known: [(StaticString, Name)] = [
            ("max-age", .maxAge), ("no-cache", .noCache), ("no-store", .noStore), ("private", .private),
            ("public", .public), ("s-maxage", .sharedMaxAge), ("must-revalidate", .mustRevalidate),
            ("proxy-revalidate", .proxyRevalidate), ("must-understand", .mustUnderstand),
            ("no-transform", .noTransform), ("immutable", .immutable),
            ("stale-while-revalidate", .staleWhileRevalidate), ("stale-if-error", .staleIfError),
            ("max-stale", .maxStale), ("min-fresh", .minFresh), ("only-if-cached", .onlyIfCached),
        ]
    }

    /// The two sides that directives are for.
    public enum MessageSide: Sendable, Hashable {
        case request, response
    }

    /// One directive as sent.
    public struct Directive: Sendable, Hashable {
        /// Which directive it is.
        public let known: Name
        /// Its name, as it was sent.
        public let name: Bytes
        /// The text after the `=`, with its quotes; nil when there was none.
        public let written: Bytes?

        /// Without quotes; nil when there was no `=`.
        public var argument: Bytes? { written.map { FieldList.unquote($0) } }

        /// Whether there was a `=`.
        var hasArgument: Bool { written != nil }
    }

    /// A time in seconds, as a directive or Age gives it.
    public enum Seconds: Sendable, Hashable {
        case absent
        /// Present but not a number; if it gives a lifetime, caches should treat the response as stale (RFC 9111
        /// §4.2.1).
        case invalid
        case value(Int64)
    }

    /// In the order sent, over all lines, repeated ones too: the first thousand (`FieldList.mostMembers`).
    public let directives: [Directive]
    /// Whether there are more, which were not read.
    public let isCut: Bool

    /// The directives of all Cache-Control lines.
    public init(_ section: FieldSection) {
        var directives: [Directive] = []
        // Most have fewer.
        if section.contains(.cacheControl) { directives.reserveCapacity(4) }
        var isCut = false
        for line in section.lines where line.known == .cacheControl && !isCut {
            isCut = !Self.read(section.value(of: line), most: FieldList.mostMembers - directives.count) {
                directives.append($0)
            }
        }
        self.directives = directives
        self.isCut = isCut
    }

    /// The directives of one line: slices of it. At most a thousand (`FieldList.mostMembers`).
    public static func directives(of value: Bytes) -> [Directive] {
        var directives: [Directive] = []
        _ = read(value, most: FieldList.mostMembers) { directives.append($0) }
        return directives
    }

    private static func read(_ value: Bytes, most: Int, _ body: (Directive) -> Void) -> Bool {
        FieldList.forEachMember(of: value, separator: ASCII.comma, most: most) { member in
            let (name, written) = FieldList.pair(member)
            body(Directive(known: Name(name), name: name, written: written))
        }
    }

    /// Whether a directive is present.
    public func contains(_ name: Name) -> Bool {
        for directive in directives where directive.known == name { return true }
        return false
    }

    /// Whether it is present without field names. `no-cache="X"` and `private="X"` are about these fields only (RFC
    /// 9111 §5.2.2.4, §5.2.2.7).
    public func containsUnqualified(_ name: Name) -> Bool {
        for directive in directives where directive.known == name && !directive.hasArgument { return true }
        return false
    }

    /// The fields that a directive with an argument names: `no-cache="X"`, `private="X"` (RFC 9111 §5.2.2.4, §5.2.2.7).
    public func fields(_ name: Name) -> [Bytes] {
        guard contains(name) else { return [] }
        return directives.filter { $0.known == name }.compactMap(\.argument).flatMap {
            FieldList.split($0).filter(OctetClass.token.containsAll)
        }
    }

    /// The directive's time; the first occurrence counts (RFC 9111 §4.2.1).
    public func seconds(_ name: Name) -> Seconds {
        for directive in directives where directive.known == name {
            return Self.seconds(directive.argument)
        }
        return .absent
    }

    /// `delta-seconds`, limited to 2³¹ (RFC 9111 §1.2.2).
    public static func seconds(_ argument: Bytes?) -> Seconds {
        guard let argument, !argument.isEmpty, argument.allSatisfy(ASCII.isDigit) else { return .invalid }
        let limit: UInt64 = 2_147_483_648
        return .value(Int64(min(argument.decimal ?? limit, limit)))
    }
}
