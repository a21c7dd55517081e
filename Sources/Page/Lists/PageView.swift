package import Filter
package import Library

/// A filter and an order, asked once: the numbers of its flows, four bytes each. Without an order it grows.
package struct PageView: Sendable {
    package let id: Int
    package let filter: FlowFilter
    package let clock: FilterClock
    let order: FlowOrder?
    /// A CONNECT request whose tunnel Hark opened is left out: its exchanges are in the list.
    let foldsTunnels: Bool
    package private(set) var numbers: [UInt32]
    /// The same as a set, of a view that grows: flows may be told of twice, late, or out of their order.
    private var known = NumberSet()
    /// The highest number when it was asked: flows behind it are still to be taken in.
    var bound: UInt64
    /// Flows that have ended and are to be asked, from a tick on.
    private var waiting: [(number: UInt64, from: UInt64)] = []
    /// Flows that are open, and since which tick: they are asked when they go on for long, and when they end.
    private var open: [UInt64: UInt64] = [:]

    /// Flows that were taken in while they were open.
    private var early: Set<UInt64> = []

    /// So many flows are asked in one tick.
    private static let askedAtOnce = 1_000
    /// So many may wait; of a flood that lasts the first are asked.
    private static let mostWaiting = 100_000
    /// Until then a flow that ended is in the file.
    private static let patience: UInt64 = 2
    private static let longOpen: UInt64 = 10
    /// In place of the tick, of those that were asked while they are open.
    private static let asked = UInt64.max

    package init(
        id: Int, filter: FlowFilter, clock: FilterClock, order: FlowOrder?, numbers: [UInt64], bound: UInt64,
        foldsTunnels: Bool = false
    ) {
        self.id = id
        self.filter = filter
        self.clock = clock
        self.order = order
        self.foldsTunnels = foldsTunnels
        self.bound = bound
        if order == nil {
            self.numbers = []
            self.numbers.reserveCapacity(numbers.count)
            for number in numbers { add(number) }
        } else {
            self.numbers = numbers.map { UInt32(clamping: $0) }
        }
    }

    var isSnapshot: Bool { order != nil }
    var isOfAll: Bool { filter == .everything }
    /// It has every flow there is.
    var growsWithAll: Bool { isOfAll && !isSnapshot && !foldsTunnels }

    /// What is asked of flows: the filter, and that they are no tunnels that are left out.
    var asked: FlowFilter {
        guard foldsTunnels, let folded = Self.folded else { return filter }
        return isOfAll
            ? FlowFilter(.not(folded.expression)) : FlowFilter(.all([filter.expression, .not(folded.expression)]))
    }

    /// Tunnels whose exchanges are in the list. Hark answers CONNECT at once where it opens the tunnel; one that it
    /// only forwards has another outcome.
    static let folded = try? FlowFilter("method = CONNECT and outcome = complete")

    /// Where a flow stands.
    package func position(of number: UInt64) -> Int? {
        guard let number = UInt32(exactly: number) else { return nil }
        return isSnapshot ? numbers.firstIndex(of: number) : numbers.lastIndex(of: number)
    }

    package func window(_ first: Int, _ count: Int) -> [UInt64] {
        let first = min(max(first, 0), numbers.count)
        return numbers[first..<min(first + count, numbers.count)].map { UInt64($0) }
    }

    // MARK: Growing

    /// Takes in what came since; appends at once what needs no asking.
    ///
    /// - Parameter mayBeTunnel: asked by views of all flows but tunnels: the flow is one, or nobody knows.
    package mutating func take(
        began: [UInt64], ended: [UInt64], tick: UInt64, mayBeTunnel: (UInt64) -> Bool = { _ in true }
    ) {
        guard !isSnapshot else { return }
        var (began, ended) = (began, ended)
        if isOfAll {
            bound = max(bound, began.max() ?? 0)
            let plain = foldsTunnels ? began.filter { !mayBeTunnel($0) } : began
            for number in plain { add(number) }
            guard foldsTunnels, plain.count < began.count || !ended.isEmpty else { return }
            began.removeAll { known.contains(UInt32(clamping: $0)) }
            ended.removeAll { known.contains(UInt32(clamping: $0)) }
        }
        for number in began where open.count < Self.mostWaiting { open[number] = tick }
        for number in ended {
            open[number] = nil
            if waiting.count < Self.mostWaiting { waiting.append((number, tick + Self.patience)) }
        }
    }

    /// Appends a flow that is not in the view yet.
    private mutating func add(_ number: UInt64) {
        let number = UInt32(clamping: number)
        if known.insert(number) { numbers.append(number) }
    }

    /// Flows whose time has come to be asked.
    package mutating func due(tick: UInt64) -> [UInt64] {
        var due: [UInt64] = []
        var count = 0
        while count < waiting.count, due.count < Self.askedAtOnce, waiting[count].from <= tick {
            due.append(waiting[count].number)
            count += 1
        }
        waiting.removeFirst(count)
        let room = Self.askedAtOnce - due.count
        let old = open.lazy.filter { $0.value < tick && tick - $0.value >= Self.longOpen }.prefix(room).map(\.key)
        for number in Array(old) {
            open[number] = Self.asked
            due.append(number)
        }
        return due
    }

    /// Flows that were open when they were last heard of.
    var openNumbers: [UInt64] { Array(open.keys) }

    /// Flows wait to be asked, or are open and may come to match.
    package var isWaiting: Bool { !waiting.isEmpty || open.values.contains { $0 != Self.asked } }

    /// Appends flows that were found to match.
    package mutating func append(_ matched: [UInt64]) {
        guard !isSnapshot else { return }
        for number in matched {
            let wasAskedOpen = open.removeValue(forKey: number) == Self.asked
            // Asked again when it ended, it is in the list already.
            if early.remove(number) != nil { continue }
            if wasAskedOpen, early.count < Self.mostWaiting { early.insert(number) }
            add(number)
        }
    }

    /// Takes out flows that are gone; whether there were any.
    package mutating func remove(_ gone: Set<UInt64>) -> Bool {
        let before = numbers.count
        numbers.removeAll { gone.contains(UInt64($0)) }
        if !isSnapshot { for number in gone { known.remove(UInt32(clamping: number)) } }
        waiting.removeAll { gone.contains($0.number) }
        early.subtract(gone)
        for number in gone { open[number] = nil }
        return numbers.count != before
    }
}
