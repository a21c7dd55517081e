import ArgumentParser
import Testing

@testable import hark

/// Mistakes in a command line are told in our words: what is wrong, and what would be right.
@Suite struct UsageWordsTests {
    private static let usage = "Usage: hark tag <n> <name> [--off]\n  See 'hark tag --help' for more information."

    @Test(arguments: [
        ("Missing expected argument '<name>'\nHelp:  <name>  The tag.", "missing <name> (the tag)"),
        (
            "Missing expected argument '<n> ...'\nHelp:  <n>  Numbers of flows.",
            "missing <n> ... (numbers of flows)"
        ),
        ("Missing expected argument '<n>'", "missing <n>"),
        ("Missing expected argument '--format <format>'", "choose a format, for example --format har"),
        (
            "The value 'x' is invalid for '<n>'\nHelp:  <n>  Numbers of flows.",
            "invalid value 'x' for <n> (numbers of flows)"
        ),
        (
            "The value 'cachng' is invalid for '--only <topic>': did you mean 'caching'?\nHelp:  --only <topic>  One.",
            "invalid value 'cachng' for --only: did you mean 'caching'?"
        ),
        (
            "Missing value for '--har <file>'\nHelp:  --har <file>  HAR file to write.",
            "missing value for --har (expected <file>)"
        ),
        (
            "Unknown option '--sesion'. Did you mean '--session'?",
            "unknown option --sesion; did you mean --session?"
        ),
        ("Unknown option '--zzz'", "unknown option --zzz"),
        ("Unexpected argument 'x'", "unexpected argument 'x'"),
        ("2 unexpected arguments: 'a', 'b'", "unexpected arguments: 'a', 'b'"),
    ])
    func aMistakeIsToldInOurWords(said: String, ours: String) {
        let words = UsageWords("Error: \(said)\n\(Self.usage)")
        #expect(words.mistake == ours)
        #expect(words.usage == Self.usage)
    }

    /// After an option that may be without its value it was meant as one; elsewhere it was not.
    @Test(arguments: [
        (["proxy", "--otlp", "foo"], "invalid value 'foo' for --otlp (expected a URL such as http://127.0.0.1:4318"),
        (["proxy", "-q", "--metrics", "foo", "-v"], "invalid value 'foo' for --metrics (expected HOST:PORT such as"),
        (["demo", "--page", "foo"], "invalid value 'foo' for --page (expected HOST:PORT"),
        (["proxy", "--otlp", "-q", "foo"], "unexpected argument 'foo'"),
        (["proxy", "--listen", "foo"], "unexpected argument 'foo'"),
        (["proxy", "foo", "--otlp"], "unexpected argument"),
    ])
    func aWordThatCannotBeTheValueOfTheOptionBeforeIsNamed(words: [String], ours: String) {
        let said = UsageWords("Error: Unexpected argument 'foo'\n\(Self.usage)", words: words)
        #expect(said.mistake?.hasPrefix(ours) == true, "\(said.mistake ?? "")")
    }

    private static let options = [
        "--help", "-h", "--har", "--keep", "--listen", "--session", "--insecure-upstream", "--rule", "--verbose",
        "--limit",
    ]

    @Test(arguments: [
        ("--hlep", "--help"), ("--sesion", "--session"), ("--port", "--listen HOST:PORT"), ("-p", "--listen HOST:PORT"),
        ("-k", "--insecure-upstream"), ("--insecure", "--insecure-upstream"), ("--verb", "--verbose"),
        ("--block", "--rule 'when host = HOST do block'"), ("-n", "--limit N"),
    ])
    func anUnknownOptionIsAnsweredWithTheOneThatWasMeant(option: String, ours: String) {
        // The parser's own guess for --hlep is --keep.
        let words = UsageWords("Error: Unknown option '\(option)'. Did you mean '--keep'?", options: Self.options)
        #expect(words.mistake == "unknown option \(option); did you mean \(ours)?")
    }

    /// mitmproxy's where the command runs scripts, else curl's.
    @Test(arguments: [(["--script", "--quiet"], "--script FILE"), (["--quiet"], "--quiet")])
    func aShortOptionMeansWhatTheCommandHas(options: [String], ours: String) {
        let words = UsageWords("Error: Unknown option '-s'", options: options)
        #expect(words.mistake == "unknown option -s; did you mean \(ours)?")
    }

    /// Nothing is offered that the command does not have, and no guess that is none.
    @Test(arguments: ["-f", "--map-remote-x", "-Z", "--", "--screen", "--qqqqqqqq"])
    func whatNobodyCanMeanIsNotGuessed(option: String) {
        let words = UsageWords("Error: Unknown option '\(option)'", options: Self.options)
        #expect(words.mistake == "unknown option \(option)")
    }

    @Test func theOptionsOfACommandAreThoseOfItsHelp() {
        let help = Hark.helpMessage(for: FlowsCommand.self)
        let options = UsageWords.options(in: help)
        #expect(options.contains("--session") && options.contains("--follow") && options.contains("--help"))
        #expect(!options.contains { $0.contains("<") || $0.contains(",") })
    }

    @Test func aSubcommandThatIsMistypedIsNamed() {
        func mistake(_ word: String) -> String? {
            UsageWords(
                "Error: Unexpected argument '\(word)'\nUsage: hark sessions list",
                subcommands: ["list", "remove", "rescue"]
            ).mistake
        }
        #expect(mistake("remov") == "unknown subcommand 'remov'; did you mean 'remove'?")
        #expect(mistake("zebra") == "unknown subcommand 'zebra' (expected list, remove or rescue)")
    }

