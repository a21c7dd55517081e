import Bytes
import Flow
import HTTPModel
import Testing

@testable import Rules

/// What becomes of a message by a verdict, and which verdicts are invalid.
struct ScriptChangerTests {
    static let changer = ScriptChanger(source: "script t")
    static let request = ScriptRequest(
        method: "GET", url: "http://a.test/x?y=1", version: "HTTP/1.1",
        fields: fields([("Host", "a.test"), ("Accept", "a"), ("X", "1"), ("X", "2"), ("Content-Length", "3")]))
    static let response = ScriptResponse(
        status: 200, reason: "OK", version: "HTTP/1.1",
        fields: fields([("ETag", "\"1\""), ("Content-Encoding", "gzip"), ("Accept-Ranges", "bytes")]))

    static func fields(_ pairs: [(String, String)]) -> [RuleAnswer.Field] {
        pairs.map { RuleAnswer.Field(name: Bytes($0.0), value: Bytes($0.1)) }
    }

    static func lines(_ fields: [RuleAnswer.Field]) -> [String] { fields.map { "\($0.name.text): \($0.value.text)" } }

    @Test("set, add and remove change their lines and no other")
    func changesLines() throws {
        var part = ScriptVerdict.Part()
        part.set = Self.fields([("accept", "b"), ("New", "n")])
        part.add = Self.fields([("X", "3")])
        let change = try Self.changer.change(Self.request, by: part, body: .refused("none"))
        #expect(
            Self.lines(change.request.fields)
                == ["Host: a.test", "Accept: b", "X: 1", "X: 2", "Content-Length: 3", "New: n", "X: 3"])
        #expect(change.headers.count == 3)
        #expect(change.headers.allSatisfy { $0.source == "script t" })
        #expect(change.line == nil && change.server == nil && change.content == nil)
    }

    @Test("trailers are those that a verdict lists")
    func trailers() throws {
        let came = Self.fields([("X-A", "1"), ("X-B", "2"), ("x-b", "3")])
        func change(_ wanted: [(String, String)]?) throws -> [String] {
            var part = ScriptVerdict.Part()
            part.trailers = wanted.map(Self.fields)
            let change = try Self.changer.change(Self.response, by: part, body: .allowed, trailers: came)
            #expect(change.words == (change.trailers.isEmpty ? [] : ["trailers"]))
            return Self.lines(ScriptFieldWork.applied(change.trailers, to: came))
        }
        let before = Self.lines(came)
        #expect(try change(nil) == before)
        #expect(try change([("X-A", "1"), ("X-B", "2"), ("x-b", "3")]) == before)
        #expect(try change([]).isEmpty)
        #expect(try change([("x-a", "9")]) == ["X-A: 9"])
        #expect(try change([("X-B", "2"), ("X-B", "3"), ("X-C", "4")]) == ["X-B: 2", "X-B: 3", "X-C: 4"])
        #expect(throws: ScriptChanger.Fault.self) { try change([("Content-Length", "1")]) }
    }

    @Test("of a connection only the server and the way to it change")
    func connections() throws {
        func change(_ server: Bytes?, _ via: Bytes? = nil, way: Bool = true) throws -> ScriptChanger.ServerChange {
            var part = ScriptVerdict.Part()
            (part.server, part.via) = (server, via)
            return try ScriptChanger.change("a.test:443", isSecure: false, by: part, mayChooseProxy: way)
        }
        let other = try change("b.test:8443")
        #expect(other.server?.host == "b.test" && other.server?.port == 8_443 && !other.changesProxy)
        #expect(other.words.count == 1)
        #expect(try change("a.test:443").words.isEmpty)
        #expect(try change(nil, "socks5://p.test:1080").proxy?.description == "socks5://p.test:1080")
        let direct = try change(nil, "")
        #expect(direct.changesProxy && direct.proxy == nil)
        for wrong in ["http://a.test/", "a b", ""] {
            #expect(throws: ScriptChanger.Fault.self) { try change(Bytes(wrong)) }
        }
        #expect(throws: ScriptChanger.Fault.self) { try change(nil, "gopher://p.test") }
        #expect(throws: ScriptChanger.Fault.self) { try change(nil, "http://p.test:1", way: false) }
        var part = ScriptVerdict.Part()
        part.method = "GET"
        #expect(throws: ScriptChanger.Fault.self) {
            try ScriptChanger.change("a.test:443", isSecure: false, by: part, mayChooseProxy: true)
        }
    }

    @Test(
        "an answer never opens a tunnel",
        arguments: [(200, false), (204, false), (299, false), (302, true), (403, true)])
    func refusals(_ status: Int, _ isTaken: Bool) {
        var part = ScriptVerdict.Part()
        part.status = status
        #expect(((try? Self.changer.refusal(part))?.status == status) == isTaken)
    }

    @Test("a body that passes in pieces keeps its coding, and loses what speaks of its length and digest")
    func chunks() {
        let fields = Self.fields([
            ("Content-Encoding", "gzip"), ("Digest", "x"), ("Content-Length", "3"), ("ETag", "\"e\""),
        ])
        let rules = Self.changer.rulesForChunks(fields, isRequest: false)
        #expect(rules.map(\.name.text) == ["Digest", "ETag", "Content-Length"])
        #expect(rules.allSatisfy { $0.source == "script t" })
        #expect(Self.changer.rulesForChunks(Self.fields([("Transfer-Encoding", "chunked")]), isRequest: true).isEmpty)
    }

    @Test("the same list again changes nothing")
    func sameList() throws {
        var part = ScriptVerdict.Part()
        part.headers = Self.request.fields
        part.url = Self.request.url
        part.method = "GET"
        let change = try Self.changer.change(Self.request, by: part, body: .refused("none"))
        #expect(change.headers.isEmpty && change.line == nil && change.words.isEmpty)
    }

    @Test("a whole list leaves the lines that stay, and takes away those that are not in it")
    func wholeList() throws {
        var part = ScriptVerdict.Part()
        part.headers = Self.fields([("Host", "a.test"), ("X", "2"), ("Content-Length", "3"), ("Y", "1"), ("Y", "2")])
        let change = try Self.changer.change(Self.request, by: part, body: .refused("none"))
        #expect(
            Self.lines(change.request.fields).sorted()
                == ["Content-Length: 3", "Host: a.test", "X: 2", "Y: 1", "Y: 2"])
    }

    @Test("a URL of the same server changes the target, one of another server the route, and Host stays")
    func urls() throws {
        var part = ScriptVerdict.Part()
        part.url = "http://a.test/other#part"
        let near = try Self.changer.change(Self.request, by: part, body: .refused("none"))
        #expect(near.line?.target == "/other")
        #expect(near.server == nil)
        part.url = "https://b.test:8443/?q"
        let far = try Self.changer.change(Self.request, by: part, body: .refused("none"))
        #expect(far.line?.target == "/?q")
        #expect(far.server == .server(host: "b.test", port: 8443, isSecure: true))
        #expect(Self.lines(far.request.fields).contains("Host: a.test"))
    }

    @Test("a body takes with it what spoke of the bytes that came")
    func bodies() throws {
        var part = ScriptVerdict.Part()
        part.body = "new"
        let change = try Self.changer.change(Self.response, by: part, body: .allowed)
        #expect(change.content == "new")
        #expect(Self.lines(change.response.fields) == ["ETag: W/\"1\""])
        #expect(throws: ScriptChanger.Fault.self) {
            try Self.changer.change(Self.response, by: part, body: .refused("none"))
        }
    }

    enum Wrong: String, CaseIterable {
        case framing, hopByHop, control, name, method, connect, url, relative, userinfo, status, host, twoHosts, noHost
        case length, responseStatus, responseURL
    }

    @Test("what no message can be makes the whole verdict invalid", arguments: Wrong.allCases)
    func invalid(_ wrong: Wrong) {
        var part = ScriptVerdict.Part()
        part.set = Self.fields([("Fine", "1")])
        var isRequest = true
        switch wrong {
        case .framing: part.set += Self.fields([("Transfer-Encoding", "chunked")])
        case .hopByHop: part.add = Self.fields([("Connection", "close")])
        case .control: part.set += Self.fields([("A", "b\r\nC: d")])
        case .name: part.set += Self.fields([("A b", "c")])
        case .method: part.method = "GE T"
        case .connect: part.method = "CONNECT"
        case .url: part.url = "http://a.test/ x"
        case .relative: part.url = "/x"
        case .userinfo: part.url = "http://u:p@a.test/"
        case .status: part.status = 200
        case .host: part.set += Self.fields([("Host", "a b")])
        case .twoHosts: part.add = Self.fields([("Host", "b.test")])
        case .noHost: part.remove = ["Host"]
        case .length: part.headers = Self.fields([("Host", "a.test"), ("Content-Length", "99")])
        case .responseStatus: (isRequest, part.status) = (false, 204)
        case .responseURL: (isRequest, part.url) = (false, "http://a.test/")
        }
        #expect(throws: ScriptChanger.Fault.self) {
            if isRequest {
                _ = try Self.changer.change(Self.request, by: part, body: .allowed)
            } else {
                _ = try Self.changer.change(Self.response, by: part, body: .allowed)
            }
        }
    }

    @Test("an answer has its status, fields and body; its length is Hark's to say")
    func answers() throws {
        var part = ScriptVerdict.Part()
        part.status = 503
        part.headers = Self.fields([("Retry-After", "5"), ("Content-Length", "1")])
        part.body = "closed"
        let answer = try Self.changer.answer(part)
        #expect(answer.status == 503)
        #expect(Self.lines(answer.fields) == ["Retry-After: 5"])
        for status in [99, 101, 600] {
            part.status = status
            #expect(throws: ScriptChanger.Fault.self) { try Self.changer.answer(part) }
        }
    }
}
