import Bytes
import Flow
import Testing

@testable import Store

@Suite struct BodyKeeperTests {
    private func text(_ content: ContentRef, pieceSize: Int = 4) -> String? {
        var seen: [UInt8] = []
        let wasRead = content.forEachPiece(of: pieceSize) {
            seen.append(contentsOf: $0)
            return true
        }
        return wasRead ? String(decoding: seen, as: UTF8.self) : nil
    }

    @Test func bodiesSpillAtTheThresholdAndWhenMemoryIsShort() {
        var keeper = BodyKeeper(limit: 1000) { _ in }
        keeper.spillThreshold = 10
        keeper.memoryLimit = 15
        var first = KeptBodies()
        keeper.keep("12345678", in: &first.request)
        #expect(!first.request.isSpilled)
        #expect(keeper.memoryUsed == 8)
        keeper.keep("abc", in: &first.request)
        #expect(first.request.isSpilled)
        #expect(keeper.memoryUsed == 0)
        var second = KeptBodies()
        keeper.keep("0123456789", in: &second.request)
        keeper.keep("0123456789", in: &second.response)
        #expect(!second.request.isSpilled)
        #expect(second.response.isSpilled)
        keeper.release(second)
        #expect(keeper.memoryUsed == 0)
        #expect(text(first.request.takeContent()) == "12345678abc")
        #expect(text(second.request.takeContent()) == "0123456789")
    }

    @Test(arguments: [0, 1, 5])
    func nothingIsKeptBeyondTheLimit(limit: Int) {
        var keeper = BodyKeeper(limit: limit) { _ in }
        var body = KeptBody()
        keeper.keep("abc", in: &body)
        keeper.keep("def", in: &body)
        keeper.keep("g", in: &body)
        #expect(body.count == limit)
        #expect(text(body.takeContent()) == String("abcdefg".prefix(limit)))
    }

    /// An array that grows takes up to twice what is in it, and of a thousand stalled downloads that counts.
    @Test func whatIsSetAsideForABodyCountsToo() {
        var keeper = BodyKeeper(limit: 1 << 20) { _ in }
        var bodies = KeptBodies()
        let piece = Bytes([UInt8](repeating: 0x61, count: 10_000))
        for _ in 0..<5 {
            keeper.keep(piece, in: &bodies.response)
            #expect(keeper.memoryUsed == bodies.response.memoryUsed)
            #expect(keeper.memoryUsed >= bodies.response.count)
        }
        keeper.release(bodies)
        #expect(keeper.memoryUsed == 0)
    }

    /// A thousand stalled downloads must not take a thousand descriptors beside those of their sockets.
    @Test func allBodiesShareOneFileAndGiveTheirPlaceBack() throws {
        var keeper = BodyKeeper(limit: 1 << 20) { _ in }
        keeper.memoryLimit = 0
        let pool = keeper.pool
        var bodies = [KeptBody](repeating: KeptBody(), count: 20)
        let size = SpoolPool.blockSize + 1
        for index in bodies.indices {
            keeper.keep(Bytes([UInt8](repeating: UInt8(0x41 + index), count: size)), in: &bodies[index])
        }
        #expect(pool.usedCount == 40)
        var contents: [ContentRef] = []
        for index in bodies.indices { contents.append(bodies[index].takeContent()) }
        bodies = []
        #expect(pool.usedCount == 40)
        for (index, content) in contents.enumerated() {
            let letter = String(decoding: [UInt8(0x41 + index)], as: UTF8.self)
            #expect(text(content, pieceSize: 3 * 10_000) == String(repeating: letter, count: size))
        }
        contents.removeFirst(10)
        #expect(pool.usedCount == 20)
        var more = KeptBody()
        keeper.keep("again", in: &more)
        #expect(pool.usedCount == 21)
        #expect(text(more.takeContent()) == "again")
        contents = []
        #expect(pool.usedCount == 0)
    }

    @Test func aBodyThatNobodyTakesGivesItsPlaceBack() {
        var keeper = BodyKeeper(limit: 1 << 20) { _ in }
        keeper.memoryLimit = 0
        let pool = keeper.pool
        do {
            var bodies = KeptBodies()
            keeper.keep("abc", in: &bodies.request)
            #expect(pool.usedCount == 1)
        }
        #expect(pool.usedCount == 0)
    }
}
