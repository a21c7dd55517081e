import Bytes
import Explain
package import Messages

/// A body laid out on a page: its title, its remarks, its lines.
package struct BodyLines {
    private let view: BodyView
    /// Columns that a level of depth takes.
    private static let step = 2

    package init(_ view: BodyView) {
        self.view = view
    }

    /// - Parameters:
    ///   - wraps: for a terminal; else each line stays one, so that a search finds it whole.
    ///   - limit: of lines that are shown.
    package func write(
        to page: inout PageWriter, at column: Int, wraps: Bool, limit: Int = .max, more: String = "--body"
    ) {
        for remark in view.remarks {
            page.prose(.init(stringLiteral: remark), at: column, ink: view.isDamaged ? .bad : .warning)
        }
        // A line that takes many rows counts as many. One that is left over takes no more than words about it.
        var rows = view.lines.count - 1 == limit && !view.isCut ? view.lines.count : limit
        var written = 0
        for line in view.lines where rows > 0 {
            let (shown, taken) = limit == .max ? (line, 0) : Self.cut(line, to: rows, of: page.width - column)
            Self.write(shown, to: &page, at: column, wraps: wraps)
            rows -= taken
            written += 1
        }
        if view.lines.count > written {
            let left = view.lines.count - written
            let lines = view.isCut ? "more lines" : Quantity.count(left, "more line")
            page.prose(Prose(stringLiteral: "… \(lines): \(more) shows them."), at: column, ink: .quiet)
        } else if limit != .max, rows < 0 {
            page.prose(Prose(stringLiteral: "… \(more) shows all of it."), at: column, ink: .quiet)
        } else if view.isCut {
            page.prose("… and more; \("--raw") prints it unchanged.", at: column, ink: .quiet)
        }
    }

    /// What fits on so many rows, and how many it takes; more than there are when something was left out.
    private static func cut(_ line: BodyLine, to rows: Int, of width: Int) -> (line: BodyLine, rows: Int) {
        let count = line.spans.reduce(min(line.depth * step, width / 2)) { $0 + $1.text.count }
        let taken = max(1, (count + width - 1) / width)
        guard taken > rows else { return (line, taken) }
        var room = rows * width - min(line.depth * step, width / 2)
        var shown = line
        shown.spans = line.spans.compactMap { span in
            guard room > 0 else { return nil }
            defer { room -= span.text.count }
            return BodyLine.Span(span.text.slice(0..<min(room, span.text.count)), span.role)
        }
        return (shown, rows + 1)
    }

    /// One line, on as many rows as it needs.
    package static func write(_ line: BodyLine, to page: inout PageWriter, at column: Int, wraps: Bool) {
        // However deep, there is room for words.
        let indent = column + min(line.depth * step, page.width / 2)
        if wraps {
            page.wire(line.spans.map { ($0.text, $0.role.ink) }, at: indent)
            return
        }
        page.pad(to: column + line.depth * step)
        for span in line.spans { page.raw(span.role.ink) { $0.wire(span.text) } }
        page.newline()
    }
}

extension BodyLine.Role {
    var ink: Ink {
        switch self {
        case .plain, .number: .normal
        case .name: .notice
        case .string: .good
        case .word: .strong
        case .mark, .comment, .note, .secret: .quiet
        case .damage: .bad
        }
    }
}
