public import Bytes

/// A response's head (RFC 9112 §4). Its parts are in one allocation, like a request head's.
public struct ResponseHead: Sendable, Hashable {
    @usableFromInline
    final class Parts: Sendable {
        @usableFromInline let status: Int
        @usableFromInline let version: HTTPVersion
        @usableFromInline let reasonRange: Range<Int>
        @usableFromInline let fields: FieldSection
        @usableFromInline let quirks: [Quirk]
        @usableFromInline let omittedQuirks: Int

        init(
            _ status: Int, _ version: HTTPVersion, _ reasonRange: Range<Int>, _ fields: FieldSection,
            _ quirks: [Quirk], _ omittedQuirks: Int
        ) {
            self.status = status
            self.version = version
            self.reasonRange = reasonRange
            self.fields = fields
            self.quirks = quirks
            self.omittedQuirks = omittedQuirks
        }
    }

    @usableFromInline let parts: Parts

    /// A head from its parts; `fields` holds the bytes to which all ranges refer.
    public init(
        status: Int, version: HTTPVersion, reasonRange: Range<Int>, fields: FieldSection, quirks: [Quirk] = [],
        omittedQuirks: Int = 0
    ) {
        parts = Parts(status, version, reasonRange, fields, quirks, omittedQuirks)
    }

    /// The status code, 100 to 999.
    @inlinable public var status: Int { parts.status }
    /// The version of the status line.
    @inlinable public var version: HTTPVersion { parts.version }
    /// Where the reason phrase lies; it may be empty.
    @inlinable public var reasonRange: Range<Int> { parts.reasonRange }
    /// The field lines, and the bytes of the whole head.
    @inlinable public var fields: FieldSection { parts.fields }
    /// What was out of the ordinary and accepted nevertheless.
    @inlinable public var quirks: [Quirk] { parts.quirks }
    /// How many more quirks there were than are kept.
    @inlinable public var omittedQuirks: Int { parts.omittedQuirks }

    /// Whether both are equal, byte for byte.
    public static func == (left: ResponseHead, right: ResponseHead) -> Bool {
        left.parts === right.parts
            || (left.status == right.status && left.version == right.version && left.reasonRange == right.reasonRange
                && left.fields == right.fields && left.quirks == right.quirks
                && left.omittedQuirks == right.omittedQuirks)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(status)
        hasher.combine(version)
        hasher.combine(fields)
    }

    /// The exact bytes, from the start line to the empty line.
    public var raw: Bytes { fields.raw }
    /// The reason phrase, often empty.
    public var reason: Bytes { raw.slice(reasonRange) }
    /// The status line without its line end; for HTTP/2, which has none, the equivalent line.
    public var startLine: Bytes { fields.isList ? Bytes("\(version) \(status)") : fields.startLine }
    /// 1xx: not the final answer (RFC 9110 §15.2).
    public var isInterim: Bool { status < 200 }
}
