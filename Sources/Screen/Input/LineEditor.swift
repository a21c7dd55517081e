/// One line that is being written. A value.
struct LineEditor: Sendable {
    private(set) var characters: [Character]
    /// The place of the cursor, in characters.
    private(set) var place: Int

    /// More is not taken.
    private static let limit = 4_000

    init(_ text: String = "") {
        characters = Array(text)
        place = characters.count
    }

    var text: String { String(characters) }

    /// Whether the key changed the line or moved in it.
    mutating func press(_ key: ScreenKey) -> Bool {
        switch key {
        case .character(let scalar):
            guard characters.count < Self.limit else { return false }
            // A mark joins the character before it.
            let before = place
            let text = String(characters[..<place]) + String(scalar)
            characters = Array(text) + characters[place...]
            place = max(before, text.count)
        case .left: place = max(0, place - 1)
        case .right: place = min(characters.count, place + 1)
        case .home: place = 0
        case .end: place = characters.count
        case .backspace:
            guard place > 0 else { return false }
            place -= 1
            characters.remove(at: place)
        case .delete:
            guard place < characters.count else { return false }
            characters.remove(at: place)
        case .up, .down, .pageUp, .pageDown, .enter, .escape, .tab, .backTab: return false
        }
        return true
    }

    /// Puts a text in the place of bytes of the line.
    mutating func replace(_ range: Range<Int>, with text: String) {
        let bytes = Array(self.text.utf8)
        let range = range.clamped(to: 0..<bytes.count)
        let before = String(decoding: bytes[..<range.lowerBound], as: UTF8.self) + text
        characters = Array(before + String(decoding: bytes[range.upperBound...], as: UTF8.self))
        place = before.count
    }

    /// Bytes before the cursor.
    var bytesBefore: Int { String(characters[..<place]).utf8.count }
}
