import Views
import Workbench

/// All keys, by where they work.
enum HelpLines {
    private enum Line {
        case title(String)
        case command(KeyCommand)
        case key(String, String)
        case gap
    }

    private static let titles: [(KeyMap.Place, String)] = [
        (.list, "In the list"), (.exchange, "In an exchange"), (.bytes, "In its bytes, after e"),
        (.replay, "In the projector, after p"), (.anywhere, "Anywhere"),
    ]

    private static var lines: [Line] {
        titles.flatMap { place, title in
            [.title(title)] + KeyCommand.all.filter { $0.place == place && !$0.keys.isEmpty }.map { .command($0) } + [
                .gap
            ]
        } + [
            .title("Of the terminal"), .key("Ctrl-C", "quit"), .key("Ctrl-Z", "stop Hark and its proxy until fg"),
            .key("Ctrl-L", "repaint the screen"),
        ]
    }

    static var count: Int { lines.count }

    static func draw(from first: Int, in area: ScreenArea, of grid: inout Grid) {
        for (place, line) in lines.dropFirst(first).prefix(area.rows).enumerated() {
            let row = area.row + place
            switch line {
            case .gap: break
            case .title(let text): grid.put(text, .strong, row: row, column: area.column)
            case .command(let command):
                let keys =
                    command.name == "tab"
                    ? "1 to 9" : command.keys.map { KeyCommand.sign($0) }.joined(separator: "  ")
                put(keys, command.words, row, area, &grid)
            case .key(let key, let words): put(key, words, row, area, &grid)
            }
        }
    }

    private static func put(_ keys: String, _ words: String, _ row: Int, _ area: ScreenArea, _ grid: inout Grid) {
        grid.put(keys, CellStyle(.notice), row: row, column: area.column + 2, limit: 16)
        grid.put(words, row: row, column: area.column + 20)
    }
}
