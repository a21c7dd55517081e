public import Bytes

/// A request's head: its line, its fields, and the exact bytes of both (RFC 9112 §3).
///
/// A value whose parts are in one allocation, so that it is as large as a reference in events and actions.
public struct RequestHead: Sendable, Hashable {
    @usableFromInline
    final class Parts: Sendable {
        @usableFromInline let method: Method
        @usableFromInline let target: RequestTarget
        @usableFromInline let version: HTTPVersion
        @usableFromInline let fields: FieldSection
        @usableFromInline let quirks: [Quirk]
        @usableFromInline let omittedQuirks: Int

        init(
            _ method: Method, _ target: RequestTarget, _ version: HTTPVersion, _ fields: FieldSection,
            _ quirks: [Quirk], _ omittedQuirks: Int
        ) {
            self.method = method
            self.target = target
            self.version = version
            self.fields = fields
            self.quirks = quirks
            self.omittedQuirks = omittedQuirks
        }
    }

    @usableFromInline let parts: Parts

    /// A head from its parts; `fields` holds the bytes to which all ranges refer.
    public init(
        method: Method, target: RequestTarget, version: HTTPVersion, fields: FieldSection, quirks: [Quirk] = [],
        omittedQuirks: Int = 0
    ) {
        parts = Parts(method, target, version, fields, quirks, omittedQuirks)
    }

    /// The method of the request line.
    @inlinable public var method: Method { parts.method }
    /// The target, taken apart.
    @inlinable public var target: RequestTarget { parts.target }
    /// The version of the request line.
    @inlinable public var version: HTTPVersion { parts.version }
    /// The fields; `fields.raw` is the whole head from the first byte of the request line to the end of the empty line.
    @inlinable public var fields: FieldSection { parts.fields }
    /// What was out of the ordinary and accepted nevertheless.
    @inlinable public var quirks: [Quirk] { parts.quirks }
    /// How many more quirks there were than are kept.
    @inlinable public var omittedQuirks: Int { parts.omittedQuirks }

    /// Whether both are equal, byte for byte.
    public static func == (left: RequestHead, right: RequestHead) -> Bool {
        left.parts === right.parts
            || (left.method == right.method && left.target == right.target && left.version == right.version
                && left.fields == right.fields && left.quirks == right.quirks
                && left.omittedQuirks == right.omittedQuirks)
    }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(method)
        hasher.combine(version)
        hasher.combine(fields)
    }

    /// The exact bytes, from the start line to the empty line.
    public var raw: Bytes { fields.raw }
    /// The request target as sent.
    public var targetBytes: Bytes { raw.slice(target.range) }
    /// The request line without its line end; for HTTP/2, which has none, the equivalent line.
    public var startLine: Bytes {
        guard fields.isList else { return fields.startLine }
        return Bytes(method.name.array + [ASCII.space] + targetBytes.array + Array(" \(version)".utf8))
    }
}
