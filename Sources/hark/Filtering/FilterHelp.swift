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
            "Combine tests with and, or, not and parentheses (also && || !); two tests side by side mean 'and'. 'not' "
                + "binds more tightly than 'and', 'and' more tightly than 'or'. text:WORD, text:\"two words\" or a "
                + "quoted text searches URLs, heads and text bodies. So does a single word that is neither a field "
                + "nor a flow number; commands that change, send or delete flows refuse it.")
        let numbers = words(
            "Instead of a filter, commands accept the flow numbers that Hark printed: 12, #12, 3-7, 12,15, last, "
                + "last-3 (the third newest), SESSION:12, all. Quote filters: without quotes the shell treats > and < "
                + "as redirections, and status >= 400 creates a file named '='.")
        let comparing = words(
            "Hosts, schemes, media types and field names ignore case; methods and values do not. A test of a missing "
                + "field is false, also with != and !~; 'not' inverts any filter. If a field has several values, one "
                + "match is enough. Sizes: 500, 10kB, 1MiB. Durations: 250ms, 2s, 5m. Times: "
                + "2026-11-21T12:00:00Z, 12:30, -10m (ten minutes ago).")
        return """
            Select flows with a filter: hark flows FILTER, --show, --keep-only.

              status >= 400 and host ~ "*.example.com"
              request.header.authorization and not scheme = https
              duration > 2s or response.size > 1MiB
              type in (html, json) and response.body contains "error"

            \(numbers)

            \(joining)

              = != < <= > >=   compare, by the field's type
              ~ !~             match a pattern: * any characters, ? one character
              =~               match a regular expression (in linear time)
              contains         contain this text
              in (a, b)        equal one of these
              only the field   exist, or be true

            \(comparing)

            \(fields)

            hark flows --explain FILTER describes a filter in words.

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
