import Bytes
import Testing

@testable import Reactor

@Suite struct ReceiveBufferTests {
    private func fill(_ buffer: ReceiveBuffer, with byte: UInt8, atMost limit: Int = .max) -> Int {
        guard let room = buffer.room() else { return 0 }
        let count = min(room.count, limit)
        for index in 0..<count { room[index] = byte }
        buffer.received(count)
        return count
    }

    private func bytes(_ buffer: ReceiveBuffer) -> [UInt8] {
        buffer.withSpan { Bytes(copying: $0).array }
    }

    @Test func bytesAreReadInOrderAcrossSettling() {
        let buffer = ReceiveBuffer(pool: BlockPool())
        _ = fill(buffer, with: 1, atMost: 3)
        buffer.settle()
        #expect(bytes(buffer) == [1, 1, 1])
        buffer.consume(1)
        _ = fill(buffer, with: 2, atMost: 2)
        buffer.settle()
        #expect(bytes(buffer) == [1, 1, 2, 2])
        #expect(buffer.withUnsafeBytes { Array($0) } == [1, 1, 2, 2])
        buffer.consume(1000)
        #expect(buffer.isEmpty)
        #expect(bytes(buffer).isEmpty)
    }

    @Test func aSlowPeersRestHoldsNoBlock() {
        let pool = BlockPool()
        let slow = (0..<100).map { _ in ReceiveBuffer(pool: pool) }
        for buffer in slow {
            _ = fill(buffer, with: 7, atMost: 100)
            buffer.settle()
        }
        // All of them used the same block in turn.
        #expect(pool.allocated == 1)
        #expect(slow.allSatisfy { bytes($0) == [UInt8](repeating: 7, count: 100) })
    }

    @Test(arguments: [1000, 64 * 1024, 200_000, 512 * 1024])
    func itGrowsToItsMaximumAndNoFurther(maximum: Int) {
        let buffer = ReceiveBuffer(pool: BlockPool())
        buffer.maximum = maximum
        var total = 0
        while true {
            let count = fill(buffer, with: UInt8(truncatingIfNeeded: total / 1000))
            if count == 0 { break }
            total += count
        }
        #expect(total == maximum)
        #expect(buffer.isFull)
        #expect(buffer.count == maximum)
        buffer.consume(10)
        #expect(!buffer.isFull)
        #expect(fill(buffer, with: 9) == 10)
        #expect(bytes(buffer).suffix(11).dropFirst() == ArraySlice(repeating: 9, count: 10))
    }

    @Test func memoryThatIsLentOutlivesItsRelease() {
        let pool = BlockPool()
        let buffer = ReceiveBuffer(pool: pool)
        _ = fill(buffer, with: 5, atMost: 4)
        let seen = buffer.withSpan { span in
            buffer.consumeAll()
            buffer.settle()
            buffer.release()
            // Another socket takes a block meanwhile: it must not be this one.
            let other = ReceiveBuffer(pool: pool)
            _ = fill(other, with: 6, atMost: 4)
            return Bytes(copying: span).array
        }
        #expect(seen == [5, 5, 5, 5])
        #expect(buffer.isEmpty)
        #expect(buffer.room() == nil)
    }

    @Test func makingRoomIsToldOnce() {
        let buffer = ReceiveBuffer(pool: BlockPool())
        _ = fill(buffer, with: 1, atMost: 10)
        var told = 0
        buffer.didMakeRoom = { told += 1 }
        buffer.consume(1)
        buffer.consume(1)
        #expect(told == 1)
    }
}
