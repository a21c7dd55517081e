package import Bytes
package import Explain
package import Filter
package import Flow
import HTTPModel
import HTTPSemantics
package import Judge
import Workbench

/// Takes the findings of flow after flow, and sums up at the end. Its memory grows with the faults, not with the flows:
/// of each fingerprint a hundred findings are kept. Used by one thread.
package struct JudgeCollector {
    /// One flow that was judged.
    package struct Judged {
        package let subject: FilterSubject
        /// As it is told.
        package let number: UInt64
        let index: Int?
        let findings: [Finding]
        /// Programs know it by its place: it is of a file that Hark did not record.
        var isForeign: Bool { index != nil && subject.record.run == nil }
        /// Where in the input a finding is.
        package let place: (Finding) -> InputPlace?
        /// Leaves credentials out. Asked for when there is something to tell.
        package let hiding: () -> (Bytes) -> Bytes
        /// The report shows credentials. What a finding is known by never has them.
        let showsSecrets: Bool

        /// - Parameter index: the place in the file, from 0; nil in a session.
        package init(
            _ subject: FilterSubject, number: UInt64, index: Int? = nil, findings: [Finding],
            place: @escaping (Finding) -> InputPlace? = { _ in nil },
            showsSecrets: Bool = false, hiding: @escaping () -> (Bytes) -> Bytes = { { $0 } }
        ) {
            self.subject = subject
            self.number = number
            self.index = index
            self.findings = findings
            self.place = place
            self.hiding = hiding
            self.showsSecrets = showsSecrets
        }
    }

    /// So many findings of one fingerprint in one input are listed.
    package static let mostOfOne = 100

    private struct Key: Hashable {
        let fingerprint: String
        let input: Int
        let state: JudgedFinding.State
    }

    private struct Kept {
        var count = 0
        var last = 0
    }

    private let policy: JudgePolicy
    private let baseline: Baseline?
    private let today: TOMLDate
    private let details: Note.Level
    private var inputs: [JudgeResult.Input] = []
    private var findings: [JudgedFinding] = []
    private var kept: [Key: Kept] = [:]
    private var counts: [Note.Level: Int] = [:]
    private var stateCounts: [JudgedFinding.State: Int] = [:]
    private var seen: Set<Baseline.Entry> = []
    private var used: Set<Int> = []
    private var expired: Set<Int> = []
    private var failed = false
    private var asked: [String: Int] = [:]
    /// Those of flows in a session: many flows have one.
    private var endpoints: [Endpoint] = []
    private var endpointPlaces: [Endpoint: Int] = [:]
    /// The level of each check here; nil in it: not asked.
    private var levels: [String: Note.Level?] = [:]

    /// - Parameters:
    ///   - today: for suppressions that expire.
    ///   - details: what is better than this is counted and not kept.
    package init(_ policy: JudgePolicy, baseline: Baseline?, today: TOMLDate, details: Note.Level) {
        self.policy = policy
        self.baseline = baseline
        self.today = today
        self.details = details
    }

    package mutating func begin(_ input: JudgeResult.Input) { inputs.append(input) }

    /// Nothing could be read of an input, which may not have begun.
    package mutating func fail(_ name: String) {
        if inputs.last?.name != name {
            inputs.append(JudgeResult.Input(name: name, form: "unknown", isFile: true))
        }
        inputs[inputs.count - 1].isUnread = true
    }

    /// Some flows of the input that began last could not be read.
    package mutating func cut() {
        guard !inputs.isEmpty else { return }
        inputs[inputs.count - 1].isCut = true
    }

    /// Which checks a flow is asked; `isAsked` says so of one that is.
    package mutating func ask(_ check: Check) {
        if level(of: check, check.level) != nil { asked[check.code, default: 0] += 1 }
    }

    private mutating func level(of check: Check, _ level: Note.Level) -> Note.Level? {
        guard level == check.level else { return policy.level(of: check, level) }
        if let known = levels[check.code] { return known }
        let found = policy.level(of: check)
        levels[check.code] = .some(found)
        return found
    }

    /// Takes a flow of the input that began last; the findings of it that are asked for, with their levels.
    @discardableResult
    package mutating func take(_ flow: Judged) -> [(finding: Finding, level: Note.Level)] {
        guard !inputs.isEmpty else { return [] }
        inputs[inputs.count - 1].flows += 1
        var asked: [(finding: Finding, level: Note.Level)] = []
        var hide: ((Bytes) -> Bytes)?
        var endpoint: Endpoint?
        for finding in flow.findings {
            guard let level = self.level(of: finding.check, finding.level) else { continue }
            asked.append((finding, level))
            let times = 1 + finding.more
            // What nobody reads, compares or suppresses is only counted: most flows have nothing else.
            if level < details, isOnlyCounted(level) {
                counts[level, default: 0] += times
                if level > .good { stateCounts[.new, default: 0] += times }
                continue
            }
            let hiding = hide ?? flow.hiding()
            hide = hiding
            let named = endpoint ?? Self.endpoint(of: flow.subject.record, hiding)
            endpoint = named
            take(finding, level, flow, named, times, hiding)
        }
        return asked
    }

    private func isOnlyCounted(_ level: Note.Level) -> Bool {
        level == .good || baseline == nil && policy.suppressions.isEmpty && !policy.fails(level)
    }

    private mutating func take(
        _ finding: Finding, _ level: Note.Level, _ flow: Judged, _ named: Endpoint, _ times: Int,
        _ hide: @escaping (Bytes) -> Bytes
    ) {
        let record = flow.subject.record
        let place = FindingPlace(finding, in: record, hiding: flow.showsSecrets ? { $0 } : hide)
        let hidden = finding.hidden(by: hide)
        let fingerprint = Fingerprint.of(hidden, endpoint: named.withoutHost, field: place?.field)
        let shown = flow.showsSecrets ? finding : hidden
        let (endpoint, host) = flow.showsSecrets ? Self.shownEndpoint(of: record) : (named.text, named.host)
        let (state, reason) = self.state(of: finding, level, fingerprint) { $1.matches(flow.subject) }
        count(
            Baseline.Entry(fingerprint: fingerprint, code: finding.check.code, endpoint: endpoint), level, state, times)
        guard level >= details else { return }
        let key = Key(fingerprint: fingerprint, input: inputs.count - 1, state: state)
        var kept = self.kept[key] ?? Kept()
        defer { self.kept[key] = kept }
        kept.count += 1
        guard kept.count <= Self.mostOfOne else {
            findings[kept.last].more += times
            return
        }
        kept.last = findings.count
        findings.append(
            JudgedFinding(
                check: finding.check, level: level, summary: shown.summary,
                text: shown.text, advice: shown.advice, arguments: shown.arguments,
                input: inputs.count - 1, flow: flow.number, index: flow.index, flows: [flow.number],
                places: flow.isForeign ? [flow.index ?? 0] : nil,
                endpoint: endpoint, host: host, message: finding.message, place: place,
                inputPlace: flow.place(finding), fingerprint: fingerprint, state: state, reason: reason,
                more: finding.more))
    }

    private mutating func count(
        _ entry: Baseline.Entry, _ level: Note.Level, _ state: JudgedFinding.State, _ times: Int
    ) {
        // What is good is neither new nor known.
        if level > .good { stateCounts[state, default: 0] += times }
        guard state != .suppressed else { return }
        counts[level, default: 0] += times
        if level > .good { seen.insert(entry) }
        guard state == .new, policy.fails(level) else { return }
        failed = true
        inputs[inputs.count - 1].failing += times
    }

    // MARK: Sessions

    /// What is kept of a flow for findings in the session as a whole.
    package struct SessionFlow {
        let number: UInt64
        /// Among `endpoints`.
        fileprivate let endpoint: Int32
        /// -1 in a session.
        private let place: Int32
        /// 0 where there is none to name.
        private let row: Int32
        /// Programs know it by its place.
        fileprivate let isForeign: Bool
        /// The suppressions that match the flow, by their places.
        let suppressions: [Int]

        var index: Int? { place < 0 ? nil : Int(place) }
        /// Where the exchange is in the file, as a line.
        var line: Int? { row < 1 ? nil : Int(row) }

        fileprivate init(
            number: UInt64, endpoint: Int, index: Int?, isForeign: Bool, line: Int?, suppressions: [Int]
        ) {
            self.number = number
            self.isForeign = isForeign
            self.endpoint = Int32(clamping: endpoint)
            place = index.map { Int32(clamping: $0) } ?? -1
            row = line.map { Int32(clamping: $0) } ?? 0
            self.suppressions = suppressions
        }
    }

    /// - Parameters:
    ///   - index: the place in the file, from 0; nil in a session.
    ///   - line: of the file, from 1; nil where there is none to name.
    ///   - hide: leaves credentials of the URL out.
    package mutating func sessionFlow(
        _ subject: FilterSubject, number: UInt64, index: Int? = nil, line: Int? = nil, hiding hide: (Bytes) -> Bytes
    ) -> SessionFlow {
        let endpoint = Self.endpoint(of: subject.record, hide)
        let place = endpointPlaces[endpoint] ?? endpoints.count
        if place == endpoints.count {
            endpoints.append(endpoint)
            endpointPlaces[endpoint] = place
        }
        return SessionFlow(
            number: number, endpoint: place, index: index, isForeign: index != nil && subject.record.run == nil,
            line: line,
            suppressions: policy.suppressions.indices.filter { policy.suppressions[$0].matches(subject) })
    }

    /// Takes what was found in the flows of the input that began last.
    package mutating func take(_ found: [SessionFinding], in flows: [SessionFlow]) {
        guard !inputs.isEmpty, !flows.isEmpty else { return }
        for check in Checks.ofSessions + Checks.ofConnections where self.level(of: check, check.level) != nil {
            asked[check.code, default: 0] += flows.count
        }
        for one in found {
            let finding = one.finding
            let concerned = one.visits.filter(flows.indices.contains).map { flows[$0] }
            guard let flow = concerned.last, let level = self.level(of: finding.check, finding.level) else { continue }
            let endpoint = endpoints[Int(flow.endpoint)]
            let fingerprint = Fingerprint.of(finding, endpoint: endpoint.withoutHost, field: nil)
            let (state, reason) = self.state(of: finding, level, fingerprint) { place, _ in
                flow.suppressions.contains(place)
            }
            count(
                Baseline.Entry(fingerprint: fingerprint, code: finding.check.code, endpoint: endpoint.text), level,
                state, 1)
            guard level >= details else { continue }
            let key = Key(fingerprint: fingerprint, input: inputs.count - 1, state: state)
            var kept = self.kept[key] ?? Kept()
            defer { self.kept[key] = kept }
            kept.count += 1
            guard kept.count <= Self.mostOfOne else {
                findings[kept.last].more += 1
                continue
            }
            kept.last = findings.count
            findings.append(
                JudgedFinding(
                    check: finding.check, level: level, summary: finding.summary, text: finding.text,
                    advice: finding.advice, arguments: finding.arguments, input: inputs.count - 1, flow: flow.number,
                    index: flow.index, flows: concerned.map(\.number),
                    places: flow.isForeign ? concerned.compactMap(\.index) : nil, endpoint: endpoint.text,
                    host: endpoint.host,
                    message: nil, place: nil, inputPlace: flow.line.map { InputPlace(line: $0) },
                    fingerprint: fingerprint, state: state, reason: reason))
        }
    }

    /// Whether it counts, and why it does not, or no longer does not.
    private mutating func state(
        of finding: Finding, _ level: Note.Level, _ fingerprint: String,
        _ matches: (Int, JudgePolicy.Suppression) -> Bool
    ) -> (JudgedFinding.State, String?) {
        var remark: String?
        for (place, suppression) in policy.suppressions.enumerated()
        where suppression.pattern.suppresses(finding.check, level) && matches(place, suppression) {
            used.insert(place)
            guard let date = suppression.expires, date.isBefore(today) else { return (.suppressed, suppression.reason) }
            expired.insert(place)
            remark = remark ?? "suppression expired \(date.text)"
        }
        return (baseline?.fingerprints.contains(fingerprint) == true ? .known : .new, remark)
    }

    /// What was asked for, whatever varies in it.
    package struct Endpoint: Hashable {
        /// `POST /users/{id}`.
        package let text: String
        package let host: String
        /// The same where the text names the host, which differs from run to run.
        let withoutHost: String
    }

    private static func shownEndpoint(of record: FlowRecord) -> (String, String) {
        let endpoint = endpoint(of: record)
        return (endpoint.text, endpoint.host)
    }

    package static func endpoint(of record: FlowRecord, _ hide: (Bytes) -> Bytes = { $0 }) -> Endpoint {
        // A response by itself has no method that anybody saw.
        let told = record.isRecorded(.method) ? record.toldMethod?.name : nil
        let method = record.requestHead?.method.name ?? told ?? record.refusedRequest?.method
        let url = URLReference(record.url)
        let host = url.bytes(url.host) ?? Bytes()
        let name = hide(host).text
        guard let method else { return Endpoint(text: "response", host: name, withoutHost: "response") }
        if method == Bytes("CONNECT") {
            return Endpoint(text: "CONNECT \(name)", host: name, withoutHost: "CONNECT")
        }
        // Hidden before it is taken apart: what a credential looks like varies.
        let segments = PathTemplates.segments(of: hide(url.bytes(url.path) ?? Bytes())).map(\.text)
        let text = "\(hide(method).text.prefix(40)) /\(segments.joined(separator: "/"))"
        return Endpoint(text: text, host: name, withoutHost: text)
    }

    package func result() -> JudgeResult {
        let groups = JudgeResult.groups(findings)
        let found = Set(seen.map(\.fingerprint))
        let missing = (baseline?.entries ?? []).filter { !found.contains($0.fingerprint) }
        // Of a check that was left out, nobody knows whether its findings are gone.
        let kept = missing.filter { entry in Checks.byCode[entry.code].map { policy.level(of: $0) == nil } ?? false }
        let added = seen.filter { baseline?.fingerprints.contains($0.fingerprint) != true }
        return JudgeResult(
            policy: policy, inputs: inputs, groups: groups,
            hasSeveralHosts: Set(groups.map(\.host)).count > 1, counts: counts,
            suppressed: stateCounts[.suppressed] ?? 0, hasBaseline: baseline != nil,
            known: stateCounts[.known] ?? 0, new: stateCounts[.new] ?? 0, gone: missing.count - kept.count,
            added: Set(added.map(\.fingerprint)).count, baseline: Baseline(Array(seen) + kept), hasFailures: failed,
            unusedSuppressions: policy.suppressions.enumerated().filter { !used.contains($0.offset) }.map(\.element),
            expiredSuppressions: expired.sorted().map { policy.suppressions[$0] },
            asked: asked.compactMap { code, flows in Checks.byCode[code].map { (check: $0, flows: flows) } }.sorted {
                $0.check.code < $1.check.code
            })
    }
}

