import Bytes
import Flow
import Foundation
import Store
import Synchronization
import TestKit
import Testing

/// A recorder that goes on in another session: each flow is in one of them, whole, and in no other.
@Suite struct SessionSuccessionTests {
    private struct Sessions {
        let folder = NSTemporaryDirectory() + "hark-succession-" + UUID().uuidString
        let line = SessionLine()

        init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

        func path(_ number: Int) -> String { "\(folder)/\(number).hark" }

        func writer(_ number: Int) throws -> SessionWriter {
            SessionWriter(
                try SessionFile(path(number)),
                run: SessionRun(id: RunID(1), started: 0, version: "1", command: "hark"),
                options: SessionWriter.Options(), say: { Issue.record("\($0)") })
        }

        /// - Parameter keeps: which flows are kept, asked at their end; nil: all.
        func recorder(
            keeping keeps: (@Sendable (FlowRecord) -> Bool)? = nil,
            closing: DispatchQueue = DispatchQueue(label: "closing")
        ) throws -> Recorder {
            let succession = SessionSuccession(try writer(0), line: line, closing: closing)
            let say = { @Sendable (text: String) in _ = Issue.record("\(text)") }
            guard let keeps else { return Recorder(sinks: [succession], diagnostics: say) }
            let choice = KeepingSink.Choice(
                needsContent: true, isSettled: { $0.isFinished }, passes: { keeps($0.record) })
            return Recorder(sinks: [KeepingSink([succession], choice)], diagnostics: say)
        }

        /// Begins the next one, and returns when it is there.
        func change(_ recorder: Recorder, to number: Int) throws {
            #expect(line.offer(try writer(number)))
            let done = DispatchSemaphore(value: 0)
            recorder.changeSession { changes in
                #expect(changes)
                done.signal()
            }
            done.wait()
        }

        func flows(_ number: Int) throws -> [StoredFlow] { try SessionReader(path(number)).flows(FlowQuery()) }

        func remove() { try? FileManager.default.removeItem(atPath: folder) }
    }

    private static func story(_ number: UInt64) -> [FlowEvent] {
        Story.get("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "hello", id: number).events
    }

    @Test func aFlowEndsWhereItBegan() throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let recorder = try sessions.recorder()
        let first = Self.story(1)
        recorder.submit(Self.story(2))
        recorder.submit(Array(first.prefix(3)))
        try sessions.change(recorder, to: 1)
        #expect(sessions.line.count == 2, "the session before has an open flow")
        recorder.submit(Self.story(3))
        recorder.submit(Array(first.dropFirst(3)))
        // Nothing of the one before is missing, so it is closed while the other goes on.
        try eventually("the one before is complete") { sessions.line.count == 1 }
        #expect(try sessions.flows(0).map(\.record.id.number).sorted() == [1, 2])
        recorder.finish()
        let kept = try sessions.flows(0)
        #expect(kept.allSatisfy { $0.record.outcome?.kind == .complete && $0.record.response.content.bytes == "hello" })
        #expect(try sessions.flows(1).map(\.record.id.number) == [3])
    }

