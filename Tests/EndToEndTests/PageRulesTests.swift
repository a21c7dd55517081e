import Foundation
import TestKit
import Testing

/// Rules and held messages as a script has them by the API of a running proxy, and real programs at both ends.
@Suite struct PageRulesTests {
    private struct Running {
        let proxy: RunningProxy
        let page: PageTests.PageAddress
        let token: String

        init(_ arguments: String...) throws {
            proxy = try RunningProxy(arguments: ["--page=127.0.0.1:0"] + arguments)
            page = try PageTests.PageAddress(proxy.page)
            token = try page.token()
        }

        func ask(_ path: String, _ body: String? = nil, method: String? = nil) throws -> String {
            var arguments = ["-q", "-sS", "--max-time", "60", "--noproxy", "*", "-H", "Authorization: Bearer \(token)"]
            if let method { arguments += ["-X", method] }
            if let body { arguments += ["-d", body] }
            return try Tool.run(Tool.find("curl"), arguments + [page.base + path]).text
        }

        /// A curl that waits meanwhile.
        func curl(_ arguments: String..., into output: String) throws -> Child {
            try Child(
                Tool.find("curl"), ["-q", "-sS", "--max-time", "60", "-x", proxy.url] + arguments, output: output,
                diagnostics: output + ".errors")
        }

        func put(_ body: String) throws -> String { try ask("/api/rules", body, method: "PUT") }
    }

