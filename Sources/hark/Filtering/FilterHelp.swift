import Filter

/// `hark help filter`: the language, and every field of it from the table of fields. Pure.
enum FilterHelp {
    /// - Parameter width: columns of the terminal.
    static func text(_ width: Int) -> String {
        let fields = FilterFields.groups.map { group in
            group.title + "\n\n" + group.fields.map { row($0, width) }.joined(separator: "\n")
        }.joined(separator: "\n\n")
        func words(_ text: String) -> String { WrappedText.lines(text, width: width).joined(separator: "\n") }
        let joining = words(
            "Tests are joined by and, or, not and brackets (also && || !); side by side means and. 'not' binds before "
                + "'and', 'and' before 'or'. text:WORD, text:\"two words\" or a quoted text is searched for in URL, "
                + "heads and text bodies; so is a word by itself that is neither a field nor a flow number, but "
                + "commands that "
                + "change, send or delete flows refuse it.")
        let numbers = words(
            "In place of a filter, every command that takes flows takes the numbers that Hark printed: 12, #12, 3-7, "
                + "12,15, last, last-3 (the third newest), SESSION:12, all. Put a filter in quotes: the shell takes "
                + "> and < as files, so that status >= 400 without quotes makes a file named '='.")
        let comparing = words(
            "Hosts, schemes, media types and names of fields are compared in any case; methods and values as written. "
                + "A test of what is not there is false, also with != and !~; 'not' turns any filter round. Of "
                + "several values one is enough. Sizes: 500, 10kB, 1MiB. Durations: 250ms, 2s, 5m. Times: "
                + "2026-11-21T12:00:00Z, 12:30, -10m for ten minutes ago.")
        return """
            A filter picks flows: hark flows FILTER, --show, --keep-only.

              status >= 400 and host ~ "*.example.com"
              request.header.authorization and not scheme = https
              duration > 2s or response.size > 1MiB
              type in (html, json) and response.body contains "error"

            \(numbers)

            \(joining)

              = != < <= > >=   compared by the field's type
              ~ !~             like a pattern: * any characters, ? one
              =~               matches a regular expression (in linear time)
              contains         has this text in it
              in (a, b)        is one of these
              the field alone  it is there, or it is so

            \(comparing)

            \(fields)

            hark flows --explain FILTER says a filter in words.

            """
    }

    private static func row(_ field: FilterField, _ width: Int) -> String {
        let column = 22
        let indent = String(repeating: " ", count: column + 2)
        let kind =
            if case .choice(let choice) = field.kind, choice.names.count <= 8 {
                choice.names.map(\.name).joined(separator: ", ")
            } else {
                field.kind.title
            }
        let words = WrappedText.lines("\(field.meaning) (\(kind)).", width: width - 2 - column)
        let start = "  " + (field.title.count < column ? field.title.padded(to: column) : field.title + "\n" + indent)
        return start + words.joined(separator: "\n" + indent) + "\n" + indent + "  " + field.example
    }
}
