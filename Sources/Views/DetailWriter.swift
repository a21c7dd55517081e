import Bytes
import Explain

/// Writes the lines under an exchange's first line: a label, and text that is wrapped at words to the terminal's width.
///
/// Without a width (a file, a pipe) each detail is one line, so that `grep` finds it whole. Owned by `ExchangeLines`.
struct DetailWriter {
    var out: LineBuffer
    /// Columns of the terminal, nil when there is none.
    var width: Int?
    private var scratch = LineBuffer(style: .plain)
    /// What stands before the text of a summary's row, by label and tone: put together once, as a live line has many
    /// rows and their labels took a fifth of writing it. Empty until it is needed.
    private var openings = [[UInt8]](repeating: [], count: ExchangeSummary.Label.allCases.count * tones)
    private static let tones = ExchangeSummary.Tone.allCases.count

    /// Where labels and where their texts begin.
    static let labelColumn = 10
    static let textColumn = 22
    /// Where the lines of messages begin, after their mark.
    private static let lineColumn = 12

    init(style: Style, width: Int?) {
        out = LineBuffer(style: style)
        // Narrower than this there is nothing to align.
        self.width = width.map { max($0, 40) }
    }

    /// One detail. The text is written without colour of its own; `ink` colours it as a whole.
    mutating func detail(
        _ label: StaticString, ink: Ink = .normal, _ write: (inout LineBuffer) -> Void
    ) {
        Self.open(label, ink, in: &out)
        phrase(at: Self.textColumn, ink, write)
        out.newline()
    }

    /// The same for a row of a summary, on a line of its own.
    mutating func row(
        _ label: ExchangeSummary.Label, _ tone: ExchangeSummary.Tone, _ write: (inout LineBuffer) -> Void
    ) {
        let place = label.rawValue * Self.tones + tone.rawValue
        if openings[place].isEmpty {
            var opening = LineBuffer(style: out.style)
            Self.open(label.text, tone.ink, in: &opening)
            openings[place] = opening.bytes
        }
        // All labels are shorter than their column.
        out.append(openings[place], columns: Self.textColumn)
        phrase(at: Self.textColumn, tone.ink, write)
        out.newline()
    }

    private static func open(_ label: StaticString, _ ink: Ink, in line: inout LineBuffer) {
        line.pad(to: labelColumn)
        line.ink(ink == .normal ? .quiet : ink) { $0.text(label) }
        line.pad(to: textColumn)
    }

    /// Text at a column of the current line, on as many lines as it needs, without a line end after it.
    mutating func phrase(at column: Int, _ ink: Ink = .normal, _ write: (inout LineBuffer) -> Void) {
        // Most fit on the line, and are written where they belong at once.
        let before = out.place
        out.ink(ink, write)
        guard let width, out.column > width else { return }
        out.goBack(to: before)
        scratch.removeAll()
        write(&scratch)
        place(at: column, ink)
    }

    /// A line of a message with a mark before it: what `--verbose` adds.
    mutating func line(_ mark: StaticString, ink: Ink = .normal, _ write: (inout LineBuffer) -> Void) {
        scratch.removeAll()
        write(&scratch)
        out.pad(to: Self.labelColumn)
        out.ink(ink) { $0.text(mark) }
        if !scratch.isEmpty {
            out.pad(to: Self.lineColumn)
            place(at: Self.lineColumn, ink)
        }
        out.newline()
    }

    /// Puts the scratch text at a column, on as many lines as it needs.
    private mutating func place(at column: Int, _ ink: Ink) {
        let room = width.map { $0 - column } ?? .max
        let text = scratch.bytes
        if scratch.column <= room {
            let columns = scratch.column
            out.ink(ink) { $0.append(text[...], columns: columns) }
            return
        }
        var start = 0
        while start < text.count {
            let (end, columns) = Self.lineEnd(text, from: start, room: room)
            out.ink(ink) { $0.append(text[start..<end], columns: columns) }
            start = end
            while start < text.count, text[start] == ASCII.space { start += 1 }
            if start < text.count {
                out.newline()
                out.pad(to: column)
            }
        }
    }

    /// Where to break: after the last `|` that fits when the line is well filled then, after the last word that fits,
    /// or inside a word that is longer than a line. Every character is taken for one column here: wide ones only make
    /// the terminal break a line on its own account.
    private static func lineEnd(_ text: [UInt8], from start: Int, room: Int) -> (end: Int, columns: Int) {
        var index = start
        var columns = 0
        var space: (index: Int, columns: Int)?
        var bar: (index: Int, columns: Int)?
        while index < text.count {
            if text[index] == ASCII.space {
                space = (index, columns)
                if index > start, text[index - 1] == ASCII.bar, columns > room / 3 { bar = (index, columns) }
            }
            if columns == room {
                if let bar { return (bar.index, bar.columns) }
                if let space { return (space.index, space.columns) }
                return (index, columns)
            }
            index += 1
            while index < text.count, text[index] & 0xC0 == 0x80 { index += 1 }
            columns += 1
        }
        return (text.count, columns)
    }
}