    @Test func whatIsOpenAtTheEndIsCutOffWhereItBegan() throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let recorder = try sessions.recorder()
        recorder.submit(Array(Self.story(1).prefix(3)))
        try sessions.change(recorder, to: 1)
        recorder.submit(Array(Self.story(2).prefix(3)))
        recorder.finish()
        #expect(try sessions.flows(0).map { $0.record.outcome?.kind } == [.aborted])
        #expect(try sessions.flows(1).map { $0.record.outcome?.kind } == [.aborted])
        #expect(sessions.line.count == 0)
    }

    @Test func aSessionThatWaitsIsNotReplaced() throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let recorder = try sessions.recorder()
        let other = try sessions.writer(2)
        #expect(sessions.line.offer(try sessions.writer(1)) && !sessions.line.offer(other))
        other.finish()
        let done = DispatchSemaphore(value: 0)
        // The second time there is none to change to.
        recorder.changeSession { _ in }
        recorder.changeSession { _ in done.signal() }
        done.wait()
        recorder.submit(Self.story(1))
        recorder.finish()
        #expect(try sessions.flows(0).isEmpty && sessions.flows(1).count == 1)
    }

    /// What is kept is known only at the end: in the session in which the flow began, whether or not others are open
    /// there, and no session waits for a flow that is not kept.
    @Test func whatIsSettledLaterIsWhereItBegan() throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let recorder = try sessions.recorder(keeping: { $0.id.number != 2 })
        recorder.submit(Array(Self.story(1).prefix(3)))
        try sessions.change(recorder, to: 1)
        recorder.submit(Array(Self.story(2).prefix(3)))
        recorder.submit(Array(Self.story(3).prefix(3)))
        try sessions.change(recorder, to: 2)
        recorder.submit(Self.story(4))
        recorder.submit(Array(Self.story(3).dropFirst(3)))
        #expect(sessions.line.count == 3)
        recorder.submit(Array(Self.story(2).dropFirst(3)))
        try eventually("the second one is complete") { sessions.line.count == 2 }
        #expect(try sessions.flows(1).map(\.record.id.number) == [3])
        recorder.submit(Array(Self.story(1).dropFirst(3)))
        try eventually("the first one is complete") { sessions.line.count == 1 }
        recorder.finish()
        #expect(try (0...2).map { try sessions.flows($0).map(\.record.id.number) } == [[1], [3], [4]])
    }

    /// A disk that is slow to close a file holds up nobody, and is waited for at the end.
    @Test func recordingGoesOnWhileASessionIsClosed() throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let closing = DispatchQueue(label: "closing")
        let recorder = try sessions.recorder(closing: closing)
        closing.suspend()
        recorder.submit(Self.story(1))
        try sessions.change(recorder, to: 1)
        recorder.submit(Self.story(2))
        try eventually("the next flow is there") {
            try SessionReader(sessions.path(1)).flows(FlowQuery()).count == 1
        }
        #expect(sessions.line.count == 2 && !recorder.isFull)
        let ended = DispatchSemaphore(value: 0)
        let isOver = Atomic(false)
        Thread.detachNewThread {
            recorder.finish()
            isOver.store(true, ordering: .relaxed)
            ended.signal()
        }
        try eventually("the one before is what is left") { sessions.line.count == 1 }
        let isEarly = isOver.load(ordering: .relaxed)
        #expect(!isEarly)
        closing.resume()
        ended.wait()
        #expect(sessions.line.count == 0)
        #expect(try (0...1).map { try sessions.flows($0).map(\.record.id.number) } == [[1], [2]])
    }

    @Test func nothingBeginsOnceRecordingHasEnded() throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let recorder = try sessions.recorder()
        recorder.submit(Self.story(1))
        recorder.finish()
        #expect(sessions.line.offer(try sessions.writer(1)))
        let answers = Mutex<[Bool]>([])
        recorder.changeSession { changes in answers.withLock { $0.append(changes) } }
        recorder.finish()
        #expect(answers.withLock { $0 } == [false] && sessions.line.count == 0)
        let taken = sessions.line.withdraw()
        #expect(taken != nil)
        taken?.finish()
        #expect(try sessions.flows(1).isEmpty)
    }

    @Test func soManyWithOpenFlowsAndNoMore() throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let recorder = try sessions.recorder()
        for number in 1...SessionLine.mostEarlier {
            recorder.submit(Array(Self.story(UInt64(number)).prefix(3)))
            try sessions.change(recorder, to: number)
        }
        #expect(sessions.line.count == SessionLine.mostEarlier + 1)
        let other = try sessions.writer(99)
        #expect(!sessions.line.offer(other))
        other.finish()
        recorder.finish()
    }

    /// Four loops, and sessions that begin at any time.
    @Test(arguments: 0..<3) func underLoadEachFlowIsThereOnce(seed: UInt64) async throws {
        let sessions = try Sessions()
        defer { sessions.remove() }
        let recorder = try sessions.recorder()
        let (loops, each): (UInt64, UInt64) = (4, 400)
        await withTaskGroup(of: Void.self) { group in
            for loop in 0..<loops {
                group.addTask {
                    var random = SeededGenerator(seed: seed &* 31 &+ loop)
                    // Some are open at a time, and go on in turn.
                    var open: [[FlowEvent]] = []
                    var next = loop * each + 1
                    while next <= (loop + 1) * each || !open.isEmpty {
                        if next <= (loop + 1) * each, open.count < 8 {
                            open.append(Self.story(next))
                            next += 1
                        }
                        let place = Int.random(in: open.indices, using: &random)
                        let count = Int.random(in: 1...open[place].count, using: &random)
                        recorder.submit(Array(open[place].prefix(count)))
                        open[place].removeFirst(count)
                        if open[place].isEmpty { open.remove(at: place) }
                        if Int.random(in: 0..<50, using: &random) == 0 { await Task.yield() }
                    }
                }
            }
            group.addTask {
                for number in 1...5 {
                    try? await Task.sleep(for: .milliseconds(3))
                    do { try sessions.change(recorder, to: number) } catch { Issue.record("\(error)") }
                }
            }
        }
        recorder.finish()
        let all = try (0...5).flatMap { number in try sessions.flows(number) }
        #expect(all.map(\.record.id.number).sorted() == Array(1...loops * each))
        let isWhole = all.allSatisfy {
            $0.record.outcome?.kind == .complete && $0.record.response.content.bytes == "hello"
        }
        #expect(isWhole)
    }
}
