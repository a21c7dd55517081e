import Bytes
import Flow
import HTTPModel
import HTTPSemantics
import Testing

@testable import Formats

@Suite struct MitmproxyReaderTests {
    /// `3:abc,`
    private static func string(_ text: String) -> [UInt8] { wrap(Array(text.utf8), ",") }

    private static func wrap(_ data: [UInt8], _ type: Unicode.Scalar) -> [UInt8] {
        Array("\(data.count):".utf8) + data + [UInt8(ascii: type)]
    }

    private static func dictionary(_ members: [(String, [UInt8])]) -> [UInt8] {
        wrap(members.flatMap { string($0.0) + $0.1 }, "}")
    }

    private static func list(_ elements: [[UInt8]]) -> [UInt8] { wrap(elements.flatMap { $0 }, "]") }

    private static func headers(_ pairs: (String, String)...) -> [UInt8] {
        list(pairs.map { list([string($0.0), string($0.1)]) })
    }

    private static let request = dictionary([
        ("method", string("POST")), ("scheme", string("https")), ("host", string("example.com")),
        ("port", wrap(Array("8443".utf8), "#")), ("path", string("/a?b=c")), ("http_version", string("HTTP/1.1")),
        ("headers", headers(("Host", "example.com:8443"), ("X-Twice", "1"), ("X-Twice", "2"))),
        ("content", string("hello")), ("timestamp_start", wrap(Array("1700000000.25".utf8), "^")),
        ("timestamp_end", wrap(Array("1700000000.5".utf8), "^")),
    ])

    private static let response = dictionary([
        ("http_version", string("HTTP/1.1")), ("status_code", wrap(Array("404".utf8), "#")),
        ("reason", string("Not Found")), ("headers", headers(("Content-Length", "3"))), ("content", string("no!")),
        ("timestamp_start", wrap(Array("1700000001".utf8), "#")),
        ("timestamp_end", wrap(Array("1700000001.5".utf8), "^")),
    ])

    private static let flow = dictionary([
        ("type", string("http")), ("request", request), ("response", response),
        ("client_conn", dictionary([("peername", list([string("127.0.0.1"), wrap(Array("50000".utf8), "#")]))])),
    ])

    private func paths(_ recording: RecordedFile) -> [String] {
        recording.flows.map { $0.requestHead?.targetBytes.text ?? "" }
    }

