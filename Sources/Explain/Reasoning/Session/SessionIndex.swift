package import Bytes
package import Flow
import HTTPModel
import HTTPSemantics

/// Which flows of a session set which cookies and asked for which URL, some bytes a flow: so that what bears on a flow
/// is found without reading what lies between. A value.
package struct SessionIndex: Sendable {
    /// Of each flow, in the order of their numbers.
    private var flows: [Entry] = []
    /// In the order of their numbers.
    private var setters: [Setter] = []
    private var outdating: [Outdating] = []
    /// Flows that had not ended when they were looked at.
    package private(set) var unsettled: Set<UInt64> = []
    /// The first number that was looked at.
    package private(set) var first: UInt64
    /// The last one.
    package private(set) var last: UInt64

    private struct Entry {
        let number: UInt64
        /// Of its URL.
        let key: Int
        /// A 304 tells nothing of what was stored.
        let isRenewal: Bool
    }

    private struct Setter {
        let number: UInt64
        let line: SessionFact.SetLine
    }

    private struct Outdating {
        let number: UInt64
        let key: Int
    }

    /// So many open flows are looked at again.
    private static let mostUnsettled = 1_000

    /// - Parameter first: where it begins to look.
    package init(from first: UInt64 = 0) {
        self.first = first
        last = first == 0 ? 0 : first - 1
    }

    /// Takes in a flow, or what became of one that was taken in while it was open.
    package mutating func add(_ fact: SessionFact) {
        last = max(last, fact.number)
        if fact.isOver {
            unsettled.remove(fact.number)
        } else if unsettled.count < Self.mostUnsettled {
            unsettled.insert(fact.number)
        }
        let entry = Entry(number: fact.number, key: fact.key, isRenewal: fact.status == 304)
        let place = Self.place(of: fact.number, in: flows, \.number)
        if place < flows.count, flows[place].number == fact.number {
            flows[place] = entry
            setters.removeAll { $0.number == fact.number }
            outdating.removeAll { $0.number == fact.number }
        } else {
            flows.insert(entry, at: place)
        }
        for line in fact.set {
            let setter = Setter(number: fact.number, line: line)
            setters.insert(setter, at: Self.place(of: fact.number + 1, in: setters, \.number))
        }
        for key in fact.outdated {
            let outdated = Outdating(number: fact.number, key: key)
            outdating.insert(outdated, at: Self.place(of: fact.number + 1, in: outdating, \.number))
        }
    }

    /// What was looked at up to here, also where no flow has the number.
    package mutating func reached(_ number: UInt64) { last = max(last, number) }

    /// The first place whose number is not less.
    private static func place<Item>(of number: UInt64, in items: [Item], _ path: (Item) -> UInt64) -> Int {
        // Most come in their order.
        if items.last.map({ path($0) < number }) ?? true { return items.count }
        var (low, high) = (0, items.count)
        while low < high {
            let middle = (low + high) / 2
            if path(items[middle]) < number { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Finding

    /// The numbers of the flows that bear on some, and from when on all is known.
    package struct Found: Sendable {
        package var numbers: [UInt64]
        package var since: UInt64?
    }

    /// So many are found at most.
    private static let most = 4_000
    /// Of lines that set one cookie to one place so many count: the last one decides, unless it is ignored.
    private static let mostSettings = 2
    /// Of requests for one URL so many count: what is stored was renewed by some and replaced by another.
    private static let mostRequests = 24

    /// The flows before these, or between them, that bear on what is said of their cookies and of caches.
    package func past(of records: [FlowRecord]) -> Found {
        guard let lowest = records.lazy.map(\.id.number).min(), let highest = records.lazy.map(\.id.number).max() else {
            return Found(numbers: [], since: nil)
        }
        var found: Set<UInt64> = []
        var cut = findSetters(records, lowest, highest, &found)
        if let other = findRequests(records, lowest, highest, &found) { cut = max(cut ?? 0, other) }
        for record in records { found.remove(record.id.number) }
        let since = [beginning(before: lowest), cut].compactMap { $0 }.max()
        return Found(numbers: found.sorted(), since: since)
    }

    /// Where it had to stop; nil: it was at the end.
    private func findSetters(
        _ records: [FlowRecord], _ lowest: UInt64, _ highest: UInt64, _ found: inout Set<UInt64>
    ) -> UInt64? {
        var names: Set<Int> = []
        var sites: Set<Int> = []
        for record in records {
            let fields = record.requestFields
            if fields.contains(.cookie) {
                for pair in CookiePairs.parse(fields) { names.insert(pair.name.hashValue) }
            }
            sites.insert(PublicSuffixes.site(of: CookieContext(url: record.url).host).hashValue)
        }
        var seen: [SessionFact.SetLine: Int] = [:]
        for setter in setters.reversed() where setter.number < highest {
            guard names.contains(setter.line.name) || sites.contains(setter.line.site) else { continue }
            if setter.number < lowest {
                guard seen[setter.line, default: 0] < Self.mostSettings else { continue }
                seen[setter.line, default: 0] += 1
            }
            guard found.count < Self.most else { return setter.number + 1 }
            found.insert(setter.number)
        }
        return nil
    }

    private func findRequests(
        _ records: [FlowRecord], _ lowest: UInt64, _ highest: UInt64, _ found: inout Set<UInt64>
    ) -> UInt64? {
        let keys = Set(records.map { SessionFact.key($0.url) })
        var counts: [Int: (requests: Int, hasStored: Bool)] = [:]
        let end = Self.place(of: highest, in: flows, \.number)
        for entry in flows[..<end].reversed() where keys.contains(entry.key) {
            if entry.number < lowest {
                let count = counts[entry.key, default: (0, false)]
                // Behind those that count, the one that may have been stored is looked for.
                let isWanted = count.requests < Self.mostRequests || (!count.hasStored && !entry.isRenewal)
                guard isWanted else { continue }
                counts[entry.key] = (count.requests + 1, count.hasStored || !entry.isRenewal)
            }
            guard found.count < 2 * Self.most else { return entry.number + 1 }
            found.insert(entry.number)
        }
        var outdated: [Int: Int] = [:]
        for entry in outdating.reversed() where entry.number < highest && keys.contains(entry.key) {
            guard outdated[entry.key, default: 0] < Self.mostRequests else { continue }
            outdated[entry.key, default: 0] += 1
            found.insert(entry.number)
        }
        return nil
    }

    /// The number from which on none is missing up to this one; nil: from the first flow there can be.
    private func beginning(before number: UInt64) -> UInt64? {
        let end = Self.place(of: number, in: flows, \.number)
        guard end > 0 else { return number > 1 ? number : nil }
        guard flows[end - 1].number + 1 == number else { return number }
        // Numbers ascend: where none is missing, they differ as their places do.
        var (low, high) = (0, end - 1)
        while low < high {
            let middle = (low + high) / 2
            let isGapless = flows[end - 1].number - flows[middle].number == UInt64(end - 1 - middle)
            if isGapless { high = middle } else { low = middle + 1 }
        }
        return flows[low].number > 1 ? flows[low].number : nil
    }
}
