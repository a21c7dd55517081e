public import Bytes
public import HTTPModel

/// The directives of Cache-Control, of a request or a response (RFC 9111 §5.2).
public struct CacheControl: Sendable, Hashable {
    /// Directives by what they are called in RFC 9111, RFC 5861 and RFC 8246.
    public enum Name: Sendable, Hashable {
        case maxAge, sharedMaxAge, noStore, noCache, `private`, `public`
        case mustRevalidate, proxyRevalidate, mustUnderstand, noTransform, immutable
        case staleWhileRevalidate, staleIfError
        case maxStale, minFresh, onlyIfCached
        /// Not known here: it has no effect (RFC 9111 §5.2.3).
        case other

        init(_ name: Bytes) {
            self = .other
            for (text, known) in Self.known where name.equalsIgnoringCase(text) {
                self = known
                return
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

    /// One directive as sent.
    public struct Directive: Sendable, Hashable {
        /// Which directive it is.
        public let known: Name
        /// Its name, as it was sent.
        public let name: Bytes
        /// Without quotes; nil when there was no `=`.
        public let argument: Bytes?
    }

    /// A time in seconds, as a directive or Age gives it.
    public enum Seconds: Sendable, Hashable {
        case absent
        /// There, but no number; where it gives a lifetime, caches should take the response for stale (RFC 9111
        /// §4.2.1).
        case invalid
        case value(Int64)
    }

    /// In the order sent, over all lines, repeated ones too.
    public let directives: [Directive]

    /// The directives of all Cache-Control lines.
    public init(_ section: FieldSection) {
        var directives: [Directive] = []
        for line in section.lines where line.known == .cacheControl {
            FieldList.forEachMember(of: section.value(of: line), separator: ASCII.comma) { member in
                let (name, argument) = FieldList.pair(member)
                directives.append(
                    Directive(known: Name(name), name: name, argument: argument.map { FieldList.unquote($0) }))
            }
        }
        self.directives = directives
    }

    /// Whether a directive is there.
    public func contains(_ name: Name) -> Bool {
        for directive in directives where directive.known == name { return true }
        return false
    }

    /// There without field names as its argument. `no-cache="X"` and `private="X"` speak of these fields only
    /// (RFC 9111 §5.2.2.4, §5.2.2.7).
    public func containsUnqualified(_ name: Name) -> Bool {
        for directive in directives where directive.known == name && directive.argument == nil { return true }
        return false
    }

    /// The directive's time; the first occurrence counts (RFC 9111 §4.2.1).
    public func seconds(_ name: Name) -> Seconds {
        for directive in directives where directive.known == name {
            return Self.seconds(directive.argument)
        }
        return .absent
    }

    /// `delta-seconds`, held at 2³¹ (RFC 9111 §1.2.2).
    static func seconds(_ argument: Bytes?) -> Seconds {
        guard let argument, !argument.isEmpty, argument.allSatisfy(ASCII.isDigit) else { return .invalid }
        let limit: UInt64 = 2_147_483_648
        return .value(Int64(min(argument.decimal ?? limit, limit)))
    }
}
