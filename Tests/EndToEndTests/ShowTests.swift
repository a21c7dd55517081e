import Foundation
import TestKit
import Testing

/// `hark show` over a session, and over the HAR of the same traffic.
@Suite struct ShowTests {
    private static let body = #"{"b":1.50,"a":[1,2],"password":"hunter2"}"#

    /// A session and a HAR that have one exchange.
    private func recorded() throws -> (session: String, har: String, scratch: Scratch) {
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nSet-Cookie: sid=s3cret; Path=/\r\n"
            + "Content-Length: \(Self.body.utf8.count)\r\n\r\n" + Self.body
        let origin = try ScriptedOrigin(answering: answer)
        let scratch = try Scratch()
        let (session, har) = (scratch.file("a.hark"), scratch.file("a.har"))
        let proxy = try RunningProxy("--store", session, "--har", har)
        _ = try Tool.curl(
            "-x", proxy.url, "-H", "Authorization: Bearer abcdef123456", "-o", "/dev/null", origin.url + "/thing")
        try proxy.stop()
        return (session, har, scratch)
    }

    @Test func everyPartIsShownOfASessionAndOfAHAR() throws {
        let (session, har, scratch) = try recorded()
        defer { withExtendedLifetime(scratch) {} }
        let home = try PrivateHome()
        for path in [session, har] {
            func show(_ words: String...) throws -> String {
                let result = try home.hark(arguments: ["show", "1"] + words + ["--session", path])
                #expect(result.code == 0, "\(words): \(result.summary)")
                return result.text
            }
            let all = try show()
            #expect(all.contains("> GET http") && all.contains("< HTTP/1.1 200 OK"), "\(all)")
            #expect(all.contains("Response body · JSON") && all.contains("  \"b\": 1.50,"), "\(all)")
            #expect(all.contains("Time: "), "\(all)")
            #expect(!all.contains("hunter2") && !all.contains("s3cret") && !all.contains("abcdef123456"), "\(all)")
            #expect(try show("--show-secrets").contains("hunter2"))
            #expect(try show("--request").contains("Authorization: Bearer …"))
            #expect(try !show("--response").contains("GET "))
            #expect(try show("--response", "--head").hasPrefix("  HTTP/1.1 200 OK\n  Content-Type: application/json\n"))
            #expect(try show("--response", "--body", "--raw") == Self.body)
            #expect(try show("--response", "--body", "--hex").hasPrefix("00000000  7b 22 62 22"))
            #expect(try show("--changes").contains("+ GET /thing HTTP/1.1"))
            #expect(try show("--timing").contains("wait"))
            #expect(try show("--tls").contains("connection used TLS"))
            #expect(try show("--cookies").contains("sid"))
            #expect(try show("--caching").contains("Caching: "))
            #expect(try show("--story").contains("No redirect, preflight"))
            let entry = try home.json(home.hark(arguments: ["show", "last", "--json", "--session", path]))
            #expect(entry["_id"] as? Int == 1)
            let page = try home.hark(arguments: ["explain", "--flow", "1", "--session", path])
            #expect(page.code == 0 && page.text.contains("Request GET"), page.summary)
            let story = try home.hark(arguments: ["explain", "--session", path])
            #expect(story.code == 0 && !story.text.isEmpty, story.summary)
        }
    }

