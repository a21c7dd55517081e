import Foundation
import TestKit
import Testing

/// Exported documents are read by the tools they are for.
@Suite struct ExportDocumentTests {
    private static let answer =
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "8\r\n{\"id\":1,\r\nD\r\n\"name\":\"Ann\"}\r\n0\r\n\r\n"
    private static let content = #"{"id":1,"name":"Ann"}"#

    private func scene(_ requests: [String] = Self.requests) throws -> ExportScene {
        try ExportScene(requests, answering: Self.answer)
    }

    private static let requests = [
        "GET ORIGIN/users/17?page=2&sort=name HTTP/1.1\r\nHost: HOST\r\n\r\n",
        "GET ORIGIN/users/18?page=3 HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer abc\r\n\r\n",
        "POST ORIGIN/users HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 23\r\n\r\n"
            + #"{"name":"Bo","age":1.5}"#,
    ]

    private func read(_ kind: String, _ path: String) throws -> Any {
        let result = try Tool.runScript("check_export.py", [kind, path])
        guard result.code == 0 else { throw Failure("\(result.summary)") }
        return try JSONSerialization.jsonObject(with: Data(result.output), options: .fragmentsAllowed)
    }

    @Test func theHARIsOneForItsSchemaAndItsReaders() throws {
        let scene = try scene()
        for flags in [[], ["--with-secrets"]] {
            let path = try scene.file("made\(flags.count).har", "har", flags)
            let corpora = Corpora.folder.map { [$0.path] } ?? []
            let result = try Tool.runScript("check_har.py", [path] + corpora)
            #expect(result.code == 0 && result.text == "3\n", result.summary)
            let flows = try #require(try read("mitmproxy", path) as? [[String: Any]])
            #expect(flows.map { $0["method"] as? String } == ["GET", "GET", "POST"])
            #expect(flows.map { $0["status"] as? Int } == [200, 200, 200])
            #expect(flows.allSatisfy { $0["response"] as? String == Self.content })
        }
    }

    @Test func packetsHoldTheSameRequestsAndResponses() throws {
        let scene = try scene()
        let path = try scene.file("made.pcapng", "pcap")
        let flows = try #require(try read("pcap", path) as? [[String: Any]])
        #expect(flows.map { $0["method"] as? String } == ["GET", "GET", "POST"])
        #expect(flows.first?["uri"] as? String == scene.origin.url + "/users/17?page=2&sort=name")
        #expect(flows.last?["request"] as? String == #"{"name":"Bo","age":1.5}"#)
        #expect(flows.allSatisfy { $0["status"] as? Int == 200 && $0["response"] as? String == Self.content })
        #expect(!(try Data(contentsOf: URL(filePath: path))).contains(Data("Bearer abc".utf8)))
    }

