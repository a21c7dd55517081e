import ArgumentParser

/// The help of a command as it is printed: what the parser makes of it, with the options of a long one in sections.
/// Pure.
struct CommandHelp {
    let text: String

    /// More options than these are put into sections, and the rarer ones are left to `--help-all`.
    static let longest = 18

    /// - Parameters:
    ///   - command: of `Hark`, or `Hark` itself.
    ///   - isWhole: with every option.
    init(_ command: any ParsableCommand.Type, isWhole: Bool, columns: Int) {
        guard command != Hark.self else {
            text = CommandList.text(columns: columns)
            return
        }
        let given = Hark.helpMessage(for: command, columns: columns)
        var lines = given.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if let first = lines.first, first.hasPrefix("OVERVIEW: ") { lines[0] = String(first.dropFirst(10)) }
        for (index, line) in lines.enumerated() where line.hasSuffix(" SUBCOMMANDS:") {
            lines[index] = String(line.dropLast(" SUBCOMMANDS:".count)) + ":"
        }
        guard let start = lines.firstIndex(of: "OPTIONS:") else {
            text = UsageWords(lines.joined(separator: "\n"), width: columns).usage
            return
        }
        let end = lines[start...].firstIndex { $0.isEmpty } ?? lines.endIndex
        let options = Self.options(lines[(start + 1)..<end])
        if options.count > Self.longest {
            // What an example uses is listed below it.
            let used = lines[..<start].filter { $0.hasPrefix("  hark ") }.flatMap { $0.split(separator: " ") }
            let sections = Self.sections(options, isWhole, used: Set(used), columns)
            lines.replaceSubrange(start..<end, with: sections)
            if !isWhole {
                lines = Self.shortened(lines, columns)
                while lines.last?.isEmpty == true { lines.removeLast() }
                let name = command.configuration.commandName ?? ""
                lines += ["", "All options: hark \(name) --help-all"]
            }
        }
        text = UsageWords(lines.joined(separator: "\n"), width: columns).usage
    }

    private static func options(_ lines: ArraySlice<String>) -> [HelpOption] {
        var options: [HelpOption] = []
        for line in lines {
            if line.hasPrefix("  -") {
                options.append(HelpOption(line))
            } else if !options.isEmpty {
                options[options.count - 1].lines.append(line)
            }
        }
        return options
    }

    /// Without what is said after the first paragraph of the description, but for the examples.
    private static func shortened(_ lines: [String], _ columns: Int) -> [String] {
        guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE: ") }) else { return lines }
        let paragraphs = lines[..<usage].split(separator: "").map { $0 }
        let kept = paragraphs.enumerated().filter { place, paragraph in
            place < 2 || paragraph.first == "Example:" || paragraph.first == "Examples:"
        }
        return kept.flatMap { $0.element + [""] } + lines[usage...]
    }

    private static func sections(
        _ options: [HelpOption], _ isWhole: Bool, used: Set<Substring>, _ columns: Int
    ) -> [String] {
        let placed = options.map { ($0, HelpSections.place(of: $0.name)) }
        var lines: [String] = []
        func add(_ title: String, _ options: [HelpOption]) {
            guard !options.isEmpty else { return }
            lines += (lines.isEmpty ? [] : [""]) + [title.uppercased() + ":"]
            lines += options.flatMap { isWhole ? $0.lines : $0.brief(columns: columns) }
        }
        add("Options", placed.filter { $0.1 == nil }.map(\.0))
        for (index, section) in HelpSections.all.enumerated() {
            let own = placed.compactMap { option, place in
                place.flatMap { place in
                    let isShown = isWhole || place.isCommon || used.contains(option.name[...])
                    return place.section == index && isShown ? (option, place.place) : nil
                }
            }
            add(section.title, own.sorted { $0.1 < $1.1 }.map(\.0))
        }
        return lines
    }

    // MARK: Who asks for it

    /// The command that a command line asks the help of, and whether of every option; nil when it asks for none.
    static func asked(_ words: [String]) -> (command: any ParsableCommand.Type, isWhole: Bool)? {
        let own = words.prefix { $0 != "--" }
        let isWhole = own.contains("--help-all")
        guard isWhole || own.contains("--help") || own.contains("-h") || own.first == "help" else { return nil }
        let names = own.first == "help" ? own.dropFirst() : own
        // An option that comes first is one of `hark proxy`.
        if let first = own.first, first.hasPrefix("-"), !["-h", "--help", "--help-all"].contains(first) {
            return (ProxyCommand.self, isWhole)
        }
        return (command(named: names.prefix { !$0.hasPrefix("-") }), isWhole)
    }

    /// The last command that the first words name.
    static func command(named words: some Sequence<String>) -> any ParsableCommand.Type {
        var command: any ParsableCommand.Type = Hark.self
        for word in words {
            guard let next = command.configuration.subcommands.first(where: { $0.configuration.commandName == word })
            else { break }
            command = next
        }
        return command
    }
}
