package import Explain
package import Judge

/// What a run of the judge found, in the order in which it is told.
package struct JudgeResult: Sendable {
    /// Something that was judged.
    package struct Input: Sendable {
        /// As it was named on the command line.
        package let name: String
        package let form: String
        package var flows = 0
        /// New findings at or above the level that fails.
        var failing = 0
        /// Nothing in it could be read, or not all of it.
        var isUnread = false
        /// Flows of it could not be read; those that could were judged.
        var isCut = false
        /// Why it was not judged, or not whole; nil when it was.
        var fault: String? {
            if isUnread { return "nothing in it, or not all of it, could be read" }
            return isCut ? "not all flows of it could be read" : nil
        }
        /// It is a file that others can open, and lines of it can be named.
        package let isFile: Bool

        package init(name: String, form: String, isFile: Bool) {
            self.name = name
            self.form = form
            self.isFile = isFile
        }
    }

    /// Findings of one check at one endpoint.
    package struct Group: Sendable {
        package let check: Check
        package let level: Note.Level
        package let endpoint: String
        package let host: String
        package fileprivate(set) var findings: [JudgedFinding] = []
        /// Those that are counted and not listed included.
        package fileprivate(set) var count = 0
        /// Flows with at least one of them.
        package fileprivate(set) var flows = 0

        /// New, known from the baseline, or suppressed: all of a group are the same.
        var state: JudgedFinding.State { findings.first?.state ?? .new }
        /// Why it is suppressed, or was until a day.
        var reason: String? { findings.first?.reason }

        /// One finding for each thing that is named: of the first flow all that differ, of the others what has another
        /// fingerprint.
        package var told: [JudgedFinding] {
            guard let first = findings.first else { return [] }
            var fingerprints: Set<String> = []
            var texts: Set<String> = []
            return findings.filter { finding in
                let isNew = fingerprints.insert(finding.fingerprint).inserted
                guard (finding.input, finding.flow) == (first.input, first.flow) else { return isNew }
                return texts.insert("\(finding.fingerprint) \(finding.fullText)").inserted
            }
        }
    }

    /// What became of `--update-baseline`, with the name of the file.
    package enum BaselineUpdate: Sendable, Equatable {
        case written(String)
        /// Something could not be judged, so that the file was left as it is.
        case skipped(String)
        case failed(String)
    }

    package let policy: JudgePolicy
    package let inputs: [Input]
    /// The worst first, then what is in most flows.
    package let groups: [Group]
    /// Several hosts were judged, so that a path by itself says too little.
    let hasSeveralHosts: Bool
    /// By level; without those that are suppressed.
    package let counts: [Note.Level: Int]
    package let suppressed: Int
    let hasBaseline: Bool
    package let known: Int
    /// Findings that are neither known nor suppressed.
    package let new: Int
    /// Lines of the baseline that no longer occur.
    package let gone: Int
    /// Lines that the baseline does not have.
    let added: Int
    /// All that was found, as a baseline, and what was known of checks that were left out.
    package let baseline: Baseline
    /// There is a new finding at or above the level that fails.
    let hasFailures: Bool
    /// What became of `--update-baseline`; nil without it.
    package var update: BaselineUpdate?
    /// Those that matched nothing.
    package let unusedSuppressions: [JudgePolicy.Suppression]
    /// Those that no longer count, and matched something.
    package let expiredSuppressions: [JudgePolicy.Suppression]
    /// Checks that were asked, with the number of flows, by code.
    package let asked: [(check: Check, flows: Int)]

    /// Whether the run fails for what was found. What was just written to the baseline is known from now on.
    package var failed: Bool {
        switch update {
        case .written?: false
        case .failed?: true
        case .skipped?, nil: hasFailures
        }
    }

    /// Whether a new finding of this level makes the run fail.
    func fails(_ level: Note.Level) -> Bool { failed && policy.fails(level) }

    /// Whether the findings can be written to the baseline: what was not judged would be missing in it.
    package var canUpdateBaseline: Bool { flows > 0 && !inputs.contains { $0.isUnread || $0.isCut } }

    package var flows: Int { inputs.reduce(0) { $0 + $1.flows } }
    package var hasUnreadInput: Bool { inputs.contains(where: \.isUnread) }
    package var findings: [JudgedFinding] { groups.flatMap(\.findings) }

    /// The endpoint as people read it.
    package func title(of group: Group) -> String {
        guard hasSeveralHosts, !group.host.isEmpty, let space = group.endpoint.firstIndex(of: " ") else {
            return group.endpoint
        }
        return group.endpoint[...space] + group.host + group.endpoint[group.endpoint.index(after: space)...]
    }

    /// Puts findings into groups, and the groups in order.
    static func groups(_ findings: [JudgedFinding]) -> [Group] {
        struct Key: Hashable {
            let code, endpoint, host: String
            let level: Note.Level
            /// What is new is not said to be known.
            let state: JudgedFinding.State
        }
        var places: [Key: Int] = [:]
        var groups: [Group] = []
        for finding in findings {
            let key = Key(
                code: finding.check.code, endpoint: finding.endpoint, host: finding.host, level: finding.level,
                state: finding.state)
            let place = places[key] ?? groups.count
            if place == groups.count {
                places[key] = place
                groups.append(
                    Group(check: finding.check, level: finding.level, endpoint: finding.endpoint, host: finding.host))
            }
            groups[place].findings.append(finding)
            groups[place].count += 1 + finding.more
        }
        // Flows of one check, at all its endpoints, decide where the check is.
        var total: [String: Int] = [:]
        for place in groups.indices {
            var flows = 0
            var last: (Int, UInt64)?
            for finding in groups[place].findings {
                if last.map({ $0 != (finding.input, finding.flow) }) ?? true { flows += 1 }
                last = (finding.input, finding.flow)
                flows += finding.more
            }
            groups[place].flows = flows
            total[groups[place].check.code, default: 0] += flows
        }
        return groups.sorted { left, right in
            if left.level != right.level { return left.level > right.level }
            let (first, second) = (total[left.check.code] ?? 0, total[right.check.code] ?? 0)
            if first != second { return first > second }
            if left.check.code != right.check.code { return left.check.code < right.check.code }
            if left.flows != right.flows { return left.flows > right.flows }
            return (left.endpoint, left.host) < (right.endpoint, right.host)
        }
    }
}
