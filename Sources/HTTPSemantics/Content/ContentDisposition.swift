public import Bytes

/// Whether the client should display or save the content, and under which name (RFC 6266).
public struct ContentDisposition: Sendable, Hashable {
    /// `inline`, `attachment`, or something else, which counts as `attachment` (§4.2).
    public let kind: Bytes
    /// The parameter `filename`, without quotes.
    public let plainName: Bytes?
    /// `filename*` decoded (RFC 8187), when it is well-formed and in UTF-8 or ISO-8859-1.
    public let extendedName: String?
    /// `filename*` as sent.
    public let extendedValue: Bytes?

    /// Reads a Content-Disposition value (RFC 6266 §4).
    public init(_ value: Bytes) {
        let end = FieldList.end(in: value, from: 0, separator: ASCII.semicolon)
        kind = value.slice(0..<end).trimmed
        var plain: Bytes?
        var extended: Bytes?
        FieldList.forEachMember(of: value.slice(end..<value.count), separator: ASCII.semicolon) { part in
            let (name, value) = FieldList.pair(part)
            if name.equalsIgnoringCase("filename"), plain == nil { plain = value.map { FieldList.unquote($0) } }
            if name.equalsIgnoringCase("filename*"), extended == nil { extended = value }
        }
        plainName = plain
        extendedValue = extended
        extendedName = extended.flatMap { ExtendedValue($0)?.text }
    }

    /// Whether `filename*` declares UTF-8, as required (RFC 8187 §3.2.1); false also without one.
    public var isExtendedInUTF8: Bool {
        extendedValue.flatMap { ExtendedValue($0) }?.charset.equalsIgnoringCase("utf-8") == true
    }

    /// Whether it should be saved rather than displayed; so should an unknown type (RFC 6266 §4.2).
    public var isAttachment: Bool { !kind.equalsIgnoringCase("inline") }

    /// The name that a client uses: `filename*` first (§4.3). Only the part after the last separator counts, because a
    /// server must not choose a folder (§4.3).
    public var suggestedName: String? {
        guard let name = extendedName ?? plainName?.text, !name.isEmpty else { return nil }
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        return last.isEmpty || last == "." || last == ".." ? nil : last
    }

    /// Whether the name contains a folder.
    public var namesAFolder: Bool {
        (extendedName ?? plainName?.text).map { $0.contains { $0 == "/" || $0 == "\\" } } ?? false
    }
}
