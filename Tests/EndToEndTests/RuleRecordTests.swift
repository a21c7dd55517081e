import Foundation
import TestKit
import Testing

/// What the record tells of rules, and what rules write into it or keep out of it.
@Suite struct RuleRecordTests {
    /// What a rule answered is seen as a server's answer is: its size, its head, its content.
    @Test func whatARuleAnsweredIsShown() throws {
        let scratch = try Scratch()
        let store = scratch.file("s.hark")
        let proxy = try RunningProxy(
            "--store", store, "--rule", "when path = /a do respond 201 \"X-A: 1\" json {\"made\": [1, 2]}")
        let client = try proxy.connect()
        try client.send("GET http://x.example/a HTTP/1.1\r\nHost: x.example\r\n\r\n")
        #expect(try client.receiveToEnd().text.hasSuffix("{\"made\": [1, 2]}"))
        try proxy.stop()
        func show(_ words: String...) throws -> String {
            let shown = try Tool.run(Tool.hark(), ["show", "1", "--session", store] + words)
            #expect(shown.code == 0, shown.summary)
            return shown.text
        }
        let whole = try show()
        #expect(whole.contains("Response body · JSON") && whole.contains("\"made\""), "\(whole)")
        // Lines are as wide as the terminal.
        let words = whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("rule-1 (--rule:1) respond 201") && words.contains("Answered with 201."))
        #expect(try show("--body").contains("\"made\""))
        let entry = try #require(
            try JSONSerialization.jsonObject(with: Data(try show("--json").utf8)) as? [String: Any])
        let response = try #require(entry["response"] as? [String: Any])
        let content = try #require(response["content"] as? [String: Any])
        #expect(response["status"] as? Int == 0)
        #expect(content["size"] as? Int == 16 && content["text"] as? String == "{\"made\": [1, 2]}")
    }

    /// Everything that a rule did, also where no line of a message changed.
    @Test func whatARuleDidIsAnEntryWithItsPlaceAndTime() throws {
        let scratch = try Scratch()
        let file = try scratch.write(
            "debug.rules", "# waits\nslow: when path = /a do delay request 20ms\n\ngone: do drop\n")
        let passed = try RuledExchange([], reachesOrigin: false, more: ["--rules", file])
        let acts = try #require(passed.entry["_rules"] as? [[String: Any]])
        #expect(acts.allSatisfy { Set($0.keys) == ["name", "file", "line", "action", "text", "time"] }, "\(acts)")
        #expect(passed.rules == ["slow delay request 20ms", "gone drop"])
        #expect(acts.map { $0["line"] as? Int } == [2, 4])
        #expect(acts.allSatisfy { ($0["file"] as? String)?.hasSuffix("debug.rules") == true })
        #expect(acts.map { $0["text"] as? String } == ["The request was delayed 20 ms.", "The connection was closed."])
        #expect((passed.entry["_changes"] as? [Any])?.isEmpty != false)
    }

    @Test func theWayThatARuleChoseIsShown() throws {
        let origin = try RecordingOrigin()
        let scratch = try Scratch()
        let store = scratch.file("s.hark")
        let proxy = try RunningProxy(
            "--store", store, "--rule", "when path = /a do connect-to \(origin.host)",
            "--rule", "when path = /b do map-to \(origin.url)")
        for path in ["a", "b"] {
            let client = try proxy.connect()
            try client.send(
                "GET http://nowhere.invalid/\(path) HTTP/1.1\r\nHost: nowhere.invalid\r\nConnection: close\r\n\r\n")
            _ = try client.receiveToEnd()
        }
        try proxy.stop()
        let ways = ["connect-to \(origin.host) (rule-1,", "map-to \(origin.url) (rule-2,"]
        for (number, way) in ways.enumerated() {
            let shown = try Tool.run(Tool.hark(), ["show", "\(number + 1)", "--session", store])
            #expect(shown.text.contains("way") && shown.text.contains(way), shown.summary)
            #expect(shown.text.contains("server \(origin.host)"), shown.summary)
        }
    }

    /// The server announced eleven bytes, and the client got five of the rule's: nothing was cut off, and nothing of
    /// the server's is what it should not be.
    @Test func anAnswerInPlaceOfAResponseIsNoFaultOfTheServer() throws {
        let passed = try RuledExchange(["when status = 200 do respond 201 text hello"])
        #expect(passed.answer.hasPrefix("HTTP/1.1 201 Created\r\n") && passed.answer.hasSuffix("\r\n\r\nhello"))
        let notes = (passed.entry["_notes"] as? [[String: Any]] ?? []).compactMap { $0["code"] as? String }
        let usual = try RuledExchange([]).entry["_notes"] as? [[String: Any]] ?? []
        #expect(Set(notes).subtracting(usual.compactMap { $0["code"] as? String }).isEmpty, "\(notes)")
        let content = (passed.entry["response"] as? [String: Any])?["content"] as? [String: Any]
        #expect(content?["text"] as? String == "hello")
    }

    @Test func marksAreOnTheFlow() throws {
        let passed = try RuledExchange(["when status = 200 do tag bug, comment hm"])
        #expect(passed.entry["_tags"] as? [String] == ["bug"])
        #expect(passed.entry["comment"] as? String == "hm")
    }

    @Test func aFlowIsKeptOutOfFiles() throws {
        let scratch = try Scratch()
        let log = scratch.file("log")
        let proxy = try RunningProxy(
            arguments: ["--log", log, "--rule", "when path = /no do skip-record", "--rule", "do respond 204"])
        for path in ["no", "yes"] {
            let client = try proxy.connect()
            try client.send("GET http://x.example/\(path) HTTP/1.1\r\nHost: x.example\r\n\r\n")
            _ = try client.receiveToEnd()
        }
        try proxy.stop()
        let text = try String(contentsOfFile: log, encoding: .utf8)
        #expect(text.contains("/yes"))
        #expect(!text.contains("/no"))
    }
}
