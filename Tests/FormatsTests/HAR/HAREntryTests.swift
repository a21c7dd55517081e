import Bytes
import Flow
import HTTPModel
import Judge
import RecordTestKit
import TestKit
import Testing

@testable import Formats

@Suite struct HAREntryTests {
    @Test func aPlainExchangeHasEveryMemberOfHAR() throws {
        let entry = try Story.get("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\n", "hello")
            .entry()
        #expect(entry["_id"].int == 1)
        #expect(entry["startedDateTime"].string == "2023-11-14T22:13:20.123456Z")
        #expect(entry["time"].double == 30)
        let request = entry["request"]
        #expect(request["method"].string == "GET")
        #expect(request["url"].string == "http://example.com/")
        #expect(request["httpVersion"].string == "HTTP/1.1")
        #expect(request["headers"].count == 1)
        #expect(request["headers"][0]["name"].string == "Host")
        #expect(request["headers"][0]["value"].string == "example.com")
        #expect(request["cookies"].count == 0)
        #expect(request["queryString"].count == 0)
        // "GET http://example.com/ HTTP/1.1" is 32 bytes, "Host: example.com" 17, and there are three line ends.
        #expect(request["headersSize"].int == 55)
        #expect(request["bodySize"].int == 0)
        #expect(!request["postData"].exists)
        #expect(request["_framing"]["kind"].string == "none")
        #expect(request["_framing"]["rule"].int == 7)
        #expect(request["_raw"].decoded == Array("GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n".utf8))
        #expect(request["_sent"].decoded == Array("GET / HTTP/1.1\r\nHost: example.com\r\n\r\n".utf8))
        let response = entry["response"]
        #expect(response["status"].int == 200)
        #expect(response["statusText"].string == "OK")
        // 15 + 24 + 17 bytes, four line ends.
        #expect(response["headersSize"].int == 64)
        #expect(response["bodySize"].int == 5)
        #expect(response["_wireSize"].int == 5)
        #expect(response["content"]["size"].int == 5)
        #expect(response["content"]["compression"].int == 0)
        #expect(response["content"]["mimeType"].string == "text/plain")
        #expect(response["content"]["text"].string == "hello")
        #expect(!response["content"]["encoding"].exists)
        #expect(response["redirectURL"].string == "")
        #expect(response["_raw"].decoded == response["_sent"].decoded)
        #expect(!response["_truncated"].exists)
        #expect(entry["cache"].keys.isEmpty)
        #expect(entry["serverIPAddress"].string == "93.184.216.34")
        #expect(entry["connection"].string == "7")
        #expect(entry["_connection"]["client"].int == 3)
        #expect(entry["_connection"]["upstream"].int == 7)
        #expect(entry["_connection"]["reused"].bool == false)
        #expect(entry["_outcome"]["kind"].string == "complete")
        #expect(entry["_outcome"]["by"].string == "upstream")
        #expect(entry["_outcome"]["code"].string == "ok")
    }

    /// What is found is kept as code, level, place and values; its words are in no file.
    @Test func whatIsFoundIsKeptWithoutWords() throws {
        let story = Story.get("HTTP/1.1 200 OK\r\nDate: yesterday\r\nContent-Length: 0\r\n\r\n")
        let notes = try story.entry()["_notes"]
        let found = (0..<(notes.count ?? 0)).map { notes[$0] }.first { $0["code"].string == "date-malformed" }
        let note = try #require(found)
        #expect(note.keys == ["code", "level", "message", "offset", "length", "spec", "arguments"])
        #expect(note["level"].string == "bad" && note["message"].string == "response")
        #expect(note["offset"].int == 23 && note["length"].int == 9)
        #expect(note["spec"].string == "RFC 9110 §5.6.7")
        #expect(note["arguments"]["value"].string == "yesterday")
    }

    @Test func aFlowWithoutMessagesHasNoNotes() throws {
        let record = FlowRecord(id: FlowID(1), openedAt: Instant(nanoseconds: 0))
        #expect(Checks.findings(of: record).isEmpty)
    }

    @Test func anEntryIsOneLineWhateverItHolds() {
        let line = Story.get("HTTP/1.1 200 O\u{1B}K\r\nX-A: \u{202E}\u{7F}\r\n\r\n", "a\nb\r\nc\u{0B}").line()
        #expect(line.starts(with: HAREntry.opening))
        #expect(line.allSatisfy { $0 >= 0x20 && $0 != 0x7F })
    }

