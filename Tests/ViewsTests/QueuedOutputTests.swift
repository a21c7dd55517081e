import Foundation
import TestKit
import Testing
import Views

/// Keeping never waits for showing: whoever does not read loses lines, and holds up nobody.
@Suite struct QueuedOutputTests {
    private func pair() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    private func readAll(_ descriptor: Int32) -> String {
        String(
            decoding: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).readDataToEndOfFile(), as: UTF8.self)
    }

    @Test func aPipeThatIsNotReadHoldsUpNobodyAndTheLossIsTold() throws {
        let (reading, writing) = try pair()
        let output = QueuedOutput(descriptor: writing, limit: 64 << 10)
        let line = Array((String(repeating: "x", count: 999) + "\n").utf8)
        // Far more than the pipe and the queue take together; a call that waited would never come back.
        for _ in 0..<5_000 { output.write(line, exchanges: 1) }
        output.finish()
        let read = Thread.detached(reading) { readAll($0) }
        output.finish()
        try eventually("the queue is empty") { output.isIdle }
        close(writing)
        let lines = read().split(separator: "\n")
        let shown = lines.count { $0.first == "x" }
        let told = lines.filter { $0.hasPrefix("… ") }.compactMap { line in
            Int(line.dropFirst(2).prefix { $0 != " " }.filter { $0 != "," })
        }
        #expect(shown < 1_000)
        #expect(shown + told.reduce(0, +) == 5_000)
        #expect(lines.allSatisfy { $0.count == 999 || $0.hasSuffix("not shown") })
    }

    @Test func whatIsReadIsWholeAndInOrder() throws {
        let (reading, writing) = try pair()
        let output = QueuedOutput(descriptor: writing)
        for number in 0..<100 { output.write(Array("\(number)\n".utf8), exchanges: 1) }
        output.finish()
        close(writing)
        #expect(readAll(reading) == (0..<100).map { "\($0)\n" }.joined())
    }
}

extension Thread {
    /// Runs `body` on a thread of its own; the function given back waits for its result.
    fileprivate static func detached(
        _ descriptor: Int32, _ body: @escaping @Sendable (Int32) -> String
    ) -> () -> String {
        let result = Result()
        let done = DispatchSemaphore(value: 0)
        Thread {
            result.text = body(descriptor)
            done.signal()
        }.start()
        return {
            done.wait()
            return result.text
        }
    }

    // Written before the semaphore is signalled and read after it was waited for.
    private final class Result: @unchecked Sendable {
        var text = ""
    }
}
