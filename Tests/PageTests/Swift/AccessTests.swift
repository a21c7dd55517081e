import Bytes
import FilterTestKit
import Flow
import HTTPModel
import PageTestKit
import Testing

@testable import Page

/// Keys, tokens and tickets: who may ask, how often, for how long.
@Suite struct AccessTests {
    private let second: UInt64 = 1_000_000_000

    @Test func aKeyWorksOnce() throws {
        let asker = try PageAsker()
        let key = asker.api.makeKey(now: asker.moment)
        #expect(try asker.ask("POST", "/api/session", #"{"key": "\#(key)"}"#, authorization: nil).status == 200)
        let again = try asker.ask("POST", "/api/session", #"{"key": "\#(key)"}"#, authorization: nil)
        #expect(again.status == 401 && again.json["token"] == nil)
    }

    @Test func linesToPasteAreForWhereAProxyRuns() throws {
        let asker = try PageAsker()
        let lines = try asker.ask("POST", "/api/session", "{}").json["start"] as? [String]
        #expect(lines?.count == 3 && lines?.allSatisfy { $0.hasPrefix("curl -x http://127.0.0.1:8888 ") } == true)
        for kind in [PageSession.Kind.session, .recording] {
            asker.source.with { $0.kind = kind }
            #expect(try asker.ask("POST", "/api/session", "{}").json["start"] as? [String] == [])
        }
    }

    @Test func aKeyEndsAfterTenMinutes() throws {
        let asker = try PageAsker()
        let key = asker.api.makeKey(now: asker.moment)
        asker.now += 600 * second
        #expect(try asker.ask("POST", "/api/session", #"{"key": "\#(key)"}"#, authorization: nil).status == 401)
    }

    @Test func aTokenOutlivesARestartAndNoOtherSecret() throws {
        let asker = try PageAsker()
        let same = try PageAsker()
        let other = try PageAsker(secret: [UInt8](repeating: 8, count: 32))
        for (api, status) in [(same, 200), (other, 401)] {
            let answer = try api.ask("POST", "/api/views", "{}", authorization: "Bearer \(asker.token)")
            #expect(answer.status == status)
        }
    }

    /// An agent that reads its token cannot open the page with it, nor make another one of it.
    @Test func aTokenForAgentsOpensNothingElse() throws {
        let asker = try PageAsker()
        let access = PageAccess(secret: [UInt8](repeating: 7, count: 32))
        let token = access.makeToken(for: .agents)
        let tag = token.split(separator: ".")[1]
        #expect(try asker.ask("POST", "/mcp", "{}", authorization: "Bearer \(token)").status == 200)
        for route in PageRoute.all where route.pattern != "/mcp" && route.opens != .key {
            asker.now += 2 * second
            let path = route.pattern.replacing("{flow}", with: "1").replacing("{message}", with: "request")
            let answer = try asker.ask(route.method.name.text, path, "{}", authorization: "Bearer \(token)")
            #expect(answer.status == 401, "\(route.pattern)")
        }
        for made in ["agents\(token)", "agents.\(tag)", "agents\(token.prefix { $0 != "." }).\(tag)"] {
            asker.now += 2 * second
            #expect(try asker.ask("POST", "/api/views", "{}", authorization: "Bearer \(made)").status == 401)
        }
        let other = PageAccess(secret: [UInt8](repeating: 8, count: 32)).makeToken(for: .agents)
        #expect(try asker.ask("POST", "/mcp", "{}", authorization: "Bearer \(other)").status == 401)
    }

    @Test(arguments: ["GET", "DELETE", "PUT"])
    func agentsAreAskedByPOST(_ method: String) throws {
        let asker = try PageAsker()
        #expect(try asker.ask(method, "/mcp").status == 405)
        #expect(try asker.ask("POST", "/mcp", "{}", authorization: nil).status == 401)
        #expect(try asker.ask("POST", "/mcp", "{}", ["Origin: http://evil.test"]).status == 403)
        #expect(try asker.ask("POST", "/mcp", "{}", ["Sec-Fetch-Site: cross-site"]).status == 403)
        #expect(try asker.ask("POST", "/mcp", "{}", host: "evil.test:8889").status == 421)
    }

    @Test func whereNothingIsStoredAgentsHaveNothingToRead() throws {
        let asker = try PageAsker(agents: nil)
        #expect(try asker.ask("POST", "/mcp", "{}").status == 404)
    }

    @Test func noPartOfATokenWillDo() throws {
        let asker = try PageAsker()
        let parts = asker.token.split(separator: ".").map { String($0) }
        let last = asker.token.dropLast() + (asker.token.hasSuffix("A") ? "B" : "A")
        for token in ["", ".", parts[0], parts[0] + ".", "." + parts[1], asker.token + "x", String(last)] {
            asker.now += 2 * second
            let answer = try asker.ask("POST", "/api/views", "{}", authorization: "Bearer \(token)")
            #expect(answer.status == 401, "\(token)")
        }
    }

    /// Whoever guesses is slowed down, and whoever knows is not.
    @Test func wrongTokensAreLimitedAndTheRightOneIsNot() throws {
        let asker = try PageAsker()
        var statuses: [Int] = []
        for number in 0..<12 {
            statuses.append(try asker.ask("POST", "/api/views", "{}", authorization: "Bearer no.\(number)").status)
        }
        #expect(statuses == [Int](repeating: 401, count: 10) + [429, 429])
        #expect(try asker.ask("POST", "/api/views", "{}").status == 200)
        asker.now += second
        #expect(try asker.ask("POST", "/api/views", "{}", authorization: "Bearer no").status == 401)
    }

    @Test func aTicketIsGoodForOneRequestOfOnePath() throws {
        let asker = try PageAsker([MadeFlow.make(content: "abc", number: 1)])
        func ticket(_ path: String) throws -> String {
            try asker.ask("POST", "/api/tickets", #"{"path": "\#(path)"}"#).json["url"] as? String ?? ""
        }
        let url = try ticket("/api/flows/1/response/body")
        #expect(try asker.ask("GET", url, authorization: nil).text == "abc")
        #expect(try asker.ask("GET", url, authorization: nil).status == 401)
        let other = try ticket("/api/flows/1/response/body").replacing("/body", with: "/head")
        #expect(try asker.ask("GET", other, authorization: nil).status == 401)
        let late = try ticket("/api/flows/1/response/body")
        asker.now += 30 * second
        #expect(try asker.ask("GET", late, authorization: nil).status == 401)
        let longer = try ticket("/api/flows/1/response/body") + "&whole=1"
        #expect(try asker.ask("GET", longer, authorization: nil).status == 401)
    }

    @Test(arguments: [
        "/api/rows?ids=1", "/api/stream", "/api/views/1/flows", "/api/flows/1", "/", "http://127.0.0.1/api/export",
        "//evil.test/api/export", "/api/export?format=har&ids=1\\r\\nX: y", "/api/flows/1/response/tokens",
    ])
    func ticketsAreForDownloadsAlone(path: String) throws {
        let asker = try PageAsker([MadeFlow.make(content: "abc", number: 1)])
        #expect(try asker.ask("POST", "/api/tickets", #"{"path": "\#(path)"}"#).status == 400)
    }

    /// A token that is asked for a preview would make the answer readable by scripts of the page.
    @Test func aPreviewIsAnsweredByTicketAlone() throws {
        let asker = try PageAsker([MadeFlow.make(content: "<script>alert(1)</script>", number: 1)])
        #expect(try asker.ask("GET", "/api/flows/1/response/preview").status == 401)
        let url = try asker.ask("POST", "/api/tickets", #"{"path": "/api/flows/1/response/preview"}"#)
        let answer = try asker.ask("GET", url.json["url"] as? String ?? "", authorization: nil)
        let policy = answer.fields["Content-Security-Policy"] ?? ""
        #expect(policy.hasPrefix("sandbox; default-src 'none'") && !policy.contains("allow-scripts"))
        #expect(answer.fields["X-Content-Type-Options"] == "nosniff")
    }

    /// RFC 4231 §4.2, §4.3 and §4.7.
    @Test func hashesWithKeysAreThoseOfTheSpecification() {
        func hex(_ bytes: [UInt8]) -> String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
        #expect(
            hex(KeyedHash.hash("Hi There".utf8, key: [UInt8](repeating: 0x0B, count: 20)))
                == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
        #expect(
            hex(KeyedHash.hash("what do ya want for nothing?".utf8, key: Array("Jefe".utf8)))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
        let long = "Test Using Larger Than Block-Size Key - Hash Key First"
        #expect(
            hex(KeyedHash.hash(long.utf8, key: [UInt8](repeating: 0xAA, count: 131)))
                == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    }

    @Test func keysAreRandomAndLong() {
        let keys = Set((0..<100).map { _ in PageAccess.random() })
        #expect(keys.count == 100 && keys.allSatisfy { $0.count == 43 })
        #expect(keys.allSatisfy { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } })
    }
}