    /// Two pages of one flow say the same of it: what `show` judges is on the page of `explain`, and one time is told.
    @Test func showAndExplainSayTheSameOfAFlow() throws {
        let scratch = try Scratch()
        let session = scratch.file("tour.hark")
        let home = try PrivateHome()
        #expect(try home.hark("demo", "--store", session).code == 0)
        let rows = try home.hark("flows", "--session", session, "--columns", "id,duration").text.split(separator: "\n")
        let flows = rows.map { $0.split(separator: " ", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) } }
        #expect(flows.count > 20)
        for flow in flows {
            let (number, time) = (flow[0], flow[1])
            let shown = try home.hark("show", number, "--session", session).text
            let explained = try home.hark("explain", "--flow", number, "--session", session).text
            // Where a line breaks depends on where its sentence stands.
            let other = Self.words(explained)
            for verdict in Self.verdicts(shown) {
                // A step whose section a finding names is not told again beside it: its section is there.
                let (conclusion, section) = Self.parted(verdict)
                #expect(other.contains(conclusion), "\(number): \(verdict)")
                if let section { #expect(other.contains(section), "\(number): \(verdict)") }
            }
            #expect(!Self.verdicts(shown).isEmpty, "\(shown)")
            // The list, the first line and the verdict tell one time.
            #expect(shown.split(separator: "\n").first?.hasSuffix(" \(time)") == true, "\(time): \(shown)")
            for page in [shown, explained] {
                for line in page.split(separator: "\n") where line.hasPrefix("    Time: ") {
                    #expect(line.hasPrefix("    Time: \(time) in all"), "\(time): \(line)")
                }
            }
        }
    }

    private static func words(_ text: String) -> String {
        text.split { $0.isWhitespace }.joined(separator: " ")
    }

    /// A conclusion without its failed steps, and the section that the last of them cites.
    private static func parted(_ verdict: String) -> (conclusion: String, section: String?) {
        let words = words(verdict)
        guard let step = words.range(of: " ✗ ") else { return (words, nil) }
        let section = words.range(of: #"RFC \d+ §[\d.]+"#, options: [.regularExpression, .backwards])
        return (String(words[..<step.lowerBound]), section.map { String(words[$0]) })
    }

    /// What a page concludes and remarks, each with the lines that belong to it.
    private static func verdicts(_ page: String) -> [String] {
        var verdicts: [String] = []
        var isWithin = false
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            let indent = line.prefix { $0 == " " }.count
            let word = line.dropFirst(indent).prefix { $0 != ":" }
            let isVerdict = indent == 4 && topics.contains(String(word))
            let isRemark = indent == 4 && ["✗ ", "! ", "✓ "].contains { line.dropFirst(4).hasPrefix($0) }
            if isVerdict || isRemark {
                verdicts.append(String(line))
                isWithin = true
            } else if isWithin, indent >= 6 {
                verdicts[verdicts.count - 1] += line
            } else {
                isWithin = false
            }
        }
        return verdicts
    }

    private static let topics: Set = [
        "Body end", "URL", "Method", "Status", "Redirect", "Cookies", "Caching", "Conditions", "Ranges", "Negotiation",
        "Expectation", "Connection", "Cross-origin", "Authentication", "Content", "Compression", "In transit", "Time",
        "Outcome",
    ]

    /// Nobody is sent to a list that is empty, or told the pattern that files were looked for with.
    @Test func withoutASessionItIsSaidWhatKeepsOne() throws {
        let answer = try PrivateHome().hark("show", "1")
        #expect(answer.code == 66 && answer.diagnostics.contains("there is no session in "), answer.summary)
        #expect(!answer.diagnostics.contains("*") && !answer.diagnostics.contains("hark sessions"), answer.summary)
    }

