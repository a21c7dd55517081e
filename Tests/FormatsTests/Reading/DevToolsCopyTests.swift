import Bytes
import Explain
import Flow
import HTTPModel
import Testing

@testable import Formats

/// What is copied from the headers of a request in a browser's developer tools is one exchange with all that it says.
@Suite struct DevToolsCopyTests {
    private func flows(_ text: String) throws -> [FlowRecord] {
        try #require(RecordedFile(Bytes(text), now: 1_800_000_000)).flows
    }

    private func values(_ fields: FieldSection?, _ name: Bytes) -> [String] {
        (fields ?? .none).values(named: name).map(\.text)
    }

    /// Chrome copies the lists one after the other, without their headings.
    private static let chrome = """
        Request URL: https://www.a.example/api?x=1
        Request Method: POST
        Status Code: 200 OK
        Remote Address: [2001:db8::25de]:443
        Referrer Policy: strict-origin
        cache-control: max-age=60
        content-type: application/json
        date: Wed, 29 May 2019 12:28:03 GMT
        vary: Accept-Encoding
        :authority: www.a.example
        :method: POST
        :path: /api?x=1
        :scheme: https
        accept: */*
        cookie: a=1
        """

    /// Older versions copy a name and its value in one line.
    @Test(arguments: ["\n", "\r\n"])
    func aWholeListOfARequestIsAnExchange(end: String) throws {
        let lines = [
            ":authority: app.example.com", ":method: PUT", ":path: /a?x=1", ":scheme: https", "accept: */*",
            "cookie: a=1",
        ]
        let flow = try #require(flows(lines.joined(separator: end)).first)
        #expect(flow.url == "https://app.example.com/a?x=1" && flow.method == .put && flow.isRecorded(.url))
        #expect(values(flow.requestHead?.fields, "cookie") == ["a=1"] && flow.responseHead == nil)
        // One that is not whole, or has a fault, is explained line by line, where the fault is marked.
        for place in 0..<4 {
            var fewer = lines
            fewer.remove(at: place)
            #expect(DevToolsCopy(Bytes(fewer.joined(separator: end))) == nil)
        }
        for fault in ["Accept: x", "connection: close", "a b: c"] {
            #expect(DevToolsCopy(Bytes((lines + [fault]).joined(separator: end))) == nil)
        }
        #expect(DevToolsCopy(Bytes(":status: 200\(end)server: x\(end)")) == nil)
    }

    /// Newer versions copy a request's fields with each name on a line of its own, and no list before them.
    @Test(arguments: ["\n", "\r\n"])
    func aRequestsFieldsAloneSayItsURL(end: String) throws {
        let text = [
            ":authority", "app.example.com", ":method", "POST", ":path", "/api/login?x=1", ":scheme", "https", "accept",
            "*/*", "content-type", "application/json", "origin", "https://app.example.com",
        ].joined(separator: end)
        let flow = try #require(flows(text).first)
        #expect(flow.url == "https://app.example.com/api/login?x=1" && flow.method == .post)
        #expect(values(flow.requestHead?.fields, "accept") == ["*/*"])
        #expect(values(flow.requestHead?.fields, "origin") == ["https://app.example.com"])
        #expect(flow.responseHead == nil)
        // Without one of them there is no URL, and nothing is made up.
        #expect(DevToolsCopy(Bytes(text.replacing(":scheme\(end)https\(end)", with: ""))) == nil)
        #expect(DevToolsCopy(":authority: app.example.com\n:method: POST\n") == nil)
    }

    @Test func chromesListsAreParted() throws {
        let flow = try #require(flows(Self.chrome).first)
        #expect(flow.url == "https://www.a.example/api?x=1" && flow.method == .post)
        #expect(flow.responseHead?.status == 200)
        #expect(values(flow.responseHead?.fields, "cache-control") == ["max-age=60"])
        #expect(values(flow.responseHead?.fields, "cookie") == [] && values(flow.requestHead?.fields, "vary") == [])
        #expect(values(flow.requestHead?.fields, "cookie") == ["a=1"])
        #expect(flow.requestHead?.version.major == 2)
        // Nothing of it was on a wire that Hark saw.
        #expect(flow.provenance(of: .requestBytes) == .assumed && flow.provenance(of: .startTime) == .assumed)
        #expect(flow.provenance(of: .responseContent) == .absent && flow.provenance(of: .url) == .recorded)
        #expect(flow.remarks?.comment?.contains("strict-origin") == true)
    }

