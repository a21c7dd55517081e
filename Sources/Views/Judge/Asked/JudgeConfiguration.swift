package import Bytes
import Explain
package import Filter

/// `hark-judge.toml`: reads a policy.
package enum JudgeConfiguration {
    /// Why the file cannot be used, and where.
    package struct Fault: Error, Equatable {
        package let place: TOMLPlace
        /// A sentence without full stop. It may quote the file.
        package let text: String
    }

    private static let keys = ["fail-on", "profile", "levels", "ignore"]
    private static let ignoreKeys = ["code", "match", "reason", "expires"]

    /// - Parameter clock: for times in filters.
    package static func read(_ bytes: Bytes, clock: FilterClock) throws(Fault) -> JudgePolicy {
        let table: TOMLTable
        do throws(TOMLError) {
            table = try TOMLParser.parse(bytes)
        } catch {
            throw Fault(place: error.place, text: error.text)
        }
        var policy = JudgePolicy()
        for entry in table.entries {
            switch entry.key {
            case "fail-on":
                policy.failOn = try word(entry, "level", JudgePolicy.FailOn.allCases)
                policy.hasFailOn = true
            case "profile": policy.profile = try word(entry, "profile", JudgeProfile.allCases)
            case "levels":
                guard case .table(let levels) = entry.item.value else { throw expected("a table, [levels]", entry) }
                for level in levels.entries { policy.adjustments.append(try adjustment(level)) }
            case "ignore":
                guard case .array(let items) = entry.item.value else { throw expected("[[ignore]]", entry) }
                for item in items {
                    guard case .table(let table) = item.value else { throw expected("[[ignore]]", entry) }
                    policy.suppressions.append(try suppression(table, clock))
                }
            default: throw unknown(entry, among: keys)
            }
        }
        return policy
    }

    private static func adjustment(_ entry: TOMLTable.Entry) throws(Fault) -> JudgePolicy.Adjustment {
        let level: Level = try word(entry, "level", Level.allCases)
        return JudgePolicy.Adjustment(
            pattern: try pattern(entry.key, at: entry.place), level: Note.Level(rawValue: level.rawValue))
    }

    private enum Level: String, CaseIterable {
        case off, good, info, warning, bad
    }

    private static func suppression(
        _ table: TOMLTable, _ clock: FilterClock
    ) throws(Fault) -> JudgePolicy.Suppression {
        for entry in table.entries where !ignoreKeys.contains(entry.key) { throw unknown(entry, among: ignoreKeys) }
        guard let code = table["code"] else { throw Fault(place: table.place, text: "[[ignore]] needs a code") }
        guard let reason = table["reason"] else { throw Fault(place: table.place, text: "[[ignore]] needs a reason") }
        let reasonText = try string(reason)
        guard !reasonText.allSatisfy(\.isWhitespace) else {
            throw Fault(place: reason.item.place, text: "the reason is empty")
        }
        var filter: FlowFilter?
        if let match = table["match"] {
            let text = try string(match)
            do throws(FilterError) {
                filter = try FlowFilter(text)
            } catch {
                throw Fault(
                    place: match.item.place, text: "invalid filter, column \(error.column(in: text)): \(error.message)")
            }
        }
        var expires: TOMLDate?
        if let entry = table["expires"] {
            guard case .date(let date) = entry.item.value else { throw expected("a date such as 2027-03-01", entry) }
            expires = date
        }
        return JudgePolicy.Suppression(
            try pattern(try string(code), at: code.item.place), filter, clock: clock, reason: reasonText,
            expires: expires, line: table.place.line)
    }

    // MARK: Values

    private static func string(_ entry: TOMLTable.Entry) throws(Fault) -> String {
        guard case .string(let text) = entry.item.value else { throw expected("a string", entry) }
        return text
    }

    private static func word<Word: RawRepresentable<String>>(
        _ entry: TOMLTable.Entry, _ kind: String, _ all: [Word]
    ) throws(Fault) -> Word {
        let text = try string(entry)
        guard let word = Word(rawValue: text) else {
            let names = all.map(\.rawValue)
            let nearest = NearestName.find(text, among: names).map { "did you mean '\($0)'?" }
            throw Fault(
                place: entry.item.place,
                text: "unknown \(kind) '\(text)' (\(nearest ?? "expected one of " + names.joined(separator: ", ")))")
        }
        return word
    }

    private static func pattern(_ text: String, at place: TOMLPlace) throws(Fault) -> CheckPattern {
        do throws(CheckPattern.Fault) {
            return try CheckPattern(text)
        } catch {
            throw Fault(place: place, text: error.text)
        }
    }

    private static func expected(_ what: String, _ entry: TOMLTable.Entry) -> Fault {
        Fault(place: entry.item.place, text: "'\(entry.key)' is \(entry.item.value.kind) (expected \(what))")
    }

    private static func unknown(_ entry: TOMLTable.Entry, among names: [String]) -> Fault {
        let nearest = NearestName.find(entry.key, among: names).map { "did you mean '\($0)'?" }
        return Fault(
            place: entry.place,
            text: "unknown key '\(entry.key)' (\(nearest ?? "expected one of " + names.joined(separator: ", ")))")
    }
}
