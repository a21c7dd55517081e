import Bytes
import Flow
import Testing

@testable import Formats

/// What a tool's file has beside messages is kept as it is, or named once: nothing is lost without a word.
@Suite struct KeptMembersTests {
    private func kept(_ recording: RecordedFile) -> String { recording.flows.first?.remarks?.members?.text ?? "" }

    // MARK: Charles

    private static let charles = """
        [{"status":"COMPLETE","method":"GET","protocolVersion":"HTTP/1.1","scheme":"https","host":"a.test",
        "actualPort":443,"path":"/x","query":"a=1","times":{"start":"2026-03-01T10:00:00.000Z","OTHERTIME":1},
        "remoteAddress":"a.test/192.0.2.7","clientAddress":"nobody","TOP":{"a":[1]},"totalSize":7,"nothing":null,
        "request":{"REQ":1,"header":{"HEAD":2,"headers":[{"name":"Host","value":"a.test","NOTE":1}]}},
        "response":{"status":200,"mimeType":"text/plain","sizes":{"body":2},"header":{"firstLine":"HTTP/1.1 200 OK",
        "headers":[{"name":"Content-Type","value":"text/plain"}]},"body":{"text":"hi","charset":"UTF-8"}}}]
        """

    @Test func whatCharlesNotesIsKept() {
        let read = CharlesReader.read(Bytes(Self.charles))
        let text = kept(read)
        for member in [
            #""TOP":{"a":[1]}"#, #""times":{"OTHERTIME":1}"#, #""clientAddress":"nobody""#, #""totalSize":7"#,
            #""request":{"REQ":1,"header":{"HEAD":2}}"#, #""mimeType":"text/plain""#, #""sizes":{"body":2}"#,
            #""body":{"charset":"UTF-8"}"#,
        ] {
            #expect(text.contains(member), "\(member) in \(text)")
        }
        // What the record says itself is not said again.
        for member in ["method", "headers", "firstLine", "\"text\"", "remoteAddress", "nothing", "2026-03"] {
            #expect(!text.contains(member), "\(member) in \(text)")
        }
        #expect(read.unused.map(\.subject) == ["header.headers[].NOTE"] && read.damage.isEmpty)
    }

    @Test(arguments: [
        ("\"status\":200,\"mime", "\"status\":99,\"mime", "no status"),
        ("\"status\":200,\"mime", "\"mime", "no status"), ("\"text\":\"hi\",", "", "neither text nor encoded"),
        ("\"name\":\"Host\",", "", "no name"), ("\"text\":\"hi\"", "\"encoded\":\"%%%%\"", "not base64"),
    ])
    func whatCharlesCannotHaveMeantIsNamed(part: String, other: String, word: String) {
        let read = CharlesReader.read(Bytes(Self.charles.replacing(part, with: other)))
        #expect(read.flows.count == 1)
        #expect(read.damage.count == 1 && read.damage[0].problem.contains(word), "\(read.damage)")
    }

    // MARK: mitmproxy

    private static func string(_ text: String) -> String { "\(text.utf8.count):\(text)," }
    private static func number(_ value: Int) -> String { "\("\(value)".count):\(value)#" }
    private static func list(_ parts: String...) -> String { wrap(parts.joined(), "]") }
    private static func wrap(_ text: String, _ type: String) -> String { "\(text.utf8.count):\(text)\(type)" }
    private static func object(_ members: [(String, String)]) -> String {
        wrap(members.map { string($0.0) + $0.1 }.joined(), "}")
    }

    private static func flow(
        status: [(String, String)] = [("status_code", number(200))], field: String = list(string("A"), string("1"))
    ) -> Bytes {
        let request = object([
            ("method", string("GET")), ("scheme", string("http")), ("host", string("a.test")), ("port", number(80)),
            ("path", string("/")), ("http_version", string("HTTP/1.1")), ("headers", list(field)),
            ("content", string("")), ("EXTRA", number(5)),
        ])
        let response = object(
            status + [("http_version", string("HTTP/1.1")), ("reason", string("OK")), ("headers", list())])
        let server = object([
            ("id", string("x")), ("certificate_list", list(string("PEM"))), ("sni", string("a.test")),
            ("error", string("late")),
        ])
        return Bytes(
            object([
                ("type", string("http")), ("id", string("an-id")), ("version", number(20)), ("request", request),
                ("response", response), ("server_conn", server), ("error", object([("msg", string("gone"))])),
                ("NEW", object([("b", number(1))])), ("metadata", object([])),
            ]))
    }

    @Test func whatMitmproxyNotesIsKept() {
        let one = Self.flow()
        let read = MitmproxyReader.read(Bytes(one.array + one.array))
        let text = kept(read)
        for member in [
            #""id":"an-id""#, #""request":{"EXTRA":5}"#, #""server_conn":{"sni":"a.test","error":"late"}"#,
            #""NEW":{"b":1}"#,
        ] {
            #expect(text.contains(member), "\(member) in \(text)")
        }
        for member in ["PEM", "method", "gone", "metadata", "headers"] { #expect(!text.contains(member), "\(text)") }
        #expect(read.flows.count == 2 && read.damage.isEmpty)
        #expect(
            read.unused.map(\.subject).sorted() == ["server_conn.certificate_list", "server_conn.id", "version"])
    }

    @Test func whatMitmproxyCannotHaveMeantIsNamed() {
        let none = MitmproxyReader.read(Self.flow(status: []))
        #expect(none.flows.first?.responseHead == nil)
        #expect(none.damage.count == 1 && none.damage[0].problem.contains("no status code"))
        let odd = MitmproxyReader.read(Self.flow(field: Self.list(Self.string("A"))))
        #expect(odd.damage.count == 1 && odd.damage[0].problem.contains("1 fields of the request"))
    }

    // MARK: Fiddler

    private func notes(_ xml: String) -> (text: String, damage: [Damage]) {
        var exchange = ImportedExchange()
        var log = DamageLog()
        SAZNotes(Bytes(xml)).fill(&exchange, of: "1", &log)
        return (exchange.remarks?.members?.text ?? "", log.finish(Bytes(xml)))
    }

    @Test func elementsOfFiddlerAreKept() {
        let (text, damage) = notes(
            """
            <?xml version="1.0"?><Session SID="7" BitFlags="59"><SessionTimers ClientBeginRequest="0001-01-01T00:00:00"
            GatewayTime="3" /><PipeInfo Reused="True" /><SessionFlags><SessionFlag N="x-hostip" V="192.0.2.1" />
            <SessionFlag N="x-clientport" V="5" /><SessionFlag N="own" V="1" /></SessionFlags></Session>
            """)
        for member in [
            #""Session":{"SID":"7","BitFlags":"59"}"#, #""PipeInfo":{"Reused":"True"}"#, #""GatewayTime":"3""#,
            #""own":"1""#, #""x-clientport":"5""#,
        ] {
            #expect(text.contains(member), "\(member) in \(text)")
        }
        #expect(!text.contains("x-hostip") && !text.contains("0001-01-01") && damage.isEmpty, "\(text)")
    }

    @Test func whatIsBeyondALimitIsNamed() {
        let flags = (0..<600).map { "<SessionFlag N=\"f\($0)\" V=\"\" />" }.joined()
        #expect(notes("<SessionFlags>\(flags)</SessionFlags>").damage.map(\.problem).contains { $0.contains("500") })
        #expect(notes("<SessionFlags><SessionFlag N=\"a\" V=\"\" /></SessionFlags>").damage.isEmpty)
    }
}
