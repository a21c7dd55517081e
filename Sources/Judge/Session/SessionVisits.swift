import Bytes
import HTTPModel

/// The exchanges of a session in their order, for checks that look at several of them.
struct SessionVisits: Sendable {
    /// In the order in which they began.
    let all: [SessionVisit]
    /// Of one client and one URL, where there are several: places in `all`.
    let byResource: [[Int]]
    /// Of one client and one origin.
    let byOrigin: [[Int]]
    /// Of one client.
    let byClient: [[Int]]

    private struct Key: Hashable {
        let client: Int
        let text: Bytes
    }

    init(_ visits: [SessionVisit]) {
        all = visits
        byResource = Self.groups(visits, atLeast: 2) { Key(client: $0.client, text: $0.url) }
        byOrigin = Self.groups(visits) { Key(client: $0.client, text: $0.origin) }
        byClient = Self.groups(visits) { Key(client: $0.client, text: Bytes()) }
    }

    /// Groups of several, and of one where `least` says so: most resources of a large session were asked for once.
    private static func groups(
        _ visits: [SessionVisit], atLeast least: Int = 1, _ key: (SessionVisit) -> Key
    ) -> [[Int]] {
        // The number of a group, or below 0 the place of the only one so far.
        var numbers: [Key: Int] = [:]
        var groups: [[Int]] = []
        for (place, visit) in visits.enumerated() {
            let key = key(visit)
            if let known = numbers[key] {
                if known >= 0 {
                    groups[known].append(place)
                } else {
                    numbers[key] = groups.count
                    groups.append([~known, place])
                }
            } else if least > 1 {
                numbers[key] = ~place
            } else {
                numbers[key] = groups.count
                groups.append([place])
            }
        }
        return groups
    }

    /// Follows each redirect to the request that came of it: the client's next one of the target, within half a minute.
    /// Each chain as the places of its requests.
    var chains: [[Int]] {
        var chains: [[Int]] = []
        for places in byClient {
            // Where a request is awaited, and the chain that waits.
            var waiting: [Bytes: Int] = [:]
            for place in places {
                let visit = all[place]
                var chain: Int?
                if let known = waiting.removeValue(forKey: visit.url),
                    let last = chains[known].last.map({ all[$0] }), Self.follows(visit, last)
                {
                    chains[known].append(place)
                    chain = known
                }
                guard let target = visit.target else { continue }
                if let chain {
                    waiting[target] = chain
                } else {
                    chains.append([place])
                    waiting[target] = chains.count - 1
                }
            }
        }
        return chains.filter { $0.count > 1 }
    }

    private static func follows(_ next: SessionVisit, _ last: SessionVisit) -> Bool {
        guard let end = last.trace.end ?? last.trace.start, let start = next.trace.start else { return true }
        return start - end < 30_000_000
    }
}

/// What checks of a session found so far.
struct SessionFindings: Sendable {
    /// So often one check's findings are listed.
    static let mostOfOne = 1_000

    private(set) var list: [SessionFinding] = []
    private let visits: SessionVisits
    private var check: Check?
    private var count = 0

    init(_ visits: SessionVisits) {
        self.visits = visits
    }

    mutating func run(_ check: Check, _ body: Check.SessionRun) {
        self.check = check
        count = 0
        body(visits, &self)
    }

    /// About these exchanges; the finding is told of the last of them.
    mutating func callAsFunction(_ places: [Int], _ arguments: KeyValuePairs<Slot, Value> = [:]) {
        guard let check, !places.isEmpty else { return }
        count += 1
        guard count <= Self.mostOfOne else { return }
        list.append(
            SessionFinding(
                check: check, visits: places, arguments: arguments.map { Argument($0.key, $0.value) }))
    }
}

/// That a check found something in several exchanges.
package struct SessionFinding: Sendable {
    package let check: Check
    /// Places of the exchanges among those that were taken; it is told of the last one.
    package let visits: [Int]
    package let arguments: [Argument]

    /// The same with other places.
    func told(at order: [Int]) -> SessionFinding {
        SessionFinding(check: check, visits: visits.map { order[$0] }, arguments: arguments)
    }

    /// As the finding of the exchange that it is told of.
    package var finding: Finding { Finding(check: check, message: nil, range: 0..<0, arguments: arguments) }
}
