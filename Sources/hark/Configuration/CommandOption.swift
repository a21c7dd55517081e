import ArgumentParser
import Bytes
import Synchronization

/// An option of a command, as the command itself declares it: what can be set in a file is asked of nobody else.
struct CommandOption: Equatable {
    enum Kind: Equatable {
        case flag
        case value
        /// It can be given several times.
        case list
    }

    /// `listen`.
    let name: String
    /// `--listen`, `-l`.
    let spellings: [String]
    let kind: Kind
    /// Its value is the path of a file.
    let isPath: Bool
    /// Its value when nobody sets it; nil when it has none.
    let standard: String?
    let help: String

    /// They confirm, name the input or output of one call, or end it: a file that set one would surprise.
    private static let unsettable: Set<String> = [
        "yes", "force", "dry-run", "output", "session", "format", "config", "no-config", "profile", "edit", "help",
        "help-all", "version", "ready-fd", "forget", "token", "count", "list", "print-config", "update-baseline",
        "undo", "checked", "summary", "purge",
    ]

    var isSettable: Bool { !Self.unsettable.contains(name) }

    /// Names that mean something else in other commands: what is set for all commands counts for these only. So
    /// `allow`, the addresses of clients, gives no agent a permission.
    private static let owners: [String: Set<String>] = [
        "reverse": ["proxy"], "tls": ["proxy", "run", "demo", "serve"], "allow": ["proxy", "run", "demo", "serve"],
        "only": [], "proxy": [], "fail-on": ["judge"],
        "keep": ["proxy", "run", "demo", "serve"], "to": ["replay", "send"],
    ]

    /// Whether a variable, or a setting outside of the command's own table, is for this command.
    func isShared(by command: String) -> Bool { Self.owners[name].map { $0.contains(command) } ?? true }

    /// The variable that sets it.
    var variable: String { "HARK_" + name.uppercased().replacing("-", with: "_") }

    /// The options of a command, in the order of its help.
    static func all(of command: any ParsableCommand.Type) -> [CommandOption] {
        let file = Bytes(command._dumpHelp())
        let root = file.withUnsafeBytes { raw in
            raw.withMemoryRebound(to: UInt8.self) { raw in
                var parser = JSONParser(raw)
                return try? parser.tree()
            }
        }
        let arguments = root?.member("command", in: file)?.member("arguments", in: file)?.elements ?? []
        return arguments.compactMap { CommandOption($0, in: file) }
    }

    private init?(_ node: JSONNode, in file: Bytes) {
        func text(_ node: JSONNode?, _ name: StaticString) -> String? {
            node?.member(name, in: file)?.string(in: file)?.text
        }
        let kind = text(node, "kind")
        guard kind == "flag" || kind == "option" else { return nil }
        let names = (node.member("names", in: file)?.elements ?? []).compactMap {
            entry -> (isLong: Bool, name: String)? in
            guard let name = text(entry, "name") else { return nil }
            return (text(entry, "kind") != "short", name)
        }
        guard let name = names.first(where: { $0.isLong })?.name else { return nil }
        self.name = name
        spellings = names.map { ($0.isLong ? "--" : "-") + $0.name }
        let repeats = node.member("isRepeating", in: file)?.boolean ?? false
        self.kind = kind == "flag" ? .flag : repeats ? .list : .value
        isPath = node.member("completionKind", in: file)?.member("file", in: file) != nil
        standard = text(node, "defaultValue")
        help = text(node, "abstract") ?? ""
    }
}

/// A command by the words that call it, and its options.
struct ConfiguredCommand {
    /// `proxy`, `rules.try`: the table in a file.
    let name: String
    let type: any ParsableCommand.Type

    /// What was asked before: the answer of a command takes a millisecond, and there are many of them.
    private static let asked = Mutex<[String: [CommandOption]]>([:])

    var options: [CommandOption] {
        if let options = Self.asked.withLock({ $0[name] }) { return options }
        let options = CommandOption.all(of: type)
        Self.asked.withLock { $0[name] = options }
        return options
    }

    /// The option of this name of the first command that has one.
    static func option(_ name: String) -> CommandOption? {
        for command in all {
            if let option = command.options.first(where: { $0.name == name }) { return option }
        }
        return nil
    }

    /// Commands that work whatever the files say, or that read them themselves.
    private static let exempt: Set<String> = ["help", "config", "ca.untrust", "uninstall"]

    /// All commands that can be set.
    static let all: [ConfiguredCommand] = below(Hark.self, "")

    private static func below(_ command: any ParsableCommand.Type, _ prefix: String) -> [ConfiguredCommand] {
        command.configuration.subcommands.flatMap { (type: any ParsableCommand.Type) -> [ConfiguredCommand] in
            let name = prefix + (type.configuration.commandName ?? "")
            guard !exempt.contains(name) else { return [] }
            return [ConfiguredCommand(name: name, type: type)] + below(type, name + ".")
        }
    }

    /// The words start a proxy that stays.
    static func isProxy(_ words: [String]) -> Bool {
        called(by: words).map { ["proxy", "serve"].contains($0.command.name) } ?? false
    }

    /// The command that words call, and how many of them; nil for one that reads no files.
    static func called(by words: [String]) -> (command: ConfiguredCommand, count: Int)? {
        guard let first = words.first, !first.hasPrefix("-") else {
            return all.first { $0.name == "proxy" }.map { ($0, 0) }
        }
        let (one, two) = (first, words.count > 1 ? "\(first).\(words[1])" : "")
        guard !exempt.contains(one), !exempt.contains(two) else { return nil }
        if let command = all.first(where: { $0.name == two }) { return (command, 2) }
        return all.first { $0.name == one }.map { ($0, 1) }
    }
}
