import Filter
import Platform

/// What files and variables set for a command. Made once, at the start.
struct Settings {
    /// Files that were looked for, the strongest first, and what became of each.
    struct Place: Equatable {
        enum State: String {
            case read, missing
            case unused = "not used"
        }

        let path: String
        let state: State
    }

    let places: [Place]
    let readings: [SettingsReading]
    let profile: String?
    private let variables: [String: String]

    /// Reads the files that a command line and the environment name. Throws the first problem.
    init(_ request: SettingsRequest, variables: [String: String] = Environment.all) throws(Failure) {
        self.variables = request.isOff ? [:] : variables
        profile = request.isOff ? nil : request.profile ?? variables["HARK_PROFILE"].flatMap { $0.isEmpty ? nil : $0 }
        let usual = [SettingsFile.userPath, SettingsFile.systemPath].compactMap { $0 }
        let named = request.file ?? (request.isOff ? nil : variables["HARK_CONFIG"])
        var (places, readings) = ([Place](), [SettingsReading]())
        do throws(SettingsProblem) {
            if let named, !named.isEmpty {
                guard let file = try SettingsFile.read(named) else {
                    throw SettingsProblem("\(named.terminalEscaped): there is no such configuration file")
                }
                places.append(Place(path: named, state: .read))
                readings.append(SettingsReading(file))
            }
            let isUsed = named == nil && !request.isOff
            for path in usual {
                let file = isUsed ? try SettingsFile.read(path, isSystem: path == SettingsFile.systemPath) : nil
                places.append(Place(path: path, state: isUsed ? file == nil ? .missing : .read : .unused))
                if let file { readings.append(SettingsReading(file)) }
            }
        } catch {
            let isMissing = named.map { !$0.isEmpty && access($0, F_OK) != 0 } ?? false
            throw Failure(problem: error, code: isMissing ? EX_NOINPUT : EX_CONFIG)
        }
        (self.places, self.readings) = (places, readings)
        try checkProfile()
    }

    struct Failure: Error {
        let problem: SettingsProblem
        let code: Int32
    }

    private func checkProfile() throws(Failure) {
        guard let profile, !readings.contains(where: { $0.hasProfile(profile) }), problems.isEmpty else { return }
        let names = readings.flatMap(\.profileNames)
        let nearest = NearestName.find(profile.lowercased(), among: names).map { " (did you mean '\($0)'?)" } ?? ""
        let text = "there is no profile '\(profile.terminalEscaped)'\(nearest); a profile is a table [profile.NAME]"
        throw Failure(problem: SettingsProblem(text), code: EX_CONFIG)
    }

    var problems: [SettingsProblem] { readings.flatMap(\.problems) }

    /// Nothing could be set: there is no file, and no variable of Hark's.
    var isEmpty: Bool { readings.isEmpty && !variables.keys.contains { Self.isSetting($0) } }

    /// These variables are no options; the last are of Hark's own build.
    private static let reserved: Set<String> = [
        "HARK_CONFIG", "HARK_PROFILE", "HARK_PROXY", "HARK_PAGER", "HARK_UPSTREAM_PROXY_AUTH", "HARK_FLEET",
        "HARK_PYTHON", "HARK_NODE", "HARK_PAGE_FILES",
        "HARK_TESTS", "HARK_ALONE",
    ]

    static func isSetting(_ variable: String) -> Bool { variable.hasPrefix("HARK_") && !reserved.contains(variable) }

    /// Variables that look as if they set something, and set nothing.
    var unknownVariables: [String] {
        let known = Set(ConfiguredCommand.all.flatMap(\.options).filter(\.isSettable).map(\.variable))
        return variables.keys.filter { Self.isSetting($0) && !known.contains($0) }.sorted()
    }

    // MARK: In force

    /// These take it only from their own table: a fixed address is for the proxy that runs all day.
    private static let listensByItself: Set<String> = ["run", "demo"]

    /// What is in force for a command, in the order of its options.
    func settings(of command: ConfiguredCommand) throws(Failure) -> [Setting] {
        let options = command.options
        var found: [String: Setting] = [:]
        func take(_ option: CommandOption, _ values: [String], _ origin: Setting.Origin, isOwn: Bool) {
            if option.name == "listen", Self.listensByItself.contains(command.name), !isOwn { return }
            // An empty text drops what came before it, and so does a new place to listen at.
            let start = values.lastIndex(of: "").map { $0 + 1 } ?? 0
            let adds = option.kind == .list && start == 0 && option.name != "listen"
            let before = adds ? found[option.name]?.values ?? [] : []
            found[option.name] = Setting(option: option, values: before + values[start...], origin: origin)
            dropExcluded(by: option, from: &found)
        }
        // Weaker ones first: the system's file, the user's, then profiles.
        for name in [nil, profile] where name != nil || !readings.isEmpty {
            for reading in readings.reversed() {
                for item in reading.items(of: command, options, profile: name) {
                    let origin = Setting.Origin.file(
                        name: reading.file.name, line: item.line, profile: name, isSystem: reading.file.isSystem)
                    take(item.option, item.values, origin, isOwn: item.isOwn)
                }
            }
            if profile == nil { break }
        }
        for option in options {
            guard let values = try variableValues(of: option, for: command) else { continue }
            take(option, values, .environment(option.variable), isOwn: false)
        }
        return options.compactMap { found[$0.name] }.filter { $0.option.kind != .list || !$0.values.isEmpty }
    }

    /// What a variable sets an option of a command to; nil: there is none.
    func variableValues(of option: CommandOption, for command: ConfiguredCommand) throws(Failure) -> [String]? {
        guard option.isSettable, option.isShared(by: command.name), Self.isSetting(option.variable),
            let text = variables[option.variable]
        else { return nil }
        return try values(of: text, option)
    }

    /// Whether what a file says is for this command: an address to listen at only in some.
    func isFor(_ item: SettingsReading.Item, _ command: ConfiguredCommand) -> Bool {
        item.option.name != "listen" || item.isOwn || !Self.listensByItself.contains(command.name)
    }

    private func values(of text: String, _ option: CommandOption) throws(Failure) -> [String] {
        switch option.kind {
        case .value: return [text]
        case .list: return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        case .flag:
            switch text.lowercased() {
            case "1", "true", "yes": return ["true"]
            case "0", "false", "no": return ["false"]
            default:
                let text = "\(option.variable): expected 1, true, yes, 0, false or no"
                throw Failure(problem: SettingsProblem(text), code: EX_CONFIG)
            }
        }
    }

    /// Of options that exclude each other the stronger source wins.
    static let exclusive: [Set<String>] = [
        ["quiet", "verbose"], ["store", "no-store"], ["redact", "with-secrets"], ["log", "no-log"],
    ]

    private func dropExcluded(by option: CommandOption, from found: inout [String: Setting]) {
        guard found[option.name]?.values != ["false"] else { return }
        for group in Self.exclusive where group.contains(option.name) {
            for name in group where name != option.name { found[name] = nil }
        }
    }
}
