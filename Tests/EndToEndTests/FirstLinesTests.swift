import Foundation
import TestKit
import Testing

/// The lines that the empty page gives to paste: run as they are, they bring what answers the five questions.
@Suite struct FirstLinesTests {
    /// What the lines brought: a HAR, and whose it is.
    private struct Brought {
        let home: PrivateHome
        let har: String
        /// `/chunked 200`, in the order of the entries.
        let exchanges: [String]

        /// What `hark explain` says of one exchange on one topic, its words parted by one space.
        func answer(_ number: Int, _ topic: String) throws -> String {
            let result = try home.hark("explain", har, "--entry", "#\(number)", "--only", topic)
            #expect(result.code == 0, result.summary)
            return result.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    private static func paste() throws -> Brought {
        let home = try PrivateHome()
        let har = home.scratch.file("first.har")
        let proxy = try RunningProxy(
            arguments: ["--page=127.0.0.1:0", "--har", har],
            environment: ["XDG_DATA_HOME": home.scratch.file("data")], keepsSession: true)
        let page = try PageTests.PageAddress(proxy.page)
        let info = try home.json(page.ask("/api/session", #"{"key": "\#(page.key)"}"#))
        let lines = try #require(info["start"] as? [String])
        #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("curl -x \(proxy.url) ") })
        for line in lines {
            let result = try Tool.run(Tool.find("sh"), ["-c", line], seconds: 60)
            // 18: a transfer that was cut.
            #expect(result.code == (line.contains("how=cut") ? 18 : 0), result.summary)
        }
        try proxy.stop()
        let content = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: har)))
        let log = try #require((content as? [String: Any])?["log"] as? [String: Any])
        let exchanges = try #require(log["entries"] as? [[String: Any]]).map { entry in
            let url = (entry["request"] as? [String: Any])?["url"] as? String ?? ""
            let status = (entry["response"] as? [String: Any])?["status"] as? Int ?? 0
            return url.replacing("http://demo.hark.test", with: "") + " \(status)"
        }
        return Brought(home: home, har: har, exchanges: exchanges)
    }

    @Test func theyBringWhatAnswersTheFiveQuestions() throws {
        let brought = try Self.paste()
        let flaky = "/flaky?how=cut 200"
        #expect(
            brought.exchanges == ["/cache/both 304", "/chunked 200", "/cookies?set=__Host-a 200", flaky, flaky, flaky])
        guard brought.exchanges.count == 6 else { return }

        let condition = try brought.answer(1, "conditional")
        #expect(
            condition.contains(
                "If-Modified-Since: Thu, 01 Jan 2026 00:00:00 GMT requires that the resource has changed"))
        #expect(condition.contains("the client has the current version: 304 without a body is correct"))

        let end = try brought.answer(2, "framing")
        #expect(end.contains("Body end: The last chunk (size 0)"))

        let cookie = try brought.answer(3, "cookies")
        #expect(cookie.contains("“__Host-a” is not stored. A name with the prefix __Host- requires Secure and Path=/"))

        // One of three in a row, whichever the site's count says.
        let outcomes = try (4...6).map { try brought.answer($0, "outcome") }
        let closed = "The server closed the connection before its response was complete."
        #expect(outcomes.filter { $0.contains(closed) }.count == 1)

        for number in 1...6 {
            let changes = try brought.answer(number, "changes")
            #expect(
                changes.contains("Proxy-Connection: Keep-Alive was removed. This field is only for this connection"))
            #expect(!changes.contains("Host: demo.hark.test was removed"))
        }
    }
}
