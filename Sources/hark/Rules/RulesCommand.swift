import ArgumentParser

/// `hark rules`: files of rules, read and tried without a proxy.
struct RulesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "Check, format, test and generate rule files.",
        discussion: """
            A rule is one line: NAME: when FILTER do ACTION, ACTION. 'hark help actions' lists the actions, \
            'hark help filter' the filters.

            Examples:
              hark rules check debug.rules
              hark rules try debug.rules 'host = shop.example.com'
              hark rules format debug.rules
            """,
        subcommands: [
            RulesCheckCommand.self, RulesTryCommand.self, RulesFormatCommand.self, RulesMakeCommand.self,
        ])
}