    @Test(arguments: [
        ("93.184.216.34:80", "93.184.216.34"), ("[2001:db8::1]:8080", "2001:db8::1"), ("[fe80::1%eth0]:80", "fe80::1"),
        ("demo.hark.test:80", nil), ("", nil),
    ])
    func theServersAddressIsAnAddressOrAbsent(address: String, expected: String?) throws {
        var story = Story()
        story.at(0, .requestHeadReceived(requestHead("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), Framing(.none, rule: 7)))
        story.connects(address: address)
        story.at(9_000, .finished(Outcome(.failed, by: .upstream, .emptyResponse)))
        #expect(try story.entry()["serverIPAddress"].string == expected)
    }

    @Test func chunksTrailersAndInterimResponsesAreKept() throws {
        var story = Story()
        story.at(0, .requestHeadReceived(requestHead("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), Framing(.none, rule: 7)))
        story.at(0, .messageEnded(.request, wireSize: 0))
        story.connects()
        story.at(7_000, .requestForwarded(sent: "", edits: []))
        story.at(8_000, .interimReceived(responseHead("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")))
        story.at(9_000, .responseHeadReceived(responseHead("HTTP/1.1 200 OK\r\n\r\n"), Framing(.chunked, rule: 4)))
        // 5;a=b CRLF, hello, CRLF: 14 bytes; 0 CRLF 3; X-Sum: 1 CRLF 10; CRLF 2.
        story.at(10_500, .chunkStarted(.response, Chunk(offset: 0, size: 5, extension: ";a=b")))
        story.content(10_500, .response, "hello")
        story.at(11_000, .chunkStarted(.response, Chunk(offset: 14, size: 0)))
        story.at(11_000, .trailersReceived(.response, trailers("X-Sum: 1\r\n\r\n")))
        story.at(11_000, .messageEnded(.response, wireSize: 29))
        story.at(11_000, .finished(.complete))
        let response = try story.entry()["response"]
        #expect(response["_framing"]["kind"].string == "chunked")
        #expect(response["_framing"]["rule"].int == 4)
        #expect(response["_chunks"].count == 2)
        #expect(response["_chunks"][0]["offset"].int == 0)
        #expect(response["_chunks"][0]["size"].int == 5)
        #expect(response["_chunks"][0]["extension"].string == ";a=b")
        #expect(response["_chunks"][0]["time"].double == 10.5)
        #expect(response["_chunks"][1]["offset"].int == 14)
        #expect(response["_chunks"][1]["size"].int == 0)
        #expect(response["_wireSize"].int == 29)
        #expect(response["bodySize"].int == 5)
        #expect(response["_trailers"].count == 1)
        #expect(response["_trailers"][0]["name"].string == "X-Sum")
        #expect(response["_interim"].count == 1)
        #expect(response["_interim"][0]["status"].int == 103)
        #expect(response["_interim"][0]["headers"][0]["value"].string == "</a>")
        #expect(response["status"].int == 200)
    }

    @Test func chunksBeyondTheLimitAreCounted() throws {
        var story = Story.get("HTTP/1.1 200 OK\r\n\r\n")
        for index in 0..<(RecordLimits().chunks + 5) {
            story.at(29_000, .chunkStarted(.response, Chunk(offset: UInt64(index) * 6, size: 1)))
        }
        let response = try story.entry()["response"]
        #expect(response["_chunks"].count == 10_000)
        #expect(response["_chunkCount"].int == 10_005)
    }

    @Test func anAbortedResponseHasTheSizeThatCame() throws {
        var story = Story()
        story.at(0, .requestHeadReceived(requestHead("GET / HTTP/1.1\r\nHost: a\r\n\r\n"), Framing(.none, rule: 7)))
        story.connects()
        story.at(7_000, .requestForwarded(sent: "", edits: []))
        story.at(
            9_000,
            .responseHeadReceived(
                responseHead("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n"), Framing(.length(10), rule: 6)))
        story.content(9_000, .response, "abcd")
        story.at(12_000, .finished(Outcome(.aborted, by: .upstream, .upstreamClosed)))
        let entry = try story.entry()
        #expect(entry["response"]["bodySize"].int == 4)
        #expect(entry["response"]["content"]["text"].string == "abcd")
        #expect(!entry["response"]["_wireSize"].exists)
        #expect(entry["time"].double == 12)
        #expect(entry["timings"]["receive"].double == 3)
        #expect(entry["_outcome"]["kind"].string == "aborted")
        #expect(entry["_outcome"]["by"].string == "upstream")
        #expect(entry["_outcome"]["text"].string?.contains("server closed") == true)
    }

    @Test func aRequestThatWasNeverOneIsAnEntryToo() throws {
        var story = Story()
        let error = WireError(.bareCarriageReturn, offset: 17, length: 1, bytes: "\rX")
        story.at(400, .finished(Outcome(.refused, by: .client, .malformedRequest, error: error)))
        let entry = try story.entry()
        #expect(entry["request"]["method"].string == "")
        #expect(entry["request"]["url"].string == "about:blank")
        #expect(entry["request"]["httpVersion"].string == "unknown")
        #expect(entry["request"]["headers"].count == 0)
        #expect(entry["request"]["headersSize"].int == -1)
        #expect(entry["request"]["bodySize"].int == -1)
        #expect(entry["response"]["status"].int == 0)
        #expect(entry["response"]["statusText"].string == "")
        #expect(entry["response"]["headersSize"].int == -1)
        #expect(entry["response"]["content"]["size"].int == 0)
        #expect(entry["response"]["content"]["mimeType"].string == "")
        #expect(entry["time"].double == 0.4)
        #expect(entry["_connection"]["upstream"].isNull)
        #expect(!entry["connection"].exists)
        #expect(entry["_outcome"]["error"]["code"].string == "bare-carriage-return")
        #expect(entry["_outcome"]["error"]["offset"].int == 17)
        #expect(entry["_outcome"]["error"]["bytes"].decoded == [0x0D, 0x58])
        #expect(entry["_outcome"]["text"].string?.contains("17") == true)
    }

    @Test func aTunnelHasItsCountsAndWhatTheProxyAnswered() throws {
        var story = Story()
        story.at(
            0,
            .requestHeadReceived(
                requestHead("CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n"), Framing(.none, rule: 7)))
        story.at(0, .messageEnded(.request, wireSize: 0))
        story.connects(address: "[::1]:443")
        story.at(6_500, .responseForwarded(sent: "HTTP/1.1 200 Connection established\r\n\r\n", edits: []))
        story.at(6_500, .tunnelOpened(protocol: "CONNECT"))
        story.at(9_000, .relayed(sent: 517, received: 4096))
        story.at(10_000, .finished(Outcome(.tunnel, by: .client, .ok)))
        let entry = try story.entry()
        // RFC 9112 §3.3: http, the authority, an empty path.
        #expect(entry["request"]["url"].string == "http://[::1]:443")
        #expect(entry["response"]["status"].int == 200)
        #expect(entry["response"]["statusText"].string == "Connection established")
        #expect(entry["_tunnel"]["sent"].int == 517)
        #expect(entry["_tunnel"]["received"].int == 4096)
        #expect(!entry["_upgraded"].exists)
        #expect(entry["_outcome"]["kind"].string == "tunnel")
        #expect(entry["time"].double == 10)
        #expect(entry["timings"]["receive"].double == 3.5)
    }

    @Test func anUpgradeHasItsProtocolAndCounts() throws {
        var story = Story()
        story.at(
            0,
            .requestHeadReceived(
                requestHead("GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n\r\n"), Framing(.none, rule: 7)))
        story.connects()
        story.at(7_000, .requestForwarded(sent: "", edits: []))
        story.at(
            8_000,
            .responseHeadReceived(responseHead("HTTP/1.1 101 Switching Protocols\r\n\r\n"), Framing(.tunnel, rule: 1)))
        story.at(8_000, .tunnelOpened(protocol: "websocket"))
        story.at(9_000, .relayed(sent: 10, received: 20))
        story.at(20_000, .finished(Outcome(.complete, by: .client, .ok)))
        let entry = try story.entry()
        #expect(entry["_upgraded"]["protocol"].string == "websocket")
        #expect(entry["_upgraded"]["sent"].int == 10)
        #expect(entry["_upgraded"]["received"].int == 20)
        #expect(entry["response"]["status"].int == 101)
        #expect(entry["response"]["_framing"]["kind"].string == "none")
        #expect(entry["_outcome"]["kind"].string == "complete")
    }

    @Test func changesNameTheLineTheReplacementAndTheReason() throws {
        var story = Story()
        let head = requestHead("GET http://a/ HTTP/1.1\r\nHost: a\r\nProxy-Connection: close\r\n\r\n")
        story.at(0, .requestHeadReceived(head, Framing(.none, rule: 7)))
        let edits = [
            Change(.replaceStartLine("GET / HTTP/1.1"), .owed(spec: "RFC 9112 §3.2.1", text: "Origin form.")),
            Change(.remove(line: 1), .owed(spec: "RFC 9110 §7.6.1", text: "Hop by hop.")),
            Change(.replace(line: 0, with: "Host: b"), .rule("--set-request-header 'Host: b'")),
            Change(.add("X-A: \"1\""), .rule("--add-request-header 'X-A: \"1\"'")),
            Change(.remove(line: 99), .rule("r")),
        ]
        story.at(1, .requestForwarded(sent: "", edits: edits))
        story.at(2, .finished(.complete))
        let changes = try story.entry()["_changes"]
        #expect(changes.count == 5)
        #expect(changes.array.allSatisfy { $0["message"].string == "request" })
        #expect(changes.array.map { $0["action"].string } == ["replaced", "removed", "replaced", "added", "removed"])
        #expect(
            changes.array.map { $0["line"].string } == [
                "GET http://a/ HTTP/1.1", "Proxy-Connection: close", "Host: a", "X-A: \"1\"", "",
            ])
        #expect(changes.array.map { $0["with"].string } == ["GET / HTTP/1.1", nil, "Host: b", nil, nil])
        #expect(changes[0]["reason"].string == "RFC 9112 §3.2.1: Origin form.")
        #expect(changes[2]["reason"].string == "--set-request-header 'Host: b'")
    }

    @Test func quirksOfHeadsAndBodiesAreListedWithTheirPlace() throws {
        var story = Story()
        let head = requestHead(
            "GET / HTTP/1.1\r\nHost: a\r\n\r\n", quirks: [Quirk(.emptyLineBeforeRequest, offset: 0, length: 2)])
        story.at(0, .requestHeadReceived(head, Framing(.none, rule: 7)))
        story.at(1, .quirkFound(.response, Quirk(.bytesAfterLastMessage, offset: 300, length: 4)))
        story.at(2, .finished(.complete))
        let quirks = try story.entry()["_quirks"]
        #expect(quirks.count == 2)
        #expect(quirks[0]["code"].string == "empty-line-before-request")
        #expect(quirks[0]["message"].string == "request")
        #expect(quirks[0]["length"].int == 2)
        #expect(quirks[0]["spec"].string == "RFC 9112 §2.2")
        #expect(quirks[1]["message"].string == "response")
        #expect(quirks[1]["offset"].int == 300)
        #expect(quirks[1]["text"].string == Quirk(.bytesAfterLastMessage, offset: 0, length: 0).text)
    }

    @Test func aRetryIsSaid() throws {
        var story = Story.get("HTTP/1.1 200 OK\r\n\r\n")
        story.at(31_000, .retried)
        #expect(try story.entry()["_connection"]["retried"].bool == true)
    }

    @Test(arguments: [(201, ""), (301, "/x"), (302, "/x"), (304, ""), (308, "/x"), (200, "")])
    func onlyRedirectionsHaveARedirectURL(status: Int, url: String) throws {
        let entry = try Story.get("HTTP/1.1 \(status) X\r\nLocation: /x\r\n\r\n").entry()
        #expect(entry["response"]["redirectURL"].string == url)
    }

    @Test(arguments: [
        ("GET /a?b HTTP/1.1\r\nHost: example.com:8080\r\n\r\n", "http://example.com:8080/a?b"),
        ("GET http://u:p@a.test/x HTTP/1.1\r\nHost: a.test\r\n\r\n", "http://u:p@a.test/x"),
        ("OPTIONS * HTTP/1.1\r\nHost: a.test\r\n\r\n", "http://a.test"),
        ("CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n", "http://a.test:443"),
        ("GET /{a}|\"<\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n", "http://a/%7Ba%7D%7C%22%3C%C3%A9"),
        ("GET /x HTTP/1.0\r\n\r\n", "http://127.0.0.1:8888/x"),
    ])
    func theURLIsTheTargetURIOfRFC9112(head: String, url: String) throws {
        var story = Story()
        story.at(0, .requestHeadReceived(requestHead(head), Framing(.none, rule: 7)))
        story.at(1, .finished(.complete))
        #expect(try story.entry()["request"]["url"].string == url)
    }
}
