import Foundation
import TestKit
import Testing

/// From a captured exchange to a rule in one line of a shell.
@Suite struct RuleMakingTests {
    /// A recording of one exchange with an origin that is gone by now.
    private static func recorded(_ scratch: Scratch) throws -> (har: String, url: String) {
        let origin = try RecordingOrigin(
            answering: Array(
                ("HTTP/1.1 201 Made\r\nContent-Type: text/plain\r\nContent-Length: 8\r\nConnection: close\r\n\r\n"
                    + "\"one\"\ttw").utf8))
        let har = scratch.file("seen.har")
        let proxy = try RunningProxy("--har", har)
        let seen = try Tool.curl("-s", "-x", proxy.url, origin.url + "/a?x='1'")
        #expect(seen.text == "\"one\"\ttw", seen.summary)
        try proxy.stop()
        return (har, origin.url)
    }

    @Test func whatIsAppendedToAFileAnswersWhatWasSeen() throws {
        let scratch = try Scratch()
        let (har, url) = try Self.recorded(scratch)
        let made = try Tool.run(Tool.hark(), ["rules", "make", "1", "--answer", "--hold", "--session", har])
        #expect(made.code == 0, made.summary)
        let lines = made.text.split(separator: "\n").map(String.init)
        #expect(lines.map { $0.prefix { $0 != ":" } } == ["answer-1", "hold-1"], made.summary)
        let rules = try scratch.write(
            "debug.rules", "mine: when path = /b do respond 204\n" + (lines.first ?? "") + "\n")
        let proxy = try RunningProxy("--rules", rules)
        let again = try Tool.curl("-s", "-w", "%{http_code} %{content_type}", "-x", proxy.url, url + "/a?x='1'")
        #expect(again.text == "\"one\"\ttw201 text/plain", again.summary)
        // Of another request it says nothing: it goes to an origin that is not there.
        let other = try Tool.curl("-s", "-o", "/dev/null", "-w", "%{http_code}", "-x", proxy.url, url + "/a?x=2")
        #expect(other.text == "502", other.summary)
    }

    @Test func whatCannotBeMadeIsSaid() throws {
        let scratch = try Scratch()
        let (har, _) = try Self.recorded(scratch)
        let none = try Tool.run(Tool.hark(), ["rules", "make", "1", "--session", har])
        #expect(none.code == 64 && none.text.isEmpty, none.summary)
        #expect(none.diagnostics.contains("--answer, --hold, --localhost, --block, --slow"), none.summary)
        let absent = try Tool.run(Tool.hark(), ["rules", "make", "7", "--answer", "--session", har])
        #expect(absent.code == 1 && absent.text.isEmpty, absent.summary)
    }
}
