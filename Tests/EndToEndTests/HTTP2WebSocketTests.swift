import Foundation
import TestKit
import Testing

/// WebSockets on streams, between Python's h2 and servers that are not ours: one that speaks HTTP/1.1, and one that
/// takes an extended CONNECT itself. Rules for messages hold as they do over HTTP/1.1.
@Suite struct HTTP2WebSocketTests {
    private struct Seen: Decodable {
        let server: [String]
        let client: [String]
        let headers: [String: String]
        let status: String?
        let code: Int?
        let accept: String?
        let extensions: String?
        let version: String?
        let reset: Int?
    }

    private struct Passed {
        let seen: Seen
        let entry: [String: Any]
        /// The text of what rules did.
        let acts: [String]
        /// What `hark explain` says of it, read from each of Hark's own formats.
        let pages: [String]
    }

    enum Way: String, CaseIterable {
        case h1, h2
    }

    private func converse(
        _ way: Way, _ words: [String], compression: String = "plain", rules: [String] = []
    ) throws -> Passed {
        let scratch = try Scratch()
        let log = scratch.file("log")
        let har = scratch.file("flows.har")
        let session = scratch.file("flows.hark")
        let port = try Loopback.freePort()
        let proxy = try RunningProxy(
            arguments: ["--quiet", "--log", log, "--har", har, "--store", session]
                + (way == .h2 ? ["--upstream-http2"] : []) + rules.flatMap { ["--rule", $0] })
        let result = try Tool.runScript(
            "http2_websockets.py", ["\(proxy.port)", way.rawValue, "\(port)", compression] + words)
        #expect(result.code == 0, result.summary)
        try proxy.stop()
        let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
        let entries = try lines.compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
        #expect(entries.count == 1)
        for recording in [har, log, session] {
            let list = try Tool.run(Tool.hark(), ["flows", "--columns", "path", "--session", recording], seconds: 30)
            #expect(list.text == "/chat\n", list.summary)
        }
        let acts = entries.flatMap { $0["_rules"] as? [[String: Any]] ?? [] }.compactMap { $0["text"] as? String }
        let sources = [[har, "--entry", "0"], [log, "--entry", "0"], ["--session", session, "--flow", "1"]]
        let pages = try (rules.isEmpty ? sources : []).map { source in
            let result = try Tool.run(Tool.hark(), ["explain", "--all"] + source, seconds: 30)
            #expect(result.code == 0, result.summary)
            return result.text + result.diagnostics
        }
        return Passed(
            seen: try JSONDecoder().decode(Seen.self, from: Data(result.output)), entry: entries.first ?? [:],
            acts: acts, pages: pages)
    }

    private static let long = String(repeating: "0123456789", count: 9_000)

    @Test(arguments: Way.allCases)
    func aConversationPassesAndIsKept(way: Way) throws {
        let words = ["one", "Grüße, 世界", "", Self.long]
        let passed = try converse(way, words)
        let seen = passed.seen
        let answers = words.map { "re: " + $0 }
        #expect(seen.server == words + ["bye"] && seen.client == answers)
        #expect(seen.status == "200" && seen.code == 4000 && seen.reset == nil)
        // The key and its proof are a matter of HTTP/1.1.
        #expect(seen.accept == nil)
        let hasKey = seen.headers["sec-websocket-key"] != nil
        #expect(hasKey == (way == .h1))
        #expect(seen.version == (way == .h2 ? "2" : nil))
        let kept = try #require(passed.entry["_webSocketMessages"] as? [[String: Any]])
        let texts = kept.filter { $0["opcode"] as? Int == 1 }.compactMap { $0["data"] as? String }
        #expect(Set(texts) == Set(words + answers + ["bye"]))
        #expect(passed.entry["_resourceType"] as? String == "websocket")
        let stream = try #require(passed.entry["_stream"] as? [String: Int])
        let wanted = way == .h2 ? ["client": 1, "upstream": 1] : ["client": 1]
        #expect(stream == wanted)
        #expect(passed.pages.count == 3)
        for page in passed.pages {
            #expect(
                page.contains("CONNECT http://127.0.0.1:") && page.contains("/chat")
                    && page.contains(":protocol: websocket"))
            #expect(page.contains("became a WebSocket"))
            for wrong in ["No readable", "answers to :method:", "Method: :", "cut off", "not valid HTTP/1.1"] {
                #expect(!page.contains(wrong), "\(wrong): \(page)")
            }
        }
    }

    @Test func compressionIsAgreedOnAcrossVersions() throws {
        let words = ["hello", "hello", Self.long]
        let passed = try converse(.h1, words, compression: "deflate")
        #expect(passed.seen.extensions?.contains("permessage-deflate") == true)
        #expect(passed.seen.client == words.map { "re: " + $0 })
        let kept = try #require(passed.entry["_webSocketMessages"] as? [[String: Any]])
        #expect(kept.contains { $0["_compressed"] as? Bool == true && $0["data"] as? String == Self.long })
    }

    @Test(arguments: Way.allCases, ["deflate", "plain"])
    func rulesForMessagesHold(way: Way, compression: String) throws {
        let passed = try converse(
            way, ["a", "hello", "a secret", "slow", "b"], compression: compression,
            rules: [
                "when message.direction = sent and message.text = hello do replace-message text \"Grüße, {path}\"",
                "when message.text contains secret do drop-message",
                "when message.direction = received and message.text = \"re: a\" do inject-message server text extra",
                "when message.direction = sent and message.text = slow do delay message 300ms",
            ])
        let wanted = ["a", "Grüße, /chat", "slow", "b", "bye"]
        #expect(passed.seen.server.filter { $0 != "extra" } == wanted)
        #expect(passed.seen.client.filter { $0 != "re: extra" } == wanted.dropLast().map { "re: " + $0 })
        #expect(passed.acts.contains("A message to the server was replaced."))
        #expect(passed.acts.count { $0 == "A message was sent to the server." } == 1)
        #expect(passed.seen.code == 4000)
    }

    @Test(arguments: Way.allCases)
    func rulesForOthersChangeNothing(way: Way) throws {
        let passed = try converse(
            way, ["a", ""],
            rules: [
                "when host = other.example do drop-message", "when message.text = none do replace-message text x",
            ])
        #expect(passed.seen.server == ["a", "", "bye"] && passed.acts.isEmpty)
    }
}