    /// A healthy server's clock is right.
    private static var now: String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "UTC")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: Date())
    }

    /// Nothing is said twice, and all of it is seen at a glance, however large the body is.
    @Test func aHealthyExchangeFitsOnTwoScreens() throws {
        let line = String(repeating: "x", count: 100_000)
        for body in [String(repeating: "{\"a\":1}\n", count: 2000), line, "short"] {
            let origin = try ScriptedOrigin(
                answering: "HTTP/1.1 200 OK\r\nDate: \(Self.now)\r\nContent-Type: text/plain; charset=utf-8\r\n"
                    + "Cache-Control: max-age=60\r\nETag: \"1\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
            let scratch = try Scratch()
            let home = try PrivateHome()
            let proxy = try RunningProxy("--store", scratch.file("a.hark"))
            _ = try Tool.curl("-x", proxy.url, "-o", "/dev/null", origin.url + "/thing")
            try proxy.stop()
            let page = try home.hark("show", "1", "--session", scratch.file("a.hark")).text
            let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count <= 48, "\(lines.count): \(page)")
            #expect(lines.allSatisfy { $0.count < 2000 })
            #expect(!page.contains("\n\n\n") && !page.contains("Timing ─"), "\(page)")
            let headings = lines.indices.filter { lines[$0].hasSuffix("──") }
            #expect(headings.allSatisfy { $0 == 0 || lines[$0 - 1].isEmpty }, "\(page)")
            #expect(body == "short" || page.contains("--body shows"), "\(page)")
        }
    }

    /// The cookies of an exchange are told one by one, and once.
    @Test func cookiesAreToldOnce() throws {
        let (session, _, scratch) = try recorded()
        defer { withExtendedLifetime(scratch) {} }
        let page = try PrivateHome().hark("show", "1", "--cookies", "--session", session).text
        #expect(page.components(separatedBy: "“sid” is stored").count == 2, "\(page)")
        #expect(!page.contains("In this session"), "\(page)")
    }

    @Test func whatIsNotThereIsSaid() throws {
        let (session, _, scratch) = try recorded()
        defer { withExtendedLifetime(scratch) {} }
        let home = try PrivateHome()
        func hark(_ words: String...) throws -> Tool.Result {
            try home.hark(arguments: words + ["--session", session])
        }
        let missing = try hark("show", "1", "7", "9")
        #expect(
            missing.code == 1 && missing.text.isEmpty && missing.diagnostics.contains("no flow matches 7, 9"),
            missing.summary)
        #expect(try hark("show").code == 64)
        #expect(try hark("show", "x").code == 64)
        #expect(try hark("show", "1", "--raw", "--hex").code == 64)
        #expect(try hark("show", "1", "--json", "--body").code == 64)
        #expect(try hark("explain", "--flow", "7").code == 1)
        #expect(try hark("explain", "--flow", "1", "--entry", "2").code == 64)
    }

    /// The system's tables are at hand where bodies are shown; `--raw` stays what was on the wire.
    @Test func aBodyIsReadInItsCharset() throws {
        let home = try PrivateHome()
        let body: [UInt8] = [0x93, 0xFA, 0x96, 0x7B, 0x8C, 0xEA, 0x81]
        var raw = Array("GET /a HTTP/1.1\r\nHost: a.test\r\n\r\nHTTP/1.1 200 OK\r\n".utf8)
        raw += Array("Content-Type: text/plain; charset=Shift_JIS\r\nContent-Length: 7\r\n\r\n".utf8) + body
        let file = try home.scratch.write("raw.http", raw)
        #expect(try home.hark("import", file).code == 0)
        let shown = try home.hark("show", "1", "--response", "--body")
        #expect(shown.text.contains("日本語\u{FFFD}") && shown.text.contains("Shift_JIS"), shown.summary)
        #expect(!shown.text.contains("\\x93"), shown.summary)
        #expect(try home.hark("show", "1", "--response", "--body", "--raw").output == body)
        for words in [["explain", "--flow", "1"], ["export", "", "--format", "html"]] {
            let page = try home.hark(arguments: words)
            #expect(page.text.contains("日本語") && page.text.contains("Decoded as Shift_JIS."), page.summary)
            #expect(!page.text.contains("\\x93") && !page.text.contains("not text"), page.summary)
        }
    }

    /// Without a terminal nothing is paged, whatever is set.
    @Test func aPipeHasNoPager() throws {
        let (session, _, scratch) = try recorded()
        defer { withExtendedLifetime(scratch) {} }
        let result = try Tool.run(
            Tool.hark(), ["show", "1", "--response", "--body", "--raw", "--session", session],
            environment: ["HARK_PAGER": "tr a-z A-Z", "PAGER": "tr a-z A-Z"], seconds: 60)
        #expect(result.text == Self.body, result.summary)
    }
}
