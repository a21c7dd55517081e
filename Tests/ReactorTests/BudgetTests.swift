import Bytes
import Testing

@testable import Reactor

/// What all connections have together is bounded: memory and descriptors.
@Suite struct BudgetTests {
    @Test func oneSocketMayHaveAllItMayWhileThereIsPlenty() {
        let budget = SendBudget(limit: 1024 * 1024)
        #expect(budget.highWatermark == SendBudget.most)
        budget.change(by: 512 * 1024)
        #expect(budget.highWatermark == SendBudget.most)
    }

    @Test func theWatermarkSinksAsTheBudgetFillsAndRisesAgain() {
        let budget = SendBudget(limit: 1024 * 1024)
        var marks: [Int] = []
        for _ in 0..<16 {
            budget.change(by: 64 * 1024)
            marks.append(budget.highWatermark)
        }
        #expect(marks == marks.sorted(by: >))
        #expect(marks.last == SendBudget.least)
        // Never none at all: whoever has nothing waiting may always send.
        budget.change(by: 1024 * 1024)
        #expect(budget.highWatermark == SendBudget.least)
        budget.change(by: -2 * 1024 * 1024)
        #expect(budget.highWatermark == SendBudget.most)
    }

    @Test func whatAQueueHoldsIsCountedUntilItIsSentOrDropped() throws {
        let loop = try EventLoop(executor: LoopExecutor(label: "budget"))
        var sockets: [StreamSocket] = []
        for _ in 0..<40 {
            let (one, _) = try StreamSocket.pair(on: loop)
            while !one.isCongested { one.send(Bytes([UInt8](repeating: 0, count: 32 * 1024))) }
            sockets.append(one)
        }
        #expect(loop.sending.used == sockets.reduce(0) { $0 + $1.pendingBytes })
        #expect(loop.sending.used > 0)
        for socket in sockets { socket.close() }
        #expect(loop.sending.used == 0)
        loop.stop()
    }

    @Test func manySocketsThatNobodyReadsStayWithinTheBudgetTogether() throws {
        let limit = 4 * 1024 * 1024
        let loop = try EventLoop(executor: LoopExecutor(label: "budget"), sendLimit: limit)
        let piece = 16 * 1024
        let count = 200
        for _ in 0..<count {
            let (one, _) = try StreamSocket.pair(on: loop)
            // As who forwards does: a piece at a time, until the socket says that it is enough.
            for _ in 0..<1000 where !one.isCongested { one.send(Bytes([UInt8](repeating: 0, count: piece))) }
            #expect(one.isCongested)
        }
        // Not `count` times a quarter of a megabyte, which would be fifty.
        #expect(loop.sending.used <= limit + count * (piece + SendBudget.least))
        loop.stop()
    }

    @Test func clientsMayNotTakeTheDescriptorsOfServers() {
        let budget = DescriptorBudget(systemLimit: 128)
        #expect(budget.limit == 128 - DescriptorBudget.reserve)
        #expect(budget.clientLimit == budget.limit / 2)
        for _ in 0..<budget.clientLimit { budget.count(.client) }
        #expect(!budget.hasTooManyClients)
        budget.count(.client)
        #expect(budget.hasTooManyClients)
        #expect(budget.mayConnect)
        while budget.mayConnect { budget.count(.server) }
        #expect(budget.serverCount + budget.clientCount == budget.limit)
        budget.discount(.client)
        #expect(!budget.hasTooManyClients)
        #expect(budget.mayConnect)
    }

    @Test func aLimitThatIsSmallerThanTheReserveLeavesSomething() {
        #expect(DescriptorBudget(systemLimit: 32).limit == 16)
        #expect(DescriptorBudget.systemLimit > 0)
    }

    @Test func socketsAreCountedWhileTheyAreOpen() throws {
        let hand = try HandDrivenSocket()
        #expect(hand.loop.descriptors.clientCount == 1)
        #expect(hand.loop.descriptors.serverCount == 0)
        let (one, other) = try StreamSocket.pair(on: hand.loop)
        #expect(hand.loop.descriptors.serverCount == 2)
        one.close()
        one.close()
        other.closeAfterFlush()
        hand.turn()
        #expect(hand.loop.descriptors.serverCount == 0)
        hand.socket.abort()
        #expect(hand.loop.descriptors.clientCount == 0)
    }
}
