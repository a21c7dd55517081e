import ArgumentParser
import Testing

@testable import hark

/// What is said of a first word that is no command, and of help on what there is not.
@Suite struct CommandNameTests {
    private static let known = ["proxy", "run", "demo", "explain", "ca", "doctor", "help"]

    @Test(arguments: [
        ("prxy", "proxy"), ("porxy", "proxy"), ("PROXY", "proxy"), ("exlpain", "explain"), ("docter", "doctor"),
        ("dem", "demo"), ("cs", "ca"),
    ])
    func theNearestCommandIsNamed(word: String, meant: String) {
        #expect(CommandName.mistake(in: [word], known: Self.known)?.hasSuffix("Did you mean 'hark \(meant)'?") == true)
    }

    @Test(arguments: ["zebra", "http://example.com/", "session.har", ""])
    func whatIsLikeNoneGetsTheList(word: String) throws {
        let mistake = try #require(CommandName.mistake(in: [word], known: Self.known))
        #expect(!mistake.contains("Did you mean") && mistake.contains("Commands: proxy, run"))
    }

    @Test(arguments: [[], ["--har", "x"], ["-h"], ["proxy", "nonsense"], ["help", "nonsense"], ["ca"]])
    func aFlagOrACommandIsNoMistake(arguments: [String]) {
        #expect(CommandName.mistake(in: arguments, known: Self.known) == nil)
    }

    @Test(arguments: [
        "--version extra", "-V extra", "flows --version extra", "script list --version extra", "help filter extra",
        "help flows extra", "help script list extra", "--version --quiet extra",
    ])
    func aWordThatNothingTakesIsRefused(line: String) {
        let words = line.split(separator: " ").map(String.init)
        #expect(Hark.surplus(in: words) == "unexpected argument 'extra'", "\(line)")
    }

    @Test(arguments: [
        "", "--version", "-V", "flows --version", "help", "help filter", "help script list", "help --help", "flows 12",
        "flows 12 --version", "run curl --version", "--quiet --version", "--version --quiet", "help help",
    ])
    func wordsThatAreTakenAreNot(line: String) {
        #expect(Hark.surplus(in: line.split(separator: " ").map(String.init)) == nil, "\(line)")
    }

    /// What follows 'respond' and 'edit' says how; after the others it would be ignored.
    @Test(arguments: ["3 show extra", "3 send extra", "3-5 drop now", "3 edit body", "3 respond", "all show all"])
    func wordsAfterAnActionOnHeldMessagesAreRefused(line: String) {
        #expect(throws: (any Error).self) { try HeldCommand.parse(line.split(separator: " ").map(String.init)) }
    }

    @Test(arguments: ["", "3", "3 show", "1-3 send", "3 edit head", "3 respond 503 text x"])
    func actionsOnHeldMessagesAreTaken(line: String) throws {
        _ = try HeldCommand.parse(line.split(separator: " ").map(String.init))
    }

    @Test func controlCharactersOfAWordAreNotPrinted() {
        let mistake = CommandName.mistake(in: ["a\u{1B}[2Jb"], known: Self.known)
        #expect(mistake?.contains("\u{1B}") == false)
    }

    @Test func helpIsThereOrIsSaidNotToBe() throws {
        #expect(TopicHelp.mistake(in: ["help", "proxy"], commands: Self.known) == nil)
        #expect(TopicHelp.mistake(in: ["help", "timeouts"], commands: Self.known) == nil)
        #expect(TopicHelp.mistake(in: ["help"], commands: Self.known) == nil)
        #expect(TopicHelp.mistake(in: ["proxy", "nonsense"], commands: Self.known) == nil)
        let mistake = try #require(TopicHelp.mistake(in: ["help", "nonsense"], commands: Self.known))
        #expect(mistake.contains("'nonsense'") && mistake.contains("timeouts"))
    }

    @Test(arguments: [("fitler", "filter"), ("timeout", "timeouts"), ("prxy", "proxy"), ("FILTER", "filter")])
    func theNearestTopicIsNamed(word: String, meant: String) {
        #expect(
            TopicHelp.mistake(in: ["help", word], commands: Self.known)?.hasSuffix("Did you mean 'hark help \(meant)'?")
                == true)
    }

    /// Tables are laid out for the terminal, and not wider than one reads.
    @Test(arguments: ["filter", "timeouts"], [60, 80, 200])
    func aTopicFitsTheTerminal(topic: String, width: Int) throws {
        let text = try #require(TopicHelp.text(for: ["help", topic], width: width))
        let widest = text.split(separator: "\n").filter { $0.contains(" ") }.map(\.count).max() ?? 0
        #expect(widest <= max(min(width, 100), 80), "\(text)")
    }

    @Test func everyCommandSaysWhatItIsAndShowsAnExample() {
        var open: [any ParsableCommand.Type] = [Hark.self]
        while let command = open.popLast() {
            let configuration = command.configuration
            let name = configuration.commandName ?? "\(command)"
            #expect(configuration.abstract.hasSuffix("."), "\(name)")
            #expect(
                configuration.discussion.contains("Example") && configuration.discussion.contains("hark "), "\(name)")
            open += configuration.subcommands
        }
    }

    @Test func everyCommandIsAChoice() {
        #expect(Set(Hark.commandNames).isSuperset(of: ["proxy", "run", "demo", "explain", "ca", "doctor"]))
    }
}
