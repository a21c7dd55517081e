import ArgumentParser
import Bytes
import Synchronization

/// Whether options take the values that files and variables set: each command's own parser is asked, for each value and
/// then for all that a file sets for it.
struct SettingsValues {
    private(set) var problems: [SettingsProblem] = []
    private let settings: Settings
    /// What was asked already: commands that declare an option alike take the same values.
    private var asked: [String: [CommandOption]] = [:]
    /// Where something is wrong, which is said once.
    private var wrong: Set<String> = []

    /// A value that is in order by itself.
    private struct Value {
        let option: CommandOption
        let word: String
        let place: TOMLPlace
    }

    /// - Parameter only: the command that is about to begin; nil: all of them.
    init(_ settings: Settings, for only: ConfiguredCommand? = nil) {
        self.settings = settings
        let commands = only.map { [$0] } ?? ConfiguredCommand.all
        for reading in settings.readings {
            // A command that begins uses one profile at most.
            let profiles = only == nil ? reading.profileNames : settings.profile.map { [$0] } ?? []
            for profile in [nil] + profiles {
                for command in commands { check(command, reading, profile, isOnly: only != nil) }
            }
        }
        for command in commands { checkVariables(of: command) }
    }

    private mutating func check(
        _ command: ConfiguredCommand, _ reading: SettingsReading, _ profile: String?, isOnly: Bool
    ) {
        let items = reading.items(of: command, command.options, profile: profile).filter { settings.isFor($0, command) }
        guard !items.isEmpty else { return }
        let parser = CommandTrial.of(command)
        var values: [Value] = []
        for item in items {
            // Of options that exclude each other the stronger one stays, and of values the last one.
            values.removeAll { value in
                value.option.name == item.option.name && item.option.kind != .list
                    || Settings.exclusive.contains { $0.isSuperset(of: [value.option.name, item.option.name]) }
                        && value.option.name != item.option.name
            }
            for (text, place) in zip(item.values, item.places) where !text.isEmpty {
                let setting = Setting(option: item.option, values: [text], origin: .standard)
                guard let word = setting.words.first else { continue }
                let key = "\(reading.file.name):\(place.line):\(place.column)"
                guard !wrong.contains(key) else { continue }
                if asked[key]?.contains(item.option) != true {
                    asked[key, default: []].append(item.option)
                    if let mistake = parser.mistake([word], of: item.option) {
                        wrong.insert(key)
                        report(mistake, reading, place)
                        continue
                    }
                }
                values.append(Value(option: item.option, word: word, place: place))
            }
        }
        guard isOnly || command.name == "proxy" || items.contains(where: \.isOwn) else { return }
        checkTogether(values, parser, reading)
    }

    /// Each takes its value, and the command does not take all of them.
    private mutating func checkTogether(_ all: [Value], _ parser: CommandTrial, _ reading: SettingsReading) {
        var values = all.sorted { ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column) }
        while let mistake = parser.mistake(values.map(\.word)) {
            // Of two that exclude each other the later one is named.
            guard let index = values.indices.first(where: { parser.mistake(values[...$0].map(\.word)) == mistake })
            else { return }
            let value = values.remove(at: index)
            let key = "\(reading.file.name):\(value.place.line):\(value.place.column)"
            if wrong.insert(key).inserted { report(mistake, reading, value.place) }
        }
    }

    private mutating func report(_ text: String, _ reading: SettingsReading, _ place: TOMLPlace) {
        problems.append(SettingsProblem(text, in: reading.file.name, reading.file.bytes, at: place))
    }

    private mutating func checkVariables(of command: ConfiguredCommand) {
        for option in command.options {
            guard let values = try? settings.variableValues(of: option, for: command) else { continue }
            for text in values where !text.isEmpty {
                let key = "\(option.variable)=\(text)"
                guard !wrong.contains(key), asked[key]?.contains(option) != true else { continue }
                asked[key, default: []].append(option)
                let setting = Setting(option: option, values: [text], origin: .environment(option.variable))
                guard let word = setting.words.first,
                    let mistake = CommandTrial.of(command).mistake([word], of: option)
                else { continue }
                wrong.insert(key)
                problems.append(SettingsProblem("\(option.variable): \(mistake)"))
            }
        }
    }
}

/// A command's parser, asked what it thinks of some options. Nothing of the command runs.
struct CommandTrial {
    private let type: any ParsableCommand.Type
    /// Arguments that the command cannot do without.
    private let arguments: [String]
    /// What is wrong also without the options.
    private let otherMistake: String?

    private static let tried: [[String]] = [[], ["x"], ["1"], ["--", "true"], ["1", "2"], ["x", "http://a.test/"]]

    /// What was found out before, by command.
    private static let known = Mutex<[String: CommandTrial]>([:])

    static func of(_ command: ConfiguredCommand) -> CommandTrial {
        if let trial = known.withLock({ $0[command.name] }) { return trial }
        let trial = CommandTrial(command.type)
        known.withLock { $0[command.name] = trial }
        return trial
    }

    private init(_ type: any ParsableCommand.Type) {
        let fitting = Self.tried.first { Self.mistake(type, $0) == nil }
        self.type = type
        arguments = fitting ?? []
        otherMistake = fitting == nil ? Self.mistake(type, []) : nil
    }

    /// How a command says that another option has to be there.
    private static let conditions = [" needs ", "; limit access with "]

    /// nil when the command takes these options, or would with others, which a command line may give.
    func mistake(_ words: [String], of option: CommandOption? = nil) -> String? {
        guard let text = Self.mistake(type, words + arguments), text != otherMistake,
            !Self.conditions.contains(where: { text.contains($0) })
        else { return nil }
        return option.map { text.replacing("--\($0.name)", with: $0.name) } ?? text
    }

    private static func mistake(_ type: any ParsableCommand.Type, _ words: [String]) -> String? {
        do {
            _ = try type.parseAsRoot(words)
            return nil
        } catch {
            return UsageWords(type.fullMessage(for: error)).mistake
        }
    }
}

extension SettingsValues {
    /// Says what is wrong with the values that are set for the command of these words. Answers whether anything is.
    static func explain(_ all: [String]) -> Bool {
        guard let request = try? SettingsRequest(all), let settings = try? Settings(request), !settings.isEmpty,
            settings.problems.isEmpty, let (command, _) = ConfiguredCommand.called(by: Hark.completed(request.words))
        else { return false }
        let problems = SettingsValues(settings, for: command).problems
        for problem in problems { Diagnostics.mistake(problem.text) }
        return !problems.isEmpty
    }
}
