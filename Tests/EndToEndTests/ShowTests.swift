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
            #expect(all.contains("Timing"), "\(all)")
            #expect(!all.contains("hunter2") && !all.contains("s3cret") && !all.contains("abcdef123456"), "\(all)")
            #expect(try show("--show-secrets").contains("hunter2"))
            #expect(try show("--request").contains("Authorization: Bearer …"))
            #expect(try !show("--response").contains("GET "))
            #expect(try show("--response", "--head").hasPrefix("  HTTP/1.1 200 OK\n  Content-Type: application/json\n"))
            #expect(try show("--response", "--body", "--raw") == Self.body)
            #expect(try show("--response", "--body", "--hex").hasPrefix("00000000  7b 22 62 22"))
            #expect(try show("--changes").contains("+ GET /thing HTTP/1.1"))
            #expect(try show("--timing").contains("wait"))
            #expect(try show("--tls").contains("There was no TLS"))
            #expect(try show("--cookies").contains("sid"))
            #expect(try show("--caching").contains("A cache filled by the entries before"))
            #expect(try show("--story").contains("It stands alone"))
            let entry = try home.json(home.hark(arguments: ["show", "last", "--json", "--session", path]))
            #expect(entry["_id"] as? Int == 1)
            let page = try home.hark(arguments: ["explain", "--flow", "1", "--session", path])
            #expect(page.code == 0 && page.text.contains("Request GET"), page.summary)
            let story = try home.hark(arguments: ["explain", "--session", path])
            #expect(story.code == 0 && !story.text.isEmpty, story.summary)
        }
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
            missing.code == 66 && missing.text.isEmpty && missing.diagnostics.contains("no flow 7, 9"), missing.summary)
        #expect(try hark("show").code == 64)
        #expect(try hark("show", "x").code == 64)
        #expect(try hark("show", "1", "--raw", "--hex").code == 64)
        #expect(try hark("show", "1", "--json", "--body").code == 64)
        #expect(try hark("explain", "--flow", "7").code == 66)
        #expect(try hark("explain", "--flow", "1", "--entry", "2").code == 64)
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
