import Foundation
import TestKit
import Testing

/// Random commands beside a recording proxy with its page and its screen, ended by `kill -9`, again and again over one
/// session file. Some seconds here; `make soak ARGS="--seconds 3600"` lets it run for longer.
@Suite struct SessionSoakTests {
    private static func setting(_ name: String, _ usual: Double) -> Double {
        ProcessInfo.processInfo.environment[name].flatMap { Double($0) } ?? usual
    }

    /// For how long, in seconds.
    private let duration = setting("HARK_SOAK_SECONDS", 12)
    /// For how long one proxy lives.
    private let round = setting("HARK_SOAK_ROUND", 6)
    /// What is older than this when the proxy is killed is in the file, in seconds: a tenth of one is promised where
    /// the machine has nothing else to do.
    private let margin = setting("HARK_SOAK_MARGIN", 2)

    @Test func nothingIsLostAndTheFileIsWhole() throws {
        let home = try PrivateHome()
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nSet-Cookie: a=b\r\nContent-Length: 500\r\n\r\n"
                + String(repeating: "body ", count: 100))
        let session = home.scratch.file("a.hark")
        let end = ContinuousClock.now + .seconds(duration)
        var numbers = SystemRandomNumberGenerator()
        var (rounds, commands, first, losses) = (0, 0, 1, 0)
        var expected: Set<String> = []
        repeat {
            let proxy = try WatchedProxy(session, .both, home: home)
            let traffic = NumberedTraffic(through: proxy.port, to: origin, from: first)
            try eventually("some answers") { traffic.count > 30 }
            let roundEnd = min(end, .now + .seconds(round))
            repeat {
                if Int.random(in: 0..<10, using: &numbers) == 0 { try proxy.look() }
                let number = Int.random(in: 1...max(1, first + traffic.count - 2), using: &numbers)
                let gone = Bool.random(using: &numbers) ? traffic.takeGone() : nil
                let all = try SessionCommand.all(session, number: number, gone: gone, scratch: home.scratch)
                let command = gone == nil ? all.randomElement(using: &numbers) : all.first { $0.words[0] == "delete" }
                guard let command else { continue }
                commands += 1
                if let problem = try command.problem(home) { Issue.record("round \(rounds): \(problem)") }
                if let holder = try proxy.lockHolder(), holder == proxy.child.pid { continue }
                Issue.record("round \(rounds): the lock is gone after \(command.words)")
            } while .now < roundEnd
            let moment = ContinuousClock.now - .seconds(margin)
            let (integrity, paths) = try proxy.killed()
            #expect(integrity == "ok\n", "round \(rounds)")
            expected.formUnion(traffic.kept(before: moment))
            let lost = expected.subtracting(paths)
            #expect(lost == [], "round \(rounds): \(lost.count) of \(expected.count) are lost")
            expected.subtract(lost)
            losses += lost.count
            traffic.stop()
            first += (traffic.count / 10 + 2) * 10
            rounds += 1
            for name in try FileManager.default.contentsOfDirectory(atPath: home.scratch.path)
            where name.hasPrefix("rescued-") {
                try FileManager.default.removeItem(atPath: home.scratch.file(name))
            }
        } while .now < end
        print("soak: \(rounds) proxies killed, \(commands) commands, \(expected.count) flows kept, \(losses) lost")
    }
}
