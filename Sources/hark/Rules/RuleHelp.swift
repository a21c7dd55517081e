import Rules

/// `hark help actions`: the rule language, and every action of it from the table of actions. Pure.
enum RuleHelp {
    /// - Parameter width: columns of the terminal.
    static func text(_ width: Int) -> String {
        let groups = ActionTable.groups.map { group in
            group.title + "\n\n" + group.entries.map { row($0, width) }.joined(separator: "\n")
        }.joined(separator: "\n\n")
        func words(_ text: String) -> String { WrappedText.lines(text, width: width).joined(separator: "\n") }
        let turns = words(
            "chance P% acts on some of those that the filter means, first N on the first ones, after N on later ones, "
                + "every N on each Nth; chance stands before the others. 'final' as the last action keeps later rules "
                + "off. # begins a comment, @include FILE takes in another file.")
        let texts = words(
            "Texts of answers, URLs of map-to and redirect, and header values of respond can have "
                + "{request.query.NAME}, {request.header.NAME}, {request.cookie.NAME}, {request.path.1}, {method}, "
                + "{url}, {scheme}, {host}, {path}, {query}, {now}, {count} and {random 1 100}.")
        let raw = words(
            "Lines that say where a message or a connection ends, control characters and other mistakes are refused. "
                + "raw before an action means it: they go out, on a connection of their own.")
        return """
            A rule is one line: NAME: when FILTER [chance P%] [first N|after N|every N] do ACTION, ACTION …

              german: when host = shop.example.com do set-request-header "Accept-Language: de"
              busy:   when path = /pay chance 30% do respond 503 "Retry-After: 5" text "busy"

            \(turns)

            \(texts)

            \(raw)

            \(groups)

            hark rules check FILE says what each rule does; hark rules try FILE shows it on recorded flows.

            """
    }

    private static func row(_ entry: ActionEntry, _ width: Int) -> String {
        let indent = "      "
        let meaning = entry.meaning.prefix(1).uppercased() + entry.meaning.dropFirst() + "."
        let words = WrappedText.lines(meaning, width: width - indent.count)
        let usage = entry.usage.isEmpty ? "" : " " + entry.usage
        return "  \(entry.name)\(usage)\n" + words.map { indent + $0 }.joined(separator: "\n")
    }
}
