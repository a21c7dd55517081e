public import Bytes

/// Whether a content is to be shown or saved, and under which name (RFC 6266).
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

    /// Whether `filename*` says that it is in UTF-8, as it has to be (RFC 8187 §3.2.1); false also without one.
    public var isExtendedInUTF8: Bool {
        extendedValue.flatMap { ExtendedValue($0) }?.charset.equalsIgnoringCase("utf-8") == true
    }

    /// Whether it is to be saved rather than shown; what is unknown is (RFC 6266 §4.2).
    public var isAttachment: Bool { !kind.equalsIgnoringCase("inline") }

    /// The name that a client uses: `filename*` first (§4.3). Of a path it is only the part after the last separator,
    /// as no server may choose a folder (§4.3).
    public var suggestedName: String? {
        guard let name = extendedName ?? plainName?.text, !name.isEmpty else { return nil }
        let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? ""
        return last.isEmpty || last == "." || last == ".." ? nil : last
    }

    /// A name with a folder in it.
    public var namesAFolder: Bool {
        (extendedName ?? plainName?.text).map { $0.contains { $0 == "/" || $0 == "\\" } } ?? false
    }
}