    /// Without pseudo-fields, where the alphabet begins again.
    @Test func listsOfHTTP1ArePartedByTheirOrder() throws {
        let text = """
            Request URL: http://192.0.2.7/x
            Request Method: GET
            Status Code: 404 Not Found
            Remote Address: 192.0.2.7:80
            Connection: keep-alive
            Content-Length: 5
            Date: Wed, 29 May 2019 12:28:03 GMT
            Server: x
            Accept: */*
            Cache-Control: no-cache
            Connection: keep-alive
            Host: 192.0.2.7
            User-Agent: y
            """
        let flow = try #require(flows(text).first)
        #expect(values(flow.responseHead?.fields, "server") == ["x"])
        #expect(values(flow.responseHead?.fields, "cache-control") == [])
        #expect(values(flow.requestHead?.fields, "cache-control") == ["no-cache"])
        #expect(values(flow.requestHead?.fields, "connection") == ["keep-alive"])
        #expect(flow.responseHead?.reason == "Not Found")
    }

    /// Newer ones put each value into a line of its own.
    @Test(arguments: ["\n", "\r\n"])
    func valuesMayStandInTheNextLine(end: String) throws {
        let lines = [
            "General", "Request URL:", "http://192.0.2.7/x", "Request Method:", "GET", "Status Code:",
            "302 Moved Temporarily", "Remote Address:", "192.0.2.7:80", "Response Headers", "Location:", "/login",
            "X-Empty:", "", "Date:", "Wed, 29 May 2019 12:28:03 GMT", "Request Headers", "Host:", "192.0.2.7",
            "Referer:", "http://192.0.2.7/",
        ]
        let flow = try #require(flows(lines.joined(separator: end)).first)
        #expect(values(flow.responseHead?.fields, "location") == ["/login"])
        #expect(values(flow.responseHead?.fields, "x-empty") == [""])
        #expect(values(flow.requestHead?.fields, "referer") == ["http://192.0.2.7/"])
        #expect(flow.responseHead?.status == 302)
    }

    /// Without colons, and with or without headings.
    @Test(arguments: ["\n", "\r\n"], [true, false])
    func namesAndValuesMayAlternate(end: String, hasHeadings: Bool) throws {
        let lines = [
            "Request URL", "https://a.example/x", "Request Method", "GET", "Status Code", "304 Not Modified",
            "Referrer Policy", "no-referrer", "Response Headers", "access-control-allow-origin",
            "https://app.example", "date", "Sat, 28 Nov 2026 10:00:00 GMT", "etag", "\"abc\"", "Request Headers",
            "accept", "text/html", "if-none-match", "\"abc\"", "user-agent", "y",
        ]
        let text = lines.filter { hasHeadings || !$0.hasSuffix("Headers") }.joined(separator: end)
        let flow = try #require(flows(text).first)
        #expect(flow.url == "https://a.example/x" && flow.responseHead?.status == 304)
        #expect(values(flow.responseHead?.fields, "access-control-allow-origin") == ["https://app.example"])
        #expect(values(flow.responseHead?.fields, "date") == ["Sat, 28 Nov 2026 10:00:00 GMT"])
        #expect(values(flow.responseHead?.fields, "https") == [])
        #expect(values(flow.requestHead?.fields, "if-none-match") == ["\"abc\""])
    }

    @Test func severalCopiesAreSeveralExchanges() throws {
        let found = try flows(Self.chrome + "\n\n" + Self.chrome.replacing("/api?x=1", with: "/b"))
        #expect(found.map(\.url) == ["https://www.a.example/api?x=1", "https://www.a.example/b"])
    }

    @Test func firefoxHasNoSpaceAndASize() throws {
        let text = """
            Request URL:https://ff.example/a
            Request Method:GET
            Remote Address:192.0.2.9:443
            Status Code:
            200
            Version:HTTP/2
            Referrer Policy:no-referrer

            Response Headers (341 B)
            content-type: text/html
            version: 7

            Request Headers (500 B)
            Accept: text/html
            Host: ff.example
            """
        let flow = try #require(flows(text).first)
        #expect(flow.url == "https://ff.example/a" && flow.responseHead?.status == 200)
        #expect(flow.responseHead?.version.major == 2)
        #expect(values(flow.responseHead?.fields, "version") == ["7"])
        #expect(values(flow.requestHead?.fields, "accept") == ["text/html"])
    }

    @Test(arguments: [
        ("Memory Cache", ResponseOrigin.cache(.memory)), ("Disk Cache", .cache(.disk)),
        ("Service Worker", .serviceWorker),
    ])
    func safarisSourceIsWhoAnswered(source: String, origin: ResponseOrigin) throws {
        let text = """
            Summary
            URL: https://s.example/p
            Status: 200 OK
            Source: \(source)
            Initiator:\u{20}
            p.html:3

            Request
            GET /p HTTP/1.1
            Accept: text/html
            Host: s.example

            Response
            HTTP/1.1 200 OK
            Content-Type: text/html
            """
        let flow = try #require(flows(text).first)
        #expect(flow.url == "https://s.example/p" && flow.responseOrigin == origin)
        #expect(flow.responseHead?.version == .http11)
        #expect(values(flow.requestHead?.fields, "accept") == ["text/html"])
        #expect(values(flow.responseHead?.fields, "content-type") == ["text/html"])
    }

