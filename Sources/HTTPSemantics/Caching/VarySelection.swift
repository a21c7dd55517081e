public import Bytes
public import HTTPModel

/// Whether a stored response can answer a later request, by the fields in its Vary (RFC 9111 §4.1).
public enum VarySelection: Sendable, Hashable {
    /// No Vary, or every field it names is the same in both requests.
    case matches
    /// `*`: the response depends on more than the request.
    case never
    /// The first field that differs, with both values.
    case differs(field: Bytes, stored: Bytes?, now: Bytes?)

    /// The fields Vary names, over all its lines.
    public static func fields(of response: FieldSection) -> [Bytes] {
        response.contains(.vary) ? response.list(.vary) : []
    }

    /// Whether a stored response fits a request (RFC 9111 §4.1).
    public static func select(response: FieldSection, stored: FieldSection, request: FieldSection) -> VarySelection {
        let names = fields(of: response)
        if names.contains("*") { return .never }
        for name in names {
            let old = value(name, stored)
            let new = value(name, request)
            if old != new { return .differs(field: name, stored: old, now: new) }
        }
        return .matches
    }

    /// The field's lines as one, white space around members removed; nil when it is not there. Fields whose members
    /// have no order are sorted, as RFC 9111 §4.1 allows where the meaning stays the same.
    static func value(_ name: Bytes, _ section: FieldSection) -> Bytes? {
        var members: [Bytes] = []
        var isThere = false
        for line in section.lines where section.name(of: line).equalsIgnoringCase(name) {
            isThere = true
            FieldList.forEachMember(of: section.value(of: line), separator: ASCII.comma) { members.append($0) }
        }
        guard isThere else { return nil }
        let hasNoOrder =
            name.equalsIgnoringCase("accept") || name.equalsIgnoringCase("accept-encoding")
            || name.equalsIgnoringCase("accept-language") || name.equalsIgnoringCase("accept-charset")
        if hasNoOrder {
            members = members.map(\.lowercased)
            members.sort { $0.lexicographicallyPrecedes($1) }
        }
        return Bytes(Array(members.joined(separator: ", ".utf8)))
    }
}
