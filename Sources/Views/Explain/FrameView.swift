import Bytes
package import Explain
import Flow

/// What one side of an HTTP/2 connection sent, frame by frame: each with what it says, the fields of each field block
/// with where they were taken from, and the table. Owned by the command that prints one.
package struct FrameView {
    package var page: PageWriter
    private let showsBytes: Bool
    private let showsAll: Bool

    /// Entries of a table, in short.
    private static let entryLimit = 4
    private static let barWidth = 32
    /// What every frame has; told in its heading.
    private static let headerRules: Set = ["frame-length", "frame-type", "stream-identifier", "pad-length", "padding"]

    /// - Parameters:
    ///   - showsBytes: every byte is named.
    ///   - showsAll: all notes and all entries of tables are shown.
    package init(style: Style, width: Int?, showsBytes: Bool, showsAll: Bool) {
        self.init(on: PageWriter(style: style, width: width), showsBytes: showsBytes, showsAll: showsAll)
    }

    /// - Parameter page: on which something stands already.
    package init(on page: PageWriter, showsBytes: Bool, showsAll: Bool) {
        self.page = page
        self.showsBytes = showsBytes
        self.showsAll = showsAll
    }

    package mutating func show(_ dissection: HTTP2Dissection) {
        if dissection.parts.isEmpty, dissection.rest.isEmpty {
            return page.prose("The input is empty: there is nothing to explain.", at: 0)
        }
        for part in dissection.parts { show(part, dissection.input) }
        if !dissection.rest.isEmpty {
            page.heading("Rest")
            page.prose(
                "\(dissection.rest.count) bytes from byte \(dissection.rest.lowerBound) on: "
                    + Prose(stringLiteral: dissection.restText), at: 2, ink: .bad)
        }
    }

    /// The field block of a recorded head.
    package mutating func show(_ block: RecordedBlock) {
        let noun = block.kind == .request ? "request" : "response"
        let way = block.isSent ? ", as forwarded by Hark" : ""
        page.heading(
            Prose(
                stringLiteral:
                    "Field block of the \(noun)\(way) · stream \(block.stream) · \(Quantity.bytes(block.bytes.count))"))
        if showsBytes { ByteTable(block.spans, in: block.bytes).write(to: &page) }
        fields(block.block)
    }

    private mutating func show(_ part: HTTP2Dissection.Part, _ input: Bytes) {
        let stream = part.stream == 0 ? "" : " · stream \(part.stream)"
        let place = part.offset == 0 ? "" : " from byte \(part.offset)"
        page.heading(Prose(stringLiteral: "\(part.name)\(stream) · \(Quantity.bytes(part.length))\(place)"))
        if showsBytes {
            ByteTable(part.spans, in: input).write(to: &page)
        } else {
            for span in part.spans { sentence(span, of: part) }
        }
        if let block = part.block { fields(block) }
        for note in part.notes.byLevel where showsAll || note.level > .info {
            NoteLines(NoteGroup(note)).write(to: &page)
        }
    }

    private mutating func sentence(_ span: Span, of part: HTTP2Dissection.Part) {
        if span.isMalformed {
            // A note says it.
            let isNoted = part.notes.contains {
                $0.length == 0 ? span.range.contains($0.offset) : span.range.overlaps($0.offset..<$0.offset + $0.length)
            }
            if isNoted { return }
        } else {
            if Self.headerRules.contains(span.rule) { return }
            if span.rule == "frame-flags", span.text == "No flag is set." { return }
            // The fields stand beneath.
            if span.spec.hasPrefix("RFC 7541") { return }
        }
        page.flow(Prose(stringLiteral: span.text), at: 2, ink: span.isMalformed ? .bad : .normal)
        page.source(span.spec, at: 2)
        page.newline()
    }

    private mutating func fields(_ block: HTTP2Dissection.Block) {
        guard !showsBytes else { return table(block) }
        for field in block.fields {
            page.wire([(Bytes(field.name.array + Array(": ".utf8)), .strong), (field.value, .notice)], at: 2)
            let code = field.isHuffman ? " (Huffman)" : ""
            page.prose(
                Prose(stringLiteral: "\(Quantity.bytes(field.size))\(code): \(field.words)"), at: 4, ink: .quiet)
        }
        page.prose(
            "The block has \(block.size) bytes; as HTTP/1.1 lines the fields would have \(block.plainSize).", at: 2)
        table(block)
    }

    private mutating func table(_ block: HTTP2Dissection.Block) {
        if showsAll { table("Table before", block.before) }
        table(showsAll ? "Table after" : "Table", block.after)
    }

    private mutating func table(_ title: String, _ table: HTTP2Dissection.TableState) {
        if let limit = table.limit {
            let filled = limit == 0 ? 0 : min(Self.barWidth, (table.size * Self.barWidth + limit - 1) / limit)
            page.pad(to: 2)
            page.raw(.quiet) { out in
                out.wire(title + " ")
                for place in 0..<Self.barWidth { out.text(place < filled ? "█" : "░") }
            }
            page.flow(
                "\(table.size) of \(limit) bytes, " + Prose(stringLiteral: Quantity.entries(table.count)), at: 2,
                ink: .quiet)
            page.newline()
        } else {
            page.prose(
                Prose(stringLiteral: "\(title), as far as this block shows: \(Quantity.entries(table.count))"), at: 2,
                ink: .quiet)
        }
        let entries = table.entries
        for entry in showsAll ? entries[...] : entries.prefix(Self.entryLimit) {
            let by = entry.enteredBy.map { " · added by stream \($0)" } ?? ""
            page.wire(
                [
                    (Bytes("\(entry.index)  "), .quiet), (Bytes(entry.name.array + Array(": ".utf8)), .normal),
                    (Bytes(entry.value.abbreviated(to: 60)), .notice),
                    (Bytes("  \(Quantity.bytes(entry.size))\(by)"), .quiet),
                ], at: 4)
        }
        if !showsAll, entries.count > Self.entryLimit {
            page.prose("… \(entries.count - Self.entryLimit) more; \("--all") shows them.", at: 4, ink: .quiet)
        }
    }
}

extension Quantity {
    fileprivate static func entries(_ count: Int) -> String {
        count == 0 ? "no entry" : count == 1 ? "1 entry" : "\(count) entries"
    }
}