    @Test func aFlowHasEverythingThatTheFileHas() throws {
        let recording = MitmproxyReader.read(Bytes(Self.flow))
        #expect(recording.damage.isEmpty)
        let flow = try #require(recording.flows.first)
        #expect(flow.url == "https://example.com:8443/a?b=c")
        #expect(
            flow.requestHead?.raw
                == "POST /a?b=c HTTP/1.1\r\nHost: example.com:8443\r\nX-Twice: 1\r\nX-Twice: 2\r\n\r\n")
        #expect(flow.request.content.bytes == "hello")
        #expect(flow.responseHead?.raw == "HTTP/1.1 404 Not Found\r\nContent-Length: 3\r\n\r\n")
        #expect(flow.response.content.bytes == "no!")
        #expect(flow.startedAt == 1_700_000_000_250_000)
        #expect(flow.opening?.client == "127.0.0.1:50000")
        let phases = PhaseTimes(flow)
        #expect(phases.wait == 500_000)
        #expect(phases.receive == 500_000)
        // The heads were put together: nothing may be concluded from their bytes.
        #expect(flow.assumed.isSuperset(of: [.requestBytes, .responseBytes]))
    }

    /// Of a connection of which the file says nothing, nothing is said.
    @Test(arguments: [(nil, nil), ("1699999999", true), ("1700000000.3", false)] as [(String?, Bool?)])
    func aConnectionIsReusedOnlyWhereTheFileShowsIt(began: String?, isReused: Bool?) throws {
        let server = Self.dictionary(
            began.map {
                [
                    ("timestamp_start", Self.wrap(Array($0.utf8), "^")),
                    ("timestamp_tcp_setup", Self.wrap(Array("1700000000.4".utf8), "^")),
                ]
            }
                ?? [])
        let flow = Self.dictionary([
            ("type", Self.string("http")), ("request", Self.request), ("response", Self.response),
            ("server_conn", server),
        ])
        let read = try #require(MitmproxyReader.read(Bytes(flow)).flows.first)
        #expect(read.upstream?.reused == isReused)
    }

    /// A request that found no server was not sent, however long that took.
    @Test(arguments: [("[Errno 111] Connect call failed", false), ("server closed connection", true)])
    func whatFoundNoServerWasNotSent(words: String, wasSent: Bool) throws {
        let error = Self.dictionary([
            ("msg", Self.string(words)), ("timestamp", Self.wrap(Array("1700000002".utf8), "^")),
        ])
        let flow = Self.dictionary([("type", Self.string("http")), ("request", Self.request), ("error", error)])
        let read = try #require(MitmproxyReader.read(Bytes(flow)).flows.first)
        #expect((read.times.requestForwarded != nil) == wasSent)
        #expect(read.outcome?.kind != .complete && read.duration == 1_750_000)
    }

    @Test func flowsOfOtherKindsAreToldAndLeftOut() {
        let other = Self.dictionary([("type", Self.string("tcp")), ("messages", Self.list([]))])
        let recording = MitmproxyReader.read(Bytes(Self.flow + other + Self.flow))
        #expect(paths(recording) == ["/a?b=c", "/a?b=c"])
        #expect(recording.damage.map(\.problem) == ["This flow is tcp, not http."])
        #expect(recording.damage.first?.offset == Self.flow.count)
    }

    @Test func aFileCutAnywhereKeepsTheFlowsBefore() {
        let whole = Self.flow + Self.flow
        for end in Self.flow.count..<whole.count {
            let recording = MitmproxyReader.read(Bytes(Array(whole[0..<end])))
            #expect(recording.flows.count == 1, "cut at \(end)")
            #expect(recording.damage.count == (end == Self.flow.count ? 0 : 1), "cut at \(end)")
        }
    }

    @Test(arguments: [
        "9999999999999:x,", "5:abc,", "3:abc", "x", ":,", "-1:,", "4:1:a]]", "3:abcQ", "99999999999999999999:a,",
    ])
    func whatIsNoNetstringIsToldWithItsPlace(text: String) {
        let recording = MitmproxyReader.read(Bytes(text))
        #expect(recording.flows.isEmpty)
        #expect(recording.damage.count == 1)
    }

    @Test func depthIsBounded() {
        var nested = Self.string("x")
        for _ in 0..<1000 { nested = Self.wrap(nested, "]") }
        let recording = MitmproxyReader.read(Bytes(nested))
        #expect(recording.flows.isEmpty)
        #expect(recording.damage.map(\.problem) == ["It is nested too deeply."])
    }

    @Test func timesThatNoDateSaysAreNone() {
        for number in [Int64.min, -1, 253_402_300_800, .max] { #expect(Tnetstring.integer(number).microseconds == nil) }
        for number in [-Double.infinity, -0.5, 253_402_300_800, 1e300, .nan] {
            #expect(Tnetstring.float(number).microseconds == nil)
        }
        #expect(Tnetstring.integer(253_402_300_799).microseconds == 253_402_300_799_000_000)
        #expect(Tnetstring.float(1.5).microseconds == 1_500_000)
    }

    @Test func linesInValuesStartNoLinesOfTheirOwn() throws {
        let request = Self.dictionary([
            ("method", Self.string("GET")), ("scheme", Self.string("http")), ("host", Self.string("a.test")),
            ("port", Self.wrap(Array("80".utf8), "#")), ("path", Self.string("/ HTTP/1.1\r\nEvil: 1\r\n\r\n")),
            ("http_version", Self.string("HTTP/1.1")), ("headers", Self.headers(("A: b\r\nEvil", "1"))),
        ])
        let flow = Self.dictionary([("type", Self.string("http")), ("request", request)])
        let record = try #require(MitmproxyReader.read(Bytes(flow)).flows.first)
        #expect(record.requestHead?.fields.contains(named: "evil") == false)
    }

    @Test(arguments: ["{\"log\":{}}", "GET / HTTP/1.1\r\n\r\n", "12 bytes", "123456", "1:", ""])
    func otherFilesAreNotTakenForIt(text: String) {
        #expect(InputKind.detect(Bytes(text)) != .mitmproxy)
        #expect(InputKind.detect(Bytes(Self.flow)) == .mitmproxy)
    }

    // MARK: Beside the messages

    private static func whole(_ more: [(String, [UInt8])]) -> Bytes {
        Bytes(
            dictionary([("type", string("http")), ("request", request), ("response", response)] + more))
    }

    @Test func messagesOfAWebSocketAreRead() throws {
        func number(_ text: String) -> [UInt8] { Self.wrap(Array(text.utf8), "#") }
        func message(_ type: String, _ isClient: String, _ text: String) -> [UInt8] {
            Self.list([
                number(type), Self.wrap(Array(isClient.utf8), "!"), Self.string(text), number("1700000001"),
                Self.wrap(Array("false".utf8), "!"), Self.wrap(Array("false".utf8), "!"),
            ])
        }
        let webSocket = Self.dictionary([
            ("messages", Self.list([message("1", "true", "hello"), message("2", "false", "bye"), Self.list([])])),
            ("closed_by_client", Self.wrap(Array("true".utf8), "!")), ("close_code", number("1001")),
            ("close_reason", Self.string("away")),
        ])
        let recording = MitmproxyReader.read(Self.whole([("websocket", webSocket)]))
        let flow = try #require(recording.flows.first)
        #expect(flow.inner.list.map(\.form) == [.text, .binary, .close(1001)])
        #expect(flow.inner.list.map(\.bytes) == ["hello", "bye", "away"])
        #expect(flow.inner.list.map(\.from) == [.request, .response, .request])
        // The one that is none is told.
        #expect(recording.damage.count == 1)
        #expect(flow.tunnelProtocol == "websocket")
    }

    @Test func commentsMarksAndErrorsAreKept() throws {
        let error = Self.dictionary([("msg", Self.string("Client disconnected."))])
        let flow = try #require(
            MitmproxyReader.read(
                Self.whole([
                    ("error", error), ("comment", Self.string("look")), ("marked", Self.string(":red_circle:")),
                ])
            ).flows.first)
        #expect(flow.outcome?.by == .client && flow.outcome?.kind == .aborted)
        #expect(flow.outcome?.detail == "Client disconnected.")
        #expect(flow.remarks?.comment == "look" && flow.remarks?.tags == ["red_circle"])
        #expect(MitmproxyReader.read(Self.whole([])).flows.first?.remarks == nil)
    }
}
