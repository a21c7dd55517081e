import Bytes
import FilterTestKit
import Flow
import Foundation
import Page
import PageTestKit
import Rules
import Testing

/// Rules and held messages, as a script asks for them.
@Suite struct RulesTests {
    private static let text = """
        # mine
        look: when method = DELETE do break request

        german: when host = shop.test do set-request-header "Accept-Language: de"
        """

    private static func flow(_ number: UInt64, _ method: String = "GET", host: String = "shop.test") -> FlowRecord {
        MadeFlow.make(
            "\(method) http://\(host)/a HTTP/1.1\nHost: \(host)\nAccept-Language: en", "HTTP/1.1 200 OK\nX: 1",
            number: number)
    }

    private static func asker(_ flows: [FlowRecord] = [flow(1), flow(2, host: "other.test")]) throws -> (
        PageAsker, MemoryRules
    ) {
        let rules = try MemoryRules(text)
        return (try PageAsker(flows, rules: rules), rules)
    }

    // MARK: - Listing and changing

    @Test func rulesAreListedWithWhatTheySayInWords() throws {
        let (asker, _) = try Self.asker()
        let answer = try asker.ask("GET", "/api/rules")
        let rules = answer.list("rules")
        #expect(rules.map { $0["name"] as? String } == ["look", "german"])
        #expect(rules.map { $0["line"] as? Int } == [2, 4])
        #expect(rules.map { $0["hits"] as? Int } == [3, 0])
        #expect(rules.map { $0["on"] as? Bool } == [true, true])
        #expect(rules[0]["words"] as? String == "When the method is DELETE: holds the request until you decide.")
        // A text with a password in it is handed to nobody.
        #expect(answer.list("sources").map { $0["text"] is NSNull } == [false, true])
    }

