import Dispatch
import Synchronization
import Testing

@testable import Authority

/// Closures put off until the test says so.
private final class Later: Sendable {
    private let work = Mutex<[@Sendable () -> Void]>([])

    func execute(_ closure: @escaping @Sendable () -> Void) {
        work.withLock { $0.append(closure) }
    }

    var count: Int {
        work.withLock { $0.count }
    }

    func runAll() {
        let all = work.withLock { work in
            defer { work = [] }
            return work
        }
        for closure in all { closure() }
    }
}

/// What was delivered, in order.
private final class Deliveries: Sendable {
    private let results = Mutex<[Result<Leaf, AuthorityError>]>([])

    func deliver(_ result: Result<Leaf, AuthorityError>) {
        results.withLock { $0.append(result) }
    }

    var all: [Result<Leaf, AuthorityError>] {
        results.withLock { $0 }
    }

    var leaves: [Leaf] {
        all.compactMap { try? $0.get() }
    }
}

private final class Clock: Sendable {
    private let time = Mutex(moment)

    var now: Int64 {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

@Suite struct LeafCacheTests {
    private let mint: LeafMint
    private let later = Later()
    private let clock = Clock()
    private let deliveries = Deliveries()

    init() throws {
        mint = LeafMint(authority: try .sample())
    }

    private func cache(capacity: Int = 1000) -> LeafCache<Leaf> {
        LeafCache(
            mint: mint, capacity: capacity, now: { [clock] in clock.now }, execute: { [later] in later.execute($0) })
    }

    private func ask(_ cache: LeafCache<Leaf>, _ name: String) throws {
        cache.leaf(for: try LeafName(name)) { [deliveries] in deliveries.deliver($0) }
    }

    @Test func aNameThatManyWaitForIsMintedOnce() throws {
        let cache = cache()
        for _ in 0..<5 { try ask(cache, "example.com") }
        #expect(later.count == 1)
        #expect(deliveries.all.isEmpty)
        later.runAll()
        #expect(deliveries.leaves.count == 5)
        #expect(Set(deliveries.leaves.map(\.certificate)).count == 1)
    }

    @Test func aKeptLeafIsDeliveredAtOnce() throws {
        let cache = cache()
        try ask(cache, "example.com")
        later.runAll()
        try ask(cache, "EXAMPLE.com.")
        #expect(later.count == 0)
        #expect(deliveries.leaves.count == 2)
        #expect(deliveries.leaves[0].certificate == deliveries.leaves[1].certificate)
        #expect(cache.freshLeaf(for: try LeafName("example.com"))?.certificate == deliveries.leaves[0].certificate)
    }

    @Test func namesAreMintedApart() throws {
        let cache = cache()
        try ask(cache, "a.example")
        try ask(cache, "b.example")
        #expect(later.count == 2)
        later.runAll()
        #expect(deliveries.leaves.map(\.name.text) == ["a.example", "b.example"])
    }

    @Test func theLeastRecentlyUsedLeafLeavesFirst() throws {
        let cache = cache(capacity: 3)
        for name in ["a.example", "b.example", "c.example"] {
            try ask(cache, name)
            later.runAll()
        }
        try ask(cache, "a.example")
        try ask(cache, "d.example")
        later.runAll()
        #expect(cache.count == 3)
        #expect(cache.freshLeaf(for: try LeafName("a.example")) != nil)
        #expect(cache.freshLeaf(for: try LeafName("b.example")) == nil)
        #expect(cache.freshLeaf(for: try LeafName("d.example")) != nil)
    }

    @Test func theCacheNeverHoldsMoreThanItsCapacity() throws {
        let cache = cache(capacity: 10)
        for number in 0..<100 {
            try ask(cache, "host\(number).example")
            later.runAll()
            #expect(cache.count == min(number + 1, 10))
        }
    }

    @Test func aLeafIsRenewedADayBeforeItsEnd() throws {
        let cache = cache()
        try ask(cache, "example.com")
        later.runAll()
        let end = try #require(deliveries.leaves.first).validity.upperBound
        clock.now = end - day - 1
        try ask(cache, "example.com")
        #expect(later.count == 0)
        clock.now = end - day
        try ask(cache, "example.com")
        #expect(later.count == 1)
        later.runAll()
        #expect(deliveries.leaves.count == 3)
        #expect(try #require(deliveries.leaves.last).validity.upperBound > end)
        #expect(cache.count == 1)
    }

    @Test func aClockSetBackGetsALeafThatIsValidThen() throws {
        let cache = cache()
        clock.now = moment + 100 * day
        try ask(cache, "example.com")
        later.runAll()
        clock.now = moment
        try ask(cache, "example.com")
        later.runAll()
        #expect(deliveries.leaves.count == 2)
        #expect(try #require(deliveries.leaves.last).validity.contains(moment))
    }

    @Test func aFailureReachesAllWhoWaitAndIsNotKept() throws {
        let cache = cache()
        clock.now = moment + 3000 * day
        try ask(cache, "example.com")
        try ask(cache, "example.com")
        later.runAll()
        #expect(deliveries.all.count == 2)
        for result in deliveries.all {
            let error = #expect(throws: AuthorityError.self) { try result.get() }
            #expect(error?.code == .expired)
        }
        clock.now = moment
        try ask(cache, "example.com")
        later.runAll()
        #expect(deliveries.leaves.count == 1)
    }

    @Test func aLeafIsPreparedOnceForAllWhoAreServedIt() throws {
        let prepared = Mutex(0)
        let cache = LeafCache<String>(
            mint: mint, now: { moment }, execute: { [later] in later.execute($0) },
            prepare: { leaf in
                prepared.withLock { $0 += 1 }
                return "served " + leaf.name.text
            })
        let served = Mutex<[String]>([])
        for _ in 0..<3 {
            cache.leaf(for: try LeafName("example.com")) { result in
                served.withLock { $0.append((try? result.get()) ?? "") }
            }
        }
        later.runAll()
        #expect(cache.freshLeaf(for: try LeafName("example.com")) == "served example.com")
        #expect(served.withLock { $0 } == ["served example.com", "served example.com", "served example.com"])
        #expect(prepared.withLock { $0 } == 1)
    }

    @Test func aLeafThatCannotBePreparedIsNotKept() throws {
        let failure = AuthorityError(.cannotMint, "example.com", detail: "no")
        let cache = LeafCache<Int>(
            mint: mint, now: { moment }, execute: { [later] in later.execute($0) },
            prepare: { _ throws(AuthorityError) in throw failure })
        let results = Mutex<[AuthorityError?]>([])
        cache.leaf(for: try LeafName("example.com")) { result in
            if case .failure(let error) = result { results.withLock { $0.append(error) } }
        }
        later.runAll()
        #expect(results.withLock { $0 } == [failure])
        #expect(cache.count == 0)
    }

    @Test func aDeliveryMayAskForTheNextName() throws {
        let cache = cache()
        let next = try LeafName("next.example")
        cache.leaf(for: try LeafName("first.example")) { [deliveries] first in
            deliveries.deliver(first)
            cache.leaf(for: next) { deliveries.deliver($0) }
        }
        later.runAll()
        later.runAll()
        #expect(deliveries.leaves.map(\.name.text) == ["first.example", "next.example"])
    }

    @Test func manyThreadsGetOneLeafPerName() throws {
        let queue = DispatchQueue(label: "mint")
        let cache = LeafCache(mint: mint, now: { moment }, execute: { queue.async(execute: $0) })
        let names = try (0..<8).map { try LeafName("host\($0).example") }
        let done = DispatchGroup()
        DispatchQueue.concurrentPerform(iterations: 400) { [deliveries] index in
            done.enter()
            cache.leaf(for: names[index % names.count]) { result in
                deliveries.deliver(result)
                done.leave()
            }
        }
        done.wait()
        #expect(deliveries.leaves.count == 400)
        #expect(Set(deliveries.leaves.map(\.certificate)).count == names.count)
    }
}
