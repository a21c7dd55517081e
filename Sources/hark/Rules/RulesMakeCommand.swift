import ArgumentParser
import Filter
import Flow
import Library
import Platform
import Rules
import Views

/// `hark rules make`: rules from recorded exchanges, on standard output.
struct RulesMakeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "make",
        abstract: "Generate rules from recorded exchanges.",
        discussion: """
            Prints the rules, so that you can append them to a file. If a rule cannot be made, Hark prints the reason \
            and exits with 1.

            Examples:
              hark rules make 414 --answer >> debug.rules
              hark rules make last --hold
              hark rules make 3-7 --answer --session tour.har > offline.rules
            """)

    @Argument(
        help: ArgumentHelp("Flow numbers (12, 3-7, last, SESSION:12, all) or a filter.", valueName: "flows"),
        completion: FilterWordCompletion.kind)
    var flows: [String]

    @Flag var kinds: [RuleMaker.Kind] = []

    @OptionGroup var choice: SessionChoice

    func validate() throws {
        if try FlowArguments(flows).isEverything {
            throw ValidationError("give flow numbers or a filter; 'all' selects every flow")
        }
        if kinds.isEmpty {
            let flags = RuleMaker.Kind.allCases.map { "--\($0.rawValue)" }.joined(separator: ", ")
            throw ValidationError("choose the kind of rule, one or more of \(flags)")
        }
    }

    func run() throws {
        let chosen = try FlowArguments(flows).chosen(in: choice.session)
        let (source, numbers) = (chosen.source, try chosen.numbers())
        let output = TerminalWriter(descriptor: STDOUT_FILENO)
        var taken: Set<String> = []
        var failed = false
        for number in numbers {
            guard let subject = try source.flow(number) else { continue }
            let content = FilterReader.standard.content(subject.record, .response)
            for kind in kinds {
                let made = RuleMaker.rule(kind, from: subject.record, content: content, taken: taken)
                guard let line = made.line else {
                    failed = true
                    Diagnostics.say("#\(number), \(kind.words): \(made.reason ?? "no rule can be made from this flow")")
                    continue
                }
                taken.insert(made.name)
                // A file gets what was recorded, a terminal nothing that moves its cursor.
                output.write(Array(((output.isTerminal ? line.terminalEscaped : line) + "\n").utf8))
            }
        }
        if failed { throw ExitCode(1) }
    }
}

extension RuleMaker.Kind: EnumerableFlag {
    /// The words that the page's menu has.
    static func help(for value: RuleMaker.Kind) -> ArgumentHelp? {
        ArgumentHelp("\(value.words.prefix(1).uppercased())\(value.words.dropFirst()).")
    }
}
