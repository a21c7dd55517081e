import Bytes
import CPosix
import Testing

@testable import Reactor

@Suite struct SendQueueTests {
    /// What would be sent in one call, and forgets `taken` bytes of it.
    private func lent(_ queue: inout SendQueue, and extra: [UInt8] = [], taking taken: Int = 0) -> [UInt8] {
        var bytes: [UInt8] = []
        _ = extra.withUnsafeBytes { extra in
            queue.withVectors(and: extra) { vectors, count in
                for vector in UnsafeBufferPointer(start: vectors, count: Int(count)) {
                    bytes += UnsafeRawBufferPointer(start: vector.iov_base, count: vector.iov_len)
                }
                return 0
            }
        }
        queue.remove(taken)
        return bytes
    }

    private func append(_ bytes: [UInt8], to queue: inout SendQueue) {
        bytes.withUnsafeBytes { queue.append($0) }
    }

    @Test func copiedAndSharedPiecesKeepTheirOrder() {
        var queue = SendQueue(budget: SendBudget(limit: .max))
        let large = [UInt8](repeating: 2, count: 5000)
        append([1, 1], to: &queue)
        queue.append(Bytes(large))
        append([3], to: &queue)
        queue.append(Bytes([4, 4] as [UInt8]))
        #expect(queue.count == 5005)
        #expect(lent(&queue, and: [5]) == [1, 1] + large + [3, 4, 4, 5])
    }

    @Test(arguments: [0, 1, 2, 3, 2500, 5001, 5002, 5003, 5005])
    func removingAnyNumberLeavesTheRest(count: Int) {
        var queue = SendQueue(budget: SendBudget(limit: .max))
        let large = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        append([1, 1], to: &queue)
        queue.append(Bytes(large))
        append([3, 4, 4], to: &queue)
        let all = lent(&queue, taking: count)
        #expect(queue.count == all.count - count)
        #expect(lent(&queue) == Array(all.dropFirst(count)))
        // What comes later is placed after what is left.
        append([9], to: &queue)
        queue.append(Bytes(large))
        #expect(lent(&queue) == Array(all.dropFirst(count)) + [9] + large)
    }

    @Test func sentInDribblesEverythingComesOnce() {
        var queue = SendQueue(budget: SendBudget(limit: .max))
        var expected: [UInt8] = []
        for index in 0..<60 {
            let piece = [UInt8](repeating: UInt8(index), count: [10, 4096, 300][index % 3])
            expected += piece
            if index.isMultiple(of: 2) { queue.append(Bytes(piece)) } else { append(piece, to: &queue) }
        }
        var sent: [UInt8] = []
        while !queue.isEmpty {
            let step = min(queue.count, 777)
            sent += lent(&queue, taking: step).prefix(step)
        }
        #expect(sent == expected)
        #expect(lent(&queue).isEmpty)
    }

    @Test func oneCallTakesAtMostItsVectors() {
        var queue = SendQueue(budget: SendBudget(limit: .max))
        for _ in 0..<40 { queue.append(Bytes([UInt8](repeating: 1, count: 4096))) }
        #expect(lent(&queue, and: [2]).count == SendQueue.vectorLimit * 4096)
    }
}
