import Foundation
import TestKit
import Testing

/// Slow networks: what arithmetic says, and no thread for it.
@Suite struct ThrottleTests {
    /// How long 1 MiB takes under `throttle 3g` is measured, not tested: here a machine may be busy, but nothing is
    /// ever faster than the rate.
    @Test func aMebibyteUnder3gTakesNoLessThanArithmeticSays() throws {
        let body = [UInt8](repeating: 0x78, count: 1 << 20)
        let origin = try RecordingOrigin(
            answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\nConnection: close\r\n\r\n".utf8) + body)
        let proxy = try RunningProxy("--rule", "do throttle 3g")
        let result = try Tool.curl(
            "-x", proxy.url, "-o", "/dev/null", "-w", "%{time_total} %{size_download}", origin.url)
        let words = result.text.split(separator: " ")
        #expect(words.last == "1048576", result.summary)
        // 1,048,576 bytes at 200,000 a second, and 200 ms of latency.
        #expect((words.first.flatMap { Double($0) } ?? 0) > (1_048_576 / 200_000 + 0.2) * 0.95, result.summary)
    }

    /// Two exchanges of one rule share its rate; that of another rule is the same number, and its own.
    @Test func aSharedRateIsThatOfItsRuleAlone() throws {
        let body = [UInt8](repeating: 0x78, count: 50_000)
        let origin = try RecordingOrigin(
            answering: Array("HTTP/1.1 200 OK\r\nContent-Length: 50000\r\nConnection: close\r\n\r\n".utf8) + body)
        let proxy = try RunningProxy(
            "--rule", "when path = /a do throttle 50kB/s shared", "--rule", "when path = /b do throttle 50kB/s shared")
        let start = ContinuousClock.now
        let clients = try ["/a", "/a", "/b"].map { path in
            let client = try proxy.connect()
            try client.send("GET \(origin.url)\(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            return client
        }
        // Alone it takes a second; sharing with those of the other rule it would take two or three.
        let lone = try clients[2].receiveToEnd()
        let alone = ContinuousClock.now - start
        for client in clients.dropLast() { _ = try client.receiveToEnd() }
        let both = ContinuousClock.now - start
        #expect(lone.text.hasSuffix("xxx"))
        #expect(both > .milliseconds(1_800), "\(both)")
        #expect(alone > .milliseconds(900) && alone < both - .milliseconds(300), "\(alone) of \(both)")
    }

    #if os(Linux)
    @Test func hundredsOfSlowConnectionsCostNoThread() throws {
        let origin = try ScriptedOrigin { connection, _ in
            _ = try connection.receiveHead()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\nConnection: close\r\n\r\n")
            try connection.send([UInt8](repeating: 0x78, count: 100_000))
        }
        let proxy = try RunningProxy("--rule", "do throttle gprs", "--quiet")
        func threads() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(proxy.child.pid)/task").count
        }
        // One passes first, so that what is made once is there.
        let first = try proxy.connect()
        try first.send("GET \(origin.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        _ = try first.receive(exactly: 200)
        let before = try threads()
        let clients = try (0..<300).map { _ in
            let client = try proxy.connect()
            try client.send("GET \(origin.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
            return client
        }
        for client in clients { _ = try client.receive(exactly: 200) }
        // Those that look names up or judge come and go with the pool, which has as many as there are cores.
        #expect(try threads() <= before + 8)
        #expect(origin.problems.count < clients.count)
    }
    #endif
}
