public import Bytes
package import HTTPModel

/// `type/subtype; name=value`: the type of a content (RFC 9110 §8.3.1). Any value can be read; `isWellFormed` says
/// whether it is valid.
public struct MediaType: Sendable, Hashable {
    /// One `name=value`, such as the charset.
    public struct Parameter: Sendable, Hashable {
        /// The name, as it was sent.
        public let name: Bytes
        /// As it was sent, with its quotes.
        public let written: Bytes
        /// Without quotes.
        public var value: Bytes { FieldList.unquote(written) }
    }

    /// Its parts are handed out with every question about a message: as a reference, for four slices and a list took
    /// 400 instructions to copy and to let go.
    private final class Parts: Sendable {
        let essence: Bytes
        let type: Bytes
        let subtype: Bytes
        let parameters: [Parameter]
        let isWellFormed: Bool

        init(essence: Bytes, type: Bytes, subtype: Bytes, parameters: [Parameter], isWellFormed: Bool) {
            self.essence = essence
            self.type = type
            self.subtype = subtype
            self.parameters = parameters
            self.isWellFormed = isWellFormed
        }
    }

    private let parts: Parts

    /// Without its parameters, as it was sent: `text/html`.
    public var essence: Bytes { parts.essence }
    /// The part before the slash, as it was sent.
    public var type: Bytes { parts.type }
    /// The part after the slash, as it was sent.
    public var subtype: Bytes { parts.subtype }
    /// The parameters, in the order of arrival.
    public var parameters: [Parameter] { parts.parameters }
    /// Whether it names a type, and each parameter has a name (RFC 9110 §8.3.1).
    public var isWellFormed: Bool { parts.isWellFormed }

    /// Two are the same that were sent the same.
    public static func == (left: MediaType, right: MediaType) -> Bool {
        left.essence == right.essence && left.parameters == right.parameters
            && left.isWellFormed == right.isWellFormed
    }

    /// By what was sent.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(essence)
        hasher.combine(parameters)
    }

    /// Reads a Content-Type value, as far as it can be read.
    public init(_ value: Bytes) {
        let end = FieldList.end(in: value, from: 0, separator: ASCII.semicolon)
        let essence = value.slice(0..<end).trimmed
        let slash = essence.firstIndex(of: ASCII.slash) ?? essence.count
        let type = essence.slice(0..<slash)
        let subtype = essence.slice(min(slash + 1, essence.count)..<essence.count)
        var parameters: [Parameter] = []
        if end < value.count {
            FieldList.forEachMember(of: value.slice(end..<value.count), separator: ASCII.semicolon) { part in
                let (name, written) = FieldList.pair(part)
                parameters.append(Parameter(name: name, written: written ?? part.slice(part.count..<part.count)))
            }
        }
        let isWellFormed =
            !type.isEmpty && !subtype.isEmpty && OctetClass.token.containsAll(type)
            && OctetClass.token.containsAll(subtype) && !parameters.contains { $0.name.isEmpty }
        parts = Parts(
            essence: essence, type: type, subtype: subtype, parameters: parameters, isWellFormed: isWellFormed)
    }

    /// The type of a content by all Content-Type lines of its head. Of several that differ browsers use the last one
    /// that is a media type, and so does a list with commas (Fetch §2.2.3, "extract a MIME type"). nil without any.
    package init?(_ fields: FieldSection) {
        guard let only = fields.first(.contentType) else { return nil }
        // Nearly every message has one line, with one type.
        if !only.contains(ASCII.comma), fields.lines.count(where: { $0.known == .contentType }) == 1 {
            self.init(only)
            return
        }
        let values = fields.values(named: "content-type").flatMap { Self.listed($0) }
        guard let first = values.first else { return nil }
        self.init(values.last { MediaType($0).isWellFormed } ?? first)
    }

    /// The values of a line: a comma between two types makes a list of it, one elsewhere does not.
    private static func listed(_ value: Bytes) -> [Bytes] {
        let members = value.contains(ASCII.comma) ? FieldList.split(value, separator: ASCII.comma) : []
        return members.count > 1 && members.allSatisfy { MediaType($0).isWellFormed } ? members : [value]
    }

    /// The types that several Content-Type lines, or a list in one, give a content, where they differ; else empty.
    package static func differing(_ fields: FieldSection) -> [Bytes] {
        let types = fields.values(named: "content-type").flatMap { listed($0) }.map { MediaType($0).essence }
        guard let first = types.first, types.contains(where: { !$0.equalsIgnoringCase(first) }) else { return [] }
        return types
    }

    /// The first parameter of this name, given in lower case.
    public func parameter(_ name: StaticString) -> Bytes? {
        parameters.first { $0.name.equalsIgnoringCase(name) }?.value
    }

    /// Whether it is this type, letters compared without case.
    public func `is`(_ type: StaticString, _ subtype: StaticString) -> Bool {
        self.type.equalsIgnoringCase(type) && self.subtype.equalsIgnoringCase(subtype)
    }

    /// `application/problem+json`: the syntax on which the subtype is based (RFC 6838 §4.2.8).
    public func hasSuffix(_ suffix: StaticString) -> Bool {
        guard let plus = subtype.lastIndex(of: ASCII.plus) else { return subtype.equalsIgnoringCase(suffix) }
        return subtype.slice(plus + 1..<subtype.count).equalsIgnoringCase(suffix)
    }

    /// Whether it is text, which compresses well and may need a charset.
    public var isText: Bool {
        type.equalsIgnoringCase("text") || hasSuffix("json") || hasSuffix("xml") || self.is("application", "javascript")
            || self.is("application", "x-www-form-urlencoded") || self.is("application", "graphql")
            || self.is("application", "manifest+json")
    }

    /// Whether it names what a content coding does: `application/gzip` beside gzip (RFC 9110 §8.4).
    package func names(_ coding: ContentCoding) -> Bool {
        let name = subtype.hasPrefix(ignoringCase: "x-") ? subtype.slice(2..<subtype.count) : subtype
        return type.equalsIgnoringCase("application") && name.lowercased == coding.name.lowercased
    }

    private static let archives: [StaticString] = ["zip", "gzip", "zstd", "x-7z-compressed", "x-bzip2", "x-xz"]

    /// Whether the format itself is compressed.
    public var isCompressed: Bool {
        if type.equalsIgnoringCase("image") { return !hasSuffix("xml") && !subtype.equalsIgnoringCase("bmp") }
        return type.equalsIgnoringCase("video") || type.equalsIgnoringCase("audio")
            || Self.archives.contains { subtype.equalsIgnoringCase($0) }
            || type.equalsIgnoringCase("font") && subtype.count == 5
    }
}
