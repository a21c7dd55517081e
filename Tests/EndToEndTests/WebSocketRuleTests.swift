import Foundation
import TestKit
import Testing

/// Rules about messages, between two peers that are not ours: with compression, and without.
@Suite struct WebSocketRuleTests {
    private struct Seen: Decodable, Equatable {
        var server: [String]
        var client: [String]
        var code: Int?
        var failed: String?
    }

    private struct Passed {
        let seen: Seen
        /// The text of what rules did.
        let acts: [String]
    }

    private func converse(_ rules: [String], _ words: [String], _ compression: String) throws -> Passed {
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy(arguments: ["--log", log] + rules.flatMap { ["--rule", $0] })
        let result = try Tool.runScript("websocket_rules.py", [proxy.url, compression] + words)
        #expect(result.code == 0, result.summary)
        try proxy.stop()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let entries = try lines.compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        let acts = entries.flatMap { $0["_rules"] as? [[String: Any]] ?? [] }.compactMap { $0["text"] as? String }
        return Passed(seen: try JSONDecoder().decode(Seen.self, from: Data(result.output)), acts: acts)
    }

    private static let long = String(repeating: "0123456789", count: 9_000)

    @Test(arguments: ["deflate", "plain"])
    func aMessageIsReplaced(compression: String) throws {
        let passed = try converse(
            ["when message.direction = sent and message.text = hello do replace-message text \"Grüße, {path}\""],
            ["one", "hello", Self.long, "hello", "one"], compression)
        let wanted = ["one", "Grüße, /chat", Self.long, "Grüße, /chat", "one"]
        #expect(passed.seen == Seen(server: wanted + ["bye"], client: wanted.map { "re: " + $0 }, code: 4000))
        #expect(passed.acts == [String](repeating: "A message to the server was replaced.", count: 2))
    }

    @Test(arguments: ["deflate", "plain"])
    func aMessageGoesNoFurther(compression: String) throws {
        let passed = try converse(
            ["when message.text contains secret do drop-message", "when message.text = \"re: c\" do drop-message"],
            ["a", "secret", "b", "a secret b", "c", "a b c secre"], compression)
        #expect(
            passed.seen
                == Seen(
                    server: ["a", "b", "c", "a b c secre", "bye"], client: ["re: a", "re: b", "re: a b c secre"],
                    code: 4000))
        #expect(passed.acts.count == 3)
    }

    @Test(arguments: ["deflate", "plain"])
    func messagesAreSentBesides(compression: String) throws {
        let passed = try converse(
            [
                "do inject-message client json {\"welcome\": \"{host}\"}",
                "when message.direction = received and message.text = \"re: a\" do inject-message server text extra",
            ], ["a", "b"], compression)
        #expect(passed.seen.client.first == "{\"welcome\": \"127.0.0.1\"}")
        #expect(Set(passed.seen.server) == ["a", "b", "extra", "bye"] || passed.seen.server.last == "bye")
        #expect(passed.acts.filter { $0 == "A message was sent to the server." }.count == 1)
        #expect(passed.seen.code == 4000)
    }

    @Test(arguments: ["deflate", "plain"])
    func aMessageWaitsAndNothingOvertakesIt(compression: String) throws {
        let clock = ContinuousClock()
        var passed: Passed?
        let time = try clock.measure {
            passed = try converse(
                ["when message.direction = sent and message.text = slow do delay message 700ms"], ["a", "slow", "b"],
                compression)
        }
        #expect(passed?.seen.server == ["a", "slow", "b", "bye"])
        #expect(passed?.seen.client == ["re: a", "re: slow", "re: b"])
        #expect(time > .milliseconds(700))
    }

    @Test func turnsCountMessages() throws {
        let passed = try converse(
            ["when message.direction = sent every 2 do replace-message text x"], ["a", "b", "c", "d"], "deflate")
        #expect(passed.seen.server == ["a", "x", "c", "x", "bye"])
    }

    @Test(arguments: ["deflate", "plain"])
    func rulesForOthersChangeNothing(compression: String) throws {
        let passed = try converse(
            [
                "when host = other.example do drop-message", "when message.text = none do replace-message text x",
                "when path = /other and message.text = a do drop-message",
            ], ["a", Self.long, ""], compression)
        #expect(passed.seen.server == ["a", Self.long, "", "bye"])
        #expect(passed.seen.client == ["re: a", "re: " + Self.long, "re: "])
        #expect(passed.acts.isEmpty)
    }
}
