package import Bytes
package import Explain
import Flow

/// Every byte of a message: offset, hexadecimal beside text, the rule it belongs to, and a sentence. Used once.
package struct ByteTable {
    private let spans: [Span]
    private let input: Bytes
    /// What is added to the offsets of the spans.
    private let base: Int
    /// The last offset that is shown.
    private let end: Int
    /// Rows of one leaf; of content there may be millions.
    private static let rowLimit = 8

    init(_ message: ExplainedMessage) {
        spans = message.spans
        input = message.input
        base = message.base
        end = message.offset + message.length
    }

    init(_ spans: [Span], in input: Bytes) {
        self.spans = spans
        self.input = input
        base = 0
        end = input.count
    }

    /// What is hidden is not to be read from its bytes either; the places stay as they are.
    private static func isHidden(_ bytes: Bytes, _ leaf: Span, _ hidden: HiddenValues) -> Bool {
        leaf.rule == "cookie-octet" && hidden.cookies.contains(bytes) || hidden.hide(bytes) != bytes
    }

    /// A message with an asterisk for each byte of what is hidden.
    package static func masked(_ bytes: Bytes, _ spans: [Span], _ hidden: HiddenValues) -> Bytes {
        var shown = bytes.array
        for leaf in spans.flatMap(\.leaves) where leaf.range.upperBound <= bytes.count {
            guard isHidden(bytes.slice(leaf.range), leaf, hidden) else { continue }
            for place in leaf.range { shown[place] = ASCII.asterisk }
        }
        return Bytes(shown)
    }

    func write(to page: inout PageWriter) {
        // Bytes a row.
        let row = page.width < 72 ? 4 : 8
        let digits = max(4, String(end).count)
        for span in spans {
            for leaf in span.leaves where leaf.length > 0 || leaf.isMalformed { write(leaf, digits, row, &page) }
        }
    }

    private func write(_ leaf: Span, _ digits: Int, _ row: Int, _ page: inout PageWriter) {
        let whole = input.slice(leaf.range)
        let isHidden = Self.isHidden(whole, leaf, page.out.hidden)
        let bytes = isHidden ? Bytes(Array(repeating: ASCII.asterisk, count: whole.count)) : whole
        // offset, two spaces, hexadecimal, a space, text, two spaces
        let hexColumn = digits + 2
        let textColumn = hexColumn + row * 3
        let wordColumn = textColumn + row + 2
        var words = PageWriter(style: page.out.style, width: page.width, hiding: page.out.hidden)
        words.flow(Prose(stringLiteral: leaf.rule + " ·"), at: wordColumn, ink: leaf.isMalformed ? .bad : .strong)
        words.flow(Prose(stringLiteral: leaf.text), at: wordColumn, ink: leaf.isMalformed ? .bad : .normal)
        words.source(leaf.spec, at: wordColumn)
        // The words stand beside the rows of bytes, line by line.
        let lines = words.take().split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
        let needed = max(1, (bytes.count + row - 1) / row)
        let rows = min(needed, Self.rowLimit)
        for index in 0..<max(rows + (needed > rows ? 1 : 0), lines.count) {
            if index == rows, needed > rows {
                page.pad(to: hexColumn)
                page.raw(.quiet) { $0.wire("… \(bytes.count - rows * row) more") }
            } else if index < rows {
                let start = index * row
                let part = bytes.slice(min(start, bytes.count)..<min(start + row, bytes.count))
                offset(base + leaf.offset + start, digits, &page)
                page.pad(to: hexColumn)
                hex(part, leaf.isMalformed ? .bad : .normal, &page)
                page.pad(to: textColumn)
                page.raw(leaf.isMalformed ? .bad : .notice) { out in
                    for byte in part { out.wire(byte &- ASCII.space < 0x5F ? Bytes([byte]) : "·") }
                }
            }
            if index < lines.count {
                // A line but the first begins with the spaces that lead to its column.
                let line = lines[index].drop { $0 == ASCII.space }
                page.pad(to: wordColumn)
                page.append(line)
            }
            page.newline()
        }
    }

    private func offset(_ offset: Int, _ digits: Int, _ page: inout PageWriter) {
        let text = String(offset)
        page.pad(to: digits - text.count)
        page.raw(.quiet) { $0.wire(text) }
    }

    private func hex(_ part: Bytes, _ ink: Ink, _ page: inout PageWriter) {
        var text: [UInt8] = []
        for byte in part {
            if !text.isEmpty { text.append(ASCII.space) }
            for nibble in [byte >> 4, byte & 15] {
                text.append(nibble < 10 ? ASCII.zero + nibble : UInt8(ascii: "a") - 10 + nibble)
            }
        }
        page.raw(ink) { $0.wire(Bytes(text)) }
    }
}
