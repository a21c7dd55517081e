import Foundation
import TestKit
import Testing

/// `kill -9` at any moment leaves files that can be read, and that the next start goes on with.
@Suite struct KillTests {
    @Test(arguments: [1, 5, 20, 80, 300, 1000])
    func filesAreReadableAfterKill9WhileTrafficRuns(answers: Int) throws {
        let origin = try ScriptedOrigin(
            answering: "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + String(repeating: "body ", count: 1000))
        let scratch = try Scratch()
        let (har, log) = (scratch.file("a.har"), scratch.file("a.log"))
        let proxy = try RunningProxy("--har", har, "--log", log)
        let count = CountedTraffic(through: proxy.port, to: origin, clients: 4)
        try eventually("\(answers) answers") { count.answers >= answers }
        proxy.child.send(SIGKILL)
        #expect(try proxy.child.wait() == .signalled(SIGKILL))
        // The system may end a write in the middle of its bytes: then the last entry is torn, or the brackets after it.
        let kept = try? Recorded.har(har).count
        let begun = try Data(contentsOf: URL(filePath: har)).ranges(of: Data("\"startedDateTime\"".utf8)).count
        // A torn line is the last one, and not kept.
        let logged = try Data(contentsOf: URL(filePath: log)).count { $0 == 0x0A }

        // The next start finds everything, and adds to it.
        let next = try RunningProxy("--har", har, "--log", log)
        _ = try Tool.curl("-x", next.url, "http://hark.test/")
        #expect(try next.stop() == .exited(0))
        let found = try Recorded.har(har).count
        if let kept { #expect(found == kept + 1) } else { #expect(found == begun || found == begun + 1) }
        #expect(try Recorded.log(log).count == logged + 1)
    }

    @Test func aTornHARFileIsRecoveredWithAllItsWholeEntries() throws {
        let scratch = try Scratch()
        let har = scratch.file("whole.har")
        let proxy = try RunningProxy("--har", har)
        for _ in 1...3 { _ = try Tool.curl("-x", proxy.url, "http://hark.test/") }
        try proxy.stop()
        let whole = try Data(contentsOf: URL(filePath: har))
        #expect(try Recorded.har(har).count == 3)
        // The last of the three entries goes from its start to the closing brackets.
        let marker = Data("\"startedDateTime\"".utf8)
        let last = try #require(whole.range(of: marker, options: .backwards)).lowerBound
        let tail = whole.count - last
        for lost in [1, 2, 3, 4, 5, 10, tail / 4, tail / 2, tail - 1, tail] {
            let path = try scratch.write("torn-\(lost).har", whole.dropLast(lost))
            let next = try RunningProxy("--har", path)
            _ = try Tool.curl("-x", next.url, "http://hark.test/")
            try next.stop()
            let count = try Recorded.har(path).count
            // Cut within the brackets that close the file, all three entries are whole.
            #expect(count == 3 || (count == 4 && lost < 10), "\(lost) bytes lost")
        }
    }

    @Test func aTornLogLosesItsTornLineAlone() throws {
        let scratch = try Scratch()
        let log = scratch.file("a.log")
        let proxy = try RunningProxy("--log", log)
        for _ in 1...2 { _ = try Tool.curl("-x", proxy.url, "http://hark.test/") }
        try proxy.stop()
        let whole = try Data(contentsOf: URL(filePath: log))
        try whole.dropLast(10).write(to: URL(filePath: log))
        let next = try RunningProxy("--log", log)
        _ = try Tool.curl("-x", next.url, "http://hark.test/")
        try next.stop()
        #expect(try Recorded.log(log).count == 2)
    }

    @Test(arguments: [
        "{\"log\": {\"version\": \"1.2\", \"creator\": {\"name\": \"other\"}}}", "not JSON at all", "[1, 2]",
    ])
    func aFileThatIsNotHarksIsNeverWrittenOver(content: String) throws {
        let scratch = try Scratch()
        let path = try scratch.write("theirs.har", content)
        let result = try Tool.run(
            Tool.hark(), ["proxy", "--listen", "127.0.0.1:0", "--har", path], seconds: 30)
        #expect(result.code == 74, result.summary)
        #expect(result.diagnostics.contains(path), result.summary)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == content)
    }
}