    @Test func aTextTakesThePlaceOfTheOldOne() throws {
        let (asker, rules) = try Self.asker()
        let answer = try asker.ask("PUT", "/api/rules", #"{"revision": 1, "text": "new: do pin\n"}"#)
        #expect(answer.status == 200)
        #expect(answer.json["revision"] as? Int == 2)
        #expect(answer.list("rules").map { $0["name"] as? String } == ["new"])
        #expect(rules.text == "new: do pin\n")
    }

    @Test(arguments: [
        (#"new: do pin\nold: when host = x do pim"#, 2, 23, 34, "pin"),
        (#"a: do pin\n\nb: when hots = x do pin"#, 3, 9, 19, "host"),
        (#"a: when host = x"#, 1, 17, 16, nil), (#"@include other.rules"#, 1, 10, 9, nil),
    ])
    func aFaultyTextIsRefusedWholeWithItsPlace(
        text: String, line: Int, column: Int, offset: Int, nearest: String?
    ) throws {
        let (asker, rules) = try Self.asker()
        let answer = try asker.ask("PUT", "/api/rules", #"{"revision": 1, "text": "\#(text)"}"#)
        #expect(answer.status == 422)
        let error = try #require(answer.json["error"] as? [String: Any])
        #expect(error["code"] as? String == "rules")
        #expect(error["line"] as? Int == line)
        #expect(error["column"] as? Int == column)
        #expect(error["offset"] as? Int == offset)
        #expect(error["nearest"] as? String == nearest)
        #expect(rules.text == Self.text)
        #expect(try asker.ask("GET", "/api/rules").json["revision"] as? Int == 1)
    }

    @Test func whoHasSeenOlderRulesChangesNothing() throws {
        let (asker, rules) = try Self.asker()
        #expect(try asker.ask("PUT", "/api/rules", #"{"revision": 1, "off": ["look"]}"#).status == 200)
        let late = try asker.ask("PUT", "/api/rules", #"{"revision": 1, "text": ""}"#)
        #expect(late.status == 409)
        #expect(late.code == "revision")
        #expect(rules.text == Self.text)
    }

    @Test func rulesAreSwitchedOffAndOrdered() throws {
        let (asker, rules) = try Self.asker()
        let off = try asker.ask("PUT", "/api/rules", #"{"revision": 1, "off": ["look"]}"#)
        #expect(off.list("rules").map { $0["on"] as? Bool } == [false, true])
        #expect(rules.text == Self.text)
        let order = try asker.ask("PUT", "/api/rules", #"{"revision": 2, "order": ["german", "look"]}"#)
        #expect(order.list("rules").map { $0["name"] as? String } == ["german", "look"])
        #expect(rules.text.hasPrefix("# mine\ngerman: when"))
        #expect(try asker.ask("PUT", "/api/rules", #"{"revision": 3, "order": ["german"]}"#).status == 422)
    }

    @Test func withoutAProxyNothingIsChangedAndAllIsTried() throws {
        let asker = try PageAsker([Self.flow(1)])
        #expect(try asker.ask("GET", "/api/rules").json["canEdit"] as? Bool == false)
        #expect(try asker.ask("PUT", "/api/rules", #"{"revision": 0, "text": ""}"#).code == "read-only")
        #expect(try asker.ask("POST", "/api/held/1", #"{"verdict": "send"}"#).code == "read-only")
        #expect(try asker.ask("POST", "/api/rules/try", #"{"rule": "do pin", "flow": 1}"#).status == 200)
    }

    // MARK: - Trying

    @Test func aTrialSaysWhatWouldBeOtherwiseAndSendsNothing() throws {
        let (asker, rules) = try Self.asker()
        let body = #"{"rule": "when host = shop.test do set-request-header \"Accept-Language: de\"", "flow": 1}"#
        let answer = try asker.ask("POST", "/api/rules/try", body)
        let flow = try #require(answer.list("flows").first)
        let lines = (flow["request"] as? [[String: Any]] ?? []).map { ($0["new"] as? Bool, $0["text"] as? String) }
        #expect(lines.map(\.0) == [false, true])
        #expect(lines.map(\.1) == ["Accept-Language: en", "Accept-Language: de"])
        #expect((flow["response"] as? [Any])?.isEmpty == true)
        #expect(asker.source.with { $0.sent.isEmpty })
        #expect(rules.text == Self.text)
    }

    @Test func aTrialOverManyCountsThemAndLeavesTheOthersOut() throws {
        let (asker, _) = try Self.asker()
        let answer = try asker.ask(
            "POST", "/api/rules/try", #"{"rules": "a: when host = shop.test do pin\nb: do pin"}"#)
        #expect(answer.json["looked"] as? Int == 2)
        #expect(answer.list("rules").map { $0["hits"] as? Int } == [1, 2])
        let none = try asker.ask(
            "POST", "/api/rules/try", #"{"rule": "when host = none.test do pin", "filter": "host = shop.test"}"#)
        #expect(none.json["looked"] as? Int == 1)
        #expect(none.list("flows").isEmpty)
        #expect(try asker.ask("POST", "/api/rules/try", #"{"rule": "when do"}"#).code == "rules")
    }

    // MARK: - Completing

    @Test(arguments: [
        ("a: wh", 3, "when"), ("a: when ho", 8, "host"), ("a: when host = x d", 17, "do"),
        ("a: when host = x do bre", 20, "break"), ("a: do pin, set-request-h", 11, "set-request-header"),
        ("a: do break re", 12, "request"), ("when ho", 5, "host"), ("a: do pin\nb: do bre", 16, "break"),
    ])
    func whatMayComeNextIsOffered(text: String, from: Int, candidate: String) throws {
        let (asker, _) = try Self.asker()
        let json = try JSONSerialization.data(withJSONObject: ["rule": text, "at": text.utf8.count] as [String: Any])
        let answer = try asker.ask("POST", "/api/complete", String(decoding: json, as: UTF8.self))
        #expect(answer.json["from"] as? Int == from)
        #expect(answer.list("candidates").contains { $0["text"] as? String == candidate }, "\(answer.text)")
    }

    @Test(arguments: ["# when ", "a: do respond 200 text \"when do bre", "@include x", "a: do json {\"a\": bre"])
    func whereNoWordOfTheLanguageStandsNoneIsOffered(text: String) throws {
        let (asker, _) = try Self.asker()
        let json = try JSONSerialization.data(withJSONObject: ["rule": text, "at": text.utf8.count] as [String: Any])
        let answer = try asker.ask("POST", "/api/complete", String(decoding: json, as: UTF8.self))
        #expect(answer.list("candidates").isEmpty, "\(answer.text)")
    }

    @Test func aCompletionSaysTheRuleInWordsOrWhyItIsNone() throws {
        let (asker, _) = try Self.asker()
        let good = try asker.ask("POST", "/api/complete", #"{"rule": "do break request"}"#)
        #expect(good.json["words"] as? String == "Always: holds the request until you decide.")
        #expect(good.json["error"] is NSNull)
        let bad = try asker.ask("POST", "/api/complete", #"{"rule": "a: do pin\nb: do brek request", "at": 15}"#)
        let error = try #require(bad.json["error"] as? [String: Any])
        #expect(error["line"] as? Int == 2)
        #expect(error["offset"] as? Int == 16)
        #expect(error["nearest"] as? String == "break")
        #expect(bad.json["words"] is NSNull)
    }

    // MARK: - Making

    @Test func aFlowIsMadeIntoRulesThatAreTrueOfIt() throws {
        let flow = MadeFlow.make(
            "GET http://shop.test/a?x=\"1\" HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 201 Made\nContent-Type: text/css\nContent-Length: 9", content: "a{b:\"c\"}", number: 4)
        let asker = try PageAsker([flow, Self.flow(5, host: "other.test")])
        let made = try asker.ask("GET", "/api/flows/4/rules").list("rules")
        #expect(made.map { $0["kind"] as? String } == ["answer", "hold", "localhost", "block", "slow"])
        #expect(
            made.first?["rule"] as? String
                == #"answer-4: when method = GET and url = "http://shop.test/a?x=\"1\"" do respond 201 "#
                + #""Content-Type: text/css" text "a{b:\"c\"}""#)
        for rule in made {
            let body = try JSONSerialization.data(withJSONObject: ["rules": rule["rule"] as? String ?? ""])
            let tried = try asker.ask("POST", "/api/rules/try", String(decoding: body, as: UTF8.self))
            // Of this one, and of no other.
            #expect(tried.list("flows").map { $0["flow"] as? Int } == [4], "\(tried.text)")
        }
    }

    @Test(arguments: [
        (content: Bytes([0xFF, 0xFE]), says: "not text"), (Bytes([UInt8](repeating: 97, count: 40_001)), "40001 bytes"),
        (Bytes([97, 0, 98]), "cannot contain"),
    ])
    func whatNoRuleCanSayIsSaidToBeThat(content: Bytes, says: String) throws {
        let flow = MadeFlow.make(
            "GET http://shop.test/a HTTP/1.1\nHost: shop.test",
            "HTTP/1.1 200 OK\nContent-Length: \(content.count)", number: 4
        ) {
            $0.response.content.kept = .inline(content)
            $0.response.content.size = UInt64(content.count)
        }
        let made = try PageAsker([flow]).ask("GET", "/api/flows/4/rules").list("rules")
        #expect(made[0]["rule"] is NSNull)
        #expect((made[0]["reason"] as? String)?.contains(says) == true, "\(made[0])")
        #expect(made[1]["rule"] as? String != nil)
    }

    /// Rules see what is inside of a tunnel, and no CONNECT.
    @Test func ofATunnelOnlyItsHostIsMadeIntoRules() throws {
        let flow = MadeFlow.make(
            "CONNECT shop.test:443 HTTP/1.1\nHost: shop.test:443", "HTTP/1.1 200 OK\nContent-Length: 0", number: 4)
        let made = try PageAsker([flow]).ask("GET", "/api/flows/4/rules").list("rules")
        #expect(made.map { $0["rule"] is NSNull } == [true, true, false, false, false])
        #expect((made[0]["reason"] as? String)?.contains("for an exchange inside") == true)
    }

    // MARK: - Holding

    private static func holding() throws -> (PageAsker, MemoryRules) {
        let (asker, rules) = try asker()
        let now = asker.now
        rules.put([
            MemoryRules.held(flow(7, "DELETE"), since: now - 5_000_000_000, until: now + 60_000_000_000),
            MemoryRules.held(flow(8, host: "other.test"), .response, since: now - 1_000_000_000, until: now),
        ])
        return (asker, rules)
    }

    @Test func aClientThatEndedItsSideIsTold() throws {
        let (asker, rules) = try Self.asker()
        let now = asker.now
        var message = MemoryRules.held(Self.flow(7, "DELETE"), since: now - 5_000_000_000, until: now)
        message.clientEndedAt = now - 2_000_000_000
        rules.put([message])
        #expect(try asker.ask("GET", "/api/held").list("held")[0]["clientEnded"] as? Double == 2_000)
        #expect(rules.news().ended == 1)
    }

    @Test func heldMessagesTellWhoWaitsAndHowLong() throws {
        let (asker, _) = try Self.holding()
        let held = try asker.ask("GET", "/api/held").list("held")
        #expect(held.map { $0["flow"] as? Int } == [7, 8])
        #expect(held.map { $0["held"] as? Double } == [5_000, 1_000])
        #expect(held.map { $0["left"] as? Double } == [60_000, 0])
        // A server that was not asked yet waits for nothing.
        #expect(held[0]["serverWaits"] is NSNull)
        #expect(held[1]["serverWaits"] as? Double == 1_000)
        #expect(held[0]["text"] == nil)
        #expect(held.allSatisfy { $0["clientEnded"] is NSNull })
        let one = try asker.ask("GET", "/api/held/7")
        #expect((one.json["text"] as? String)?.hasPrefix("DELETE http://shop.test/a HTTP/1.1\r\n") == true)
        #expect(try asker.ask("GET", "/api/held/9").code == "held")
    }

    @Test(arguments: [
        (#"{"verdict": "send"}"#, PageVerdict.send), (#"{"verdict": "drop"}"#, .drop),
        (#"{"verdict": "edit", "text": "GET / HTTP/1.1\n"}"#, .edit("GET / HTTP/1.1\n")),
        (#"{"verdict": "edit", "head": "AP8="}"#, .edit(Bytes([0, 255]))),
        (#"{"verdict": "edit", "head": "AP8=", "content": "YQ=="}"#, .edit(Bytes([0, 255]), content: "a")),
        (#"{"verdict": "body"}"#, .readBody),
        (#"{"verdict": "respond", "answer": "503"}"#, .respond("503")),
    ])
    func aVerdictIsHandedOn(body: String, verdict: PageVerdict) throws {
        let (asker, rules) = try Self.holding()
        #expect(try asker.ask("POST", "/api/held/7", body).json["decided"] as? Int == 1)
        #expect(rules.decided == [.init(flow: 7, verdict: verdict)])
        #expect(try asker.ask("POST", "/api/held/7", body).status == 404)
    }

    @Test(arguments: [
        "{}", #"{"verdict": "keep"}"#, #"{"verdict": "edit"}"#, #"{"verdict": "respond"}"#,
        #"{"verdict": "edit", "head": "!"}"#, #"{"verdict": "edit", "head": "YQ==", "content": "!"}"#,
    ])
    func whatIsNoVerdictDecidesNothing(body: String) throws {
        let (asker, rules) = try Self.holding()
        #expect(try asker.ask("POST", "/api/held/7", body).status == 400)
        #expect(rules.decided.isEmpty)
    }

    @Test(arguments: [
        (HeldBody.absent, nil as Int?, nil as Bool?, nil as String?), (.unread(size: 3), 3, false, nil),
        (.unread(size: nil), nil, false, nil), (.read("abc"), 3, true, nil),
        (.passing("It is a stream."), nil, false, "It"),
    ])
    func whatIsKnownOfTheBodyIsTold(body: HeldBody, size: Int?, isRead: Bool?, reason: String?) throws {
        let (asker, rules) = try Self.asker()
        var message = MemoryRules.held(Self.flow(7, "POST"), since: asker.now, until: asker.now)
        message.body = body
        rules.put([message])
        let listed = try asker.ask("GET", "/api/held").list("held")[0]["body"] as? [String: Any]
        #expect((listed == nil) == (body == .absent))
        #expect(listed?["size"] as? Int == size && listed?["read"] as? Bool == isRead)
        #expect((listed?["reason"] as? String)?.prefix(2).description == reason)
        // The content itself is handed out with one message only.
        #expect(listed?["content"] == nil)
        let one = try asker.ask("GET", "/api/held/7").json["body"] as? [String: Any]
        #expect(one?["content"] as? String == (isRead == true ? "YWJj" : nil))
    }

    @Test func aBodyThatIsTooLongIsNotHandedOut() throws {
        let (asker, rules) = try Self.asker()
        var message = MemoryRules.held(Self.flow(7, "POST"), since: asker.now, until: asker.now)
        message.body = .read(Bytes([UInt8](repeating: 97, count: 600_000)))
        rules.put([message])
        let body = try asker.ask("GET", "/api/held/7").json["body"] as? [String: Any]
        #expect(body?["size"] as? Int == 600_000 && body?["read"] as? Bool == true && body?["content"] == nil)
    }

    @Test func manyAreDecidedByAFilterAndNoOthers() throws {
        let (asker, rules) = try Self.holding()
        let answer = try asker.ask("POST", "/api/held", #"{"filter": "host = other.test", "verdict": "drop"}"#)
        #expect(answer.json["decided"] as? Int == 1)
        #expect(rules.decided == [.init(flow: 8, verdict: .drop)])
        #expect(try asker.ask("POST", "/api/held", #"{"verdict": "drop"}"#).status == 400)
        let edit = #"{"filter": "", "verdict": "edit", "text": "x"}"#
        #expect(try asker.ask("POST", "/api/held", edit).status == 400)
        #expect(try asker.ask("POST", "/api/held", #"{"filter": "", "verdict": "body"}"#).status == 400)
        #expect(rules.decided.count == 1)
        #expect(try asker.ask("POST", "/api/held", #"{"filter": "", "verdict": "send"}"#).json["decided"] as? Int == 1)
    }
}
