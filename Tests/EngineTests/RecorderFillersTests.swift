import Flow
import Synchronization
import TestKit
import Testing

@testable import Engine

/// Who fills the recorder's room is paused before anybody else.
@Suite struct RecorderFillersTests {
    private final class Owner {}

    @Test func whoBringsMoreThanItsShareIsHeavyUntilThereIsRoom() {
        let (one, other) = (Owner(), Owner())
        var fillers = RecorderFillers()
        let share = RecorderFillers.share
        func brings(_ owner: Owner, _ received: UInt64) -> Bool { fillers.brings(ObjectIdentifier(owner), received) }
        #expect(!brings(one, 1 << 30))
        #expect(!brings(one, (1 << 30) + share))
        #expect(brings(one, (1 << 30) + share + 1))
        #expect(fillers.isHeavy(ObjectIdentifier(one)))
        for count in 0..<100 { #expect(!brings(other, UInt64(count) * share / 100)) }
        #expect(!fillers.isHeavy(ObjectIdentifier(other)))
        fillers.clear()
        #expect(fillers.isEmpty && !fillers.isHeavy(ObjectIdentifier(one)))
        #expect(!brings(one, 1 << 40))
    }

    private final class Room: Sendable {
        private let filling = Mutex(false)

        var isFilling: Bool {
            get { filling.withLock { $0 } }
            set { filling.withLock { $0 = newValue } }
        }
    }

    /// A download stands still while what is to be kept fills up, and requests of others go on.
    @Test func othersAreServedWhileOneFills() async throws {
        let room = Room()
        let size = 8 << 20
        let stands = Handover<Int>()
        let origin = try ScriptedOrigin { connection, _ in
            let head = try connection.receiveHead()
            guard head.contains("/large") else { return try connection.send(reply("small")) }
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n")
            var sent = 0
            while sent < size {
                let count = try connection.sendSome([UInt8](repeating: 1, count: size - sent), givingUpAfter: 1)
                if count == 0, room.isFilling {
                    stands.put(sent)
                    room.isFilling = false
                }
                sent += count
            }
        }
        room.isFilling = true
        let isFilling: @Sendable () -> Bool = { room.isFilling }
        try await withEngine(isFilling: isFilling) { engine in
            let large = try engine.connect()
            try large.get(origin.url + "/large")
            _ = try large.receiveHead()
            for _ in 0..<10 {
                let small = try engine.connect()
                try small.get(origin.url + "/small", "Connection: close")
                #expect(try small.receiveResponse().body == "small")
            }
            #expect(try stands.take("the download stands still") < size)
            #expect(try large.receive(exactly: size).count == size)
            for flow in try engine.finished(11) { #expect(flow.outcome == .complete) }
        }
        #expect(origin.problems.isEmpty)
    }
}