    @Test func wiresharkSeesTheSameRequestsAndResponses() throws {
        let scene = try scene()
        let path = try scene.file("made.pcapng", "pcap")
        let home = ["HOME": scene.home.scratch.file("home")]
        func tshark(_ arguments: [String]) throws -> String {
            let result = try Tool.run(Tool.find("tshark"), ["-r", path] + arguments, environment: home, seconds: 60)
            #expect(result.code == 0, result.summary)
            return result.text
        }
        let fields = ["http.request.method", "http.request.uri", "http.response.code"].flatMap { ["-e", $0] }
        let lines = try tshark(["-Y", "http", "-T", "fields"] + fields).split(separator: "\n").map(String.init)
        let url = scene.origin.url
        #expect(
            lines == [
                "GET\t\(url)/users/17?page=2&sort=name\t", "\t\t200", "GET\t\(url)/users/18?page=3\t", "\t\t200",
                "POST\t\(url)/users\t", "\t\t200",
            ])
        // Nothing that it finds wrong: no gaps, no wrong checksums.
        let checks = ["-o", "tcp.check_checksum:TRUE", "-o", "ip.check_checksum:TRUE"]
        let doubts = "tcp.analysis.flags or tcp.checksum.status == 0 or ip.checksum.status == 0 or _ws.malformed"
        #expect(try tshark(checks + ["-Y", doubts]).isEmpty)
    }

    /// The packets of a server that was reached by IPv6 are IPv6, with checksums that hold.
    @Test(arguments: [
        ("2001:db8::17", "2001:db8::17"), ("[::1]", "::1"), ("192.0.2.9", "192.0.2.9"), ("", "192.0.2.1"),
    ])
    func packetsHaveTheAddressesOfTheirServers(told: String, address: String) throws {
        let home = try PrivateHome()
        let entry = """
            {"startedDateTime":"2026-11-21T12:00:00Z","time":3,"serverIPAddress":"\(told)",
            "request":{"method":"GET","url":"http://a.test/x","httpVersion":"HTTP/1.1","headers":[],"bodySize":0},
            "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","headers":
            [{"name":"Content-Length","value":"2"}],"content":{"size":2,"text":"yo"},"bodySize":2},
            "timings":{"connect":1,"send":1,"wait":2,"receive":0}}
            """
        let har = try home.scratch.write("a.har", #"{"log":{"version":"1.2","entries":["# + entry + "]}}")
        let path = home.scratch.file("a.pcapng")
        let result = try home.hark("export", "--format", "pcap", "--session", har, "-o", path)
        #expect(result.code == 0, result.summary)
        let flows = try #require(try read("pcap", path) as? [[String: Any]])
        #expect(flows.map { $0["server"] as? String } == [address])
        #expect(flows.first?["uri"] as? String == "/x" && flows.first?["response"] as? String == "yo")
        let environment = ["HOME": home.scratch.file("home")]
        let fields = [
            "-Y", "http.response", "-T", "fields", "-e", "http.response.code", "-o", "tcp.check_checksum:TRUE",
        ]
        let seen = try Tool.run(
            Tool.find("tshark"), ["-r", path] + fields + ["-e", "tcp.checksum.status"], environment: environment)
        #expect(seen.text == "200\t1\n", seen.summary)
    }

    @Test func theDescriptionOfAnInterfaceIsValid() throws {
        let scene = try scene()
        let document = try #require(try read("openapi", scene.file("made.json", "openapi")) as? [String: Any])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        #expect(Set(paths.keys) == ["/users/{userId}", "/users"])
        let get = try #require(paths["/users/{userId}"]?["get"] as? [String: Any])
        let query = try #require(get["parameters"] as? [[String: Any]])
        // Each value that was seen was a number.
        let ids = try #require(paths["/users/{userId}"]?["parameters"] as? [[String: Any]])
        #expect(ids.map { ($0["schema"] as? [String: String])?["type"] } == ["integer"])
        #expect(query.map { $0["name"] as? String } == ["page", "sort"])
        #expect(query.map { $0["required"] as? Bool } == [true, false])
        #expect(query.map { ($0["schema"] as? [String: String])?["type"] } == ["integer", "string"])
        let post = String(
            decoding: try JSONSerialization.data(withJSONObject: paths["/users"]?["post"] ?? [:]), as: UTF8.self)
        #expect(post.contains(#""number""#) && post.contains("requestBody"))
    }

    /// Basic, Bearer and a key of one's own are not one scheme, and what was asked without credentials needs none.
    @Test func credentialsAreDescribedByTheirScheme() throws {
        let home = try PrivateHome()
        func entry(_ path: String, _ credentials: String?) -> String {
            let field = credentials.map { #",{"name":"Authorization","value":"\#($0)"}"# } ?? ""
            return #"""
                {"startedDateTime":"2026-11-21T12:00:00Z","time":1,"request":{"method":"GET",
                "url":"http://a.test\#(path)","httpVersion":"HTTP/1.1",
                "headers":[{"name":"Host","value":"a.test"}\#(field)],
                "cookies":[],"queryString":[],"headersSize":-1,"bodySize":0},"response":{"status":200,"statusText":"OK",
                "httpVersion":"HTTP/1.1","headers":[],"cookies":[],"content":{"size":0,"mimeType":""},"redirectURL":"",
                "headersSize":-1,"bodySize":0},"cache":{},"timings":{"send":0,"wait":1,"receive":0}}
                """#
        }
        let entries = [
            entry("/basic", "Basic dXNlcjpwYXNz"), entry("/bearer", "Bearer abcdefghijklmnop"),
            entry("/either", "Bearer abcdefghijklmnop"), entry("/either", nil), entry("/open", nil),
            entry("/key", "k-1234567890"),
        ].joined(separator: ",")
        let har = try home.scratch.write("made.har", #"{"log":{"version":"1.2","entries":["# + entries + "]}}")
        let result = try home.hark("export", "--format", "openapi", "--session", har)
        let document = try #require(
            try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any], "\(result.summary)")
        let components = try #require(document["components"] as? [String: [String: [String: String]]])
        let schemes = try #require(components["securitySchemes"])
        #expect(schemes["basic"] == ["type": "http", "scheme": "basic"])
        #expect(schemes["bearer"] == ["type": "http", "scheme": "bearer"])
        #expect(schemes["authorization"] == ["type": "apiKey", "in": "header", "name": "Authorization"])
        let paths = try #require(document["paths"] as? [String: [String: Any]])
        func security(_ path: String) -> [[String: [String]]]? {
            (paths[path]?["get"] as? [String: Any])?["security"] as? [[String: [String]]]
        }
        #expect(security("/basic") == [["basic": []]])
        #expect(security("/either") == [["bearer": []], [:]])
        #expect(security("/open") == nil)
    }

    @Test func theTableIsReadBack() throws {
        let scene = try scene()
        let rows = try #require(try read("csv", scene.file("made.csv", "csv")) as? [[String: String]])
        #expect(rows.map { $0["id"] } == ["1", "2", "3"])
        #expect(rows.map { $0["method"] } == ["GET", "GET", "POST"])
        #expect(rows.map { $0["status"] } == ["200", "200", "200"])
        #expect(rows.allSatisfy { $0["type"] == "application/json" && $0["response_size"] == "21" })
    }

    @Test func thePageLoadsNothingAndRunsNothing() throws {
        let scene = try scene()
        let text = try #require(try read("html", scene.file("made.html", "html")) as? String)
        #expect(text.contains("GET \(scene.origin.url)/users/17") && text.contains(Self.content))
        #expect(!text.contains("Bearer abc") && text.contains("[secret "))
    }

    @Test func aLogIsReadByHarkAgain() throws {
        let scene = try scene()
        let path = try scene.file("made.log", "log")
        let rows = try scene.home.hark("flows", "--session", path, "--columns", "id,method,path,status")
        #expect(
            rows.text == "1  GET   /users/17  200\n2  GET   /users/18  200\n3  POST  /users     200\n", rows.summary)
        let again = try scene.home.hark("export", "--session", path, "--format", "log")
        #expect(again.output == Array(try Data(contentsOf: URL(filePath: path))), again.summary)
    }

    @Test func rawMessagesAreTheBytesThatWereOnTheWire() throws {
        let scene = try scene(Array(Self.requests.suffix(1)))
        let content = try scene.content("made.http", "raw")
        let request = scene.filled(Array(Self.requests[2].utf8))
        #expect(Array(content) == request + Array(Self.answer.utf8))
    }

    @Test func aCollectionHoldsTheRequests() throws {
        let scene = try scene()
        let object = try #require(
            try JSONSerialization.jsonObject(with: scene.content("made.json", "postman")) as? [String: Any])
        let items = try #require(object["item"] as? [[String: Any]])
        let requests = items.compactMap { $0["request"] as? [String: Any] }
        #expect(requests.map { $0["method"] as? String } == ["GET", "GET", "POST"])
        #expect((requests.last?["body"] as? [String: Any])?["raw"] as? String == #"{"name":"Bo","age":1.5}"#)
        #expect(
            (requests.first?["url"] as? [String: Any])?["raw"] as? String == scene.origin.url
                + "/users/17?page=2&sort=name")
    }

    // MARK: What values must not do

    /// What somebody may send who wants a document to do something.
    private static let payloads = [
        "=cmd|'/c calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "</pre><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "\"><iframe src=//evil.test>", "' onmouseover='alert(1)", "```\n# heading\n<b>html</b>",
        "[link](javascript:alert(1))",
        "![image](http://evil.test/x.png)", "*/ alert(1) /*", "${7*7}", "{{7*7}}", "%{7*7}", "<!--", "]]>",
        "&lt;script&gt;",
        "a\u{202E}b\u{2028}c", "|--|--|\n|a|b|", "</style>", "</title><base href=//evil.test>",
    ]

    private func hostile() throws -> ExportScene {
        // Values of fields have no line ends; bodies have all.
        let requests = Self.payloads.map { payload in
            let flat = payload.replacing("\n", with: " ")
            let path = flat.replacing(" ", with: "+").filter { $0.isASCII && $0 != "#" }
            return
                "POST ORIGIN/\(path) HTTP/1.1\r\nHost: HOST\r\nX-Value: \(flat)\r\nContent-Type: text/plain\r\n"
                + "Content-Length: \(payload.utf8.count)\r\n\r\n\(payload)"
        }
        return try ExportScene(requests)
    }

    @Test func noValueBecomesAPartOfADocument() throws {
        let scene = try hostile()
        let text = try #require(try read("html", scene.file("a.html", "html")) as? String)
        for payload in Self.payloads where payload.allSatisfy({ $0.isASCII }) {
            #expect(text.contains(payload), "\(payload)")
        }
        #expect(!text.contains("\u{202E}") && !text.contains("\u{2028}"))

        let markdown = try #require(try read("markdown", scene.file("a.md", "markdown")) as? [String: Any])
        let kinds = try #require(markdown["kinds"] as? [String])
        let expected: Set = [
            "bullet_list_close", "bullet_list_open", "code_inline", "fence", "heading_close", "heading_open", "inline",
            "list_item_close",
            "list_item_open", "paragraph_close", "paragraph_open", "strong_close", "strong_open", "text",
            "text_special",
        ]
        #expect(Set(kinds).isSubset(of: expected), "\(kinds)")
        let code = try #require(markdown["code"] as? [String])
        for payload in Self.payloads where payload.allSatisfy({ $0.isASCII }) {
            #expect(code.contains { $0.contains(payload) }, "\(payload)")
        }

        let rows = try #require(try read("csv", scene.file("a.csv", "csv")) as? [[String: String]])
        #expect(rows.count == Self.payloads.count)
        _ = try read("openapi", scene.file("a.json", "openapi"))
        _ = try read("pcap", scene.file("a.pcapng", "pcap"))
        for format in ["har", "postman"] {
            _ = try JSONSerialization.jsonObject(with: scene.content("b.\(format)", format))
        }
    }

    @Test func aTableHoldsNoFormula() throws {
        let home = try PrivateHome()
        let entries = Self.payloads.map { payload in
            let value = String(decoding: (try? JSONEncoder().encode(payload)) ?? Data(), as: UTF8.self)
            return """
                {"startedDateTime": "2026-11-21T12:00:00.000Z", "time": 1, "comment": \(value), \
                "request": {"method": "GET", \
                "url": "http://a.test/", "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "queryString": [], \
                "headersSize": -1, "bodySize": 0}, "response": {"status": 200, "statusText": "x", "httpVersion": \
                "HTTP/1.1", "headers": [{"name": "Content-Type", "value": \(value)}], "cookies": [], "content": \
                {"size": 0, "mimeType": "text/html"}, "redirectURL": "", "headersSize": -1, "bodySize": 0}, \
                "cache": {}, \
                "timings": {"send": 0, "wait": 1, "receive": 0}}
                """
        }
        let har = try home.scratch.write(
            "in.har",
            #"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": ["#
                + entries.joined(separator: ",") + "]}}")
        let path = home.scratch.file("out.csv")
        let result = try home.hark("export", "--session", har, "--format", "csv", "-o", path)
        #expect(result.code == 0, result.summary)
        let rows = try #require(try read("csv", path) as? [[String: String]])
        #expect(rows.count == Self.payloads.count)
        for cell in rows.flatMap(\.values) {
            #expect(
                !cell.hasPrefix("=") && !cell.hasPrefix("+") && !cell.hasPrefix("-") && !cell.hasPrefix("@"), "\(cell)")
        }
        #expect(rows.contains { $0["type"]?.hasPrefix("'=cmd") == true })
    }
}
