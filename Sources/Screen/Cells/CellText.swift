import Bytes
import Views

/// Text as cells. Whatever it is, no control character becomes one.
struct CellText {
    private(set) var cells: [Cell] = []
    private let look: ScreenLook
    /// More marks than these on one character are left out.
    private static let mostMarks = 4
    private var marks = 0

    init(_ look: ScreenLook, _ cells: [Cell] = []) {
        self.look = look
        self.cells = cells
    }

    /// Bytes from anywhere, escaped, at most so many columns of them.
    mutating func add(_ bytes: Bytes, _ style: CellStyle = .normal, limit: Int = .max) {
        guard limit > 0 else { return }
        var escaped: [UInt8] = []
        TerminalText.append(bytes, to: &escaped, limit: limit)
        let before = cells.count
        for scalar in String(decoding: escaped, as: UTF8.self).unicodeScalars { add(scalar, style) }
        cut(to: limit, from: before)
    }

    mutating func add(_ text: String, _ style: CellStyle = .normal, limit: Int = .max) {
        add(Bytes(text), style, limit: limit)
    }

    /// A URL without its scheme; of one that is too long the host loses its beginning first, as what tells exchanges
    /// of one server apart stands behind it.
    mutating func add(url: Bytes, limit: Int) {
        var whole = CellText(look)
        // More than twice the room is never seen.
        whole.add(url, limit: max(limit, 1) * 2)
        guard whole.cells.count > limit, let slash = whole.cells.firstIndex(where: { $0.text == "/" }) else {
            return add(url, limit: limit)
        }
        // As much in each line, so that paths stand below one another.
        var dropped = slash - Self.leastHost
        // Half of a wide character is none.
        if dropped > 0, whole.cells[dropped].width == 0 { dropped += 1 }
        guard dropped > 1 else { return add(url, limit: limit) }
        let before = cells.count
        cells.append(Cell(look.isUnicode ? "…" : "~", .normal))
        cells += whole.cells[dropped...]
        cut(to: limit, from: before)
    }

    /// So much of a host is seen.
    private static let leastHost = 9

    /// What was escaped before, by a page: its colours become styles.
    mutating func add(page: ArraySlice<UInt8>) {
        var style = CellStyle.normal
        var rest = page
        while let first = rest.first {
            if first == ASCII.escape, let (code, end) = Self.colour(rest) {
                style = CellStyle(code)
                rest = rest[end...]
                continue
            }
            let end = rest.dropFirst().firstIndex(of: ASCII.escape) ?? rest.endIndex
            for scalar in String(decoding: rest[..<end], as: UTF8.self).unicodeScalars { add(scalar, style) }
            rest = rest[end...]
        }
    }

    /// `ESC [ n m` (ECMA-48 SGR), as pages are coloured by.
    private static func colour(_ bytes: ArraySlice<UInt8>) -> (Ink, end: Int)? {
        guard let end = bytes.prefix(6).firstIndex(of: UInt8(ascii: "m")), end - bytes.startIndex >= 3 else {
            return nil
        }
        let ink: Ink? =
            switch String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self) {
            case "0": .normal
            case "1": .strong
            case "2": .quiet
            case "31": .bad
            case "32": .good
            case "33": .warning
            case "36": .notice
            default: nil
            }
        return ink.map { ($0, end + 1) }
    }

    private mutating func add(_ scalar: Unicode.Scalar, _ style: CellStyle) {
        let width = TerminalText.columns(of: scalar.value)
        // What escaping would have replaced is shown as a gap, wherever it came from.
        guard scalar.value >= 0x20, scalar.value != 0x7F, !(0x80...0x9F).contains(scalar.value) else {
            return cells.append(Cell(look.isUnicode ? "·" : ".", style))
        }
        guard look.isUnicode || scalar.isASCII else {
            for sign in look.form(scalar) { cells.append(Cell(String(sign), style)) }
            return
        }
        if width == 0 {
            guard let last = cells.lastIndex(where: { $0.width > 0 }), marks < Self.mostMarks else { return }
            cells[last].text.unicodeScalars.append(scalar)
            marks += 1
            return
        }
        marks = 0
        cells.append(Cell(String(scalar), style, width: Int8(width)))
        if width == 2 { cells.append(Cell("", style, width: 0)) }
    }

    /// What of the text does not fit is left out, with a sign for it.
    mutating func cut(to limit: Int, from start: Int = 0) {
        guard cells.count - start > limit, limit > 0 else { return }
        var end = start + limit - 1
        let style = cells[end].style
        // Half of a wide character is none.
        if cells[end].width == 0 { end -= 1 }
        cells.removeSubrange(end...)
        while cells.count < start + limit - 1 { cells.append(Cell(" ", style)) }
        cells.append(Cell(look.isUnicode ? "…" : "~", style))
    }

    mutating func append(_ more: [Cell]) { cells += more }

    mutating func pad(to count: Int, _ style: CellStyle = .normal) {
        while cells.count < count { cells.append(Cell(" ", style)) }
    }
}
