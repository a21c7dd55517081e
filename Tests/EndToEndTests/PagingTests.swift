import Foundation
import TestKit
import Testing

/// What is longer than the terminal goes to a pager, and lines are broken for a terminal alone.
@Suite struct PagingTests {
    private let home: PrivateHome
    private let session: String

    init() throws {
        home = try PrivateHome()
        session = home.scratch.file("s.hark")
        var raw = ""
        for number in 0..<30 {
            raw += "GET /page\(number % 15) HTTP/1.1\r\nHost: h\(number).test\r\n\r\n"
            raw += "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        }
        let file = try home.scratch.write("raw.http", Array(raw.utf8))
        #expect(try home.hark("import", "--store", session, file).code == 0)
    }

    private func lines(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map(String.init)
    }

    @Test(arguments: [["stats", "--by", "host"], ["flows"]])
    func whatIsLongerThanTheTerminalIsPaged(words: [String]) throws {
        let arguments = words + ["--session", session]
        let short = try atTerminal(rows: 10, arguments)
        #expect(short.contains("paged:") && lines(short).allSatisfy { $0.hasPrefix("paged:") }, "\(short)")
        let tall = try atTerminal(rows: 100, arguments)
        #expect(!tall.contains("paged:") && tall.contains("h1.test"), "\(tall)")
        let piped = try home.hark(arguments: arguments, environment: ["HARK_PAGER": "sed s/^/paged:/"])
        #expect(piped.code == 0 && !piped.text.contains("paged:") && piped.text.contains("h1.test"), piped.summary)
    }

    /// A script that asks for JSON reads it, and so does a person who counts.
    @Test func whatIsOneLineIsNotPaged() throws {
        for words in [["stats", "--json"], ["flows", "--count"]] {
            let text = try atTerminal(rows: 4, columns: 200, words + ["--session", session])
            #expect(!text.contains("paged:"), "\(text)")
        }
    }

    /// What a terminal of this size gets; the pager marks what goes through it.
    private func atTerminal(rows: Int, columns: Int = 80, _ words: [String]) throws -> String {
        let command = "stty rows \(rows) cols \(columns); exec \"$@\""
        let variables = [
            "TERM=xterm", "NO_COLOR=1", "HARK_PAGER=sed s/^/paged:/", "HOME=\(home.scratch.file("home"))",
            "XDG_DATA_HOME=\(home.scratch.file("data"))", "http_proxy=", "https_proxy=",
        ]
        let program = ["/bin/sh", "-c", command, "sh", "/usr/bin/env"] + variables + [try Tool.hark()] + words
        return try Tool.run(
            Tool.find("python3"), ["-c", "import pty, sys; pty.spawn(sys.argv[1:])"] + program, seconds: 60
        ).text
    }

    /// Words are never so long here that a line could not be kept.
    @Test(arguments: [60, 80])
    func whatPeopleReadStaysWithinTheTerminal(columns: Int) throws {
        let broken = try home.scratch.write(
            "b.har", Array(#"{"log": {"version": "1.2", "entries": [{"startedDateTime": 7}], "x": 1}}"#.utf8))
        let folder = home.scratch.file("ca")
        for words in [
            ["ca", "trust", "--dry-run", "--nss", home.scratch.file("db"), "--ca-dir", folder], ["check", broken],
            ["doctor", "--proxy", "127.0.0.1:1", "--ca-dir", folder],
        ] {
            let text = try atTerminal(rows: 200, columns: columns, words)
            let long = lines(text).filter { $0.count > columns && $0.split(separator: " ").count > 2 }
            #expect(long.isEmpty && lines(text).count > 2, "\(words): \(long)\n\(text)")
            let piped = try home.hark(arguments: words)
            #expect(!piped.text.contains(" \\\n"), piped.summary)
        }
    }

    @Test func inAPipeAFindingIsALine() throws {
        let broken = try home.scratch.write(
            "b.har", Array(#"{"log": {"version": "1.2", "entries": [{"startedDateTime": 7}], "x": 1}}"#.utf8))
        let piped = try home.hark("check", broken)
        #expect(piped.text.contains { $0 == "\n" }, piped.summary)
        for line in lines(piped.text) {
            #expect(line.hasPrefix("line ") || line.hasPrefix("    ") || line.hasPrefix("/"), "\(line)")
        }
    }
}
