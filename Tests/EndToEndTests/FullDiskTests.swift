import Foundation
import TestKit
import Testing

/// A result that could not be written is a failure: a pipeline that redirects to a full disk must not go green.
@Suite struct FullDiskTests {
    /// Where nothing can be written; Linux has it.
    private static let full = "/dev/full"

    private static let session = """
        {"log": {"version": "1.2", "creator": {"name": "made", "version": "1"}, "entries": [\
        {"startedDateTime": "2026-11-21T12:00:00.000Z", "time": 1, "request": {"method": "GET", "url": \
        "http://a.test/", \
        "httpVersion": "HTTP/1.1", "headers": [{"name": "Host", "value": "a.test"}], "cookies": [], "queryString": [], \
        "headersSize": -1, "bodySize": 0}, "response": {"status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1", \
        "headers": [{"name": "Content-Type", "value": "text/plain"}], "cookies": [], "content": {"size": 2, \
        "mimeType": "text/plain", "text": "hi"}, "redirectURL": "", "headersSize": -1, "bodySize": 2}, "cache": {}, \
        "timings": {"send": 0, "wait": 1, "receive": 0}}]}}
        """

    private func run(_ arguments: [String], into file: String) throws -> Tool.Result {
        try Tool.run("/bin/sh", ["-c", "exec \"$0\" \"$@\" > \(file)", Tool.hark()] + arguments, seconds: 30)
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: full)),
        arguments: [
            ["flows"], ["flows", "--json"], ["flows", "--count"], ["show", "1"], ["show", "1", "--json"],
            ["show", "1", "--response", "--body"], ["stats"], ["stats", "--json"], ["export", "--format", "har"],
            ["export", "--format", "curl"], ["explain"], ["explain", "--json"],
        ])
    func whatIsPrintedNowhereIs74(arguments: [String]) throws {
        let scratch = try Scratch()
        let file = scratch.file("made.har")
        try Self.session.write(toFile: file, atomically: true, encoding: .utf8)
        let words = arguments[0] == "explain" ? arguments + [file] : arguments + ["--session", file]

        let failed = try run(words, into: Self.full)
        #expect(failed.code == 74, failed.summary)
        #expect(failed.diagnostics.contains("standard output could not be written"), failed.summary)
        // The same where there is room, and where nobody reads to the end.
        #expect(try run(words, into: "/dev/null").code == 0)
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: full)),
        arguments: [
            ["--help"], ["help", "filter"], ["flows", "--help"], ["--version"],
            ["--generate-completion-script", "bash"],
        ])
    func helpThatIsPrintedNowhereIs74(arguments: [String]) throws {
        let failed = try run(arguments, into: Self.full)
        #expect(failed.code == 74, failed.summary)
        #expect(try run(arguments, into: "/dev/null").code == 0)
    }

    @Test func aReaderThatHasSeenEnoughIsNoFailure() throws {
        let result = try Tool.run(
            "/bin/sh", ["-c", "\"$0\" help filter | head -n 1; exit 0", Tool.hark()], seconds: 30)
        #expect(!result.diagnostics.contains("could not be written"), result.summary)
    }
}
