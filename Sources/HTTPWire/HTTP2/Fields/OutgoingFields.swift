package import Bytes
package import HTTPModel

/// A head or a trailer section as HTTP/2 sends it: pseudo-header fields first, names in lower case, the authority in
/// `:authority` (RFC 9113 §8.2, §8.3.1).
///
/// What goes out is checked once more, whoever made it, as `HeadEncoder` does.
package struct OutgoingFields: Sendable, Hashable {
    /// In the order in which they go out, a line each.
    let section: FieldSection
    /// Places of the lines that may never be entered into a table (RFC 7541 §6.2.3).
    let sensitive: Set<Int>

    /// The lines of `section` with the actions carried out. A start line that is not replaced has nothing to say here.
    ///
    /// - Parameters:
    ///   - sensitive: places of the lines that may never be entered into a table (RFC 7541 §6.2.3).
    ///   - action: the action by its place, of `count`.
    package init(
        _ section: FieldSection, sensitive: Set<Int> = [], _ count: Int = 0, _ action: (Int) -> HeadAction
    ) throws(EncodeError) {
        if count == 0, OutgoingCheck.isReady(section) {
            (self.section, self.sensitive) = (section, sensitive)
        } else {
            var draft = try OutgoingDraft(section, sensitive: sensitive, count, action)
            try draft.write()
            (self.section, self.sensitive) = (draft.takeSection(), draft.written)
        }
    }

    /// These fields as they are, unchecked.
    package init(_ fields: [HPACKField]) {
        var lines = FieldLines()
        for field in fields {
            field.name.withSpan { name in
                field.value.withSpan { lines.append(name, $0, KnownField.named(name)) }
            }
        }
        section = lines.takeSection()
        sensitive = Set(fields.indices.filter { fields[$0].isSensitive })
    }

    /// The fields as lines, with the empty line at their end: what a record keeps of them.
    package var lines: Bytes { section.raw }

    /// The value of the first field of this name, which is in lower case.
    package subscript(name: StaticString) -> Bytes? {
        section.lines.first { section.name(of: $0).isExactly(name) }.map { section.value(of: $0) }
    }
}

extension HPACKEncoder {
    /// Appends the block of these fields.
    package mutating func encode(_ fields: OutgoingFields, into output: inout [UInt8]) {
        encode(fields.section, sensitive: fields.sensitive, into: &output)
    }
}

extension OutgoingFields: ExpressibleByArrayLiteral {
    package init(arrayLiteral fields: HPACKField...) {
        self.init(fields)
    }
}

/// Lines that are written one behind the other, where they stay.
struct FieldLines {
    private var text: [UInt8] = []
    private var lines: [FieldLine] = []

    /// Makes room for so much.
    mutating func reserve(octets: Int, count: Int) {
        text.reserveCapacity(octets)
        lines.reserveCapacity(count)
    }

    var count: Int { lines.count }

    mutating func append(_ name: Span<UInt8>, _ value: Span<UInt8>, _ known: KnownField) {
        let start = text.count
        text.appendLine(name, value)
        note(start, name.count, known)
    }

    private mutating func note(_ start: Int, _ nameCount: Int, _ known: KnownField) {
        let nameEnd = start + nameCount
        lines.append(
            FieldLine(
                start: start, nameEnd: nameEnd, valueStart: nameEnd + TableEntry.separator,
                valueEnd: text.count - TableEntry.lineEnd, end: text.count, known: known))
    }

    /// The lines as a section, an empty line at its end; nothing is left here.
    mutating func takeSection() -> FieldSection {
        text.appendLineEnd()
        var (raw, places): ([UInt8], [FieldLine]) = ([], [])
        swap(&raw, &text)
        swap(&places, &lines)
        return FieldSection(raw: Bytes(raw), lines: places)
    }
}
