/// Something wrong with a recording: where, what, and what was made of it. A value for people; what could be read is
/// read.
package struct Damage: Sendable, Hashable {
    /// Bytes from the start of the file.
    package let offset: Int
    /// Counted from 1.
    package let line: Int
    /// The entry's place in the file, counted from 0; nil when it is not in one.
    package let entry: Int?
    /// What was found, a sentence.
    package let problem: String
    /// What was done about it, a sentence.
    package let remedy: String
    /// What it is about, where that has a name of its own.
    package var subject = ""
    /// Flows that the file has, or had, could not be read for it.
    package var losesFlows = false

    /// All of it for a line on standard error, still to be escaped: it may quote the file.
    package var text: String {
        "\(place): \(problem) \(remedy)"
    }

    fileprivate var place: String {
        entry.map { "entry \($0), line \(line), byte \(offset)" } ?? "line \(line), byte \(offset)"
    }
}

/// Collects damage while a file is read; lines are counted once, at the end. Owned by one reader.
struct DamageLog {
    /// More than this is counted, not told one by one: a file may be nothing but damage.
    static let limit = 1000

    private struct Finding {
        let offset: Int
        let entry: Int?
        let problem: String
        let remedy: String
        let losesFlows: Bool
    }

    /// The entry that is being read.
    var entry: Int?
    /// Where the bytes stand in the file whose offsets are told.
    var base = 0
    private var findings: [Finding] = []
    private var untold = 0
    /// Members that no record has a place for, each with its first place.
    private var unused: [(name: String, offset: Int)] = []
    private var unusedNames: Set<String> = []

    var isEmpty: Bool { findings.isEmpty }

    /// - Parameter losesFlows: a flow, or the rest of them, could not be read for it.
    mutating func add(_ offset: Int, _ problem: String, _ remedy: String, losesFlows: Bool = false) {
        guard findings.count < Self.limit else {
            untold += 1
            return
        }
        findings.append(
            Finding(offset: base + offset, entry: entry, problem: problem, remedy: remedy, losesFlows: losesFlows))
    }

    /// Damage of a file inside this one, whose bytes are packed and have no place here.
    mutating func add(_ damage: Damage, in name: String) {
        add(0, "\(name), \(damage.place): \(damage.problem)", damage.remedy, losesFlows: damage.losesFlows)
    }

    /// Notes a member that can be read, and that no record has a place for; once for all entries.
    ///
    /// - Parameter name: where it is in the file's structure: `log.browser`, `request.headers[].comment`.
    mutating func leave(_ name: String, at offset: Int) {
        guard unused.count < Self.unusedLimit, unusedNames.insert(name).inserted else { return }
        unused.append((name, base + offset))
    }

    /// More names than this are no structure, but values.
    private static let unusedLimit = 100

    /// What was noted so, in the order of the file: for who takes the file's place with a record.
    func finishUnused(_ file: any RecordedBytes) -> [Damage] {
        let sorted = unused.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
        return zip(sorted, file.lines(of: sorted.map(\.offset))).map { member, line in
            Damage(
                offset: min(member.offset, file.count), line: line, entry: nil,
                problem: "A session has no place for \(member.name).", remedy: "It was left out.", subject: member.name)
        }
    }

    /// Everything found, in the order of the file.
    func finish(_ file: any RecordedBytes) -> [Damage] {
        let sorted = findings.enumerated().sorted { ($0.element.offset, $0.offset) < ($1.element.offset, $1.offset) }
            .map(\.element)
        let lines = file.lines(of: sorted.map(\.offset))
        var result = zip(sorted, lines).map { finding, line in
            Damage(
                offset: min(finding.offset, file.count), line: line, entry: finding.entry, problem: finding.problem,
                remedy: finding.remedy, losesFlows: finding.losesFlows)
        }
        if untold > 0, let last = result.last {
            result.append(
                Damage(
                    offset: last.offset, line: last.line, entry: nil,
                    problem: "\(untold) more such places follow.", remedy: "They are not listed.", losesFlows: true))
        }
        return result
    }
}
