import Testing

@testable import Engine

/// A queue whose elements keep their numbers, against one that is as simple as can be.
@Suite struct NumberedQueueTests {
    @Test func numbersAreThoseUnderWhichElementsWereAppended() {
        var queue = NumberedQueue<Int>()
        var left: [(number: UInt64, value: Int)] = []
        var state: UInt64 = 1
        for step in 0..<5_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            switch (state >> 33) % 5 {
            case 0, 1, 2:
                left.append((queue.nextNumber, step))
                queue.append(step)
            case 3:
                #expect(queue.removeFirst() == left.first?.value)
                if !left.isEmpty { left.removeFirst() }
            default:
                guard let place = left.indices.randomElement() else { continue }
                queue[left[place].number] = -step
                left[place].value = -step
            }
            #expect(queue.count == left.count && queue.isEmpty == left.isEmpty)
            #expect(queue.first == left.first?.value && queue.last == left.last?.value)
        }
        for one in left { #expect(queue[one.number] == one.value) }
        #expect(queue[queue.nextNumber] == nil)
        let first = left.first?.number ?? 0
        #expect(first == 0 || queue[first - 1] == nil)
        // What has left is not put back.
        if first > 0 {
            queue[first - 1] = 7
            #expect(queue.count == left.count)
        }
    }
}
