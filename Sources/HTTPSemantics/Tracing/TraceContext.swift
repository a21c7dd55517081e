package import Bytes
package import HTTPModel

/// The trace that a request belongs to: `traceparent` and `tracestate` (W3C Trace Context, sections 3.2 and 3.3).
package struct TraceContext: Sendable, Hashable {
    /// Sixteen bytes, not all zero.
    package let traceID: [UInt8]
    /// The caller's span: eight bytes, not all zero.
    package let parentID: [UInt8]
    /// The caller may have recorded its part.
    package let isSampled: Bool
    /// What tracing systems say to each other, all lines as one; nil without it.
    package let state: Bytes?

    /// Of a request's fields; nil where nothing valid says it. Several lines are invalid: `traceparent` has one value.
    package init?(_ fields: FieldSection) {
        let lines = fields.lines.filter { fields.name(of: $0).equalsIgnoringCase("traceparent") }
        guard lines.count == 1, let line = lines.first else { return nil }
        let value = fields.unfoldedValue(of: line)
        guard value.count >= 55, value[2] == ASCII.hyphen, value[35] == ASCII.hyphen, value[52] == ASCII.hyphen,
            let version = Self.digits(value.slice(0..<2)), version != [0xFF],
            let trace = Self.digits(value.slice(3..<35)), trace.contains(where: { $0 != 0 }),
            let parent = Self.digits(value.slice(36..<52)), parent.contains(where: { $0 != 0 }),
            let flags = Self.digits(value.slice(53..<55))
        else { return nil }
        // Version 00 ends here; what later ones add begins with a hyphen (section 4.3, "Versioning of traceparent").
        guard value.count == 55 || (version != [0] && value[55] == ASCII.hyphen) else { return nil }
        traceID = trace
        parentID = parent
        isSampled = flags[0] & 1 == 1
        let states = fields.values(named: "tracestate").filter { !$0.isEmpty }
        // Longer ones may be cut by anyone (section 3.3.1.5), and no longer one is wanted.
        let joined = states.isEmpty ? nil : Bytes(Array(states.joined(separator: Array(",".utf8))))
        state = joined.flatMap { $0.count <= 512 ? $0 : nil }
    }

    /// Digits of base 16 in lower case, as the grammar has them; nil for anything else.
    private static func digits(_ text: Bytes) -> [UInt8]? {
        guard !text.contains(where: { UInt8(ascii: "A")...UInt8(ascii: "F") ~= $0 }) else { return nil }
        return Hex.decode(text)
    }
}
