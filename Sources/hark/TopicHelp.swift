import Engine
import Filter

/// `hark help TOPIC`, where the topic is no command but a table that several commands have in common. Pure.
enum TopicHelp {
    static let topics = ["timeouts", "filter", "actions"]

    /// nil when there is no such topic.
    ///
    /// - Parameter width: columns of the terminal.
    static func text(for arguments: [String], width: Int) -> String? {
        let width = min(max(width, 40), 100)
        return switch arguments {
        case ["help", "timeouts"]: timeouts(width)
        case ["help", "filter"]: FilterHelp.text(width)
        case ["help", "actions"]: RuleHelp.text(width)
        default: nil
        }
    }

    /// A sentence about a topic that there is none of; nil when help is not asked for, or is there.
    static func mistake(in arguments: [String], commands: [String]) -> String? {
        guard arguments.first == "help", arguments.count > 1 else { return nil }
        let (topic, known) = (arguments[1], commands + topics)
        guard !known.contains(topic), !topic.hasPrefix("-") else { return nil }
        if let nearest = NearestName.find(topic.lowercased(), among: known) {
            return "no help topic '\(topic.terminalEscaped)'. Did you mean 'hark help \(nearest)'?"
        }
        return "no help topic '\(topic.terminalEscaped)'. Topics: \(known.joined(separator: ", "))"
    }

    private static func timeouts(_ width: Int) -> String {
        let longest = TimeoutName.allCases.map(\.rawValue.count).max() ?? 0
        let lines = TimeoutName.allCases.map { name -> String in
            let start = name.rawValue.padded(to: longest + 2) + TimeSpan.text(name.standard).padded(to: 6)
            let indent = String(repeating: " ", count: longest + 8)
            return "  " + start
                + WrappedText.lines(name.text, width: width - 2 - indent.count).joined(separator: "\n  " + indent)
        }
        return """
            Time limits and their defaults. To change one: --timeout NAME=TIME (30s, 1h).

            \(lines.joined(separator: "\n"))

            Example:
              hark proxy --timeout response-head=30s --timeout idle=5m

            """
    }
}

extension String {
    /// With spaces behind it, so that it takes that many columns.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
