package import Filter

/// Puts rules together from files and from the command line. Whoever calls says how a file is read.
package struct RuleLoader {
    private let read: (String) throws(Unreadable) -> String
    private let readRecording: (Recording) throws(Unreadable) -> RecordedAnswers
    private var recordings: [String: RecordedAnswers] = [:]
    private var rules: [Rule] = []
    private var names: [String: RulePlace] = [:]
    private var files: [String] = []
    private var nameless = 0
    /// Rules that were read before, by their lines: most lines of a file that is read again are as they were.
    private let known: [String: RuleBook.Ready]

    /// Why a file cannot be read: a clause.
    package struct Unreadable: Error {
        let reason: String

        package init(_ reason: String) {
            self.reason = reason
        }
    }

    /// A session as a rule names it.
    package struct Recording {
        /// As it is written: a session's name, or a path.
        package let name: String
        /// The path, beginning where the rules file is.
        package let path: String
    }

    private static let depthLimit = 16
    private static let fileLimit = 1_000
    private static let ruleLimit = 100_000

    /// - Parameters:
    ///   - before: what was read before; lines that stand in it are not read again.
    ///   - recordings: reads what `answer-from` names.
    ///   - read: reads a file of rules.
    package init(
        after before: RuleBook? = nil,
        recordings: @escaping (Recording) throws(Unreadable) -> RecordedAnswers = { _ throws(Unreadable) in
            throw Unreadable("cannot be read here")
        },
        _ read: @escaping (String) throws(Unreadable) -> String
    ) {
        known = before?.byLine ?? [:]
        readRecording = recordings
        self.read = read
    }

    /// All rules of a file, and of those it includes.
    package mutating func add(file path: String) throws(RuleError) {
        try add(file: path, within: [], asked: (RulePlace(file: path, line: 0), "", 0..<0))
    }

    /// All rules of a text that is no file; it includes none.
    package mutating func add(text: String, named name: String) throws(RuleError) {
        try add(text: text, named: name, within: nil)
    }

    /// A rule of the command line; a name is made for one that has none.
    package mutating func add(rule text: String, option: String) throws(RuleError) {
        nameless += 1
        let place = RulePlace(file: option, line: nameless)
        try add(line: text, place, needsName: false, within: [])
    }

    package func book(_ clock: FilterClock) -> RuleBook {
        RuleBook(rules, files: files, recordings: recordings, known: known, clock: clock)
    }

    private mutating func add(
        file path: String, within chain: [String], asked: (place: RulePlace, line: String, range: Range<Int>)
    ) throws(RuleError) {
        func refuse(_ message: String) -> RuleError {
            RuleError(asked.place, asked.line, FilterError(asked.range, message))
        }
        guard !chain.contains(path) else {
            throw refuse("\(path) includes itself, through \(chain.last ?? path)")
        }
        guard chain.count < Self.depthLimit, files.count < Self.fileLimit else {
            throw refuse("too many nested includes: at most \(Self.depthLimit) levels and \(Self.fileLimit) files")
        }
        let text: String
        do throws(Unreadable) {
            text = try read(path)
        } catch {
            // Where no line asks for it, the file is named as the place already.
            throw refuse(asked.line.isEmpty ? error.reason : "\(path) \(error.reason)")
        }
        files.append(path)
        try add(text: text, named: path, within: chain + [path])
    }

    /// - Parameter chain: the files that include one another up to here; nil: none may be included.
    private mutating func add(text: String, named path: String, within chain: [String]?) throws(RuleError) {
        var number = 0
        // By bytes: a line end of two is one character, and none that would be found.
        for line in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            number += 1
            let line = Substring(line)
            let text = String(number == 1 && line.hasPrefix("\u{FEFF}") ? line.dropFirst() : line)
            let place = RulePlace(file: path, line: number)
            if let rule = known[text]?.rule, rule.isOf(line: text) {
                try add(rule.moved(to: place), text, nameRange: nil)
            } else {
                try add(line: text, place, needsName: true, within: chain)
            }
        }
    }

    private mutating func add(
        line: String, _ place: RulePlace, needsName: Bool, within chain: [String]?
    ) throws(RuleError) {
        let parsed: RuleParser.Line
        do throws(FilterError) {
            parsed = try RuleParser.read(line, needsName: needsName)
        } catch {
            throw RuleError(place, line, error)
        }
        switch parsed {
        case .nothing:
            guard !needsName else { return }
            throw RuleError(place, " ", FilterError(0..<0, "a rule is missing: 'when FILTER do ACTION'"))
        case .include(let path, let range):
            guard let chain else {
                throw RuleError(place, line, FilterError(range, "@include is allowed only in rule files"))
            }
            try add(file: place.path(path), within: chain, asked: (place, line, range))
        case .rule(let parsed):
            let hasPassword = parsed.steps.contains(where: \.action.hasPassword)
            let rule = Rule(
                name: parsed.name ?? "rule-\(place.line)", filter: parsed.filter, turn: parsed.turn,
                steps: parsed.steps, isFinal: parsed.isFinal, place: place,
                line: needsName && !hasPassword ? line : nil)
            try add(rule, line, nameRange: parsed.nameRange)
        }
    }

    /// - Parameter nameRange: nil: as its line is known, it is to be found there.
    private mutating func add(_ rule: Rule, _ line: String, nameRange: Range<Int>?) throws(RuleError) {
        let place = rule.place
        if let other = names.updateValue(place, forKey: rule.name) {
            let start = line.utf8.prefix { !RuleParser.isNameByte($0) }.count
            throw RuleError(
                place, line,
                FilterError(
                    nameRange ?? start..<(start + rule.name.utf8.count),
                    "the name '\(rule.name)' is already used by \(other.text)"))
        }
        guard rules.count < Self.ruleLimit else {
            throw RuleError(place, line, FilterError(0..<0, "there can be at most \(Self.ruleLimit) rules"))
        }
        for step in rule.steps { try readRecording(of: step, place, line) }
        rules.append(rule)
    }

    /// Each is read once, however many rules name it.
    private mutating func readRecording(of step: RuleStep, _ place: RulePlace, _ line: String) throws(RuleError) {
        guard let session = step.action.recording else { return }
        let path = place.path(session)
        guard recordings[path] == nil else { return }
        do throws(Unreadable) {
            recordings[path] = try readRecording(Recording(name: session, path: path))
        } catch {
            throw RuleError(place, line, FilterError(step.range, "\(session) \(error.reason)"))
        }
    }
}
