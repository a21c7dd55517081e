import Foundation
import TestKit
import Testing

/// `hark explain`, the real command.
@Suite struct ExplainTests {
    private let home: PrivateHome
    private let scratch: Scratch

    private static let request = "GET /a?q=1 HTTP/1.1\r\nHost: example.com\r\nCookie: sid=1\r\n\r\n"
    private static let response =
        "HTTP/1.1 200 OK\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nCache-Control: max-age=60\r\n"
        + "Set-Cookie: id=2; Path=/; HttpOnly\r\nContent-Length: 5\r\n\r\nhello"

    init() throws {
        home = try PrivateHome()
        scratch = home.scratch
    }

    private func explain(_ arguments: String..., input: String = "/dev/null") throws -> Tool.Result {
        try home.hark(arguments: ["explain"] + arguments, input: input)
    }

    private func json(_ arguments: String..., input: String = "/dev/null") throws -> [String: Any] {
        let result = try home.hark(arguments: ["explain", "--json"] + arguments, input: input)
        #expect(result.code == 0 && result.diagnostics.isEmpty, result.summary)
        return try home.json(result)
    }

    // MARK: JSON

    /// Checks the members of a span and of all below it; gives the bytes that its leaves cover.
    private func walk(_ span: [String: Any], from position: Int) throws -> Int {
        #expect(Set(span.keys) == ["offset", "length", "rule", "spec", "text", "malformed", "children"])
        let (offset, length) = (try #require(span["offset"] as? Int), try #require(span["length"] as? Int))
        #expect(offset == position)
        let children = try #require(span["children"] as? [[String: Any]])
        var end = offset
        for child in children { end = try walk(child, from: end) }
        if !children.isEmpty { #expect(end == offset + length, "the children tile the span") }
        return offset + length
    }

    /// The object is as the contract says, and its spans name every byte of an input of this size.
    private func check(_ object: [String: Any], covers count: Int) throws {
        #expect(Set(object.keys) == ["messages", "rest"])
        var position = 0
        for message in try #require(object["messages"] as? [[String: Any]]) {
            #expect(
                Set(message.keys) == ["kind", "offset", "length", "spans", "framing", "notes", "reasoning"])
            #expect(message["offset"] as? Int == position)
            let start = position
            for span in try #require(message["spans"] as? [[String: Any]]) { position = try walk(span, from: position) }
            #expect(message["length"] as? Int == position - start)
            if let framing = message["framing"] as? [String: Any] {
                #expect(Set(framing.keys) == ["kind", "rule", "steps"])
                for step in try #require(framing["steps"] as? [[String: Any]]) {
                    #expect(Set(step.keys) == ["rule", "held", "text"])
                }
            }
            for note in try #require(message["notes"] as? [[String: Any]]) {
                #expect(Set(note.keys) == ["code", "level", "offset", "length", "summary", "text", "spec"])
                let end = try #require(note["offset"] as? Int) + (note["length"] as? Int ?? 0)
                #expect(end <= count)
            }
            for (_, reasoning) in try #require(message["reasoning"] as? [String: [String: Any]]) {
                #expect(Set(reasoning.keys) == ["conclusion", "steps"])
                for step in try #require(reasoning["steps"] as? [[String: Any]]) {
                    #expect(Set(step.keys) == ["rule", "held", "text", "spec"])
                }
            }
        }
        let rest = try #require(object["rest"] as? [String: Int])
        #expect(rest["offset"] == position && position + (rest["length"] ?? 0) == count)
    }

    private func kinds(_ object: [String: Any]) -> [String] {
        (object["messages"] as? [[String: Any]])?.compactMap { $0["kind"] as? String } ?? []
    }

    @Test func aRequestAndItsResponseAreExplained() throws {
        let text = Self.request + Self.response
        let object = try json(scratch.write("pair", text))
        try check(object, covers: text.utf8.count)
        #expect(kinds(object) == ["request", "response"])
        let messages = try #require(object["messages"] as? [[String: Any]])
        let framing = try #require(messages[1]["framing"] as? [String: Any])
        #expect(framing["kind"] as? String == "length" && framing["rule"] as? Int == 6)
        let reasoning = try #require(messages[1]["reasoning"] as? [String: Any])
        #expect(reasoning["caching"] != nil && reasoning["cookies"] != nil)
    }

    @Test func standardInputIsTheSameFile() throws {
        let path = try scratch.write("request", Self.request)
        #expect(try explain("--json", "-", input: path).output == explain("--json", path).output)
        #expect(try explain(input: path).output == explain(path).output)
    }

    @Test func anyBytesAreExplained() throws {
        var generator = SeededGenerator(seed: 7)
        for size in [1, 30, 3000] {
            let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let path = try scratch.write("junk", bytes)
            try check(json("--as", "raw", path), covers: size)
            #expect(try explain("--as", "raw", path).code == 0)
        }
        let empty = try scratch.write("empty", "")
        let nothing = try explain(empty)
        #expect(nothing.text.isEmpty && nothing.code == 65, nothing.summary)
        #expect(nothing.diagnostics.contains("the input has no message"), nothing.summary)
        for session in [empty, try scratch.write("none.har", #"{"log": {"version": "1.2", "entries": []}}"#)] {
            let story = try explain("--session", session)
            #expect(story.code == 65 && story.output.isEmpty, story.summary)
        }
    }

    @Test func whatAClientSentInHTTP2IsToldFromItsPreface() throws {
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
        // RFC 7541 C.4.1
        let block: [UInt8] = [
            0x82, 0x86, 0x84, 0x41, 0x8C, 0xF1, 0xE3, 0xC2, 0xE5, 0xF2, 0x3A, 0x6B, 0xA0, 0xAB, 0x90, 0xF4, 0xFF,
        ]
        let input = preface + [0, 0, 0, 4, 0, 0, 0, 0, 0] + [0, 0, 17, 1, 5, 0, 0, 0, 1] + block
        let path = try scratch.write("client.bin", input)
        let page = try explain(path)
        #expect(page.code == 0 && page.text.contains("HEADERS · stream 1"), page.summary)
        #expect(page.text.contains(":authority: www.example.com\n    14 bytes (Huffman): sent as text"))
        #expect(try explain("--bytes", path).text.contains("string-length"))
        let object = try json(path)
        #expect(object["protocol"] as? String == "h2" && object["side"] as? String == "client")
        let frames = try #require(object["frames"] as? [[String: Any]])
        #expect(frames.compactMap { $0["name"] as? String } == ["Preface", "SETTINGS", "HEADERS"])
        let fields = try #require(frames[2]["fields"] as? [[String: Any]])
        #expect(fields.compactMap { $0["form"] as? String } == ["indexed", "indexed", "indexed", "incremental"])
        // A server's bytes have no preface.
        let answer = try scratch.write("server.bin", [0, 0, 1, 1, 5, 0, 0, 0, 1, 0x88])
        #expect(try explain("--as", "h2-server", answer).text.contains(":status: 200"))
        for options in [["--only", "cookies"], ["--entry", "1"], ["--what-if", "a: b"]] {
            #expect(try home.hark(arguments: ["explain"] + options + [path]).code == 64, "\(options)")
        }
    }

    @Test func whatIsLeftOverIsTheRest() throws {
        let text = "HTTP/1.1 204 No Content\r\n\r\n?!"
        try check(json(scratch.write("rest", text)), covers: text.utf8.count)
    }

    @Test func theMethodThatIsAnsweredMatters() throws {
        let path = try scratch.write("head", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
        let object = try json("--to-method", "HEAD", path)
        let framing = (object["messages"] as? [[String: Any]])?.first?["framing"] as? [String: Any]
        #expect(framing?["kind"] as? String == "none" && framing?["rule"] as? Int == 1)
    }

    @Test func onlyATopicIsReasonedAbout() throws {
        let path = try scratch.write("pair", Self.request + Self.response)
        let messages = try #require(json("--only", "cookies", path)["messages"] as? [[String: Any]])
        #expect((messages[1]["reasoning"] as? [String: Any])?.keys.sorted() == ["cookies"])
        let page = try explain("--only", "cookies", path).text
        #expect(page.contains("Cookies:") && !page.contains("Caching:"))
    }

    // MARK: Pages

    @Test func everyLineIsOnThePageAndEveryByteOnTheOther() throws {
        let path = try scratch.write("pair", Self.request + Self.response)
        let page = try explain(path).text
        for line in ["GET /a?q=1 HTTP/1.1", "Host: example.com", "HTTP/1.1 200 OK", "Cache-Control: max-age=60"] {
            #expect(page.contains("  \(line)\n"), "\(line)")
        }
        #expect(!page.utf8.contains(0x1B))
        let bytes = try explain("--bytes", path).text
        #expect(bytes.contains("   0  47 45 54                GET       method "))
        #expect(bytes.contains("68 65 6c 6c 6f          hello"))
    }

    @Test func aChangedLineChangesVerdicts() throws {
        let path = try scratch.write("pair", Self.request + Self.response)
        let page = try explain("--what-if", "Cache-Control: no-store", path)
        #expect(
            page.code == 0 && page.text.contains("    + No cache stores it: the response has no-store.\n"), page.summary
        )
        let object = try json("--without", "Cookie", path)
        #expect(Set(object.keys) == ["before", "after", "changed"])
        #expect((object["changed"] as? [String])?.contains("cookies") == true)
        let after = try #require(object["after"] as? [String: Any])
        try check(after, covers: (Self.request + Self.response).utf8.count - "Cookie: sid=1\r\n".utf8.count)
        #expect(try explain("--without", "X-Nothing", path).code == 65)
        // Several at once: what goes goes first.
        let both = try explain(
            "--without", "Cookie", "--what-if", "Cache-Control: no-store", "--what-if", "X-New: 1", path)
        #expect(both.code == 0, both.summary)
        #expect(both.text.contains("without Cookie. The response with"), both.summary)
        #expect(both.text.contains("    + No cache stores it: the response has no-store.\n"), both.summary)
    }

    // MARK: Recordings

    @Test func aRecordedTourIsExplainedEntryByEntry() throws {
        let (har, log) = (scratch.file("tour.har"), scratch.file("tour.log"))
        let demo = try home.hark("demo", "--har", har, "--log", log)
        #expect(demo.code == 0, demo.summary)
        let list = try explain(har)
        #expect(list.code == 0 && list.text.contains("#1 GET http://demo.hark.test/"), list.summary)
        for (form, file) in [("har", har), ("log", log)] {
            let object = try json("--as", form, "--entry", "7", file)
            #expect(kinds(object) == ["request", "response"])
            let rest = try #require(object["rest"] as? [String: Int])
            try check(object, covers: #require(rest["offset"]))
            let page = try explain("--entry", "7", file)
            #expect(page.code == 0 && page.text.contains("In this session ─"), page.summary)
        }
        #expect(try explain("--entry", "7", har).output == explain("--entry", "7", log).output)
        #expect(try explain("--json", har).code == 64)
        #expect(try explain("--entry", "9999", har).code == 64)
        try checkSession(har)
    }

    private func checkSession(_ har: String) throws {
        let page = try explain("--session", har)
        #expect(page.code == 0 && page.text.contains("#2 → #3 → #4 → #5 → #6"), page.summary)
        let object = try json("--session", har)
        #expect(Set(object.keys) == ["cookies", "cache", "redirects"])
        let cookies = try #require(object["cookies"] as? [[String: Any]])
        let cache = try #require(object["cache"] as? [[String: Any]])
        #expect(cookies.count == cache.count && cookies.indices.allSatisfy { cookies[$0]["entry"] as? Int == $0 })
        for entry in cookies {
            #expect(Set(entry.keys) == ["entry", "set", "sent", "jar"])
            for set in try #require(entry["set"] as? [[String: Any]]) {
                #expect(Set(set.keys) == ["name", "stored", "step", "attributes"])
                #expect(set["attributes"] is [String: Any])
            }
            for sent in try #require(entry["sent"] as? [[String: Any]]) {
                #expect(Set(sent.keys) == ["name", "sent", "expected", "step"])
            }
        }
        #expect(cookies.contains { ($0["set"] as? [Any])?.isEmpty == false })
        #expect(cookies.contains { ($0["jar"] as? [String])?.isEmpty == false })
        for entry in cache {
            #expect(Set(entry.keys) == ["entry", "private", "shared"])
            let side = try #require(entry["private"] as? [String: Any])
            #expect(Set(side.keys) == ["stored", "reason", "served", "lifetime", "age", "steps"])
        }
        #expect(cache.contains { ($0["private"] as? [String: Any])?["served"] as? String == "validated" })
        let redirects = try #require(object["redirects"] as? [[String: Any]])
        #expect(redirects.contains { $0["entries"] as? [Int] == [1, 2, 3, 4, 5] })
        #expect(redirects.allSatisfy { Set($0.keys) == ["entries", "story"] })
    }

    @Test func aDamagedRecordingIsExplainedAsFarAsItGoes() throws {
        let whole =
            #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"#
            + #""entries":[{"startedDateTime":"2024-01-01T00:00:00Z","time":1,"request":{"method":"GET","#
            + #""url":"http://h/","httpVersion":"HTTP/1.1","headers":[{"name":"Host","value":"h"}],"#
            + #""cookies":[],"queryString":[],"headersSize":-1,"bodySize":0},"response":{"status":204,"#
            + #""statusText":"No Content","httpVersion":"HTTP/1.1","headers":[],"cookies":[],"#
            + #""content":{"size":0,"mimeType":""},"redirectURL":"","headersSize":-1,"bodySize":0},"cache":{},"#
            + #""timings":{"send":0,"wait":1,"receive":0}},{"startedDa"#
        let path = try scratch.write("torn.har", whole)
        let result = try explain("--json", "--entry", "0", path)
        #expect(result.code == 0, result.summary)
        #expect(result.diagnostics.contains("torn.har") && result.diagnostics.contains("byte"), result.summary)
        #expect(kinds(try home.json(result)) == ["request", "response"])
    }

    @Test func whatCurlPrintsIsUnderstood() throws {
        let path = try scratch.write(
            "curl",
            """
            *   Trying 192.0.2.1:80...
            > GET /a HTTP/1.1
            > Host: example.com
            >\u{20}
            < HTTP/1.1 301 Moved Permanently
            < Location: /b
            < Content-Length: 0
            <\u{20}
            * Connection #0 to host example.com left intact
            > GET /b HTTP/1.1
            > Host: example.com
            >\u{20}
            < HTTP/1.1 204 No Content
            <\u{20}

            """)
        let object = try json(path)
        #expect(kinds(object) == ["request", "response", "request", "response"])
        try check(object, covers: #require((object["rest"] as? [String: Int])?["offset"]))
    }

    // MARK: Dictionary and mistakes

    @Test(arguments: [
        (["status", "425"], "Too Early"), (["header", "vary"], "RFC 9110 §12.5.5"),
        (["field", "Age"], "RFC 9111 §5.1"),
        (["method", "PUT"], "idempotent  yes"), (["header", "Cache-Control: max-age=60"], "60"),
    ])
    func wordsAreLookedUp(words: [String], answer: String) throws {
        let result = try home.hark(arguments: ["explain"] + words)
        #expect(result.code == 0 && result.text.contains(answer), result.summary)
        let object = try home.json(home.hark(arguments: ["explain", "--json"] + words))
        #expect(object["spec"] is String)
    }

    /// Each kind of name, and names whose kind is not said.
    @Test(arguments: [
        (["directive", "no-cache"], "no-store"), (["scheme", "basic"], "base64"), (["coding", "br"], "Brotli"),
        (["cookie-attribute", "SameSite"], "other sites"), (["relation", "preload"], "load the target"),
        (["setting", "4"], "INITIAL_WINDOW_SIZE"), (["alert", "40"], "handshake_failure"),
        (["close-code", "1006"], "without a close frame"), (["must-revalidate"], "504"), (["PROPFIND"], "WebDAV"),
        (["--list", "alert"], "48 unknown_ca"), (["status", "999"], "treats it as"),
    ])
    func everyKindOfNameIsLookedUp(words: [String], answer: String) throws {
        let result = try home.hark(arguments: ["explain"] + words)
        #expect(result.text.contains(answer) && result.diagnostics.isEmpty, result.summary)
        #expect(result.code == (words == ["status", "999"] ? 1 : 0), result.summary)
        // A code outside of the five classes is treated as a 5xx (RFC 9110 §15), never as a 600.
        #expect(!result.text.contains("600"), result.summary)
    }

    @Test func aValueThatWasGivenIsTakenApartForProgramsToo() throws {
        let result = try home.hark(arguments: ["explain", "--json", "header", "Cache-Control: max-age=60"])
        let object = try home.json(result)
        #expect(object["value"] as? String == "max-age=60")
        let parts = try #require(object["parts"] as? [[String: Any]])
        #expect(parts.contains { ($0["text"] as? String)?.contains("60") == true }, result.summary)
        #expect(try home.json(home.hark(arguments: ["explain", "--json", "header", "Vary"]))["value"] == nil)
    }

    @Test func theNearestNamesAreOffered() throws {
        let result = try home.hark(arguments: ["explain", "Cache-Controll"])
        #expect(result.code == 1 && result.text.contains("header Cache-Control"), result.summary)
        let kind = try home.hark(arguments: ["explain", "--list", "weather"])
        #expect(kind.code == 64 && kind.diagnostics.contains("close-code"), kind.summary)
    }

    @Test(arguments: [["status", "799"], ["header", "X-Not-There"], ["method", "FETCH"]])
    func whatIsNotInTheDictionaryIs1(words: [String]) throws {
        let result = try home.hark(arguments: ["explain"] + words)
        #expect(result.code == 1 && result.text.contains("Hark's dictionary"), result.summary)
    }

    @Test(arguments: [
        ["status"], ["status", "two"], ["a", "b"], ["--as", "xml", "f"], ["--only", "weather", "f"],
        ["--request", "--response", "f"], ["--entry", "-1", "f"], ["--what-if", "no colon", "f"],
        ["--without", "", "f"], ["--session", "f", "g"], ["--session", "f", "--bytes"],
        ["--url", "ftp://h/", "f"], ["--to-method", "", "f"],
    ])
    func mistakesAre64(arguments: [String]) throws {
        let result = try home.hark(arguments: ["explain"] + arguments)
        #expect(result.code == 64 && result.output.isEmpty && !result.diagnostics.isEmpty, result.summary)
    }

    @Test func aFileThatIsNotThereIs66() throws {
        for path in [scratch.file("nothing"), scratch.path] {
            let result = try explain(path)
            #expect(result.code == 66 && result.diagnostics.contains(path), result.summary)
        }
    }
}
