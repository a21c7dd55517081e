import Workbench

/// What a key does: the commands of the key map, and those that the screen alone has.
struct KeyCommand: Hashable, Sendable {
    let name: String
    let keys: [String]
    let words: String
    let place: KeyMap.Place

    private init(_ entry: KeyMap.Entry) {
        name = entry.command
        keys = entry.keys
        words = entry.words
        place = entry.place
    }

    private init(_ name: String, _ keys: [String], _ words: String, _ place: KeyMap.Place) {
        self.name = name
        self.keys = keys
        self.words = words
        self.place = place
    }

    static let all: [KeyCommand] =
        KeyMap.entries.map { KeyCommand($0) } + [
            KeyCommand("nextTab", ["Tab"], "next tab", .exchange),
            KeyCommand("previousTab", ["Shift+Tab"], "previous tab", .exchange),
            KeyCommand("edit", ["E"], "edit it in $EDITOR, and send it", .anywhere),
            KeyCommand("find", ["F"], "find a text in what is open", .anywhere),
            KeyCommand("columns", ["C"], "add the media type, or leave out the waterfall", .list),
            KeyCommand("sort", ["S"], "sort by time, size, status, host, or as recorded", .list),
            KeyCommand("newSession", [], "begin a new session", .anywhere),
            KeyCommand("page", ["w"], "open the web page", .anywhere),
            KeyCommand("quit", ["q"], "quit", .anywhere),
        ]

    /// What a key does in the first of these places where it does anything.
    static func find(_ key: ScreenKey, in places: [KeyMap.Place]) -> KeyCommand? {
        for place in places {
            if let found = all.first(where: { $0.place == place && $0.keys.contains(key.name) }) { return found }
        }
        return nil
    }

    /// The key as help writes it.
    static func sign(_ key: String) -> String {
        switch key {
        case " ": "Space"
        case "ArrowUp": "↑"
        case "ArrowDown": "↓"
        case "ArrowLeft": "←"
        case "ArrowRight": "→"
        case "PageUp": "PgUp"
        case "PageDown": "PgDn"
        case "Escape": "Esc"
        case "Shift+Tab": "Shift-Tab"
        default: key
        }
    }
}