    /// What a command says of itself, help and versions are left as they are.
    @Test(arguments: ["", "0.1.0", "OVERVIEW: x\n\nUSAGE: hark"])
    func everythingElseStays(text: String) {
        #expect(UsageWords(text).mistake == nil)
        #expect(UsageWords(text).usage == text)
    }

    /// Behind the program's name a sentence goes on; a name keeps its letters.
    @Test(arguments: [
        ("A tag needs a name.", "a tag needs a name."), ("HAR is no form.", "HAR is no form."),
        ("--tls: no.", "--tls: no."), ("'x' is no number.", "'x' is no number."),
    ])
    func aSentenceOfACommandGoesOnBehindTheName(said: String, ours: String) {
        let words = UsageWords("Error: \(said)\nUsage: hark tag")
        #expect(words.mistake == ours)
        #expect(words.usage == "Usage: hark tag")
    }

    /// The lines that show where a mistake is stay beneath their sentence.
    @Test func thePlaceOfAMistakeStays() {
        let words = UsageWords("Error: The filter, column 1: no.\n  statsu = 4\n  ^^^^^^\nUsage: hark flows\n  See x")
        #expect(words.mistake == "the filter, column 1: no.\n  statsu = 4\n  ^^^^^^")
        #expect(words.usage == "Usage: hark flows\n  See x")
    }

    @Test(arguments: [
        ["export", "--format", "curll"], ["stats", "--by", "hots"], ["proxy", "--tls", "intercpt"],
        ["ca", "export", "--format", "pme"], ["replay", "1", "--pace", "orignal"], ["stats", "--over", "tim"],
        ["explain", "--as", "hra", "x"], ["proxy", "--on-overload", "wiat"],
    ])
    func aValueOfAListIsAnsweredWithTheNearest(words: [String]) {
        do {
            _ = try Hark.parseAsRoot(words)
            Issue.record("\(words) is taken")
        } catch {
            let mistake = UsageWords(Hark.fullMessage(for: error)).mistake ?? ""
            #expect(mistake.contains("; did you mean '") && mistake.hasSuffix("'?"), "\(mistake)")
            #expect(!mistake.contains("\n") && !mistake.contains("Please"))
        }
    }

    @Test func aValueThatIsLikeNoneGetsTheList() {
        do {
            _ = try Hark.parseAsRoot(["stats", "--by", "zebra"])
            Issue.record("zebra is taken")
        } catch {
            #expect(
                UsageWords(Hark.fullMessage(for: error)).mistake
                    == "invalid value 'zebra' for --by (expected endpoint, host, status, type or client)")
        }
    }

    /// Of every command, at the width of any terminal.
    @Test(arguments: [80, 120])
    func noUsageLineIsWiderThanTheTerminal(width: Int) {
        var open: [(name: [String], command: any ParsableCommand.Type)] = [([], Hark.self)]
        while let (name, command) = open.popLast() {
            for text in [command.usageString(includeHidden: false), command.helpMessage(columns: width)] {
                let lines = UsageWords(text.contains("USAGE: ") ? text : "Usage: " + text, width: width).usage
                let wide = lines.split(separator: "\n").filter { $0.count > width }
                #expect(wide.isEmpty, "\(name): \(wide)")
            }
            open += command.configuration.subcommands.map { sub in
                (name + [sub.configuration.commandName ?? "?"], sub)
            }
        }
    }

    @Test func anOptionStaysWithItsValue() {
        let usage = "Usage: hark x [<filter> ...] [--session <session>] --format <format> [--limit <n>] [--json]"
        let lines = UsageWords(usage, width: 40).usage.split(separator: "\n").map(String.init)
        #expect(
            lines == [
                "Usage: hark x [<filter> ...]", "              [--session <session>]",
                "              --format <format>", "              [--limit <n>] [--json]",
            ])
    }

    @Test func whatWasTypedDrivesNoTerminal() {
        for said in [
            "Unexpected argument '\u{1B}[2J'", "Unknown option '--\u{1B}[2J'",
            "The value '\u{1B}c' is invalid for '<n>'",
        ] {
            #expect(UsageWords("Error: " + said).mistake?.contains("\u{1B}") == false)
        }
    }

    /// The parser says it as it was when this was written: none of its own sentences gets through.
    @Test(arguments: [
        ["tag", "1"], ["tag"], ["show", "x"], ["pin"], ["explain", "--sesion", "x"], ["explain", "--session"],
        ["explain", "--only", "cachng", "x"], ["demo", "x"], ["demo", "x", "y"], ["proxy", "--prot", "1"],
    ])
    func noSentenceOfTheParserGetsThrough(words: [String]) {
        do {
            _ = try Hark.parseAsRoot(words)
            Issue.record("\(words) is taken")
        } catch {
            let told = UsageWords(Hark.fullMessage(for: error))
            let text = told.mistake ?? ""
            for own in ["Missing expected", "Missing value", "is invalid for", "Unknown option"] {
                #expect(!text.contains(own), "\(text)")
            }
            #expect(!text.isEmpty && !text.contains("Error: ") && told.usage.hasPrefix("Usage: "))
        }
    }
}