    @Test func safarisPseudoFieldsAreRead() throws {
        let text = """
            Summary
            URL: https://s.example/p
            Status: 201
            Source: Network

            Request
            :method: PUT
            :scheme: https
            :authority: s.example
            :path: /p

            Response
            :status: 201
            content-type: text/html
            """
        let flow = try #require(flows(text).first)
        #expect(flow.method.name == "PUT" && flow.responseHead?.status == 201 && flow.responseOrigin == nil)
    }

    @Test(arguments: [
        ("200 OK (from disk cache)", ResponseOrigin.cache(.disk)), ("200  (from memory cache)", .cache(.memory)),
        ("200 OK (from prefetch cache)", .cache(.prefetch)), ("200 OK (from ServiceWorker)", .serviceWorker),
    ])
    func chromesNoteIsWhoAnswered(status: String, origin: ResponseOrigin) throws {
        let text = Self.chrome.replacing("Status Code: 200 OK", with: "Status Code: \(status)")
        #expect(try flows(text).first?.responseOrigin == origin)
    }

    /// Texts of other kinds, and messages that have such a field.
    @Test(arguments: [
        "GET / HTTP/1.1\r\nHost: a.example\r\nURL: x\r\n\r\n", "URL: https://a.example/\nStatus: 200\n",
        "Summary\nIt is fine.\n",
        "Request URLs are strings.\n", "", "General\n", "Request URL", "Request URL:\n",
        "HTTP/1.1 200 OK\r\nRequest-URL: https://a.example/\r\n\r\n",
    ])
    func otherTextsAreNotTakenForCopies(text: String) {
        #expect(DevToolsCopy(Bytes(text)) == nil)
    }

    /// No beginning of a copy, and no line out of place, does more than leave something out.
    @Test func damagedCopiesAreReadAsFarAsTheyGo() {
        let bytes = Array(Self.chrome.utf8)
        for length in bytes.indices {
            let read = RecordedFile(Bytes(Array(bytes[..<length])), now: 0)
            #expect((read?.flows.count ?? 0) <= 1)
        }
        let odd =
            "Request URL: https://a.example/\nStatus Code: (failed)net::ERR_FAILED\n: x\n::\nno field here\n\u{0}\n"
        let flow = RecordedFile(Bytes(odd), now: 0)?.flows.first
        #expect(flow?.url == "https://a.example/" && flow?.responseHead == nil)
        #expect(flow?.remarks?.comment?.contains("ERR_FAILED") == true)
        #expect(flow?.remarks?.comment?.contains("no field here") == true)
    }

    @Test(
        arguments: [
            (#"{"name":"q","value":"a%20b"}"#, nil, "q=a%20b"), (#"{"name":"q","value":"a b"}"#, nil, "q=a+b"),
            (#"{"name":"q","value":"50% off"}"#, nil, "q=50%25+off"),
            (#"{"name":"q","value":"a%20b"}"#, "9", "q=a%2520b"),
            (#"{"name":"q","value":"a%20b"}"#, "7", "q=a%20b"), (#"{"name":"q%5B%5D","value":"1"}"#, nil, "q%5B%5D=1"),
            (#"{"name":"q","value":"100%"}"#, nil, "q=100%25"), (#"{"name":"q","value":"ü%20"}"#, nil, "q=%C3%BC%2520"),
        ] as [(String, String?, String)])
    func pairsThatAreEncodedAlreadyStayAsTheyAre(pair: String, length: String?, text: String) throws {
        let field = length.map { #",{"name":"Content-Length","value":"\#($0)"}"# } ?? ""
        let entry =
            #"{"startedDateTime":"2026-03-01T10:00:00Z","time":1,"timings":{"send":1,"wait":1,"receive":1},"request":"#
            + #"{"method":"POST","url":"http://a.example/","httpVersion":"HTTP/1.1","headers":["#
            + #"{"name":"Content-Type","value":"application/x-www-form-urlencoded"}"# + field
            + #"],"bodySize":-1,"postData":{"mimeType":"application/x-www-form-urlencoded","params":["# + pair
            + #"]}}}"#
        let read = HARReader.read(Bytes(#"{"log":{"version":"1.2","entries":["# + entry + "]}}"))
        #expect(read.flows.first?.request.content.bytes == Bytes(text))
        #expect(read.damage.count == 1)
    }
}
