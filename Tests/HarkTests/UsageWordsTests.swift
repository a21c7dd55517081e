import ArgumentParser
import Testing

@testable import hark

/// Mistakes in a command line are told in our words: what is wrong, and what would be right.
@Suite struct UsageWordsTests {
    private static let usage = "Usage: hark tag <n> <name> [--off]\n  See 'hark tag --help' for more information."

    @Test(arguments: [
        ("Missing expected argument '<name>'\nHelp:  <name>  The tag.", "<name> is missing (the tag)."),
        (
            "Missing expected argument '<n> ...'\nHelp:  <n>  Numbers of flows.",
            "<n> ... is missing (numbers of flows)."
        ),
        ("Missing expected argument '<n>'", "<n> is missing."),
        (
            "The value 'x' is invalid for '<n>'\nHelp:  <n>  Numbers of flows.",
            "'x' does not fit <n> (numbers of flows)."
        ),
        (
            "The value 'cachng' is invalid for '--only <topic>': did you mean 'caching'?\nHelp:  --only <topic>  One.",
            "'cachng' does not fit --only <topic>: did you mean 'caching'?"
        ),
        (
            "Missing value for '--har <file>'\nHelp:  --har <file>  HAR file to write.",
            "--har needs a value, <file> (HAR file to write)."
        ),
        (
            "Unknown option '--sesion'. Did you mean '--session'?",
            "There is no option --sesion here. Did you mean --session?"
        ),
        ("Unknown option '--zzz'", "There is no option --zzz here."),
        ("Unexpected argument 'x'", "'x' is too much here."),
        ("2 unexpected arguments: 'a', 'b'", "These are too much here: 'a', 'b'."),
    ])
    func aMistakeIsToldInOurWords(said: String, ours: String) {
        #expect(UsageWords.ours("Error: \(said)\n\(Self.usage)") == "Error: \(ours)\n\(Self.usage)")
    }

    @Test func aSubcommandThatIsMistypedIsNamed() {
        let said = "Error: Unexpected argument 'remov'\nUsage: hark sessions list"
        #expect(
            UsageWords.ours(said, subcommands: ["list", "remove", "rescue"])
                == "Error: There is no 'remov' here. Did you mean 'remove'?\nUsage: hark sessions list")
    }

    /// What a command says of itself, help and versions are left as they are.
    @Test(arguments: ["", "0.1.0", "OVERVIEW: x\n\nUSAGE: hark", "Error: A tag needs a name.\nUsage: hark tag"])
    func everythingElseStays(text: String) {
        #expect(UsageWords.ours(text) == text)
    }

    @Test func whatWasTypedDrivesNoTerminal() {
        for said in [
            "Unexpected argument '\u{1B}[2J'", "Unknown option '--\u{1B}[2J'",
            "The value '\u{1B}c' is invalid for '<n>'",
        ] {
            #expect(!UsageWords.ours("Error: " + said).contains("\u{1B}"))
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
            let text = UsageWords.ours(Hark.fullMessage(for: error))
            for own in ["Missing expected", "Missing value", "is invalid for", "Unknown option", "nexpected argument"] {
                #expect(!text.contains(own), "\(text)")
            }
            #expect(text.hasPrefix("Error: ") && text.contains("\nUsage: "))
        }
    }
}
