import Bytes
import Flow
import Foundation
import Recording
import Store
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

        func recorder() throws -> Recorder {
            Recorder(sinks: [SessionSuccession(try writer(0), line: line)]) { Issue.record("\($0)") }
        }

        /// Begins the next one, and returns when it is there.
        func change(_ recorder: Recorder, to number: Int) throws {
            #expect(line.offer(try writer(number)))
            let done = DispatchSemaphore(value: 0)
            recorder.changeSession { done.signal() }
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
        recorder.changeSession {}
        recorder.changeSession { done.signal() }
        done.wait()
        recorder.submit(Self.story(1))
        recorder.finish()
        #expect(try sessions.flows(0).isEmpty && sessions.flows(1).count == 1)
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
