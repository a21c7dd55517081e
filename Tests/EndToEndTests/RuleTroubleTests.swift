import Foundation
import TestKit
import Testing

/// Rules that end connections, cut off, change bytes, or slow them down.
@Suite struct RuleTroubleTests {
    @Test func aConnectionEndsWithoutAWord() throws {
        #expect(try RuledExchange(["do drop"], reachesOrigin: false).answer.isEmpty)
        #expect(try RuledExchange(["when status = 200 do drop"]).answer.isEmpty)
    }

    @Test func aResponseIsCutOffWhereTheRuleSays() throws {
        let passed = try RuledExchange(["do cut-response after 5"])
        #expect(passed.answer.hasSuffix("\r\n\r\none t"))
        let outcome = passed.entry["_outcome"] as? [String: Any]
        #expect(outcome?["by"] as? String == "proxy")
    }

    @Test func bytesAreChangedAndItIsSaidWhich() throws {
        let passed = try RuledExchange(["do corrupt-response 2"], more: ["--seed", "7"])
        #expect(passed.answer.hasPrefix("HTTP/1.1 200 OK\r\n"))
        #expect(!passed.answer.hasSuffix("one two two"))
        let texts = (passed.entry["_rules"] as? [[String: Any]] ?? []).compactMap { $0["text"] as? String }
        #expect(texts.contains { $0.hasPrefix("Changed bytes ") }, "\(texts)")
    }

    /// A run can be played again: the same seed and the same requests have the same luck, and the same bytes changed.
    @Test func aSeedMakesARunRepeatable() throws {
        let origin = try RecordingOrigin(
            answering: Array(RuledExchange.ofServer.replacing("one two two", with: "0123456789a").utf8))
        func run(_ seed: String) throws -> [String] {
            let proxy = try RunningProxy(
                "--seed", seed, "--rule", "when path = /luck chance 40% do respond 503 text \"{random 1 1000000}\"",
                "--rule", "when path = /bits chance 50% do corrupt-response 3")
            let answers = try (0..<24).map { number in
                let client = try proxy.connect()
                let path = number % 2 == 0 ? "/luck" : "/bits"
                try client.send(
                    "GET \(origin.url)\(path) HTTP/1.1\r\nHost: \(origin.host)\r\nConnection: close\r\n\r\n")
                let lines = try client.receiveToEnd().text.split(separator: "\r\n")
                return "\(lines.first ?? "") \(lines.last ?? "")"
            }
            try proxy.stop()
            return answers
        }
        let first = try run("20261127")
        #expect(try run("20261127") == first)
        #expect(try run("20261128") != first)
        // Some were lucky, and some were not.
        #expect(Set(first.filter { $0.contains("503") }).count > 1 && first.contains { $0.contains("200") })
        #expect(first.contains { !$0.contains("503") && !$0.hasSuffix("0123456789a") })
    }

    @Test func aThrottledResponseTakesItsTime() throws {
        let body = String(repeating: "x", count: 40_000)
        let clock = ContinuousClock()
        var passed: RuledExchange?
        let time = try clock.measure {
            passed = try RuledExchange(
                ["do throttle 40kB/s"],
                answering: "HTTP/1.1 200 OK\r\nContent-Length: 40000\r\nConnection: close\r\n\r\n\(body)")
        }
        #expect(passed?.answer.hasSuffix("\r\n\r\n" + body) == true)
        #expect(time > .milliseconds(900))
    }
}
