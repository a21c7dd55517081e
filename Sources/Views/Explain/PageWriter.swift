package import Bytes
package import Explain

/// Writes pages of explanations: text wrapped at words to a width, quotations from the wire coloured and escaped.
///
/// A page is always wrapped, also into a file, because it is read and not searched. Owned by whoever renders one.
package struct PageWriter {
    package private(set) var out: LineBuffer
    package let width: Int

    /// Narrower than this there is nothing to align; wider lines are hard to read.
    package init(style: Style, width: Int?, hiding hidden: HiddenValues = .none) {
        out = LineBuffer(style: style, hiding: hidden)
        self.width = min(max(width ?? 80, 40), 140)
    }

    package mutating func take() -> [UInt8] { out.take() }

    package mutating func newline() { out.newline() }

    /// A part of a line as it is, which has to fit.
    package mutating func raw(_ ink: Ink = .normal, _ write: (inout LineBuffer) -> Void) {
        out.ink(ink, write)
    }

    /// What another page wrote, as the end of a line.
    mutating func append(_ run: ArraySlice<UInt8>) { out.append(run, columns: run.count) }

    package mutating func pad(to column: Int) { out.pad(to: column) }

    /// A heading, with a rule to the right edge, and an empty line before it.
    package mutating func heading(_ title: Prose, ink: Ink = .strong) {
        if !out.endsInEmptyLine { out.newline() }
        flow(title, at: 0, ink: ink, quotes: ink)
        out.text(" ")
        let room = width - out.column
        out.ink(.quiet) { out in
            for _ in 0..<max(0, room) { out.text("─") }
        }
        out.newline()
    }

    /// A paragraph that begins at the current column, or at `column` when that is further right, and goes on at
    /// `column`.
    package mutating func prose(_ prose: Prose, at column: Int, ink: Ink = .normal, quotes: Ink? = nil) {
        flow(prose, at: column, ink: ink, quotes: quotes)
        out.newline()
    }

    /// A paragraph without the line end; several make one. Quotations have the colour `quotes`, by default that of what
    /// is noticed.
    package mutating func flow(_ prose: Prose, at column: Int, ink: Ink = .normal, quotes: Ink? = nil) {
        let column = fitting(column)
        // What stands on the line already is parted from this by a space.
        var isSpaceDue = out.column > column
        out.pad(to: column)
        let code = quotes ?? (ink == .normal ? .notice : ink)
        for word in words(of: prose) {
            let length = word.reduce(0) { $0 + $1.columns } + (isSpaceDue ? 1 : 0)
            if out.column + length > width, out.column > column {
                out.newline()
                out.pad(to: column)
            } else if isSpaceDue {
                out.text(" ")
            }
            for fragment in word { place(fragment, at: column, fragment.isQuoted ? code : ink) }
            isSpaceDue = true
        }
    }

    /// Where the paragraph's matter is specified, at its end and on one line.
    package mutating func source(_ spec: String, at column: Int) {
        let column = fitting(column)
        let text = Fragment(Bytes(spec))
        let isSpaceDue = out.column > column
        if isSpaceDue, out.column + 1 + text.columns > width {
            out.newline()
        } else if isSpaceDue {
            out.text(" ")
        }
        out.pad(to: column)
        place(text, at: column, .quiet)
    }

    /// A line of a message as it is, wrapped after a space where there is one, its parts in colours.
    package mutating func wire(_ pieces: [(bytes: Bytes, ink: Ink)], at column: Int) {
        let column = fitting(column)
        out.pad(to: column)
        for piece in pieces {
            place(Fragment(out.hidden.hide(piece.bytes)), at: column, piece.ink, breaksAtSpaces: true)
        }
        out.newline()
    }

    /// A column that leaves room for words on the line, however narrow it is.
    private func fitting(_ column: Int) -> Int { min(column, width - 16) }

    // MARK: Words

    /// A run of text without a place to break it, escaped.
    private struct Fragment {
        var text: [UInt8] = []
        var columns = 0
        var isQuoted = false

        init(_ bytes: Bytes, isQuoted: Bool = false) {
            columns = TerminalText.append(bytes, to: &text)
            self.isQuoted = isQuoted
        }
    }

    private func words(of prose: Prose) -> [[Fragment]] {
        var words: [[Fragment]] = []
        var word: [Fragment] = []
        for piece in prose.pieces {
            let (text, isQuoted) =
                switch piece {
                case .text(let text): (text, false)
                case .code(let text): (text, true)
                case .link(let text, _): (text, false)
                }
            let parts = out.hidden.hide(Bytes(text)).split(separator: ASCII.space, omittingEmptySubsequences: false)
            for (place, part) in parts.enumerated() {
                if place > 0, !word.isEmpty {
                    words.append(word)
                    word = []
                }
                if !part.isEmpty { word.append(Fragment(Bytes(Array(part)), isQuoted: isQuoted)) }
            }
        }
        if !word.isEmpty { words.append(word) }
        return words
    }

    /// Writes a fragment, broken at the right edge when it is longer than a line.
    private mutating func place(_ fragment: Fragment, at column: Int, _ ink: Ink, breaksAtSpaces: Bool = false) {
        var text = fragment.text[...]
        var columns = fragment.columns
        while out.column + columns > width {
            var (end, written) = Self.prefix(of: text, columns: width - out.column)
            if breaksAtSpaces, let space = text[..<end].lastIndex(of: ASCII.space), space > text.startIndex {
                written -= Self.prefix(of: text[(space + 1)..<end], columns: .max).columns
                end = space + 1
            }
            if written > 0 {
                let run = text[..<end]
                out.ink(ink) { $0.append(run, columns: written) }
            }
            text = text[end...]
            columns = max(0, columns - written)
            guard !text.isEmpty else { return }
            out.newline()
            out.pad(to: column)
        }
        let run = text
        let rest = columns
        out.ink(ink) { $0.append(run, columns: rest) }
    }

    /// What of an escaped text has room in so many columns, and how many it takes; marks stay with their character.
    private static func prefix(of text: ArraySlice<UInt8>, columns room: Int) -> (end: Int, columns: Int) {
        var end = text.startIndex
        var columns = 0
        while end < text.endIndex {
            let first = text[end]
            // Of well-formed UTF-8 (RFC 3629 §3) the first byte says how many there are.
            let length = first < 0x80 ? 1 : min((~first).leadingZeroBitCount, text.endIndex - end)
            var scalar = UInt32(first)
            if length > 1 {
                scalar &= 0x7F >> UInt32(length)
                for byte in text[(end + 1)..<(end + length)] { scalar = scalar << 6 | UInt32(byte & 0x3F) }
            }
            let width = TerminalText.columns(of: scalar)
            if columns + width > room { break }
            columns += width
            end += max(length, 1)
        }
        return (end, columns)
    }
}
