import Bytes
import Filter

/// Reads the settings of one file: checks all of it, and hands out what is for a command.
struct SettingsReading {
    let file: SettingsFile
    private(set) var problems: [SettingsProblem] = []

    /// A value for an option, as a file or a variable has it.
    struct Item {
        let option: CommandOption
        let values: [String]
        /// Where each value is.
        let places: [TOMLPlace]
        let line: Int
        let profile: String?
        /// It stands in the table of the command, and not for every command that has the option.
        let isOwn: Bool
    }

    init(_ file: SettingsFile) {
        self.file = file
        checkAll()
    }

    private static let names: Set<String> = Set(ConfiguredCommand.all.map(\.name))

    // MARK: Checking

    private mutating func checkAll() {
        for error in file.errors { report(error.text, at: error.place) }
        checkTables()
        problems.sort { ($0.place?.line ?? 0, $0.place?.column ?? 0) < ($1.place?.line ?? 0, $1.place?.column ?? 0) }
    }

    private mutating func checkTables() {
        check(file.table, of: nil, isProfile: false)
        guard let profiles = file.table["profile"] else { return }
        guard case .table(let table) = profiles.item.value else {
            return report("profile is a table: [profile.NAME]", at: profiles.place)
        }
        for entry in table.entries {
            guard case .table(let profile) = entry.item.value else {
                report("a profile is a table: [profile.\(entry.key.terminalEscaped)]", at: entry.place)
                continue
            }
            check(profile, of: nil, isProfile: true)
        }
    }

    /// - Parameter command: whose table this is; nil: at the top, or of a profile.
    private mutating func check(_ table: TOMLTable, of command: ConfiguredCommand?, isProfile: Bool) {
        for entry in table.entries {
            if command == nil, !isProfile, entry.key == "profile" { continue }
            let path = (command.map { $0.name + "." } ?? "") + entry.key
            if case .table(let inner) = entry.item.value {
                guard let next = ConfiguredCommand.all.first(where: { $0.name == path }) else {
                    let names = Self.names.union(["profile"])
                    report("unknown table '\(path.terminalEscaped)'" + Self.nearest(path, names), at: entry.place)
                    continue
                }
                check(inner, of: next, isProfile: isProfile)
                continue
            }
            let known = command.map { $0.options.first { $0.name == entry.key } } ?? ConfiguredCommand.option(entry.key)
            guard let option = known else {
                report(Self.unknown(entry.key, command), at: entry.place)
                continue
            }
            guard option.isSettable else {
                report("'\(entry.key)' is given with each call and cannot be set in a file", at: entry.place)
                continue
            }
            if let (text, place) = Self.mistake(entry.item, option) { report(text, at: place) }
        }
        checkExclusive(table)
    }

    /// Of two sources the stronger one wins; in one table nothing says which of the two is wanted.
    private mutating func checkExclusive(_ table: TOMLTable) {
        for group in Settings.exclusive {
            let given = table.entries.filter { entry in
                if case .boolean(false) = entry.item.value { return false }
                return group.contains(entry.key)
            }
            guard given.count > 1 else { continue }
            report("'\(given[1].key)' and '\(given[0].key)' exclude each other", at: given[1].place)
        }
    }

    private mutating func report(_ text: String, at place: TOMLPlace) {
        problems.append(SettingsProblem(text, in: file.name, file.bytes, at: place))
    }

    private static func unknown(_ key: String, _ command: ConfiguredCommand?) -> String {
        let options = command?.options ?? ConfiguredCommand.all.flatMap(\.options)
        let names = Set(options.filter(\.isSettable).map(\.name))
        let place = command.map { " of hark \($0.name.replacing(".", with: " "))" } ?? ""
        return "unknown key '\(String(key.prefix(80)).terminalEscaped)'\(place)" + nearest(key, names)
    }

    private static func nearest(_ word: String, _ names: some Sequence<String>) -> String {
        NearestName.find(word.lowercased(), among: names.sorted()).map { " (did you mean '\($0)'?)" } ?? ""
    }

    private static func mistake(_ item: TOMLItem, _ option: CommandOption) -> (String, TOMLPlace)? {
        switch (option.kind, item.value) {
        case (.flag, .boolean), (.value, .string), (.value, .integer), (.list, .string), (.list, .integer): return nil
        case (.list, .array(let elements)):
            for element in elements where text(element.value) == nil {
                return ("\(option.name): expected a string, not \(element.value.kind)", element.place)
            }
            return nil
        case (.flag, let value): return ("\(option.name): expected true or false, not \(value.kind)", item.place)
        case (.value, let value): return ("\(option.name): expected a string, not \(value.kind)", item.place)
        case (.list, let value):
            return ("\(option.name): expected a string or an array of strings, not \(value.kind)", item.place)
        }
    }

    private static func text(_ value: TOMLValue) -> String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .float, .boolean, .date, .array, .table: nil
        }
    }

    // MARK: Reading

    /// What the file says for a command, the weakest first.
    ///
    /// - Parameter profile: nil for what holds without one.
    func items(of command: ConfiguredCommand, _ options: [CommandOption], profile: String?) -> [Item] {
        var table: TOMLTable? = file.table
        if let profile {
            table = Self.table(Self.table(file.table, "profile"), profile)
        }
        guard let table else { return [] }
        var own: TOMLTable? = table
        for word in command.name.split(separator: ".") { own = Self.table(own, String(word)) }
        return [(table, false), (own, true)].flatMap { table, isOwn in
            (table?.entries ?? []).compactMap { item($0, options, profile, isOwn: isOwn) }
                .filter { isOwn || $0.option.isShared(by: command.name) }
        }
    }

    private static func table(_ table: TOMLTable?, _ key: String) -> TOMLTable? {
        guard case .table(let inner)? = table?[key]?.item.value else { return nil }
        return inner
    }

    private func item(
        _ entry: TOMLTable.Entry, _ options: [CommandOption], _ profile: String?, isOwn: Bool
    ) -> Item? {
        guard let option = options.first(where: { $0.name == entry.key }), option.isSettable else { return nil }
        let values: [String]
        var places = [entry.item.place]
        switch entry.item.value {
        case .boolean(let value): values = ["\(value)"]
        case .array(let elements):
            values = elements.compactMap { Self.text($0.value) }
            places = elements.filter { Self.text($0.value) != nil }.map(\.place)
        case .string, .integer, .float, .date, .table: values = Self.text(entry.item.value).map { [$0] } ?? []
        }
        return Item(
            option: option, values: option.isPath ? values.map(file.place) : values, places: places,
            line: entry.place.line, profile: profile, isOwn: isOwn)
    }

    /// Whether the file has a profile of this name.
    func hasProfile(_ name: String) -> Bool { Self.table(Self.table(file.table, "profile"), name) != nil }

    var profileNames: [String] { Self.table(file.table, "profile")?.entries.map(\.key) ?? [] }
}
