package import Explain
import Filter
import HTTPModel
package import Judge

/// Which checks are meant: a code, a glob of codes, a topic, a scope or a level.
package struct CheckPattern: Sendable, Hashable {
    private enum Meaning: Hashable {
        case code(String)
        /// With `*` and `?`.
        case glob([Character])
        case topic(String)
        case scope(String)
        case level(Note.Level)
    }

    /// Why a text names no check.
    package struct Fault: Error, Equatable {
        /// A sentence without full stop.
        package let text: String
    }

    /// As it was written.
    package let text: String
    private let meaning: Meaning

    /// Names one check, and not several.
    package var isCode: Bool { if case .code = meaning { true } else { false } }

    package init(_ text: String) throws(Fault) {
        self.text = text
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            meaning = try Self.codes(text)
            return
        }
        let name = parts[1].lowercased()
        switch parts[0].lowercased() {
        case "topic":
            meaning = .topic(try Self.known(name, among: Topic.allCases.map(\.word), "topic"))
        case "scope":
            meaning = .scope(try Self.known(name, among: Self.scopes, "scope"))
        case "level":
            let level = try Self.known(name, among: Note.Level.allCases.map(\.rawValue), "level")
            meaning = .level(Note.Level(rawValue: level) ?? .info)
        default:
            throw Fault(text: "'\(text)' names no check (expected a code, a glob, topic:…, scope:… or level:…)")
        }
    }

    private static let scopes = ["field", "message", "exchange", "stream", "inner", "connection", "session"]

    private static func codes(_ text: String) throws(Fault) -> Meaning {
        if text.contains("*") || text.contains("?") {
            let glob = Array(text.lowercased())
            guard text.count <= 100, Checks.byCode.keys.contains(where: { Glob.matches(glob, Array($0)) }) else {
                throw Fault(text: "no check matches '\(text)'; 'hark judge --list' lists the checks")
            }
            return .glob(glob)
        }
        if let check = check(named: text) { return .code(check.code) }
        let nearest = NearestName.find(text.lowercased(), among: Checks.byCode.keys.sorted())
        throw Fault(
            text: "unknown check '\(text)' "
                + (nearest.map { "(did you mean '\($0)'?)" } ?? "('hark judge --list' lists the checks)"))
    }

    /// The check with this code. Those of the wire were once written without hyphens.
    package static func check(named code: String) -> Check? {
        Checks.byCode[code]
            ?? (WireError.Code(name: code)?.name ?? Quirk.Code(name: code)?.name).flatMap { Checks.byCode[$0] }
    }

    private static func known(_ name: String, among names: [String], _ kind: String) throws(Fault) -> String {
        if names.contains(name) { return name }
        let nearest = NearestName.find(name, among: names).map { "did you mean '\($0)'?" }
        throw Fault(
            text: "unknown \(kind) '\(name)' (\(nearest ?? "expected one of " + names.joined(separator: ", ")))")
    }

    /// Whether it silences this check here. That a certificate is refused is not left out with a whole topic, but only
    /// by the check's code.
    package func suppresses(_ check: Check, _ level: Note.Level) -> Bool {
        guard matches(check, level) else { return false }
        return isCode || check.scope != .connection || level != .bad
    }

    /// Whether it means this check.
    ///
    /// - Parameter level: what the check is here.
    package func matches(_ check: Check, _ level: Note.Level) -> Bool {
        switch meaning {
        case .code(let code): check.code == code
        case .glob(let glob): Glob.matches(glob, Array(check.code))
        case .topic(let topic): check.topic.word == topic
        case .scope(let scope): check.scope.word == scope
        case .level(let asked): level == asked
        }
    }
}

/// A glob over characters, in time of pattern times text.
private enum Glob {
    static func matches(_ glob: [Character], _ text: [Character]) -> Bool {
        var (place, index) = (0, 0)
        var (star, resumed) = (-1, 0)
        while index < text.count {
            if place < glob.count, glob[place] == "*" {
                (star, resumed) = (place, index)
                place += 1
            } else if place < glob.count, glob[place] == "?" || glob[place] == text[index] {
                place += 1
                index += 1
            } else if star >= 0 {
                place = star + 1
                resumed += 1
                index = resumed
            } else {
                return false
            }
        }
        return glob[place...].allSatisfy { $0 == "*" }
    }
}