    @Test func aRuleOfThePageHoldsARequestOfCurlWhichGoesOnAsEdited() throws {
        let origin = try RecordingOrigin()
        let running = try Running()
        #expect(try running.ask("/api/held") == #"{"held":[]}"#)
        let made = try running.put(#"{"revision": 1, "text": "look: when method = DELETE do break request\n"}"#)
        #expect(made.contains(#""words":"When the method is DELETE: holds the request until you decide.""#), "\(made)")
        let scratch = try Scratch()
        let curl = try running.curl("-X", "DELETE", "-H", "X: 1", origin.url + "/a", into: scratch.file("output"))
        try eventually("it is held") { try running.ask("/api/held").contains("DELETE") }
        let held = try running.ask("/api/held/1")
        #expect(
            held.contains(#""rule":"look""#) && held.contains(#"X: 1\r\n"#) && held.contains(#""serverWaits":null"#))

        // What is no message is refused with its place, and the message waits on.
        let refused = try running.ask("/api/held/1", #"{"verdict": "edit", "text": "PUT /b HTTP/1.1\nno colon\n"}"#)
        #expect(refused.contains(#""line":2,"column":1"#), "\(refused)")
        #expect(try running.ask("/api/held").contains("DELETE"))

        let text = "PUT /b HTTP/1.1\\nHost: \(origin.host)\\nX: 2\\n"
        #expect(try running.ask("/api/held/1", #"{"verdict": "edit", "text": "\#(text)"}"#) == #"{"decided":1}"#)
        let sent = String(decoding: try origin.next(), as: UTF8.self)
        #expect(sent.hasPrefix("PUT /b HTTP/1.1\r\n") && sent.contains("X: 2\r\n") && !sent.contains("X: 1"))
        #expect(try curl.wait(seconds: 60) == .exited(0))
        #expect(try running.ask("/api/held/1", #"{"verdict": "send"}"#).contains(#""code":"held""#))

        // The message says which rule touched it, and the rule which messages.
        try eventually("the rule leads to its messages") {
            try running.ask("/api/views", #"{"filter": "rule contains \"look (page:1)\""}"#).contains(#""matched":1"#)
        }
        try eventually("it is counted") { try running.ask("/api/rules").contains(#""hits":1"#) }
        try running.proxy.stop()
    }

    @Test func anEditedStatusReachesTheClient() throws {
        let origin = try RecordingOrigin()
        let running = try Running("--rule", "when path = /a do break response")
        let scratch = try Scratch()
        let curl = try running.curl("-i", origin.url + "/a", into: scratch.file("output"))
        try eventually("it is held") { try running.ask("/api/held").contains(#""message":"response""#) }
        let text = try running.ask("/api/held/1").firstMatch(of: /"text":"HTTP\/1\.1 200[^\\]*([^"]+)"/)?.1 ?? ""
        let edited = "HTTP/1.1 503 Busy\(text)"
        #expect(
            try running.ask("/api/held/1", #"{"verdict": "edit", "text": "\#(edited)"}"#) == #"{"decided":1}"#)
        #expect(try curl.wait(seconds: 60) == .exited(0))
        let output = try String(contentsOfFile: scratch.file("output"), encoding: .utf8)
        #expect(output.hasPrefix("HTTP/1.1 503 Busy\r\n"), "\(output)")
        try running.proxy.stop()
    }

    @Test func manyAreAnsweredAtOnceByAFilter() throws {
        let running = try Running("--rule", "do break request")
        let clients = try (0..<3).map { number in
            let client = try running.proxy.connect()
            try client.send("GET http://x.example/\(number) HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n")
            return client
        }
        try eventually("they are held") { try running.ask("/api/held").matches(of: /"flow":/).count == 3 }
        let some = #"{"filter": "path = /1", "verdict": "respond", "answer": "503 text \"busy\""}"#
        #expect(try running.ask("/api/held", some) == #"{"decided":1}"#)
        #expect(try clients[1].receiveToEnd().text.hasSuffix("busy"))
        #expect(try running.ask("/api/held", #"{"filter": "", "verdict": "drop"}"#) == #"{"decided":2}"#)
        #expect(try clients[0].receiveToEnd().text.isEmpty)
        #expect(try clients[2].receiveToEnd().text.isEmpty)
        try running.proxy.stop()
    }

    /// Who looks at the page sees what the terminal says.
    @Test func aMistakeInAFileThatIsReadAgainIsToldThere() throws {
        let scratch = try Scratch()
        let running = try Running("--rules", try scratch.write("debug.rules", "a: do respond 201\n"))
        #expect(try running.ask("/api/rules").contains(#""fault":null"#))
        _ = try scratch.write("debug.rules", "a: do respnd 202\n")
        var told = ""
        try eventually("the mistake is told") {
            told = try running.ask("/api/rules")
            return !told.contains(#""fault":null"#)
        }
        #expect(told.contains("Unknown action 'respnd'") && told.contains(#""line":1,"column":7"#), "\(told)")
        #expect(told.contains(#""text":"do respond 201""#), "the rules before it hold: \(told)")
        _ = try scratch.write("debug.rules", "a: do respond 203\n")
        try eventually("it is forgotten") { try running.ask("/api/rules").contains(#""fault":null"#) }
        try running.proxy.stop()
    }

    @Test func aFileIsEditedInPlaceAndAFaultyTextLeavesItAlone() throws {
        let scratch = try Scratch()
        let file = try scratch.write("debug.rules", "a: do respond 201\n")
        let origin = try RecordingOrigin()
        let running = try Running("--rules", file)
        func status() throws -> String {
            try Tool.curl("-x", running.proxy.url, "-o", "/dev/null", "-w", "%{http_code}", origin.url + "/").text
        }
        #expect(try status() == "201")
        let refused = try running.put(#"{"revision": 1, "source": "\#(file)", "text": "a: do respond 2000\n"}"#)
        #expect(refused.contains(#""code":"rules""#) && refused.contains(#""line":1,"column":15"#), "\(refused)")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "a: do respond 201\n")
        let other = try running.put(#"{"revision": 1, "source": "/etc/passwd", "text": "a: do respond 202\n"}"#)
        #expect(other.contains(#""code":"rules""#), "\(other)")
        #expect(try status() == "201")
        _ = try running.put(#"{"revision": 1, "source": "\#(file)", "text": "a: do respond 202\n"}"#)
        #expect(try status() == "202")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "a: do respond 202\n")
        // What is made on the page comes before files, and is switched off without a trace in them.
        _ = try running.put(#"{"revision": 2, "text": "b: do respond 203\n"}"#)
        #expect(try status() == "203")
        _ = try running.put(#"{"revision": 3, "off": ["a", "b"]}"#)
        #expect(try status() == "200")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "a: do respond 202\n")
        try running.proxy.stop()
    }
}