extension TOMLDate {
    /// The day of a moment, in UTC. The calendar as a count of days from 1 March of year 0.
    package init(secondsSince1970 seconds: Int64) {
        let days = Int(seconds / 86_400) + 719_468
        let era = days / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let civil = month < 10 ? month + 3 : month - 9
        self =
            TOMLDate(
                year: yearOfEra + era * 400 + (civil <= 2 ? 1 : 0), month: civil,
                day: dayOfYear - (153 * month + 2) / 5 + 1) ?? .first
    }

    /// `2027-03-01`.
    package var text: String {
        func padded(_ number: Int, _ width: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, width - digits.count)) + digits
        }
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    func isBefore(_ other: TOMLDate) -> Bool { (year, month, day) < (other.year, other.month, other.day) }
}

extension Finding {
    /// The same with credentials left out of its values.
    func hidden(by hide: (Bytes) -> Bytes) -> Finding {
        let arguments = arguments.map { argument in
            switch argument.value {
            case .bytes(let bytes): Argument(argument.slot, .bytes(hide(bytes)))
            case .text(let text): Argument(argument.slot, .text(hide(Bytes(text)).text))
            case .words, .number, .seconds, .size, .date: argument
            }
        }
        var hidden = Finding(check: check, message: message, range: range, arguments: arguments, level: level)
        hidden.more = more
        return hidden
    }
}
