import Workbench

/// All commands, and those among them that are searched for. A value.
struct Palette: Sendable {
    private(set) var editor = LineEditor()
    private(set) var chosen = 0

    /// What cannot be done by name: digits, and moves.
    private static let left: Set = [
        "tab", "commands", "next", "previous", "pageDown", "pageUp", "back", "step", "stepBack",
    ]

    var commands: [KeyCommand] {
        let words = editor.text.lowercased().split(separator: " ")
        var seen: Set<String> = Self.left
        return KeyCommand.all.filter { command in
            words.allSatisfy { command.words.lowercased().contains($0) || command.name.lowercased().contains($0) }
                && command.place != .bytes && seen.insert(command.name).inserted
        }
    }

    var command: KeyCommand? { commands.indices.contains(chosen) ? commands[chosen] : nil }

    mutating func press(_ key: ScreenKey) {
        switch key {
        case .up: chosen = max(0, chosen - 1)
        case .down, .tab: chosen = min(max(0, commands.count - 1), chosen + 1)
        default: if editor.press(key) { chosen = 0 }
        }
    }
}
