import Bytes
import Flow
import Testing

@Suite struct HeaderRuleTests {
    /// Each flag with its text, in order, and what becomes of `A: 1 | B: 2 | a: 3`.
    @Test(
        arguments: [
            ([("set", "X: y")], "A: 1 | B: 2 | a: 3 | X: y"),
            ([("set", "A: y")], "A: y | B: 2"),
            ([("set", "a:y")], "a: y | B: 2"),
            ([("add", "A:  y ")], "A: 1 | B: 2 | a: 3 | A: y"),
            ([("add", "A:")], "A: 1 | B: 2 | a: 3 | A: "),
            ([("remove", "A")], "B: 2"),
            ([("remove", "Z")], "A: 1 | B: 2 | a: 3"),
            // Each rule sees what the ones before it left.
            ([("add", "X: 1"), ("remove", "x")], "A: 1 | B: 2 | a: 3"),
            ([("remove", "A"), ("add", "A: 4")], "B: 2 | A: 4"),
            ([("remove", "A"), ("set", "A: 4")], "B: 2 | A: 4"),
            ([("set", "A: 4"), ("set", "A: 5")], "A: 5 | B: 2"),
            ([("set", "A: 4"), ("remove", "A")], "B: 2"),
            ([("add", "X: 1"), ("set", "X: 2")], "A: 1 | B: 2 | a: 3 | X: 2"),
            ([("add", "X: 1"), ("add", "X: 2")], "A: 1 | B: 2 | a: 3 | X: 1 | X: 2"),
            ([("add", "X: 1"), ("set", "A: 4"), ("add", "A: 6")], "A: 4 | B: 2 | X: 1 | A: 6"),
            ([("add", "XY: 1"), ("remove", "X")], "A: 1 | B: 2 | a: 3 | XY: 1"),
        ] as [([(flag: String, text: String)], String)])
    func rulesApplyInTheOrderGiven(given: [(flag: String, text: String)], expected: String) throws {
        let (head, _) = forwarded("GET http://h/ HTTP/1.1 | Host: h | A: 1 | B: 2 | a: 3", try rules(request: given))
        #expect(head == "GET / HTTP/1.1 | Host: h | \(expected)")
        let response = answered(
            "HTTP/1.1 204 No | A: 1 | B: 2 | a: 3", to: "GET http://h/ HTTP/1.1 | Host: h", try rules(response: given))
        #expect(response.head == "HTTP/1.1 204 No | \(expected)")
    }

    /// However many lines were changed before it, the last rule on a line holds.
    @Test func ofManyRulesTheLastOnEachLineHolds() throws {
        let names = (0..<30).map { "F\($0)" }
        let given = (names + names.reversed()).enumerated().map { place, name in
            (flag: "set", text: "\(name): \(place)")
        }
        let lines = names.map { "\($0): before" }.joined(separator: " | ")
        let (head, _) = forwarded("GET http://h/ HTTP/1.1 | Host: h | \(lines)", try rules(request: given))
        let expected = names.indices.map { "F\($0): \(59 - $0)" }.joined(separator: " | ")
        #expect(head == "GET / HTTP/1.1 | Host: h | \(expected)")
    }

    @Test func eachChangeNamesItsRuleAsItWasGiven() throws {
        let policy = try rules(request: [
            (flag: "remove", text: "A"), (flag: "add", text: "B:c"), (flag: "set", text: "D: e"),
        ])
        let changes = forwarded("GET http://h/ HTTP/1.1 | Host: h | A: 1 | D: 2", policy).changes.dropFirst()
        #expect(
            Array(changes) == [
                "- A: 1 (--remove-request-header 'A')", "+ B: c (--add-request-header 'B:c')",
                "~ D: 2 => D: e (--set-request-header 'D: e')",
            ])
    }

    @Test func aLineThatIsAsTheRuleWantsItIsNoChange() throws {
        let same = try rules(request: [(flag: "set", text: "B: 2")])
        let (head, changes) = forwarded("GET http://h/ HTTP/1.1 | Host: h | B: 2", same)
        #expect(head == "GET / HTTP/1.1 | Host: h | B: 2")
        #expect(changes.count == 1, "the start line alone")
        // Of several equal lines one remains, and only the removal of the other is on record.
        let twice = forwarded("GET http://h/ HTTP/1.1 | Host: h | B: 2 | b: 2", same)
        #expect(twice.head == "GET / HTTP/1.1 | Host: h | B: 2")
        #expect(Array(twice.changes.dropFirst()) == ["- b: 2 (--set-request-header 'B: 2')"])
        // And back again after another rule.
        let back = try rules(request: [(flag: "set", text: "B: 3"), (flag: "set", text: "B: 2")])
        #expect(forwarded("GET http://h/ HTTP/1.1 | Host: h | B: 2", back).head == "GET / HTTP/1.1 | Host: h | B: 2")
    }

    @Test func rulesComeAfterTheEditsAProxyOwes() throws {
        let host = try rules(request: [(flag: "set", text: "Host: other")])
        #expect(forwarded("GET http://h/ HTTP/1.1 | Host: x", host).head == "GET / HTTP/1.1 | Host: other")
        let none = try rules(request: [(flag: "remove", text: "Authorization")])
        #expect(forwarded("GET http://u:p@h/ HTTP/1.1 | Host: h", none).head == "GET / HTTP/1.1 | Host: h")
        let back = try rules(request: [(flag: "set", text: "Proxy-Authorization: x")])
        #expect(
            forwarded("GET http://h/ HTTP/1.1 | Proxy-Authorization: y | Host: h", back).head
                == "GET / HTTP/1.1 | Host: h | Proxy-Authorization: x")
    }

    @Test(
        arguments: [
            ("--set-request-header", "", 0), ("--set-request-header", ": x", 0), ("--set-request-header", "A", 1),
            ("--add-request-header", "A b: c", 1), ("--set-request-header", " A: c", 0),
            ("--set-request-header", "A : c", 1),
            ("--add-response-header", "Ä: c", 0), ("--remove-request-header", "A: b", 1),
            ("--remove-response-header", "", 0),
            ("--set-request-header", "A: b\r\nC: d", 4), ("--set-request-header", "A:\u{0}b", 2),
            ("--set-request-header", "A: b\u{7F}", 4), ("--set-request-header", "A\u{1B}: b", 1),
            // Where a message or a connection ends is not the user's to say.
            ("--set-request-header", "Content-Length: 5", 0), ("--remove-response-header", "transfer-encoding", 0),
            ("--add-request-header", "Connection: close", 0), ("--set-response-header", "Upgrade: x", 0),
            ("--set-request-header", "TE: gzip", 0), ("--set-request-header", "Trailer: X", 0),
            // RFC 9112 §3.2: one Host.
            ("--add-request-header", "host: a", 0), ("--remove-request-header", "Host", 0),
        ] as [(String, String, Int)])
    func whatCannotBeAHeaderIsRefusedWithItsPosition(flag: String, text: String, offset: Int) throws {
        let known = try #require(HeaderRule.Flag(rawValue: flag))
        let error = #expect(throws: HeaderRule.Invalid.self) { try HeaderRule.parse(text, flag: known) }
        #expect(error?.offset == offset)
        #expect(error?.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } == true)
    }

    @Test func valuesMayHaveTabsAndBytesBeyondASCII() throws {
        let rule = try HeaderRule.parse("A: b\tc: ü", flag: .setRequest)
        #expect(rule.action == .set(value: "b\tc: ü"))
        #expect(rule.name == "A")
    }
}
