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
            "chance P% picks this share of the matching messages at random. Of those, 'first N' uses the first N, "
                + "'after N' all later ones, 'every N' each Nth. The action 'final' at the end skips later rules. "
                + "# starts a comment, @include FILE includes another file.")
        let texts = words(
            "Response texts, URLs of map-to and redirect, and header values of respond can contain "
                + "{request.query.NAME}, {request.header.NAME}, {request.cookie.NAME}, {request.path.1}, {method}, "
                + "{url}, {scheme}, {host}, {path}, {query}, {now}, {count} and {random 1 100}.")
        let raw = words(
            "Hark refuses framing and connection headers, control characters and malformed fields. With 'raw' before "
                + "an action they are sent as written, on a separate connection.")
        return """
            A rule is one line:

              NAME: when FILTER [chance P%] [first N|after N|every N] do ACTION, ...

              german: when path = / do set-request-header "Accept-Language: de"
              busy:   when path = /pay chance 30% do respond 503 text "busy"

            \(turns)

            \(texts)

            \(raw)

            \(groups)

            Check a file with: hark rules check FILE
            Try it on recorded flows: hark rules try FILE

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
