import Authority
import Synchronization
import Testing

@Suite struct LateTests {
    private final class Count: Sendable {
        private let made = Atomic(0)

        func next() -> Int { made.add(1, ordering: .relaxed).newValue }
        var value: Int { made.load(ordering: .relaxed) }
    }

    @Test func nothingIsMadeBeforeItIsAskedFor() {
        let count = Count()
        let late = Late { count.next() }
        #expect(count.value == 0)
        #expect(late.value == 1)
    }

    @Test func manyWhoAskAtOnceGetTheSameOne() async {
        let count = Count()
        let late = Late { count.next() }
        let values = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<50 { group.addTask { late.value } }
            return await group.reduce(into: Set<Int>()) { $0.insert($1) }
        }
        #expect(values == [1])
        #expect(count.value == 1)
    }
}
