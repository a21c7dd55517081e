import ArgumentParser

/// The help of `hark` itself: every command by task, each in a line of an 80 column terminal. Pure.
enum CommandList {
    /// Where the words begin.
    private static let indent = 13

    /// Groups are parted by an empty line where all of it still fits on a screen of this height.
    private static let height = 50

    static func text(columns: Int) -> String {
        let configuration = Hark.configuration
        let head =
            [configuration.abstract] + configuration.discussion.split(separator: "\n").map(String.init) + [
                "", "USAGE: hark [<command>] [<options>]   (options: hark <command> --help)",
            ]
        let groups = configuration.groupedSubcommands.map { group in
            [group.name.uppercased() + ":"]
                + group.subcommands.flatMap { command in
                    line(of: command, isDefault: command == configuration.defaultSubcommand, columns)
                }
        }
        let count = groups.reduce(head.count + groups.count) { $0 + $1.count }
        let parted = groups.flatMap { (count <= height ? [""] : []) + $0 }
        return (head + (count <= height ? [] : [""]) + parted).joined(separator: "\n")
    }

    private static func line(
        of command: any ParsableCommand.Type, isDefault: Bool, _ columns: Int
    ) -> [String] {
        let term = "  " + (command.configuration.commandName ?? "")
        let abstract = command.configuration.abstract
        let text = isDefault ? abstract.dropLast() + " (default)." : abstract[...]
        return HelpOption.listed(term, String(text), columns, indent: indent)
    }
}
