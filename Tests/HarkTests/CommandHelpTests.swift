import ArgumentParser
import Testing

@testable import hark

/// The help of every command: short first, in sections, with examples that can be pasted.
@Suite struct CommandHelpTests {
    /// Every command with its name, as a person types it.
    private static let commands: [(words: [String], type: any ParsableCommand.Type)] = {
        var found: [(words: [String], type: any ParsableCommand.Type)] = []
        var open: [(words: [String], type: any ParsableCommand.Type)] = [([], Hark.self)]
        while let next = open.popLast() {
            found.append(next)
            open += next.type.configuration.subcommands.map { (next.words + [$0.configuration.commandName ?? "?"], $0) }
        }
        return found
    }()

    /// The whole help of each, made once: the parser takes its time.
    private static let pages = commands.map { ($0.words, CommandHelp($0.type, isWhole: true, columns: 80).text) }

    private func options(_ text: String) -> [String] { UsageWords.options(in: text).filter { $0.hasPrefix("--") } }

    @Test func theLongHelpHasEveryOptionOnceAndTheShortOneFitsAScreen() {
        for type in [ProxyCommand.self, RunCommand.self, ServeCommand.self, DemoCommand.self]
            as [any ParsableCommand.Type]
        {
            let all = options(Hark.helpMessage(for: type)).sorted()
            let whole = CommandHelp(type, isWhole: true, columns: 80).text
            #expect(options(whole).sorted() == all, "\(type)")
            let text = CommandHelp(type, isWhole: false, columns: 80).text
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 60, "\(type): \(lines.count)")
            #expect(lines.allSatisfy { $0.count <= 80 && !$0.hasSuffix(" ") && !$0.hasSuffix("..") }, "\(type)")
            #expect(lines.last == "All options: hark \(type.configuration.commandName ?? "") --help-all")
            let short = options(text)
            #expect((18...26).contains(short.count), "\(type): \(short.count)")
            #expect(Set(short).isSubset(of: all), "\(type)")
        }
    }

    @Test func aShortHelpSaysEachOptionUpToItsFirstStop() {
        var option = HelpOption("  --set-request-header <N: V>")
        option.lines.append("                          Set a request header; one more. Repeatable.")
        #expect(option.name == "--set-request-header")
        #expect(option.brief(columns: 80) == ["  --set-request-header <N: V> Set a request header."])
        var listen = HelpOption("  -l, --listen <host:port> Listen here (see 'x; y'). Port 0 picks a free port.")
        listen.lines.append("                          (default: 127.0.0.1:8888)")
        #expect(
            listen.brief(columns: 80)
                == ["  -l, --listen <host:port> Listen here (see 'x; y') (default: 127.0.0.1:8888)."])
        // Where it is too long for a line, words go below words, and a default is left out.
        #expect(
            listen.brief(columns: 50)
                == ["  -l, --listen <host:port> Listen here (see 'x;", "                          y')."])
    }

    /// A section that names an option which no command has would hide a mistake.
    @Test func everyOptionOfASectionExists() {
        let known = Set(Self.pages.flatMap { options($0.1) })
        for section in HelpSections.all {
            for name in section.common + section.others { #expect(known.contains(name), "\(section.title): \(name)") }
        }
        let own = options(Hark.helpMessage(for: ProxyCommand.self)).filter { HelpSections.place(of: $0) == nil }
        #expect(own.isEmpty, "an option of the proxy without a section: \(own)")
    }

    @Test func commandsAreGroupedByTask() {
        let text = CommandHelp(Hark.self, isWhole: false, columns: 80).text
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 50)
        #expect(CommandHelp(Hark.self, isWhole: true, columns: 80).text == text)
        let titles = ["CAPTURE:", "INSPECT:", "SEND AGAIN:", "CHANGE TRAFFIC:", "FILES:", "SET UP:"]
        let places = titles.map { title in text.firstRange(of: "\n" + title + "\n")?.lowerBound }
        #expect(places.allSatisfy { $0 != nil } && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
        for name in Hark.commandNames { #expect(text.contains("\n  \(name) "), "\(name)") }
        #expect(!text.contains("SUBCOMMANDS") && !text.contains("OVERVIEW"))
    }

    @Test func helpIsAskedForInManyWays() {
        func asked(_ words: [String]) -> String? {
            CommandHelp.asked(words).map { help in
                (help.command.configuration.commandName ?? "") + (help.isWhole ? " whole" : "")
            }
        }
        #expect(asked(["proxy", "--help"]) == "proxy")
        #expect(asked(["help", "proxy"]) == "proxy")
        #expect(asked(["proxy", "--help-all"]) == "proxy whole")
        #expect(asked(["ca", "trust", "-h"]) == "trust")
        #expect(asked(["--har", "a.har", "--help"]) == "proxy")
        #expect(asked(["--help"]) == "hark" && asked(["help"]) == "hark")
        // It is the command's own there.
        #expect(asked(["run", "--", "curl", "--help"]) == nil)
        #expect(asked(["flows"]) == nil && asked([]) == nil)
    }

    @Test func noLineIsWiderThanTheTerminal() {
        for (words, text) in Self.pages {
            let wide = text.split(separator: "\n").filter { $0.count > 80 }
            #expect(wide.isEmpty, "\(words): \(wide)")
        }
    }

    /// Pasted from an 80 column terminal, an example is the command that was written: unbroken, and one that parses.
    @Test func everyExampleCanBePasted() throws {
        var count = 0
        for ((words, type), (_, text)) in zip(Self.commands, Self.pages) {
            let shown = text.split(separator: "\n").map(String.init)
            let examples = Self.examples(of: type)
            #expect(!examples.isEmpty, "\(words)")
            for example in examples {
                #expect(example.count <= 78 && shown.contains("  " + example), "\(words): \(example)")
                for command in try #require(Self.commands(in: example), "\(example): a quote is open") {
                    guard command.first == "hark" else { continue }
                    count += 1
                    let line = Hark.completed(Array(command.dropFirst()))
                    #expect(Hark.command(for: line) != nil, "\(example)")
                }
            }
        }
        #expect(count > 60)
    }

    /// A reader who tries an example finds each of its options on the same page, the short one.
    @Test func everyOptionOfAnExampleIsListedOnItsPage() throws {
        var count = 0
        for (words, type) in Self.commands {
            let listed = Set(UsageWords.options(in: CommandHelp(type, isWhole: false, columns: 80).text))
            for example in Self.examples(of: type) {
                for command in try #require(Self.commands(in: example)) where command.first == "hark" {
                    // What follows `--` are options of another program.
                    for option in command.prefix(while: { $0 != "--" }) where option.count > 1 && option.hasPrefix("-")
                    {
                        count += 1
                        #expect(listed.contains(String(option.prefix { $0 != "=" })), "\(words): \(example): \(option)")
                    }
                }
            }
        }
        #expect(count > 30)
    }

    /// What only an example makes common is not on the pages of other commands.
    @Test func anExampleShowsItsOwnOptionsOnly() {
        func short(_ type: any ParsableCommand.Type) -> [String] {
            options(CommandHelp(type, isWhole: false, columns: 80).text)
        }
        #expect(short(RunCommand.self).contains("--judge"))
        #expect(!short(ProxyCommand.self).contains("--judge") && !short(ServeCommand.self).contains("--judge"))
        #expect(!short(RunCommand.self).contains("--open"))
    }

    @Test func aSummaryBeginsWithAVerbAndIsShort() {
        let outworn: Set = [
            "What", "Where", "Who", "How", "So", "Those", "As", "At", "With", "Of", "That", "This", "It", "Whether",
            "Go",
            "Let", "All", "Its", "Which", "When", "Say", "Tell",
        ]
        for ((words, type), (_, text)) in zip(Self.commands, Self.pages) {
            let abstract = type.configuration.abstract
            let first = abstract.split(separator: " ").first.map(String.init) ?? ""
            #expect(!outworn.contains(first) && first.first?.isUppercase == true, "\(words): \(abstract)")
            #expect(abstract.count <= 66 && abstract.hasSuffix("."), "\(words): \(abstract)")
            let lines = text.split(separator: "\n").map(String.init)
            for (place, line) in lines.enumerated() where line.hasPrefix("  -") {
                // A long name has its text beneath.
                let beside = line.split(separator: " ").drop { "-<[".contains($0.prefix(1)) || $0.hasSuffix(">") }
                let beneath = lines[min(place + 1, lines.count - 1)].split(separator: " ")
                let word = (beside.first ?? beneath.first).map(String.init) ?? ""
                #expect(!outworn.contains(word) && word.first?.isUppercase == true, "\(words): \(line)")
            }
        }
    }

    // MARK: Reading a shell's line

    private static func examples(of type: any ParsableCommand.Type) -> [String] {
        let lines = type.configuration.discussion.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        guard let start = lines.firstIndex(where: { $0 == "Example:" || $0 == "Examples:" }) else { return [] }
        return lines[(start + 1)...].prefix { !$0.isEmpty }.map { String($0.drop { $0 == " " }) }
    }

    /// The words of each command of a line, by the POSIX shell's quotes; redirections are left out. nil when a quote is
    /// not closed.
    private static func commands(in line: String) -> [[String]]? {
        var commands: [[String]] = [[]]
        var word: String?
        var quote: Character?
        var isTarget = false
        func end() {
            if let word, !isTarget { commands[commands.count - 1].append(word) }
            if word != nil { isTarget = false }
            word = nil
        }
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
                continue
            }
            switch character {
            case "'", "\"":
                quote = character
                word = word ?? ""
            case " ": end()
            case "|", "&", ";":
                end()
                commands.append([])
            case ">", "<":
                if word.map({ $0.allSatisfy(\.isNumber) }) == true { word = nil }
                end()
                isTarget = true
            default: word = (word ?? "") + String(character)
            }
        }
        end()
        return quote == nil ? commands : nil
    }
}
