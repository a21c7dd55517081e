import Bytes
import Views

/// The bytes of a message as signs: how many bytes make one, how many columns it takes.
struct LensSigns {
    private let bytes: Bytes
    private let look: ScreenLook
    /// Its lines have no ends.
    private let isList: Bool

    init(_ message: Lens.Message, _ look: ScreenLook) {
        bytes = message.bytes
        isList = message.isList
        self.look = look
    }

    /// The bytes of the character at a place; 1 where there is none.
    func length(_ place: Int, _ end: Int) -> Int {
        let length = min(max((~bytes[place]).leadingZeroBitCount, 1), 4, end - place)
        guard length > 1, String(validating: bytes.slice(place..<(place + length)), as: UTF8.self) != nil else {
            return 1
        }
        return length
    }

    func add(_ place: Int, length: Int, _ style: CellStyle, to text: inout CellText) {
        switch bytes[place] {
        case ASCII.lineFeed where isList: break
        case ASCII.carriageReturn: text.add("␍", style.colour == .ink(.bad) ? style : style.faded)
        case ASCII.lineFeed: text.add("␊", style.colour == .ink(.bad) ? style : style.faded)
        case ASCII.tab: text.add("␉", style.faded)
        default: text.add(bytes.slice(place..<(place + length)), style)
        }
    }

    private func columns(_ place: Int, length: Int) -> Int {
        if bytes[place] &- ASCII.space < 0x5F { return 1 }
        var text = CellText(look)
        add(place, length: length, .normal, to: &text)
        return text.cells.count
    }

    /// Lines of at most so many columns; each line feed ends one.
    func rows(columns: Int) -> [Range<Int>] {
        var rows: [Range<Int>] = []
        var (start, place, used) = (0, 0, 0)
        while place < bytes.count {
            let length = length(place, bytes.count)
            let width = self.columns(place, length: length)
            if used + width > columns, place > start {
                rows.append(start..<place)
                (start, used) = (place, 0)
            }
            used += width
            place += length
            if bytes[place - 1] == ASCII.lineFeed {
                rows.append(start..<place)
                (start, used) = (place, 0)
            }
        }
        if start < place { rows.append(start..<place) }
        return rows
    }
}

extension CellStyle {
    fileprivate var faded: CellStyle {
        var style = self
        style.colour = .ink(.quiet)
        return style
    }
}
